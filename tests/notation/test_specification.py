"""Registry, grammar, expander and CRUX.md say the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crux_memory.notation import bare, emit, expand, format_document, parse, quoting
from crux_memory.notation.context import Context
from crux_memory.notation.grammar import file_parser, grammar_text, tokens_of
from crux_memory.notation.readings import read
from crux_memory.notation.symbols import (
    LETTER_BY_CHAR,
    LETTERS,
    PLAIN_SIGNS,
    SYMBOLS,
    Letter,
    Symbol,
)
from crux_memory.tokens import get_counter

ROOT = Path(__file__).parents[2]
SPECIFICATION = (ROOT / "CRUX.md").read_text(encoding="utf-8")
_EXAMPLE = re.compile(
    r"^(?P<f>`{3,})crux\n(?P<crux>.*?)^(?P=f)\n"
    r"(?:\n(?:says\n\n)?(?P<g>`{3,})markdown\n(?P<markdown>.*?)^(?P=g)\n)?",
    re.DOTALL | re.MULTILINE,
)
PAGES = SPECIFICATION + (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
EXAMPLES = [(found["crux"], found["markdown"]) for found in _EXAMPLE.finditer(PAGES)]


def _rows() -> set[str]:
    return set(SPECIFICATION.splitlines())


def test_every_example_is_found() -> None:
    assert len(EXAMPLES) == PAGES.count("```crux\n") >= 11
    assert sum(markdown is not None for _, markdown in EXAMPLES) >= 10


@pytest.mark.parametrize(("crux", "markdown"), EXAMPLES)
def test_examples_parse_expand_and_come_back(crux: str, markdown: str | None) -> None:
    document = parse(crux)
    assert emit(document) == crux
    assert markdown is None or expand(document) == markdown


@pytest.mark.parametrize("crux", [crux for crux, _ in EXAMPLES])
@pytest.mark.parametrize("minified", [False, True])
def test_examples_keep_their_meaning_when_formatted(crux: str, minified: bool) -> None:
    formatted = format_document(parse(crux), minified)
    assert bare(parse(emit(formatted))) == bare(parse(crux))


@pytest.mark.parametrize("symbol", SYMBOLS, ids=lambda symbol: symbol.name)
def test_symbols_are_specified(symbol: Symbol) -> None:
    o200k, cl100k = get_counter("o200k_base"), get_counter("cl100k_base")
    char = symbol.char.replace("|", "\\|")
    row = (
        f"| `{char}` | {symbol.name} | {symbol.spoken} | {symbol.meaning} "
        f"| {o200k.count(symbol.char)} | {cl100k.count(symbol.char)} | {symbol.use} |"
    )
    assert row in _rows()


@pytest.mark.parametrize("letter", LETTERS, ids=lambda letter: letter.title)
def test_letters_are_specified(letter: Letter) -> None:
    o200k, cl100k = get_counter("o200k_base"), get_counter("cl100k_base")
    row = (
        f"| `{letter.char}` | {letter.title} | {letter.meaning} "
        f"| {o200k.count(letter.char)} | {cl100k.count(letter.char)} |"
    )
    assert row in _rows()


def test_nothing_else_is_specified() -> None:
    signs = re.findall(r"^\| `(\\?[^`]+)` \|", SPECIFICATION, re.MULTILINE)
    registered = [letter.char for letter in LETTERS] + [s.char for s in SYMBOLS] + [*PLAIN_SIGNS]
    assert sorted(sign.removeprefix("\\") for sign in signs) == sorted(registered)
    for sign, meaning in PLAIN_SIGNS.items():
        assert f"| `{sign}` | {meaning} |" in _rows()


def _terminal(name: str) -> str:
    (found,) = (terminal for terminal in file_parser().terminals if terminal.name == name)
    return found.pattern.to_regexp()


def test_the_grammar_has_the_symbols_of_the_registry() -> None:
    found = re.search(r"^SYMBOL\.\d: /\[([^\]]+)\]\|(.*)/$", grammar_text(), re.MULTILINE)
    assert found is not None
    assert sorted([*found.group(1), ".."]) == sorted(symbol.char for symbol in SYMBOLS)
    for symbol in SYMBOLS:
        kinds = [token.type for token in tokens_of(f"1{symbol.char}2")]
        assert kinds == ["PHRASE", "SYMBOL", "PHRASE"]


def test_the_grammar_has_the_letters_of_the_registry() -> None:
    classes = set(re.findall(r"\[(Ρ[^\]]*)\]", grammar_text()))
    assert [sorted(characters) for characters in classes] == [sorted(LETTER_BY_CHAR)]


@pytest.mark.parametrize("name", ["CODE", "QUOTED", "NOTE"])
def test_python_and_grammar_have_the_same_opaque_spans(name: str) -> None:
    pattern = re.search(rf"^{name}\.\d: /(.*)/$", grammar_text(), re.MULTILINE)
    assert pattern is not None
    assert pattern.group(1).replace("\\/", "/") == getattr(quoting, name)


def test_reserved_characters_agree() -> None:
    classes = re.findall(r"^(?:ESCAPED|EVEN)\.\d: .*?\[(.*?)\]", grammar_text(), re.MULTILINE)
    assert len(classes) == 2
    assert {"".join(sorted(characters)) for characters in classes} == {
        "".join(sorted(quoting.RESERVED))
    }


@pytest.mark.parametrize("symbol", SYMBOLS, ids=lambda symbol: symbol.name)
def test_every_symbol_can_be_read(symbol: Symbol) -> None:
    contexts = [("when x", "y"), ("x ", " y"), ("20", "30"), ("x", "90%"), ("", "yy"), ("x=", "")]
    said = {read(Context(symbol.char, left, right, None, True)) for left, right in contexts}
    assert any(words and words.strip() for words in said)
