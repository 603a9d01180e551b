"""What an operation is given, and the part that all operations share: landing a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from crux_memory.errors import CruxError, DriftError, RefusedError
from crux_memory.store import disk
from crux_memory.store.archive import Archive
from crux_memory.store.project import Project

SOURCE_ENDING = ".memory.md"
OUTPUT_ENDING = ".memory.crux.md"


def silent(_step: str) -> None:
    """Nobody watches the steps."""


def _nobody(_question: str, _options: tuple[str, ...]) -> str | None:
    """Nobody is there to be asked."""
    return None


@dataclass(frozen=True)
class Session:
    """One run. `today` dates archives and metadata.

    `on_step` is called with the name of each writing step before it is taken. `ask` puts a
    question to the user and returns one of the options, or None where nobody can be asked.
    """

    project: Project
    today: date
    dry_run: bool = False
    on_step: Callable[[str], None] = silent
    ask: Callable[[str, tuple[str, ...]], str | None] = _nobody

    @property
    def archive(self) -> Archive:
        """The archive of the project."""
        return Archive(self.project)


@dataclass(frozen=True)
class Landing:
    """A file to put at `target` in place of `source`.

    `source_sha256` is the checksum of what the file was made from; `replaces` is what has the
    name `target` now and was archived, None where the name must be free.
    """

    source: Path
    source_sha256: str
    target: Path
    data: bytes
    mode: int
    replaces: disk.Content | None = None


def land(landing: Landing, on_step: Callable[[str], None]) -> None:
    """Writes the target, reads it back, deletes the source. The caller holds the lock.

    Raises `DriftError` if the source was edited meanwhile: the edited file stays, the target goes.
    """
    on_step("write")
    temporary = disk.write_temporary(landing.target.parent, landing.data, landing.mode)
    try:
        on_step("recheck")
        unchanged(landing)
        on_step("publish")
        if landing.replaces is None:
            disk.publish(temporary, landing.target)
        else:
            disk.replace(temporary, landing.target)
    finally:
        disk.discard(temporary)
    try:
        on_step("read back")
        disk.confirm(landing.target, landing.data)
        on_step("recheck before removing")
        unchanged(landing)
    except CruxError:
        if landing.replaces is None:
            disk.discard(landing.target)
        raise
    on_step("remove")
    disk.remove(landing.source)


def unchanged(landing: Landing) -> None:
    """Raises `DriftError` if the source is not what the target was made from any more."""
    if disk.read(landing.source).sha256 != landing.source_sha256:
        raise DriftError("was edited while it was worked on; the edited file stays as it is")


def read_text(path: Path) -> tuple[str, disk.Content]:
    """The text of a file that is only read, and its content."""
    content = disk.read(path, sole_name=False)
    return decode(content), content


def decode(content: disk.Content) -> str:
    """The text of a file. Raises `RefusedError` for anything but UTF-8 text."""
    if content.data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise RefusedError("is UTF-16, not UTF-8 text", hint="save it as UTF-8")
    try:
        text = content.data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RefusedError(
            f"is not UTF-8 text: byte 0x{content.data[error.start]:02x} at offset {error.start}",
            hint="save it as UTF-8",
        ) from None
    if "\0" in text:
        offset = text.index("\0")
        raise RefusedError(f"is not text: NUL character at offset {offset}")
    return text
