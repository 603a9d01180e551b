"""Where a file that is rewritten in place belongs: its root, its backup, the record, the lock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from crux_memory.config import CONFIG_PATH, CruxMemories
from crux_memory.errors import FileSystemError, NotThereError, RefusedError
from crux_memory.store import disk
from crux_memory.store.project import load_config
from crux_memory.terse.guards import BACKUP_ENDING, SOURCE_FOLDER

SECONDS = 60.0
_ROOT_MARKS = (CONFIG_PATH, ".git", ".crux")
# Folders of which a host loads every Markdown file: a backup there would be loaded as well.
_LOADED_WHOLE = frozenset({"rules", "agents", "skills", "commands", "instructions", "prompts"})
_HOSTS = frozenset(
    {".claude", ".cursor", ".windsurf", ".github", ".gemini", ".codex", ".clinerules", ".roo"}
)
_ALWAYS_WHOLE = frozenset({"memories", ".clinerules", "memory-bank"})


@dataclass(frozen=True)
class Workspace:
    """The root that paths are shown relative to, and its settings."""

    root: Path
    settings: CruxMemories

    @property
    def record(self) -> Path:
        """Where it is written down what was rewritten."""
        return self.root / ".crux" / "terse.json"

    @property
    def has_source_folder(self) -> bool:
        """Whether agent files are generated here from sources kept beside them."""
        return (self.root / SOURCE_FOLDER).is_dir()

    def shown(self, path: Path) -> str:
        """`path` relative to the root, with forward slashes."""
        inside = path.is_relative_to(self.root)
        return path.relative_to(self.root).as_posix() if inside else str(path)

    def backup(self, path: Path) -> Path:
        """Where the original of `path` is or would be kept.

        An older ``NAME.md.original.md`` counts where it is there. A file of a folder that a host
        loads whole has its backup in the archive folder.
        """
        name = path.name
        stem = path.stem if path.suffix.lower() in {".md", ".txt"} else name
        ending = ".original.txt" if path.suffix.lower() == ".txt" else BACKUP_ENDING
        older = path.with_name(name + BACKUP_ENDING)
        beside = path.with_name(stem + ending)
        if os.path.lexists(older) and not os.path.lexists(beside):
            return older
        if not self._loaded_whole(path) or os.path.lexists(beside):
            return beside
        storage = self.root / self.settings.storage.compression_source_archive
        return storage / "in-place" / Path(self.shown(path)).with_name(stem + ending)

    def _loaded_whole(self, path: Path) -> bool:
        folders = [part.lower() for part in Path(self.shown(path)).parts[:-1]]
        hosted = any(part in _HOSTS for part in folders)
        return any(part in _ALWAYS_WHOLE for part in folders) or (
            hosted and any(part in _LOADED_WHOLE for part in folders)
        )

    def keep_edited(self, path: Path, content: disk.Content, today: date) -> Path:
        """Puts a version that nothing else holds into the archive folder; returns where."""
        storage = self.root / self.settings.storage.compression_source_archive
        folder = storage / today.strftime("%Y%m%d")
        disk.make_folder(folder)
        number, name = 1, path.name
        while os.path.lexists(folder / name):
            if disk.read(folder / name).data == content.data:
                return folder / name
            number += 1
            name = f"{path.stem}.{number}{path.suffix}"
        create(folder / name, content)
        return folder / name

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One writer at a time below a root. The lock is the kernel's: a killed run leaves none.

        Raises `FileSystemError` where the folder cannot be written or another run holds the lock.
        """
        from filelock import FileLock, Timeout

        disk.make_folder(self.record.parent)
        lock = FileLock(self.record.with_name(".terse.lock"))
        try:
            lock.acquire(timeout=SECONDS)
        except Timeout as error:
            raise FileSystemError("another run holds the lock", place=str(self.record)) from error
        except OSError as error:
            reason = error.strerror or str(error)
            raise FileSystemError(f"cannot be locked: {reason}", place=str(self.record)) from error
        try:
            yield
        finally:
            lock.release()


def create(path: Path, content: disk.Content) -> None:
    """A new file with `content`, synced and read back. Raises if the name is taken."""
    disk.make_folder(path.parent)
    temporary = disk.write_temporary(path.parent, content.data, content.mode)
    try:
        disk.publish(temporary, path)
    finally:
        disk.discard(temporary)
    disk.confirm(path, content.data)


def locate(name: str, project: str | None) -> tuple[Workspace, Path]:
    """The file that a user named, links followed, and the workspace around it.

    Without a `project` the root is the nearest folder above the file that has a configuration, a
    ``.git`` or a ``.crux``, else the file's own. Raises `NotThereError`, `RefusedError` for a
    link that leaves the root, and `FileSystemError` for a loop of links.
    """
    path = Path(name)
    with disk.telling(path, "resolve"):
        if not os.path.lexists(path):
            raise NotThereError("no such file", place=name)
        above = path.absolute().parent.resolve()
        try:
            resolved = path.resolve()
        except RuntimeError as error:  # a loop of links, up to Python 3.12
            raise FileSystemError("is a loop of links", place=name) from error
        if not resolved.exists():
            loop = resolved.is_symlink()
            if loop:
                raise FileSystemError("is a loop of links", place=name)
            raise NotThereError(f"is a link to nothing: {resolved}", place=name)
    root = Path(project).resolve() if project is not None else _root(above)
    if not resolved.is_relative_to(root):
        raise RefusedError(f"is a link out of {root}: {resolved}", place=name)
    configured = (root / CONFIG_PATH).is_file()
    settings = load_config(root).crux_memories if configured else CruxMemories()
    return Workspace(root, settings), resolved


def _root(start: Path) -> Path:
    for folder in (start, *start.parents):
        if any((folder / mark).exists() for mark in _ROOT_MARKS):
            return folder
    return start
