"""Lines that stay byte for byte although they are prose: somebody or something reads them exactly.

Each class has a name, which the report counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

KEEP_OPEN = re.compile(r"<!--\s*crux:keep\s*-->")
KEEP_CLOSE = re.compile(r"<!--\s*crux:/keep\s*-->")
_MARKERS = r"^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:\[[ xX]\]\s+)?"
_CLASSES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("numbered options", re.compile(r"^[\s>]*(?:[-*+]\s+)?\d{1,9}[.)]\s")),
    ("recommendations", re.compile(
        _MARKERS + r"(?:\*\*|__)(?:Recommendation|Empfehlung):?(?:\*\*|__)")),
    ("status marks", re.compile(_MARKERS + "(?:\\*\\*|__)?(?:❌|⚠️?|✅)")),
    ("mode markers", re.compile(
        _MARKERS + r"(?:\*\*|__)?(?:\[?MODE\b|Mode:|\[[A-Z][A-Z _-]{2,}\](?![(\[]))")),
    ("imports", re.compile(_MARKERS + r"@[\w~./]\S*\s*$")),
    ("footnotes", re.compile(r"^\s{0,3}\[\^[^\]\s]+\]:")),
    ("directives", re.compile(r"^[\s>]*(?::::|!!!|\?\?\?|\[!\w+\]|\{%|%\})")),
    ("templates", re.compile(r"\{%|%\}|\{\{|\}\}|<%|%>")),
    ("math", re.compile(r"\$\$|\\\[|\\\]|\\begin\{|\\end\{")),
)  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_]+")


def line_class(line: str) -> str:
    """The class of a line that stays as it is, empty for any other."""
    for name, pattern in _CLASSES:
        if pattern.search(line):
            return name
    return "capitals" if _in_capitals(line) else ""


def _in_capitals(line: str) -> bool:
    """True for a line of words in capitals, code aside."""
    words = _LETTERS.findall(re.sub(r"`[^`]*`", "", line))
    long = [word for word in words if len(word) > 1]
    return len(long) > 1 and all(word.isupper() for word in words)


def kept_regions(lines: Sequence[str]) -> list[range]:
    """Runs of lines between keep marks, marks included; one that is not closed goes to the end."""
    return _between(lines, KEEP_OPEN, KEEP_CLOSE)


def math_regions(lines: Sequence[str]) -> list[range]:
    """Runs of lines from a line of dollar signs to the next."""
    mark = re.compile(r"^[\s>]*\$\$\s*$")
    return _between(lines, mark, mark)


def _between(lines: Sequence[str], opening: re.Pattern[str], close: re.Pattern[str]) -> list[range]:
    found: list[range] = []
    start = -1
    for number, line in enumerate(lines):
        if start < 0:
            match = opening.search(line)
            if match:
                start = number
                if opening is close or not close.search(line, match.end()):
                    continue
        if start >= 0 and close.search(line):
            found.append(range(start, number + 1))
            start = -1
    if start >= 0:
        found.append(range(start, len(lines)))
    return found
