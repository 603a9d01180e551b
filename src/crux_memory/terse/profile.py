"""What a Markdown file is made of, as a validator counts it.

Read with the full parser of markdown-it-py and by nothing that the rewriting uses, so that a
mistake there cannot hide itself here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

from crux_memory.memory_file import split
from crux_memory.terse.carveouts import kept_regions, line_class

_BARE_URL = re.compile(r"(?:https?|ftp|file)://[^\s<>\"'`|]*[^\s<>\"'`|.,;:!?)\]}*_]")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_WIKI_LINK = re.compile(r"\[\[[^\[\]\n]+\]\]")
_DEFINITION = re.compile(r"^[\s>]*\[[^\]\n]+\]:\s*\S.*$")


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is compared; `line` is where it begins in the file, from 1."""

    line: int
    text: str


@dataclass
class Profile:
    """Everything that two versions of a file are compared by, in the order of the text.

    `leaves` are the texts of paragraphs, list items and cells; each belongs to the section of the
    last heading before it, so `sections` holds them by the number of headings passed.
    """

    front_matter: str = ""
    fences: list[Part] = field(default_factory=list)
    indented: list[Part] = field(default_factory=list)
    code_spans: list[Part] = field(default_factory=list)
    urls: list[Part] = field(default_factory=list)
    headings: list[Part] = field(default_factory=list)
    tables: list[Part] = field(default_factory=list)
    items: list[Part] = field(default_factory=list)
    html: list[Part] = field(default_factory=list)
    definitions: list[Part] = field(default_factory=list)
    breaks: list[Part] = field(default_factory=list)
    exact_lines: list[Part] = field(default_factory=list)
    sections: list[list[Part]] = field(default_factory=lambda: [[]])


def profile(text: str) -> Profile:
    """The profile of a whole file. Never raises."""
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        file = split(text)
        self.found = Profile(front_matter=file.opening + file.front + file.closing)
        above = text[: len(text) - len(file.body)]
        self.first = above.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        self.lines = file.body.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.depth = 0
        self.ordered: list[int] = []  # the next number of each open list, -1 in a bullet list

    def read(self) -> Profile:
        parser = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table")
        tokens = parser.parse("\n".join(self.lines))
        for position, token in enumerate(tokens):
            handler = _HANDLERS.get(token.type)
            if handler:
                handler(self, tokens, position)
        self._lines()
        return self.found

    def _part(self, token: Token, text: str, offset: int = 0) -> Part:
        line = (token.map[0] if token.map else 0) + offset
        return Part(self.first + line, text)

    def _raw(self, token: Token) -> str:
        start, end = token.map or (0, 0)
        return "\n".join(self.lines[start:end]).rstrip("\n")

    def _fence(self, tokens: Sequence[Token], at: int) -> None:
        self.found.fences.append(self._part(tokens[at], self._raw(tokens[at])))

    def _code(self, tokens: Sequence[Token], at: int) -> None:
        self.found.indented.append(self._part(tokens[at], self._raw(tokens[at])))

    def _html(self, tokens: Sequence[Token], at: int) -> None:
        self.found.html.append(self._part(tokens[at], self._raw(tokens[at])))

    def _heading(self, tokens: Sequence[Token], at: int) -> None:
        text = f"{tokens[at].tag[1]} {tokens[at + 1].content}"
        self.found.headings.append(self._part(tokens[at], text))
        self.found.sections.append([])

    def _table(self, tokens: Sequence[Token], at: int) -> None:
        rows = columns = 0
        for token in tokens[at:]:
            rows += token.type == "tr_open"
            columns += token.type == "th_open"
            if token.type == "table_close":
                break
        self.found.tables.append(self._part(tokens[at], f"{columns} columns, {rows} rows"))

    def _bullets(self, _tokens: Sequence[Token], _at: int) -> None:
        self.ordered.append(-1)

    def _numbers(self, tokens: Sequence[Token], at: int) -> None:
        self.ordered.append(int(tokens[at].attrs.get("start", 1)))

    def _close(self, _tokens: Sequence[Token], _at: int) -> None:
        self.ordered.pop()

    def _item(self, tokens: Sequence[Token], at: int) -> None:
        token = tokens[at]
        mark = f"{token.info}{token.markup}" if self.ordered[-1] >= 0 else token.markup
        depth = len(self.ordered)
        self.found.items.append(self._part(token, f"depth {depth}, mark {mark}"))

    def _inline(self, tokens: Sequence[Token], at: int) -> None:
        token = tokens[at]
        heading = at > 0 and tokens[at - 1].type == "heading_open"
        if not heading:
            self.found.sections[-1].append(self._part(token, token.content))
        line = 0
        for child in _flat(token.children or ()):
            line += child.type in ("softbreak", "hardbreak")
            if child.type == "code_inline":
                self.found.code_spans.append(self._part(token, child.content, line))
            elif child.type == "html_inline":
                self.found.html.append(self._part(token, child.content, line))
            elif child.type == "hardbreak":
                self.found.breaks.append(self._part(token, "hard line break", line - 1))
            elif child.type in ("link_open", "image"):
                target = child.attrs.get("href") or child.attrs.get("src") or ""
                self.found.urls.append(self._part(token, str(target), line))
            elif child.type == "text":
                for match in _BARE_URL.finditer(child.content):
                    self.found.urls.append(self._part(token, match.group(), line))
                for match in _WIKI_LINK.finditer(child.content):
                    self.found.urls.append(self._part(token, match.group(), line))

    def _lines(self) -> None:
        kept = {n for numbers in kept_regions(self.lines) for n in numbers}
        code = self._code_lines()
        for number, line in enumerate(self.lines):
            part = Part(self.first + number, line)
            if number in kept or (number not in code and line_class(line)):
                self.found.exact_lines.append(part)
            elif number not in code and _DEFINITION.match(line):
                self.found.definitions.append(part)

    def _code_lines(self) -> set[int]:
        blocks = (*self.found.fences, *self.found.indented)
        return {
            part.line - self.first + n for part in blocks for n in range(part.text.count("\n") + 1)
        }


def _flat(children: Sequence[Token]) -> Iterator[Token]:
    for child in children:
        yield child
        if child.children and child.type != "image":
            yield from _flat(child.children)


_HANDLERS = {
    "fence": _Reader._fence,
    "code_block": _Reader._code,
    "html_block": _Reader._html,
    "heading_open": _Reader._heading,
    "table_open": _Reader._table,
    "bullet_list_open": _Reader._bullets,
    "ordered_list_open": _Reader._numbers,
    "bullet_list_close": _Reader._close,
    "ordered_list_close": _Reader._close,
    "list_item_open": _Reader._item,
    "inline": _Reader._inline,
}
