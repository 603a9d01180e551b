"""How ``¬`` is read: "do not" before a verb, "no" before a noun, "not" before all the rest."""

from __future__ import annotations

import re

from crux_memory.markdown.english import NOUN_VERBS
from crux_memory.markdown.tagging import Tag, word_class
from crux_memory.notation.context import WORD, Context, is_plural
from crux_memory.notation.verbs import PASTS, STATES, THINGS, VERBS

_LITERAL = re.compile(r"[ ]?(?:[`\"$@*]|--?\w|[./~]{1,3}\w)")  # code, a path, a flag
_NAME = re.compile(r"[(.:_/]\w|\(\)")  # what follows the first word of a call or a path
_NOUNS = frozenset({Tag.NOUN, Tag.ANCHOR, Tag.GERUND})
_DESCRIBING = frozenset({Tag.ADJECTIVE, Tag.PAST_PARTICIPLE})


def negate(context: Context) -> str | None:
    """The words for a ``¬`` in its place; None where nothing follows that it could negate."""
    right = context.right
    if not right.strip():
        return None
    if right.lstrip(" ").startswith("∃"):
        return "there is no"
    if not context.begins:
        return "not"
    if _LITERAL.match(right):
        return "no"
    found = WORD.match(right)
    if not found:
        return "not"
    word, rest = found.group(1).lower(), right[found.end() :]
    if _NAME.match(rest):
        return "no"
    alone = rest.lstrip().startswith("→")  # the negated word is a condition: "no match → 404"
    if _is_verb(word):
        noun = word in NOUN_VERBS or _class(word) is Tag.NOUN
        return "no" if alone and noun else "do not"
    return "no" if _names(word, rest, alone) else "not"


def _names(word: str, rest: str, alone: bool) -> bool:
    """Whether `word` is a noun or describes one that follows."""
    kind = _class(word)
    if kind in _DESCRIBING or kind is Tag.VERB:
        following = WORD.match(rest)
        return following is not None and (
            is_plural(following.group(1))
            or _class(following.group(1).lower()) in _NOUNS | _DESCRIBING
        )
    return kind in _NOUNS and word.isascii() and not (kind is Tag.GERUND and alone)


def _is_verb(word: str) -> bool:
    if word in VERBS or ("-" in word and word.rpartition("-")[2] in VERBS):
        return True
    base = not re.search(r"(?<!s)s$|ed$", word) and word not in PASTS
    return base and _class(word) is Tag.VERB


def _class(word: str) -> Tag:
    if word in STATES:
        return Tag.ADJECTIVE
    if word in THINGS:
        return Tag.NOUN
    kind = word_class(word)
    return Tag.NOUN if kind is Tag.VERB and is_plural(word) and word[:-1] in NOUN_VERBS else kind
