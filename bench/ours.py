"""This project's encoder at the rates that are measured."""

from __future__ import annotations

from bench.corpus import Case
from crux_memory.encoder import EncodeOptions, encode

FAITHFUL = "faithful"
RATES = (FAITHFUL, "80", "65", "50", "33", "20")


def options_for(rate: str, memory_type: str | None = None) -> EncodeOptions:
    """The faithful tier, or a strict target in per cent."""
    if rate == FAITHFUL:
        return EncodeOptions(target=5, policy="preserve", memory_type=memory_type)
    return EncodeOptions(target=int(rate), policy="strict", memory_type=memory_type)


def compress(case: Case, rate: str) -> str:
    """The encoded body. Raises `RuntimeError` that names the file where the encoder fails."""
    try:
        return encode(case.body, options_for(rate, case.memory_type)).text
    except Exception as error:
        raise RuntimeError(f"the encoder failed on {case.name} at {rate}") from error
