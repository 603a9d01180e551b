"""`.crux/crux-memories.json`: text in, frozen `Config` out. No files are read here.

The file has two objects, `flags` and `cruxMemories`. `flags` is an object or a list of one-key
objects; a string ``${flags.x}`` anywhere stands for the value of that flag. Unknown keys are kept
and ignored, so that other tools may share the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError, field_validator
from pydantic.alias_generators import to_camel

from crux_memory.errors import DisabledError, InvalidInputError

CONFIG_PATH = ".crux/crux-memories.json"
SMALLEST = '{"flags": {"enableMemoryCompression": "true"}}'
SWITCH = "enableMemoryCompression"

SizeUnit = Literal["lines", "bytes", "tokens"]
MetadataMode = Literal["full", "minimal", "manifest"]

_REFERENCE = re.compile(r"\$\{flags\.([^}]*)\}")
_PATH = "a path inside the project, relative to its root"
_POSITIVE = "a whole number, 1 or more"


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow", alias_generator=to_camel)


class Storage(_Section):
    """Where memories and archived originals live; paths relative to the project's root."""

    compression_source_archive: str = Field(
        default=".ai-ignored/memories/sources", description=_PATH
    )
    memories_dir: str = Field(default="memories", description=_PATH)

    @field_validator("compression_source_archive", "memories_dir")
    @classmethod
    def _inside(cls, value: str) -> str:
        posix, windows = PurePosixPath(value), PureWindowsPath(value)
        outside = posix.is_absolute() or windows.drive or windows.root or ".." in windows.parts
        if outside or not value.strip() or "\0" in value:
            raise ValueError("not inside the project")
        return value


class Terse(_Section):
    """Which files `crux terse` rewrites, besides what it always refuses; patterns of names."""

    allow: tuple[str, ...] = Field(default=(), description="a list of file names")
    deny: tuple[str, ...] = Field(default=(), description="a list of patterns")


class CruxMemories(_Section):
    """The settings of compression. Sizes are in `size_unit`, targets in per cent of tokens."""

    compression_target: StrictInt = Field(
        default=33, ge=1, le=100, description="a whole number from 1 to 100 (per cent)"
    )
    size_unit: SizeUnit = Field(default="lines", description='"lines", "bytes" or "tokens"')
    compression_min_lines: StrictInt = Field(
        default=500, ge=0, description="a whole number of lines, 0 or more"
    )
    max_memory_size: StrictInt = Field(default=1000, ge=1, description=_POSITIVE)
    max_consolidated_size: StrictInt = Field(default=2000, ge=1, description=_POSITIVE)
    storage: Storage = Field(default_factory=Storage, description="an object")
    terse: Terse = Field(default_factory=Terse, description="an object")
    encoding: Literal["o200k_base", "cl100k_base"] = Field(
        default="o200k_base", description='"o200k_base" or "cl100k_base"'
    )
    target_policy: Literal["preserve", "strict"] = Field(
        default="preserve", description='"preserve" or "strict"'
    )
    block_delimiters: Literal["{}", "<>"] = Field(default="{}", description='"{}" or "<>"')
    metadata: MetadataMode = Field(default="full", description='"full", "minimal" or "manifest"')
    jobs: StrictInt = Field(
        default=0, ge=0, description="a whole number of processes, 0 for one a processor"
    )

    def cap(self, consolidated: bool) -> int:
        """The hard cap of a compressed body in `size_unit`."""
        return self.max_consolidated_size if consolidated else self.max_memory_size


class Config(_Section):
    """The whole file. `flags` holds every flag, resolved."""

    flags: Mapping[str, Any] = Field(default_factory=dict, description="an object")
    crux_memories: CruxMemories = Field(default_factory=CruxMemories, description="an object")

    @property
    def enabled(self) -> bool:
        """True when `flags.enableMemoryCompression` is "true"."""
        return self.flags.get(SWITCH, "false") in ("true", True)

    def require_enabled(self, place: str) -> None:
        """Raises `DisabledError`, naming the key to set, unless compression is switched on."""
        if not self.enabled:
            raise DisabledError(
                "memory compression is disabled",
                place=place,
                hint=f'set flags.{SWITCH} to "true"',
            )


def parse_config(text: str, place: str = CONFIG_PATH) -> Config:
    """The configuration written in `text`; `place` names the file in errors.

    Raises `InvalidInputError` with line and column for broken JSON, and with key path, what was
    found and what is expected for a wrong value. Every message shows the smallest valid file.
    """
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise _invalid(
            f"not valid JSON: {error.msg}", f"{place}:{error.lineno}:{error.colno}"
        ) from None
    except (RecursionError, ValueError) as error:
        raise _invalid(f"not valid JSON: {error}", place) from None
    if not isinstance(data, dict):
        raise _wrong(place, "the file", data, "an object")
    flags = _resolved_flags(_flags(data.get("flags", {}), place), place)
    data = _resolve(data, flags, place, ())
    data["flags"] = flags
    try:
        return Config.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = tuple(str(part) for part in first["loc"])
        raise _wrong(place, ".".join(path), _found(data, path), _expected(path)) from None


def missing_config(place: str) -> InvalidInputError:
    """The error of a project without a configuration file."""
    return _invalid("no configuration here; `crux init` writes one", place)


def _flags(found: Any, place: str) -> dict[str, Any]:
    parts = found if isinstance(found, list) else [found]
    expected = "an object, or a list of one-key objects"
    flags: dict[str, Any] = {}
    for part in parts:
        if not isinstance(part, dict):
            raise _wrong(place, "flags", part, expected)
        flags.update(part)
    switch = flags.get(SWITCH, "false")
    if not isinstance(switch, str | bool):
        raise _wrong(place, f"flags.{SWITCH}", switch, '"true" or "false"')
    return flags


def _resolved_flags(flags: dict[str, Any], place: str) -> dict[str, Any]:
    """Flags may refer to flags; as many rounds as there are flags end every honest chain."""
    for _ in flags:
        flags = {
            name: _resolve(value, flags, place, ("flags", name)) for name, value in flags.items()
        }
    for name, value in flags.items():
        if isinstance(value, str) and _REFERENCE.search(value):
            raise _wrong(place, f"flags.{name}", value, "a value that does not refer to itself")
    return flags


def _resolve(value: Any, flags: Mapping[str, Any], place: str, path: tuple[str, ...]) -> Any:
    if isinstance(value, dict):
        return {k: _resolve(v, flags, place, (*path, k)) for k, v in value.items()}
    if isinstance(value, list):
        return [_resolve(v, flags, place, (*path, str(n))) for n, v in enumerate(value)]
    if not isinstance(value, str):
        return value
    names = _REFERENCE.findall(value)
    known = [name for name in names if name in flags]
    if len(known) < len(names) and _expected(path):
        raise _wrong(place, ".".join(path), value, "a flag that is set under flags")
    whole = _REFERENCE.fullmatch(value)
    if whole and known:
        return _as_written_for(path, flags[known[0]])
    return _REFERENCE.sub(lambda m: str(flags.get(m[1], m[0])), value)


def _as_written_for(path: tuple[str, ...], value: Any) -> Any:
    """Flags are strings in most projects; for a numeric key their digits are the number."""
    numeric = "whole number" in _expected(path)
    return int(value) if numeric and isinstance(value, str) and value.isdecimal() else value


def _expected(path: Sequence[str]) -> str:
    """What the key at `path` takes; empty for keys that are not ours."""
    model: type[BaseModel] = Config
    description = ""
    for part in path:
        fields = {f.alias: f for f in model.model_fields.values()}
        if part not in fields:
            return description if model is Config and path[0] == "flags" else ""
        description = fields[part].description or ""
        inner = fields[part].annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            model = inner
    return description


def _found(data: Any, path: Sequence[str]) -> Any:
    for part in path:
        data = data[part]
    return data


def _wrong(place: str, path: str, found: Any, expected: str) -> InvalidInputError:
    shown = json.dumps(found, ensure_ascii=False)
    shown = shown if len(shown) <= 60 else shown[:57] + "..."
    return _invalid(f"{path}: found {shown}, expected {expected}", place)


def _invalid(message: str, place: str) -> InvalidInputError:
    return InvalidInputError(message, place=place, hint=f"the smallest valid file is {SMALLEST}")
