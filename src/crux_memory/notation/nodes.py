"""The lossless tree of CRUX.

Every node keeps the characters it came from: `raw` or `head` what it says, and the trivia around
it (`lead` white space before, `end` separators after), so that emitting a tree gives back the text
byte for byte. Two trees are equal when all of that is equal; `layout.bare` compares meaning alone.
`line` is the 1-based line in the parsed text, 0 in a built tree, and never compared.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from crux_memory.notation import quoting

Delimiters = Literal["{}", "<>"]


@dataclass(frozen=True)
class Statement:
    """One statement: a line of a body, or what stands between semicolons in a one-line body."""

    raw: str  # as written, without marker and the space around it
    marker: str = ""  # "1.", "-", "[ ]", "- [x]" …
    lead: str = ""
    gap: str = ""  # white space between marker and text
    end: str = "\n"
    line: int = field(default=0, compare=False, repr=False)

    @property
    def text(self) -> str:
        """The statement as its writer meant it, escapes resolved."""
        return quoting.unescape(self.raw)

    @property
    def indent(self) -> int:
        """Leading white space in characters; deeper than the line above means nested in it."""
        return len(self.lead)


@dataclass(frozen=True)
class Row:
    """A table row, ``|a|b|c``; the first of a run is the header."""

    raw: str
    lead: str = ""
    end: str = "\n"
    line: int = field(default=0, compare=False, repr=False)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells, stripped, escapes resolved."""
        return quoting.split_row(self.raw)

    @property
    def indent(self) -> int:
        """Leading white space in characters."""
        return len(self.lead)


@dataclass(frozen=True)
class Fence:
    """A fenced code block, verbatim from its opening to its closing line."""

    raw: str
    lead: str = ""
    end: str = "\n"
    line: int = field(default=0, compare=False, repr=False)

    @property
    def indent(self) -> int:
        """White space before the opening line, in characters."""
        return len(self.lead)


@dataclass(frozen=True)
class Comment:
    """``<!-- … -->``, ``/* … */`` or ``// …`` where a statement could begin."""

    raw: str
    lead: str = ""
    end: str = "\n"
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Block:
    """A block: head, delimiter, children, delimiter."""

    head: str  # as written: `R`, `R.name`, `name`, `R."a {name}"`
    children: tuple[Node, ...] = ()
    delimiters: Delimiters = "{}"
    lead: str = ""
    opening: str = "\n"  # separators after the opening delimiter
    closing: str = ""  # white space before the closing one
    end: str = "\n"
    line: int = field(default=0, compare=False, repr=False)

    @property
    def letter(self) -> str | None:
        """The block letter, lookalikes resolved; None where the head is a bare name."""
        return quoting.split_head(self.head)[0]

    @property
    def name(self) -> str | None:
        """The name, quotes resolved; None where there is only a letter."""
        return quoting.split_head(self.head)[1]


Node: TypeAlias = Statement | Row | Fence | Comment | Block


@dataclass(frozen=True)
class Document:
    """``⟦CRUX:source … ⟧`` with whatever text stands before and after it."""

    head: str  # as written after "⟦CRUX:"
    children: tuple[Node, ...] = ()
    before: str = ""
    lead: str = ""
    opening: str = "\n"
    closing: str = ""
    after: str = "\n"
    line: int = field(default=0, compare=False, repr=False)

    @property
    def source(self) -> str:
        """What was compressed: `memory`, a path, any word."""
        return quoting.unquote(self.head)


@dataclass(frozen=True)
class Prose:
    """Text between documents: front matter, titles, admonitions, Markdown fences."""

    text: str


@dataclass(frozen=True)
class CruxFile:
    """A text with any number of documents in it; `before` and `after` of each are empty."""

    parts: tuple[Prose | Document, ...]

    @property
    def documents(self) -> tuple[Document, ...]:
        """The documents alone, in order."""
        return tuple(part for part in self.parts if isinstance(part, Document))


def in_lines(opening: str) -> bool:
    """Whether a body that opens with `opening` has one statement a line.

    In such a body ";" inside a line is text; in any other it separates statements.
    """
    return "\n" in opening
