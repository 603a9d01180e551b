"""Canonical constructors: the nodes that parsing their own text would give.

Plain text goes in, and reserved characters in it are escaped only where the grammar would read
them otherwise, so that ordinary text costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from crux_memory.errors import InvalidInputError
from crux_memory.notation import quoting
from crux_memory.notation.emitter import emit
from crux_memory.notation.layout import bare_nodes
from crux_memory.notation.nodes import Block, Delimiters, Document, Fence, Node, Row, Statement
from crux_memory.notation.parser import parse
from crux_memory.notation.symbols import LETTER_BY_CHAR

_SPACE = " \t\r"
# Text that certainly reads back as it is: nothing reserved outside code spans, an ordinary start.
_PLAIN = re.compile(r"[^\s\W](?:[^\n{}⟦⟧;<>\"`\\/|]|/(?!\*)|`[^`\n]+`(?!`)|\|)*")
_SPECIAL_START = re.compile(rf"(?:{quoting.MARKER})|\||//|/\*|<!--|`{{3,}}|~{{3,}}|>")
_COMMENT_SIGNS = ("/*", "<!--")
# A line that ends in a delimiter is a head as a whole, so a number and quotes in it are plain.
_PLAIN_NAME = re.compile(r"[^\n{}⟦⟧;<>]*[^\n{}⟦⟧;<>\\]")
_NO_HEAD_START = re.compile(r"//|/\*|`{3}|~{3}")
_PLAIN_SOURCE = re.compile(r"[^\s⟦⟧{};\"]+")


def document(children: Iterable[Node], source: str = "memory") -> Document:
    """A document that emits as ``⟦CRUX:memory``, its children and ``⟧``, each on its own line."""
    head = source if _PLAIN_SOURCE.fullmatch(source) else quoting.quote(_one_line(source))
    return Document(head, tuple(children))


def block(
    letter: str | None,
    name: str | None,
    children: Iterable[Node],
    delimiters: Delimiters = "{}",
) -> Block:
    """A block that opens at the end of a line and closes alone on one.

    Raises `InvalidInputError` for a letter that the registry does not have.
    """
    if letter is not None and letter not in LETTER_BY_CHAR:
        raise InvalidInputError(f"no block letter {letter!r}")
    return Block(head(letter, name), tuple(children), delimiters)


def head(letter: str | None, name: str | None, inline: bool = False) -> str:
    """A block head; `inline` for one that has its first statement on the same line."""
    name = None if name is None else _one_line(name)
    prefix = letter or ""
    if not name:
        return prefix
    pattern = r"[^\s{}⟦⟧;\"<>|\\]+" if inline and letter else r"[^\W\d][\w.\-]*" if inline else None
    plain = re.fullmatch(pattern, name) if pattern else _PLAIN_NAME.fullmatch(name)
    written = f"{prefix}.{name}" if prefix else name
    if (
        not plain
        or quoting.split_head(written) != (letter or None, name)
        or (_SPECIAL_START if inline else _NO_HEAD_START).match(written)
    ):
        quoted = quoting.quote(name)
        written = f"{prefix}.{quoted}" if prefix else quoted
    return written


@lru_cache(maxsize=4096)
def statement(text: str, indent: int = 0, marker: str = "") -> Statement:
    """A statement on a line of its own; `text` is plain inline text without a line break.

    White space around `text` is not kept; a line break inside becomes a space. Raises
    `InvalidInputError` for a marker that the notation does not know.
    """
    text = _one_line(text)
    gap = " " if marker else ""
    if marker and quoting.split_statement(f"{marker} x")[1:4] != (marker, " ", "x"):
        raise InvalidInputError(f"no statement marker {marker!r}", hint='such as "1.", "-", "[ ]"')
    lead = " " * indent
    if not marker and _is_plain(text):
        return Statement(text, "", lead)
    for raw in _candidates(text, bool(marker)):
        node = Statement(raw, marker, lead, gap)
        if node.text == text and _reads_back(node):
            return node
    raise AssertionError(f"no way to write {text!r}")  # the last candidate escapes everything


@lru_cache(maxsize=4096)
def inline_statement(text: str, marker: str = "") -> Statement | None:
    """A statement that shares its line with others; semicolons in `text` are made plain.

    None for text that cannot: nothing at all, or an end that would join with what follows.
    """
    text = _one_line(text)
    gap = " " if marker else ""
    if not marker and _is_plain(text) and text[-1] not in "=-":
        return Statement(text, end="")
    for raw in _candidates(text, bool(marker), ";"):
        node = Statement(raw, marker, gap=gap, end="")
        if node.text == text and _reads_back_inline(node):
            return node
    return None


def row(cells: Sequence[str], indent: int = 0) -> Row:
    """A table row; white space around a cell is not kept."""
    wanted = tuple(_one_line(cell) for cell in cells) or ("",)
    lead = " " * indent
    for written in zip(*(_escapes(cell, "|") for cell in wanted), strict=True):
        # Code spans that reach over a bar, and a backslash before one, must not hide it.
        cells = [re.sub(r"(\\+)$", r"\1\1", cell) for cell in written]
        closing = "" if wanted[-1] and not wanted[-1].endswith("\\") else "|"
        node = Row("|" + "|".join(cells) + closing, lead)
        if node.cells == wanted and _reads_back(node):
            return node
    raise AssertionError(f"no way to write {wanted!r}")


def fence(raw: str, indent: int = 0) -> Fence:
    """A fenced code block, verbatim; `indent` stands before the opening line only.

    Raises `InvalidInputError` where `raw` is not one closed fence.
    """
    opening = raw.lstrip(_SPACE)
    lead = " " * indent + raw[: len(raw) - len(opening)]
    node = Fence(opening.rstrip(_SPACE), lead)
    try:
        read = parse(f"⟦CRUX:x\n{emit(node)}⟧").children
    except InvalidInputError:
        read = ()
    if read != (node,):
        raise InvalidInputError("not one closed code fence", hint="``` … ``` on lines of their own")
    return node


def _one_line(text: str) -> str:
    return text.replace("\r\n", " ").replace("\n", " ").strip(_SPACE)


def _is_plain(text: str) -> bool:
    return bool(_PLAIN.fullmatch(text)) and not _SPECIAL_START.match(text)


def _candidates(text: str, marked: bool, always: str = "") -> Iterator[str]:
    """Ways to write `text`, the cheapest first; a leading backslash makes its start plain."""
    for written in _escapes(text, always):
        if marked or not _SPECIAL_START.match(written):
            yield written
        yield "\\" + written


def _escapes(text: str, always: str) -> tuple[str, ...]:
    """`text` with more and more made plain, beginning with `always`."""
    if any(sign in text for sign in _COMMENT_SIGNS):
        # Where a statement could begin, such a sign may reach into the lines after this one.
        always += ";{}⟦⟧"
    return (
        quoting.escape(text, always),
        quoting.escape(text, always + "{}⟦⟧"),
        quoting.escape(text, always + quoting.RESERVED),
        quoting.escape_all(text, "|" if "|" in always else ""),
    )


def _reads_back(node: Statement | Row) -> bool:
    """Whether a parser reads `node` on a line of its own, in both kinds of block."""
    line = emit(node)
    try:
        children = parse(f"⟦CRUX:x\n{line}R<\n{line}>\n⟧").children
    except InvalidInputError:
        return False
    return children == (node, Block("R", (node,), "<>"))


def _reads_back_inline(node: Statement) -> bool:
    """Whether a parser reads `node` beside others on one line, in both kinds of block."""
    said = emit(node)
    last = replace(node, end="\n")
    first = Statement("x->")
    wanted = (node, last, Block("R", (first, node, last, node), "<>", opening="", end=""))
    try:
        read = parse(f"⟦CRUX:x {said};{said}\nR<x->;{said};{said}\n{said}>⟧").children
    except InvalidInputError:
        return False
    return bare_nodes(read) == bare_nodes(wanted)
