"""What rewriting in place saves and keeps, file by file.

    python -m bench.terse [CORPUS [CARDS]] [--show NAME]

Without folders the project's own corpus. Files of CORPUS without cards are measured too. Prints
tokens before and after, the share saved, cards kept, what the validation found and whether a
second run would change anything; `--show` prints what became of one file.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import CARD_SUFFIX, OWN, TEXT_SUFFIXES
from bench.scoring import kept, read_cards, split_statements
from crux_memory.terse import rewrite
from crux_memory.terse.validation import validate
from crux_memory.tokens import get_counter


@dataclass(frozen=True)
class Measured:
    """One file: tokens, cards, the number of failed checks."""

    name: str
    before: int
    after: int
    cards: int
    kept: int
    failures: int
    text: str

    @property
    def saved(self) -> float:
        """Per cent of the tokens."""
        return 100 * (self.before - self.after) / max(1, self.before)


def measure(texts: Path, cards: Path) -> Iterator[Measured]:
    """Every English text under a folder, rewritten and validated."""
    counter = get_counter("o200k_base")
    for path in sorted(p for p in texts.rglob("*") if p.name.endswith(TEXT_SUFFIXES)):
        text = path.read_bytes().decode("utf-8")
        done = rewrite(text, counter)
        if not done.english:
            continue
        stem = next(path.name.removesuffix(s) for s in TEXT_SUFFIXES if path.name.endswith(s))
        file = next(iter(sorted(cards.rglob(stem + CARD_SUFFIX))), None)
        wanted = read_cards(file) if file else ()
        yield Measured(
            stem,
            counter.count(text),
            counter.count(done.text),
            len(wanted),
            len(kept(wanted, split_statements(done.text))),
            len([f for f in validate(text, done.text, counter) if f.check != "tokens"]),
            done.text,
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", type=Path, default=OWN)
    parser.add_argument("cards", nargs="?", type=Path)
    parser.add_argument("--show", metavar="NAME")
    args = parser.parse_args(argv)
    rows = list(measure(args.corpus, args.cards or args.corpus))
    for row in rows:
        if args.show and args.show in row.name:
            print(row.text)
    if args.show:
        return 0
    for row in rows:
        told = f"{row.kept}/{row.cards} cards" if row.cards else "no cards"
        print(
            f"{row.name:36} {row.before:6} → {row.after:6} {row.saved:5.1f} %  {told:14} "
            f"{row.failures} failures"
        )
    before, after = sum(r.before for r in rows), sum(r.after for r in rows)
    cards, held = sum(r.cards for r in rows), sum(r.kept for r in rows)
    print(
        f"sum: {before:,} → {after:,} tokens, {100 * (before - after) / before:.1f} % saved; "
        f"median {statistics.median(r.saved for r in rows):.1f} %; "
        f"{held}/{cards} cards ({100 * held / max(1, cards):.1f} %); "
        f"{sum(r.failures for r in rows)} failures"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
