"""Code spans that need no backticks."""

from __future__ import annotations

import re

EVIDENT_CODE = re.compile(
    r"(?=.*[_/.(\d-]|.*[a-z][A-Z]|[A-Z]{2})"  # something that no ordinary word has
    r"(?!.*\.\.)(?!.*__)(?:--?|[@#~./]{0,2})[A-Za-z0-9]"  # no "*" or "__": Markdown reads them
    r"(?:[\w./@+-]|:(?=\w)|=(?=\w))*(?:[A-Za-z0-9/]|\(\))"
)


def untick(code: str) -> str:
    """A code span without its backticks where everyone sees that it is code.

    Paths, flags, calls and identifiers show it by their form.
    Plain words keep them, and so does whatever the notation would read as its own.
    """
    inner = code[1:-1]
    return inner if EVIDENT_CODE.fullmatch(inner) else code
