"""Errors of the parser in the words of the notation."""

from __future__ import annotations

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from crux_memory.errors import InvalidInputError

_CLOSERS = {
    "DOC_OPEN": "⟧",
    "INNER_OPEN": "⟧",
    "OPEN": "}",
    "BRACE_HEAD": "}",
    "NAME_HEAD": "}",
    "ANGLE_HEAD": ">",
}
_WIDTH = 60


def complain(text: str, error: UnexpectedInput) -> InvalidInputError:
    """What does not balance, where (line and column in characters from 1), what was expected."""
    position = error.pos_in_stream
    at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    if position is None or at_end:
        position = len(text)
    place = f"line {text.count(chr(10), 0, position) + 1}, column {_column(text, position)}"
    opened = _innermost_open(error)
    found = "the text ends" if position >= len(text) else f"{_shown(text, position)!r} is here"
    if opened is None:
        message = f"unbalanced delimiter: {found} and nothing is open"
        return InvalidInputError(message + _caret(text, position), place=place)
    expected = _CLOSERS[opened.type]
    begin = (opened.start_pos or 0) + len(opened) - len(opened.lstrip())
    start = f"line {text.count(chr(10), 0, begin) + 1}, column {_column(text, begin)}"
    message = (
        f"unbalanced delimiter: {opened.strip()!r} of {start} is not closed; "
        f"expected {expected!r}, but {found}"
    )
    return InvalidInputError(message + _caret(text, position), place=place)


def _innermost_open(error: UnexpectedInput) -> Token | None:
    stack = getattr(getattr(error, "state", None), "value_stack", ())
    for value in reversed(stack):
        if isinstance(value, Token) and value.type in _CLOSERS:
            return value
    return None


def _shown(text: str, position: int) -> str:
    return text[position : position + 1]


def _column(text: str, position: int) -> int:
    return position - (text.rfind("\n", 0, position) + 1) + 1


def _caret(text: str, position: int) -> str:
    """The line with a caret under the place, cut to a width that a terminal shows."""
    begin = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    line = text[begin : end if end >= 0 else len(text)]
    offset = position - begin
    cut = max(0, offset - _WIDTH)
    shown = line[cut : offset + _WIDTH].replace("\t", " ").replace("\r", " ")
    return f"\n{shown}\n{' ' * (offset - cut)}^"
