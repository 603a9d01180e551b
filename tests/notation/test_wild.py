"""CRUX as people and models write it: hand-written texts and what they expand to.

Each `cases/NAME.crux.md` has its expansion beside it, judged by reading.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from crux_memory.errors import InvalidInputError
from crux_memory.notation import (
    Block,
    Comment,
    Fence,
    Row,
    Statement,
    UnbalancedError,
    build,
    emit,
    expand,
    explain,
    format_text,
    parse,
    parse_file,
)
from crux_memory.notation.nodes import Delimiters

CASES = sorted((Path(__file__).parent / "cases").glob("*.crux.md"))


def _read(path: Path) -> str:
    return path.read_bytes().decode()


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_comes_back_byte_for_byte(case: Path) -> None:
    text = _read(case)
    assert emit(parse_file(text)) == text


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_expands_to(case: Path) -> None:
    expected = _read(case.with_name(case.name.replace(".crux.", ".expanded.")))
    assert expand(parse_file(_read(case))) == expected


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
@pytest.mark.parametrize("minified", [False, True])
def test_formatted_expands_to_the_same(case: Path, minified: bool) -> None:
    text = _read(case)
    formatted = format_text(text, minified=minified)
    assert expand(parse_file(formatted)).split() == expand(parse_file(text)).split()


def test_there_are_cases() -> None:
    assert len(CASES) >= 12


def _kinds(body: str) -> list[object]:
    return [type(child) for child in parse(f"⟦CRUX:x\n{body}\n⟧").children]


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("R.style{a}", [Block]),
        ("naming{fn=camelCase; cls=PascalCase}", [Block]),
        ("R=req→truth;gap→assume+mark", [Statement]),
        ("catch(e){/*ignore*/}", [Statement]),
        ("mkdir a/{yyyymmdd}/ now", [Statement]),
        ("test_{name}.py stays", [Statement]),
        ("P<0.05 is enough", [Statement]),
        ("List<int> is typed", [Statement]),
        ("R{a}Γ{b} Ω{c}", [Block, Block, Block]),
        ("naming{a} R{b}", [Block, Block]),
        ("a{b}; c{d}", [Block, Block]),
        ("|a|b\n|1|2", [Row, Row]),
        ("```\n{ ⟧\n```", [Fence]),
        ("~~~ py\n}\n~~~~", [Fence]),
        ("<!-- { -->", [Comment]),
        ("// c", [Comment]),
        ("Any heading at all {\na\n}", [Block]),
        ("Any heading <\na\n>", [Block]),
        ("naming<fn=a; cls=b>", [Block]),
        ("R<a -> b; c>", [Block]),
        ("⟦nested ; ⟧ x", [Statement]),
    ],
)
def test_kinds(body: str, kinds: list[object]) -> None:
    assert _kinds(body) == kinds


@pytest.mark.parametrize(
    ("body", "letter", "name", "delimiters"),
    [
        ("R{a}", "R", None, "{}"),
        ("P.⊛{a}", "P", "⊛", "{}"),
        ("K.x{a}", "Κ", "x", "{}"),  # the Latin letter stands for the Greek one
        ("E.CRUX-Memories{a}", "E", "CRUX-Memories", "{}"),
        ('R."a {b}"{c}', "R", "a {b}", "{}"),
        ("R.Error handling{\na\n}", "R", "Error handling", "{}"),
        ("Γ.flags<\na\n>", "Γ", "flags", "<>"),
        ("1. Layers first{\na\n}", None, "1. Layers first", "{}"),
        ('Γ.2) The "pause" protocol <\na\n>', "Γ", '2) The "pause" protocol', "<>"),
        ('"Flood" means red{\na\n}', None, '"Flood" means red', "{}"),
        ('"Flood"{\na\n}', None, "Flood", "{}"),
        ("Σ.x{a}", None, "Σ.x", "{}"),
        ("{\na\n}", None, None, "{}"),
    ],
)
def test_heads(body: str, letter: str | None, name: str | None, delimiters: str) -> None:
    (block,) = parse(f"⟦CRUX:x\n{body}\n⟧").children
    assert isinstance(block, Block)
    assert (block.letter, block.name, block.delimiters) == (letter, name, delimiters)


@pytest.mark.parametrize("delimiters", ["{}", "<>"])
@pytest.mark.parametrize(
    "name",
    [
        "1. Foo bar", '2. Refuse "big ball" shortcuts', '"Flood" means red', "- dashed", "a) b",
        "[ ] open", "| bar", "`code` first", 'ends in "quotes"', "5\" pipe", "設計 (v2)", "/etc",
    ],
)  # fmt: skip
def test_names_cost_no_quotes(name: str, delimiters: Delimiters) -> None:
    text = emit(build.document([build.block(None, name, [build.statement("a")], delimiters)]))
    assert text.splitlines()[1] == name + delimiters[0]
    (block,) = parse(text).children
    assert isinstance(block, Block)
    assert block.name == name


@pytest.mark.parametrize("delimiters", ["{}", "<>"])
@pytest.mark.parametrize("name", ["// a", "/* a */ b", "```a", "~~~ b", "a; b", "x\\", '"a"'])
def test_names_that_read_otherwise_are_quoted(name: str, delimiters: Delimiters) -> None:
    node = build.block(None, name, [build.statement("a")], delimiters)
    assert node.name == name
    assert parse(emit(build.document([node]))).children == (node,)


@pytest.mark.parametrize(
    ("body", "statements"),
    [
        ("R{a; b;c}", [("", "a"), ("", "b"), ("", "c")]),
        ("R{\na; b\nc;\n}", [("", "a; b"), ("", "c")]),
        ("Γ{1.a;2. b; 3)c}", [("1.", "a"), ("2.", "b"), ("3)", "c")]),
        ("R{\n- [x] a\n[ ]b\n* c\n• d\n}", [("- [x]", "a"), ("[ ]", "b"), ("*", "c"), ("•", "d")]),
        ("R{\n1.5 times\n3.x too\n1.2.3\n-flag\n}",
         [("", "1.5 times"), ("", "3.x too"), ("", "1.2.3"), ("", "-flag")]),
        ('R{say "a; b"; `c;d`}', [("", 'say "a; b"'), ("", "`c;d`")]),
        ("R{it's 5\" wide; 6\" high}", [("", "it's 5\" wide"), ("", '6" high')]),
    ],
)  # fmt: skip
def test_statements(body: str, statements: list[tuple[str, str]]) -> None:
    (block,) = parse(f"⟦CRUX:x\n{body}\n⟧").children
    assert isinstance(block, Block)
    found = [(c.marker, c.text) for c in block.children if isinstance(c, Statement)]
    assert found == statements


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("⟦CRUX:x\nR{a\n⟧\n", (3, 1), "'R{' of line 2, column 1 is not closed; expected '}'"),
        ("⟦CRUX:x\nδδ}\n⟧", (2, 3), "'⟦CRUX:x' of line 1, column 1 is not closed; expected '⟧'"),
        ("⟦CRUX:x\nΓ<\na\n}\n>⟧", (4, 1), "'Γ<' of line 2, column 1 is not closed; expected '>'"),
        ("⟦CRUX:x\nR{a}\n", (2, 5), "expected '⟧', but the text ends"),
        ("⟦CRUX:x\n```\nR{⟧\n", (3, 4), "expected '⟧', but the text ends"),
        ("⟦CRUX:x y {z ⟧", (1, 14), "'{' of line 1, column 11 is not closed; expected '}'"),
    ],
)  # fmt: skip
def test_unbalanced(text: str, place: tuple[int, int], says: str) -> None:
    with pytest.raises(UnbalancedError) as caught:
        parse(text)
    error = caught.value
    assert (error.line, error.column) == place
    assert error.place == f"line {place[0]}, column {place[1]}"
    assert says in error.message
    shown, caret = error.message.split("\n")[-2:]
    assert caret == " " * (place[1] - 1) + "^"
    assert shown == text.split("\n")[place[0] - 1]


@pytest.mark.parametrize("text", ["", "no notation", "see ⟦CRUX:x⟧ here", "⟦CRUX:a⟧\n⟦CRUX:b⟧"])
def test_one_document_is_wanted(text: str) -> None:
    with pytest.raises(InvalidInputError):
        parse(text)


def test_deep_blocks_are_refused() -> None:
    assert parse("⟦CRUX:x " + "R{" * 99 + "}" * 99 + "⟧")
    with pytest.raises(InvalidInputError, match="deeper than 100"):
        parse("⟦CRUX:x " + "R{" * 10_000 + "}" * 10_000 + "⟧")


def test_deep_groups_are_text() -> None:
    text = "⟦CRUX:x say ¬" + "{" * 10_000 + "}" * 10_000 + " there⟧"
    tree = parse(text)
    assert emit(tree) == text
    assert expand(tree).count("{") == 10_000


@pytest.mark.parametrize(
    "piece",
    ["```a\n", "/*;", "<!-- ", "`", '"x ', "P<a;", "x{", "<a", "(", "\\", "R.", "``x", "// ;"],
)
def test_unclosed_pieces_end_soon(piece: str) -> None:
    # A quadratic pattern would take minutes here.
    text = "⟦CRUX:x\n" + piece * (200_000 // len(piece)) + "\n⟧"
    with contextlib.suppress(InvalidInputError):
        assert emit(parse(text)) == text


def test_explanations_name_symbols_and_lines() -> None:
    rows = explain(parse("# T\n⟦CRUX:x\nΦ.limits{\n 1.retries≤3; ¬wait\n|a|∅\n}\n⟧"))
    assert [(row.line, row.depth, row.kind, row.english) for row in rows] == [
        (2, 0, "document", "what follows is compressed from: x"),
        (3, 0, "block", "Configuration: limits"),
        (4, 1, "statement", "1. retries at most 3; do not wait"),
        (5, 1, "row", "a | none"),
    ]
    assert [char for char, _ in rows[2].symbols] == ["≤", "¬"]
