"""Polarity of a text: its negations, and the words that limit what a rule covers."""

from __future__ import annotations

import re
from collections import Counter

from crux_memory.markdown.english import LIMITS, NEGATIONS

_SIGNS = {"¬": "not", "≠": "not", "∉": "not", "∄": "not", "✗": "✗", "❌": "❌", "🚫": "🚫"}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|[¬≠∉∄✗❌🚫]")


def polarity(text: str) -> Counter[str]:
    """Negations (under one name, whatever their form) and scope words with their counts."""
    found: Counter[str] = Counter()
    for match in _WORD.finditer(text):
        word = match.group().lower().replace("’", "'")
        if word in NEGATIONS or word.endswith("n't"):
            found["not"] += 1
        elif word in _SIGNS:
            found[_SIGNS[word]] += 1
        elif word in LIMITS:
            found[word] += 1
    return found


def negated(text: str) -> bool:
    """True where a text holds any negation."""
    return polarity(text)["not"] > 0
