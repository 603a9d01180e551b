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
from crux_memory.store.session import decode


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


def rewrite(done: Reformatted, project: Project | None) -> None:
    """Writes a reformatted file in place, atomically, if it changed.

    The manifest of its project learns the new checksum, so that the new form is no drift.
    """
    if not done.changed:
        return
    if project is None or not done.path.is_relative_to(project.root):
        _put(done)
        return
    archive = Archive(project)
    entry = archive.manifest.for_output(project.shown(done.path))
    if entry is None or entry.outputSha256 != disk.sha256(done.before.encode("utf-8")):
        _put(done)
        return
    with locked(archive):
        archive.manifest.add(replace(entry, outputSha256=disk.sha256(done.after.encode("utf-8"))))
        _put(done)


def _put(done: Reformatted) -> None:
    data = done.after.encode("utf-8")
    temporary = disk.write_temporary(done.path.parent, data, done.mode)
    try:
        if disk.read(done.path).data != done.before.encode("utf-8"):
            raise DriftError("was edited while it was worked on; the edited file stays as it is")
        disk.replace(temporary, done.path)
    finally:
        disk.discard(temporary)
    disk.confirm(done.path, data)
