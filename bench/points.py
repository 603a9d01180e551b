"""What is measured of one tool at one rate, per file and in sum."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bench.corpus import Case
from bench.measures import survival
from bench.scoring import Card, Statement, kept, split_statements
from crux_memory.tokens import count_tokens

# The seven lines that a compressed memory carries besides its own front matter.
METADATA = (
    "compressed: true\ncompressionTarget: {target}\nbeforeTokens: {before}\nafterTokens: {after}\n"
    "reducedBy: {reduced}%\ncompressedDate: 2026-01-01\n"
    "sourceArchive: .ai-ignored/memories/sources/20260101/{name}.memory.md\n"
)
Pair = tuple[int, int]  # kept, of


@dataclass(frozen=True)
class Row:
    """One file. Token counts are of bodies, `file_before` and `file_after` of whole files."""

    name: str
    before: int
    after: int
    file_before: int
    file_after: int
    cards: Pair
    anchors: Pair
    negations: Pair
    headings: Pair
    mangled: tuple[str, ...]
    lost: tuple[str, ...]  # ids of cards
    flipped: tuple[str, ...]  # ids of prohibitions that are stated without their negation

    @property
    def share(self) -> float:
        """Body tokens left, in per cent."""
        return 100 * self.after / self.before

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {**vars(self), "share": round(self.share, 2)}


@dataclass(frozen=True)
class Point:
    """A tool at one rate over a corpus. `target` is what was asked for, in per cent."""

    tool: str
    label: str
    target: int | None
    rows: tuple[Row, ...]

    @property
    def share(self) -> float:
        """Body tokens left over all files, in per cent."""
        return 100 * sum(row.after for row in self.rows) / sum(row.before for row in self.rows)

    @property
    def saved_files(self) -> float:
        """Tokens of whole files saved over all files, in per cent; below zero where they grew."""
        before = sum(row.file_before for row in self.rows)
        return 100 - 100 * sum(row.file_after for row in self.rows) / before

    @property
    def median_saved(self) -> float:
        """Body tokens saved in the median file, in per cent."""
        return statistics.median(100 - row.share for row in self.rows)

    @property
    def mangled(self) -> int:
        """Anchors that no source has."""
        return sum(len(row.mangled) for row in self.rows)

    @property
    def flipped(self) -> int:
        """Prohibitions that are stated without their negation."""
        return sum(len(row.flipped) for row in self.rows)

    @property
    def adherence(self) -> tuple[float, float] | None:
        """Lowest and highest points over the target of a file; None without a target."""
        if self.target is None:
            return None
        off = [row.share - self.target for row in self.rows]
        return min(off), max(off)

    def total(self, measure: str) -> Pair:
        """Kept and of, over all files; `measure` is cards, anchors, negations or headings."""
        pairs: list[Pair] = [getattr(row, measure) for row in self.rows]
        return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)

    def part(self, measure: str) -> float:
        """What is kept of a measure, in per cent."""
        held, of = self.total(measure)
        return 100 * held / of if of else 100.0

    def as_dict(self, *, per_file: bool) -> dict[str, Any]:
        """For JSON, with the files where they may be named."""
        sums: dict[str, Any] = {
            "tool": self.tool,
            "label": self.label,
            "target": self.target,
            "share": round(self.share, 2),
            "medianSaved": round(self.median_saved, 2),
            "wholeFilesSaved": round(self.saved_files, 2),
            "mangledAnchors": self.mangled,
            "prohibitionsFlipped": self.flipped,
        }
        sums |= {name: self.total(name) for name in ("cards", "anchors", "negations", "headings")}
        if self.adherence:
            sums["overTarget"] = [round(points, 2) for points in self.adherence]
        if per_file:
            sums["files"] = [row.as_dict() for row in self.rows]
        return sums


def measure(
    tool: str,
    label: str,
    cases: Iterable[Case],
    outputs: Mapping[str, str],
    target: int | None = None,
    *,
    metadata: int | None = None,
) -> Point:
    """Score the outputs, by case name.

    With `metadata`, the target to write there, whole files carry the seven lines.
    """
    rows = tuple(_row(case, outputs[case.name], metadata) for case in cases)
    return Point(tool, label, target, rows)


def _row(case: Case, output: str, target: int | None) -> Row:
    found: list[Statement] = split_statements(output)
    held: tuple[Card, ...] = kept(case.cards, found)
    survived = survival(case.body, output)
    before, after = count_tokens(case.body), count_tokens(output)
    front = case.front_matter if target is None else _with_metadata(case, target, before, after)
    return Row(
        name=case.name,
        before=before,
        after=after,
        file_before=count_tokens(case.text),
        file_after=count_tokens(front + output),
        cards=(len(held), len(case.cards)),
        anchors=survived.anchors,
        negations=survived.negations,
        headings=survived.headings,
        mangled=tuple(f"{anchor.kind}: {anchor.text}" for anchor in survived.mangled),
        lost=tuple(card.id for card in case.cards if card not in held),
        flipped=tuple(
            card.id for card in case.cards if card.kind == "prohibition" and card.flipped_in(found)
        ),
    )


def _with_metadata(case: Case, target: int, before: int, after: int) -> str:
    reduced = round(100 - 100 * after / before)
    lines = METADATA.format(
        target=target, before=before, after=after, reduced=reduced, name=case.name
    )
    opened = case.front_matter.rstrip().removesuffix("---") or "---\n"
    return f"{opened}{lines}---\n\n"
