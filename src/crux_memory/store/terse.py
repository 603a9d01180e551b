"""Rewriting a file in place: gate, rewrite, validate, back up, write, read back, record."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Literal

from crux_memory.errors import (
    CruxError,
    DriftError,
    FileSystemError,
    NotThereError,
)
from crux_memory.memory_file import split
from crux_memory.store import disk, record
from crux_memory.store.drafting import internal
from crux_memory.store.report import FileReport, Size, failure
from crux_memory.store.session import decode
from crux_memory.store.workspace import Workspace, create, locate
from crux_memory.terse.edits import carried_over
from crux_memory.terse.guards import guard_path, guard_sensitive, guard_text
from crux_memory.terse.rewrite import Rewritten, rewrite
from crux_memory.terse.validation import Failure, validate
from crux_memory.tokens import TokenCounter, get_counter

Marker = Literal["none", "frontmatter"]


def _silent(_step: str) -> None:
    """Nobody watches the steps."""


@dataclass(frozen=True)
class TerseSession:
    """One run. `marker` says whether the file itself tells that it was compressed."""

    today: date
    project: str | None = None
    dry_run: bool = False
    marker: Marker = "none"
    recompress: bool = False
    on_step: Callable[[str], None] = _silent


@dataclass(frozen=True)
class _File:
    """A file that passed the gate."""

    space: Workspace
    path: Path
    content: disk.Content
    text: str
    backup: Path
    counter: TokenCounter

    @property
    def name(self) -> str:
        return self.space.shown(self.path)


def compress_in_place(session: TerseSession, name: str) -> FileReport:
    """Compresses the file that a user named. Never raises; errors are rows."""
    return _guarded(name, lambda: _compress(session, name))


def check_gate(session: TerseSession, name: str) -> FileReport:
    """Whether the file may be rewritten: a row ``safe``, or the refusal. Reads only."""

    def run() -> FileReport:
        file = _open(session, name)
        return FileReport(file.name, "safe", reason="passes every gate")

    return _guarded(name, run)


def restore_in_place(session: TerseSession, name: str) -> FileReport:
    """Puts the backup back and removes it. Never raises; errors are rows."""
    return _guarded(name, lambda: _restore(session, name))


def _guarded(name: str, run: Callable[[], FileReport]) -> FileReport:
    try:
        return run()
    except CruxError as error:
        return replace(failure(name, error), place="" if error.place == name else error.place)
    except Exception as error:
        if os.environ.get("CRUX_DEBUG") == "1":
            raise
        return failure(name, internal(error))


def _open(session: TerseSession, name: str) -> _File:
    space, path = locate(name, session.project)
    terse = space.settings.terse
    guard_sensitive(path, terse.allow)
    guard_path(Path(space.shown(path)), terse.deny, generated=space.has_source_folder)
    content = disk.read(path)
    text = decode(content)
    guard_text(text, len(content.data), lambda: split(text))
    counter = get_counter(space.settings.encoding)
    return _File(space, path, content, text, space.backup(path), counter)


def _compress(session: TerseSession, name: str) -> FileReport:
    file = _open(session, name)
    if not file.content.mode & 0o222:
        raise FileSystemError("is read-only", hint="make it writable to have it rewritten")
    before = Size.of(file.text, file.counter)
    report = FileReport(file.name, "compressed", before=before)
    source = file.text
    if os.path.lexists(file.backup):
        found = _against_backup(session, file, report)
        if isinstance(found, FileReport):
            return found
        source = found
    if not split(source).body.strip():
        return replace(report, status="skipped", code="empty", reason="the body is empty")
    rewritten = rewrite(source, file.counter)
    if not rewritten.english:
        reason = "the text is not English; only English is reworded"
        return replace(report, status="skipped", code="not_english", reason=reason)
    candidate = _marked(session, source, file.content, rewritten.text)
    after = Size.of(candidate, file.counter)
    if after.tokens >= before.tokens and source == file.text:
        reason = "nothing can be said in fewer tokens"
        return replace(report, status="skipped", code="no_gain", reason=reason)
    failures = validate(_plain(source), _plain(candidate), file.counter)
    report = replace(_told(report, file, rewritten, after, failures), texts=(file.text, candidate))
    if failures:
        return report
    if not session.dry_run:
        _write(session, file, candidate)
    return report


def _marked(session: TerseSession, source: str, content: disk.Content, text: str) -> str:
    if session.marker == "none":
        return text
    file = record.unmarked(split(text))
    original = disk.sha256(source.encode()) if source != text else content.sha256
    fields = {"original_sha256": original, "compressed_at": session.today.isoformat()}
    return file.with_fields(fields).join()


def _plain(text: str) -> str:
    """A text without the marker, which is no part of what is compared."""
    return record.unmarked(split(text)).join()


def _told(
    report: FileReport,
    file: _File,
    rewritten: Rewritten,
    after: Size,
    failures: list[Failure],
) -> FileReport:
    """The row with its figures, its carve-outs and what the validation found."""
    details: dict[str, Any] = {
        "backup": file.space.shown(file.backup),
        "protected": dict(sorted(rewritten.protected.items())),
        "spared": rewritten.spared,
        "failures": [found.as_dict() for found in failures],
    }
    if failures:
        first = failures[0]
        more = f" and {len(failures) - 1} more" if len(failures) > 1 else ""
        reason = f"validation failed: {first.check}: {first.message}{more}; nothing was written"
        place = f"{file.name}:{first.line}" if first.line else ""
        return replace(
            report, status="error", exit_code=1, reason=reason, place=place, details=details
        )
    return replace(report, output=file.name, after=after, details=details)


def _against_backup(session: TerseSession, file: _File, report: FileReport) -> str | FileReport:
    """The text to compress where a backup is there already, or the row that ends the run."""
    original = disk.read(file.backup)
    if original.data == file.content.data:
        return file.text
    known = record.load(file.space.record).get(file.name)
    source = decode(original)
    compressed = rewrite(source, file.counter).text
    body = split(_plain(file.text)).body
    ours = known is not None and known.written_sha256 == _body_hash(file.text)
    if ours or body == split(_plain(compressed)).body:
        reason = "is compressed; nothing has changed since"
        return replace(report, status="skipped", code="already_compressed", reason=reason)
    if session.recompress:
        merged = carried_over(source, compressed, _plain(file.text))
        return merged if merged is not None else _plain(file.text)
    if _no_endings(body) == _no_endings(split(_plain(compressed)).body):
        raise DriftError(
            "differs from what was written in its line endings alone",
            hint="--recompress takes them over, --restore gives the original back",
        )
    shown = file.space.shown(file.backup)
    raise DriftError(
        f"was edited since it was compressed (its original is {shown})",
        hint="restore, edit, compress again; --recompress does that with the edits carried over",
    )


def _body_hash(text: str) -> str:
    return disk.sha256(split(_plain(text)).body.encode())


def _no_endings(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _write(session: TerseSession, file: _File, candidate: str) -> None:
    step, space = session.on_step, file.space
    data = candidate.encode()
    step("lock")
    with space.locked():
        step("sweep")
        disk.sweep(file.path.parent)
        if not os.path.lexists(file.backup):
            step("back up")
            create(file.backup, file.content)
        elif disk.read(file.backup).data != file.content.data:
            step("keep the edited file")
            space.keep_edited(file.path, file.content, session.today)
        step("confirm the backup")
        original = disk.read(file.backup)
        step("write")
        temporary = disk.write_temporary(file.path.parent, data, file.content.mode)
        try:
            step("recheck")
            if disk.read(file.path).data != file.content.data:
                raise DriftError("was edited while it was worked on; the edited file stays")
            step("replace")
            disk.replace(temporary, file.path)
        finally:
            disk.discard(temporary)
        step("read back")
        disk.confirm(file.path, data)
        step("record")
        written = record.Written(original.sha256, _body_hash(candidate), session.today.isoformat())
        record.save(space.record, file.name, written)


def _restore(session: TerseSession, name: str) -> FileReport:
    space, path = _locate_lost(session, name)
    backup = space.backup(path)
    if not os.path.lexists(backup):
        raise NotThereError(f"has no backup: {space.shown(backup)} is not there")
    original = disk.read(backup)
    counter = get_counter(space.settings.encoding)
    current = disk.read(path) if path.exists() else None
    report = FileReport(
        space.shown(path),
        "restored",
        output=space.shown(path),
        before=Size.of(decode(current), counter) if current else None,
        after=Size.of(decode(original), counter),
        details={"backup": space.shown(backup)},
    )
    edited = current is not None and _is_edit(space, path, original, current, counter)
    if session.dry_run:
        return report
    step = session.on_step
    step("lock")
    with space.locked():
        step("sweep")
        disk.sweep(path.parent)
        if edited and current is not None:
            step("keep the edited file")
            kept = space.keep_edited(path, current, session.today)
            warning = f"was edited since it was compressed; the edited file is {space.shown(kept)}"
            report = replace(report, warnings=(warning,))
        mode = current.mode if current else original.mode
        step("write")
        temporary = disk.write_temporary(path.parent, original.data, mode)
        try:
            step("recheck")
            if current and disk.read(path).data != current.data:
                raise DriftError("was edited while it was worked on; the edited file stays")
            step("replace")
            disk.replace(temporary, path)
        finally:
            disk.discard(temporary)
        step("read back")
        disk.confirm(path, original.data)
        step("forget")
        record.save(space.record, space.shown(path), None)
        step("remove the backup")
        disk.remove(backup)
    return report


def _locate_lost(session: TerseSession, name: str) -> tuple[Workspace, Path]:
    """As `locate`; a file that is gone is where its name says, since its backup may be there."""
    try:
        return locate(name, session.project)
    except NotThereError:
        if os.path.lexists(name) or not Path(name).parent.is_dir():
            raise
        space, folder = locate(str(Path(name).parent), session.project)
        return space, folder / Path(name).name


def _is_edit(
    space: Workspace,
    path: Path,
    original: disk.Content,
    current: disk.Content,
    counter: TokenCounter,
) -> bool:
    """Whether a file is neither its original nor what was written in place of it."""
    if current.data == original.data:
        return False
    text = decode(current)
    known = record.load(space.record).get(space.shown(path))
    if known is not None and known.written_sha256 == _body_hash(text):
        return False
    return _plain(text) != rewrite(decode(original), counter).text
