"""Whether a text is written in the notation, so that signs which prose has as well mean its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lark import Token

from crux_memory.notation.grammar import tokens_of
from crux_memory.notation.nodes import Block, Document, Node, Row, Statement
from crux_memory.notation.symbols import SYMBOLS

# Signs that ordinary text uses as well.
_COMMON = {"|", "..", "→", "←", "»", "≥", "≤", "≠", "↑", "↓", "Δ", "∧", "∨"}
_NOTATION = {symbol.char for symbol in SYMBOLS} - _COMMON
_OWN = re.compile("[" + "".join(_NOTATION) + "]")


def is_dense(tokens: Sequence[Token]) -> bool:
    """Whether a statement has symbols as only the notation has them."""
    for index, token in enumerate(tokens):
        if token.type != "SYMBOL" or token in ("|", "..", "»", "←"):
            continue
        before = tokens[index - 1][-1:] if index else " "
        after = tokens[index + 1][:1] if index + 1 < len(tokens) else " "
        if token in _NOTATION or not (before.isspace() and after.isspace()):
            return True
    return False


def speaks_crux(document: Document) -> bool:
    """Whether any statement, row or name of `document` has symbols that only the notation has."""
    return any(
        _OWN.search(raw)
        and any(token.type == "SYMBOL" and token in _NOTATION for token in tokens_of(raw))
        for raw in _raws(document.children)
    )


def _raws(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Block):
            yield node.name or ""
            yield from _raws(node.children)
        elif isinstance(node, (Statement, Row)):
            yield node.raw
