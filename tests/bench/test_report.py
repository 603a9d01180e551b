"""Points, floors, verdicts and the plot."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from bench.corpus import Case, CorpusError, load
from bench.docs import PageError, fill
from bench.floors import fill_budget, first_tokens, strip_function_words
from bench.plot import draw
from bench.points import Point, measure
from bench.report import Duel, markdown, overview, plain, series
from bench.scoring import make_card

from crux_memory.tokens import get_counter

COUNTER = get_counter()
RAW = {"fact": "", "kind": "prohibition", "polarity": "neg"}
CASE = Case(
    "demo",
    "---\ntype: 'core'\n---\n# Files\n\nNever edit the lock.\n\nAlways run the tests twice.\n",
    (
        make_card({**RAW, "id": "a", "keys": [["edit"], ["lock"]]}),
        make_card({**RAW, "id": "b", "keys": [["run"], ["test"]], "polarity": None}),
    ),
)


def point_of(output: str, target: int | None = None, *, metadata: int | None = None) -> Point:
    return measure("tool", "50", [CASE], {"demo": output}, target, metadata=metadata)


def test_a_point_counts_what_is_kept() -> None:
    point = point_of("# Files\n\nNever edit the lock.\n", target=50)
    assert point.total("cards") == (1, 2)
    assert point.part("cards") == 50.0
    assert point.part("headings") == 100.0
    assert point.flipped == 0
    assert point.rows[0].lost == ("b",)
    before = COUNTER.count(CASE.body)
    share = 100 * COUNTER.count("# Files\n\nNever edit the lock.\n") / before
    assert point.share == pytest.approx(share)
    assert point.adherence
    assert list(point.adherence) == pytest.approx([share - 50, share - 50])


def test_a_flipped_prohibition_is_counted() -> None:
    point = point_of("edit lock; run tests")
    assert point.flipped == 1
    assert point.rows[0].flipped == ("a",)


def test_the_original_saves_nothing() -> None:
    point = point_of(CASE.body)
    assert point.share == 100.0
    assert point.saved_files == 0.0
    assert point.adherence is None


def test_metadata_is_charged_to_the_whole_file() -> None:
    bare, charged = point_of("x", target=5), point_of("x", target=5, metadata=5)
    assert charged.rows[0].file_after - bare.rows[0].file_after > 50
    assert charged.share == bare.share


def test_verdicts() -> None:
    both = point_of(CASE.body)
    one = point_of("Never edit the lock.")
    mangled = point_of(CASE.body + "\nand --also\n")
    assert Duel(peer=one, ours=both).verdict == "+1 ahead"
    assert Duel(peer=both, ours=one).verdict == "-1 BEHIND"
    assert Duel(peer=both, ours=both).verdict == "equal"
    assert Duel(peer=one, ours=mangled).verdict == "MANGLED 1"


def test_tables_have_a_cell_for_every_column() -> None:
    table = overview([point_of("Never edit the lock.", target=50), point_of(CASE.body)])
    assert {len(row) for row in table} == {len(table[0])}
    assert len(plain(table).splitlines()) == 3
    assert len({line.count("|") for line in markdown(table).splitlines()}) == 1


def test_the_plot_is_well_formed_and_holds_every_tool() -> None:
    curves = {"a <b>": [(90.0, 99.0), (50.0, 80.0)], "c": [(89.0, 97.0)]}
    root = ET.fromstring(draw(curves, "t & t"))
    words = {element.text for element in root.iter() if element.text}
    assert {"a <b>", "c", "t & t"} <= words
    circles = [element for element in root.iter() if element.tag.endswith("circle")]
    assert len(circles) == 3 + 2  # a point each, and one in the legend for each tool


def test_series_are_ordered_by_falling_tokens() -> None:
    points = [point_of("Never edit the lock."), point_of(CASE.body)]
    assert [share for share, _ in series(points)["tool"]] == sorted(
        (point.share for point in points), reverse=True
    )


def test_truncation_uses_the_budget_and_no_more() -> None:
    text = "one two three four five six seven"
    cut = first_tokens(text, 3, COUNTER)
    assert COUNTER.count(cut) == 3
    assert text.startswith(cut)
    assert first_tokens(text, 100, COUNTER) == text


def test_the_stripper_leaves_code_alone() -> None:
    source = "The test is in a file `the file`.\n```\nthe code\n```\nan end, isn't it\n"
    assert strip_function_words(source) == (
        "test in file `the file`.\n```\nthe code\n```\nend, isn't it\n"
    )


def test_lines_fill_a_budget_best_first_and_keep_their_order() -> None:
    lines = ["alpha", "a line that is much too long for what is left of it", "beta"]
    budget = COUNTER.count("alpha\n") + COUNTER.count("beta\n")
    assert fill_budget(lines, [2, 1, 0], budget, COUNTER) == "alpha\nbeta\n"


def test_a_corpus_is_read_from_any_depth(tmp_path: Path) -> None:
    texts, cards = tmp_path / "texts" / "deep", tmp_path / "cards"
    texts.mkdir(parents=True)
    cards.mkdir()
    (texts / "one.memory.md").write_text("Edit the lock.\n", encoding="utf-8")
    (texts / "one.memory.crux.md").write_text("other\n", encoding="utf-8")
    (texts / "two.md").write_text("No cards for this.\n", encoding="utf-8")
    line = '{"id": "a", "fact": "", "keys": [["lock"]], "polarity": null, "kind": "value"}\n'
    (cards / "one.facts.jsonl").write_text(line, encoding="utf-8")
    cases = load(tmp_path / "texts", cards)
    assert [(case.name, case.text) for case in cases] == [("one", "Edit the lock.\n")]
    with pytest.raises(CorpusError):
        load(tmp_path / "texts", cards, only=("two",))


def test_front_matter_is_parted_from_the_body() -> None:
    assert CASE.body.startswith("# Files")
    assert CASE.memory_type == "core"
    assert CASE.front_matter + CASE.body == CASE.text


def test_tables_go_between_their_comments() -> None:
    page = "a\n<!-- bench:own -->\nold\n<!-- /bench:own -->\nb\n"
    filled = fill(page, "own", r"new \1")
    assert filled == "a\n<!-- bench:own -->\n\nnew \\1\n\n<!-- /bench:own -->\nb\n"
    assert fill(filled, "own", r"new \1") == filled
    with pytest.raises(PageError):
        fill(page, "other", "new")
