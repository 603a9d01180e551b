"""Golden cases of prose that is reworded in place; each expected line was judged by reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from crux_memory.fidelity.polarity import polarity
from crux_memory.terse.wording import reword
from crux_memory.tokens import get_counter

_COUNTER = get_counter("o200k_base")
_TEXT = (Path(__file__).parent / "sentences.txt").read_text(encoding="utf-8")
_PAIRS = [tuple(case.split("\n=> ")) for case in _TEXT.strip().split("\n\n")]


def test_there_are_enough_cases() -> None:
    assert len(_PAIRS) >= 60


@pytest.mark.parametrize(("source", "expected"), _PAIRS)
def test_a_sentence_keeps_its_meaning(source: str, expected: str) -> None:
    assert reword(source, _COUNTER) == expected
    assert polarity(source) == polarity(expected)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Read the guide\nand the rules of the team.", "Read guide\nand rules of team."),
        ("The\nguide is short and the reader is happy.", "The\nguide short and reader happy."),
        ("It is in order\nto keep the file.", "It is in order\nto keep file."),
        ("**the**\nguide of the team", "**the**\nguide of team"),
        ("Use the **really** simple form of the rule.", "Use simple form of rule."),
        ("Use **the simple** form of the rule.", "Use **simple** form of rule."),
        ("The - is a list mark and the + is too.", "The - is list mark and the + is too."),
        ("Die Regel ist nicht für das Team.", "Die Regel ist nicht für das Team."),
    ],
)  # fmt: skip
def test_lines_and_marks_stay_where_they_are(source: str, expected: str) -> None:
    assert reword(source, _COUNTER) == expected
