"""``python -m tests.torture.run``: every point of every operation, and which promises hold."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from multiprocessing import get_context
from pathlib import Path

from tests.torture.checks import Trial
from tests.torture.operations import OPERATIONS, Operation
from tests.torture.points import copies, record, settle, warm

Broken = list[tuple[str, str]]


def torture(
    operation: Operation, part: int = 0, parts: int = 1, sample: int = 1
) -> tuple[int, int, Broken]:
    """Visits every `sample`-th point of this part; points in all, points visited, what broke."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        normal = record(operation, folder)
        settle()
        chosen = normal.points[::sample][part::parts]
        broken: Broken = []
        for point, root in zip(chosen, copies(folder), strict=False):
            trial = Trial(operation, normal, point, root)
            broken += [(str(point), problem) for problem in trial.violations()]
        return len(normal.points), len(chosen), broken


def _worker(job: tuple[int, int, int, int]) -> tuple[int, int, Broken]:
    number, part, parts, sample = job
    return torture(OPERATIONS[number], part, parts, sample)


def main(argv: Sequence[str] | None = None) -> int:
    """Prints a line an operation, and what broke; 1 if anything did."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="operations whose name begins so")
    parser.add_argument("--sample", type=int, default=1, help="every n-th point only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(argv)
    warm()
    total = failed = 0
    with get_context("fork").Pool(options.jobs) as pool:
        for number, operation in enumerate(OPERATIONS):
            if not operation.name.startswith(options.only):
                continue
            jobs = [(number, part, options.jobs, options.sample) for part in range(options.jobs)]
            done = pool.map(_worker, jobs)
            visited = sum(part[1] for part in done)
            broken = [problem for part in done for problem in part[2]]
            print(f"{operation.name:<30} {visited:>6} points, {len(broken)} promises broken")
            for point, problem in broken:
                print(f"    {point}\n        {problem}")
            sys.stdout.flush()
            total, failed = total + visited, failed + len(broken)
    print(f"{total} points: " + ("all promises hold" if not failed else f"{failed} are broken"))
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
