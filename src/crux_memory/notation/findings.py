"""What a check found, and the list of what can be found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One finding; line and column count from 1, in characters."""

    code: str
    line: int
    column: int
    message: str
    fixable: bool = False  # `fix` takes care of it


CODES = {
    "CRUX101": "delimiters do not balance",
    "CRUX102": "a document is not closed",
    "CRUX103": "there is no document",
    "CRUX104": "a block letter is not known",
    "CRUX105": "a block letter is a lookalike from another alphabet",
    "CRUX106": "a block or document is empty",
    "CRUX107": "a symbol is not known",
    "CRUX108": "a line with several statements is longer than the width",
    "CRUX109": "a symbol costs more tokens than the words it stands for",
    "CRUX110": "white space at the end of a line",
    "CRUX121": "afterTokens disagrees with the body",
    "CRUX122": "reducedBy disagrees with beforeTokens and afterTokens",
    "CRUX123": "compressionTarget is not a percentage",
    "CRUX124": "compressedDate is not a date, or lies before the memory was created",
    "CRUX125": "a token count is not a whole number",
    "CRUX126": "compression metadata without `compressed: true`, or without a document",
}
