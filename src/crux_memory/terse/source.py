"""The text of a Markdown file by lines, with the offset of each; endings of any kind."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crux_memory.memory_file import MemoryFile, split

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


@dataclass(frozen=True)
class Source:
    """`lines` are the body's lines without their endings, `starts` their offsets in `text`.

    `first` is the number of lines that the front matter takes, so that `lines[n]` is line
    ``first + n + 1`` of the file.
    """

    text: str
    file: MemoryFile
    lines: tuple[str, ...]
    starts: tuple[int, ...]
    first: int

    def number(self, index: int) -> int:
        """The line of the file, from 1, at an index into `lines`."""
        return self.first + index + 1


def read_source(text: str) -> Source:
    """The lines of a file's body with their places in the whole text. Never raises."""
    file = split(text)
    offset = len(text) - len(file.body)
    lines: list[str] = []
    starts: list[int] = []
    for match in _LINE.finditer(text, offset):
        lines.append(match[1])
        starts.append(match.start())
        if not match[2]:
            break
    above = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return Source(text, file, tuple(lines), tuple(starts), above.count("\n"))
