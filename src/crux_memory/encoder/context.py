"""What the rest of the file already says: repetition, headings, how crowded a section is."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from crux_memory.encoder.statements import Body, Statement
from crux_memory.markdown.english import FUNCTION_WORDS
from crux_memory.markdown.lexing import Kind, lex

COMMON = 40  # a stem in so many statements ties none of them together
_SUFFIX = re.compile(r"(?:'s|ing|ies|ied|ed|es|s|ly)$")


def stem(word: str) -> str:
    """A rough stem: enough to see that "commands" repeats "command"."""
    if len(word) < 5:
        return word.rstrip("s") if len(word) > 3 else word
    return _SUFFIX.sub("", word)


@lru_cache(maxsize=20_000)
def stems_of(text: str) -> frozenset[str]:
    """The stems of the content words and anchors of a line of Markdown."""
    return frozenset(
        stem(t.lower)
        for t in lex(text)
        if t.kind is not Kind.PUNCT and t.lower not in FUNCTION_WORDS
    )


class Context:
    """Word statistics of one body."""

    def __init__(self, body: Body) -> None:
        self.stems = [self._stems(s) for s in body.statements]
        self.frequency = Counter(name for names in self.stems for name in names)
        self.headings: list[frozenset[str]] = []
        for place in body.places:
            above = self.headings[place.parent] if place.parent >= 0 else frozenset()
            self.headings.append(stems_of(place.title) | above)
        self.crowds = Counter(s.section for s in body.statements)
        titled = {p.number for p in body.places if p.title}
        self.openings: set[int] = set()
        for statement in body.statements:
            if statement.section in titled:
                self.openings.add(statement.number)
                titled.discard(statement.section)
        self.repeated = self._repeated()

    def rarity(self, name: str) -> int:
        """In how many statements a stem occurs, at least 1."""
        return max(1, self.frequency[name])

    def novel(self, statement: Statement) -> int:
        """How many content words of a statement occur nowhere else in the body."""
        return sum(self.frequency[name] == 1 for name in self.stems[statement.number])

    def _stems(self, statement: Statement) -> frozenset[str]:
        words = statement.every_word()
        if not words:
            return frozenset()
        return frozenset(
            stem(w.lower)
            for w in words
            if w.kind is not Kind.PUNCT and w.lower not in FUNCTION_WORDS
        )

    def _repeated(self) -> list[float]:
        """For each statement the largest share of it that one earlier statement says."""
        holders: dict[str, list[int]] = {}
        shares: list[float] = []
        for number, names in enumerate(self.stems):
            common: Counter[int] = Counter()
            for name in names:
                if self.frequency[name] <= COMMON:
                    common.update(holders.get(name, ()))
            shares.append(max(common.values(), default=0) / max(1, len(names)))
            for name in names:
                holders.setdefault(name, []).append(number)
        return shares
