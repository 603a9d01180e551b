"""The library: light to import, pure to use."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import crux_memory
from crux_memory import compress_text, count_tokens, decompress_text, emit, expand, parse
from crux_memory.errors import CruxError, InvalidInputError
from crux_memory.memory_file import split
from tests.projects import VERBOSE, make_project


def test_importing_loads_nothing_heavy() -> None:
    code = (
        "import sys, crux_memory\n"
        "heavy = {'tiktoken', 'pydantic', 'lark', 'rich', 'typer', 'markdown_it', 'ruamel.yaml'}\n"
        "print(*sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == ""


def test_every_public_name_is_there() -> None:
    for name in crux_memory.__all__:
        assert getattr(crux_memory, name) is not None
        assert name in dir(crux_memory)
    with pytest.raises(AttributeError):
        _ = getattr(crux_memory, "nothing")  # noqa: B009


def test_compressing_a_text_keeps_its_front_matter_and_shrinks_its_body() -> None:
    crux = compress_text(VERBOSE)
    before, after = split(VERBOSE), split(crux)
    assert after.front == before.front
    assert after.body.startswith("⟦CRUX:memory\n")
    assert after.body.endswith("⟧\n")
    assert count_tokens(after.body) < count_tokens(before.body)
    assert emit(parse(after.body)) == after.body


def test_a_smaller_target_never_gives_more_tokens() -> None:
    sizes = [
        count_tokens(compress_text(VERBOSE, target=target, policy="strict"))
        for target in (80, 50, 33, 10)
    ]
    assert sizes == sorted(sizes, reverse=True)


def test_decompressing_a_text_takes_metadata_out_and_expands() -> None:
    crux = compress_text(VERBOSE).replace("\n---\n", "\ncompressed: true\nreducedBy: 9%\n---\n", 1)
    english = decompress_text(crux)
    assert split(english).front == split(VERBOSE).front
    assert "⟦" not in english
    assert expand(parse(split(crux).body)) in english


def test_line_endings_are_kept() -> None:
    crux = compress_text(VERBOSE.replace("\n", "\r\n"))
    assert crux.count("\r\n") == crux.count("\n")
    assert crux.replace("\r\n", "\n") == compress_text(VERBOSE)


def test_a_text_without_crux_cannot_be_decompressed() -> None:
    with pytest.raises(InvalidInputError, match="not CRUX"):
        decompress_text("# Plain\n")


def test_what_cannot_be_verified_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crux_memory.verification.emit", lambda _tree: "something else")
    with pytest.raises(CruxError, match="does not read back"):
        compress_text(VERBOSE)


def test_load_config_reads_a_project(tmp_path: Path) -> None:
    make_project(tmp_path, compressionTarget=44)
    assert crux_memory.load_config(tmp_path).crux_memories.compression_target == 44
