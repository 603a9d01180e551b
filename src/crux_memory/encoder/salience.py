"""How likely a reader's question turns on a word, and what is left when words are gone.

A fact is a pair or triple of content words of one statement; it is still stated when all of them
are. So what is left of a statement falls faster than in proportion to the weight that is gone.
"""

from __future__ import annotations

from crux_memory.encoder.context import Context, stem
from crux_memory.encoder.ease import LINKS
from crux_memory.encoder.statements import Body, Statement
from crux_memory.encoder.words import Ease, Word
from crux_memory.encoder.worth import CLAUSE_FACTOR
from crux_memory.markdown.lexing import Kind
from crux_memory.markdown.tagging import Tag
from crux_memory.tokens import TokenCounter

SURVIVAL_POWER = 1.7  # how many content words a fact takes
# The chance that a question turns on a word of a class; other content words go by information.
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
EASE_FACTOR = {Ease.WORDING: 0.02, Ease.SOFT: 0.07, Ease.LINK: 0.4, Ease.GRAMMAR: 0.4}
LEAST, MOST = 0.12, 0.55  # bounds of a content word's chance
BITS_FROM, BITS_SLOPE = 8.0, 0.035  # chance grows with information above so many bits
RARITY_POWER = -0.3  # a word that is all over the file tells one statement from another less
HEADING_FACTOR = 0.7  # the heading says it already
AGAIN_FACTOR = 0.35  # the statement said it before
STRONG_FACTOR = 1.15


def survival(kept: float, whole: float) -> float:
    """The chance that a fact of a clause is still stated when `kept` of its weight is left."""
    return (max(0.0, min(kept, whole)) / whole) ** SURVIVAL_POWER if whole > 0 else 1.0


def weigh(body: Body, context: Context, counter: TokenCounter) -> None:
    """Sets the weight of every word, in place."""
    for statement in body.statements:
        seen: set[str] = set()
        heading = context.headings[statement.section]
        for word in statement.every_word():
            name = stem(word.lower)
            word.weight = _weight(word, statement, counter)
            if word.tag not in TAG_WEIGHT or word.tag is Tag.ANCHOR:
                word.weight *= context.rarity(name) ** RARITY_POWER
                word.weight *= AGAIN_FACTOR if name in seen else 1.0
                seen.add(name)
            if name in heading:
                word.weight *= HEADING_FACTOR


def _weight(word: Word, statement: Statement, counter: TokenCounter) -> float:
    if word.ease in (Ease.LINK, Ease.GRAMMAR):
        base = LINKS.get(word.lower, TAG_WEIGHT.get(word.tag, LEAST))
    elif word.kind is Kind.WORD and word.tag not in TAG_WEIGHT:
        bits = counter.information(word.lower)
        base = min(MOST, max(LEAST, 0.15 + (bits - BITS_FROM) * BITS_SLOPE))
    else:
        base = TAG_WEIGHT.get(word.tag, 0.3)
    if word.strong:
        base *= STRONG_FACTOR
    if 0 <= word.clause < len(statement.clauses):
        base *= CLAUSE_FACTOR.get(statement.clauses[word.clause].role, 1.0)
    return base * EASE_FACTOR.get(word.ease, 1.0)
