"""Checks of a text with CRUX in it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crux_memory.errors import InvalidInputError
from crux_memory.notation.complaint import UnbalancedError
from crux_memory.notation.emitter import emit
from crux_memory.notation.findings import Finding
from crux_memory.notation.grammar import tokens_of
from crux_memory.notation.inline import read_inline
from crux_memory.notation.metadata import check_metadata
from crux_memory.notation.nodes import Block, CruxFile, Document, Fence, Row, Statement
from crux_memory.notation.parser import parse_file
from crux_memory.notation.symbols import LETTERS, SYMBOL_BY_CHAR
from crux_memory.notation.walk import Lines, Placed, raw_offset, walk
from crux_memory.tokens import TokenCounter

# A head that looks like a letter of the notation: one capital, or one before a dot.
_LETTER_HEAD = re.compile(r"([A-ZΑ-Ω])(?:\.[^\s.]+)?")
# Arrows and mathematical operators; those that ordinary text uses are no symbols of a notation.
_STRANGE = re.compile(
    r"(?<=\S)[\u2190-\u21ff\u2200-\u22ff\u27f0-\u27ff\u2900-\u297f\u2a00-\u2aff]"
    r"|[\u2190-\u21ff\u2200-\u22ff\u27f0-\u27ff\u2900-\u297f\u2a00-\u2aff](?=\S)"
)
LINE_END = re.compile(r"[ \t]+(?=\r?\n)")
_ORDINARY = frozenset("−∞≈√∑∂∙⋅↔⇒⇔↵⏎↗↘")


def lint(text: str, counter: TokenCounter | None = None, width: int = 100) -> list[Finding]:
    """All findings in `text`, in the order of the text; see `findings.CODES`.

    `counter` counts what symbols cost and checks the metadata; without one these are left out.
    `width` is in characters; 0 allows any.
    """
    try:
        tree = parse_file(text)
    except UnbalancedError as error:
        code = "CRUX102" if error.unclosed_document else "CRUX101"
        fixable = error.unclosed_document
        return [Finding(code, error.line, error.column, error.message.split("\n")[0], fixable)]
    except InvalidInputError as error:  # nested too deep
        return [Finding("CRUX101", 1, 1, f"{error.place}: {error.message}")]
    if not tree.documents:
        return [
            *check_metadata(text, False, counter),
            Finding("CRUX103", 1, 1, "no ⟦CRUX:… begins a line of this text"),
        ]
    lines = Lines(text)
    findings = [*check_metadata(text, True, counter), *_long_lines(tree, text, lines, width)]
    for placed in walk(tree):
        findings += _trailing(placed, lines)
        if isinstance(placed.node, (Block, Document)):
            findings += _head(placed, lines)
        elif isinstance(placed.node, (Statement, Row)):
            findings += _symbols(placed, lines)
            findings += _costs(placed, lines, counter)
    return sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code))


def _head(placed: Placed, lines: Lines) -> Iterator[Finding]:
    node = placed.node
    line, column = lines.place(placed.offset)
    if isinstance(node, Document):
        if not node.children:
            yield Finding("CRUX106", line, column, "the document is empty")
        return
    assert isinstance(node, Block)  # the caller looked
    if not node.children:
        yield Finding("CRUX106", line, column, f"block {node.head!r} is empty")
    looks = _LETTER_HEAD.fullmatch(node.head)
    if looks and node.letter is None:
        known = " ".join(letter.char for letter in LETTERS)
        message = f"unknown block letter {looks.group(1)!r}; known are {known}"
        yield Finding("CRUX104", line, column, message)
    elif node.letter and node.head[0] != node.letter:
        message = (
            f"block letter {node.head[0]!r} (U+{ord(node.head[0]):04X}) stands for "
            f"{node.letter!r} (U+{ord(node.letter):04X})"
        )
        yield Finding("CRUX105", line, column, message, fixable=True)


def _symbols(placed: Placed, lines: Lines) -> Iterator[Finding]:
    node = placed.node
    assert isinstance(node, (Statement, Row))  # the caller looked
    if node.raw.isascii():
        return
    for token in tokens_of(node.raw):
        if token.type != "PHRASE":
            continue
        for found in _STRANGE.finditer(token):
            char = found.group()
            if char in _ORDINARY or char in SYMBOL_BY_CHAR:
                continue
            offset = raw_offset(placed) + (token.start_pos or 0) + found.start()
            yield Finding("CRUX107", *lines.place(offset), f"unknown symbol {char!r}")


def costly(
    raw: str, letter: str | None, counter: TokenCounter
) -> Iterator[tuple[int, str, str, int]]:
    """Symbols of `raw` that cost more than their words: (offset, symbol, reading, tokens lost)."""
    if raw.isascii():
        return
    before = counter.count(raw)
    for token in tokens_of(raw):
        if token.type != "SYMBOL" or token in ("|", ".."):
            continue
        start = token.start_pos or 0
        worded = read_inline(raw, letter, chosen={start})
        lost = before - counter.count(worded)
        if worded != raw and lost > 0:
            yield start, str(token), worded, lost


def _costs(placed: Placed, lines: Lines, counter: TokenCounter | None) -> Iterator[Finding]:
    node = placed.node
    if counter is None or not counter.exact or not isinstance(node, Statement):
        return
    for start, char, worded, lost in costly(node.raw, placed.letter, counter):
        line, column = lines.place(raw_offset(placed) + start)
        message = f"{char!r} costs {lost} more {counter.label} tokens than words: {worded!r}"
        yield Finding("CRUX109", line, column, message, fixable="\\" not in node.raw)


def _long_lines(tree: CruxFile, text: str, lines: Lines, width: int) -> Iterator[Finding]:
    """A lone statement has no place to break, so only lines with several are findings."""
    begun: dict[int, int] = {}
    for placed in walk(tree):
        if not isinstance(placed.node, (Document, Fence)):
            line = lines.place(placed.offset)[0]
            begun[line] = begun.get(line, 0) + 1
    texts = text.split("\n")
    for line, count in begun.items():
        length = len(texts[line - 1].rstrip("\r"))
        if width and count > 1 and length > width:
            message = f"{length} characters with {count} blocks and statements; {width} are allowed"
            yield Finding("CRUX108", line, width + 1, message)


def _trailing(placed: Placed, lines: Lines) -> Iterator[Finding]:
    node = placed.node
    trivia = []
    if isinstance(node, (Block, Document)):
        opened = len(node.head) + (1 if isinstance(node, Block) else len("⟦CRUX:"))
        trivia.append((placed.offset + opened, node.opening))
    if not isinstance(node, Document):
        ended = len(emit(node)) - len(node.lead) - len(node.end)
        trivia.append((placed.offset + ended, node.end))
    for offset, space in trivia:
        for found in LINE_END.finditer(space):
            place = lines.place(offset + found.start())
            yield Finding("CRUX110", *place, "white space at the end of the line", True)
