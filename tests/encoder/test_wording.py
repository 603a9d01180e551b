"""Golden cases of telegraphic wording; each expected line was judged by reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from crux_memory.encoder import EncodeOptions, encode
from crux_memory.fidelity import check

_CASES = Path(__file__).parent / "cases"


def _sentences() -> list[tuple[str, str]]:
    text = (_CASES / "sentences.txt").read_text(encoding="utf-8")
    pairs = [case.split("\n=> ") for case in text.strip().split("\n\n")]
    return [(source, expected) for source, expected in pairs]


def _lines(crux: str) -> str:
    """What stands between the delimiters of a document."""
    return crux.removeprefix("⟦CRUX:memory\n").removesuffix("⟧\n").removesuffix("\n")


@pytest.mark.parametrize(("source", "expected"), _sentences())
def test_a_sentence_says_the_same_in_fewer_words(source: str, expected: str) -> None:
    result = encode(source, EncodeOptions(target=5))
    assert _lines(result.text) == expected
    assert check(source, result).ok


@pytest.mark.parametrize("case", sorted(_CASES.glob("*.md")), ids=lambda p: p.stem)
def test_a_block_keeps_its_structure(case: Path) -> None:
    source = case.read_text(encoding="utf-8")
    result = encode(
        source, EncodeOptions(target=5, memory_type=case.stem.partition("@")[2] or None)
    )
    expected = case.with_suffix(".crux").read_text(encoding="utf-8")
    assert _lines(result.text) == expected.removesuffix("\n")
    assert check(source, result).ok
