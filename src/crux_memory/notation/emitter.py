"""Tree to text: every node is its own characters, in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from crux_memory.notation.nodes import (
    Block,
    Comment,
    CruxFile,
    Document,
    Fence,
    Node,
    Prose,
    Row,
    Statement,
)

Tree: TypeAlias = Node | Document | CruxFile | Prose


def emit(tree: Tree) -> str:
    """The text of a tree, of a part of one, or of a file; the inverse of `parse`."""
    pieces: list[str] = []
    _emit(tree, pieces)
    return "".join(pieces)


def _emit(tree: Tree, out: list[str]) -> None:
    _EMITTERS[type(tree)](tree, out)


def _statement(node: Statement, out: list[str]) -> None:
    out += (node.lead, node.marker, node.gap, node.raw, node.end)


def _leaf(node: Row | Fence | Comment, out: list[str]) -> None:
    out += (node.lead, node.raw, node.end)


def _block(node: Block, out: list[str]) -> None:
    out += (node.lead, node.head, node.delimiters[0], node.opening)
    for child in node.children:
        _emit(child, out)
    out += (node.closing, node.delimiters[1], node.end)


def _document(node: Document, out: list[str]) -> None:
    out += (node.before, node.lead, "⟦CRUX:", node.head, node.opening)
    for child in node.children:
        _emit(child, out)
    out += (node.closing, "⟧", node.after)


def _file(node: CruxFile, out: list[str]) -> None:
    for part in node.parts:
        _emit(part, out)


def _prose(node: Prose, out: list[str]) -> None:
    out.append(node.text)


_EMITTERS: dict[type, Callable[[Any, list[str]], None]] = {
    Statement: _statement,
    Row: _leaf,
    Fence: _leaf,
    Comment: _leaf,
    Block: _block,
    Document: _document,
    CruxFile: _file,
    Prose: _prose,
}
