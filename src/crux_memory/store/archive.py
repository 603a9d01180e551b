"""The archive of originals: ``{archive folder}/{yyyymmdd}/{filename}``, never overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import count
from pathlib import Path, PurePosixPath, PureWindowsPath

from crux_memory.errors import CruxError, FileSystemError, RefusedError
from crux_memory.store import disk
from crux_memory.store.manifest import Entry, Manifest
from crux_memory.store.project import Project

RECORDED = "recorded"  # a key in the metadata of an entry that was made after the fact


@dataclass(frozen=True)
class Archive:
    """The archive folder of a project."""

    project: Project

    @property
    def root(self) -> Path:
        """The folder, which need not exist yet."""
        return self.project.archive_root

    @property
    def manifest(self) -> Manifest:
        """The record of what was written from what."""
        return Manifest(self.root)

    def slot(self, name: str, data: bytes, today: date) -> Path:
        """Where `data` is archived already today, or the next free name for it."""
        for candidate in self._names(name, today):
            if not disk.present(candidate):
                return candidate
            try:
                if disk.read(candidate).data == data:
                    return candidate
            except CruxError:
                continue  # something else has this name; the next may be free
        raise AssertionError("names never end")

    def put(self, path: Path, data: bytes, mode: int) -> None:
        """Puts `data` at `path`, which `slot` gave, and reads it back; the caller holds the lock.

        Raises `FileSystemError` if the folder cannot be written, or if something else has taken
        that name since.
        """
        disk.sweep(path.parent)
        if not disk.present(path):
            disk.make_folder(path.parent)
            temporary = disk.write_temporary(path.parent, data, mode)
            try:
                disk.publish(temporary, path)
            finally:
                disk.discard(temporary)
            disk.sync_folder(self.root)
        disk.confirm(path, data)

    def keep(self, source: Path, content: disk.Content, today: date) -> Path:
        """Archives what `source` holds, `content`, and records it; returns where."""
        path = self.slot(source.name, content.data, today)
        self.put(path, content.data, content.mode)
        # The copy is what matters; `doctor` records what could not be.
        with suppress(CruxError):
            self.record(path, self.project.shown(source), content.sha256)
        return path

    def record(self, path: Path, source: str, checksum: str, later: bool = False) -> None:
        """Makes the manifest know an archived copy, unless it does.

        `later` says that the checksum was taken after the copy was made, so that it proves
        nothing about the time between.
        """
        shown = self.project.shown(path)
        if self.manifest.for_archive(shown) is None:
            told = {RECORDED: "later"} if later else {}
            self.manifest.add(Entry(shown, source, "", checksum, "", told))

    def trusted(self, written: str) -> Path:
        """The archived file that a memory file names; what it names is not trusted.

        Raises `RefusedError` unless `written` leads to a place inside the archive folder.
        """
        posix, windows = PurePosixPath(written), PureWindowsPath(written)
        if posix.is_absolute() or windows.drive or windows.root or ".." in windows.parts:
            raise RefusedError(f"sourceArchive {written!r} is not a path inside the project")
        path = self.project.inside(self.project.root / written)
        if not path.is_relative_to(self.root):
            shown = self.project.shown(self.root)
            raise RefusedError(f"sourceArchive {written!r} is not inside the archive {shown}")
        return path

    def ready(self) -> None:
        """Makes the archive folder. Raises `FileSystemError` if that cannot be."""
        try:
            disk.make_folder(self.root)
        except CruxError as error:
            raise FileSystemError(
                f"the archive folder cannot be made: {error.message}", place=error.place
            ) from error

    def _names(self, name: str, today: date) -> Iterator[Path]:
        folder = self.root / today.strftime("%Y%m%d")
        yield folder / name
        cut = name.find(".memory.") if ".memory." in name else len(PurePosixPath(name).stem)
        for number in count(2):
            yield folder / f"{name[:cut]}.{number}{name[cut:]}"
