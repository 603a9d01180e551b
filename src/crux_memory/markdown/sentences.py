"""Tokens of a unit to sentences."""

from __future__ import annotations

from collections.abc import Sequence

from crux_memory.markdown.lexing import Kind, Token

_END = frozenset(".!?…。！？")
_WIDE_END = frozenset("。！？")
_OPEN, _CLOSE = frozenset("([{（「"), frozenset(")]}）」")


def split_sentences(tokens: Sequence[Token]) -> list[tuple[Token, ...]]:
    """Sentences in order; together they hold every token once.

    A full stop ends a sentence outside brackets where what follows looks like a beginning: a
    capital, an anchor, an emphasised word, an opening bracket.
    """
    sentences: list[tuple[Token, ...]] = []
    start = depth = 0
    for position, token in enumerate(tokens):
        if token.kind is Kind.PUNCT:
            depth += (token.text in _OPEN) - (token.text in _CLOSE and depth > 0)
        if depth == 0 and _ends(tokens, position):
            sentences.append(tuple(tokens[start : position + 1]))
            start = position + 1
    if start < len(tokens):
        sentences.append(tuple(tokens[start:]))
    return sentences


def _ends(tokens: Sequence[Token], position: int) -> bool:
    token = tokens[position]
    if token.text in _WIDE_END:
        return True
    stop = token.kind is Kind.PUNCT and token.text in _END
    quoted = token.kind is Kind.QUOTE and token.text[-2:-1] in _END
    closing = token.text == ")" and position > 0 and tokens[position - 1].text in _END
    if not (stop or quoted or closing):
        return False
    if position + 1 == len(tokens):
        return True
    after = tokens[position + 1]
    if not after.space:
        return False
    begins = after.text[:1].isupper() or after.is_anchor or after.strong or after.text in "(["
    if quoted:  # a quotation in the middle of a sentence often ends in a stop of its own
        return after.text[:1].isupper() and after.kind is Kind.WORD
    if position and tokens[position - 1].kind is Kind.NUMBER and position == 1:
        return False  # "1. Compress": a step's number, not a sentence
    return begins or (not after.text[:1].isalpha() and after.kind is not Kind.PUNCT)
