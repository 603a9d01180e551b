"""Markdown body to CRUX document."""

from crux_memory.encoder.result import Choice, EncodeOptions, EncodeResult
from crux_memory.tokens import get_counter

__all__ = ["Choice", "EncodeOptions", "EncodeResult", "encode"]


def encode(body: str, options: EncodeOptions | None = None) -> EncodeResult:
    """Stand-in."""
    from crux_memory.notation import build, emit

    options = options or EncodeOptions()
    count = get_counter(options.encoding).count
    lines = [line.strip("#-* ") for line in body.splitlines() if line.strip("#-* ")]
    keep = lines
    if options.policy == "strict":
        keep = lines[: max(1, len(lines) * options.target // 100)]
    text = emit(build.document([build.statement(line) for line in keep]))
    return EncodeResult(
        text, count(body), count(text), options.target, options.policy, False,
        dropped=tuple(lines[len(keep):]),
    )
