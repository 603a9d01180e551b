"""`crux lint`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crux_memory.cli.invocation import of
from crux_memory.cli.texts import each
from crux_memory.cli.tokens import Encoding
from crux_memory.notation import Finding, fix, lint
from crux_memory.store.project import surrounding
from crux_memory.store.provenance import check_provenance
from crux_memory.store.reformat import reformat, rewrite
from crux_memory.store.session import read_text
from crux_memory.tokens import get_counter


def command(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files with CRUX in them.")],
    repair: Annotated[bool, typer.Option("--fix", help="Mend what is safe to mend.")] = False,
    width: Annotated[
        int, typer.Option(help="Longest line, in characters; 0 allows any.", min=0, metavar="N")
    ] = 100,
    encoding: Annotated[
        Encoding, typer.Option(help="What tokens are counted in.")
    ] = Encoding.o200k_base,
) -> int:
    """Check CRUX: balance, letters, symbols, widths, metadata, archive. Exit 1 on findings."""
    invocation = of(context)
    output = invocation.output
    counter = get_counter(encoding.value)

    def check(name: str) -> dict[str, object]:
        path = Path(name)
        project = surrounding(path, invocation.project)
        fixed = False
        if repair:
            done = reformat(path, lambda body: fix(body, counter))
            rewrite(done, project)
            fixed = done.changed
        text, content = read_text(path)
        found = [*lint(text, counter, width), *check_provenance(path, content, text, project)]
        for finding in found:
            output.content(_line(name, finding))
        if fixed:
            output.message(f"{name}: mended")
        status = "findings" if found else "fixed" if fixed else "clean"
        return {
            "status": status,
            "exit_code": int(bool(found)),
            "fixed": fixed,
            "findings": [_row(finding) for finding in found],
        }

    rows, code = each(files, check, output, "clean")
    output.envelope("lint", code, files=rows)
    number = sum(len(row.get("findings", ())) for row in rows)
    output.report(f"{number} findings in {len(rows)} files" if number else "no findings")
    return code


def _line(name: str, finding: Finding) -> str:
    note = " (--fix mends it)" if finding.fixable else ""
    return f"{name}:{finding.line}:{finding.column}: {finding.code} {finding.message}{note}"


def _row(finding: Finding) -> dict[str, object]:
    return {
        "code": finding.code,
        "line": finding.line,
        "column": finding.column,
        "message": finding.message,
        "fixable": finding.fixable,
    }
