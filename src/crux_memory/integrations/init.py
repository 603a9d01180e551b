"""`crux init`: what a project needs to begin. Existing files are never touched."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from crux_memory.config import CONFIG_PATH, SWITCH, Config
from crux_memory.store import disk
from crux_memory.store.project import Project


@dataclass(frozen=True)
class Made:
    """One thing of the project: its path, and whether it was made now or was there."""

    path: str
    created: bool


def init(root: Path, enable: bool, dry_run: bool) -> list[Made]:
    """Writes configuration, README, folders and CRUX.md into the project at `root`.

    `enable` switches compression on in the configuration that is written.
    Raises `FileSystemError` where the system refuses.
    """
    project = Project(root.resolve(), Config())
    files = {
        CONFIG_PATH: default_config(enable),
        ".crux/README.md": _explanation(),
        "CRUX.md": specification(),
    }
    made = [_file(project, name, text, dry_run) for name, text in files.items()]
    return made + list(_folders(project, dry_run))


def default_config(enable: bool = False) -> str:
    """The text of a configuration with every key at its default."""
    config = Config().model_dump(by_alias=True)
    config["flags"] = {SWITCH: "true" if enable else "false"}
    return json.dumps(config, indent=2) + "\n"


def _explanation() -> str:
    """What the keys of the configuration mean."""
    file = resources.files("crux_memory.integrations") / "crux-readme.md"
    return file.read_text(encoding="utf-8")


def specification() -> str:
    """The text of CRUX.md, from the installed package or the source checkout."""
    packaged = resources.files("crux_memory") / "CRUX.md"
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return (Path(__file__).parents[3] / "CRUX.md").read_text(encoding="utf-8")


def _file(project: Project, name: str, text: str, dry_run: bool) -> Made:
    path = project.inside(project.root / name)
    if os.path.lexists(path):
        return Made(name, created=False)
    if not dry_run:
        disk.make_folder(path.parent)
        temporary = disk.write_temporary(path.parent, text.encode("utf-8"), 0o644)
        try:
            disk.publish(temporary, path)
        finally:
            disk.discard(temporary)
    return Made(name, created=True)


def _folders(project: Project, dry_run: bool) -> Iterator[Made]:
    for folder in (project.memories, project.archive_root):
        created = not folder.is_dir()
        if created and not dry_run:
            disk.make_folder(folder)
        yield Made(project.shown(folder) + "/", created)
