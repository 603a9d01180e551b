"""What holds for every body."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from crux_memory.encoder import EncodeOptions, encode
from crux_memory.encoder.result import Policy
from crux_memory.fidelity import check
from crux_memory.fidelity.polarity import polarity
from crux_memory.notation import emit, expand, parse
from tests.markdown_parts import bodies

_TARGETS: tuple[tuple[Policy, int], ...] = (
    ("preserve", 5), ("strict", 80), ("strict", 50), ("strict", 20),
)  # fmt: skip


@settings(max_examples=120, deadline=None)
@given(bodies, st.sampled_from(_TARGETS))
def test_the_output_reads_back_and_is_faithful(body: str, goal: tuple[Policy, int]) -> None:
    result = encode(body, EncodeOptions(policy=goal[0], target=goal[1]))
    assert emit(parse(result.text)) == result.text
    assert check(body, result).problems == ()


@settings(max_examples=60, deadline=None)
@given(bodies)
def test_a_smaller_target_never_gives_a_larger_text(body: str) -> None:
    sizes = [
        encode(body, EncodeOptions(policy="strict", target=target)).tokens_after
        for target in (80, 50, 20, 5)
    ]
    assert sizes == sorted(sizes, reverse=True)


@settings(max_examples=60, deadline=None)
@given(bodies)
def test_the_same_body_gives_the_same_bytes(body: str) -> None:
    assert encode(body) == encode(body)


@settings(max_examples=60, deadline=None)
@given(bodies)
def test_an_expansion_encoded_again_keeps_its_polarity(body: str) -> None:
    first = encode(body, EncodeOptions(target=5))
    again = encode(expand(parse(first.text)), EncodeOptions(target=5))
    assert polarity(again.text) == polarity(first.text)


def test_hash_seed_and_locale_change_nothing() -> None:
    code = (
        "from crux_memory.encoder import encode, EncodeOptions as O\n"
        "b = '# T\\n\\nDo not run `x` if it is stale, unless forced.\\n\\n- a b\\n- c d e\\n' * 9\n"
        "print(ascii(encode(b, O(target=40, policy='strict')).text))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, locale in (("0", "C"), ("1", "C.UTF-8"), ("4242", "tr_TR.UTF-8"))
    }
    assert len(outputs) == 1


def test_every_source_line_is_accounted_for_once() -> None:
    body = "# Title\n\nOne fact. Another fact.\n\n- item\n\n| a | b |\n|---|---|\n| c | d |\n"
    choices = encode(body, EncodeOptions(policy="strict", target=30)).choices
    sources = [c.source for c in choices]
    assert sources == ["Title", "One fact.", "Another fact.", "item", "a | b", "c | d"]


def test_nothing_is_kept_under_a_lead_in_that_is_gone() -> None:
    items = [f"- pushing to the release branch number {n} by hand" for n in range(8)]
    filler = [f"The {n}th paragraph tells how the weather was on that day." for n in range(30)]
    body = "\n\n".join(filler[:15]) + "\n\nThese are refused:\n\n" + "\n".join(items)
    body += "\n\n" + "\n\n".join(filler[15:]) + "\n"
    partly = 0
    for target in range(5, 100, 5):
        result = encode(body, EncodeOptions(policy="strict", target=target))
        kept = {c.source for c in result.choices if c.action != "dropped"}
        under = sum(item.removeprefix("- ") in kept for item in items)
        partly += 0 < under < len(items)
        assert ("These are refused:" in kept) == (under > 0)
    assert partly


def test_a_large_fence_does_not_go_where_small_steps_would_do() -> None:
    lines = "\n".join(f'key_{n}: {{ count: {n}, kind: "bar" }}' for n in range(10))
    steps = "\n\n".join(
        f"Step {n} must write `out_{n}` before {n + 2} minutes, unless the flag `--keep-{n}` holds."
        for n in range(12)
    )
    fence = f"```yaml\n{lines}\n```"
    body = f"{steps}\n\nShape of the payload:\n\n{fence}\n"
    result = encode(body, EncodeOptions(policy="strict", target=86))
    assert fence in result.text
    assert 83 <= 100 * result.tokens_after / result.tokens_before <= 86
