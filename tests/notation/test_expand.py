"""Expansion loses nothing and reads well."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings

from crux_memory.notation import (
    Block,
    Document,
    Fence,
    Node,
    Row,
    Statement,
    build,
    expand,
    format_document,
    parse,
)
from crux_memory.notation.inline import read_inline
from tests.notation import strategies


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def _said(nodes: Sequence[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Block):
            yield node.name or ""
            yield from _said(node.children)
        elif isinstance(node, Statement):
            yield node.text
        elif isinstance(node, Row):
            yield from node.cells
        else:
            yield node.raw


@settings(max_examples=300, deadline=None)
@given(strategies.documents)
def test_no_word_number_or_negation_is_lost(document: Document) -> None:
    said = "\n".join(_said(document.children))
    expansion = expand(document)
    # Case: a heading may begin with a capital. Δ is a letter to a computer, not to a reader.
    missing = _words(said.replace("Δ", " ").lower()) - _words(expansion.replace("Δ", " ").lower())
    assert not missing
    negations = len(re.findall(r"\b(?:not|no|never|none)\b|[¬≠∉]", expansion))
    assert negations >= len(re.findall(r"\b(?:not|no|never|none)\b|[¬≠∉]", said))


@settings(max_examples=200, deadline=None)
@given(strategies.documents)
def test_fences_are_byte_equal(document: Document) -> None:
    expansion = expand(document)

    def fences(nodes: Sequence[Node]) -> Iterator[Fence]:
        for node in nodes:
            if isinstance(node, Fence):
                yield node
            elif isinstance(node, Block):
                yield from fences(node.children)

    assert all(f"\n{fence.raw}\n" in f"\n{expansion}" for fence in fences(document.children))


@settings(max_examples=200, deadline=None)
@given(strategies.documents)
def test_both_delimiters_expand_to_the_same(document: Document) -> None:
    braces = expand(format_document(document, delimiters="{}"))
    assert expand(format_document(document, delimiters="<>")) == braces


@pytest.mark.parametrize(
    "text",
    [
        "Use `errors.py` for all errors; never raise a bare Exception.",
        "Keep the config in `config → x.toml` (see docs/a|b.md) and reload.",
        'Say "¬x → y" and mean it.',
        "A → B",
        "Press ↑ or ↓ to move",
        "cat a.txt | grep b",
        "returns str|None",
        "«Δt» is 5 ms",
        "ratio 3..5.2 of v1.0..2.0",
        "Fahre »hart« fort",
        "me@example.org ? yes ! no",
        "half-open [0, n) and f(x)",
    ],
)
def test_plain_text_comes_back_unchanged(text: str) -> None:
    assert read_inline(text) == text
    assert expand(build.document([build.statement(text)])).strip() == text


@pytest.mark.parametrize(
    ("written", "letter", "english"),
    [
        ("¬commit secrets", None, "do not commit secrets"),
        ("`x`→¬write", None, "`x` → do not write"),
        ("¬tests", None, "no tests"),
        ("¬direct writes", None, "no direct writes"),
        ("¬only tests", None, "not only tests"),
        ("¬access", None, "do not access"),
        ("¬stale", None, "not stale"),
        ("cache=¬shared", None, "cache=not shared"),
        ("¬(a or b)", None, "not (a or b)"),
        ("¬X[except Y]", None, "no X [except Y]"),
        ("¬∀file", None, "not for every file"),
        ("∀file→lint it", None, "for every file: lint it"),
        ("∀file: lint it", None, "for every file: lint it"),
        ("kept ∀builds", None, "kept for all builds"),
        ("if red→stop→report", None, "if red, then stop → report"),
        ("red→stop", None, "red → stop"),
        ("speed≻size", "R", "speed over size"),
        ("lint≻test", "Γ", "lint before test"),
        ("test≺lint", "Γ", "test after lint"),
        ("fetch»build»ship", None, "fetch, then build, then ship"),
        ("cover≥80%⊕90%", None, "cover at least 80%, ideally 90%"),
        ("wait≤5 s", None, "wait at most 5 s"),
        ("a≥b", None, "a≥b"),
        ("20..30 items", None, "20 to 30 items"),
        ("⊤:ok; ⊥:ko", None, "good: ok; bad: ko"),
        ("strict=⊥", None, "strict=false"),
        ("∅→defaults", None, "none → defaults"),
        ("⊛ sign it", None, "critical: sign it"),
        ("↑limit|↓load", None, "increase limit or reduce load"),
        ("cost↑", None, "cost increases"),
        ("↑20%", None, "up 20%"),
        ("Δschema", None, "change of schema"),
        ("Δt=5", None, "Δt=5"),
        ("4∥jobs", None, "4 parallel jobs"),
        ("plan→max ∥", None, "plan → max parallelism"),
        ("¬a|b", None, "not a or b"),
        ("¬.env in git", None, "no .env in git"),
        ("¬`eval`; ¬--force", None, "no `eval`; no --force"),
        ("¬console.log", None, "no console.log"),
        ("¬global state", None, "no global state"),
        ("¬hand-edit generated/", None, "do not hand-edit generated/"),
        ("¬supported on Windows", None, "not supported on Windows"),
        ("¬prod data", None, "no prod data"),
        ("¬prod→skip", None, "not prod → skip"),
        ("¬match→404", None, "no match → 404"),
        ("¬running→start", None, "not running → start"),
        ("¬skipping tests", None, "no skipping tests"),
        ("¬float", None, "no float"),
        ("¬regress", None, "do not regress"),
        ("¬∃test→¬merge", None, "there is no test → do not merge"),
        ("∄config→defaults", None, "there is no config → defaults"),
        ("if ∃.env→load", None, "if there is .env, then load"),
        ("a∧¬b∨c", None, "a and no b or c"),
        ("e2e ∀critical path", None, "e2e for every critical path"),
        ("standard ∀tests in CI", None, "standard for all tests in CI"),
        ("∀tests→log", None, "for all tests: log"),
        ("C#→.NET", None, "C# → .NET"),
        ("⊤/⊥", None, "true/false"),
        ("cover≥80%⊕≥90%", None, "cover at least 80%, ideally at least 90%"),
        ("0≤x≤1→ok", None, "0≤x≤1 → ok"),
        ("0.5..1.5 s", None, "0.5 to 1.5 s"),
        ("∅ side effects", None, "no side effects"),
        ("return ∅", None, "return none"),
        ("◊cache", None, "optionally cache"),
        ("cache◊", None, "cache (optional)"),
        ("cache ◊→skip", None, "cache (optional) → skip"),
        ("tests⊛", None, "tests (critical)"),
        ("Δ>5%→block", None, "change >5% → block"),
        ("∀Δ→test", None, "for every change: test"),
        ("latency↓20%", None, "latency down 20%"),
        ("perf↑ cost↓", None, "perf increases, cost decreases"),
        ("tokens↓: ¬repeat", None, "tokens decrease: do not repeat"),
        ("↑perf↓cost", None, "increase perf, reduce cost"),
        ("mem ↑→restart", None, "mem increases → restart"),
        ("run∥", None, "run in parallel"),
        ("jobs=4∥", None, "jobs=4 in parallel"),
        ("max∥=4", None, "max parallelism=4"),
        ("∥lint", None, "in parallel: lint"),
        ("gap→ask;doubt→stop", None, "gap → ask; doubt → stop"),
        ("gap→ask\\;doubt→stop", None, "gap → ask; doubt → stop"),
        ("∃log→cat a|grep b", None, "there is log → cat a|grep b"),
        ("∃log→a|b", "Λ", "there is log → a|b"),
        ("set∋x, x∈set, y∉set", None, "set includes x, x in set, y not in set"),
    ],
)
def test_readings(written: str, letter: str | None, english: str) -> None:
    assert read_inline(written, letter) == english


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ("R{a}", "## Rules\n\na\n"),
        ("R.Error handling{\na\nb\n}", "## Error handling\n\n- a\n- b\n"),
        ("P.Secrets{a}", "## Prohibitions: Secrets\n\na\n"),
        ("P.¬{a}", "## Prohibitions: never\n\na\n"),
        ("R.style{a}", "## Rules: style\n\na\n"),
        ("P.push{¬force; ask first}", "## Policies: push\n\n- do not force\n- ask first\n"),
        ("P.push{¬force; ¬skip CI}",
         "## Prohibitions: push\n\n- do not force\n- do not skip CI\n"),
        ("P.never{¬push; drop tables}", "## Prohibitions: never\n\n- do not push\n- drop tables\n"),
        ("P{¬push; ask}", "## Policies\n\n- do not push\n- ask\n"),
        ("R{a}\nb\nc", "## Rules\n\na\n\n---\n\n- b\n- c\n"),
        ("R{a}\n|b|\n", "## Rules\n\na\n\n---\n\n| b |\n|---|\n"),
        ("Γ{1.plan 2.do→3 3.check `4.x`}", "## Procedure\n\n1. plan\n2. do → 3\n3. check `4.x`\n"),
        ("Γ{1.plan v2.0 3.done}", "## Procedure\n\n1. plan v2.0 3.done\n"),
        ("1. use version 2. then 3", "1. use version 2. then 3\n"),
        ("#{x}", "#{x}\n"),
        ("# x", "\\# x\n"),
        ("E{x|y}", "## Examples\n\nx|y\n"),
        ("E{x|y; ∀z}", "## Examples\n\n- x or y\n- for every z\n"),
        ("E.example{a}", "## Example\n\na\n"),
        ("Guide{\nR.One{a}\nR.Two{b}\n}", "# Guide\n\n## One\n\na\n\n## Two\n\nb\n"),
        ("a\nb\n c\n  d\n e\nf", "- a\n- b\n  - c\n    - d\n  - e\n- f\n"),
        ("1. a\n 2) b\n3.c", "1. a\n   2) b\n3. c\n"),
        ("[ ] a\n[x] b\n- [ ] c\n+ d", "- [ ] a\n- [x] b\n- [ ] c\n- d\n"),
        ("|a|b\n|---|---|\n|c", "| a | b |\n|---|---|\n| c |  |\n"),
        ("a\n```\nx\n```\nb", "- a\n\n```\nx\n```\n\n- b\n"),
        ("R{a; naming{x=1; y=2}}", "## Rules\n\n- a\n- naming: x=1; y=2\n"),
        ("", ""),
    ],
)  # fmt: skip
def test_structure(body: str, markdown: str) -> None:
    assert expand(parse(f"⟦CRUX:x\n{body}\n⟧")) == markdown
