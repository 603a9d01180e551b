"""The outline of a Markdown body: sections that hold units, every node with its lines.

Line numbers are 1-based and count from the first line of the body.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class UnitKind(Enum):
    """What a unit is; decides how it may be rewritten."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    FENCE = "fence"
    TABLE = "table"
    HTML = "html"
    VERBATIM = "verbatim"  # reference definitions and whatever else is not ours to reword


@dataclass(frozen=True, slots=True)
class Unit:
    """One block of content.

    `text` is inline Markdown on one line for prose kinds, and the raw lines for the others
    (fences with their fence marks, their indentation removed). `indent` is the list depth,
    `marker` an ordered number or a check box. `rows` are a table's cells, header first.
    """

    kind: UnitKind
    text: str
    line: int
    end: int
    indent: int = 0
    marker: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands under it; the root has level 0 and no title."""

    level: int
    title: str
    line: int
    units: tuple[Unit, ...] = ()
    sections: tuple[Section, ...] = ()

    def walk(self) -> Iterator[Section]:
        """This section and all below it, in the order of the text."""
        yield self
        for section in self.sections:
            yield from section.walk()
