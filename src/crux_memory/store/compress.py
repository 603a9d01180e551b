"""Compressing: archive, verify, write, verify, remove."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from crux_memory.errors import CruxError, NotThereError
from crux_memory.store import disk
from crux_memory.store.drafting import Draft, Request, draft, internal
from crux_memory.store.lock import locked
from crux_memory.store.project import Project
from crux_memory.store.report import FileReport, failure
from crux_memory.store.session import Session, land


def compress(session: Session, name: str, request: Request) -> FileReport:
    """Compresses the file that a user named. Never raises; errors are rows."""

    def run() -> FileReport:
        path = session.project.locate(name)
        linked = Path(name).is_symlink()
        row = settle(session, draft_of(session, path, request), request)
        if linked and row.status == "compressed":
            warning = f"{name} is a link to it and points nowhere until it is restored"
            return replace(row, warnings=(*row.warnings, warning))
        return row

    return guarded(session.project, session.project.label(name), run)


def draft_of(session: Session, path: Path, request: Request) -> Draft | FileReport:
    """See `drafting.draft`; the row's file is `path` as the project shows it."""
    return draft(session.project, path, request, session.today)


def settle(session: Session, drafted: Draft | FileReport, request: Request) -> FileReport:
    """Writes a draft; a row passes through. With `dry_run` the row says what would be written."""
    if isinstance(drafted, FileReport):
        return drafted
    if session.dry_run:
        return drafted.report
    step = session.on_step
    step("lock")
    with locked(session.archive):
        step("read")
        try:
            current = _still_true(session, drafted, request)
        except NotThereError:
            if disk.present(drafted.landing.target):
                return replace(
                    drafted.report,
                    status="skipped",
                    code="gone",
                    reason="another run compressed it meanwhile",
                )
            raise
        if isinstance(current, FileReport):
            return current
        return _write(session, current)


def _still_true(session: Session, drafted: Draft, request: Request) -> Draft | FileReport:
    """The draft, made again if what it was made from has changed before the lock was held."""
    landing = drafted.landing
    source = disk.read(landing.source)
    output = disk.read(landing.target) if disk.present(landing.target) else None
    slot = session.archive.slot(landing.source.name, source.data, session.today)
    same = (
        source.data == drafted.original.data
        and (output and output.data) == (landing.replaces and landing.replaces.data)
        and (drafted.finished or slot == drafted.archive)
    )
    return drafted if same else draft_of(session, landing.source, request)


def _write(session: Session, drafted: Draft) -> FileReport:
    step, landing, archive = session.on_step, drafted.landing, session.archive
    step("sweep")
    disk.sweep(landing.target.parent)
    if drafted.finished:
        step("remove")
        disk.remove(landing.source)
        return drafted.report
    step("archive")
    archive.put(drafted.archive, drafted.original.data, drafted.original.mode)
    if landing.replaces is not None:
        step("archive what is replaced")
        archive.keep(landing.target, landing.replaces, session.today)
    step("record")
    archive.manifest.add(drafted.entry)
    land(landing, step)
    return drafted.report


def guarded(project: Project, name: str, run: Callable[[], FileReport]) -> FileReport:
    """The row of `run`, whatever happens in it: one bad file never stops the rest."""
    try:
        return run()
    except CruxError as error:
        return failed(project, name, error)
    except Exception as error:
        if os.environ.get("CRUX_DEBUG") == "1":
            raise
        return failure(name, internal(error))


def failed(project: Project, name: str, error: CruxError) -> FileReport:
    """The row of an error; its place is given only where it is not the file itself."""
    row = failure(name, error)
    place = project.shown(Path(error.place)) if error.place else ""
    return replace(row, place="" if place == name else place)
