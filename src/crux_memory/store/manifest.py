"""What was written from what: one line of JSON an event, in the archive folder.

Lines are only ever appended, so a crash can tear no more than the last one, and two branches of
a repository merge. Of several lines about one file the last holds.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from crux_memory.store import disk

NAME = "manifest.jsonl"


@dataclass(frozen=True)
class Entry:
    """One compression. Paths are relative to the project, checksums SHA-256."""

    archive: str
    source: str
    output: str
    sourceSha256: str  # noqa: N815 - as in the file
    outputSha256: str  # noqa: N815
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Manifest:
    """The manifest of an archive folder."""

    folder: Path

    @property
    def path(self) -> Path:
        """The file."""
        return self.folder / NAME

    def add(self, entry: Entry) -> None:
        """Appends `entry`, synced to the disk."""
        disk.append_line(self.path, json.dumps(asdict(entry), ensure_ascii=False))

    def last(self, matches: Callable[[Entry], bool]) -> Entry | None:
        """The newest entry that matches."""
        found = None
        for entry in self.entries():
            if matches(entry):
                found = entry
        return found

    def for_output(self, output: str) -> Entry | None:
        """The newest entry about the compressed file at `output`."""
        return self.last(lambda entry: entry.output == output)

    def for_archive(self, archive: str) -> Entry | None:
        """The newest entry about the archived original at `archive`."""
        return self.last(lambda entry: entry.archive == archive)

    def entries(self) -> Iterator[Entry]:
        """All entries, oldest first; damaged lines are passed over."""
        try:
            lines = self.path.read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            return
        for line in lines:
            if entry := _entry(line):
                yield entry


def _entry(line: str) -> Entry | None:
    try:
        data: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    names = ("archive", "source", "output", "sourceSha256", "outputSha256")
    values = [data.get(name) for name in names]
    metadata = data.get("metadata", {})
    if not all(isinstance(value, str) for value in values) or not isinstance(metadata, dict):
        return None
    archive, source, output, before, after = map(str, values)
    told = {str(key): str(value) for key, value in metadata.items()}
    return Entry(archive, source, output, before, after, told)
