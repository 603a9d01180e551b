"""The formatter: the same meaning in canonical or in minified form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from crux_memory.errors import InvalidInputError
from crux_memory.notation import build
from crux_memory.notation.emitter import emit
from crux_memory.notation.layout import bare_nodes, levels
from crux_memory.notation.nodes import (
    Block,
    Comment,
    CruxFile,
    Delimiters,
    Document,
    Fence,
    Node,
    Row,
    Statement,
)
from crux_memory.notation.parser import parse, parse_file

# What may follow the "<" of a block that goes on in the same line; the grammar says the same.
_ANGLED = re.compile(r"(?![\d=\-\s.<])[^⟦⟧]{0,999}>")


def format_text(
    text: str, minified: bool = False, width: int = 100, delimiters: Delimiters | None = None
) -> str:
    """`text` with every document in it formatted and the prose around them untouched.

    Raises `InvalidInputError` as `parse_file` does.
    """
    parts = tuple(
        format_document(part, minified, width, delimiters) if isinstance(part, Document) else part
        for part in parse_file(text).parts
    )
    formatted = emit(CruxFile(parts))
    return formatted + "\n" if parts and isinstance(parts[-1], Document) else formatted


def format_document(
    document: Document,
    minified: bool = False,
    width: int = 100,
    delimiters: Delimiters | None = None,
) -> Document:
    """The canonical form: one statement a line, no other white space than list nesting.

    Minified: statements share lines, wrapped before `width` characters at the end of a statement
    (0: never); what needs lines of its own (fences, tables, nested lists) keeps them. `delimiters`
    are those of all blocks, None keeps each block's own. The meaning stays the same: `layout.bare`
    of both is equal; a document whose formatted text would not read back as that comes back as
    it is.
    """
    style = _Style(delimiters, minified, width)
    head = build.document((), document.source).head
    shared = minified and _shares_lines(document.children, document.opening)
    start = len(document.lead) + len("⟦CRUX:") + len(head) + 1
    children = _body(document.children, document.opening, style, shared, _Pen(start))
    if shared and children:
        children = (replace(children[0], lead=" "), *children[1:])
    formatted = Document(
        head,
        children,
        document.before,
        document.lead.strip(" \t"),
        "" if shared else "\n",
        "",
        document.after,
    )
    return formatted if _same(formatted, document) else document


@dataclass(frozen=True)
class _Style:
    delimiters: Delimiters | None
    minified: bool
    width: int


@dataclass
class _Pen:
    """The column that the next character is written in."""

    column: int

    def write(self, text: str) -> None:
        line = text.rfind("\n")
        self.column = len(text) - line - 1 if line >= 0 else self.column + len(text)


def _body(
    children: Sequence[Node], opening: str, style: _Style, shared: bool, pen: _Pen
) -> tuple[Node, ...]:
    """The formatted children; `shared` if they share lines."""
    result: list[Node] = []
    for child, level in zip(children, levels(children, opening), strict=True):
        if result and shared:
            separator = _separator(result[-1], child)
            if style.width and pen.column + len(separator) + _extent(child) > style.width:
                separator = "\n"
            result[-1] = replace(result[-1], end=separator)
            pen.write(separator)
        node = _node(child, level, style, shared, pen)
        if not isinstance(child, Block):
            pen.write(emit(node))
        result.append(node)
    return tuple(result)


def _separator(before: Node, after: Node) -> str:
    lettered = (
        isinstance(before, Block) and isinstance(after, Block) and before.letter and after.letter
    )
    return "" if lettered else ";"


def _extent(node: Node) -> int:
    """Characters up to the first place where a line may end; follows from the meaning alone."""
    if isinstance(node, Block):
        within = node.children and _shares_lines(node.children, node.opening)
        first = _extent(node.children[0]) if within else 0
        return len(build.head(node.letter, node.name, inline=True)) + 1 + first
    if isinstance(node, Statement):
        return len(emit(_node(node, 0, _Style(None, True, 0), True, _Pen(0)))) + 1
    return 0


def _node(node: Node, level: int, style: _Style, shared: bool, pen: _Pen) -> Node:
    if isinstance(node, Block):
        return _block(node, style, shared, pen)
    end = "" if shared else "\n"
    lead = "" if shared else " " * level
    if isinstance(node, Statement):
        if "\n" in node.raw:  # text with groups over several lines is kept as it is
            return replace(node, lead=lead, gap=" " if node.marker else "", end=end)
        short = build.inline_statement(node.text, node.marker) if shared else None
        return short or build.statement(node.text, level, node.marker)
    if isinstance(node, Row):
        return build.row(node.cells, level)
    if isinstance(node, Fence):
        return replace(node, end="\n")
    return replace(node, lead=lead, end=end)


def _block(node: Block, style: _Style, shared: bool, pen: _Pen) -> Block:
    delimiters = style.delimiters or node.delimiters
    inside = (
        style.minified
        and _shares_lines(node.children, node.opening)
        and bool(node.letter or (node.name and delimiters == "{}"))
    )
    head = build.head(node.letter, node.name, inside)
    opening = "" if inside else "\n"
    column = pen.column
    pen.write(head + "{" + opening)
    children = _body(node.children, node.opening, style, inside, pen)
    if inside and delimiters == "<>" and not _ANGLED.match("".join(map(emit, children)) + ">"):
        pen.column = column
        return _block(node, replace(style, minified=False), shared, pen)
    end = "" if shared else "\n"
    pen.write("}" + end)
    return Block(head, children, delimiters, "", opening, "", end)


def _shares_lines(children: Sequence[Node], opening: str) -> bool:
    """Whether the statements of a body can stand on one line without a change of meaning."""
    return not any(levels(children, opening)) and all(map(_is_short, children))


def _is_short(node: Node) -> bool:
    if isinstance(node, Statement):
        # An unclosed comment sign could pair up with one of another statement.
        alone = any(sign in node.raw for sign in ("\n", "/*", "<!--"))
        return not alone and build.inline_statement(node.text, node.marker) is not None
    if isinstance(node, Comment):
        return "\n" not in node.raw and not node.raw.startswith("//")
    return isinstance(node, Block)


def _same(formatted: Document, document: Document) -> bool:
    body = replace(formatted, before="", after="")
    try:
        read = parse(emit(body))
    except InvalidInputError:
        return False
    return bare_nodes(read.children, read.opening) == bare_nodes(
        document.children, document.opening
    )
