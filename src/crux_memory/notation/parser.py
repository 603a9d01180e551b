"""Text to tree."""

from __future__ import annotations

from typing import cast

from lark import Token
from lark.exceptions import UnexpectedInput, VisitError

from crux_memory.errors import InvalidInputError
from crux_memory.notation.complaint import complain
from crux_memory.notation.grammar import file_parser
from crux_memory.notation.marks import Body, Mark, Stretch
from crux_memory.notation.nodes import (
    Block,
    Comment,
    CruxFile,
    Document,
    Fence,
    Node,
    Prose,
    Row,
    Statement,
    in_lines,
)
from crux_memory.notation.quoting import split_statement

_OPEN = "⟦CRUX:"
_SPACE = " \t\r"


def parse_file(text: str) -> CruxFile:
    """All of `text`: prose and documents in order. `emit` of the result is `text`.

    Raises `InvalidInputError` with line and column where delimiters do not balance or blocks nest
    too deep.
    """
    try:
        marks = file_parser().parse(text)
    except UnexpectedInput as error:
        raise complain(text, error) from None
    except VisitError as error:
        raise error.orig_exc from None
    return CruxFile(tuple(_part(text, mark) for mark in cast("list[Mark]", marks)))


def parse(text: str) -> Document:
    """The one document in `text`; what stands around it is its `before` and `after`.

    Raises `InvalidInputError` as `parse_file` does, and where there is no document or a second.
    """
    parts = parse_file(text).parts
    places = [index for index, part in enumerate(parts) if isinstance(part, Document)]
    if not places:
        raise InvalidInputError(
            f"no {_OPEN}… found", place="line 1, column 1", hint="a document begins a line"
        )
    if len(places) > 1:
        second = parts[places[1]]
        assert isinstance(second, Document)  # by construction of `places`
        raise InvalidInputError(
            f"{len(places)} documents in one text",
            place=f"line {second.line}, column 1",
            hint="parse_file reads them all",
        )
    found = parts[places[0]]
    assert isinstance(found, Document)  # by construction of `places`
    before = "".join(part.text for part in parts[: places[0]] if isinstance(part, Prose))
    after = "".join(part.text for part in parts[places[0] + 1 :] if isinstance(part, Prose))
    return Document(
        found.head, found.children, before, found.lead, found.opening, found.closing, after,
        found.line,
    )  # fmt: skip


def _part(text: str, mark: Mark) -> Prose | Document:
    if isinstance(mark, Token):
        return Prose(str(mark))
    assert isinstance(mark, Body)  # by the rule `file`
    lead, head = str(mark.head).split(_OPEN, 1)
    opening, children = _children(text, mark)
    return Document(
        head, children, "", lead, opening, str(mark.close)[:-1], "", mark.head.line or 0
    )


def _children(text: str, body: Body) -> tuple[str, tuple[Node, ...]]:
    """The separators that open a body, and its nodes."""
    marks = list(body.children)
    opening = str(marks.pop(0)) if marks and isinstance(marks[0], Token) else ""
    lines = in_lines(opening)
    nodes: list[Node] = []
    index, count = 0, len(marks)
    while index < count:
        mark = marks[index]
        index += 1
        stretch_end = mark.end if isinstance(mark, Stretch) else 0
        if lines and isinstance(mark, Stretch) and mark.kind == "statement":
            # Within a line ";" does not separate: take in what follows it on the same line.
            while index + 1 < count and _goes_on(marks[index], marks[index + 1]):
                stretch_end = marks[index + 1].end  # type: ignore[union-attr]
                index += 2
        end = ""
        if index < count and isinstance(marks[index], Token):
            end = str(marks[index])
            index += 1
        if isinstance(mark, Stretch):
            nodes.append(_leaf(text[mark.start : stretch_end], mark, end, lines))
        elif isinstance(mark, Body):
            nodes.append(_block(text, mark, end))
    return opening, tuple(nodes)


def _goes_on(separator: Mark, following: Mark) -> bool:
    return (
        isinstance(separator, Token)
        and "\n" not in separator
        and isinstance(following, Stretch)
        and following.kind == "statement"
    )


def _leaf(source: str, mark: Stretch, end: str, lines: bool) -> Node:
    if mark.kind == "statement":
        if lines and source.lstrip(_SPACE).startswith("|"):
            raw = source.strip(_SPACE)
            lead, tail = source.split(raw, 1)
            return Row(raw, lead, tail + end, mark.line)
        lead, marker, gap, raw, tail = split_statement(source)
        return Statement(raw, marker, lead, gap, tail + end, mark.line)
    raw = source.lstrip(_SPACE)
    lead = source[: len(source) - len(raw)]
    if mark.kind == "fence":
        return Fence(raw, lead, end, mark.line)
    return Comment(raw, lead, end, mark.line)


def _block(text: str, body: Body, end: str) -> Block:
    source = str(body.head)
    stripped = source.lstrip(_SPACE)
    opening, children = _children(text, body)
    return Block(
        stripped[:-1],
        children,
        "<>" if stripped.endswith("<") else "{}",
        source[: len(source) - len(stripped)],
        opening,
        str(body.close)[:-1],
        end,
        body.head.line or 0,
    )
