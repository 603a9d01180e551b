"""What anybody gets without trying: cut the end off, or delete function words."""

from __future__ import annotations

import re

from crux_memory.tokens import TokenCounter

_CODE = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?^[ \t]*\1[ \t]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_DROPPED = re.compile(
    r"(?<![\w'’./-])(?:a|an|the|am|is|are|was|were|be|been|being|has|have|had|do|does|did|will|would)"
    r"(?![\w'’./-])[ \t]?",
    re.IGNORECASE,
)


def first_tokens(text: str, budget: int, counter: TokenCounter) -> str:
    """The longest beginning of at most `budget` tokens."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if counter.count(text[:middle]) <= budget:
            low = middle
        else:
            high = middle - 1
    return text[:low]


def strip_function_words(text: str) -> str:
    """The text without articles and auxiliaries, code left alone."""
    parts: list[str] = []
    position = 0
    for code in _CODE.finditer(text):
        parts += (_DROPPED.sub("", text[position : code.start()]), code.group())
        position = code.end()
    return "".join((*parts, _DROPPED.sub("", text[position:])))


def fill_budget(lines: list[str], ranking: list[int], budget: int, counter: TokenCounter) -> str:
    """The best lines that fit into `budget` tokens together, in the order of the text."""
    chosen: list[int] = []
    left = budget
    for index in ranking:
        cost = counter.count(lines[index] + "\n")
        if cost <= left:
            chosen.append(index)
            left -= cost
    return "".join(lines[index] + "\n" for index in sorted(chosen))
