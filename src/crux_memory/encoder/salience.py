"""What a word, a clause and a statement are worth to a reader who may ask for any fact.

A fact is a pair or triple of content words of one statement; it is still stated when all of them
are. So a statement's value grows less than in proportion to its length, and what is left of it
after words have gone falls faster than in proportion to their weight (`survival`).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from crux_memory.encoder.statements import Body, Form, Statement
from crux_memory.encoder.words import Ease, Word
from crux_memory.markdown.clauses import Role
from crux_memory.markdown.lexing import Kind, lex
from crux_memory.markdown.tagging import Tag
from crux_memory.tokens import TokenCounter

# What multiplies a statement's chance to be asked for. Rules with their polarity, conditions and
# duties come first, ordered steps are instructions, what elaborates or only introduces comes last.
SIGNALS = {
    "negation": 2.5,
    "condition": 1.5,
    "requirement": 1.4,
    "modal": 1.3,
    "contrast": 1.3,
    "step": 1.9,
    "emphasis": 1.35,
    "quotation": 1.3,
    "later sentence": 0.6,
    "lead-in": 0.4,
    "opening of a section": 0.7,
    "example": 0.6,
    "row": 0.8,
    "header": 0.4,
    "fence": 0.35,
    "raw": 0.3,
}
LENGTH_POWER = 0.75  # a longer statement states more, but not in proportion
SECTION_POWER = -0.25  # of a section's many statements each is less likely to be asked for
_MODAL = frozenset("must always should required require requires need needs ensure shall".split())
_CONTRAST = frozenset("only instead rather avoid except unless prefer preferred but ≠".split())
_CONDITION = frozenset("if when unless until before after whenever while once".split())
CLAUSE_FACTOR = {
    Role.CONDITION: 0.9,
    Role.REASON: 0.6,
    Role.EXAMPLE: 0.6,
    Role.ASIDE: 0.8,
    Role.PLEASANTRY: 0.1,
}
# The chance that a word is one of those a question turns on.
TAG_WEIGHT = {
    Tag.ANCHOR: 0.68,
    Tag.NEGATION: 0.30,
    Tag.SUBORDINATOR: 0.10,
    Tag.PREPOSITION: 0.07,
    Tag.DETERMINER: 0.09,
    Tag.TO: 0.01,
    Tag.AUXILIARY: 0.02,
    Tag.PRONOUN: 0.02,
    Tag.COORDINATOR: 0.02,
    Tag.ARTICLE: 0.0,
    Tag.PUNCT: 0.0,
}
EASE_FACTOR = {Ease.WORDING: 0.02, Ease.SOFT: 0.3, Ease.GRAMMAR: 0.6}
SURVIVAL_POWER = 2.4  # how many content words a fact takes
SHORTEST = 3.0  # tokens that state nothing


def survival(kept: float, whole: float) -> float:
    """The chance that a fact of a statement is still stated when `kept` of its weight is left."""
    return (max(0.0, min(kept, whole)) / whole) ** SURVIVAL_POWER if whole > 0 else 1.0


def signals(statement: Statement) -> Iterator[str]:
    """The names of the signals that a statement gives."""
    words = _all_words(statement)
    known = {w.lower for w in words}
    if any(w.tag is Tag.NEGATION for w in words):
        yield "negation"
    if known & _CONDITION:
        yield "condition"
    if statement.role is Role.REQUIREMENT:
        yield "requirement"
    if known & _MODAL:
        yield "modal"
    if known & _CONTRAST:
        yield "contrast"
    if statement.marker[:1].isdigit():
        yield "step"
    if any(w.strong for w in words):
        yield "emphasis"
    if any(w.kind is Kind.QUOTE for w in words):
        yield "quotation"
    if statement.later:
        yield "later sentence"
    if statement.leads:
        yield "lead-in"
    if statement.opens:
        yield "opening of a section"
    if statement.role in (Role.EXAMPLE, Role.ASIDE):
        yield "example"
    if statement.form is not Form.PROSE:
        yield statement.form.value


def clause_values(statement: Statement, sizes: Sequence[float]) -> list[float]:
    """What each clause is worth when it is kept whole; `sizes` are their tokens."""
    size = sum(sizes)
    worth = max(size - SHORTEST, 0.3) ** LENGTH_POWER
    worth *= statement.crowd**SECTION_POWER
    for signal in signals(statement):
        worth *= SIGNALS[signal]
    roles = [c.role for c in statement.clauses]
    shares = [
        size * (CLAUSE_FACTOR.get(roles[number], 1.0) if 0 < number < len(roles) else 1.0)
        for number, size in enumerate(sizes)
    ]
    return [worth * share / (sum(shares) or 1.0) for share in shares]


def weigh(body: Body, counter: TokenCounter) -> None:
    """Sets the weight of every word, in place."""
    frequency: Counter[str] = Counter()
    for statement in body.statements:
        for word in _all_words(statement):
            if word.kind is Kind.WORD:
                frequency[stem(word.lower)] += 1
    headings = [frozenset[str]()] * len(body.places)
    for place in body.places:
        own = frozenset(stem(t.lower) for t in lex(place.title) if t.kind is not Kind.PUNCT)
        above = headings[place.parent] if place.parent >= 0 else frozenset()
        headings[place.number] = own | above
    crowds = Counter(s.section for s in body.statements)
    opened: set[int] = set()
    for statement in body.statements:
        statement.crowd = crowds[statement.section]
        titled = bool(body.places[statement.section].title)
        statement.opens = titled and statement.section not in opened
        opened.add(statement.section)
        seen: set[str] = set()
        for word in _all_words(statement):
            word.weight = _weight(word, statement, counter)
            name = stem(word.lower)
            if name in headings[statement.section]:
                word.weight *= 0.5
            if name in seen:
                word.weight *= 0.4
            if word.tag in (Tag.NOUN, Tag.VERB, Tag.ADJECTIVE, Tag.ANCHOR, Tag.GERUND):
                seen.add(name)


def _all_words(statement: Statement) -> list[Word]:
    return statement.words or [word for cell in statement.cells for word in cell]


def _weight(word: Word, statement: Statement, counter: TokenCounter) -> float:
    if word.kind is Kind.WORD and word.tag not in TAG_WEIGHT:
        bits = counter.information(word.lower)
        base = min(0.55, max(0.12, 0.15 + (bits - 8.0) * 0.05))
    else:
        base = TAG_WEIGHT.get(word.tag, 0.3)
    if word.strong:
        base *= 1.15
    if 0 <= word.clause < len(statement.clauses):
        base *= CLAUSE_FACTOR.get(statement.clauses[word.clause].role, 1.0)
    return base * EASE_FACTOR.get(word.ease, 1.0)


_SUFFIX = re.compile(r"(?:'s|ing|ies|ied|ed|es|s|ly)$")


def stem(word: str) -> str:
    """A rough stem: enough to see that "commands" repeats "command"."""
    if len(word) < 5:
        return word.rstrip("s") if len(word) > 3 else word
    return _SUFFIX.sub("", word)
