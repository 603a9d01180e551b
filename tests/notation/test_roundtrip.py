"""Texts and trees come back as they were, whatever is in them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from crux_memory.errors import InvalidInputError
from crux_memory.notation import (
    CruxFile,
    Document,
    bare,
    build,
    emit,
    expand,
    format_document,
    format_text,
    parse,
    parse_file,
)
from crux_memory.notation.nodes import Delimiters
from tests.notation import strategies

_MANY = settings(max_examples=300, deadline=None)


@_MANY
@given(strategies.documents)
def test_trees_come_back(document: Document) -> None:
    assert parse(emit(document)) == document


@_MANY
@given(strategies.inline_text, st.integers(0, 3), strategies.markers)
def test_statement_text_is_exact(text: str, indent: int, marker: str) -> None:
    node = build.statement(text, indent, marker)
    assert node.text == text
    assert (node.indent, node.marker) == (indent, marker)
    assert parse(f"⟦CRUX:x\n{emit(node)}⟧").children == (node,)


@_MANY
@given(st.lists(strategies.inline_text, min_size=1, max_size=4))
def test_row_cells_are_exact(cells: list[str]) -> None:
    node = build.row(cells)
    assert list(node.cells) == cells
    assert parse(f"⟦CRUX:x\n{emit(node)}⟧").children == (node,)


@_MANY
@given(strategies.letters, strategies.names, strategies.delimiters)
def test_block_heads_are_exact(
    letter: str | None, name: str | None, delimiters: Delimiters
) -> None:
    node = build.block(letter, name, [], delimiters)
    assert (node.letter, node.name) == (letter, name)
    assert parse(emit(build.document([node]))).children == (node,)


@_MANY
@given(strategies.texts)
def test_texts_come_back(text: str) -> None:
    try:
        tree = parse_file(text)
    except InvalidInputError:
        # The pieces are balanced, but a piece may hide a delimiter: a comment to the line's end.
        assert "//" in text or "/*" in text or '"' in text
        return
    assert emit(tree) == text


@_MANY
@given(strategies.garbage)
def test_garbage_is_refused_politely(garbage: str) -> None:
    places = []
    for text in (garbage, f"⟦CRUX:m\n{garbage}\n⟧", f"⟦CRUX:m R<{garbage}>⟧"):
        try:
            tree = parse_file(text)
        except InvalidInputError as error:
            places.append(error.place)
            continue
        assert emit(tree) == text
        expand(tree)
        formatted = format_text(text)
        assert format_text(formatted) == formatted
        assert format_text(text, minified=True) == format_text(
            format_text(text, minified=True), minified=True
        )
    assert all("line" in place and "column" in place for place in places)


@_MANY
@given(
    strategies.documents | strategies.texts.map(lambda text: _parse_or_none(text)),
    st.booleans(),
    st.sampled_from([0, 20, 100]),
    st.none() | strategies.delimiters,
)
def test_formatting_is_stable_and_keeps_the_meaning(
    document: Document | None, minified: bool, width: int, delimiters: Delimiters | None
) -> None:
    if document is None:
        return
    once = format_document(document, minified, width, delimiters)
    assert bare(once) == bare(document)
    assert format_document(once, minified, width, delimiters) == once
    assert bare(parse(emit(once))) == bare(once)


@_MANY
@given(strategies.documents)
def test_what_the_constructors_build_is_formatted(document: Document) -> None:
    assert emit(format_document(document)).replace(" ", "") == emit(document).replace(" ", "")


def _parse_or_none(text: str) -> Document | None:
    try:
        return parse(text)
    except InvalidInputError:
        return None


def test_files_keep_prose_and_documents() -> None:
    text = "---\na: 1\n---\n# T\n⟦CRUX:a x⟧ tail\n```\n⟦CRUX:b\ny\n⟧\n```\n"
    tree = parse_file(text)
    assert isinstance(tree, CruxFile)
    assert [document.source for document in tree.documents] == ["a", "b"]
    assert emit(tree) == text
