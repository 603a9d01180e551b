"""Nothing invented: every content word of an output stands in its source."""

from __future__ import annotations

import re
from functools import lru_cache

from crux_memory.encoder.phrases import phrases
from crux_memory.markdown.english import FUNCTION_WORDS

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def invented_words(source: str, output: str) -> list[str]:
    """Words of `output` that neither `source` nor the table of short forms accounts for."""
    known = {w.lower() for w in _WORD.findall(source)}
    return [
        word
        for word in _WORD.findall(output)
        if word.lower() not in known
        and word.lower() not in _short_forms()
        and word.lower() not in FUNCTION_WORDS
    ]


@lru_cache(maxsize=1)
def _short_forms() -> frozenset[str]:
    entries = (short for group in phrases().values() for _, short in group)
    return frozenset(w.lower() for short in entries for w in _WORD.findall(short))
