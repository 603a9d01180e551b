"""Is everything still there? Compares a source body with what was made of it."""

from __future__ import annotations

from dataclasses import dataclass

from crux_memory.encoder.result import EncodeResult


@dataclass(frozen=True)
class FidelityReport:
    """Verdict and what spoke against it."""

    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True when nothing was found."""
        return not self.problems

    def as_dict(self) -> dict[str, object]:
        """For JSON output."""
        return {"ok": self.ok, "problems": list(self.problems)}


def check(source_body: str, result: EncodeResult) -> FidelityReport:
    """Stand-in."""
    del source_body, result
    return FidelityReport()
