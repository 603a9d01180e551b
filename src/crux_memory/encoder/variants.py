"""The ways a statement can be said, from verbatim to not at all, with tokens and loss."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from crux_memory.encoder.salience import clause_values, survival
from crux_memory.encoder.statements import Form, Statement
from crux_memory.encoder.words import Ease, Word, join
from crux_memory.markdown.clauses import Role
from crux_memory.markdown.english import POLARITY
from crux_memory.markdown.lexing import Kind
from crux_memory.tokens import TokenCounter

Grade = Literal["verbatim", "reworded", "shortened", "dropped"]
_DROPPABLE = frozenset({Role.REASON, Role.EXAMPLE, Role.ASIDE, Role.PLAIN, Role.VALUE,
                        Role.PREFERENCE, Role.REQUIREMENT, Role.PROHIBITION, Role.PLEASANTRY})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to say a statement: its cells (one for anything but a table row), cost and loss."""

    cells: tuple[str, ...]
    tokens: int
    loss: float
    grade: Grade
    faithful: bool = False

    @property
    def text(self) -> str:
        """The cells on one line."""
        return " | ".join(self.cells)


def variants(statement: Statement, counter: TokenCounter) -> list[Variant]:
    """Variants by falling token count; the first is verbatim, the last says nothing."""
    lines = statement.cells or [statement.words]
    scale = _Scale(statement, lines, counter)
    overhead = 1 + (counter.count(statement.marker + " ") if statement.marker else 0)
    found: list[Variant] = []
    for cells, gone, grade, faithful in _ladder(statement, lines):
        tokens = overhead + sum(counter.count(" " + c) for c in cells) + len(cells) - 1
        variant = Variant(cells, tokens, scale.loss(gone), grade, faithful)
        if not found or tokens < found[-1].tokens:
            found.append(variant)
        elif grade == found[-1].grade:
            found[-1] = replace(variant, loss=min(variant.loss, found[-1].loss))
    found.append(Variant((), 0, scale.total, "dropped"))
    return found


class _Scale:
    """The loss of a statement when some of its words are gone, clause by clause."""

    def __init__(
        self, statement: Statement, lines: Sequence[Sequence[Word]], counter: TokenCounter
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
        self.values = clause_values(statement, sizes)
        self.total = sum(self.values)

    def loss(self, gone: set[int]) -> float:
        """Loss when the words with these identities are left out."""
        left = list(self.whole)
        for word in self.words:
            if id(word) in gone:
                left[min(word.clause, len(left) - 1)] -= word.weight
        parts = zip(self.values, left, self.whole, strict=True)
        return sum(v * (1.0 - survival(kept, whole)) for v, kept, whole in parts)


_Rung = tuple[tuple[str, ...], set[int], Grade, bool]


def _ladder(statement: Statement, lines: Sequence[Sequence[Word]]) -> Iterable[_Rung]:
    """(cells, words left out, grade, faithful), each saying less than the one before."""
    gone: set[int] = set()
    if statement.form in (Form.FENCE, Form.RAW):
        yield (statement.raw or statement.source,), gone, "verbatim", True
        return
    if statement.plain and statement.plain is not statement.words:
        yield (join(statement.plain),), gone, "verbatim", True
    for ease in (Ease.WORDING, Ease.SOFT):
        gone = gone | {id(w) for line in lines for w in line if w.ease is ease}
        yield _said(lines, gone), gone, "reworded", True
    for faithful, step in _steps(statement, lines):
        gone = gone | step
        cells = _said(lines, gone)
        if not any(cells):
            return
        yield cells, gone, "shortened", faithful


def _said(lines: Sequence[Sequence[Word]], gone: set[int]) -> tuple[str, ...]:
    return tuple(join(w for w in line if id(w) not in gone) for line in lines)


def _steps(statement: Statement, lines: Sequence[Sequence[Word]]) -> list[tuple[bool, set[int]]]:
    """What may go from a statement that stays: first what every policy allows, then the rest.

    In each part the least worth per token comes first. Every policy allows reasons, examples and
    asides that hold no anchor and no negation, and modifiers outside of rules and values.
    """
    candidates: list[tuple[bool, float, int, set[int]]] = []
    order = 0
    for line in lines:
        for word in line:
            order += 1
            if word.ease in (Ease.MODIFIER, Ease.GRAMMAR):
                length = max(1.0, len(word.text) / 6)
                role = _role_of(statement, word.clause)
                candidates.append((role not in _FREE, word.weight / length, order, {id(word)}))
    for number, clause in enumerate(statement.clauses):
        if number == 0 or clause.bound or clause.role not in _DROPPABLE:
            continue
        family = _family(statement, number)
        inside = [w for line in lines for w in line if w.clause in family]
        if not inside or len(inside) == sum(map(len, lines)):
            continue
        length = sum(max(1.0, len(w.text) / 6) for w in inside)
        weight = sum(w.weight for w in inside)
        firm = clause.role not in _FREE or any(map(_firm, inside))
        candidates.append((firm, weight / length, 0, {id(w) for w in inside}))
    return [(not firm, step) for firm, _, _, step in sorted(candidates, key=lambda c: c[:3])]


_FREE = frozenset({Role.REASON, Role.EXAMPLE, Role.ASIDE, Role.PLEASANTRY})


def _role_of(statement: Statement, clause: int) -> Role:
    known = 0 <= clause < len(statement.clauses)
    return statement.clauses[clause].role if known else statement.role


def _firm(word: Word) -> bool:
    """True for what a faithful text may not lose: anchors and negations."""
    return word.kind not in (Kind.WORD, Kind.PUNCT) or word.lower in POLARITY


def _family(statement: Statement, number: int) -> set[int]:
    """A clause and all that hang on it."""
    family = {number}
    for child, clause in enumerate(statement.clauses):
        if clause.parent in family and child != number:
            family.add(child)
    return family


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
