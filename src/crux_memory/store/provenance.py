"""Does a compressed memory still fit its archived original and what was written?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from crux_memory.errors import CruxError
from crux_memory.memory_file import MemoryFile, split
from crux_memory.notation import Finding
from crux_memory.store import disk
from crux_memory.store.archive import Archive
from crux_memory.store.manifest import Entry
from crux_memory.store.project import Project
from crux_memory.store.session import OUTPUT_ENDING

CODES = {
    "CRUX131": "the archived original is not there, or lies where it may not",
    "CRUX132": "the archived original is not what was archived: its checksum differs",
    "CRUX133": "the compressed file was edited since it was written",
}


def entry_of(archive: Archive, file: MemoryFile, name: str, checksum: str) -> Entry | None:
    """The manifest's line about a compressed file; one that was moved is known by its content.

    `name` is relative to the project, `checksum` that of the file as it is now.
    """
    written = file.scalar("sourceArchive")
    best: tuple[bool, bool] = (False, False)
    found: Entry | None = None
    for entry in archive.manifest.entries():
        # Of several lines the one about this very content, then this name, then the newest.
        fit = (entry.outputSha256 == checksum, entry.output == name)
        about = entry.archive == written if written else any(fit)
        if about and fit >= best:
            best, found = fit, entry
    return found


def check_provenance(
    path: Path, content: disk.Content, text: str, project: Project | None
) -> Iterator[Finding]:
    """Findings of `CODES` for a compressed memory of a project; none for other files."""
    if project is None or not path.name.endswith(OUTPUT_ENDING):
        return
    archive = Archive(project)
    file = split(text)
    try:
        entry = entry_of(archive, file, project.shown(path.resolve()), content.sha256)
        written = file.scalar("sourceArchive") or (entry and entry.archive)
        if not written:
            return
        original = disk.read(archive.trusted(written))
    except CruxError as error:
        yield _finding("CRUX131", error.message)
        return
    if entry and entry.sourceSha256 != original.sha256:
        yield _finding("CRUX132", f"the checksum of {written} is not that of the manifest")
    if entry and entry.outputSha256 != content.sha256:
        yield _finding("CRUX133", "this is not what was written; restoring would lose the edits")


def _finding(code: str, message: str) -> Finding:
    return Finding(code, 1, 1, message)
