"""Repairs that cannot change what a text says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from crux_memory.notation import build
from crux_memory.notation.complaint import UnbalancedError
from crux_memory.notation.emitter import emit
from crux_memory.notation.expander import expand
from crux_memory.notation.inline import read_inline
from crux_memory.notation.lint import LINE_END, costly
from crux_memory.notation.nodes import Block, CruxFile, Document, Node, Prose, Statement, in_lines
from crux_memory.notation.parser import parse_file
from crux_memory.tokens import TokenCounter


def fix(text: str, counter: TokenCounter | None = None) -> str:
    """`text` with its fixable findings taken care of.

    Closes a document that only lacks its "⟧", writes block letters in the right alphabet, takes
    white space off line ends, and with an exact `counter` spells out symbols that cost more tokens
    than their words. Raises `InvalidInputError` where the text does not parse otherwise.
    """
    try:
        tree = parse_file(text)
    except UnbalancedError as error:
        if not error.unclosed_document:
            raise
        text = text.rstrip() + "\n⟧\n"
        tree = parse_file(text)
    exact = counter if counter is not None and counter.exact else None
    return emit(CruxFile(tuple(_part(part, exact) for part in tree.parts)))


def _part(part: Prose | Document, counter: TokenCounter | None) -> Prose | Document:
    if isinstance(part, Prose):
        return part
    fixed = replace(
        part,
        children=_children(part.children, part.opening, None, counter),
        opening=LINE_END.sub("", part.opening),
    )
    # Without its last sign of the notation a text may read "a|b" as a pipe.
    if counter is not None and expand(fixed).split() != expand(part).split():
        return _part(part, None)
    return fixed


def _children(
    children: Sequence[Node], opening: str, letter: str | None, counter: TokenCounter | None
) -> tuple[Node, ...]:
    lines = in_lines(opening)
    return tuple(_node(child, lines, letter, counter) for child in children)


def _node(node: Node, lines: bool, letter: str | None, counter: TokenCounter | None) -> Node:
    end = LINE_END.sub("", node.end)
    if isinstance(node, Block):
        head = node.letter + node.head[1:] if node.letter else node.head
        inner = _children(node.children, node.opening, node.letter or letter, counter)
        opening = LINE_END.sub("", node.opening)
        return replace(node, head=head, children=inner, opening=opening, end=end)
    if isinstance(node, Statement):
        return replace(node, raw=_cheaper(node, lines, letter, counter), end=end)
    return replace(node, end=end)


def _cheaper(node: Statement, lines: bool, letter: str | None, counter: TokenCounter | None) -> str:
    raw = node.raw
    if counter is None or "\\" in raw or "\n" in raw:
        return raw
    chosen = {start for start, *_ in costly(raw, letter, counter)}
    worded = read_inline(raw, letter, chosen=chosen)
    if counter.count(worded) >= counter.count(raw):
        return raw
    build_one = build.statement if lines else build.inline_statement
    rebuilt = build_one(worded, marker=node.marker)
    return rebuilt.raw if rebuilt is not None and rebuilt.raw == worded else raw
