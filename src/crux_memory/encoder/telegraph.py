"""Telegraphic wording: which words of a sentence say nothing, and what is said shorter.

Phrases are replaced where the counted tokens allow; what single words say nothing is decided in
`ease`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crux_memory.encoder.phrases import phrases
from crux_memory.encoder.words import Word
from crux_memory.markdown.clauses import Sentence
from crux_memory.markdown.lexing import Kind
from crux_memory.markdown.tagging import CONTENT, Tag, word_class
from crux_memory.tokens import TokenCounter


def words_of(sentence: Sentence) -> list[Word]:
    """The sentence as working words, nothing removed yet."""
    return [
        Word(t.text, t.kind, g, t.space, c, t.strong, start=t.start, end=t.start + len(t.text))
        for t, g, c in zip(sentence.tokens, sentence.tags, sentence.owner, strict=True)
    ]


def shorten(words: list[Word], counter: TokenCounter) -> list[Word]:
    """Phrases replaced by shorter ones where that saves tokens."""
    table = phrases()
    out: list[Word] = []
    position = 0
    while position < len(words):
        found = phrase_at(words, position, table.get(words[position].lower, ()), counter)
        if found is None:
            out.append(words[position])
            position += 1
            continue
        length, short = found
        first, last = words[position], words[position + length - 1]
        if short:
            capital = first.text[:1].isupper() and short[:1].isalpha()
            text = short[:1].upper() + short[1:] if capital else short
            tag = word_class(short.lower()) if short[:1].isalpha() else Tag.PREPOSITION
            out.append(
                replace(first, text=text, kind=Kind.WORD, tag=tag, clause=last.clause, end=last.end)
            )
        elif position + length < len(words) and not first.space:
            following = words[position + length]
            words[position + length] = replace(following, space=False)
        position += length
    return out


def phrase_at(
    words: Sequence[Word],
    position: int,
    entries: Sequence[tuple[tuple[str, ...], str]],
    counter: TokenCounter,
) -> tuple[int, str] | None:
    """Length and short form of the first phrase of `entries` that may be replaced here."""
    for long, short in entries:
        piece = words[position : position + len(long)]
        if len(piece) < len(long) or any(w.lower != x for w, x in zip(piece, long, strict=True)):
            continue
        if any(w.kind not in (Kind.WORD, Kind.PUNCT) for w in piece):
            continue
        if position and words[position - 1].tag is Tag.NEGATION and long[0] not in ("as", "at"):
            continue  # "not able to", "no more than": the negation binds to the phrase
        if not _fits(words, position, len(long), short):
            continue
        before = " " + " ".join(long).replace(" ,", ",")
        if short == "" or counter.count(" " + short) < counter.count(before):
            return len(long), short
    return None


def _fits(words: Sequence[Word], position: int, length: int, short: str) -> bool:
    """Is the short form grammatical at this place?"""
    after = words[position + length] if position + length < len(words) else None
    if after is not None and after.text in {"?", "/"}:
        return False
    if short in {"must"} and words[position].lower in {"have", "has", "need", "needs"}:
        # "have to run" is a duty; "have to hand", "in need to" are not met before a verb
        before = words[position - 1] if position else None
        if before is not None and (
            before.tag in {Tag.AUXILIARY, Tag.TO, Tag.ARTICLE, Tag.DETERMINER}
        ):
            return False
        return after is not None and after.tag in {Tag.VERB, Tag.NOUN, Tag.AUXILIARY}
    if short == "~":
        return after is not None and after.kind is Kind.NUMBER
    if short == "these":
        return after is not None and after.tag in CONTENT
    return short != "while" or after is None or after.tag is not Tag.ADJECTIVE
