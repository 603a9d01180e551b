"""How easily each word of a sentence goes: the rules of telegraphic English.

A rule looks at a word between its neighbours. No rule removes a negation, a quantifier, a condition
or an anchor, and none removes the word that a negation binds to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crux_memory.encoder.code import untick
from crux_memory.encoder.words import Ease, Word
from crux_memory.markdown import english
from crux_memory.markdown.lexing import Kind
from crux_memory.markdown.tagging import NOMINAL, Tag

_HEDGES = frozenset(
    (
        "actually basically really quite very simply essentially certainly definitely "
        "obviously clearly truly literally honestly frankly somewhat indeed anyway naturally "
        "importantly notably interestingly additionally furthermore moreover accordingly "
        "thereby overall kindly please extremely highly particularly especially significantly "
        "therefore thus hence"
    ).split()
)
_BE_DROP = frozenset("is are was were".split())
_STATE = frozenset({Tag.ADJECTIVE, Tag.PAST_PARTICIPLE, Tag.GERUND, Tag.ADVERB, Tag.PREPOSITION})
_NUMERIC = frozenset(
    "one two three four five six seven eight nine ten twelve twenty hundred".split()
)


def mark(words: list[Word]) -> None:
    """Sets the ease of every word, in place."""
    for position, word in enumerate(words):
        word.ease = _ease(words, position)


def untick_evident(words: list[Word]) -> None:
    """Takes the ticks off evident code, in place."""
    for position, word in enumerate(words):
        if word.kind is Kind.CODE and _apart(words, position):
            word.text = untick(word.text)


def _apart(words: Sequence[Word], position: int) -> bool:
    """True for a span that no letter or sign touches, so that it stays a word of its own."""
    before, after = _before(words, position), _after(words, position)
    free = before is None or words[position].space or before.text in {"(", "["}
    return free and (after is None or after.space or after.text in {",", ";", ":", ")", "]"})


def _ease(words: Sequence[Word], position: int) -> Ease:
    word = words[position]
    if word.kind is not Kind.WORD or word.tag is Tag.NEGATION:
        return Ease.CORE
    if english.POLARITY.intersection(word.lower.split("-")):
        return Ease.CORE
    for ease, rules in _RULES:
        if any(rule(words, position) for rule in rules):
            return ease
    return Ease.CORE


def _before(words: Sequence[Word], position: int) -> Word | None:
    return words[position - 1] if position else None


def _after(words: Sequence[Word], position: int) -> Word | None:
    return words[position + 1] if position + 1 < len(words) else None


def _negated(words: Sequence[Word], position: int) -> bool:
    """True right behind a negation, which binds to the next word."""
    before = _before(words, position)
    return before is not None and before.tag is Tag.NEGATION


def _article(words: Sequence[Word], position: int) -> bool:
    word, after = words[position], _after(words, position)
    if word.tag is not Tag.ARTICLE or after is None or after.kind is Kind.PUNCT:
        return False
    if word.text == "A" and position and words[position - 1].text not in ".;:—(":
        return False  # "option A"
    if after.lower in english.MODALS:
        return False  # "a must"
    if word.lower == "a" and after.lower in {"few", "little", "lot", "bit", "while", "time"}:
        return False
    if word.lower == "the" and (
        after.lower in {"more", "less"}
        or (after.lower.endswith("er") and after.tag is Tag.ADJECTIVE)
    ):
        return False  # "the more …, the slower …"
    return not (word.lower in {"a", "an"} and _negated(words, position) and after.lower == "single")


def _hedge(words: Sequence[Word], position: int) -> bool:
    return words[position].lower in _HEDGES and not _negated(words, position)


def _copula(words: Sequence[Word], position: int) -> bool:
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.lower not in _BE_DROP or before is None or after is None:
        return False
    if before.tag not in NOMINAL | {Tag.VERB, Tag.PUNCT} or before.text in {",", ";", "?", ":"}:
        return False
    if after.tag is Tag.ADVERB and position + 2 < len(words):
        return words[position + 2].tag in _STATE
    return after.tag in _STATE


def _perfect(words: Sequence[Word], position: int) -> bool:
    """ "Has" or "has been" before a participle; "would have been kept" says that it was not."""
    word, after = words[position], _after(words, position)
    if word.lower == "been" and position and words[position - 1].lower in english.HAVE:
        return _perfect(words, position - 1)
    if word.lower not in {"has", "have", "had"} or after is None or not position:
        return False
    if _negated(words, position) or _modal_before(words, position):
        return False
    told = words[position + 2] if after.lower == "been" and position + 2 < len(words) else after
    return told.tag is Tag.PAST_PARTICIPLE or (
        told.tag is Tag.VERB and told.lower.endswith(("ed", "en"))
    )


def _modal_before(words: Sequence[Word], position: int) -> bool:
    return any(w.lower in english.MODALS for w in words[max(0, position - 3) : position])


def _future(words: Sequence[Word], position: int) -> bool:
    """ "Will" between its subject and an active verb; "will be done" is not "done" yet."""
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.lower != "will" or before is None or after is None or before.tag not in NOMINAL:
        return False
    return after.tag is Tag.VERB and after.lower != "be"


def _complementizer(words: Sequence[Word], position: int) -> bool:
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.lower != "that" or before is None or after is None:
        return False
    opens = before.tag in {Tag.VERB, Tag.GERUND, Tag.PAST_PARTICIPLE, Tag.NOUN, Tag.ADJECTIVE}
    follows = after.tag in {Tag.ARTICLE, Tag.PRONOUN, Tag.DETERMINER, Tag.ANCHOR}
    return (opens and follows) or (before.lower == "so" and after.kind is Kind.WORD)


def _then(words: Sequence[Word], position: int) -> bool:
    before = _before(words, position)
    return words[position].lower == "then" and before is not None and before.text == ","


def _serial_and(words: Sequence[Word], position: int) -> bool:
    """The "and" of "A, B, and C", where the comma already says it."""
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.lower != "and" or before is None or before.text != "," or after is None:
        return False
    commas = [n for n in range(max(0, position - 14), position - 1) if words[n].text == ","]
    if not commas or after.tag in {Tag.ADVERB, Tag.NEGATION, Tag.PRONOUN, Tag.SUBORDINATOR}:
        return False
    return all(position - 1 - n <= 7 for n in commas[-1:])


def _subject(words: Sequence[Word], position: int) -> bool:
    """ "You" and "we" before a modal at the head of a clause: the rule is for the reader anyway."""
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.lower not in {"you", "we"} or after is None:
        return False
    return after.lower in english.MODALS and (before is None or before.tag is Tag.PUNCT)


def _possessive(words: Sequence[Word], position: int) -> bool:
    after = _after(words, position)
    return (
        words[position].lower in english.POSSESSIVES
        and after is not None
        and (after.tag in NOMINAL)
    )


def _demonstrative(words: Sequence[Word], position: int) -> bool:
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.lower not in {"this", "these", "those"} or after is None:
        return False
    return (
        before is not None and after.tag in {Tag.NOUN, Tag.ADJECTIVE} and before.kind is Kind.WORD
    )


def _value(words: Sequence[Word], position: int) -> bool:
    """A copula before a number: "port 8080". Two nouns without theirs would be one compound."""
    before, after = _before(words, position), _after(words, position)
    if words[position].lower not in _BE_DROP or before is None or after is None:
        return False
    return before.tag is Tag.NOUN and after.kind is Kind.NUMBER and _main_verb(words, position)


def _main_verb(words: Sequence[Word], position: int) -> bool:
    """True where no verb stands before in the clause: what is left reads as subject, predicate."""
    clause = words[position].clause
    return not any(
        w.tag is Tag.VERB and w.clause == clause for w in words[max(0, position - 60) : position]
    )


_CATENATIVE = frozenset("try tries help helps want wants prefer prefers".split())


def _infinitive(words: Sequence[Word], position: int) -> bool:
    """The "to" between a verb and the verb it governs ("try to keep")."""
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.tag is not Tag.TO or before is None or after is None:
        return False
    return before.tag is Tag.VERB and after.tag is Tag.VERB and before.lower in _CATENATIVE


def _expletive(words: Sequence[Word], position: int) -> bool:
    """ "It" and "there" in the subject's place of a clause whose verb says enough."""
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.lower not in {"it", "there"} or after is None:
        return False
    opens = before is None or before.tag in {Tag.PUNCT, Tag.SUBORDINATOR}
    return opens and (after.tag is Tag.VERB or after.lower in {"is", "are", "was"})


def _of(words: Sequence[Word], position: int) -> bool:
    """The "of" of a partitive ("any of the checks")."""
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.lower != "of" or before is None or after is None or _negated(words, position):
        return False
    partitive = before.lower in {"all", "any", "both", "most", "some"}
    return partitive and after.tag is not Tag.PRONOUN and after.lower not in english.DEMONSTRATIVES


def _place(words: Sequence[Word], position: int) -> bool:
    """A preposition right before code or a path, which then stands in apposition."""
    word, before, after = words[position], _before(words, position), _after(words, position)
    if word.lower not in {"in", "at", "with", "via", "under", "on"} or before is None:
        return False
    named = after is not None and after.kind in (Kind.CODE, Kind.PATH, Kind.URL)
    return named and before.tag is Tag.NOUN and before.kind is Kind.WORD


def _this(words: Sequence[Word], position: int) -> bool:
    """ "This" at the head of a sentence before its subject."""
    word, after = words[position], _after(words, position)
    if word.lower not in {"this", "these"} or after is None or position + 2 >= len(words):
        return False
    verb = words[position + 2].tag in {Tag.VERB, Tag.AUXILIARY}
    return position == 0 and after.tag is Tag.NOUN and verb


def _link(words: Sequence[Word], position: int) -> bool:
    """A preposition between nouns, or a subject that was named before."""
    word, before, after = words[position], _before(words, position), _after(words, position)
    if before is None or after is None or after.tag is Tag.NEGATION or _negated(words, position):
        return False
    if word.lower in {"it", "they", "there"}:
        return before.tag in {Tag.PUNCT, Tag.COORDINATOR}
    # Behind a verb or an adverb a preposition is a part of it: "reach for", "instead of". So may
    # it be behind the first word of a sentence, for nouns are verbs there: "pair with".
    if word.lower not in LIGHT_LINKS or before.tag not in {Tag.NOUN, Tag.ANCHOR} or position < 2:
        return False
    if not _governs(words, position):
        return False
    measured = after.kind is Kind.NUMBER or after.lower in _NUMERIC  # "for three weeks"
    return not measured and after.tag not in {Tag.PRONOUN, Tag.DETERMINER}


def _governs(words: Sequence[Word], position: int) -> bool:
    """True for a preposition before the noun phrase that is its own.

    Before anything else it belongs to the word before it ("log in", "sign in to the shop"), and
    with a bare noun and another preposition it is one long preposition ("in front of").
    """
    after = words[position + 1]
    if after.tag not in NOMINAL | {Tag.ARTICLE, Tag.DETERMINER}:
        return False
    further = _after(words, position + 1)
    long = further is not None and further.lower in {"of", "to", "with"}
    return not (long and after.tag is Tag.NOUN and after.kind is Kind.WORD)


def _grammar(words: Sequence[Word], position: int) -> bool:
    """Any preposition, auxiliary or pronoun whose place tells what it would say."""
    word, before, after = words[position], _before(words, position), _after(words, position)
    if before is None or after is None or after.tag is Tag.NEGATION or _negated(words, position):
        return False
    if word.lower in {"is", "are", "was", "were"}:
        return before.tag in NOMINAL and _main_verb(words, position)
    if word.lower in {"it", "they", "you", "we", "there"}:
        return before.tag in {Tag.PUNCT, Tag.SUBORDINATOR, Tag.COORDINATOR}
    if word.lower == "at" and after.lower in {"all", "least", "most", "once", "first", "last"}:
        return False
    if word.lower == "to" and any(
        w.lower == "from" for w in words[max(0, position - 8) : position]
    ):
        return False  # "from A to B"
    if word.lower == "by":  # "submitted by agents" is not "submitted agents"
        return before.tag not in {Tag.VERB, Tag.PAST_PARTICIPLE, Tag.ADJECTIVE, Tag.GERUND}
    return word.lower in LINKS and (word.lower == "to" or _governs(words, position))


# How much of a hint a linking word is, as the chance that a reading turns on it.
LINKS = {
    "of": 0.01, "in": 0.02, "on": 0.02, "at": 0.02, "for": 0.02, "with": 0.025,
    "to": 0.10, "by": 0.10, "as": 0.10,
}  # fmt: skip
LIGHT_LINKS = frozenset("in on at for with".split())


def _manner(words: Sequence[Word], position: int) -> bool:
    word = words[position]
    if word.tag is not Tag.ADVERB or _negated(words, position):
        return False
    if word.lower in english.SCOPE_ADVERBS:
        return False
    return word.lower in english.FILLERS


def _softener(words: Sequence[Word], position: int) -> bool:
    """ "Also", and the "just" of "just run it"; before a noun it may mean "only"."""
    word, after = words[position], _after(words, position)
    if word.lower not in {"also", "just"} or _negated(words, position):
        return False
    if word.lower == "just":
        return after is not None and after.tag is Tag.VERB
    return after is None or after.lower not in {"if", "though", "in", "before", "after"}


def _modifier(words: Sequence[Word], position: int) -> bool:
    """An attribute before a noun that stays."""
    word, after = words[position], _after(words, position)
    if word.tag not in {Tag.ADJECTIVE, Tag.NOUN, Tag.PAST_PARTICIPLE, Tag.GERUND} or after is None:
        return False
    if _negated(words, position) or after.tag not in {Tag.NOUN, Tag.ADJECTIVE}:
        return False
    return word.lower not in _NUMERIC and after.kind is Kind.WORD and not word.text.isupper()


def _loose_adverb(words: Sequence[Word], position: int) -> bool:
    word = words[position]
    return (
        word.tag is Tag.ADVERB
        and not _negated(words, position)
        and word.lower not in english.SCOPE_ADVERBS
    )


_Rule = Callable[[Sequence[Word], int], bool]
_RULES: tuple[tuple[Ease, tuple[_Rule, ...]], ...] = (
    (Ease.WORDING, (_article, _hedge, _copula, _perfect, _future, _complementizer, _then,
                    _serial_and)),
    (Ease.SOFT, (_subject, _possessive, _value, _infinitive, _expletive, _of, _place, _this,
                 _manner, _softener)),
    (Ease.LINK, (_link,)),
    (Ease.GRAMMAR, (_grammar,)),
    (Ease.MODIFIER, (_modifier, _loose_adverb, _demonstrative)),
)  # fmt: skip
