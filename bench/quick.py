"""The encoder alone, in seconds: how many cards are kept at each rate, and which are lost.

    python -m bench.quick [--corpus DIR --cards DIR] [--only NAME] [--rates 80,50] [--lost]
                          [--anchors] [--show RATE] [--files]

The outputs are left under bench/out/texts/RATE/NAME.md.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import OWN, Case, load
from bench.measures import survival
from bench.ours import RATES, compress
from bench.scoring import Card, Statement, kept, split_statements
from crux_memory.tokens import count_tokens

OUT = Path(__file__).parent / "out" / "texts"


@dataclass(frozen=True)
class Run:
    """One body at one rate."""

    case: Case
    rate: str
    text: str
    before: int
    after: int
    statements: list[Statement]
    kept: tuple[Card, ...]

    @property
    def lost(self) -> tuple[Card, ...]:
        """The cards that no statement of the output keeps."""
        return tuple(card for card in self.case.cards if card not in self.kept)

    @property
    def flipped(self) -> tuple[Card, ...]:
        """Negative cards that the output only states without their negation."""
        return tuple(card for card in self.case.cards if card.flipped_in(self.statements))


def run(case: Case, rate: str) -> Run:
    """Encode and score one body."""
    text = compress(case, rate)
    found = split_statements(text)
    before, after = count_tokens(case.body), count_tokens(text)
    return Run(case, rate, text, before, after, found, kept(case.cards, found))


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print, write the texts."""
    args = _arguments(argv)
    cases = load(args.corpus, args.cards, tuple(args.only))
    rates = tuple(args.rates.split(","))
    started = time.perf_counter()
    if args.jobs > 1:
        with ProcessPoolExecutor(args.jobs) as pool:
            rows = list(pool.map(_run_all, cases, [rates] * len(cases)))
    else:
        rows = [_run_all(case, rates) for case in cases]
    by_rate = {rate: [row[i] for row in rows] for i, rate in enumerate(rates)}
    for rate, runs in by_rate.items():
        _save(rate, runs)
        print(_summary(rate, runs))
        if args.files:
            for one in runs:
                print("   " + _summary(one.case.name, [one]))
        if args.lost:
            _print_lost(runs)
        if args.anchors:
            _print_survival(runs)
    if args.show:
        for one in by_rate.get(args.show) or [run(case, args.show) for case in cases]:
            print(f"\n===== {one.case.name} at {args.show}: {one.after} of {one.before} tokens")
            print(one.text, end="")
    print(f"{len(cases)} files in {time.perf_counter() - started:.1f} s")
    return 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=Path, default=OWN)
    parser.add_argument("--cards", type=Path, default=OWN)
    parser.add_argument("--only", action="append", default=[], help="part of a file's name")
    parser.add_argument("--rates", default=",".join(RATES), help="such as faithful,50,33")
    parser.add_argument("--lost", action="store_true", help="lost cards with their source")
    parser.add_argument("--anchors", action="store_true", help="anchors, negations, headings too")
    parser.add_argument("--show", metavar="RATE", help="print the texts of a rate")
    parser.add_argument("--files", action="store_true", help="a line for each file as well")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    return parser.parse_args(argv)


def _run_all(case: Case, rates: tuple[str, ...]) -> list[Run]:
    return [run(case, rate) for rate in rates]


def _summary(label: str, runs: Sequence[Run]) -> str:
    before, after = sum(r.before for r in runs), sum(r.after for r in runs)
    cards, held = sum(len(r.case.cards) for r in runs), sum(len(r.kept) for r in runs)
    flips = sum(len(r.flipped) for r in runs)
    tail = f"   {flips} NEGATION LOST" if flips else ""
    return (
        f"{label:>10}  {after:>6}/{before} tokens {100 * after / before:5.1f} %"
        f"   {held:>3}/{cards} cards {100 * held / max(cards, 1):5.1f} %{tail}"
    )


def _print_lost(runs: Iterable[Run]) -> None:
    lost = [(one, card) for one in runs for card in one.lost]
    for kind in sorted({card.kind for _, card in lost}):
        of_kind = [(one, card) for one, card in lost if card.kind == kind]
        print(f"  -- {kind}: {len(of_kind)} lost")
        for one, card in of_kind:
            source = card.stated_by(one.case.statements)
            near, lacking = card.nearest_in(one.statements)
            mark = "NEGATION LOST " if card in one.flipped else ""
            print(f"    {card.id} {mark}{card.fact}")
            print(f"      source {source.line if source else '?'}: {_short(source)}")
            print(f"      output lacks {lacking} of {len(card.keys)}: {_short(near)}")


def _print_survival(runs: Iterable[Run]) -> None:
    for one in runs:
        found = survival(one.case.body, one.text)
        parts = (("anchors", found.anchors), ("negations", found.negations))
        counts = ", ".join(
            f"{held}/{of} {what}" for what, (held, of) in (*parts, ("headings", found.headings))
        )
        print(f"    {one.case.name}: {counts}")
        for label, items in (
            ("lost", [f"{anchor.kind} {anchor.text!r}" for anchor in found.lost_anchors]),
            ("MANGLED", [f"{anchor.kind} {anchor.text!r}" for anchor in found.mangled]),
            ("heading lost", [repr(title) for title in found.lost_headings]),
        ):
            for item in items:
                print(f"      {label}: {item}")


def _short(statement: Statement | None) -> str:
    if statement is None:
        return "-"
    text = " / ".join(statement.text.split("\n"))
    return text if len(text) <= 300 else text[:297] + "..."


def _save(rate: str, runs: Iterable[Run]) -> None:
    folder = OUT / rate
    folder.mkdir(parents=True, exist_ok=True)
    for one in runs:
        (folder / f"{one.case.name}.md").write_text(one.text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
