"""Reports as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from crux_memory.encoder.result import Choice
from crux_memory.store.migrate import Planned
from crux_memory.store.report import FileReport

_LISTED = 20  # dropped statements that text output shows; JSON has them all
_WIDTH = 100
COLUMNS = ("File", "Current Size", "Est. Compressed", "Fits maxMemorySize")


def row_line(row: FileReport, label: str) -> str:
    """One file in one line: what became of it, and how many statements are gone."""
    dropped = f"; {len(row.dropped)} statements dropped" if row.dropped else ""
    return f"{row.file}: {_outcome(row, label)}{dropped}"


def row_lines(row: FileReport, label: str, explain: bool = False) -> Iterator[str]:
    """One file: what became of it, and below it what was dropped or decided."""
    yield f"{row.file}: {_outcome(row, label)}"
    if row.target is not None and len(row.attempts) > 1:
        tries = ", ".join(f"{a.target} % → {a.size:,} {a.unit}" for a in row.attempts)
        yield f"  attempts: {tries} (cap {row.cap:,})"
    if explain:
        yield from map(_choice, row.choices)
    elif row.dropped:
        yield f"  statements dropped: {len(row.dropped)}"
        yield from (f"    {_short(statement)}" for statement in row.dropped[:_LISTED])
        if len(row.dropped) > _LISTED:
            yield f"    … and {len(row.dropped) - _LISTED} more, see --json"


def _outcome(row: FileReport, label: str) -> str:
    reason = f"{row.reason} ({row.hint})" if row.hint else row.reason
    if row.place and row.place != row.file:
        reason = f"{row.place}: {reason}"
    if row.output is None:
        asks = f" [{' | '.join(row.options)}]" if row.options else ""
        return f"{row.status.replace('_', ' ')}: {reason}{asks}"
    sizes = ""
    if row.before and row.after:
        sizes = f", {change(row.before.tokens, row.after.tokens, label)}"
        sizes += f", lines {row.before.lines:,} → {row.after.lines:,}"
    note = f"; {reason}" if reason else ""
    return f"{row.status} → {row.output}{sizes}{note}"


def change(before: int, after: int, label: str) -> str:
    """Tokens before and after: ``200 → 100 tokens (−50 %, o200k_base)``."""
    percent = f"{100 * (after - before) / before if before else 0.0:+.0f}".replace("-", "−")
    return f"{before:,} → {after:,} tokens ({percent} %, {label})"


def _choice(choice: Choice) -> str:
    became = f" → {_short(choice.output)}" if choice.action in ("reworded", "shortened") else ""
    figures = f"{choice.tokens_before} → {choice.tokens_after} tokens"
    reason = f"; {choice.reason}" if choice.reason else ""
    return (
        f"  line {choice.line}: {choice.action} {choice.role} ({figures}{reason}): "
        f"{_short(choice.source)}{became}"
    )


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"


def summary(rows: Sequence[FileReport], label: str, dry_run: bool = False) -> str:
    """The last line: how many files became what, and the tokens of those that were rewritten."""
    counts = Counter(row.status for row in rows)
    parts = [f"{number} {status.replace('_', ' ')}" for status, number in counts.items()]
    text = ", ".join(parts) or "no files"
    sizes = [(r.before, r.after) for r in rows if r.output and r.before and r.after]
    if sizes:
        before, after = sum(b.tokens for b, _ in sizes), sum(a.tokens for _, a in sizes)
        text += f"; {change(before, after, label)}"
    return f"{text}; dry run, nothing written" if dry_run else text


def plan_rows(planned: Sequence[Planned], unit: str) -> Iterator[tuple[str, str, str, str]]:
    """The cells of a migration plan, in the order of `COLUMNS`."""
    for item in planned:
        row = item.report
        current = f"{row.before.in_unit(unit)} {unit}" if row.before else "?"
        estimate = f"~{row.body_after.in_unit(unit)} {unit}" if row.body_after else "-"
        yield item.name, current, estimate, _fits(row)


def _fits(row: FileReport) -> str:
    verdicts = {"compressed": "Yes", "flagged": "No"}
    verdict = verdicts.get(row.status, row.status.replace("_", " "))
    return f"{verdict} ({row.reason})" if row.status != "compressed" else verdict


def plan_markdown(planned: Sequence[Planned], unit: str) -> str:
    """The plan as Markdown, for an agent to pass on."""
    if not planned:
        return heading(0)
    lines = [
        heading(len(planned)),
        "",
        _line(COLUMNS),
        "|------|-------------|-----------------|-------------------|",
    ]
    lines += (_line(tuple(map(_cell, cells))) for cells in plan_rows(planned, unit))
    return "\n".join(lines)


def heading(number: int) -> str:
    """The line above the plan."""
    return f"Found {number} uncompressed memory files{':' if number else '.'}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("\r", " ")


def closing(rows: Sequence[FileReport]) -> dict[str, int]:
    """The figures that end a migration, by what they say."""
    done = Counter(row.status for row in rows)
    skipped = Counter(row.code for row in rows if row.status == "skipped")
    return {
        "Compressed": done["compressed"],
        "Skipped below minimum": skipped["below_minimum"],
        "Skipped no gain": skipped["no_gain"],
        "Skipped for another reason": (
            done["skipped"] - skipped["below_minimum"] - skipped["no_gain"]
        ),
        "Flagged for manual review": done["flagged"],
        "Failed": len(rows) - done["compressed"] - done["skipped"] - done["flagged"],
    }
