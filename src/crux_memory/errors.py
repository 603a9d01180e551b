"""The error tree. Every class names the exit code that the command line ends with.

    CruxError                     70  internal: a bug of ours, files untouched
    ├── FindingError               1  a check found something; flagged for manual review
    ├── RefusedError               2  a file that this tool will not touch; wrong usage
    ├── DriftError                 3  the compressed file was edited since it was written
    ├── NotThereError              4  a file, backup or archive is not there
    ├── InvalidInputError          5  config, front matter, notation or candidate is invalid
    ├── NeedsUserInputError        6  only the user can decide; carries a question and options
    ├── DisabledError              7  compression is disabled in the config
    └── FileSystemError            8  the file system refused

A message says what was found and what to do; the place (file, line, column, key path) is kept
apart, so that text output can put it first and JSON can carry it as a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar


class CruxError(Exception):
    """Base of all errors raised on purpose; raised itself only for bugs of this tool.

    `message` says what was found, `hint` what to do about it, `place` where it is
    (for example ``memories/core/a.memory.md:12:5``); the last two may be empty.
    """

    exit_code: ClassVar[int] = 70

    def __init__(self, message: str, *, place: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        """One line for a person: place, what was found, what to do."""
        text = f"{self.place}: {self.message}" if self.place else self.message
        return f"{text} ({self.hint})" if self.hint else text


class FindingError(CruxError):
    """A check found something, or a file was flagged for manual review."""

    exit_code = 1


class RefusedError(CruxError):
    """A sensitive or denylisted path, a file type this tool does not write, or wrong usage."""

    exit_code = 2


class DriftError(CruxError):
    """The compressed file is not what this tool wrote: somebody edited it since."""

    exit_code = 3


class NotThereError(CruxError):
    """A file, a backup or an archive is not where it should be."""

    exit_code = 4


class InvalidInputError(CruxError):
    """Foreign data that does not have the form it must have."""

    exit_code = 5


class NeedsUserInputError(CruxError):
    """A decision that belongs to the user; `options` are the flags that would answer it."""

    exit_code = 6

    def __init__(
        self, question: str, options: Sequence[str], *, place: str = "", hint: str = ""
    ) -> None:
        super().__init__(question, place=place, hint=hint)
        self.question = question
        self.options = tuple(options)


class DisabledError(CruxError):
    """`flags.enableMemoryCompression` is not "true"."""

    exit_code = 7


class FileSystemError(CruxError):
    """The operating system refused to read, write or sync."""

    exit_code = 8
