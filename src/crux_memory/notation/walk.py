"""Where each node of a tree stands in the text that it emits."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from crux_memory.notation.emitter import emit
from crux_memory.notation.nodes import Block, CruxFile, Document, Node, Statement, in_lines


@dataclass(frozen=True)
class Placed:
    """A node and its place: `offset` in characters where its own text begins, after white space."""

    node: Node | Document
    offset: int
    depth: int  # blocks around it
    letter: str | None  # of the innermost lettered block around it
    lines: bool  # its body has one statement a line


def walk(tree: CruxFile) -> Iterator[Placed]:
    """All documents and nodes in the order of the text."""
    offset = 0
    for part in tree.parts:
        if isinstance(part, Document):
            yield Placed(part, offset + len(part.lead), 0, None, True)
            start = offset + len(part.lead) + len("⟦CRUX:") + len(part.head) + len(part.opening)
            yield from _walk(part.children, start, 0, None, in_lines(part.opening))
        offset += len(emit(part))


def _walk(
    children: Sequence[Node], offset: int, depth: int, letter: str | None, lines: bool
) -> Iterator[Placed]:
    for child in children:
        yield Placed(child, offset + len(child.lead), depth, letter, lines)
        if isinstance(child, Block):
            start = offset + len(child.lead) + len(child.head) + 1 + len(child.opening)
            inner = child.letter or letter
            yield from _walk(child.children, start, depth + 1, inner, in_lines(child.opening))
        offset += len(emit(child))


def raw_offset(placed: Placed) -> int:
    """Where the text of a statement begins, after its marker."""
    node = placed.node
    return placed.offset + (len(node.marker + node.gap) if isinstance(node, Statement) else 0)


class Lines:
    """Line and column, both from 1 and in characters, of an offset."""

    def __init__(self, text: str) -> None:
        self._starts = [0]
        for index, char in enumerate(text):
            if char == "\n":
                self._starts.append(index + 1)

    def place(self, offset: int) -> tuple[int, int]:
        """(line, column)."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1
