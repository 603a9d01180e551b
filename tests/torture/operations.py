"""The table of writing operations. One entry here, and an operation is tortured with the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from crux_memory.errors import CruxError
from crux_memory.integrations.init import init
from crux_memory.notation import format_text
from crux_memory.store.compress import compress
from crux_memory.store.decompress import Way, decompress
from crux_memory.store.drafting import Request
from crux_memory.store.migrate import apply, plan
from crux_memory.store.reformat import reformat, rewrite
from crux_memory.store.report import FileReport
from tests.projects import VERBOSE, make_project, session

A = "memories/a.memory.md"
OUT = "memories/a.memory.crux.md"
OnStep = Callable[[str], None]


@dataclass(frozen=True)
class Outcome:
    """How a run ended: its exit code, and what it said."""

    code: int
    said: str


@dataclass(frozen=True)
class Operation:
    """A writing operation.

    `prepare` makes its project at a folder; `run` carries it out there and tells each step to its
    last argument; `precious` is what must exist byte for byte in a named place at every instant.
    """

    name: str
    prepare: Callable[[Path], object]
    run: Callable[[Path, OnStep], Outcome]
    precious: tuple[bytes, ...]


def of_rows(rows: list[FileReport]) -> Outcome:
    """The outcome of a run with these rows."""
    said = "; ".join(f"{row.place} {row.reason} {row.hint}".strip() for row in rows)
    return Outcome(max(row.exit_code for row in rows), said)


def _guarded(act: Callable[[], object]) -> Outcome:
    try:
        act()
    except CruxError as error:
        return Outcome(error.exit_code, str(error))
    return Outcome(0, "")


def _one_memory(root: Path) -> None:
    make_project(root, {"a.memory.md": VERBOSE})


def _compressed(root: Path) -> None:
    _one_memory(root)
    row = compress(session(root), str(root / A), Request())
    assert row.status == "compressed", row.reason


def _edited(root: Path) -> None:
    """A compressed file with an edit, and a memory that was written anew beside it."""
    _compressed(root)
    (root / OUT).write_bytes(edited_output())
    (root / A).write_text(SECOND, encoding="utf-8")


def edited_output() -> bytes:
    """The compressed file after somebody's edit."""
    return "---\ntype: core\n---\n⟦CRUX:memory\nEdited by hand\n⟧\n".encode()


def _two_memories(root: Path) -> None:
    make_project(root, {"a.memory.md": VERBOSE, "core/b.memory.md": SECOND})


def _messy(root: Path) -> None:
    """A compressed memory as an editor may leave it, known to the manifest in that form."""
    _compressed(root)
    done = reformat(root / OUT, lambda body: body.replace("\n⟧", "\n\n\n⟧"))
    rewrite(done, session(root).project)


SECOND = VERBOSE + "\nNever moor at pier 9.\n"


def _compress(root: Path, on_step: OnStep, **request: Any) -> Outcome:
    wanted = replace(Request(), **request)
    return of_rows([compress(session(root, on_step=on_step), str(root / A), wanted)])


def _decompress(way: Way, force: bool = False) -> Callable[[Path, OnStep], Outcome]:
    def run(root: Path, on_step: OnStep) -> Outcome:
        return of_rows([decompress(session(root, on_step=on_step), str(root / OUT), way, force)])

    return run


def _migrate(root: Path, on_step: OnStep) -> Outcome:
    current = session(root, on_step=on_step)
    rows: list[FileReport] = []

    def act() -> None:
        folder = current.project.memories
        planned, strays = plan(current, folder, Request(), lambda _done, _total: None)
        rows.extend(strays)
        rows.extend(apply(current, planned, Request(), lambda _done, _total: None))

    ended = _guarded(act)
    return of_rows(rows) if rows else ended


def _format(root: Path, on_step: OnStep) -> Outcome:
    project = session(root).project
    return _guarded(lambda: rewrite(reformat(root / OUT, format_text), project, on_step))


def _init(root: Path, on_step: OnStep) -> Outcome:
    return _guarded(lambda: init(root, enable=True, dry_run=False, on_step=on_step))


_ORIGINAL = VERBOSE.encode()
_ALL = (_ORIGINAL, SECOND.encode(), edited_output())

OPERATIONS = (
    Operation("compress", _one_memory, _compress, (_ORIGINAL,)),
    Operation(
        "compress --force",
        _edited,
        lambda root, on_step: _compress(root, on_step, force=True),
        _ALL,
    ),
    Operation("decompress --restore", _compressed, _decompress("restore"), (_ORIGINAL,)),
    Operation("decompress --restore --force", _edited, _decompress("restore", force=True), _ALL),
    Operation("decompress --expand", _compressed, _decompress("expand"), (_ORIGINAL,)),
    Operation("decompress --expand --force", _edited, _decompress("expand", force=True), _ALL),
    Operation("migrate", _two_memories, _migrate, (_ORIGINAL, SECOND.encode())),
    Operation("fmt", _messy, _format, (_ORIGINAL,)),
    Operation("init", Path.mkdir, _init, ()),
)
