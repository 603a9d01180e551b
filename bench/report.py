"""The tables: every tool at every rate, ours beside each peer's share, every file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bench.points import Point

Table = list[list[str]]
OURS = "crux"


@dataclass(frozen=True)
class Duel:
    """A peer's point and ours, file by file at no more tokens than the peer left."""

    peer: Point
    ours: Point

    @property
    def verdict(self) -> str:
        """Who keeps more cards; a mangled anchor of ours forfeits."""
        mine, other = self.ours.total("cards")[0], self.peer.total("cards")[0]
        if self.ours.mangled:
            return f"MANGLED {self.ours.mangled}"
        if mine == other:
            return "equal"
        return f"+{mine - other} ahead" if mine > other else f"{mine - other} BEHIND"


@dataclass(frozen=True)
class Report:
    """Everything one run found."""

    label: str
    encoding: str
    points: Sequence[Point]
    duels: Sequence[Duel]

    def tables(self, *, per_file: bool) -> list[tuple[str, Table]]:
        """Titles and tables, the first row of each being its head."""
        found = [("Every tool at every rate", overview(self.points))]
        if self.duels:
            found.append(("At the token counts of the others", duels(self.duels)))
        if per_file:
            ours = [point for point in self.points if point.tool == OURS]
            found.append(("Cards kept and body tokens left, by file", files(ours)))
        return found


def overview(points: Sequence[Point]) -> Table:
    """One line a tool and rate."""
    head = [
        "tool", "rate", "tokens left", "median saved", "files saved", "over target",
        "cards", "", "anchors", "mangled", "negations", "flipped", "headings",
    ]  # fmt: skip
    return [head, *map(_overview_row, points)]


def duels(found: Sequence[Duel]) -> Table:
    """One line a peer's rate."""
    head = ["peer", "rate", "peer tokens", "peer cards", "our tokens", "our cards", "verdict"]
    return [
        head,
        *(
            [
                duel.peer.tool,
                duel.peer.label,
                f"{duel.peer.share:.1f} %",
                f"{duel.peer.part('cards'):.1f} %",
                f"{duel.ours.share:.1f} %",
                f"{duel.ours.part('cards'):.1f} %",
                duel.verdict,
            ]
            for duel in found
        ),
    ]


def files(points: Sequence[Point]) -> Table:
    """One line a file, our rates side by side."""
    head = ["file", "tokens", *(point.label for point in points)]
    table = [head]
    for rows in zip(*(point.rows for point in points), strict=True):
        cells = [f"{row.cards[0]}/{row.cards[1]} {row.share:.0f} %" for row in rows]
        table.append([rows[0].name, str(rows[0].before), *cells])
    return table


def plain(table: Table) -> str:
    """Columns aligned for a terminal."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    numeric = [i for i in range(len(widths)) if i > 1]
    lines = []
    for row in table:
        cells = [
            cell.rjust(width) if i in numeric else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def markdown(table: Table) -> str:
    """A pipe table."""
    head, *rows = table
    rule = ["---" if i < 2 else "--:" for i in range(len(head))]
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, rule, *rows])


def series(points: Sequence[Point]) -> dict[str, list[tuple[float, float]]]:
    """For the plot: share of tokens and of cards, by tool, in falling order of tokens."""
    curves = {}
    for tool, of_tool in groupby(points, key=lambda point: point.tool):
        curves[tool] = sorted(((p.share, p.part("cards")) for p in of_tool), reverse=True)
    return curves


def _overview_row(point: Point) -> list[str]:
    off = point.adherence
    held, of = point.total("cards")
    return [
        point.tool,
        point.label,
        f"{point.share:.1f} %",
        f"{point.median_saved:.1f} %",
        f"{point.saved_files:.1f} %",
        f"{off[0]:+.1f}…{off[1]:+.1f}" if off else "",
        f"{held}/{of}",
        f"{point.part('cards'):.1f} %",
        f"{point.part('anchors'):.1f} %",
        str(point.mangled),
        f"{point.part('negations'):.1f} %",
        str(point.flipped),
        f"{point.part('headings'):.1f} %",
    ]
