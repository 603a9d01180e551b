"""`crux decompress`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from crux_memory.cli.compress import DryRun
from crux_memory.cli.invocation import of
from crux_memory.cli.output import is_interactive
from crux_memory.store.decompress import Way, decompress


def command(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="*.memory.crux.md files.")],
    restore: Annotated[
        bool, typer.Option("--restore", help="Bring back the archived original, byte for byte.")
    ] = False,
    expand: Annotated[
        bool, typer.Option("--expand", help="Write the notation out as terse English.")
    ] = False,
    force: Annotated[
        bool, typer.Option(help="Replace an existing memory, after archiving it.")
    ] = False,
    dry_run: DryRun = False,
) -> int:
    """Bring compressed memories back, exact or expanded."""
    if restore and expand:
        raise typer.BadParameter("--restore and --expand exclude each other")
    way: Way | None = "restore" if restore else "expand" if expand else None
    invocation = of(context)
    session = invocation.session(dry_run)
    if is_interactive() and not invocation.output.json:
        session = replace(session, ask=_ask)
    rows = [decompress(session, name, way, force) for name in files]
    return invocation.finish(session, rows)


def _ask(question: str, options: tuple[str, ...]) -> str | None:
    """Asks for the first letter of an option; anything else is no answer."""
    letters = {option.lstrip("-")[0]: option for option in options}
    choice = ", ".join(f"{letter} for {option}" for letter, option in letters.items())
    try:
        answer: str = typer.prompt(
            f"{question}\n{choice}", default="", show_default=False, err=True
        )
    except typer.Abort:
        return None
    return letters.get(answer.strip().lower()[:1])
