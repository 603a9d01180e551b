"""Reading Markdown: tokens, sentences, clauses, word classes, outline, language."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings

from crux_memory.markdown.blocks import parse_outline, split_row
from crux_memory.markdown.clauses import Role, analyse
from crux_memory.markdown.language import is_english, is_english_body
from crux_memory.markdown.lexing import Kind, lex, render
from crux_memory.markdown.sentences import split_sentences
from crux_memory.markdown.tagging import Tag, tag
from tests.markdown_parts import bodies, sentences


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("`a b`", Kind.CODE),
        ("``a`b``", Kind.CODE),
        ("https://a.b/c?d=e#f", Kind.URL),
        ("<https://a.b>", Kind.URL),
        ("src/app/main.py", Kind.PATH),
        (".gitignore", Kind.PATH),
        ("~/notes/x", Kind.PATH),
        ("package.json", Kind.PATH),
        ("@scope/name", Kind.PATH),
        ("--dry-run", Kind.FLAG),
        ("--level=3", Kind.FLAG),
        ("10 MB", Kind.NUMBER),
        ("2026-01-02", Kind.NUMBER),
        ("1.2.3", Kind.NUMBER),
        ("80%", Kind.NUMBER),
        ("#345", Kind.IDENTIFIER),
        ("fooBar", Kind.IDENTIFIER),
        ("foo_bar", Kind.IDENTIFIER),
        ("parse()", Kind.IDENTIFIER),
        ('"the exact words"', Kind.QUOTE),
        ("<name>", Kind.LITERAL),
        ("${HOME}", Kind.LITERAL),
        ("[[note]]", Kind.LITERAL),
    ],
)
def test_an_anchor_is_one_token(text: str, kind: Kind) -> None:
    tokens = lex(f"see {text} here")
    assert (tokens[1].text, tokens[1].kind) == (text, kind)
    assert len(tokens) == 3


@settings(max_examples=200, deadline=None)
@given(sentences())
def test_tokens_joined_give_the_text_without_emphasis(text: str) -> None:
    whole = render(lex(text, split_links=False))
    squeeze = re.compile(r"[\s*_]")
    assert squeeze.sub("", whole) == squeeze.sub("", text)


def test_emphasis_marks_words_and_globs_stay() -> None:
    tokens = lex("**Never** touch *.md or a * b or _x_")
    assert [t.text for t in tokens if t.strong] == ["Never", "x"]
    assert "*.md" in [t.text for t in tokens]


def test_a_link_becomes_label_and_target() -> None:
    assert render(lex("see [the guide](docs/a.md) now")) == "see the guide (docs/a.md) now"
    assert render(lex("see [a.md](docs/a.md)")) == "see docs/a.md"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two.", 2),
        ("Use e.g. this one. Then that.", 2),
        ("Version 1.2 is out. `x` works.", 2),
        ("He said (it is so. Really.) and left.", 1),
        ("これは文です。次の文。", 2),
        ("Stop! Why? Because.", 3),
    ],
)
def test_sentences(text: str, count: int) -> None:
    assert len(split_sentences(lex(text))) == count


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Never push to main.", Role.PROHIBITION),
        ("Don't push.", Role.PROHIBITION),
        ("Run the tests.", Role.REQUIREMENT),
        ("The build must pass.", Role.REQUIREMENT),
        ("Prefer small commits.", Role.PREFERENCE),
        ("The limit is `x`.", Role.VALUE),
        ("We are excited about this and thank you.", Role.PLEASANTRY),
        ("The sky is blue.", Role.PLAIN),
    ],
)
def test_the_role_of_a_sentence(text: str, role: Role) -> None:
    assert analyse(lex(text)).role is role


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Stop the run if a test fails.", Role.CONDITION),
        ("If a test fails, stop the run.", Role.CONDITION),
        ("Merge it unless it is blocked.", Role.CONDITION),
        ("Use the log instead of printing.", Role.EXCEPTION),
        ("Cache it, because reading is slow.", Role.REASON),
        ("Use a linter, such as that one.", Role.EXAMPLE),
        ("Use a linter (any will do).", Role.ASIDE),
    ],
)
def test_a_clause_of_its_own(text: str, role: Role) -> None:
    clauses = analyse(lex(text)).clauses
    assert role in [c.role for c in clauses[1:]]


def test_words_are_told_apart_in_context() -> None:
    tokens = lex("Report the bug, then run the report")
    classes = dict(zip([t.text for t in tokens], tag(tokens), strict=True))
    assert classes["Report"] is Tag.VERB
    assert classes["run"] is Tag.VERB
    assert classes["report"] is Tag.NOUN


@settings(max_examples=200, deadline=None)
@given(bodies)
def test_no_letter_of_a_body_is_lost_in_its_outline(body: str) -> None:
    units = [u for s in parse_outline(body).walk() for u in s.units]
    titles = [s.title for s in parse_outline(body).walk()]
    held = "".join(u.text + u.marker for u in units) + "".join(titles)
    missing = [c for c in set(body) if c.isalpha() and body.count(c) > held.count(c)]
    assert missing == []


def test_a_bar_in_code_does_not_split_a_cell() -> None:
    assert split_row("| a | `x|y` | c \\| d |") == ["a", "`x|y`", "c | d"]


def test_a_second_metadata_block_is_no_heading() -> None:
    outline = parse_outline("---\nphase: 2\n---\n\n---\nstate: open\n---\n\n# T\n")
    assert [u.text for u in outline.units] == ["phase: 2", "state: open"]
    assert [s.title for s in outline.sections] == ["T"]


def test_languages() -> None:
    assert is_english_body("Run the tests before you push to the main branch, and read the log.")
    assert not is_english_body(
        "Die Tests werden vor dem Push ausgeführt, und das Log wird gelesen."
    )
    assert not is_english_body("Los tests se ejecutan antes de hacer push a la rama principal.")
    assert not is_english_body("テストを実行してからプッシュします。")
    assert not is_english("Die Tests sind nicht für den Server")
