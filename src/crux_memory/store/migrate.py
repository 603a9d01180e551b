"""A whole store: which memories there are, what compressing each would give, and doing it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from crux_memory.errors import CruxError, NotThereError
from crux_memory.store.compress import failed, guarded, settle
from crux_memory.store.disk import is_folder, telling
from crux_memory.store.drafting import Draft, Request, draft, internal
from crux_memory.store.project import Project
from crux_memory.store.report import FileReport, failure
from crux_memory.store.session import SOURCE_ENDING, Session

# Below this many bytes a process pool costs more (a vocabulary to load in each) than it saves.
POOL_BYTES = 100_000


@dataclass(frozen=True)
class Planned:
    """One memory of the store: its path relative to the store, and its draft or its row."""

    name: str
    drafted: Draft | FileReport

    @property
    def report(self) -> FileReport:
        """The row: what would become of it."""
        return self.drafted.report if isinstance(self.drafted, Draft) else self.drafted


def scan(project: Project, folder: Path) -> tuple[list[Path], list[FileReport]]:
    """All ``*.memory.md`` below `folder`, sorted; links and the archive are not followed.

    Also a row for each folder that cannot be read: what is in it is not passed over in silence.
    """
    if not is_folder(folder):
        raise NotThereError("no such folder of memories", place=str(folder))
    found: list[Path] = []
    closed: list[FileReport] = []
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        try:
            with telling(here, "read the folder"), os.scandir(here) as entries:
                inside = [
                    (here / e.name, e.is_dir(follow_symlinks=False))
                    for e in entries
                    if not e.is_symlink()
                ]
        except NotThereError:
            continue  # it went meanwhile, and its memories with it
        except CruxError as error:
            closed.append(failed(project, project.shown(here), error))
            continue
        waiting += (path for path, below in inside if below and path != project.archive_root)
        found += (path for path, below in inside if path.name.endswith(SOURCE_ENDING))
    return sorted(found, key=lambda path: path.relative_to(folder).parts), closed


def select(names: Sequence[str], patterns: Sequence[str]) -> tuple[set[str], list[FileReport]]:
    """The names that any pattern stands for, and a row for each pattern that fits none.

    A pattern is a path relative to the store, a folder in it, or a glob.
    """
    chosen: set[str] = set()
    rows: list[FileReport] = []
    for pattern in patterns:
        plain = Path(pattern).as_posix()
        fitting = [
            name
            for name in names
            if name == plain or name.startswith(plain + "/") or fnmatchcase(name, plain)
        ]
        if not fitting:
            rows.append(failure(pattern, NotThereError("no uncompressed memory of this name")))
        chosen.update(fitting)
    return chosen, rows


def plan(
    session: Session,
    folder: Path,
    request: Request,
    progress: Callable[[int, int], None],
    patterns: Sequence[str] = (),
) -> tuple[list[Planned], list[FileReport]]:
    """What compressing the memories below `folder` would give, in the order of their names.

    Also the rows of patterns that fit nothing and of folders that cannot be read. `progress` is
    told how many of how many are done.
    Files are read and encoded in several processes where that pays; nothing is written.
    """
    paths, strays = scan(session.project, folder)
    names = [path.relative_to(folder).as_posix() for path in paths]
    if patterns:
        chosen, unmet = select(names, patterns)
        strays += unmet
        paths = [path for path, name in zip(paths, names, strict=True) if name in chosen]
        names = [name for name in names if name in chosen]
    planned: list[Planned] = []
    drafts = _drafts(session.project, paths, request, session.today)
    for name, drafted in zip(names, drafts, strict=True):
        planned.append(Planned(name, drafted))
        progress(len(planned), len(paths))
    return planned, strays


def apply(
    session: Session,
    planned: Sequence[Planned],
    request: Request,
    progress: Callable[[int, int], None],
) -> list[FileReport]:
    """Compresses what was planned, one after the other; one bad file never stops the rest."""
    rows: list[FileReport] = []
    for item in planned:
        rows.append(
            guarded(
                session.project, item.report.file, partial(settle, session, item.drafted, request)
            )
        )
        progress(len(rows), len(planned))
    return rows


def _drafts(
    project: Project, paths: Sequence[Path], request: Request, today: date
) -> Iterable[Draft | FileReport]:
    jobs = project.config.crux_memories.jobs or (os.cpu_count() or 1)
    if jobs > 1 and len(paths) > 1 and _bytes(paths) > POOL_BYTES:
        return _pooled(project, paths, request, today, min(jobs, len(paths)))
    return (_safely(project, request, today, path) for path in paths)


def _pooled(
    project: Project, paths: Sequence[Path], request: Request, today: date, jobs: int
) -> Iterator[Draft | FileReport]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    work = partial(_safely, project, request, today)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, paths)


def _safely(project: Project, request: Request, today: date, path: Path) -> Draft | FileReport:
    name = project.shown(path)
    try:
        return draft(project, path, request, today)
    except CruxError as error:
        return failed(project, name, error)
    except Exception as error:
        return failure(name, internal(error))


def _bytes(paths: Iterable[Path]) -> int:
    total = 0
    for path in paths:
        try:
            total += path.stat().st_size
        except OSError:
            continue
    return total
