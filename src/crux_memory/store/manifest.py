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

from crux_memory.errors import NotThereError
from crux_memory.store import disk

NAME = "manifest.jsonl"


@dataclass(frozen=True)
class Entry:
    """One compression. Paths are relative to the project, checksums SHA-256.

    `output` and its checksum are empty for an archived copy that no compressed file was made
    from: of a file that was replaced, or one that `doctor` recorded.
    """

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
        """The file, which need not exist."""
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
        for line in self.lines():
            if entry := parse_line(line):
                yield entry

    def lines(self) -> list[str]:
        """The lines as they are, damaged ones included; none where there is no manifest.

        Raises `CruxError` where there is one that cannot be read.
        """
        try:
            data = disk.read(self.path, sole_name=False).data
        except NotThereError:
            return []
        return [line for line in data.decode("utf-8", "replace").split("\n") if line.strip()]


def parse_line(line: str) -> Entry | None:
    """The entry in a line of the manifest, None for a line that is damaged."""
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
