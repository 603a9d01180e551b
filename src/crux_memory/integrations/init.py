"""`crux init`: what a project needs to begin. Existing files are never touched."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from crux_memory.config import CONFIG_PATH, SWITCH, Config
from crux_memory.store import disk
from crux_memory.store.project import Project
from crux_memory.store.session import silent


@dataclass(frozen=True)
class Made:
    """One thing of the project: its path, and whether it was made now or was there."""

    path: str
    created: bool


def init(
    root: Path, enable: bool, dry_run: bool, on_step: Callable[[str], None] = silent
) -> list[Made]:
    """Writes configuration, README, folders and CRUX.md into the project at `root`.

    `enable` switches compression on in the configuration that is written. `on_step` is called
    with the name of each writing step before it is taken.
    Raises `FileSystemError` where the system refuses.
    """
    project = Project(root.resolve(), Config())
    files = {
        CONFIG_PATH: default_config(enable),
        ".crux/README.md": _explanation(),
        "CRUX.md": specification(),
    }
    act = _Act(project, dry_run, on_step)
    made = [act.file(name, text) for name, text in files.items()]
    return made + [act.folder(path) for path in (project.memories, project.archive_root)]


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


@dataclass(frozen=True)
class _Act:
    """Making what is not there."""

    project: Project
    dry_run: bool
    on_step: Callable[[str], None]

    def file(self, name: str, text: str) -> Made:
        path = self.project.inside(self.project.root / name)
        if disk.present(path):
            return Made(name, created=False)
        if not self.dry_run:
            self.on_step(f"write {name}")
            disk.make_folder(path.parent)
            temporary = disk.write_temporary(path.parent, text.encode("utf-8"), 0o644)
            try:
                self.on_step(f"publish {name}")
                disk.publish(temporary, path)
            finally:
                disk.discard(temporary)
        return Made(name, created=True)

    def folder(self, path: Path) -> Made:
        name = self.project.shown(path) + "/"
        created = not disk.is_folder(path)
        if created and not self.dry_run:
            self.on_step(f"make {name}")
            disk.make_folder(path)
        return Made(name, created)
