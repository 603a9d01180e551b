"""Nothing invented: every content word of an output stands in its source."""

from __future__ import annotations

import re
from functools import lru_cache

from crux_memory.encoder.phrases import phrases
from crux_memory.markdown.english import FUNCTION_WORDS

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_PIECE = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|[.,]")


def invented_words(source: str, output: str) -> list[str]:
    """Words of `output` that neither `source` nor a short form of its phrases accounts for."""
    known = {w.lower() for w in _WORD.findall(source)}
    strange = [
        word
        for word in _WORD.findall(output)
        if word.lower() not in known and word.lower() not in FUNCTION_WORDS
    ]
    if not strange:
        return []
    spaced = f" {_spaced(source)} "
    return [w for w in strange if not any(long in spaced for long in _long_forms(w.lower()))]


def _spaced(text: str) -> str:
    return " ".join(piece.lower().replace("’", "'") for piece in _PIECE.findall(text))


def _long_forms(word: str) -> tuple[str, ...]:
    return _table().get(word, ())


@lru_cache(maxsize=1)
def _table() -> dict[str, tuple[str, ...]]:
    """Phrases by each word of their short forms, spaced and with a blank at both ends."""
    found: dict[str, tuple[str, ...]] = {}
    for group in phrases().values():
        for long, short in group:
            phrase = f" {_spaced(' '.join(long))} "
            for word in _WORD.findall(short):
                found[word.lower()] = (*found.get(word.lower(), ()), phrase)
    return found
