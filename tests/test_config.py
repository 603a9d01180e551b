"""The configuration: defaults, references, and errors that say where and what."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from crux_memory.config import SMALLEST, Config, parse_config
from crux_memory.errors import DisabledError, InvalidInputError
from crux_memory.integrations.init import default_config


def memories(**settings: Any) -> str:
    return json.dumps({"flags": {}, "cruxMemories": settings})


def test_defaults_are_those_of_the_contract() -> None:
    settings = parse_config("{}").crux_memories
    assert settings.model_dump(by_alias=True) == {
        "compressionTarget": 33,
        "sizeUnit": "lines",
        "compressionMinLines": 500,
        "maxMemorySize": 1000,
        "maxConsolidatedSize": 2000,
        "storage": {
            "compressionSourceArchive": ".ai-ignored/memories/sources",
            "memoriesDir": "memories",
        },
        "encoding": "o200k_base",
        "targetPolicy": "preserve",
        "blockDelimiters": "{}",
        "metadata": "full",
        "jobs": 0,
        "terse": {"allow": (), "deny": ()},
    }


def test_the_config_that_init_writes_says_the_defaults() -> None:
    assert parse_config(default_config()).crux_memories == Config().crux_memories


def test_the_smallest_valid_file_is_valid_and_enables() -> None:
    assert parse_config(SMALLEST).enabled


@pytest.mark.parametrize(
    ("flags", "enabled"),
    [
        ({"enableMemoryCompression": "true"}, True),
        ([{"other": "x"}, {"enableMemoryCompression": "true"}], True),
        ({"enableMemoryCompression": True}, True),
        ({"enableMemoryCompression": "false"}, False),
        ({"enableMemoryCompression": "yes"}, False),
        ({"enableMemoryCompression": "TRUE"}, False),
        ({"on": "true", "enableMemoryCompression": "${flags.on}"}, True),
        ({}, False),
        ([], False),
    ],
)
def test_only_true_switches_compression_on(flags: object, enabled: bool) -> None:
    config = parse_config(json.dumps({"flags": flags}))
    assert config.enabled is enabled
    if enabled:
        config.require_enabled("here")
    else:
        with pytest.raises(DisabledError, match=r"here: .*flags\.enableMemoryCompression"):
            config.require_enabled("here")


def test_references_to_flags_are_resolved_everywhere() -> None:
    text = json.dumps(
        {
            "flags": [{"target": "40"}, {"unit": "tokens"}, {"root": "agent"}, {"min": 7}],
            "cruxMemories": {
                "compressionTarget": "${flags.target}",
                "compressionMinLines": "${flags.min}",
                "sizeUnit": "${flags.unit}",
                "storage": {"memoriesDir": "${flags.root}/memories"},
            },
        }
    )
    settings = parse_config(text).crux_memories
    assert settings.compression_target == 40
    assert settings.compression_min_lines == 7
    assert settings.size_unit == "tokens"
    assert settings.storage.memories_dir == "agent/memories"


def test_unknown_keys_are_kept_and_ignored() -> None:
    text = '{"flags": {"x": 1}, "mine": [1], "cruxMemories": {"new": "${flags.nobody}"}}'
    config = parse_config(text)
    assert config.model_extra == {"mine": [1]}
    assert config.crux_memories.model_extra == {"new": "${flags.nobody}"}


def test_python_names_are_not_keys_of_the_file() -> None:
    settings = parse_config(memories(compression_target=50)).crux_memories
    assert settings.compression_target == 33


def test_the_config_is_frozen() -> None:
    with pytest.raises(ValidationError):
        Config().crux_memories.jobs = 3


def test_a_byte_order_mark_is_no_error() -> None:
    assert parse_config("\ufeff" + SMALLEST).enabled


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{\n  "flags": {},\n  oops\n}', ["c.json:3:3", "not valid JSON"]),
        ("", ["c.json:1:1"]),
        ("[" * 100_000, ["not valid JSON"]),
        ("[1]", ["the file: found [1], expected an object"]),
        ('{"flags": "true"}', ['flags: found "true", expected an object, or a list']),
        ('{"flags": [1]}', ["flags: found 1"]),
        ('{"flags": {"enableMemoryCompression": 1}}', ["flags.enableMemoryCompression: found 1"]),
        ('{"flags": {"a": "${flags.b}", "b": "${flags.a}"}}', ["refer to itself"]),
        ('{"cruxMemories": []}', ["cruxMemories: found [], expected an object"]),
        (
            memories(compressionTarget="33"),
            ['cruxMemories.compressionTarget: found "33"', "1 to 100"],
        ),
        (memories(compressionTarget=True), ["found true", "whole number"]),
        (memories(compressionTarget=33.5), ["found 33.5"]),
        (memories(compressionTarget=0), ["found 0", "1 to 100"]),
        (memories(compressionTarget=101), ["found 101"]),
        (memories(compressionTarget="${flags.t}"), ["${flags.t}", "a flag that is set"]),
        (memories(sizeUnit="words"), ['found "words"', '"lines", "bytes" or "tokens"']),
        (memories(compressionMinLines=-1), ["compressionMinLines", "0 or more"]),
        (memories(maxMemorySize=0), ["maxMemorySize", "1 or more"]),
        (memories(maxConsolidatedSize=None), ["maxConsolidatedSize", "found null"]),
        (memories(storage="x"), ["cruxMemories.storage", "an object"]),
        (memories(storage={"memoriesDir": "../x"}), ["storage.memoriesDir", "inside the project"]),
        (memories(storage={"memoriesDir": "/x"}), ['found "/x"']),
        (memories(storage={"memoriesDir": "C:\\x"}), ["inside the project"]),
        (memories(storage={"compressionSourceArchive": ""}), ["compressionSourceArchive"]),
        (memories(encoding="p50k_base"), ["cruxMemories.encoding", "o200k_base"]),
        (memories(targetPolicy="lossless"), ["targetPolicy", '"preserve" or "strict"']),
        (memories(blockDelimiters="[]"), ["blockDelimiters", '"{}" or "<>"']),
        (memories(metadata="none"), ["metadata", '"full", "minimal" or "manifest"']),
        (memories(jobs=-2), ["jobs"]),
    ],
)
def test_errors_say_where_what_was_found_and_what_is_expected(text: str, said: list[str]) -> None:
    with pytest.raises(InvalidInputError) as caught:
        parse_config(text, "c.json")
    message = str(caught.value)
    assert message.startswith("c.json")
    assert SMALLEST in message
    for part in said:
        assert part in message
