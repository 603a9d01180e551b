"""A selection of variants as a CRUX document: sections to blocks, units to lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from crux_memory.encoder.context import stems_of
from crux_memory.encoder.patterns import chain
from crux_memory.encoder.result import EncodeOptions
from crux_memory.encoder.statements import Body, Form, Place, Statement
from crux_memory.encoder.variants import Variant
from crux_memory.errors import InvalidInputError
from crux_memory.markdown.clauses import Role
from crux_memory.notation import build
from crux_memory.notation.headings import POLICIES
from crux_memory.notation.headings import PROHIBITIONS as FORBIDDEN
from crux_memory.notation.nodes import Document, Node
from crux_memory.notation.nodes import Statement as Line

PROCEDURE = 0.8  # share of ordered steps from which on a section is a procedure
PROHIBITIONS = 0.75  # share of prohibitions from which on a section's block says so


class Surface:
    """Lays a body out as CRUX; made once per body, used for every selection that is tried."""

    def __init__(self, body: Body, options: EncodeOptions, *, keep_headings: bool) -> None:
        self.body = body
        self.delimiters = options.delimiters
        self.memory_type = options.memory_type
        self.keep_headings = keep_headings
        self.children: dict[int, list[Place]] = {}
        for place in body.places:
            self.children.setdefault(place.parent, []).append(place)
        self.markers: dict[int, str] = {}
        self.inside: dict[int, list[Statement]] = {}
        for statement in body.statements:
            self.inside.setdefault(statement.section, []).append(statement)
            if statement.marker:
                self.markers.setdefault(statement.unit, statement.marker)
        self.letters = {p.number: self._letter(p) for p in body.places if p.title}

    def document(self, chosen: Sequence[Variant]) -> Document:
        """The document that says the chosen variant of each statement."""
        children: list[Node] = []
        for root in self.children.get(-1, ()):
            children += self._place(root, chosen)
        return build.document(children)

    def headings(self, chosen: Sequence[Variant]) -> dict[int, str]:
        """What the document says of each place's heading; nothing where it is left out."""
        return {
            place.number: self._heading(place, self._inner(place, chosen))
            for place in self.body.places
            if place.title and self._wanted(place, chosen)
        }

    def _heading(self, place: Place, nodes: Sequence[Node]) -> str:
        title = place.plain_title if self.keep_headings else place.short_title
        return "" if self._told_by_line(title, nodes) else title

    def _told_by_line(self, title: str, nodes: Sequence[Node]) -> bool:
        """True where the only line under a heading says all that the heading says."""
        if self.keep_headings or len(nodes) != 1 or not isinstance(nodes[0], Line):
            return False
        return stems_of(title) <= stems_of(nodes[0].text)

    def _inner(self, place: Place, chosen: Sequence[Variant]) -> list[Node]:
        nodes = chain(self.memory_type, list(self._lines(place, chosen)))
        for child in self.children.get(place.number, ()):
            if self._wanted(child, chosen):
                nodes += self._place(child, chosen)
        return nodes

    def _wanted(self, place: Place, chosen: Sequence[Variant]) -> bool:
        return (
            self.keep_headings
            or any(chosen[s.number].cells for s in self.inside.get(place.number, ()))
            or any(self._wanted(child, chosen) for child in self.children.get(place.number, ()))
        )

    def _place(self, place: Place, chosen: Sequence[Variant]) -> list[Node]:
        nodes = self._inner(place, chosen)
        if not place.title:
            return nodes
        title = self._heading(place, nodes)
        if not self.keep_headings and len(nodes) == 1 and isinstance(nodes[0], Line):
            return [_labelled(title, nodes[0])]
        letter = self.letters[place.number]
        if title.startswith(FORBIDDEN):  # an expansion is encoded again
            letter, title = "P", title.removeprefix(FORBIDDEN)
        elif letter == "P":
            title = title.removeprefix(POLICIES)
        return [build.block(letter, title, nodes, self.delimiters)]

    def _lines(self, place: Place, chosen: Sequence[Variant]) -> Iterator[Node]:
        unit, texts = -1, list[str]()
        last: Statement | None = None
        for statement in self.inside.get(place.number, ()):
            variant = chosen[statement.number]
            if not variant.cells:
                continue
            if last is not None and (statement.unit != unit or statement.form is not Form.PROSE):
                yield self._line(last, texts)
                texts, last = [], None
            if statement.form is Form.PROSE:
                texts.append(variant.text)
                last, unit = statement, statement.unit
            else:
                yield from _block_nodes(statement, variant)
        if last is not None:
            yield self._line(last, texts)

    def _line(self, statement: Statement, texts: Sequence[str]) -> Node:
        text = " ".join(_stopped(t) for t in texts[:-1])
        text = f"{text} {_unstopped(texts[-1])}".strip()
        return _statement(text, statement.indent, self.markers.get(statement.unit, ""))

    def _letter(self, place: Place) -> str | None:
        """A letter where it says what neither the name nor the single statement says."""
        statements = [s for s in self.inside.get(place.number, ()) if s.form is Form.PROSE]
        firsts = [s for s in statements if not s.later and not s.leads]
        if len(firsts) < 2:
            return None
        if sum(s.role is Role.PROHIBITION for s in firsts) >= PROHIBITIONS * len(firsts):
            return "P"
        if sum(s.marker[:1].isdigit() for s in firsts) >= PROCEDURE * len(firsts):
            return "Γ"
        return None


def _labelled(title: str, only: Line) -> Node:
    """A heading with a single line under it, as that line's label: two tokens less."""
    return _statement(f"{title.rstrip(':')}: {only.text}" if title else only.text, 0, "")


def _stopped(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":", ";", "…")) else text + "."


def _unstopped(text: str) -> str:
    return text[:-1] if text.endswith(".") and not text.endswith(("..", "etc.")) else text


@lru_cache(maxsize=20_000)
def _statement(text: str, indent: int, marker: str) -> Node:
    try:
        return build.statement(text, indent, marker)
    except InvalidInputError:  # a marker that the notation does not know is text
        return build.statement(f"{marker} {text}", indent)


@lru_cache(maxsize=4_000)
def _fence(raw: str, indent: int) -> Node | None:
    try:
        return build.fence(raw, indent)
    except InvalidInputError:
        return None


def _block_nodes(statement: Statement, variant: Variant) -> Iterator[Node]:
    if statement.form in (Form.ROW, Form.HEADER):
        yield build.row(variant.cells, statement.indent)
        return
    if statement.form is Form.FENCE:
        node = _fence(variant.text, statement.indent)
        if node is not None:
            yield node
            return
    for line in variant.text.split("\n"):
        if line.strip():
            yield _statement(line, statement.indent, "")
