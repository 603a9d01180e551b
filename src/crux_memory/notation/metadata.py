"""Checks of compression metadata that need nothing but the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from crux_memory.notation.findings import Finding
from crux_memory.tokens import TokenCounter

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.M)
_LINE = re.compile(r"([A-Za-z_]\w*)[ \t]*:[ \t]*(.*?)[ \t\r]*(?:[ \t]#.*)?")
_KEYS = ("compressionTarget", "beforeTokens", "afterTokens", "reducedBy", "compressedDate")
_TOLERANCE = 0.02  # of the counted tokens; line ends and encodings differ that much


def check_metadata(text: str, has_document: bool, counter: TokenCounter | None) -> list[Finding]:
    """Findings CRUX121 to CRUX126 for the front matter of `text`, if there is any.

    `afterTokens` is compared only with an exact counter.
    """
    found = _FRONT_MATTER.match(text)
    if not found:
        return []
    fields: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(found.group(1).split("\n"), start=2):
        pair = _LINE.fullmatch(line)
        if pair:
            fields[pair.group(1)] = (pair.group(2).strip("\"'"), number)
    body = text[found.end() :]
    return [
        *_presence(fields, has_document),
        *_counts(fields, body, counter),
        *_target(fields),
        *_dates(fields),
    ]


_Fields = dict[str, tuple[str, int]]


def _presence(fields: _Fields, has_document: bool) -> Iterator[Finding]:
    marked = fields.get("compressed", ("", 1))
    is_marked = marked[0].lower() == "true"
    keys = [key for key in _KEYS if key in fields]
    if keys and not is_marked:
        yield Finding("CRUX126", fields[keys[0]][1], 1, f"{keys[0]} without `compressed: true`")
    if is_marked and not has_document:
        yield Finding("CRUX126", marked[1], 1, "`compressed: true`, but no CRUX document follows")


def _counts(fields: _Fields, body: str, counter: TokenCounter | None) -> Iterator[Finding]:
    numbers: dict[str, int] = {}
    for key in ("beforeTokens", "afterTokens"):
        if key not in fields:
            continue
        value, line = fields[key]
        if re.fullmatch(r"\d+", value):
            numbers[key] = int(value)
        else:
            yield Finding("CRUX125", line, 1, f"{key} is {value!r}, not a whole number")
    after = numbers.get("afterTokens")
    if after is not None and counter is not None and counter.exact:
        counted = counter.count(body.strip())
        if abs(counted - after) > max(2.0, _TOLERANCE * counted):
            message = f"afterTokens is {after}, but the body has {counted} ({counter.label})"
            yield Finding("CRUX121", fields["afterTokens"][1], 1, message)
    yield from _reduction(fields, numbers)


def _reduction(fields: _Fields, numbers: dict[str, int]) -> Iterator[Finding]:
    if "reducedBy" not in fields:
        return
    value, line = fields["reducedBy"]
    stated = re.fullmatch(r"(-?\d+(?:\.\d+)?)[ ]*%?", value)
    if not stated:
        yield Finding("CRUX122", line, 1, f"reducedBy is {value!r}, not a percentage")
        return
    before, after = numbers.get("beforeTokens"), numbers.get("afterTokens")
    if not before or after is None:
        return
    real = 100 * (before - after) / before
    if abs(real - float(stated.group(1))) > 1:
        message = f"reducedBy is {value}, but {before} to {after} tokens is {real:.0f}%"
        yield Finding("CRUX122", line, 1, message)


def _target(fields: _Fields) -> Iterator[Finding]:
    if "compressionTarget" not in fields:
        return
    value, line = fields["compressionTarget"]
    stated = re.fullmatch(r"(\d+)[ ]*%?", value)
    if not stated or not 1 <= int(stated.group(1)) <= 100:
        yield Finding("CRUX123", line, 1, f"compressionTarget is {value!r}, not 1 to 100")


def _dates(fields: _Fields) -> Iterator[Finding]:
    if "compressedDate" not in fields:
        return
    value, line = fields["compressedDate"]
    compressed = _date(value)
    created = _date(fields.get("created", ("", 0))[0])
    if compressed is None:
        yield Finding("CRUX124", line, 1, f"compressedDate is {value!r}, not a date yyyy-mm-dd")
    elif created is not None and compressed < created:
        yield Finding("CRUX124", line, 1, f"compressedDate {value} is before created {created}")


def _date(value: str) -> date | None:
    try:
        return date.fromisoformat(value[:10])
    except ValueError:
        return None
