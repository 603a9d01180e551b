"""Decompressing: the exact original from the archive, or the notation expanded to English."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from crux_memory.errors import (
    CruxError,
    DriftError,
    FileSystemError,
    NeedsUserInputError,
    NotThereError,
    RefusedError,
)
from crux_memory.memory_file import split
from crux_memory.store import disk
from crux_memory.store.archive import RECORDED
from crux_memory.store.compress import guarded
from crux_memory.store.lock import locked
from crux_memory.store.manifest import Entry
from crux_memory.store.provenance import entry_of
from crux_memory.store.report import FileReport, Size
from crux_memory.store.session import (
    OUTPUT_ENDING,
    SOURCE_ENDING,
    Landing,
    Session,
    decode,
    land,
)
from crux_memory.text import expanded
from crux_memory.tokens import get_counter

Way = Literal["restore", "expand"]


@dataclass(frozen=True)
class _Original:
    """The archived original, or why it cannot be had; `doubt` is why it may not be the one."""

    path: Path | None = None
    content: disk.Content | None = None
    missing: CruxError | None = None
    doubt: str = ""
    warning: str = ""


def decompress(session: Session, name: str, way: Way | None, force: bool = False) -> FileReport:
    """Decompresses the file that a user named. Never raises; errors are rows.

    Without a `way` the session's user is asked; where nobody can be, the row needs user input.
    """
    label = session.project.label(name)
    return guarded(session.project, label, lambda: _Decompression(session, name, force).run(way))


class _Decompression:
    """One compressed file on its way back."""

    def __init__(self, session: Session, name: str, force: bool) -> None:
        self.session, self.force = session, force
        self.path = session.project.locate(name)
        self.name = session.project.shown(self.path)
        self.archive = session.archive

    def run(self, way: Way | None) -> FileReport:
        if not self.path.name.endswith(OUTPUT_ENDING):
            raise RefusedError(f"is no *{OUTPUT_ENDING}; only compressed memories are decompressed")
        # Once before the lock: the user is asked, and an error leaves no trace of the run.
        report, _ = self._prepare(way)
        if self.session.dry_run:
            return report
        self.session.on_step("lock")
        with locked(self.archive):
            self.session.on_step("read")
            report, landing = self._prepare(self.way)
            self._write(landing)
        return report

    def _prepare(self, way: Way | None) -> tuple[FileReport, Landing]:
        self.target = self.path.with_name(
            self.path.name.removesuffix(OUTPUT_ENDING) + SOURCE_ENDING
        )
        self.compressed = self._read()
        self.file = split(decode(self.compressed))
        self.entry = self._entry()
        original = self._original()
        self.way = way = way or self._ask(original)
        warnings = []
        if way == "restore":
            content = self._restored(original)
            warnings = [original.warning] if original.warning else []
        else:
            content = disk.Content(self._expanded(), self.compressed.mode)
        replaces = self._replaces(content.data)
        counter = get_counter(self.session.project.config.crux_memories.encoding)
        before, after = decode(self.compressed), decode(content)
        report = FileReport(
            self.name,
            "restored" if way == "restore" else "expanded",
            output=self.session.project.shown(self.target),
            archive=self.session.project.shown(original.path) if original.path else None,
            before=Size.of(before, counter),
            after=Size.of(after, counter),
            body_before=Size.of(self.file.body, counter),
            body_after=Size.of(split(after).body, counter),
            warnings=tuple(warnings),
        )
        landing = Landing(
            source=self.path,
            source_sha256=self.compressed.sha256,
            target=self.target,
            data=content.data,
            mode=content.mode,
            replaces=replaces,
        )
        return report, landing

    def _read(self) -> disk.Content:
        try:
            return disk.read(self.path)
        except NotThereError as error:
            if disk.present(self.target):
                shown = self.session.project.shown(self.target)
                raise NotThereError(error.message, hint=f"it is decompressed: {shown}") from error
            raise

    def _entry(self) -> Entry | None:
        """The manifest's line; a manifest that cannot be read is doubt, not an end."""
        self.unread = ""
        self.file.fields()  # broken front matter is an error of its own
        try:
            return entry_of(self.archive, self.file, self.name, self.compressed.sha256)
        except (RefusedError, FileSystemError) as error:
            self.unread = f"the manifest cannot be read: {error.message}"
            return None

    def _original(self) -> _Original:
        written = self.file.scalar("sourceArchive") or (self.entry and self.entry.archive)
        if not written:
            return _Original(
                missing=NotThereError("neither sourceArchive nor the manifest names its original")
            )
        path = self.archive.trusted(written)
        try:
            content = disk.read(path)
        except NotThereError:
            return _Original(missing=NotThereError(f"the archived original {written} is not there"))
        shown = self.session.project.shown(path)
        if self.entry is None:
            compare = "its checksum could not be compared"
            if self.unread:
                return _Original(path, content, doubt=f"{self.unread}; for {shown} {compare}")
            warning = f"the manifest does not know {shown}; {compare}"
            return _Original(path, content, warning=warning)
        warning = doubt = ""
        if RECORDED in self.entry.metadata:
            warning = f"the checksum of {shown} was recorded by `crux doctor`, not by compression"
        if self.entry.sourceSha256 != content.sha256:
            doubt = f"the archived original {shown} is not what was archived: its checksum differs"
        return _Original(path, content, doubt=doubt, warning=warning)

    def _ask(self, original: _Original) -> Way:
        can_restore = original.content is not None and not original.doubt
        options = ("--restore", "--expand") if can_restore else ("--expand",)
        if can_restore:
            question = "restore the exact original, or expand the notation?"
        else:
            reason = original.doubt or (original.missing and original.missing.message)
            question = f"{reason}; expand the notation instead?"
        answer = self.session.ask(f"{self.name}: {question}", options)
        if answer is None:
            raise NeedsUserInputError(question, options)
        return "restore" if answer == "--restore" else "expand"

    def _restored(self, original: _Original) -> disk.Content:
        if original.content is None:
            assert original.missing
            raise original.missing
        if original.doubt and not self.force:
            raise NeedsUserInputError(
                f"{original.doubt}; restore it anyway?", ("--restore --force", "--expand")
            )
        if self._drifted() and not self.force:
            raise DriftError(
                "the compressed file was edited since, and restoring would lose the edits",
                hint="--expand keeps them; --restore --force archives the file first",
            )
        return replace(original.content, mode=self.compressed.mode)

    def _expanded(self) -> bytes:
        return expanded(self.file).join().encode("utf-8")

    def _drifted(self) -> bool:
        known = self.entry.outputSha256 if self.entry else ""
        return bool(known) and known != self.compressed.sha256

    def _replaces(self, data: bytes) -> disk.Content | None:
        """What has the target's name now; that it differs is for the user to decide."""
        if not disk.present(self.target):
            return None
        existing = disk.read(self.target)
        if existing.data != data and not self.force:
            shown = self.session.project.shown(self.target)
            raise NeedsUserInputError(
                f"{shown} exists already with other content; replace it?",
                ("--force",),
                hint="--force archives what it replaces",
            )
        return existing

    def _write(self, landing: Landing) -> None:
        step, today = self.session.on_step, self.session.today
        step("sweep")
        disk.sweep(landing.target.parent)
        if self._is_only_copy():
            step("archive the compressed file")
            self.archive.keep(landing.source, self.compressed, today)
        if landing.replaces is not None and landing.replaces.data == landing.data:
            step("remove")  # an interrupted run had written the target
            disk.remove(landing.source)
            return
        if landing.replaces is not None:
            step("archive what is replaced")
            self.archive.keep(landing.target, landing.replaces, today)
        land(landing, step)

    def _is_only_copy(self) -> bool:
        """Whether deleting the compressed file would lose what nothing else holds."""
        made_by_us = self.entry is not None and self.entry.outputSha256 == self.compressed.sha256
        return not made_by_us or self._original().content is None
