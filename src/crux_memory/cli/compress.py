"""`crux compress`."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from crux_memory.cli.invocation import of
from crux_memory.store.compress import compress
from crux_memory.store.drafting import Request


class Unit(str, Enum):
    """What a memory's size is measured in."""

    lines = "lines"
    bytes = "bytes"
    tokens = "tokens"


Target = Annotated[
    int | None,
    typer.Option(help="Wished size in per cent of the tokens.", min=1, max=100, metavar="N"),
]
SizeUnit = Annotated[Unit | None, typer.Option("--unit", help="Unit of the size cap.")]
MaxSize = Annotated[
    int | None, typer.Option(help="Hard cap of a compressed body, in the unit.", min=1, metavar="N")
]
MinLines = Annotated[
    int | None, typer.Option(help="Skip files with fewer lines.", min=0, metavar="N")
]
Force = Annotated[
    bool, typer.Option(help="Compress below the minimum, replace an existing output.")
]
Strict = Annotated[
    bool, typer.Option(help="Let firm statements go too where the target asks for it.")
]
DryRun = Annotated[bool, typer.Option(help="Say what would be written, write nothing.")]


def command(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="*.memory.md files.")],
    target: Target = None,
    unit: SizeUnit = None,
    max_size: MaxSize = None,
    min_lines: MinLines = None,
    force: Force = False,
    strict_target: Strict = False,
    explain: Annotated[
        bool, typer.Option(help="List what became of each statement, and why.")
    ] = False,
    dry_run: DryRun = False,
) -> int:
    """Compress memory files to CRUX; the originals go to the archive."""
    invocation = of(context)
    session = invocation.session(dry_run)
    wanted = request(target, unit, max_size, min_lines, force, strict_target)
    rows = [compress(session, name, wanted) for name in files]
    return invocation.finish(session, rows, explain)


def request(
    target: int | None,
    unit: Unit | None,
    max_size: int | None,
    min_lines: int | None,
    force: bool,
    strict: bool,
) -> Request:
    """The options as the store takes them."""
    return Request(target, unit.value if unit else None, max_size, min_lines, force, strict)
