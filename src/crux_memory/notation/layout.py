"""What of a tree is meaning and what is trivia."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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

_TAB = 4


def levels(children: Sequence[Node], opening: str) -> list[int]:
    """How deep each child is nested in the list that it belongs to; 0 in a one-line body.

    Only more or less white space than the lines before counts, not how much. A block ends a list.
    """
    result = []
    stack: list[int] = []
    for child in children:
        if not in_lines(opening) or isinstance(child, Block):
            stack.clear()
            result.append(0)
        elif isinstance(child, (Statement, Row)):
            width = len(child.lead.expandtabs(_TAB))
            while stack and stack[-1] >= width:
                stack.pop()
            result.append(len(stack))
            stack.append(width)
        else:
            result.append(len(stack))
    return result


def bare(tree: Node | Document | CruxFile | Prose) -> object:
    """The meaning of a tree as nested tuples: equal for trees that differ in trivia only."""
    if isinstance(tree, CruxFile):
        return tuple(bare(part) for part in tree.parts)
    if isinstance(tree, Prose):
        return tree.text
    if isinstance(tree, Document):
        return (tree.before, tree.source, bare_nodes(tree.children, tree.opening), tree.after)
    return _node(tree)


def bare_nodes(children: Sequence[Node], opening: str = "") -> tuple[object, ...]:
    """The meaning of a body's nodes; `opening` decides whether indentation nests them."""
    nested: Iterable[int] = levels(children, opening)
    return tuple((level, _node(child)) for level, child in zip(nested, children, strict=True))


def _node(node: Node) -> object:
    if isinstance(node, Block):
        return (node.letter, node.name, bare_nodes(node.children, node.opening))
    if isinstance(node, Statement):
        return (node.marker, node.text)
    if isinstance(node, Row):
        return node.cells
    assert isinstance(node, (Fence, Comment))  # the only kinds left
    return (type(node).__name__, node.raw)
