"""`crux tokens`."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from crux_memory.cli.invocation import of
from crux_memory.cli.render import change
from crux_memory.errors import CruxError
from crux_memory.metadata import reduction
from crux_memory.store import disk
from crux_memory.store.report import Size, failure
from crux_memory.store.session import decode
from crux_memory.tokens import TokenCounter, cksum, get_counter

STDIN = "-"


class Encoding(str, Enum):
    """The encodings that can be counted in."""

    o200k_base = "o200k_base"
    cl100k_base = "cl100k_base"
    estimate = "estimate"


def command(
    context: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE...", help="Any text; - is standard input.")
    ] = None,
    encoding: Annotated[
        Encoding, typer.Option(help="What to count in; estimate is a rule of thumb.")
    ] = Encoding.o200k_base,
    ratio: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="BEFORE AFTER", help="Compare the tokens of two files."),
    ] = None,
    checksum: Annotated[bool, typer.Option(help="Add the POSIX cksum of each file.")] = False,
) -> int:
    """Count tokens, exactly and offline."""
    names = [*(files or ()), *(ratio or ())]
    if not names:
        raise typer.BadParameter("name at least one FILE, or --ratio BEFORE AFTER")
    output = of(context).output
    counter = get_counter(encoding.value)
    rows = [_count(name, counter, checksum) for name in names]
    code = max(row["exit_code"] for row in rows)
    fields: dict[str, Any] = {"encoding": counter.encoding, "exact": counter.exact}
    if ratio and not any(row["exit_code"] for row in rows[-2:]):
        before, after = rows[-2]["tokens"], rows[-1]["tokens"]
        fields["ratio"] = {
            "before": before,
            "after": after,
            "reducedBy": reduction(before, after),
        }
    counted = [row for row in rows if not row["exit_code"]]
    fields["total"] = sum(row["tokens"] for row in counted)
    output.envelope("tokens", code, **{"files": rows, **fields})
    for row in rows:
        if row["exit_code"]:
            output.error(f"{row['file']}: {row['reason']}")
        else:
            output.content(_line(row, counter.label))
    if len(counted) > 1 and not ratio:
        output.content(f"{fields['total']:>8} tokens ({counter.label})  total")
    if "ratio" in fields:
        output.content(change(fields["ratio"]["before"], fields["ratio"]["after"], counter.label))
    return int(code)


def _line(row: dict[str, Any], label: str) -> str:
    line = f"{row['tokens']:>8} tokens ({label})  {row['file']}"
    return f"{line}  cksum {row['cksum']}" if "cksum" in row else line


def _count(name: str, counter: TokenCounter, checksum: bool) -> dict[str, Any]:
    try:
        data = _bytes(name)
        size = Size.of(decode(disk.Content(data, 0)), counter)
    except CruxError as error:
        row = failure(name, error)
        return {
            "file": name,
            "status": row.status,
            "reason": row.reason,
            "exit_code": row.exit_code,
        }
    counted: dict[str, Any] = {"file": name, "status": "counted", "exit_code": 0}
    counted.update(size.as_dict())
    if checksum:
        counted["cksum"] = cksum(data)
    return counted


def _bytes(name: str) -> bytes:
    if name == STDIN:
        return sys.stdin.buffer.read()
    return disk.read(Path(name), sole_name=False).data
