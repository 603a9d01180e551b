"""Where the prose of a Markdown file is, to the character; everything else is protected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it.tree import SyntaxTreeNode

from crux_memory.markdown.blocks import (
    cell_spans,
    metadata_block,
    paragraph_starts,
    parse_blocks,
)
from crux_memory.terse.carveouts import kept_regions, line_class, math_regions
from crux_memory.terse.source import Source

_TASK = re.compile(r"\[[ xX~/-]\]\s+")


@dataclass(frozen=True, slots=True)
class Passage:
    """Prose that reads as one: the lines of a paragraph or list item, or a table cell.

    `parts` are (start, end) offsets into the text, one a line, without what marks quotes and
    lists; `line` is the line of the first, from 1.
    """

    parts: tuple[tuple[int, int], ...]
    line: int
    cell: bool = False


@dataclass
class Regions:
    """`passages` may be reworded; `protected` counts what may not, by class."""

    passages: list[Passage] = field(default_factory=list)
    protected: Counter[str] = field(default_factory=Counter)
    exact: dict[int, str] = field(default_factory=dict)  # index of a body line to its class


def find_regions(source: Source) -> Regions:
    """The prose of a file and a count of everything that is not. Never raises."""
    return _Finder(source).find()


class _Finder:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.lines = list(source.lines)
        self.found = Regions()
        if source.file.has_front_matter:
            self.found.protected["front matter"] += 1

    def find(self) -> Regions:
        for name, ranges in (
            ("kept regions", kept_regions(self.lines)),
            ("math", math_regions(self.lines)),
        ):
            for numbers in ranges:
                self.found.protected[name] += 1
                self.found.exact.update(dict.fromkeys(numbers, name))
        offset = 0
        while end := metadata_block(self.lines, offset):
            self.found.protected["front matter"] += 1
            self.found.exact.update(dict.fromkeys(range(offset, end), "front matter"))
            offset = end
        blank = [""] * offset + self.lines[offset:]
        for node in parse_blocks(blank).children:
            self._node(node)
        return self.found

    def _node(self, node: SyntaxTreeNode) -> None:
        if node.type == "paragraph":
            self._paragraph(node)
        elif node.type == "table":
            self._table(node)
        elif node.type in _PROTECTED:
            self.found.protected[_PROTECTED[node.type]] += 1
        else:
            for child in node.children:
                self._node(child)

    def _paragraph(self, node: SyntaxTreeNode) -> None:
        first, end = node.map or (0, 0)
        content = "".join(c.content for c in node.children if c.type == "inline").split("\n")
        spans = [
            self._span(first + n, text)
            for n, text in enumerate(content)
            if first + n < min(end, len(self.lines))
        ]
        starts = set(paragraph_starts(content))
        run: list[tuple[int, int]] = []
        line = first
        for n, span in enumerate(spans):
            if span is None or n in starts:
                self._passage(run, line)
                run = []
            if span is not None:
                line = first + n if not run else line
                run.append(span)
        self._passage(run, line)

    def _span(self, index: int, content: str) -> tuple[int, int] | None:
        """Where the prose of a paragraph's line is; None for a line that stays as it is."""
        line, text = self.lines[index], content.strip()
        name = self.found.exact.get(index) or line_class(line)
        if name:
            if index not in self.found.exact:
                self.found.protected[name] += 1
                self.found.exact[index] = name
            return None
        if not text or not line.rstrip().endswith(text):
            return None
        task = _TASK.match(text)
        end = len(line.rstrip())
        start = end - len(text) + (task.end() if task else 0)
        base = self.source.starts[index]
        return base + start, base + end

    def _passage(self, parts: Sequence[tuple[int, int]], index: int, cell: bool = False) -> None:
        if parts:
            self.found.passages.append(Passage(tuple(parts), self.source.number(index), cell))

    def _table(self, node: SyntaxTreeNode) -> None:
        self.found.protected["tables"] += 1
        first, end = node.map or (0, 0)
        for index in range(first + 2, min(end, len(self.lines))):
            if index in self.found.exact or line_class(self.lines[index]):
                continue
            base = self.source.starts[index]
            for start, stop in _cells(self.lines[index]):
                self._passage([(base + start, base + stop)], index, cell=True)


def _cells(line: str) -> Iterator[tuple[int, int]]:
    """Offsets of the text of a row's cells, their padding aside."""
    for start, stop in cell_spans(line):
        cell = line[start:stop]
        if cell.strip() and not cell.strip().strip("> "):
            continue  # the mark of a quote that the table stands in
        inner = len(cell) - len(cell.lstrip())
        if cell.strip():
            yield start + inner, start + len(cell.rstrip())


_PROTECTED = {
    "heading": "headings",
    "fence": "fences",
    "code_block": "indented code",
    "html_block": "HTML",
    "hr": "rules",
}
