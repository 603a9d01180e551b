"""How arrows up and down and the sign for parallel work are read."""

from __future__ import annotations

import re

from crux_memory.notation.context import Context, is_plural

# Words whose object is the parallel work itself.
_ASKING = re.compile(
    r"\b(?:max|maximi[sz]e|min|minimi[sz]e|more|less|full|no|without|limit|increase|reduce)\s*$",
    re.IGNORECASE,
)


def direction(context: Context) -> str | None:
    """The words for ↑ and ↓: before a word, before a number, after a word."""
    up = context.char == "↑"
    left, right = context.left, context.right
    if not left or left[-1] in " →»;:,([|+=":
        if re.match(r"\d", right):
            return "up" if up else "down"
        if re.match(r"[^\W\d_]|`", right):
            return "increase" if up else "reduce"
        # "mem ↑→restart": what rises stands before it
        return _change(context) if left.strip() and context.dense and right[:1] == "→" else None
    if not context.is_attached:
        return None
    if re.match(r"\d", right):
        return "up" if up else "down"
    if re.match(r"\w", right):
        # "↑perf↓cost": a second change as the first one is written
        again = re.search(r"\b(?:increase|reduce) [^,;→]*$", left)
        return (", increase" if up else ", reduce") if again else None
    another = re.match(r"\s+\w[\w ]*[↑↓](?!\w)", right)
    return _change(context) + ("," if another else "")


def _change(context: Context) -> str:
    word = "increase" if context.char == "↑" else "decrease"
    subject = re.search(r"(\w+)\W*$", context.left)
    return word if subject and is_plural(subject.group(1)) else word + "s"


def parallel(context: Context) -> str | None:
    """The words for ∥: between two, after a number, alone."""
    left, right = context.left, context.right
    counted = re.search(r"\d\s*$", left)
    if not right.strip():
        named = not left.strip() or (left.endswith(" ") and _ASKING.search(left))
        return "parallelism" if named else "in parallel"
    if re.match(r"\s*[=≤≥]", right):
        return "parallelism"
    if counted:
        return "parallel" if re.match(r"\s*[^\W\d_]", right) else "in parallel"
    if re.match(r"\s*[(:;,.)\]]", right):
        return "in parallel"
    return "in parallel:" if context.begins else context.spoken
