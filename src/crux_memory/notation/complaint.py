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


class UnbalancedError(InvalidInputError):
    """Delimiters that do not balance; `line` and `column` count from 1, in characters.

    `unclosed_document` says that nothing but the last "⟧" is missing.
    """

    def __init__(self, message: str, line: int, column: int, unclosed_document: bool) -> None:
        super().__init__(message, place=f"line {line}, column {column}")
        self.line = line
        self.column = column
        self.unclosed_document = unclosed_document


def complain(text: str, error: UnexpectedInput) -> UnbalancedError:
    """What does not balance, where, and what was expected, with a caret under the place."""
    position = error.pos_in_stream
    if position is None or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        position = len(text.rstrip())  # the caret stands after the last thing said
    at_end = position >= len(text.rstrip())
    line, column = _place(text, position)
    opened = _innermost_open(error)
    found = "the text ends" if at_end else f"{text[position]!r} is here"
    if opened is None:
        message = f"unbalanced delimiter: {found} and nothing is open"
        return UnbalancedError(message + _caret(text, position), line, column, False)
    begin = (opened.start_pos or 0) + len(opened) - len(opened.lstrip())
    begin_line, begin_column = _place(text, begin)
    message = (
        f"unbalanced delimiter: {opened.strip()!r} of line {begin_line}, column {begin_column} "
        f"is not closed; expected {_CLOSERS[opened.type]!r}, but {found}"
    )
    unclosed = at_end and opened.type == "DOC_OPEN"
    return UnbalancedError(message + _caret(text, position), line, column, unclosed)


def _innermost_open(error: UnexpectedInput) -> Token | None:
    stack = getattr(getattr(error, "state", None), "value_stack", ())
    for value in reversed(stack):
        if isinstance(value, Token) and value.type in _CLOSERS:
            return value
    return None


def _place(text: str, position: int) -> tuple[int, int]:
    """Line and column, both from 1."""
    start = text.rfind("\n", 0, position) + 1
    return text.count("\n", 0, position) + 1, position - start + 1


def _caret(text: str, position: int) -> str:
    """The line with a caret under the place, cut to a width that a terminal shows."""
    begin = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    line = text[begin : end if end >= 0 else len(text)]
    offset = position - begin
    cut = max(0, offset - _WIDTH)
    shown = line[cut : offset + _WIDTH].replace("\t", " ").replace("\r", " ")
    return f"\n{shown}\n{' ' * (offset - cut)}^"
