"""The ways a statement can be said, from verbatim to not at all, with tokens and loss."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from crux_memory.encoder.context import Context
from crux_memory.encoder.salience import survival
from crux_memory.encoder.statements import Form, Statement
from crux_memory.encoder.words import Ease, Word, join
from crux_memory.encoder.worth import clause_values
from crux_memory.markdown.clauses import Role
from crux_memory.markdown.english import BE, HAVE, POLARITY
from crux_memory.markdown.lexing import Kind
from crux_memory.markdown.tagging import Tag
from crux_memory.tokens import TokenCounter

Grade = Literal["verbatim", "reworded", "shortened", "dropped"]
Lines = Sequence[Sequence[Word]]  # a sentence, or the cells of a row

# Roles whose clauses a faithful text may lose where they hold nothing firm.
FREE_ROLES = frozenset({Role.REASON, Role.EXAMPLE, Role.ASIDE, Role.PLEASANTRY})
REPEATED = 0.85  # share of a statement's content words in one earlier statement
# Words that make a statement a rule, whatever its role came out as.
FIRM_WORDS = frozenset(
    "if when unless until before after must should always never required requires".split()
)


TELLING = BE | HAVE | frozenset("can could may might will would".split())


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to say a statement: its cells (one for anything but a table row), cost and loss.

    `faithful` is True where nothing is left out that the policy ``preserve`` protects.
    """

    cells: tuple[str, ...]
    tokens: int
    loss: float
    grade: Grade
    faithful: bool = False

    @property
    def text(self) -> str:
        """The cells on one line."""
        return " | ".join(self.cells)


@dataclass(frozen=True, slots=True)
class _Step:
    """Words that may go together; `density` is their weight per token, roughly."""

    words: frozenset[int]
    density: float
    faithful: bool


def variants(
    statement: Statement, context: Context, counter: TokenCounter, *, strict: bool
) -> list[Variant]:
    """Variants by falling token count; the first is verbatim, the last says nothing.

    Where not `strict`, what every policy may leave out goes before what only a strict one may.
    """
    lines = statement.cells or [statement.words]
    scale = _Scale(statement, lines, context, counter)
    overhead = 1 + (counter.count(statement.marker + " ") if statement.marker else 0)
    found: list[Variant] = []
    for cells, gone, grade, faithful in _ladder(statement, lines, strict):
        tokens = overhead + sum(counter.count(" " + c) for c in cells) + len(cells) - 1
        variant = Variant(cells, tokens, scale.loss(gone), grade, faithful)
        if not found or tokens < found[-1].tokens:
            found.append(variant)
        elif grade == found[-1].grade:
            found[-1] = replace(variant, loss=min(variant.loss, found[-1].loss))
    loose = _loose(statement, context)
    found.append(Variant((), 0, scale.total, "dropped", loose))
    return found


class _Scale:
    """The loss of a statement when some of its words are gone, clause by clause."""

    def __init__(
        self, statement: Statement, lines: Lines, context: Context, counter: TokenCounter
    ) -> None:
        count = max(1, len(statement.clauses))
        self.words = [w for line in lines for w in line]
        self.whole = [0.0] * count
        sizes = [0.0] * count
        if statement.form in (Form.FENCE, Form.RAW):
            sizes[0] = counter.count(statement.source)
        for word in self.words:
            clause = min(word.clause, count - 1)
            self.whole[clause] += word.weight
            sizes[clause] += counter.count(" " + word.text)
        self.values = clause_values(statement, sizes, context)
        self.total = sum(self.values)

    def loss(self, gone: frozenset[int]) -> float:
        """Loss when the words with these identities are left out."""
        left = list(self.whole)
        for word in self.words:
            if id(word) in gone:
                left[min(word.clause, len(left) - 1)] -= word.weight
        parts = zip(self.values, left, self.whole, strict=True)
        return sum(v * (1.0 - survival(kept, whole)) for v, kept, whole in parts)


_Rung = tuple[tuple[str, ...], frozenset[int], Grade, bool]


def _ladder(statement: Statement, lines: Lines, strict: bool) -> Iterator[_Rung]:
    """(cells, words left out, grade, faithful), each saying less than the one before."""
    gone: frozenset[int] = frozenset()
    if statement.form in (Form.FENCE, Form.RAW):
        yield (statement.raw or statement.source,), gone, "verbatim", True
        return
    if statement.plain and statement.plain is not statement.words:
        yield (join(statement.plain),), gone, "verbatim", True
    for ease in (Ease.WORDING, Ease.SOFT):
        gone |= {id(w) for line in lines for w in line if w.ease is ease}
        yield _said(lines, gone), gone, "reworded", True
    steps = [*_word_steps(statement, lines), *_clause_steps(statement, lines)]
    steps.sort(key=lambda s: s.density if strict else (not s.faithful, s.density))
    for step in steps:
        gone |= step.words
        cells = _said(lines, gone)
        if not any(cells):
            return
        yield cells, gone, "shortened", step.faithful


def _said(lines: Lines, gone: frozenset[int]) -> tuple[str, ...]:
    return tuple(join(w for w in line if id(w) not in gone) for line in lines)


def _word_steps(statement: Statement, lines: Lines) -> Iterator[_Step]:
    for word in (w for line in lines for w in line):
        if Ease.SOFT < word.ease < Ease.CORE:
            yield _Step(
                frozenset({id(word)}), word.weight / _length([word]), _spare(statement, word)
            )


def _spare(statement: Statement, word: Word) -> bool:
    """True for a word that a faithful text may lose.

    That are the lightest links, adjectives and adverbs of reasons, examples and asides. A noun
    before a noun stays: it often is the name of the thing.
    """
    if word.ease is Ease.GRAMMAR or statement.cells:
        return False
    light = word.ease is Ease.LINK or word.tag in (Tag.ADJECTIVE, Tag.ADVERB)
    return light and _role_of(statement, word.clause) in FREE_ROLES


def _clause_steps(statement: Statement, lines: Lines) -> Iterator[_Step]:
    words = [w for line in lines for w in line]
    for number, clause in enumerate(statement.clauses):
        if number == 0 or clause.bound:
            continue
        family = _family(statement, number)
        inside = [w for w in words if w.clause in family]
        if not inside or len(inside) == len(words):
            continue
        free = clause.role in FREE_ROLES and not any(map(_firm, inside))
        density = sum(w.weight for w in inside) / _length(inside)
        yield _Step(frozenset(map(id, inside)), density, free)


def _length(words: Iterable[Word]) -> float:
    """Tokens of words, estimated: near enough to order steps by."""
    return sum(max(1.0, len(w.text) / 6) for w in words)


def _family(statement: Statement, number: int) -> set[int]:
    """A clause and all that hang on it."""
    family = {number}
    for child, clause in enumerate(statement.clauses):
        if clause.parent in family:
            family.add(child)
    return family


def _role_of(statement: Statement, clause: int) -> Role:
    known = 0 <= clause < len(statement.clauses)
    return statement.clauses[clause].role if known else statement.role


def _firm(word: Word) -> bool:
    """True for what a faithful text may not lose: anchors and what makes up polarity."""
    return word.kind not in (Kind.WORD, Kind.PUNCT) or word.lower in POLARITY


def _loose(statement: Statement, context: Context) -> bool:
    """True for a statement that even a faithful text may lose.

    It is a reason, an example, an aside, a pleasantry or a repetition, and holds no anchor, no
    polarity and no word of a rule.
    """
    words = statement.said_words()
    spare = statement.role in FREE_ROLES or context.repeated[statement.number] >= REPEATED
    return (
        spare
        and statement.form is Form.PROSE
        and not statement.marker
        and not statement.leads
        and _describes(words)
        and not any(_firm(w) or w.lower in FIRM_WORDS for w in words)
    )


def _describes(words: Sequence[Word]) -> bool:
    """True where a finite verb has a subject before it: what is told, not what is to be done."""
    return any(
        w.lower in TELLING or (w.tag is Tag.VERB and w.lower.endswith("s"))
        for before, w in pairwise(words)
        if before.kind is not Kind.PUNCT
    )


def hull(ladder: Sequence[Variant]) -> list[Variant]:
    """The variants worth choosing: the lower convex hull of loss over tokens saved."""
    kept: list[Variant] = []
    for variant in ladder:
        while len(kept) >= 2 and _slope(kept[-2], kept[-1]) >= _slope(kept[-2], variant):
            kept.pop()
        if kept and variant.loss <= kept[-1].loss and variant.tokens < kept[-1].tokens:
            kept.pop()
        kept.append(variant)
    return kept


def _slope(a: Variant, b: Variant) -> float:
    return (b.loss - a.loss) / max(1, a.tokens - b.tokens)
