"""What every command is given, and how a run over files ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

import typer

from crux_memory.cli.output import Output
from crux_memory.cli.render import row_line, row_lines, summary
from crux_memory.store.project import Project, open_project
from crux_memory.store.report import FileReport, exit_code
from crux_memory.store.session import Session
from crux_memory.tokens import TokenCounter, get_counter


@dataclass(frozen=True)
class Invocation:
    """The options of every command."""

    command: str
    project: str | None
    output: Output

    def open(self) -> Project:
        """The project. Raises for a missing, wrong or disabling configuration."""
        return open_project(self.project)

    def session(self, dry_run: bool = False) -> Session:
        """A run on the project that starts today."""
        return Session(self.open(), date.today(), dry_run)

    def finish(
        self,
        session: Session,
        rows: Sequence[FileReport],
        explain: bool = False,
        closing: str = "",
        **fields: Any,
    ) -> int:
        """Reports `rows`, as JSON or as text; returns the exit code.

        `closing` stands above the last line of text, where one line a file is enough; `fields` are
        added to the JSON.
        """
        code = exit_code(rows)
        label = self._counter(session).label
        self.output.envelope(
            self.command,
            code,
            dry_run=session.dry_run,
            files=[row.as_dict(explain) for row in rows],
            **self.counted_in(session),
            **fields,
        )
        for row in rows:
            lines = [row_line(row, label)] if closing else row_lines(row, label, explain)
            for line in lines:
                say = self.output.error if row.exit_code else self.output.report
                say(line)
            for warning in row.warnings:
                self.output.message(f"crux: {row.file}: {warning}")
        if closing:
            self.output.report(closing)
        self.output.report(summary(rows, label, session.dry_run))
        return code

    def counted_in(self, session: Session) -> dict[str, Any]:
        """For JSON: which encoding the counts are of, and whether they are exact."""
        counter = self._counter(session)
        return {"encoding": counter.encoding, "exact": counter.exact}

    def _counter(self, session: Session) -> TokenCounter:
        return get_counter(session.project.config.crux_memories.encoding)


def of(context: typer.Context) -> Invocation:
    """The invocation that `main` put into Typer's context."""
    return cast(Invocation, context.obj)
