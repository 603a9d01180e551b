"""The tree of a text with its symbols spelled out beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from crux_memory.notation.density import speaks_crux
from crux_memory.notation.emitter import emit
from crux_memory.notation.grammar import tokens_of
from crux_memory.notation.headings import heading
from crux_memory.notation.inline import read_inline
from crux_memory.notation.nodes import Block, Comment, CruxFile, Document, Fence, Row, Statement
from crux_memory.notation.symbols import LETTER_BY_CHAR, SYMBOL_BY_CHAR
from crux_memory.notation.walk import Placed, walk


@dataclass(frozen=True)
class Explanation:
    """One node: where it is, what it is, what it says.

    `symbols` are those in it, each with its meaning, in the order of the text.
    """

    line: int
    depth: int
    kind: str  # document, block, statement, row, fence, comment
    text: str
    english: str
    symbols: tuple[tuple[str, str], ...] = ()


def explain(tree: Document | CruxFile) -> list[Explanation]:
    """One row for each document, block, statement, table row, fence and comment, in order."""
    if isinstance(tree, Document):
        tree = CruxFile((tree,))
    rows = []
    dense = False
    for placed in walk(tree):
        if isinstance(placed.node, Document):
            dense = speaks_crux(placed.node)
        rows.append(_EXPLAINERS[type(placed.node)](placed, dense))
    return rows


def _document(placed: Placed, _dense: bool) -> Explanation:
    node: Any = placed.node
    english = f"what follows is compressed from: {node.source}"
    return Explanation(node.line, 0, "document", f"⟦CRUX:{node.head}", english)


def _block(placed: Placed, dense: bool) -> Explanation:
    node: Any = placed.node
    text = node.head + node.delimiters[0]
    symbols = _symbols(node.name or "")
    if node.letter:
        symbols = ((node.letter, LETTER_BY_CHAR[node.letter].meaning), *symbols)
    return Explanation(node.line, placed.depth, "block", text, heading(node, dense), symbols)


def _statement(placed: Placed, dense: bool) -> Explanation:
    node: Any = placed.node
    text = node.marker + node.gap + node.raw
    english = " ".join(
        filter(None, (node.marker, read_inline(node.raw, placed.letter, dense=dense)))
    )
    return Explanation(node.line, placed.depth, "statement", text, english, _symbols(node.raw))


def _row(placed: Placed, dense: bool) -> Explanation:
    node: Any = placed.node
    english = " | ".join(read_inline(cell, placed.letter, dense=dense) for cell in node.cells)
    symbols = tuple(pair for pair in _symbols(node.raw) if pair[0] != "|")  # it parts the cells
    return Explanation(node.line, placed.depth, "row", node.raw, english, symbols)


def _verbatim(placed: Placed, _dense: bool) -> Explanation:
    node: Any = placed.node
    kind = "fence" if isinstance(node, Fence) else "comment"
    english = "code, verbatim" if kind == "fence" else "comment"
    return Explanation(node.line, placed.depth, kind, emit(node).strip(), english)


def _symbols(raw: str) -> tuple[tuple[str, str], ...]:
    found = [str(token) for token in tokens_of(raw) if token.type == "SYMBOL"]
    return tuple((char, SYMBOL_BY_CHAR[char].meaning) for char in dict.fromkeys(found))


_EXPLAINERS: dict[type, Callable[[Placed, bool], Explanation]] = {
    Document: _document,
    Block: _block,
    Statement: _statement,
    Row: _row,
    Fence: _verbatim,
    Comment: _verbatim,
}
