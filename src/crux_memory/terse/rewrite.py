"""A Markdown file, terser in place: text in, text out. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from crux_memory.markdown.language import is_english_body
from crux_memory.terse.regions import Passage, Regions, find_regions
from crux_memory.terse.source import read_source
from crux_memory.terse.validation import Failure, validate
from crux_memory.terse.wording import reword
from crux_memory.tokens import TokenCounter


@dataclass(frozen=True)
class Rewritten:
    """`text` is the result, equal to the source where nothing could be said shorter.

    `protected` counts what stays byte for byte, by class; `spared` the passages that were left
    as they are because their rewording did not pass the validation.
    """

    text: str
    protected: Counter[str]
    spared: int = 0
    english: bool = True


def rewrite(text: str, counter: TokenCounter) -> Rewritten:
    """The terse form of a Markdown file; what is not English stays as it is.

    One pass: said twice over, the rules would take what the first pass left to carry the meaning.
    """
    source = read_source(text)
    regions = find_regions(source)
    if not is_english_body(source.file.body):
        return Rewritten(text, regions.protected, english=False)
    changes = _changes(text, regions, counter)
    spared = 0
    while changes:
        new = _applied(text, changes)
        failures = [f for f in validate(text, new, counter) if f.check != "tokens"]
        if not failures:
            shorter = counter.count(new) < counter.count(text)
            return Rewritten(new if shorter else text, regions.protected, spared)
        left = _without(changes, failures)
        spared += len(changes) - len(left)
        changes = left
    return Rewritten(text, regions.protected, spared)


_Change = tuple[Passage, list[str]]


def _changes(text: str, regions: Regions, counter: TokenCounter) -> list[_Change]:
    found: list[_Change] = []
    for passage in regions.passages:
        prose = "\n".join(text[start:end] for start, end in passage.parts)
        new = reword(prose, counter)
        if new != prose:
            found.append((passage, new.split("\n")))
    return found


def _applied(text: str, changes: Sequence[_Change]) -> str:
    edits = [
        (start, end, line)
        for passage, lines in changes
        for (start, end), line in zip(passage.parts, lines, strict=True)
    ]
    out, position = [], 0
    for start, end, line in sorted(edits):
        out += [text[position:start], line]
        position = end
    return "".join(out) + text[position:]


def _without(changes: list[_Change], failures: Sequence[Failure]) -> list[_Change]:
    """The changes without those at the places of failures; without all where none is near."""
    lines = {line for failure in failures for line in failure.lines}
    left = [c for c in changes if not lines.intersection(range(c[0].line, c[0].line + len(c[1])))]
    return left if len(left) < len(changes) else []
