"""Where a symbol stands, and what the words around it are."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crux_memory.markdown.english import PREPOSITIONS
from crux_memory.notation.symbols import SYMBOL_BY_CHAR

WORD = re.compile(r"[ ]?([^\W\d_][\w'’-]*)")
BOUNDARY = re.compile(r"(?:^\W*|[→»;:,(\[|+&?!]|\b(?:and|or|then|but|always|also))\s*$")
_PHRASE = re.compile(r"\s*((?:[\w`'’/*-]+ ?)*)")
_CONDITION = re.compile(r"^\W*(?:if|when|whenever|once|unless|where|while|until)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Context:
    """Where a symbol stands."""

    char: str
    left: str  # the statement before it, already read
    right: str  # the statement after it, as written
    letter: str | None  # of the block around the statement
    dense: bool  # the statement or its document has symbols that only the notation uses

    @property
    def spoken(self) -> str:
        """The words that the registry has for the symbol."""
        return SYMBOL_BY_CHAR[self.char].spoken

    @property
    def is_between(self) -> bool:
        """Whether there is something on either side."""
        return bool(self.left.strip()) and bool(self.right.strip())

    @property
    def begins(self) -> bool:
        """Whether a clause begins here."""
        return bool(BOUNDARY.search(self.left))

    @property
    def is_attached(self) -> bool:
        """Whether it follows a word or a closing bracket without a space."""
        return bool(re.search(r"[\w)\]%`]$", self.left))


def is_condition(left: str) -> bool:
    """Whether `left` opens a condition that a following arrow answers."""
    return bool(_CONDITION.match(left))


def is_plural(word: str) -> bool:
    """Whether `word` looks like a plural noun."""
    word = word.lower()
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "as", "ys", "ings", "'s"))


def names_several(right: str) -> bool:
    """Whether the noun that `right` begins with, taken with what describes it, is a plural."""
    found = _PHRASE.match(right)
    words = found.group(1).split() if found else []
    for index, word in enumerate(words):
        if index and word.lower() in PREPOSITIONS:
            words = words[:index]
            break
    return bool(words) and is_plural(words[-1])
