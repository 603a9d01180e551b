"""What became of each file: status, figures, JSON, exit code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from crux_memory.encoder.result import Choice
from crux_memory.errors import CruxError, NeedsUserInputError
from crux_memory.metadata import reduction
from crux_memory.tokens import TokenCounter

Status = Literal[
    "compressed",
    "skipped",
    "flagged",
    "restored",
    "expanded",
    "formatted",
    "safe",
    "refused",
    "needs_user_input",
    "error",
]
SkipCode = Literal[
    "",
    "below_minimum",
    "no_gain",
    "already_compressed",
    "empty",
    "gone",
    "not_english",
    "same_file",
]

FLAGGED = 1
INTERNAL = 70

# The status of a whole run, by its exit code.
RUN_STATUS = {
    0: "ok",
    1: "findings",
    2: "refused",
    3: "drift",
    4: "not_there",
    5: "invalid_input",
    6: "needs_user_input",
    7: "disabled",
    8: "file_system",
    70: "internal_error",
}

_ROW_STATUS: dict[int, Status] = {1: "flagged", 2: "refused", 3: "refused", 6: "needs_user_input"}


@dataclass(frozen=True)
class Size:
    """The size of a text: tokens of the run's encoding, UTF-8 bytes, lines, characters."""

    tokens: int
    bytes: int
    lines: int
    chars: int = 0

    @classmethod
    def of(cls, text: str, counter: TokenCounter) -> Size:
        """Measures `text`."""
        return cls(counter.count(text), byte_count(text), line_count(text), len(text))

    def in_unit(self, unit: str) -> int:
        """The size in ``lines``, ``bytes`` or ``tokens``."""
        return {"lines": self.lines, "bytes": self.bytes, "tokens": self.tokens}[unit]

    def as_dict(self) -> dict[str, int]:
        """For JSON."""
        return {"tokens": self.tokens, "bytes": self.bytes, "lines": self.lines}


@dataclass(frozen=True)
class Attempt:
    """One try of adaptive sizing: the compressed body's size at a target in per cent."""

    target: int
    size: int
    unit: str
    fits: bool

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"target": self.target, "size": self.size, "unit": self.unit, "fits": self.fits}


@dataclass(frozen=True)
class FileReport:
    """One row. `exit_code` is what this file alone would end the run with.

    `details` are further fields of its JSON, which only some commands have; `texts` is the file
    before and after, where a command shows the difference.
    """

    file: str
    status: Status
    reason: str = ""
    exit_code: int = 0
    code: SkipCode = ""
    place: str = ""
    hint: str = ""
    output: str | None = None
    archive: str | None = None
    before: Size | None = None
    after: Size | None = None
    body_before: Size | None = None
    body_after: Size | None = None
    target: int | None = None
    attempts: tuple[Attempt, ...] = ()
    cap: int | None = None
    dropped: tuple[str, ...] = ()
    fidelity: dict[str, object] | None = None
    question: str | None = None
    options: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[Choice, ...] = field(default=(), repr=False)
    texts: tuple[str, str] | None = field(default=None, repr=False)

    @property
    def reduced_by(self) -> str | None:
        """By how many per cent of its tokens the body shrank, such as ``69%``."""
        if self.body_before is None or self.body_after is None:
            return None
        return reduction(self.body_before.tokens, self.body_after.tokens)

    def as_dict(self, explain: bool = False) -> dict[str, Any]:
        """For JSON; `choices` only where they were asked for."""
        row: dict[str, Any] = {
            "file": self.file,
            "status": self.status,
            "reason": self.reason,
            "exit_code": self.exit_code,
            "output": self.output,
            "archive": self.archive,
            "before": _dict(self.before),
            "after": _dict(self.after),
            "body_before": _dict(self.body_before),
            "body_after": _dict(self.body_after),
            "target": self.target,
            "attempts": [attempt.as_dict() for attempt in self.attempts],
            "reducedBy": self.reduced_by,
            "dropped": list(self.dropped),
            "fidelity": self.fidelity,
        }
        extras = {
            "code": self.code,
            "place": self.place,
            "hint": self.hint,
            "cap": self.cap,
            "question": self.question,
            "options": list(self.options),
            "warnings": list(self.warnings),
        }
        row.update({key: value for key, value in extras.items() if value})
        row.update(self.details)
        if explain:
            row["choices"] = [choice_dict(choice) for choice in self.choices]
        return row


def failure(file: str, error: CruxError) -> FileReport:
    """The row of a file that an error stopped."""
    row = FileReport(
        file,
        _ROW_STATUS.get(error.exit_code, "error"),
        reason=error.message,
        exit_code=error.exit_code,
        place=error.place,
        hint=error.hint,
    )
    if isinstance(error, NeedsUserInputError):
        return replace(row, question=error.question, options=error.options)
    return row


def exit_code(files: Sequence[FileReport]) -> int:
    """The highest code of all files."""
    return max((file.exit_code for file in files), default=0)


def choice_dict(choice: Choice) -> dict[str, Any]:
    """One decision of the encoder, for JSON."""
    return {
        "line": choice.line,
        "source": choice.source,
        "role": choice.role,
        "action": choice.action,
        "output": choice.output,
        "tokens_before": choice.tokens_before,
        "tokens_after": choice.tokens_after,
        "reason": choice.reason,
    }


def byte_count(text: str) -> int:
    """UTF-8 bytes of `text`."""
    return len(text.encode("utf-8", "surrogatepass"))


def line_count(text: str) -> int:
    """Lines of `text`; a last line without an ending counts."""
    return text.count("\n") + bool(text and not text.endswith("\n"))


def _dict(size: Size | None) -> dict[str, int] | None:
    return size.as_dict() if size else None
