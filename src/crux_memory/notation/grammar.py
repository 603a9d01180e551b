"""Loads the grammar file, once and only when something is parsed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from lark import Lark, Token, Transformer, Tree

GRAMMAR = "crux.lark"


def grammar_text() -> str:
    """The text of ``grammars/crux.lark``, from the installed package or the source checkout."""
    packaged = resources.files("crux_memory") / "grammars" / GRAMMAR
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    checkout = Path(__file__).parents[3] / "grammars" / GRAMMAR
    return checkout.read_text(encoding="utf-8")


@cache
def file_parser() -> Lark:
    """The parser of whole texts; gives marks (see `marks.py`), not Lark trees."""
    from crux_memory.notation.marks import Marks

    return _parser("file", Marks())


@cache
def inline_parser() -> Lark:
    """The parser of one statement's text; gives a flat Lark tree of tokens."""
    return _parser("inline", None)


def tokens_of(raw: str) -> Sequence[Token]:
    """The tokens of one statement's text, as the grammar's rule `inline` has them."""
    tree = inline_parser().parse(raw)
    assert isinstance(tree, Tree)  # no transformer is attached
    return [child for child in tree.children if isinstance(child, Token)]


def _parser(start: str, transformer: Transformer[Token, object] | None) -> Lark:
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        start=start,
        transformer=transformer,
        maybe_placeholders=False,
    )
