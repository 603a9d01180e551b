"""Findings: each code is found where it should be and nowhere else, and `fix` removes it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from crux_memory.errors import InvalidInputError
from crux_memory.notation import (
    CODES,
    Document,
    bare,
    build,
    emit,
    expand,
    fix,
    lint,
    parse,
    parse_file,
)
from crux_memory.tokens import get_counter
from tests.notation import strategies

_FRONT = "---\ncreated: 2026-01-10\ncompressed: true\n{}\n---\n⟦CRUX:m\nKeep it short\n⟧\n"

_CASES = [
    ("CRUX101", "⟦CRUX:m\nR{a\n⟧\n", 3, 1),
    ("CRUX101", "⟦CRUX:m x}⟧\n", 1, 10),
    ("CRUX102", "# T\n⟦CRUX:m\na\n", 3, 2),
    ("CRUX103", "plain text\n", 1, 1),
    ("CRUX104", "⟦CRUX:m\nΣ.x{a}\n⟧\n", 2, 1),
    ("CRUX104", "⟦CRUX:m\nR{\n Z{a}\n}\n⟧\n", 3, 2),
    ("CRUX105", "⟦CRUX:m\nK.x{a}\n⟧\n", 2, 1),
    ("CRUX106", "⟦CRUX:m\nR.x{ }\n⟧\n", 2, 1),
    ("CRUX106", "⟦CRUX:m\n⟧\n", 1, 1),
    ("CRUX107", "⟦CRUX:m\na `⊗b` ⊗c\n⟧\n", 2, 8),
    ("CRUX108", "⟦CRUX:m\n{}\n⟧\n".replace("{}", "R{" + "some words; " * 10 + "}"), 2, 101),
    ("CRUX109", "⟦CRUX:m\nR{speed≻size}\n⟧\n", 2, 8),
    ("CRUX110", "⟦CRUX:m\nR{ \na\t\n}\n⟧\n", 2, 3),
    ("CRUX121", _FRONT.format("afterTokens: 99"), 4, 1),
    ("CRUX122", _FRONT.format("beforeTokens: 100\nafterTokens: 17\nreducedBy: 70%"), 6, 1),
    ("CRUX122", _FRONT.format("reducedBy: much"), 4, 1),
    ("CRUX123", _FRONT.format("compressionTarget: 0"), 4, 1),
    ("CRUX124", _FRONT.format("compressedDate: yesterday"), 4, 1),
    ("CRUX124", _FRONT.format("compressedDate: 2026-01-09"), 4, 1),
    ("CRUX125", _FRONT.format("beforeTokens: about 9"), 4, 1),
    ("CRUX126", "---\nafterTokens: 3\n---\n⟦CRUX:m a⟧\n", 2, 1),
    ("CRUX126", "---\ncompressed: true\n---\n⟦x⟧\n", 2, 1),
]


@pytest.mark.parametrize(("code", "text", "line", "column"), _CASES)
def test_found_in_its_place(code: str, text: str, line: int, column: int) -> None:
    found = lint(text, get_counter())
    assert (code, line, column) in [(f.code, f.line, f.column) for f in found]


@pytest.mark.parametrize(("code", "text", "line", "column"), _CASES)
def test_fixed_or_left(code: str, text: str, line: int, column: int) -> None:
    del line, column
    counter = get_counter()
    before = {f.code for f in lint(text, counter) if f.fixable}
    if code == "CRUX101":
        with pytest.raises(InvalidInputError):
            fix(text)
        return
    fixed = fix(text, counter)
    assert (fixed != text) == bool(before)
    assert not [f for f in lint(fixed, counter) if f.fixable]
    assert fix(fixed, counter) == fixed


def test_every_code_has_a_case_and_is_documented() -> None:
    assert {code for code, *_ in _CASES} == set(CODES)
    page = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
    for code, meaning in CODES.items():
        assert f"| {code} | {meaning} |" in page


@pytest.mark.parametrize(
    "text",
    [
        "⟦CRUX:memory\nR.Rules{\n" + "a very long statement of prose; " * 9 + "end\n}\n⟧\n",
        "⟦CRUX:memory\nx ⇒ y ∙ z, a ≈ b, −3, 4 × 5, x → y\n```\n⊗a  \n```\n⟧\n",
        "⟦CRUX:memory\nRules{\na\n}\nABC{\nb\n}\n⟧\n",
        _FRONT.format(
            "compressionTarget: 33\nbeforeTokens: 40\nafterTokens: 14\nreducedBy: 65%\n"
            "compressedDate: 2026-02-01"
        ),
    ],
)
def test_nothing_to_find(text: str) -> None:
    assert lint(text, get_counter()) == []


def test_costs_are_counted() -> None:
    (finding,) = lint("⟦CRUX:m\nguideline≻hard\n⟧\n", get_counter())
    count = get_counter().count
    lost = count("guideline≻hard") - count("guideline over hard")
    assert f"costs {lost} more o200k_base tokens" in finding.message
    assert lint("⟦CRUX:m\nguideline≻hard\n⟧\n", get_counter("estimate")) == []
    assert lint("⟦CRUX:m\nguideline≻hard\n⟧\n") == []


@settings(max_examples=200, deadline=None)
@given(strategies.documents)
def test_fixing_keeps_what_is_said(document: Document) -> None:
    text = emit(document)
    assert bare(parse(fix(text))) == bare(document)
    fixed = fix(text, get_counter())
    assert expand(parse(fixed)).split() == expand(document).split()


def test_the_last_sign_of_the_notation_stays_where_others_need_it() -> None:
    text = "⟦CRUX:m\nguideline≻hard\nstdout|files\n⟧\n"
    assert "stdout or files" in expand(parse(text))
    assert fix(text, get_counter()) == text
    alone = "⟦CRUX:m\nguideline≻hard\n⟧\n"
    assert fix(alone, get_counter()) == alone.replace("≻", " over ")


@settings(max_examples=200, deadline=None)
@given(strategies.garbage)
def test_any_text_can_be_linted(garbage: str) -> None:
    for text in (garbage, f"⟦CRUX:m\n{garbage}\n⟧\n"):
        found = lint(text, get_counter())
        lines = text.split("\n")
        assert all(1 <= f.line <= len(lines) and f.column >= 1 for f in found)
        assert all(f.code in CODES for f in found)


def test_a_built_document_has_no_findings() -> None:
    children = [build.block("R", "Error handling", [build.statement("Use `x` {always}; ok")])]
    text = emit(build.document(children))
    assert lint(text, get_counter()) == []
    assert fix(text, get_counter()) == text
    assert parse_file(text).documents[0].source == "memory"
