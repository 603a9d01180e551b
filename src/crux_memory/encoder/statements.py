"""The outline as a flat list of statements, each of which is kept, shortened or dropped.

A statement is a sentence of prose, a table row, a fence or another verbatim block. Statements of
one unit share a line of the output. A lead-in ("… :") governs what follows it: nothing is kept
under a lead-in that is gone, so that a negation in it never comes off its list.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from crux_memory.encoder.ease import mark, untick_evident
from crux_memory.encoder.patterns import assert_by
from crux_memory.encoder.telegraph import shorten, words_of
from crux_memory.encoder.words import Word
from crux_memory.markdown.clauses import Clause, Role, analyse
from crux_memory.markdown.english import ARTICLES
from crux_memory.markdown.language import is_english
from crux_memory.markdown.lexing import Kind, Token, lex, render
from crux_memory.markdown.outline import Section, Unit, UnitKind
from crux_memory.markdown.sentences import split_sentences
from crux_memory.tokens import TokenCounter

_REFERENCE = re.compile(
    r"(?:if (?:not|so|any|either|neither|all|they|it)|otherwise|instead|else|then|"
    r"this|that|these|those|it|they|both|either|neither)\b",
    re.IGNORECASE,
)


class Form(Enum):
    """How a statement stands in the output."""

    PROSE = "prose"
    HEADER = "header"
    ROW = "row"
    FENCE = "fence"
    RAW = "raw"


@dataclass(slots=True)
class Statement:
    """One thing that the source says.

    `line` is its first line in the body. `section` and `unit` say where it belongs in the output.
    `governor` is the number of the lead-in it hangs on, -1 for none. `cells` are a row's cells,
    each a word list; `words` a sentence's words. `raw` is text that is kept or dropped whole.
    """

    number: int
    line: int
    section: int
    unit: int
    form: Form
    source: str
    role: Role
    clauses: tuple[Clause, ...] = ()
    words: list[Word] = field(default_factory=list)
    plain: list[Word] = field(default_factory=list)
    cells: list[list[Word]] = field(default_factory=list)
    raw: str = ""
    indent: int = 0
    marker: str = ""
    governor: int = -1
    leads: bool = False
    later: bool = False

    def said_words(self) -> list[Word]:
        """The words as the source has them, before any rewriting."""
        return self.plain or self.every_word()

    def every_word(self) -> list[Word]:
        """The words of a sentence, or of all cells of a row."""
        return self.words or [word for cell in self.cells for word in cell]


@dataclass(frozen=True)
class Place:
    """A section of the output: its heading, its depth, the section it stands in."""

    number: int
    parent: int
    level: int
    title: str
    line: int

    @cached_property
    def plain_title(self) -> str:
        """The heading's text without emphasis marks."""
        return render(lex(self.title)) or self.title

    @cached_property
    def short_title(self) -> str:
        """The heading without articles, numbering and decoration, for a tight budget."""
        tokens = [t for t in lex(self.title) if t.lower not in ARTICLES and not _decoration(t)]
        if len(tokens) > 2 and tokens[0].kind is Kind.NUMBER and tokens[1].text in {".", ")"}:
            tokens = tokens[2:]
        return render(tokens) or self.plain_title


@dataclass(slots=True)
class Body:
    """All statements of a body with the sections they stand in."""

    places: list[Place]
    statements: list[Statement]
    english: bool


def collect(
    outline: Section, counter: TokenCounter, *, english: bool, memory_type: str | None = None
) -> Body:
    """The statements of an outline in the order of the text."""
    return _Collector(counter, english, memory_type).collect(outline)


class _Collector:
    def __init__(self, counter: TokenCounter, english: bool, memory_type: str | None) -> None:
        self.counter = counter
        self.english = english
        self.memory_type = memory_type
        self.places: list[Place] = []
        self.statements: list[Statement] = []
        self.units = 0

    def collect(self, outline: Section) -> Body:
        self._section(outline, -1)
        return Body(self.places, self.statements, self.english)

    def _section(self, section: Section, parent: int) -> None:
        place = Place(len(self.places), parent, section.level, section.title, section.line)
        self.places.append(place)
        lead = -1  # the paragraph that ends in a colon right before a list, table or fence
        open_items: list[tuple[int, int]] = []  # (indent, statement) of items above
        for unit in section.units:
            first = len(self.statements)
            if unit.kind is not UnitKind.ITEM and unit.indent == 0:
                open_items.clear()
            while open_items and open_items[-1][0] >= unit.indent and unit.kind is UnitKind.ITEM:
                open_items.pop()
            governor = lead
            inner = [n for at, n in open_items if at < unit.indent]
            if inner:
                governor = inner[-1]
            if unit.kind is UnitKind.PARAGRAPH and unit.indent == 0:
                governor = -1
            for statement in self._unit(unit, place.number):
                statement.governor = governor
                if statement.later and _refers_back(statement.source):
                    statement.governor = self.statements[-1].number
                self.statements.append(statement)
            made = self.statements[first:]
            if unit.kind is UnitKind.TABLE:
                for row in made[1:]:
                    row.governor = made[0].number
            last = made[-1] if made else None
            if last is not None and unit.kind in (UnitKind.PARAGRAPH, UnitKind.QUOTE):
                last.leads = last.source.rstrip("*_ ").endswith((":", "："))
                if unit.indent == 0:
                    lead = last.number if last.leads else -1
            if unit.kind is UnitKind.ITEM and made:
                made[-1].leads = made[-1].source.rstrip("*_ ").endswith((":", "："))
                open_items.append((unit.indent, made[-1].number))
            if unit.kind in (UnitKind.TABLE, UnitKind.FENCE) and unit.indent == 0:
                lead = -1  # it led to this, not to what comes after
            self.units += 1
        for child in section.sections:
            self._section(child, place.number)

    def _unit(self, unit: Unit, section: int) -> Iterator[Statement]:
        if unit.kind is UnitKind.TABLE:
            yield from self._table(unit, section)
        elif unit.kind in (UnitKind.FENCE, UnitKind.HTML, UnitKind.VERBATIM):
            form = Form.FENCE if unit.kind is UnitKind.FENCE else Form.RAW
            role = Role.VALUE if unit.kind is UnitKind.FENCE else Role.ASIDE
            yield self._statement(unit, section, form, unit.text, role, raw=unit.text)
        elif unit.text:
            yield from self._prose(unit, section)
        elif unit.marker:
            yield self._statement(unit, section, Form.RAW, unit.marker, Role.PLAIN)

    def _statement(
        self, unit: Unit, section: int, form: Form, source: str, role: Role, raw: str = ""
    ) -> Statement:
        return Statement(
            len(self.statements), unit.line, section, self.units, form, source, role,
            raw=raw, indent=unit.indent, marker=unit.marker,
        )  # fmt: skip

    def _prose(self, unit: Unit, section: int) -> Iterator[Statement]:
        tokens = lex(unit.text)
        rewrite = self.english and is_english(unit.text)
        sentences = split_sentences(tokens) if rewrite else [tokens]
        if unit.kind is UnitKind.QUOTE and not _admonition(tokens):
            quoted = _quoted(render(tokens))
            yield self._statement(unit, section, Form.RAW, quoted, Role.VALUE, raw=quoted)
            return
        for position, sentence in enumerate(sentences):
            analysed = analyse(sentence)
            statement = self._statement(unit, section, Form.PROSE, render(sentence), analysed.role)
            statement.clauses = analysed.clauses
            statement.plain = words_of(analysed)
            statement.words = self._words(statement.plain, rewrite, analysed.clauses)
            if position:
                statement.marker, statement.later = "", True
            yield statement

    def _words(
        self, plain: list[Word], rewrite: bool, clauses: Sequence[Clause] = ()
    ) -> list[Word]:
        if not rewrite:
            return plain
        words = assert_by(self.memory_type, list(plain), clauses)
        words = shorten(words, self.counter)
        mark(words)
        untick_evident(words)
        return words

    def _table(self, unit: Unit, section: int) -> Iterator[Statement]:
        for position, row in enumerate(unit.rows):
            if not any(row):
                continue
            form = Form.ROW if position else Form.HEADER
            source = " | ".join(row)
            statement = self._statement(unit, section, form, source, Role.VALUE)
            statement.line = unit.line + (position + 1 if position else 0)
            for cell in row:
                analysed = analyse(lex(cell))
                rewrite = self.english and is_english(cell)
                statement.cells.append(self._words(words_of(analysed), rewrite and position > 0))
                statement.clauses = analysed.clauses[:1]
                if analysed.role.value in ("prohibition", "requirement"):
                    statement.role = analysed.role
            yield statement


def _refers_back(sentence: str) -> bool:
    """True for a sentence that says nothing without the one before ("If not, …", "This …")."""
    return _REFERENCE.match(sentence) is not None


def _quoted(text: str) -> str:
    return text if '"' in text else f'"{text}"'


def _decoration(token: Token) -> bool:
    return token.kind is Kind.PUNCT and unicodedata.category(token.text[0]) in {"So", "Mn", "Cf"}


def _admonition(tokens: tuple[Token, ...]) -> bool:
    """True for a quoted note in the writer's own voice; other quotations are literal."""
    if not tokens:
        return False
    first = tokens[0]
    return first.strong or first.kind is not Kind.WORD or any(t.text == ":" for t in tokens[:4])
