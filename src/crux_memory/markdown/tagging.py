"""Word classes, good enough to tell a verb from a head noun from a modifier.

Three sources, in this order: the closed classes (`english`), the lexicon of Brill's tagger (MIT
licence, see ``data/NOTICE``), word endings. A few context rules then mend what a word alone
cannot tell ("run" after "the" is a noun, at the head of an instruction a verb).
"""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from importlib import resources

from crux_memory.markdown import english
from crux_memory.markdown.lexing import Kind, Token


class Tag(Enum):
    """A word class."""

    NOUN = "N"
    VERB = "V"
    PAST_PARTICIPLE = "E"
    GERUND = "G"
    ADJECTIVE = "J"
    ADVERB = "R"
    ARTICLE = "a"
    DETERMINER = "d"
    PRONOUN = "p"
    AUXILIARY = "x"
    NEGATION = "n"
    PREPOSITION = "i"
    TO = "t"
    COORDINATOR = "c"
    SUBORDINATOR = "s"
    ANCHOR = "A"
    PUNCT = "."


CONTENT = frozenset(
    {Tag.NOUN, Tag.VERB, Tag.PAST_PARTICIPLE, Tag.GERUND, Tag.ADJECTIVE, Tag.ADVERB, Tag.ANCHOR}
)
NOMINAL = frozenset({Tag.NOUN, Tag.ANCHOR, Tag.ADJECTIVE, Tag.PAST_PARTICIPLE, Tag.GERUND})
_CLOSED: tuple[tuple[frozenset[str], Tag], ...] = (
    (english.ARTICLES, Tag.ARTICLE),
    (frozenset({"to"}), Tag.TO),
    (english.NEGATIONS - {"no", "neither", "without", "nothing", "nobody", "none"}, Tag.NEGATION),
    (english.AUXILIARIES, Tag.AUXILIARY),
    (frozenset({"no", "neither", "none"}), Tag.NEGATION),
    (english.POSSESSIVES | english.DEMONSTRATIVES | english.QUANTIFIERS, Tag.DETERMINER),
    (english.PERSONAL | english.OTHER_PRONOUNS, Tag.PRONOUN),
    (english.COORDINATORS - {"so", "yet", "plus"}, Tag.COORDINATOR),
    (frozenset({"if", "unless", "because", "although", "though", "whereas", "whether", "when",
                "whenever", "while", "where", "wherever", "lest", "how", "why"}), Tag.SUBORDINATOR),
    (english.PREPOSITIONS, Tag.PREPOSITION),
    (english.SCOPE_ADVERBS | english.FILLERS, Tag.ADVERB),
)  # fmt: skip
_ENDINGS: tuple[tuple[str, str], ...] = (
    ("ly", "R"), ("ing", "G"), ("ed", "E"), ("tion", "N"), ("ment", "N"), ("ness", "N"),
    ("ity", "N"), ("ous", "J"), ("ful", "J"), ("ive", "J"), ("ble", "J"), ("al", "J"),
    ("ic", "J"), ("less", "J"), ("ize", "V"), ("ise", "V"), ("ify", "V"), ("ate", "V"),
    ("en", "E"),
)  # fmt: skip


def guess(word: str) -> str:
    """The class of a lower-case word as its ending tells it; nouns are the rest."""
    for ending, letter in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return letter
    return "N"


@lru_cache(maxsize=1)
def _lexicon() -> dict[str, str]:
    file = resources.files("crux_memory.markdown") / "data" / "lexicon.txt.gz"
    found: dict[str, str] = {}
    for line in gzip.decompress(file.read_bytes()).decode().split("\n"):
        letter, _, words = line.partition(" ")
        found.update(dict.fromkeys(words.split(" "), letter))
    return found


@lru_cache(maxsize=1)
def _closed() -> dict[str, Tag]:
    found: dict[str, Tag] = {}
    for words, tag in _CLOSED:
        for word in words:
            found.setdefault(word, tag)
    return found


@lru_cache(maxsize=20_000)
def word_class(word: str) -> Tag:
    """The commonest class of a lower-case word."""
    closed = _closed().get(word)
    if closed is not None:
        return closed
    if word.endswith("n't"):
        return Tag.NEGATION
    lexicon = _lexicon()
    known = lexicon.get(word)
    if known is None and "-" in word:
        last = word.rpartition("-")[2]
        known = "J" if lexicon.get(last) in ("E", "G", "J") or last.endswith("ed") else None
    if known is None:
        known = guess(word)
        if known == "N" and word.endswith("s") and lexicon.get(word[:-1]) == "V":
            known = "V"
    return Tag(known)


def tag(tokens: Sequence[Token]) -> list[Tag]:
    """The class of each token, in its context."""
    tags = [_alone(token) for token in tokens]
    for position in range(len(tags)):
        tags[position] = _in_context(tokens, tags, position)
    return tags


def _alone(token: Token) -> Tag:
    if token.kind is Kind.PUNCT:
        return Tag.PUNCT
    if token.is_anchor:
        return Tag.ANCHOR
    found = word_class(token.lower)
    proper = token.text[:1].isupper() and not token.text.isupper()
    return Tag.NOUN if proper and found is Tag.ANCHOR else found


_BASE_OPEN = frozenset({Tag.ARTICLE, Tag.DETERMINER, Tag.ADJECTIVE, Tag.PREPOSITION})
_NO_OBJECT = frozenset({Tag.PUNCT, Tag.AUXILIARY, Tag.VERB, Tag.COORDINATOR, Tag.NEGATION})
_OBJECT = frozenset({Tag.ARTICLE, Tag.DETERMINER, Tag.ANCHOR, Tag.PRONOUN})


def _in_context(tokens: Sequence[Token], tags: list[Tag], position: int) -> Tag:
    here = tags[position]
    before = tags[position - 1] if position else Tag.PUNCT
    after = tags[position + 1] if position + 1 < len(tags) else Tag.PUNCT
    word = tokens[position].lower
    opens = position == 0 or (before is Tag.PUNCT and tokens[position - 1].text not in "'’-/")
    if (
        here is Tag.VERB
        and before in _BASE_OPEN
        and tokens[position - 1].lower not in {"that", "before", "after", "this"}
    ):
        return Tag.NOUN
    if here is Tag.NOUN:
        if before is Tag.TO and not word.endswith("s") and after is not Tag.PUNCT:
            return Tag.VERB
        modal = before is Tag.AUXILIARY or (
            before is Tag.NEGATION and tokens[position - 1].lower != "no"
        )
        if modal and after in _OBJECT | {Tag.NOUN} and not word.endswith("s"):
            return Tag.VERB
        if opens and word in english.NOUN_VERBS and after not in _NO_OBJECT:
            return Tag.VERB
        if (
            opens
            and after in {Tag.ARTICLE, Tag.DETERMINER, Tag.ANCHOR}
            and _lower_sentence(tokens, position)
        ):
            return Tag.VERB
        if after in {Tag.ARTICLE, Tag.DETERMINER} and before in {Tag.NOUN, Tag.COORDINATOR}:
            return Tag.VERB
    if (
        here in {Tag.PAST_PARTICIPLE, Tag.GERUND}
        and after in {Tag.NOUN, Tag.ANCHOR}
        and (before in {Tag.ARTICLE, Tag.DETERMINER, Tag.ADJECTIVE, Tag.PREPOSITION})
    ):
        return Tag.ADJECTIVE if here is Tag.PAST_PARTICIPLE else here
    return here


def _lower_sentence(tokens: Sequence[Token], position: int) -> bool:
    """True where a capital at a clause's start is a sentence's, not a name's."""
    return not (position + 1 < len(tokens) and tokens[position + 1].text == ":")
