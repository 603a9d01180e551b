"""The check must name each way in which an output can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from crux_memory.encoder import Choice, EncodeOptions, EncodeResult, encode
from crux_memory.fidelity import check

BODY = """# Release

Do not tag before `make test` passes.

- The limit is 10 MB, see https://a.b/c.
- You must update the changelog.
- It is said that ships are slow.
"""


def _encoded() -> EncodeResult:
    return encode(BODY, EncodeOptions(target=5))


def _said(result: EncodeResult, old: str, new: str) -> EncodeResult:
    """The result with a text changed in the document and in the account alike."""
    assert old in result.text
    choices = tuple(replace(c, output=c.output.replace(old, new)) for c in result.choices)
    return replace(result, text=result.text.replace(old, new), choices=choices)


def _without(result: EncodeResult, start: str) -> EncodeResult:
    """The result with a statement dropped, and said to be dropped."""
    gone = next(c for c in result.choices if c.source.startswith(start))
    lines = [line for line in result.text.split("\n") if line != gone.output.rstrip(".")]
    choices = tuple(
        replace(c, action="dropped", output="") if c is gone else c for c in result.choices
    )
    return replace(result, text="\n".join(lines), choices=choices)


def _unaccounted(result: EncodeResult) -> EncodeResult:
    kept: tuple[Choice, ...] = tuple(c for c in result.choices if "changelog" not in c.source)
    return replace(result, choices=kept)


_SABOTAGE: dict[str, tuple[Callable[[EncodeResult], EncodeResult], str]] = {
    "a negation lost": (lambda r: _said(r, "Don't tag", "Tag"), "polarity changed"),
    "a number changed": (lambda r: _said(r, "10 MB", "12 MB"), "'12 MB' is not in"),
    "an anchor lost": (lambda r: _said(r, "https://a.b/c", ""), "'https://a.b/c' is missing"),
    "a code span changed": (lambda r: _said(r, "make test", "make tests"), "is not in the source"),
    "a word invented": (lambda r: _said(r, "changelog", "changelog daily"), "'daily' is not in"),
    "a requirement dropped": (lambda r: _without(r, "You must"), "a requirement was dropped"),
    "a statement unaccounted": (_unaccounted, "in no statement of the account"),
    "a document that lacks": (
        lambda r: replace(r, text=r.text.replace("changelog", "")),
        "the document lacks ['changelog']",
    ),
    "a document that adds": (
        lambda r: replace(r, text=r.text.replace("changelog", "changelog twice")),
        "the document adds ['twice']",
    ),
    "a document that does not parse": (
        lambda r: replace(r, text=r.text.replace("{", "{{")),
        "does not parse",
    ),
    "a heading dropped": (
        lambda r: replace(
            r,
            choices=tuple(
                replace(c, action="dropped") if c.role == "heading" else c for c in r.choices
            ),
        ),
        "a heading was dropped",
    ),
}


def test_a_good_output_passes_and_is_counted() -> None:
    report = check(BODY, _encoded())
    assert report.ok, report.problems
    assert (report.statements, report.kept) == (5, 5)
    assert (report.anchors, report.negations) == (3, 1)
    assert report.as_dict()["problems"] == []


@pytest.mark.parametrize("name", _SABOTAGE)
def test_sabotage_is_named(name: str) -> None:
    spoil, complaint = _SABOTAGE[name]
    report = check(BODY, spoil(_encoded()))
    assert not report.ok
    assert any(complaint in problem for problem in report.problems), report.problems


def test_under_a_strict_policy_a_dropped_rule_is_fine_but_a_flipped_one_is_not() -> None:
    strict = replace(_encoded(), policy="strict")
    assert check(BODY, _without(strict, "You must")).ok
    flipped = check(BODY, _said(strict, "Don't tag", "Tag"))
    assert any("lost its negation" in problem for problem in flipped.problems)
