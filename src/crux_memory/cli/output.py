"""Where things are said: content and JSON on stdout, messages on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from crux_memory.errors import CruxError
from crux_memory.store.report import RUN_STATUS

if TYPE_CHECKING:
    from rich.text import Text

ENVELOPE = ("command", "status", "exit_code", "files")


@dataclass(frozen=True)
class Output:
    """Says things, as JSON or as text; `quiet` leaves out what is neither content nor error."""

    json: bool = False
    quiet: bool = False

    def content(self, text: str) -> None:
        """What the command was asked for, on stdout; nothing with ``--json``."""
        if not self.json:
            print(text, file=sys.stdout)

    def report(self, text: str) -> None:
        """How it went, on stdout; nothing with ``--json`` or ``--quiet``."""
        if not self.quiet:
            self.content(text)

    def styled(self, text: Text) -> None:
        """Content with colours where stdout is a terminal; nothing with ``--json``."""
        if not self.json:
            from rich.console import Console

            Console(file=sys.stdout, soft_wrap=True, highlight=False).print(text)

    def message(self, text: str) -> None:
        """What a person may want to know, on stderr; nothing with ``--quiet``."""
        if not self.quiet:
            print(text, file=sys.stderr)

    def error(self, text: str) -> None:
        """What went wrong, on stderr, always."""
        print(f"crux: {text}", file=sys.stderr)

    def envelope(self, command: str, code: int, **fields: Any) -> None:
        """The one JSON object of a run; nothing without ``--json``."""
        if not self.json:
            return
        data = {"command": command, "status": RUN_STATUS[code], "exit_code": code, "files": []}
        unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        print(json.dumps({**data, **fields}, ensure_ascii=not unicode, indent=2))

    def failure(self, command: str, error: CruxError) -> int:
        """An error that stopped the whole run; returns its exit code."""
        self.error(str(error))
        details = {"message": error.message, "place": error.place, "hint": error.hint}
        self.envelope(command, error.exit_code, error=details)
        return error.exit_code

    @contextmanager
    def progress(self, doing: str) -> Iterator[Callable[[int, int], None]]:
        """A progress bar on stderr, if that is a terminal; gives what is told done and total."""
        if self.json or self.quiet or not sys.stderr.isatty():
            yield lambda _done, _total: None
            return
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(doing, total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)


def is_interactive() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def prepare_streams() -> None:
    """Makes sure that no character can stop the program, whatever code page a stream has."""
    for stream in (sys.stdout, sys.stderr):
        _tolerate(stream)


def _tolerate(stream: TextIO | None) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        # In UTF-8 only lone surrogates (of undecodable file names) are affected, and their
        # backslash form is right in JSON as well.
        reconfigure(errors="backslashreplace")
