"""`.crux/terse.json`: what was written in place of what, so that an edit since is seen."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from crux_memory.errors import InvalidInputError, NotThereError
from crux_memory.memory_file import MemoryFile
from crux_memory.store import disk

MARKER_KEYS = ("original_sha256", "compressed_at")


@dataclass(frozen=True)
class Written:
    """One rewritten file: checksums of the original and of the result, body and whole."""

    original_sha256: str
    written_sha256: str
    compressed_at: str


def load(path: Path) -> dict[str, Written]:
    """The records by path relative to the root; empty where there is no file.

    Raises `InvalidInputError` where the file is there and is not ours to read.
    """
    try:
        data = json.loads(disk.read(path).data)
        return {name: Written(**entry) for name, entry in data["files"].items()}
    except NotThereError:
        return {}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise InvalidInputError(
            f"is damaged: {error}",
            place=str(path),
            hint="delete it; what was compressed is then known by its backup",
        ) from None


def save(path: Path, name: str, written: Written | None) -> None:
    """Notes one file, or forgets it. The caller holds the lock."""
    files = {key: asdict(value) for key, value in load(path).items()}
    if written is None and name not in files:
        return
    files.pop(name, None)
    if written is not None:
        files[name] = asdict(written)
    text = json.dumps({"files": dict(sorted(files.items()))}, indent=2, ensure_ascii=False) + "\n"
    mode = disk.read(path).mode if os.path.lexists(path) else 0o644
    temporary = disk.write_temporary(path.parent, text.encode(), mode)
    try:
        disk.replace(temporary, path)
    finally:
        disk.discard(temporary)


def unmarked(file: MemoryFile) -> MemoryFile:
    """A file without the marker in its front matter."""
    if not any(key in file.front for key in MARKER_KEYS):
        return file
    return file.without(MARKER_KEYS).without_empty_front_matter()
