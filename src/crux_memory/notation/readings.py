"""How a symbol is read in its context: one small function a symbol.

A reading is given what stands before and after the symbol in the statement and returns words
(a comma or colon first where one belongs), or None to leave the symbol as it is,
which is right wherever the reading is not certain.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from crux_memory.notation.symbols import SYMBOL_BY_CHAR
from crux_memory.notation.verbs import VERBS

_WORD = re.compile(r"[ ]?([^\W\d_][\w'’-]*)")
_BOUNDARY = re.compile(r"(?:^|[→»;:,(\[|+&]|\b(?:and|or|then|but|always|also))\s*$")
# Words before a plural that do not describe it: "not only tests", "not until tests pass".
_NO_ADJECTIVE = re.compile(
    r"all|any|as|at|before|by|during|each|even|every|for|from|if|in|into|just|more|on|only|per|so"
    r"|than|the|these|those|to|until|via|when|while|with|within|yet|\w+ly|\w+ed|\w+ing"
)
_CONDITION = re.compile(r"^\W*(?:if|when|whenever|once|unless|where|while|until)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Context:
    """Where a symbol stands."""

    char: str
    left: str  # the statement before it, already read
    right: str  # the statement after it, as written
    letter: str | None  # of the block around the statement
    dense: bool  # the statement has symbols that only the notation uses


def read(context: Context) -> str | None:
    """The words for a symbol in its place; None leaves it."""
    return _READINGS[context.char](context)


def is_condition(left: str) -> bool:
    """Whether `left` opens a condition that a following arrow answers."""
    return bool(_CONDITION.match(left))


def _between(context: Context) -> bool:
    return bool(context.left.strip()) and bool(context.right.strip())


def _spoken(context: Context) -> str | None:
    return SYMBOL_BY_CHAR[context.char].spoken if _between(context) else None


def _arrow(context: Context) -> str | None:
    clause = re.split(r"[;»→]", context.left)[-1]
    if not _between(context) or "→" in context.left:
        return None
    if re.match(r"\W*for every\b", clause) and ":" not in clause:
        return ":"
    return ", then" if is_condition(clause) and ", then" not in clause else None


def _then(context: Context) -> str | None:
    quotes = "«" in context.left or "«" in context.right
    return ", then" if _between(context) and not quotes else None


def _not(context: Context) -> str | None:
    if not context.right.strip():
        return None
    found = _WORD.match(context.right)
    if not found or not _BOUNDARY.search(context.left):
        return "not"
    word = found.group(1).lower()
    if word in VERBS:
        return "do not"
    following = _WORD.match(context.right, found.end())
    described = following and not _NO_ADJECTIVE.fullmatch(word) and _plural(following.group(1))
    return "no" if _plural(word) or described else "not"


def _plural(word: str) -> bool:
    word = word.lower()
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "as", "ys", "ings", "'s"))


def _every(context: Context) -> str | None:
    if not context.right.strip():
        return None
    answered = re.match(r"[^;→:]*(?:→|:\s)", context.right)
    return "for every" if answered else "for all"


def _prefix(context: Context) -> str | None:
    return SYMBOL_BY_CHAR[context.char].spoken if context.right.strip() else None


def _rank(context: Context) -> str | None:
    if not _between(context):
        return None
    ordered = {"≻": "before", "≺": "after"}
    return ordered[context.char] if context.letter == "Γ" else _spoken(context)


def _spoken_before_number(context: Context) -> str | None:
    number = re.match(r"\s*[~$€£]?\d", context.right)
    return SYMBOL_BY_CHAR[context.char].spoken if number else None


def _plus(context: Context) -> str | None:
    number = re.match(r"\s*\d", context.right)
    if number and re.search(r"(?:at least|at most|≥|≤) *[\d.,]+ *\S{0,3}$", context.left):
        return ", ideally"
    return _spoken(context)


def _change(context: Context) -> str | None:
    word = re.match(r"[^\W\d_]{2,}", context.right)
    return "change of" if word else None


def _truth(context: Context) -> str | None:
    good = context.char == "⊤"
    if _BOUNDARY.search(context.left) and re.match(r"\s*:", context.right):
        return "good" if good else "bad"
    return "true" if good else "false"


def _nothing(_context: Context) -> str | None:
    return "none"


def _critical(context: Context) -> str | None:
    heads = not context.left.strip() and re.match(r"\s*[^\s:]", context.right)
    return "critical:" if heads else "critical"


def _direction(context: Context) -> str | None:
    words = (
        ("increase", "increases", "up") if context.char == "↑" else ("reduce", "decreases", "down")
    )
    before = not context.left or context.left[-1] in " →»;:,([|+="
    if before and re.match(r"\d", context.right):
        return words[2]
    if before and re.match(r"[^\W\d_]", context.right):
        return words[0]
    if re.search(r"\w$", context.left) and not re.match(r"[ ]*\w", context.right):
        return words[1]
    return None


def _parallel(context: Context) -> str | None:
    if not context.right.strip():
        return "parallelism"
    if not context.left.strip():
        return "in parallel:"
    if re.search(r"\d\s*$", context.left) or re.match(r"\s*\(", context.right):
        return "in parallel"
    return _spoken(context)


def _or(context: Context) -> str | None:
    tight = re.search(r"[\w)\]%`↑↓]$", context.left) and re.match(r"[\w(\[`¬↑↓.∅]", context.right)
    return "or" if context.dense and tight else None


def _to(context: Context) -> str | None:
    whole = re.search(r"(?:^|[\s(\[=:,≥≤→])\d+$", context.left) and re.match(
        r"\d+(?![\w.])|\d+[a-zA-Z%]{0,3}(?![\w.])", context.right
    )
    return "to" if whole else None


_READINGS: dict[str, Callable[[Context], str | None]] = {
    "→": _arrow,
    "←": _spoken,
    "»": _then,
    "¬": _not,
    "∀": _every,
    "∃": _prefix,
    "∋": _spoken,
    "∈": _spoken,
    "∉": _spoken,
    "≻": _rank,
    "≺": _rank,
    "≥": _spoken_before_number,
    "≤": _spoken_before_number,
    "≠": _spoken,
    "Δ": _change,
    "◊": _prefix,
    "⊤": _truth,
    "⊥": _truth,
    "∅": _nothing,
    "⊛": _critical,
    "⊕": _plus,
    "↑": _direction,
    "↓": _direction,
    "∥": _parallel,
    "⊳": _spoken,
    "⊲": _spoken,
    "|": _or,
    "..": _to,
}
