"""Markdown body to `Section` tree. markdown-it-py finds the blocks, this module arranges them.

Nothing of the body is lost on the way: lines that no block covers (reference definitions, which
CommonMark takes out of the flow) become verbatim units.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from crux_memory.markdown.outline import Section, Unit, UnitKind

MAX_NESTING = 60
_TASK = re.compile(r"\[([ xX~/-])\]\s+")
_LABEL_LINE = re.compile(
    r"\s*(?:\*\*[^*\n]{1,60}?(?::\*\*|\*\*\s*[:—–-])|[-+*•]\s|\d+[.)]\s|\||"
    r"[\u2600-\u27bf\U0001f300-\U0001faff])"
)
_FIELD_LINE = re.compile(r"\s*[A-Z][\w /-]{0,24}:\s")  # "Status: …", where several stand in a row
_KEY_VALUE = re.compile(r"\s*(?:[\w.-]+:(?:\s|$)|-\s|#|$)|\s+\S")
_HARD_BREAK = re.compile(r"(?: {2,}|\\)$")


@dataclass
class _Open:
    """A section under construction."""

    level: int
    title: str
    line: int
    units: list[Unit] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)

    def close(self) -> Section:
        return Section(self.level, self.title, self.line, tuple(self.units), tuple(self.sections))


def parse_outline(body: str) -> Section:
    """The outline of a Markdown body (front matter already taken off). Never raises."""
    body = body.replace("\r\n", "\n").replace("\r", "\n")
    lines = body.split("\n")
    offset = 0
    while end := metadata_block(lines, offset):
        offset = end
    units: list[Unit | tuple[int, str, int]] = [
        Unit(
            UnitKind.VERBATIM, line.strip(), number, number, min(len(line) - len(line.lstrip()), 9)
        )
        for number, line in enumerate(lines[:offset], 1)
        if line.strip() and line.strip() != "---"
    ]
    rest = [""] * offset + lines[offset:]
    units += _Reader(rest).read()
    return _nest(units)


def metadata_block(lines: list[str], start: int) -> int:
    """The line after a front-matter-like block that begins at `start`, 0 when there is none.

    CommonMark would read its last key and the closing dashes as a heading.
    """
    first = next((n for n in range(start, len(lines)) if lines[n].strip()), len(lines))
    if first == len(lines) or lines[first].strip() != "---":
        return 0
    for number in range(first + 1, len(lines)):
        if lines[number].strip() == "---":
            return number + 1 if number > first + 1 else 0
        if not _KEY_VALUE.match(lines[number]):
            return 0
    return 0


def parse_blocks(lines: Sequence[str]) -> SyntaxTreeNode:
    """The block tree of Markdown lines. Inline text is left as it stands, to keep every character.

    Nesting deeper than `MAX_NESTING` is not looked into.
    """
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable("table")
    parser.disable("inline")
    return SyntaxTreeNode(parser.parse("\n".join(lines)))


class _Reader:
    """Walks the block tree of one body."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.tree = parse_blocks(lines)

    def read(self) -> list[Unit | tuple[int, str, int]]:
        found: list[Unit | tuple[int, str, int]] = []
        covered = 0
        for node in self.tree.children:
            first, last = _lines(node)
            found += self._uncovered(covered, first - 1)
            found += self._node(node, 0)
            covered = max(covered, last)
        return found + self._uncovered(covered, len(self.lines))

    def _uncovered(self, start: int, end: int) -> list[Unit]:
        return [
            Unit(UnitKind.VERBATIM, self.lines[n].strip(), n + 1, n + 1)
            for n in range(start, end)
            if self.lines[n].strip()
        ]

    def _node(self, node: SyntaxTreeNode, indent: int) -> list[Unit | tuple[int, str, int]]:
        handler = _HANDLERS.get(node.type)
        return handler(self, node, indent) if handler else self._raw(node, indent)

    def _children(self, node: SyntaxTreeNode, indent: int) -> list[Unit | tuple[int, str, int]]:
        found: list[Unit | tuple[int, str, int]] = []
        for child in node.children:
            found += self._node(child, indent)
        return found

    def _heading(self, node: SyntaxTreeNode, _indent: int) -> list[Unit | tuple[int, str, int]]:
        return [(int(node.tag[1]), join_lines(_inline(node)), _lines(node)[0])]

    def _paragraph(self, node: SyntaxTreeNode, indent: int) -> list[Unit | tuple[int, str, int]]:
        first, last = _lines(node)
        return [
            Unit(UnitKind.PARAGRAPH, text, first + at, last, indent)
            for at, text in split_paragraph(_inline(node))
        ]

    def _list(self, node: SyntaxTreeNode, indent: int) -> list[Unit | tuple[int, str, int]]:
        number = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else 0
        found: list[Unit | tuple[int, str, int]] = []
        for position, item in enumerate(node.children):
            marker = f"{number + position}." if node.type == "ordered_list" else ""
            found += self._item(item, indent, marker)
        return found

    def _item(
        self, node: SyntaxTreeNode, indent: int, marker: str
    ) -> list[Unit | tuple[int, str, int]]:
        first, last = _lines(node)
        children = self._children(node, indent + 1)
        head = children[0] if children else None
        if not isinstance(head, Unit) or head.kind is not UnitKind.PARAGRAPH:
            return [Unit(UnitKind.ITEM, "", first, last, indent, marker), *children]
        text = head.text
        if task := _TASK.match(text):
            marker = f"{marker} [{task[1]}]".strip()
            text = text[task.end() :]
        return [
            Unit(UnitKind.ITEM, text, head.line, head.end, indent, marker),
            *children[1:],
        ]

    def _quote(self, node: SyntaxTreeNode, indent: int) -> list[Unit | tuple[int, str, int]]:
        found: list[Unit | tuple[int, str, int]] = []
        for unit in self._children(node, indent):
            if isinstance(unit, Unit) and unit.kind is UnitKind.PARAGRAPH:
                unit = Unit(UnitKind.QUOTE, unit.text, unit.line, unit.end, unit.indent)
            elif not isinstance(unit, Unit):  # a heading in a quote opens no section
                unit = Unit(UnitKind.QUOTE, unit[1], unit[2], unit[2], indent)
            found.append(unit)
        return found

    def _fence(self, node: SyntaxTreeNode, indent: int) -> list[Unit | tuple[int, str, int]]:
        first, last = _lines(node)
        content = node.content if node.content.endswith("\n") else node.content + "\n"
        mark = node.markup or "`" * max(3, _longest_run(node.content) + 1)
        text = f"{mark}{node.info}\n{content if node.content else ''}{mark}"
        return [Unit(UnitKind.FENCE, text, first, last, indent)]

    def _table(self, node: SyntaxTreeNode, indent: int) -> list[Unit | tuple[int, str, int]]:
        first, last = _lines(node)
        source = [line.strip().lstrip("> ") for line in self.lines[first - 1 : last]]
        rows = tuple(tuple(split_row(line)) for n, line in enumerate(source) if n != 1 and line)
        raw = "\n".join(line.strip() for line in self.lines[first - 1 : last])
        return [Unit(UnitKind.TABLE, raw.strip(), first, last, indent, "", rows)]

    def _html(self, node: SyntaxTreeNode, indent: int) -> list[Unit | tuple[int, str, int]]:
        first, last = _lines(node)
        return [Unit(UnitKind.HTML, node.content.rstrip("\n"), first, last, indent)]

    def _nothing(self, _node: SyntaxTreeNode, _indent: int) -> list[Unit | tuple[int, str, int]]:
        return []

    def _raw(self, node: SyntaxTreeNode, indent: int) -> list[Unit | tuple[int, str, int]]:
        first, last = _lines(node)
        raw = "\n".join(self.lines[first - 1 : last])
        return [Unit(UnitKind.VERBATIM, raw, first, last, indent)] if raw.strip() else []


def split_row(line: str) -> list[str]:
    """The cells of a table row.

    A bar inside a code span belongs to the code, as writers mean it; GitHub's rule would cut the
    span there and drop what is over.
    """
    return [line[a:b].strip().replace("\\|", "|") for a, b in cell_spans(line)]


def cell_spans(line: str) -> list[tuple[int, int]]:
    """Start and end of each cell of a table row, bars left out, padding included."""
    bars = [m.start() for m in _BAR.finditer(line) if m.group() == "|"]
    spans = [(a + 1, b) for a, b in pairwise([-1, *bars, len(line)])]
    if bars and not line[: bars[0]].strip():
        spans = spans[1:]
    if bars and not line[bars[-1] + 1 :].strip():
        spans = spans[:-1]
    return spans


_BAR = re.compile(r"\\.|(?P<tick>`+)(?!`).*?(?<!`)(?P=tick)(?!`)|\|")
_Handler = Callable[[_Reader, SyntaxTreeNode, int], list[Unit | tuple[int, str, int]]]
_HANDLERS: dict[str, _Handler] = {
    "heading": _Reader._heading,
    "paragraph": _Reader._paragraph,
    "bullet_list": _Reader._list,
    "ordered_list": _Reader._list,
    "blockquote": _Reader._quote,
    "fence": _Reader._fence,
    "code_block": _Reader._fence,
    "table": _Reader._table,
    "html_block": _Reader._html,
    "hr": _Reader._nothing,
}


def _lines(node: SyntaxTreeNode) -> tuple[int, int]:
    """First and last line of a node, 1-based and inclusive."""
    first, end = node.map or (0, 1)
    return first + 1, max(end, first + 1)


def _inline(node: SyntaxTreeNode) -> str:
    return "".join(child.content for child in node.children if child.type == "inline")


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def join_lines(text: str) -> str:
    """Soft-wrapped lines as one; no space is put between ideographs."""
    parts = [part.strip() for part in text.split("\n")]
    joined = parts[0]
    for part in parts[1:]:
        glue = "" if _wide(joined[-1:]) and _wide(part[:1]) else " "
        joined += glue + part
    return joined.strip()


def _wide(char: str) -> bool:
    return bool(char) and unicodedata.east_asian_width(char) in "WF"


def split_paragraph(text: str) -> Iterable[tuple[int, str]]:
    """(line offset, text) of the lines that a writer meant to stand apart.

    A paragraph is split at hard line breaks and before lines that open with a label of their own
    ("**Trigger**: …"), which Markdown would run together.
    """
    lines = text.split("\n")
    starts = paragraph_starts(lines)
    for start, end in pairwise([*starts, len(lines)]):
        joined = join_lines("\n".join(_HARD_BREAK.sub("", line) for line in lines[start:end]))
        if joined:
            yield start, joined


def paragraph_starts(lines: Sequence[str]) -> list[int]:
    """The lines of a paragraph, from 0, that begin something of their own; 0 is always one."""
    fields = sum(bool(_FIELD_LINE.match(line)) for line in lines) >= 2
    starts = [0]
    for number in range(1, len(lines)):
        hard = _HARD_BREAK.search(lines[number - 1])
        if (
            hard
            or _LABEL_LINE.match(lines[number])
            or (fields and _FIELD_LINE.match(lines[number]))
        ):
            starts.append(number)
    return starts


def _nest(flat: Iterable[Unit | tuple[int, str, int]]) -> Section:
    stack = [_Open(0, "", 1)]

    def close_to(level: int) -> None:
        while stack[-1].level >= level:
            done = stack.pop().close()
            stack[-1].sections.append(done)

    for entry in flat:
        if isinstance(entry, Unit):
            stack[-1].units.append(entry)
        else:
            level, title, line = entry
            close_to(level)
            stack.append(_Open(level, title, line))
    close_to(1)
    return stack[0].close()
