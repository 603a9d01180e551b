"""Files of notation in their canonical form, in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from crux_memory.errors import DriftError, InvalidInputError
from crux_memory.memory_file import split
from crux_memory.store import disk
from crux_memory.store.archive import Archive
from crux_memory.store.lock import locked
from crux_memory.store.project import Project
from crux_memory.store.session import decode, silent


@dataclass(frozen=True)
class Reformatted:
    """A file before and after; `after` equals `before` where nothing is to do."""

    path: Path
    before: str
    after: str
    mode: int

    @property
    def changed(self) -> bool:
        """Whether the file is not in canonical form."""
        return self.before != self.after


def reformat(path: Path, formatted: Callable[[str], str]) -> Reformatted:
    """Reads a file and formats its body; front matter and line endings stay. Writes nothing."""
    path = path.resolve()
    content = disk.read(path)
    text = decode(content)
    file = split(text)
    try:
        body = formatted(file.plain_body)
    except InvalidInputError as error:
        raise in_file(error, file.body, text) from None
    return Reformatted(path, text, file.with_body(body).join(), content.mode)


def in_file(error: InvalidInputError, body: str, text: str) -> InvalidInputError:
    """`error` of a body with the line number that it has in the file."""
    above = text[: len(text) - len(body)].count("\n")
    head, _, rest = error.place.partition(",")
    if not head.startswith("line "):
        return error
    line = int(head.removeprefix("line ")) + above
    place = f"line {line},{rest}" if rest else f"line {line}"
    return InvalidInputError(error.message, place=place, hint=error.hint)


def rewrite(
    done: Reformatted, project: Project | None, on_step: Callable[[str], None] = silent
) -> None:
    """Writes a reformatted file in place, atomically, if it changed.

    The manifest of its project learns the new checksum, so that the new form is no drift.
    `on_step` is called with the name of each writing step before it is taken.
    """
    if not done.changed:
        return
    archive = Archive(project) if project and done.path.is_relative_to(project.root) else None
    if archive is None or not disk.is_folder(archive.root):
        _put(done, on_step)  # nothing of ours to agree with
        return
    on_step("lock")
    with locked(archive):
        on_step("sweep")
        disk.sweep(done.path.parent)
        entry = archive.manifest.for_output(archive.project.shown(done.path))
        if entry and entry.outputSha256 == disk.sha256(done.before.encode("utf-8")):
            on_step("record")
            after = disk.sha256(done.after.encode("utf-8"))
            archive.manifest.add(replace(entry, outputSha256=after))
        _put(done, on_step)


def _put(done: Reformatted, on_step: Callable[[str], None]) -> None:
    data = done.after.encode("utf-8")
    on_step("write")
    temporary = disk.write_temporary(done.path.parent, data, done.mode)
    try:
        on_step("recheck")
        if disk.read(done.path).data != done.before.encode("utf-8"):
            raise DriftError("was edited while it was worked on; the edited file stays as it is")
        on_step("publish")
        disk.replace(temporary, done.path)
    finally:
        disk.discard(temporary)
    on_step("read back")
    disk.confirm(done.path, data)
