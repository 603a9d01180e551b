"""What the commands about notation share: one row a file, errors as rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from crux_memory.cli.output import Output
from crux_memory.errors import CruxError
from crux_memory.store.report import failure


def each(
    names: Sequence[str],
    act: Callable[[str], dict[str, Any]],
    output: Output,
    status: str,
) -> tuple[list[dict[str, Any]], int]:
    """The rows of all files, and the highest exit code.

    `act` gives a row's fields, `status` and `exit_code` among them where they are not `status`
    and 0.
    """
    rows = [_row(name, act, output, status) for name in names]
    return rows, max((row["exit_code"] for row in rows), default=0)


def _row(
    name: str, act: Callable[[str], dict[str, Any]], output: Output, status: str
) -> dict[str, Any]:
    try:
        return {"file": name, "status": status, "exit_code": 0, **act(name)}
    except CruxError as error:
        row = failure(name, error)
        place = f"{error.place}: " if error.place and error.place != name else ""
        hint = f" ({error.hint})" if error.hint else ""
        output.error(f"{name}: {place}{error.message}{hint}")
        return {
            "file": name,
            "status": row.status,
            "exit_code": row.exit_code,
            "reason": row.reason,
            "place": row.place,
            "hint": row.hint,
        }
