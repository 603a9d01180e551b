"""Bottom-up results of the parser: which stretch of the text is what.

The parser's callbacks know tokens but not the text, so they only record positions; `parser.py`
turns marks into nodes. A statement with groups in it is one stretch, however deep they nest.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from lark import Token, Transformer

from crux_memory.errors import InvalidInputError

MAX_DEPTH = 100
"""Levels of blocks inside blocks; far beyond what anybody reads, and safely within recursion."""


class Stretch(NamedTuple):
    """A statement, comment or fence: characters `start` to `end` of the text."""

    kind: str
    start: int
    end: int
    line: int


class Body(NamedTuple):
    """A block or document: its delimiter tokens and what is between them."""

    kind: str
    head: Token
    children: tuple[Mark, ...]
    close: Token
    depth: int


Mark: TypeAlias = Stretch | Body | Token


class Marks(Transformer[Token, object]):
    """Callbacks of the grammar's rules; the names are the rules' names."""

    def file(self, children: list[Mark]) -> list[Mark]:
        """Prose tokens and documents."""
        return children

    def document(self, children: list[Mark]) -> Body:
        """One document."""
        return _body("document", children)

    def block(self, children: list[Mark]) -> Body:
        """A block that its head alone makes certain."""
        return _body("block", children)

    named = block

    def statement(self, children: list[Mark]) -> Stretch:
        """Text and groups, or a name with braces that has text after them."""
        return _stretch("statement", children)

    def group(self, children: list[Mark]) -> Stretch:
        """Braces in running text."""
        return _stretch("group", children)

    def comment(self, children: list[Mark]) -> Stretch:
        """A comment where a statement could begin."""
        return _stretch("comment", children)

    def fence(self, children: list[Mark]) -> Stretch:
        """A fenced code block."""
        return _stretch("fence", children)


def start_of(mark: Mark) -> int:
    """Where a mark begins, in characters of the text."""
    if isinstance(mark, Stretch):
        return mark.start
    token = mark.head if isinstance(mark, Body) else mark
    return token.start_pos or 0


def end_of(mark: Mark) -> int:
    """Where a mark ends, in characters of the text."""
    if isinstance(mark, Stretch):
        return mark.end
    token = mark.close if isinstance(mark, Body) else mark
    return token.end_pos or 0


def _stretch(kind: str, children: list[Mark]) -> Stretch:
    first = children[0]
    line = first.line if isinstance(first, (Stretch, Token)) else first.head.line
    return Stretch(kind, start_of(first), end_of(children[-1]), line or 0)


def _body(kind: str, children: list[Mark]) -> Body:
    head, close = children[0], children[-1]
    assert isinstance(head, Token)  # by the rules of the grammar
    assert isinstance(close, Token)
    inner = tuple(children[1:-1])
    depth = 1 + max((child.depth for child in inner if isinstance(child, Body)), default=0)
    if depth > MAX_DEPTH:
        raise InvalidInputError(
            f"blocks nest deeper than {MAX_DEPTH} levels",
            place=f"line {head.line}, column {head.column}",
            hint="flatten the notation",
        )
    return Body(kind, head, inner, close, depth)
