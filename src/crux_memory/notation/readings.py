"""How a symbol is read in its context: one small function a symbol.

A reading is given what stands before and after the symbol in the statement and returns words
(a comma or colon first where one belongs; nothing where another symbol has said it already), or
None to leave the symbol as it is, which is right wherever the reading is not certain.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from crux_memory.notation.context import Context, is_condition, names_several
from crux_memory.notation.motion import direction, parallel
from crux_memory.notation.negation import negate

_FUNCTION = r"(?:in|on|at|for|of|to|with|is|are|if|when|and|or|from|by|as)\b"
_PIPED = (
    r"(?:awk|cat|cut|grep|head|jq|less|more|rg|sed|sh|bash|sort|tail|tee|tr|uniq|wc|xargs|yq)\b"
)
_BEFORE_BAR = re.compile(r"(?:[\w)\]%`'\"↑↓*+]|\b(?:true|false|none) )$")
_AFTER_BAR = re.compile(r"(?:--?)?[\w(\[`'\"¬↑↓.∅/*@#$≥≤]")


def read(context: Context) -> str | None:
    """The words for a symbol in its place; None leaves it."""
    return _READINGS[context.char](context)


def _spoken(context: Context) -> str | None:
    return context.spoken if context.is_between else None


def _arrow(context: Context) -> str | None:
    clause = re.split(r"[;»→]", context.left)[-1]
    if not context.is_between or "→" in context.left:
        return None
    if re.match(r"\W*for (?:every|all)\b", clause) and ":" not in clause:
        return ":"
    return ", then" if is_condition(clause) and ", then" not in clause else None


def _then(context: Context) -> str | None:
    quotes = "«" in context.left or "«" in context.right
    return ", then" if context.is_between and not quotes else None


def _every(context: Context) -> str | None:
    if not context.right.strip():
        return None
    return "for all" if names_several(context.right) else "for every"


def _exists(context: Context) -> str | None:
    if not context.right.strip():
        return None
    said = context.char == "∃" and context.left.endswith("there is no ")
    return "" if said else context.spoken


def _possibly(context: Context) -> str | None:
    right = context.right.lstrip(" ")
    if re.match(r"(?:--?)?[\w¬`/(\[{\"'.@]", right) and not (
        context.is_attached and context.right[:1] in " ("
    ):
        return "optionally"
    return "(optional)" if context.left.strip() else None


def _rank(context: Context) -> str | None:
    if not context.is_between:
        return None
    ordered = {"≻": "before", "≺": "after"}
    return ordered[context.char] if context.letter == "Γ" else context.spoken


def _bound(context: Context) -> str | None:
    number = re.match(r"\s*[~$€£]?\d", context.right)
    chained = re.search(r"[≤≥<>]\s*[\w.$]+\s*$", context.left) or re.match(
        r"\s*[\w.$]+\s*[≤≥]", context.right
    )
    return context.spoken if number and not chained else None


def _plus(context: Context) -> str | None:
    number = re.match(r"\s*[≥≤]?\s*\d", context.right)
    if number and re.search(r"(?:at least|at most|≥|≤) *[\d.,]+ *\S{0,3}$", context.left):
        return ", ideally"
    return _spoken(context)


def _change(context: Context) -> str | None:
    if re.match(r"[^\W\d_]{2,}", context.right):
        return "change of"
    alone = re.match(r"\s*(?:→|»)", context.right)
    counted = re.match(r"\s*[<>≥≤]", context.right) and "→" in context.right
    return "change" if context.dense and (alone or counted) else None


def _truth(context: Context) -> str | None:
    good = context.char == "⊤"
    if context.begins and re.match(r"\s*:", context.right):
        return "good" if good else "bad"
    return "true" if good else "false"


def _nothing(context: Context) -> str | None:
    noun = re.match(r"[ ]?[^\W\d_]", context.right) and not re.match(
        rf"[ ]?{_FUNCTION}", context.right
    )
    return "no" if noun and context.begins else "none"


def _critical(context: Context) -> str | None:
    if not context.left.strip():
        return "critical:" if re.match(r"\s*[^\s:]", context.right) else "critical"
    attached = context.is_attached and not re.match(r"[\w`¬]", context.right)
    return "(critical)" if attached else "critical"


def _or(context: Context) -> str | None:
    left, right = context.left, context.right
    tight = _BEFORE_BAR.search(left) and _AFTER_BAR.match(right)
    # A pipe into a command and a pattern keep their bar.
    piped = re.match(_PIPED, right) or context.letter == "Λ" or "^" in left
    return "or" if context.dense and tight and not piped else None


def _to(context: Context) -> str | None:
    left = re.search(r"(?:^|[\s(\[=:,≥≤→$€£~#-])(\d+(?:\.\d+)?)$", context.left)
    right = re.match(r"(\d+(?:\.\d+)?)[a-zA-Z%×]{0,3}(?![\w.])", context.right)
    # "3..5.2" may be anything; a range has the same kind of number on both sides.
    alike = left and right and ("." in left.group(1)) == ("." in right.group(1))
    return "to" if alike else None


_READINGS: dict[str, Callable[[Context], str | None]] = {
    "→": _arrow,
    "←": _spoken,
    "»": _then,
    "¬": negate,
    "∧": _spoken,
    "∨": _spoken,
    "∀": _every,
    "∃": _exists,
    "∄": _exists,
    "∋": _spoken,
    "∈": _spoken,
    "∉": _spoken,
    "≻": _rank,
    "≺": _rank,
    "≥": _bound,
    "≤": _bound,
    "≠": _spoken,
    "Δ": _change,
    "◊": _possibly,
    "⊤": _truth,
    "⊥": _truth,
    "∅": _nothing,
    "⊛": _critical,
    "⊕": _plus,
    "↑": direction,
    "↓": direction,
    "∥": parallel,
    "⊳": _spoken,
    "⊲": _spoken,
    "|": _or,
    "..": _to,
}
