"""Is a text English? English rewriting rules must not fire on anything else."""

from __future__ import annotations

import re

from crux_memory.markdown.english import ENGLISH_MARKERS, FOREIGN_MARKERS

_CODE = re.compile(r"`[^`\n]*`|https?://\S+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_ONLY_ENGLISH = ENGLISH_MARKERS - FOREIGN_MARKERS
_ONLY_FOREIGN = FOREIGN_MARKERS - ENGLISH_MARKERS


def is_english_body(text: str) -> bool:
    """True where a whole body is English enough that its sentences may be reworded."""
    words = [w.lower() for w in _WORD.findall(_CODE.sub(" ", text))]
    if not words:
        return False
    latin = sum(w.isascii() for w in words)
    english = sum(w in _ONLY_ENGLISH for w in words)
    foreign = sum(w in _ONLY_FOREIGN for w in words)
    return latin >= 0.85 * len(words) and english >= 2 * foreign and english * 12 >= len(words) - 40


def is_english(text: str) -> bool:
    """True where one statement of an English body is not visibly in another language."""
    words = [w.lower() for w in _WORD.findall(_CODE.sub(" ", text))]
    if not words:
        return True
    other = sum(not w.isascii() for w in words)
    english = sum(w in _ONLY_ENGLISH for w in words)
    foreign = sum(w in _ONLY_FOREIGN for w in words)
    return other * 4 <= len(words) and foreign <= max(english, 1)
