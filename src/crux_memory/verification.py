"""Nothing is written that was not read back first. Pure."""

from __future__ import annotations

from crux_memory.encoder import EncodeResult
from crux_memory.errors import CruxError, InvalidInputError
from crux_memory.fidelity import FidelityReport, check
from crux_memory.notation import emit, parse


def verify(body: str, result: EncodeResult) -> FidelityReport:
    """Parses the encoded text, compares it with its tree and with the source.

    Raises `CruxError` (a bug of ours) if either does not hold.
    """
    try:
        same = emit(parse(result.text)) == result.text
    except InvalidInputError as error:
        raise CruxError(f"the encoded text does not parse: {error.message}") from error
    if not same:
        raise CruxError("the encoded text does not read back as it was written")
    report = check(body, result)
    if not report.ok:
        more = f" and {len(report.problems) - 1} more" if len(report.problems) > 1 else ""
        raise CruxError(f"the encoded text is not faithful: {report.problems[0]}{more}")
    return report
