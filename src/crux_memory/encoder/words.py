"""The encoder's working form of a sentence: words that may go, and what each is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from crux_memory.markdown.lexing import Kind
from crux_memory.markdown.tagging import Tag


class Ease(IntEnum):
    """How easily a word goes."""

    WORDING = 1  # grammar without content: goes always
    SOFT = 2  # colours what is said: goes under any target
    LINK = 3  # ties words together; the order of words says it: goes under any target
    GRAMMAR = 4  # the same, where a reader must think: goes under a strict target
    MODIFIER = 5  # says more about something that stays: goes under a strict target
    CORE = 6  # goes only together with its clause


@dataclass(slots=True)
class Word:
    """A token on its way out: text, class, the clause it belongs to, ease and weight.

    `weight` is the chance (not normalised) that a reader asks for this word. `start` and `end` tell
    where what it stands for is in the text that was lexed.
    """

    text: str
    kind: Kind
    tag: Tag
    space: bool
    clause: int
    strong: bool = False
    ease: Ease = Ease.CORE
    weight: float = 0.0
    start: int = -1
    end: int = -1

    @property
    def lower(self) -> str:
        """The text in lower case with plain apostrophes."""
        return self.text.lower().replace("’", "'")


_OPENERS = frozenset("([{")
_LOOSE = frozenset([",", ";", "—", "–", "-", "--", ":"])


def join(words: Iterable[Word]) -> str:
    """Text of the words that are left, punctuation tidied where neighbours have gone."""
    text = ""
    opened = False
    for word in tidied([w for w in words if w.text]):
        if text and word.space and not opened:
            text += " "
        text += word.text
        opened = word.kind is Kind.PUNCT and word.text in _OPENERS
    return text.strip()


def tidied(words: list[Word]) -> list[Word]:
    """Removes separators that no longer separate anything, and brackets that hold nothing."""
    tidy: list[Word] = []
    for word in words:
        if word.kind is Kind.PUNCT and word.text in _LOOSE | {")", "]", ".", "!", "?"}:
            if not tidy and word.text in _LOOSE | {")", ".", "!"} and word.text != "-":
                continue
            last = tidy[-1] if tidy else None
            if last is not None and last.kind is Kind.PUNCT:
                if last.text in _OPENERS and word.text in ")]":
                    tidy.pop()
                    continue
                if last.text in _OPENERS and word.text in _LOOSE:
                    continue
                if last.text in _LOOSE and word.text in _LOOSE | {".", ")", "]", "!", "?"}:
                    if word.text in (",", "."):
                        continue
                    tidy[-1] = word
                    continue
        tidy.append(word)
    while tidy and tidy[-1].kind is Kind.PUNCT and tidy[-1].text in {",", ";", "—", "–", "--"}:
        tidy.pop()
    return tidy
