"""Adaptive sizing: the encoder under a hard cap. Pure.

The first attempt is at the configured target and policy. A body over the cap licenses the policy
``strict``: the same target is encoded again with it, then ever lower ones, down to 5 per cent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from crux_memory.encoder import EncodeOptions, EncodeResult, encode
from crux_memory.store.report import Attempt

STEP = 10
LOWEST = 5


@dataclass(frozen=True)
class Sizing:
    """The last result and all attempts; `fits` is False where even the lowest target was over."""

    result: EncodeResult
    attempts: tuple[Attempt, ...]

    @property
    def fits(self) -> bool:
        """Whether the result is within the cap."""
        return self.attempts[-1].fits


def targets(first: int) -> Iterator[int]:
    """`first`, then ten points less each time while that is above 5, then 5 (per cent)."""
    target = first
    while target > LOWEST:
        yield target
        target -= STEP
    yield min(first, LOWEST)


def fit(
    body: str, options: EncodeOptions, cap: int, unit: str, measure: Callable[[str], int]
) -> Sizing:
    """Encodes `body` until it is within `cap`, or until the lowest target was tried.

    `measure` gives the size of an encoded body in `unit`.
    """
    attempts: list[Attempt] = []
    for target in targets(options.target):
        options = replace(options, target=target)
        result = encode(body, options)
        if options.policy != "strict" and measure(result.text) > cap:
            options = replace(options, policy="strict")
            result = encode(body, options)
        size = measure(result.text)
        attempts.append(Attempt(target, size, unit, size <= cap))
        if size <= cap:
            break
    return Sizing(result, tuple(attempts))
