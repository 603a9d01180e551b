"""A project: its root, its configuration, and which paths belong to it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from crux_memory.config import CONFIG_PATH, Config, missing_config, parse_config
from crux_memory.errors import (
    CruxError,
    FileSystemError,
    InvalidInputError,
    NotThereError,
    RefusedError,
)
from crux_memory.store.disk import telling


@dataclass(frozen=True)
class Project:
    """`root` is absolute and resolved; all paths that a project shows are relative to it."""

    root: Path
    config: Config

    @property
    def config_file(self) -> Path:
        """Where the configuration is."""
        return self.root / CONFIG_PATH

    @property
    def memories(self) -> Path:
        """The folder of memories."""
        return self.inside(self.root / self.config.crux_memories.storage.memories_dir)

    @property
    def archive_root(self) -> Path:
        """The folder of archived originals, which need not exist yet."""
        return self.inside(self.root / self.config.crux_memories.storage.compression_source_archive)

    def inside(self, path: Path) -> Path:
        """`path` with every link followed. Raises `RefusedError` if that leaves the project."""
        try:
            with telling(path, "resolve"):
                resolved = path.resolve()
        except RuntimeError as error:  # a loop of links, up to Python 3.12
            raise FileSystemError("is a loop of links", place=str(path)) from error
        if not resolved.is_relative_to(self.root):
            raise RefusedError(
                f"lies outside the project {self.root}",
                place=str(resolved),
                hint="name its project with --project",
            )
        return resolved

    def locate(self, name: str) -> Path:
        """The file that a user named: relative to the working directory, else to the root."""
        path = Path(name)
        if not path.is_absolute() and not os.path.lexists(path):
            rooted = self.root / path
            if os.path.lexists(rooted):
                path = rooted
        return self.inside(path)

    def label(self, name: str) -> str:
        """How reports name the file that a user named: as `shown`, or as it is if outside."""
        try:
            return self.shown(self.locate(name))
        except CruxError:
            return name

    def shown(self, path: Path) -> str:
        """`path` relative to the root, with forward slashes."""
        return (
            path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)
        )


def find_root(start: Path) -> Path:
    """The nearest folder from `start` upwards that has a configuration, else `start`."""
    start = start.resolve()
    candidates = (start, *start.parents)
    return next((folder for folder in candidates if (folder / CONFIG_PATH).is_file()), start)


def load_config(project: str | Path = ".") -> Config:
    """The configuration of the project whose root is `project`.

    Raises `InvalidInputError` (exit code 5) if it is missing, unreadable or wrong.
    """
    file = Path(project) / CONFIG_PATH
    try:
        with telling(file, "read"):
            text = file.read_text(encoding="utf-8")
    except NotThereError:
        raise missing_config(str(file)) from None
    except FileSystemError as error:
        if isinstance(error.__cause__, UnicodeDecodeError):
            raise InvalidInputError("is not UTF-8", place=str(file)) from None
        raise
    return parse_config(text, str(file))


def surrounding(path: Path, folder: str | None) -> Project | None:
    """The project at `folder`, or the one around the file `path`, None where there is none.

    Its configuration need not switch compression on, but raises if it is wrong.
    """
    root = Path(folder).resolve() if folder is not None else find_root(path.parent)
    if not (root / CONFIG_PATH).is_file():
        return None
    return Project(root, load_config(root))


def open_project(folder: str | None) -> Project:
    """The project at `folder`, or the one around the working directory.

    Raises `InvalidInputError` for its configuration and `DisabledError` if it is switched off.
    """
    if folder is not None and not Path(folder).is_dir():
        raise NotThereError("no such folder", place=folder)
    root = Path(folder).resolve() if folder is not None else find_root(Path.cwd())
    config = load_config(root)
    config.require_enabled(str(root / CONFIG_PATH))
    return Project(root, config)
