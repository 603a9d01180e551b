"""What `crux terse --auto` is for: the planning files of a project that asked for it."""

from __future__ import annotations

import subprocess
from pathlib import Path

from crux_memory.memory_file import split
from crux_memory.store import disk
from crux_memory.store.session import decode

STATE = Path("docs/planning/STATE.md")
ROADMAP = Path("docs/planning/ROADMAP.md")
ENABLED = "enabled"  # the value of `compress_memory` in the roadmap's front matter


def due(root: Path) -> list[Path]:
    """The files to compress below `root`: none unless its roadmap has `compress_memory: enabled`.

    The roadmap itself is one of them where git says that it was changed. Raises the errors of
    `crux_memory.errors` for a roadmap that cannot be read.
    """
    roadmap = root / ROADMAP
    if not roadmap.exists():
        return []
    text = decode(disk.read(roadmap, sole_name=False))
    if split(text).scalar("compress_memory") != ENABLED:
        return []
    found = [root / STATE] if (root / STATE).exists() else []
    return [*found, roadmap] if _changed(root) else found


def _changed(root: Path) -> bool:
    """Whether git shows the roadmap as new or changed; False where there is no git."""
    command = ["git", "-C", str(root), "status", "--porcelain", "--", ROADMAP.as_posix()]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0 and bool(done.stdout.strip())
