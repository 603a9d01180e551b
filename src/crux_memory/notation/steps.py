"""Numbered steps that a writer put on one line without a separator."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crux_memory.notation.grammar import tokens_of
from crux_memory.notation.nodes import Statement

_NUMBER = re.compile(r"(?<=\s)(\d{1,2})\.(?=[^\W\d_]{2}|[¬∀∃∄↑↓])|(?<=\s)(\d{1,2})\.$")


def steps(statement: Statement) -> Iterator[tuple[str, str]]:
    """(marker, raw) of each step in `statement`; of ordinary statements there is one.

    ``1.plan 2.do 3.check`` are three: the numbers go on by one and touch their words, as in
    prose they do not.
    """
    raw, marker = statement.raw, statement.marker
    if marker != "1." or " 2." not in raw:
        yield marker, raw
        return
    begin, number = 0, 1
    for start, end in _numbers(raw):
        if raw[start:end] != f"{number + 1}.":
            continue
        yield f"{number}.", raw[begin:start].rstrip()
        begin, number = end, number + 1
    yield f"{number}.", raw[begin:]


def _numbers(raw: str) -> Iterator[tuple[int, int]]:
    """Where numbers with a dot that touch the word after them stand, outside code and quotes."""
    for token in tokens_of(raw):
        if token.type == "PHRASE":
            for found in _NUMBER.finditer(token):
                start = token.start_pos or 0
                yield start + found.start(), start + found.end()
