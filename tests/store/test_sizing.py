"""Adaptive sizing, with an encoder whose sizes are known."""

from __future__ import annotations

import pytest

from crux_memory.encoder import EncodeOptions, EncodeResult
from crux_memory.store import sizing
from crux_memory.store.report import Attempt
from crux_memory.store.sizing import fit, targets

Asked = list[tuple[int, str]]


@pytest.mark.parametrize(
    ("first", "all_targets"),
    [
        (33, [33, 23, 13, 5]),
        (50, [50, 40, 30, 20, 10, 5]),
        (25, [25, 15, 5]),
        (15, [15, 5]),
        (6, [6, 5]),
        (5, [5]),
        (3, [3]),
        (100, [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 5]),
    ],
)
def test_targets_go_down_by_ten_points_and_end_at_five(first: int, all_targets: list[int]) -> None:
    assert list(targets(first)) == all_targets


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Replaces the encoder: a text of ten lines a per cent, `preserve` never below 500 lines."""
    calls: Asked = []

    def encode(_body: str, options: EncodeOptions) -> EncodeResult:
        calls.append((options.target, options.policy))
        lines = options.target * 10
        if options.policy == "preserve":
            lines = max(lines, 500)
        return EncodeResult("x\n" * lines, 1000, lines, options.target, options.policy, True)

    monkeypatch.setattr(sizing, "encode", encode)
    return calls


def sized(cap: int, policy: str = "preserve", target: int = 33) -> sizing.Sizing:
    options = EncodeOptions(target=target, policy="strict" if policy == "strict" else "preserve")
    return fit("body", options, cap, "lines", lambda text: text.count("\n"))


def test_under_the_cap_one_attempt_with_the_configured_policy(asked: Asked) -> None:
    done = sized(cap=500)
    assert done.attempts == (Attempt(33, 500, "lines", True),)
    assert done.fits
    assert asked == [(33, "preserve")]


def test_over_the_cap_the_same_target_is_tried_strictly_within_the_same_attempt(
    asked: Asked,
) -> None:
    done = sized(cap=499)
    assert done.attempts == (Attempt(33, 330, "lines", True),)
    assert done.result.policy == "strict"
    assert asked == [(33, "preserve"), (33, "strict")]


def test_then_the_target_is_lowered_until_it_fits(asked: Asked) -> None:
    done = sized(cap=130)
    assert done.attempts == (
        Attempt(33, 330, "lines", False),
        Attempt(23, 230, "lines", False),
        Attempt(13, 130, "lines", True),
    )
    assert done.result.target == 13
    assert asked == [(33, "preserve"), (33, "strict"), (23, "strict"), (13, "strict")]


def test_at_five_per_cent_and_still_over_it_does_not_fit(asked: Asked) -> None:
    done = sized(cap=49, policy="strict")
    assert not done.fits
    assert done.attempts[-1] == Attempt(5, 50, "lines", False)
    assert asked == [(33, "strict"), (23, "strict"), (13, "strict"), (5, "strict")]
