"""Patterns of assertion by memory type.

core, learning and archived memories assert: ``key=value``. Goals and ideas are sequences of
actions: ``a » b » c``. A red flag is a condition and its consequence: ``condition → consequence``.
Like every rewriting, a pattern is used only where the counted tokens say that it is shorter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from crux_memory.encoder.words import Word
from crux_memory.markdown.clauses import Clause, Role
from crux_memory.markdown.lexing import Kind
from crux_memory.markdown.tagging import Tag
from crux_memory.notation import build
from crux_memory.notation.nodes import Node, Statement

ASSERTING = frozenset({"core", "learning", "archived"})
ACTING = frozenset({"goal", "idea"})
WARNING = "redflag"
SEQUENCE_WIDTH = 200  # characters; a longer sequence reads better a step a line
_ORDERED = re.compile(r"\d+[.)]")
_EQUALS = (
    ("is", "set", "to"),
    ("are", "set", "to"),
    ("is", "equal", "to"),
    ("is", "defined", "as"),
)


def assert_by(memory_type: str | None, words: list[Word], clauses: Sequence[Clause]) -> list[Word]:
    """The words of a sentence in the pattern of the memory's type."""
    if memory_type in ASSERTING:
        return _equations(words)
    if memory_type == WARNING:
        return _consequence(words, clauses)
    return words


def _equations(words: list[Word]) -> list[Word]:
    out: list[Word] = []
    position = 0
    while position < len(words):
        here = tuple(w.lower for w in words[position : position + 3])
        if here in _EQUALS and position:
            out.append(replace(words[position], text="=", kind=Kind.PUNCT, tag=Tag.PUNCT))
            position += 3
        else:
            out.append(words[position])
            position += 1
    return out


def _consequence(words: list[Word], clauses: Sequence[Clause]) -> list[Word]:
    """ "If X, Y" as "X → Y"."""
    if len(clauses) < 2 or clauses[1].role is not Role.CONDITION or not words:
        return words
    if words[0].lower != "if" or words[0].clause != 1 or any(w.text == "→" for w in words):
        return words
    comma = next((n for n, w in enumerate(words) if w.text == "," and w.clause == 1), None)
    if comma is None or comma + 1 >= len(words) or words[comma + 1].clause == 1:
        return words
    arrow = replace(words[comma], text="→", space=True)
    rest = words[comma + 1 :]
    if rest[0].lower == "then":
        rest = rest[1:]
    return [replace(words[1], space=False), *words[2:comma], arrow, *rest]


def chain(memory_type: str | None, nodes: Sequence[Node]) -> list[Node]:
    """Runs of short ordered steps as one sequence, for types that are about actions."""
    if memory_type not in ACTING:
        return list(nodes)
    out: list[Node] = []
    run: list[Statement] = []
    for node in (*nodes, None):
        if isinstance(node, Statement) and _ORDERED.fullmatch(node.marker) and not node.indent:
            run.append(node)
            continue
        out += _chained(run)
        run = []
        if node is not None:
            out.append(node)
    return out


def _chained(run: list[Statement]) -> list[Node]:
    texts = [s.text for s in run]
    short = sum(map(len, texts)) + 3 * len(texts) <= SEQUENCE_WIDTH
    if len(run) < 2 or not short or any("»" in t or ". " in t or t.endswith(":") for t in texts):
        return list(run)
    return [build.statement(" » ".join(texts))]
