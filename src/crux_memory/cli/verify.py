"""`crux verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crux_memory.cli.invocation import of
from crux_memory.cli.render import change
from crux_memory.memory_file import split
from crux_memory.store.record import unmarked
from crux_memory.store.session import read_text
from crux_memory.terse.validation import validate, validate_notation
from crux_memory.tokens import get_counter


def command(
    context: typer.Context,
    original: Annotated[str, typer.Argument(metavar="ORIGINAL")],
    candidate: Annotated[str, typer.Argument(metavar="CANDIDATE")],
) -> int:
    """Check that a shorter version says what the original says, whoever wrote it."""
    output = of(context).output
    before, _ = read_text(Path(original))
    after, _ = read_text(Path(candidate))
    counter = get_counter("o200k_base")
    notation = split(after).body.lstrip().startswith("⟦CRUX")
    if notation:
        failures = validate_notation(before, after, counter)
    else:
        after = unmarked(split(after)).join()
        failures = validate(before, after, counter)
    code = 1 if failures else 0
    tokens = counter.count(before), counter.count(after)
    row = {
        "file": candidate,
        "status": "flagged" if failures else "verified",
        "original": original,
        "surface": "crux" if notation else "markdown",
        "failures": [failure.as_dict() for failure in failures],
        "tokens": {"before": tokens[0], "after": tokens[1]},
    }
    output.envelope("verify", code, files=[row], encoding=counter.encoding, exact=counter.exact)
    for failure in failures:
        places = [
            f"{name}:{line}"
            for name, line in ((original, failure.line), (candidate, failure.candidate_line))
            if line
        ]
        output.content(f"{' / '.join(places) or candidate}: {failure.check}: {failure.message}")
    verdict = f"{len(failures)} checks failed" if failures else "verified"
    output.report(f"{candidate}: {verdict}; {change(*tokens, counter.label)}")
    return code
