"""`crux explain`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from crux_memory.cli.invocation import of
from crux_memory.cli.texts import each
from crux_memory.errors import InvalidInputError
from crux_memory.memory_file import split
from crux_memory.notation import Explanation, explain, parse_file
from crux_memory.store.reformat import in_file
from crux_memory.store.session import read_text

_COLUMN = 48


def command(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files with CRUX in them.")],
) -> int:
    """Show the tree of a CRUX text with its symbols spelled out."""
    output = of(context).output

    def show(name: str) -> dict[str, object]:
        rows = list(_explained(read_text(Path(name))[0]))
        if len(files) > 1:
            output.content(f"{name}:")
        output.content("\n".join(_lines(rows)))
        return {"nodes": [_node(row) for row in rows]}

    rows, code = each(files, show, output, "explained")
    output.envelope("explain", code, files=rows)
    return code


def _explained(text: str) -> Iterator[Explanation]:
    """The explanations of a file's body, with the line numbers of the file."""
    file = split(text)
    try:
        tree = parse_file(file.plain_body)
    except InvalidInputError as error:
        raise in_file(error, file.body, text) from None
    if not tree.documents:
        raise InvalidInputError("there is no CRUX in it")
    above = text[: len(text) - len(file.body)].count("\n")
    return (replace(row, line=row.line + above) for row in explain(tree))


def _lines(rows: Iterable[Explanation]) -> Iterator[str]:
    for row in rows:
        text = row.text.partition("\n")[0]
        line = f"{row.line:>5}  {'  ' * row.depth}{text}"
        symbols = ", ".join(f"{symbol} {meaning}" for symbol, meaning in row.symbols)
        beside = row.english if row.english != text else ""  # plain words explain themselves
        if symbols:
            beside = f"{beside}  [{symbols}]".strip()
        yield f"{line:<{_COLUMN}} │ {beside}" if beside else line


def _node(row: Explanation) -> dict[str, object]:
    return {
        "line": row.line,
        "depth": row.depth,
        "kind": row.kind,
        "text": row.text,
        "english": row.english,
        "symbols": [{"symbol": symbol, "meaning": meaning} for symbol, meaning in row.symbols],
    }
