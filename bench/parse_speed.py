"""How fast notation parses: 10 kB, 100 kB and 1 MB, beside tiktoken on the same text.

    python bench/parse_speed.py

Prints, for each size, the best of several runs of `parse` and of counting tokens in o200k_base,
the ratio of the two, and the speed. The machine's own speed drops out of the ratios: if parsing is
linear, the time for a kilobyte is the same in every line.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from crux_memory.notation import emit, parse
from crux_memory.tokens import get_counter

SIZES = (10_000, 100_000, 1_000_000)  # characters
RUNS = 5

_WORDS = (
    "use config files `src/app.py` before every release and keep the tests green when a service "
    "fails to start because its port is taken `PORT=8080` never commit secrets run migrations "
    "first then restart workers cache responses for 30 seconds unless the user is an admin"
).split()
_SIGNS = ("¬write", "a→b", "≥80%", "x|y", "∀endpoint→limit", "{k=v}", "[a|b]", "20..30")


def sample(size: int) -> str:
    """A document of about `size` characters: blocks, lists, steps, rows and a fence."""
    rng = random.Random(size)
    lines = ["⟦CRUX:memory"]
    length = 0
    while length < size:
        block = [rng.choice(("R.Error handling{", "Γ.Release{", "P.Never{", "Φ.limits{"))]
        for number in range(rng.randint(4, 12)):
            words = rng.choices(_WORDS, k=rng.randint(4, 14)) + rng.choices(_SIGNS, k=2)
            marker = rng.choice(("", "", "", f"{number + 1}. ", " "))
            block.append(marker + " ".join(words))
        block.append("}")
        if rng.random() < 0.1:
            block += ["|name|port", "|api|8080", "```sh", "make up && make test", "```"]
        lines += block
        length += sum(map(len, block)) + len(block)
    return "\n".join([*lines, "⟧", ""])


def best(action: Callable[[], object]) -> float:
    """Seconds of the fastest of several runs."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Prints the table."""
    counter = get_counter()
    counter.count("warm")
    parse("⟦CRUX:memory warm⟧")
    print(
        f"{'characters':>10} {'parse ms':>9} {'tokens ms':>9} {'ratio':>6} {'µs/kB':>6} {'MB/s':>5}"
    )
    for size in SIZES:
        text = sample(size)
        assert emit(parse(text)) == text
        parsing = best(lambda text=text: parse(text))  # type: ignore[misc]
        counting = best(lambda text=text: counter.count(text))  # type: ignore[misc]
        kilobytes = len(text.encode()) / 1000
        print(
            f"{len(text):>10} {parsing * 1e3:>9.1f} {counting * 1e3:>9.1f} "
            f"{parsing / counting:>6.1f} {parsing / kilobytes * 1e6:>6.0f} "
            f"{kilobytes / parsing / 1000:>5.2f}"
        )


if __name__ == "__main__":
    main()
