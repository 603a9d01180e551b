"""Counts are exact, offline, and honest about it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crux_memory import tokens
from crux_memory.errors import InvalidInputError
from crux_memory.tokens import ENCODINGS, ESTIMATE, cksum, count_tokens, get_counter


@pytest.mark.parametrize(
    ("text", "o200k", "cl100k"),
    [
        ("", 0, 0),
        ("hello world", 2, 2),
        ("tiktoken is great!", 6, 6),
        ("お誕生日おめでとう", 8, 9),
        ("→", 1, 1),
        ("⟦", 3, 2),
    ],
)
def test_known_counts(text: str, o200k: int, cl100k: int) -> None:
    assert count_tokens(text) == o200k
    assert count_tokens(text, "cl100k_base") == cl100k


def test_special_tokens_are_plain_text() -> None:
    assert count_tokens("<|endoftext|>") > 1


def test_counters_are_exact_and_say_what_they_count_in() -> None:
    for encoding in ENCODINGS:
        counter = get_counter(encoding)
        assert counter.exact
        assert counter.label == encoding


def test_an_estimate_is_labelled() -> None:
    counter = get_counter(ESTIMATE)
    assert not counter.exact
    assert counter.label == "estimate"
    assert counter.count("a" * 40) == 10
    assert counter.count("`" + "a" * 33 + "`") == 10
    assert counter.count("→→→") == 3


def test_without_any_vocabulary_counts_are_labelled_estimates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tokens, "_bundled", lambda *_: None)
    monkeypatch.setattr(tokens, "_cached", lambda *_: None)
    get_counter.cache_clear()
    try:
        counter = get_counter("o200k_base")
        assert (counter.exact, counter.label) == (False, "estimate")
        assert counter.encoding == "o200k_base"
    finally:
        get_counter.cache_clear()


def test_a_vocabulary_with_another_checksum_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "_bundled", lambda *_: b"YQ== 0\n")
    monkeypatch.setattr(tokens, "_cached", lambda *_: None)
    get_counter.cache_clear()
    try:
        assert not get_counter("cl100k_base").exact
    finally:
        get_counter.cache_clear()


def test_an_unknown_encoding_is_an_error_that_names_the_known() -> None:
    with pytest.raises(InvalidInputError, match="o200k_base, cl100k_base, estimate"):
        get_counter("gpt2")


@settings(deadline=None)  # the first call loads the vocabulary
@given(st.text(max_size=200))
def test_every_text_can_be_counted(text: str) -> None:
    assert 0 <= count_tokens(text) <= 4 * max(1, len(text))


@pytest.mark.parametrize(
    ("data", "checksum"), [(b"", 4294967295), (b"123456789", 930766865), (b"\0", 4215202376)]
)
def test_cksum_is_that_of_posix(data: bytes, checksum: int) -> None:
    assert cksum(data) == checksum


def test_counting_needs_no_network() -> None:
    code = (
        "import socket\n"
        "def no(*a, **k): raise AssertionError('network')\n"
        "socket.socket.connect = socket.create_connection = socket.getaddrinfo = no\n"
        "from crux_memory import get_counter\n"
        "assert get_counter('o200k_base').exact and get_counter('cl100k_base').exact\n"
    )
    env = {**os.environ, "TIKTOKEN_CACHE_DIR": "/nonexistent"}
    subprocess.run([sys.executable, "-c", code], check=True, env=env, timeout=60)
