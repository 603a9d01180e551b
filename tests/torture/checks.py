"""What must hold after every point."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crux_memory.store import disk, lock
from crux_memory.store.manifest import parse_line
from tests.projects import ARCHIVE, tree
from tests.torture.operations import Operation, Outcome
from tests.torture.points import Point, Undisturbed, Visit, visit

MANIFEST = f"{ARCHIVE}/manifest.jsonl"
REFUSED = 8  # the file system refused
ASKS = 6  # a manifest that cannot be read needs the user's word for a restore


@dataclass(frozen=True)
class Trial:
    """One operation at one point, on its project at `root`."""

    operation: Operation
    normal: Undisturbed
    point: Point
    root: Path

    def violations(self) -> Iterator[str]:
        """Runs to the point, looks, runs again, looks again; yields every broken promise."""
        ended = visit(self.operation, self.point, self.root)
        yield from self._ending(ended)
        yield from self._instant()
        yield from self._again(self.root)

    def _ending(self, ended: Visit) -> Iterator[str]:
        if ended.crash:
            yield f"a traceback: {ended.crash}"
        elif self.point.is_kill != ended.killed:
            yield "the process was not killed" if self.point.is_kill else "the process died"
        elif ended.outcome and ended.outcome.code not in (0, ASKS, REFUSED):
            yield f"exit code {ended.outcome.code}: {ended.outcome.said}"
        elif ended.outcome and ended.outcome.code:
            if not ended.outcome.said:
                yield "an error that says nothing"
        elif ended.outcome and _names(self.root) != set(self.normal.after) - {MANIFEST}:
            yield "success was reported and is none"

    def _instant(self) -> Iterator[str]:
        now = _named(tree(self.root))
        for data in self.operation.precious:
            if data not in now.values():
                yield f"{disk.sha256(data)[:8]} is nowhere"
        for name, data in now.items():
            if data not in (self.normal.before.get(name), self.normal.after.get(name)):
                yield f"{name} holds what it never should: {data[:40]!r}"
        yield from self._manifest(tree(self.root).get(MANIFEST, b""))

    def _manifest(self, data: bytes) -> Iterator[str]:
        before = self.normal.before.get(MANIFEST, b"")
        whole = set(self.normal.after.get(MANIFEST, b"").split(b"\n"))
        if not data.startswith(before):
            yield "the manifest lost lines"
        *lines, last = data.removeprefix(before).split(b"\n")
        if not set(lines) <= whole or not any(line.startswith(last) for line in whole):
            yield "the manifest has lines that nobody wrote"

    def _again(self, root: Path) -> Iterator[str]:
        was = _names(root) == set(self.normal.after) - {MANIFEST}
        outcome = self.operation.run(root, lambda _step: None)
        done = was and outcome.code and outcome.said
        if outcome.code and not done:
            yield f"the next run does not finish: {outcome}"
        now = _named(tree(root))
        if now != _named(self.normal.after):
            yield f"the next run ends elsewhere: {sorted(now)}"
        for data in self.operation.precious:
            if data not in now.values():
                yield f"{disk.sha256(data)[:8]} is nowhere after the next run"
        if _entries(tree(root)) != _entries(self.normal.after):
            yield "the manifest knows something else after the next run"


def _names(root: Path) -> set[str]:
    return set(_named(tree(root)))


def _named(files: dict[str, bytes]) -> dict[str, bytes]:
    """The files of a tree that have final names; the manifest is looked at by itself."""
    return {
        name: data
        for name, data in files.items()
        if not disk.is_temporary(name.rpartition("/")[2])
        and name != MANIFEST
        and not name.endswith(lock.NOTE)
    }


def _entries(files: dict[str, bytes]) -> set[str]:
    """What a manifest says about compressions, without repetitions and torn lines.

    That of other copies is extra: where it cannot be written, doctor writes it later.
    """
    lines = files.get(MANIFEST, b"").decode("utf-8", "replace").split("\n")
    entries = [entry for line in lines if (entry := parse_line(line))]
    return {json.dumps(e.__dict__) for e in entries if e.output}


__all__ = ["Outcome", "Trial"]
