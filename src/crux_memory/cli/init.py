"""`crux init`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crux_memory.cli.compress import DryRun
from crux_memory.cli.invocation import of
from crux_memory.config import CONFIG_PATH, SWITCH
from crux_memory.errors import NotThereError
from crux_memory.integrations.init import init


def command(
    context: typer.Context,
    enable: Annotated[
        bool, typer.Option("--enable", help="Switch compression on in the new configuration.")
    ] = False,
    dry_run: DryRun = False,
) -> int:
    """Write a default configuration, the folders and CRUX.md; never overwrite."""
    invocation = of(context)
    output = invocation.output
    root = Path(invocation.project or ".")
    if not root.is_dir():
        raise NotThereError("no such folder", place=str(root))
    made = init(root, enable, dry_run)
    rows = [
        {"file": item.path, "status": "created" if item.created else "kept", "exit_code": 0}
        for item in made
    ]
    output.envelope("init", 0, dry_run=dry_run, files=rows)
    for row in rows:
        output.report(f"{row['file']}: {row['status']}")
    created = sum(item.created for item in made)
    dry = "; dry run, nothing written" if dry_run else ""
    output.report(f"{created} created, {len(made) - created} kept{dry}")
    if not enable and made[0].created:
        output.message(f'set flags.{SWITCH} to "true" in {CONFIG_PATH} to begin')
    return 0
