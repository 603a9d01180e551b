"""`crux migrate`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from crux_memory.cli.compress import DryRun, Force, MaxSize, MinLines, SizeUnit, Strict, Target
from crux_memory.cli.compress import request as request_of
from crux_memory.cli.invocation import of
from crux_memory.cli.output import Output
from crux_memory.cli.render import COLUMNS, closing, heading, plan_markdown, plan_rows
from crux_memory.store.migrate import Planned, apply, plan
from crux_memory.store.report import exit_code


def command(
    context: typer.Context,
    directory: Annotated[
        str | None, typer.Argument(metavar="[DIR]", help="The store; default: memoriesDir.")
    ] = None,
    apply_plan: Annotated[
        bool,
        typer.Option("--apply", help="Compress: all, or the files and globs that follow."),
    ] = False,
    only: Annotated[list[str] | None, typer.Option(hidden=True)] = None,
    target: Target = None,
    unit: SizeUnit = None,
    max_size: MaxSize = None,
    min_lines: MinLines = None,
    force: Force = False,
    strict_target: Strict = False,
    dry_run: DryRun = False,
) -> int:
    """Plan the compression of a whole store; carry it out with --apply."""
    invocation = of(context)
    output = invocation.output
    session = invocation.session(dry_run or not apply_plan)
    wanted = request_of(target, unit, max_size, min_lines, force, strict_target)
    folder = (
        session.project.locate(directory) if directory is not None else session.project.memories
    )
    with output.progress("Reading") as progress:
        planned, strays = plan(session, folder, wanted, progress, only or ())
    if apply_plan:
        with output.progress("Compressing") as progress:
            rows = apply(session, planned, wanted, progress) + strays
        counts = closing(rows)
        text = "\n".join(f"{what}: {number}" for what, number in counts.items())
        return invocation.finish(session, rows, closing=text, counts=counts)
    unit_name = wanted.settings(session.project.config.crux_memories).size_unit
    _show(output, planned, unit_name)
    rows = [item.report for item in planned] + strays
    for row in strays:
        output.error(f"{row.file}: {row.reason}")
    code = exit_code(rows)
    output.envelope(
        invocation.command,
        code,
        dry_run=True,
        memories_dir=session.project.shown(folder),
        size_unit=unit_name,
        files=[_planned_row(item, unit_name) for item in planned]
        + [row.as_dict() for row in strays],
        **invocation.counted_in(session),
    )
    return code


def _planned_row(item: Planned, unit: str) -> dict[str, Any]:
    row = item.report
    return {
        **row.as_dict(),
        "name": item.name,
        "current_size": row.before and row.before.in_unit(unit),
        "estimated_size": row.body_after and row.body_after.in_unit(unit),
        "fits": row.status == "compressed",
    }


def _show(output: Output, planned: Sequence[Planned], unit: str) -> None:
    if output.json or not sys.stdout.isatty():
        output.content(plan_markdown(planned, unit))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*COLUMNS, title=heading(len(planned)), title_justify="left")
    for cells in plan_rows(planned, unit):
        table.add_row(*map(Text, cells))
    Console().print(table if planned else heading(0))
