"""The whole benchmark: our encoder at every rate, the floors, and with --peers the peers.

    python -m bench.run [--corpus DIR --cards DIR] [--label NAME] [--peers] [--files] [--save-docs]

Prints tables and leaves LABEL.json, LABEL.md and LABEL.svg in bench/out/. With --save-docs the
tables go into docs/benchmarks.md, JSON and plot into docs/benchmarks/; there a corpus other than
the own one is shown in sums only.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from bench import peers
from bench.corpus import OWN, Case, CorpusError, load
from bench.docs import PageError, fill
from bench.floors import fill_budget, first_tokens, strip_function_words
from bench.ours import FAITHFUL, RATES, compress, options_for
from bench.plot import draw
from bench.points import Point, Row, measure
from bench.report import OURS, Duel, Report, markdown, plain, series
from bench.scoring import CardError
from crux_memory.tokens import get_counter

ENCODING = "o200k_base"
HERE = Path(__file__).parent
OUT = HERE / "out"
DOCS = HERE.parent / "docs"
STRICT = tuple(int(rate) for rate in RATES if rate != FAITHFUL)


def main(argv: Sequence[str] | None = None) -> int:
    """Run, print and save. Returns 2 where the corpus cannot be read."""
    args = _arguments(argv)
    try:
        cases = load(args.corpus, args.cards, tuple(args.only))
    except (CorpusError, CardError, OSError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    own = args.corpus.resolve() == OWN.resolve()
    label = args.label or ("own" if own else "other")
    ours = list(our_points(cases))
    others = [*floor_points(cases)]
    if args.peers:
        others += peer_points(cases)
    report = Report(label, ENCODING, [*ours, *others], [duel(cases, peer) for peer in others])
    print(f"{len(cases)} files, {sum(len(c.cards) for c in cases)} cards, tokens of {ENCODING}")
    for title, table in report.tables(per_file=args.files):
        print(f"\n{title}\n{plain(table)}")
    _save(OUT, report, {point.tool for point in report.points})
    (OUT / f"{label}.md").write_text(_markdown(report, per_file=True), encoding="utf-8")
    if args.save_docs:
        return _save_docs(report, per_file=own)
    return 0


def our_points(cases: Sequence[Case]) -> Iterator[Point]:
    """The faithful tier and the strict targets."""
    for rate in RATES:
        outputs = {case.name: _compressed(case, rate) for case in cases}
        asked = options_for(rate).target
        target = None if rate == FAITHFUL else asked
        yield measure(OURS, rate, cases, outputs, target, metadata=asked)


def floor_points(cases: Sequence[Case]) -> Iterator[Point]:
    """Truncation at the strict targets, and the deletion of function words."""
    counter = get_counter(ENCODING)
    stripped = {case.name: strip_function_words(case.body) for case in cases}
    yield measure("articles, auxiliaries", "", cases, stripped)
    for target in STRICT:
        cut = {case.name: first_tokens(case.body, _budget(case, target), counter) for case in cases}
        yield measure("first N tokens", str(target), cases, cut, target)


def peer_points(cases: Sequence[Case]) -> list[Point]:
    """The peers that can be installed and run; the others are named on stderr."""
    points: list[Point] = []
    texts = {case.name: case.body for case in cases}
    for peer in (peers.GRUGIFY, peers.COMPRESSION_PROMPT, peers.TEXTRANK):
        try:
            answer = peers.run(peer, texts)
        except peers.PeerError as error:
            print(f"bench: without {peer.name}: {error}", file=sys.stderr)
            continue
        if peer is peers.TEXTRANK:
            points += _textrank_points(cases, answer["ranks"])
        else:
            points += (measure(peer.name, label, cases, done) for label, done in answer.items())
    return points


def duel(cases: Sequence[Case], peer: Point) -> Duel:
    """Our encoder at no more tokens than the peer left of each file."""
    rows = {row.name: row for row in peer.rows}
    outputs = {case.name: _within(case, rows[case.name]) for case in cases}
    return Duel(peer, measure(OURS, f"as {peer.tool} {peer.label}".strip(), cases, outputs))


def _within(case: Case, row: Row) -> str:
    """Strict targets are whole per cents: the one above the peer's share if it fits, or below."""
    above = _compressed(case, str(min(100, math.ceil(row.share))))
    if get_counter(ENCODING).count(above) <= row.after:
        return above
    return _compressed(case, str(max(1, min(100, math.floor(row.share)))))


_compressed = lru_cache(maxsize=None)(compress)  # several peers leave the same share


def _textrank_points(cases: Sequence[Case], ranks: dict[str, list[int]]) -> Iterator[Point]:
    counter = get_counter(ENCODING)
    for target in STRICT:
        chosen = {
            case.name: fill_budget(
                case.body.split("\n"), ranks[case.name], _budget(case, target), counter
            )
            for case in cases
        }
        yield measure(peers.TEXTRANK.name, str(target), cases, chosen, target)


def _budget(case: Case, target: int) -> int:
    return get_counter(ENCODING).count(case.body) * target // 100


def _save(folder: Path, report: Report, per_file: Collection[str]) -> None:
    """JSON and plot; `per_file` are the tools whose files are listed."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {
        "corpus": report.label,
        "encoding": report.encoding,
        "points": [point.as_dict(per_file=point.tool in per_file) for point in report.points],
        "atTheirTokens": [
            {
                "peer": one.peer.tool,
                "label": one.peer.label,
                "ours": one.ours.as_dict(per_file=False),
                "verdict": one.verdict,
            }
            for one in report.duels
        ],
    }
    written = {
        "json": json.dumps(data, indent=1, ensure_ascii=False) + "\n",
        "svg": draw(series(report.points), f"Fact cards kept over tokens left ({report.label})"),
    }
    for suffix, content in written.items():
        (folder / f"{report.label}.{suffix}").write_text(content, encoding="utf-8")


def _save_docs(report: Report, *, per_file: bool) -> int:
    page = DOCS / "benchmarks.md"
    plot = f"![Fact cards kept over tokens left](benchmarks/{report.label}.svg)"
    try:
        filled = fill(
            page.read_text(encoding="utf-8"),
            report.label,
            f"{plot}\n\n{_markdown(report, per_file=per_file)}",
        )
    except (OSError, PageError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    _save(DOCS / "benchmarks", report, {OURS} if per_file else ())
    page.write_text(filled, encoding="utf-8")
    return 0


def _markdown(report: Report, *, per_file: bool) -> str:
    tables = report.tables(per_file=per_file)
    return "\n\n".join(f"### {title}\n\n{markdown(table)}" for title, table in tables) + "\n"


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=Path, default=OWN, help="folder of texts, any depth")
    parser.add_argument("--cards", type=Path, default=OWN, help="folder of NAME.facts.jsonl")
    parser.add_argument("--label", help="name of the saved files")
    parser.add_argument("--only", action="append", default=[], help="part of a file's name")
    parser.add_argument("--peers", action="store_true", help="install and run the peers")
    parser.add_argument("--files", action="store_true", help="a table of files as well")
    parser.add_argument("--save-docs", action="store_true", help="save into docs/benchmarks too")
    return parser.parse_args(argv)


if __name__ == "__main__":
    raise SystemExit(main())
