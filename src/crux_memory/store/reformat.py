"""Files of notation in their canonical form, in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from crux_memory.errors import InvalidInputError
from crux_memory.memory_file import split
from crux_memory.store import disk
from crux_memory.store.session import decode


@dataclass(frozen=True)
class Reformatted:
    """A file before and after; `after` equals `before` where nothing is to do."""

    path: Path
    before: str
    after: str
    mode: int

    @property
    def changed(self) -> bool:
        """Whether the file is not in canonical form."""
        return self.before != self.after


def reformat(path: Path, formatted: Callable[[str], str]) -> Reformatted:
    """Reads a file and formats its body; front matter and line endings stay. Writes nothing."""
    content = disk.read(path)
    text = decode(content)
    file = split(text)
    try:
        body = formatted(file.plain_body)
    except InvalidInputError as error:
        raise in_file(error, file.body, text) from None
    return Reformatted(path, text, file.with_body(body).join(), content.mode)


def in_file(error: InvalidInputError, body: str, text: str) -> InvalidInputError:
    """`error` of a body with the line number that it has in the file."""
    above = text[: len(text) - len(body)].count("\n")
    head, _, rest = error.place.partition(",")
    if not head.startswith("line "):
        return error
    line = int(head.removeprefix("line ")) + above
    place = f"line {line},{rest}" if rest else f"line {line}"
    return InvalidInputError(error.message, place=place, hint=error.hint)


def rewrite(done: Reformatted) -> None:
    """Writes a reformatted file in place, atomically, if it changed."""
    if not done.changed:
        return
    data = done.after.encode("utf-8")
    temporary = disk.write_temporary(done.path.parent, data, done.mode)
    try:
        disk.replace(temporary, done.path)
    finally:
        disk.discard(temporary)
    disk.confirm(done.path, data)
