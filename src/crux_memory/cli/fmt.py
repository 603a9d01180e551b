"""`crux fmt`."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

import typer

from crux_memory.cli.invocation import of
from crux_memory.cli.texts import each
from crux_memory.notation import format_text
from crux_memory.store.project import surrounding
from crux_memory.store.reformat import Reformatted, reformat, rewrite


def command(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files with CRUX in them.")],
    minified: Annotated[
        bool, typer.Option("--minified", help="Let statements share lines.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if a file would change.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; show what would change.")
    ] = False,
) -> int:
    """Bring CRUX into its canonical form, in place."""
    invocation = of(context)
    output = invocation.output

    def format_one(name: str) -> dict[str, object]:
        done = reformat(Path(name), lambda body: format_text(body, minified=minified))
        shown = difference(done, name) if diff else ""
        if shown:
            output.content(shown)
        if not done.changed:
            return {}
        if check or diff:
            output.message(f"{name}: would be formatted")
            return {"status": "unformatted", "exit_code": int(check), "diff": shown}
        rewrite(done, surrounding(done.path, invocation.project))
        output.message(f"{name}: formatted")
        return {"status": "formatted"}

    rows, code = each(files, format_one, output, "unchanged")
    output.envelope("fmt", code, dry_run=check or diff, files=rows)
    return code


def difference(done: Reformatted, name: str) -> str:
    """The unified diff of a file, empty where nothing changes."""
    lines = difflib.unified_diff(
        done.before.splitlines(), done.after.splitlines(), name, f"{name} (formatted)", lineterm=""
    )
    return "\n".join(lines)
