"""`crux terse`, also installed as `compress-memory`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from crux_memory.cli.difference import word_diff
from crux_memory.cli.invocation import Invocation, of
from crux_memory.cli.render import change, row_line, summary
from crux_memory.errors import CruxError, RefusedError
from crux_memory.store.automatic import due
from crux_memory.store.report import FileReport, exit_code, failure
from crux_memory.store.terse import (
    Marker,
    TerseSession,
    check_gate,
    compress_in_place,
    restore_in_place,
)
from crux_memory.tokens import get_counter


class Mark(str, Enum):
    """Where it is noted that a file was compressed, besides .crux/terse.json."""

    none = "none"
    frontmatter = "frontmatter"


def command(
    context: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Files, or quoted patterns.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only say whether a file may be rewritten.")
    ] = False,
    restore: Annotated[bool, typer.Option("--restore", help="Put the original back.")] = False,
    recompress: Annotated[
        bool,
        typer.Option("--recompress", help="Carry edits over to the original and compress that."),
    ] = False,
    auto: Annotated[
        bool,
        typer.Option(
            "--auto", help="docs/planning/STATE.md and a changed ROADMAP.md, where enabled."
        ),
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="With --auto: a failure has its exit code.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show old against new by words.")] = False,
    marker: Annotated[Mark, typer.Option(help="Whether the file says so itself.")] = Mark.none,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be written, write nothing.")
    ] = False,
) -> int:
    """Make always-loaded Markdown terser in place; the original is kept beside it."""
    invocation = of(context)
    noted: Marker = "frontmatter" if marker is Mark.frontmatter else "none"
    session = TerseSession(date.today(), invocation.project, dry_run, noted, recompress)
    act = check_gate if check else restore_in_place if restore else compress_in_place
    if auto:
        rows = _automatic(session)
    else:
        rows = [_once(act(session, name), done) for name, done in _names(files or ())]
    _report(invocation, rows, dry_run, diff)
    code = exit_code(rows)
    if auto and not strict and code:
        invocation.output.message("crux: warning: --auto goes on although a file was not done")
        return 0
    return code


def _automatic(session: TerseSession) -> list[FileReport]:
    root = Path(session.project or ".")
    try:
        return [compress_in_place(session, str(path)) for path in due(root)]
    except CruxError as error:
        return [failure(error.place or str(root), error)]


def _names(files: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The files that are meant, and for each the name under which it came before, if it did.

    A pattern that the shell left alone is expanded; two links to one file are one file.
    """
    if not files:
        raise RefusedError("no file given", hint="crux terse FILE..., or crux terse --auto")
    seen: dict[Path, str] = {}
    for given in files:
        literal = Path(given).exists() or Path(given).is_symlink()
        for name in [given] if literal else _expanded(given):
            path = Path(name).absolute()
            path = path.resolve() if path.exists() else path
            yield name, seen.get(path, "")
            seen.setdefault(path, name)


def _expanded(pattern: str) -> list[str]:
    path = Path(pattern)
    base = Path(path.anchor) if path.anchor else Path()
    try:
        found = sorted(str(p) for p in base.glob(str(path.relative_to(path.anchor))))
    except ValueError:  # no pattern at all
        found = []
    return found or [pattern]


def _once(row: FileReport, done: str) -> FileReport:
    if not done:
        return row
    return FileReport(row.file, "skipped", code="same_file", reason=f"is the same file as {done}")


def _report(invocation: Invocation, rows: Sequence[FileReport], dry: bool, diff: bool) -> None:
    counter = get_counter("o200k_base")
    invocation.output.envelope(
        invocation.command,
        exit_code(rows),
        dry_run=dry,
        files=[row.as_dict() for row in rows],
        encoding=counter.encoding,
        exact=counter.exact,
    )
    for row in rows:
        say = invocation.output.error if row.exit_code else invocation.output.report
        for line in _lines(row, counter.label):
            say(line)
        for warning in row.warnings:
            invocation.output.message(f"crux: {row.file}: {warning}")
        if diff and row.texts:
            invocation.output.styled(word_diff(row.file, *row.texts))
    invocation.output.report(summary(rows, counter.label, dry))


def _lines(row: FileReport, label: str) -> Iterator[str]:
    if row.status not in ("compressed", "restored") or not (row.before and row.after):
        yield row_line(row, label)
        return
    before, after = row.before, row.after
    share = 100 * (after.chars - before.chars) / max(1, before.chars)
    percent = f"{share:+.1f}".replace("-", "−")
    yield (
        f"{row.file}: {before.chars:,} → {after.chars:,} chars ({percent} %), "
        f"{change(before.tokens, after.tokens, label)}"
    )
    if row.status == "compressed":
        yield f"  backup: {row.details['backup']}"
        yield (
            f"  carve-outs: {len(row.details['protected'])} classes preserved"
            " · idempotent re-run: clean"
        )
