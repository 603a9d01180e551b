"""Projects on a real disk for the tests of store and command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from crux_memory.store.project import Project, load_config
from crux_memory.store.session import Session

EXAMPLES = Path(__file__).parents[1] / "examples" / "store" / "memories"
# A memory that compression makes smaller even with full metadata.
VERBOSE = (
    (EXAMPLES / "learning" / "time-and-datum.memory.md").read_text(encoding="utf-8")
    + """
## How this page came about

I would really like to thank everybody who basically took the time to write all of these things
down for us. As I said, it was actually quite a lot of work. It goes without saying that all of us
are very grateful for it, and it's needless to say that it is very much appreciated.

For example, the first version of this page was simply a list on the whiteboard in the kitchen.
By the way, the whiteboard is still there, as everybody who drinks coffee will most likely know.
In other words, this page is basically nothing more than that list, just a little bit longer.

As has already been mentioned above, the page is a collection. It is a collection of what was
learned, as mentioned above. Hopefully it is going to be helpful for you as well, who knows.
"""
)
LINES = VERBOSE.count("\n")
# One that it does not: the metadata costs more than there is to save.
TERSE = "---\ntype: core\n---\n\n# Ports\n\n- API: `:8080`\n- DB: `:5432`\n"
TODAY = date(2026, 3, 14)
ARCHIVE = ".ai-ignored/memories/sources"
ON = {"enableMemoryCompression": "true"}


@dataclass(frozen=True)
class Ran:
    """A finished process."""

    code: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        """Standard output as the one JSON object that it must be."""
        return json.loads(self.stdout)


def make_project(
    root: Path,
    memories: Mapping[str, str | bytes] | None = None,
    flags: Any = None,
    **settings: Any,
) -> Path:
    """A project at `root` whose config has `settings`; files are named relative to memories/."""
    settings.setdefault("compressionMinLines", 1)
    config = {"flags": ON if flags is None else flags, "cruxMemories": settings}
    (root / ".crux").mkdir(parents=True)
    (root / ".crux" / "crux-memories.json").write_text(json.dumps(config), encoding="utf-8")
    (root / "memories").mkdir()
    for name, text in (memories or {}).items():
        path = root / "memories" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return root


def session(root: Path, **options: Any) -> Session:
    """A run on the project at `root`."""
    project = Project(root.resolve(), load_config(root))
    return Session(project, options.pop("today", TODAY), **options)


def tree(root: Path) -> dict[str, bytes]:
    """Every file below `root` with its bytes, the lock left out."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def crux(cwd: Path, *arguments: str, env: Mapping[str, str] | None = None, stdin: str = "") -> Ran:
    """Runs the program as a process of its own, without a terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "crux_memory.cli.main", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **(env or {})},
        input=stdin.encode(),
        capture_output=True,
        check=False,
        timeout=120,
    )
    return Ran(
        done.returncode,
        done.stdout.decode("utf-8", "replace"),
        done.stderr.decode("utf-8", "replace"),
    )
