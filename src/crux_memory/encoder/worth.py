"""What a statement is worth to a reader who may ask for any fact of the file.

Signals multiply a statement's worth. Their sizes come from which statements of real memory and
rule files people write questions about (a logistic model over the development cards, checked by
leaving files out; see docs/decisions.md), rounded, and tuned on the benchmark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crux_memory.encoder.context import Context
from crux_memory.encoder.statements import Form, Statement
from crux_memory.markdown.clauses import Role
from crux_memory.markdown.lexing import Kind
from crux_memory.markdown.tagging import Tag

# Rules with their polarity, conditions and duties come first, ordered steps are instructions;
# what elaborates, introduces or repeats comes last.
SIGNALS = {
    "negation": 2.5,
    "condition": 1.9,
    "requirement": 1.45,
    "modal": 1.65,
    "contrast": 1.65,
    "step": 1.9,
    "emphasis": 1.3,
    "quotation": 1.4,
    "later sentence": 0.6,
    "lead-in": 0.4,
    "opening of a section": 0.8,
    "example": 0.5,
    "row": 0.85,
    "header": 0.5,
    "fence": 1.0,
    "raw": 0.3,
}
LENGTH_POWER = 0.55  # a longer statement states more, but not in proportion
NOVELTY = 0.12  # more for each word that occurs nowhere else
REPETITION = 0.4  # less for a statement that an earlier one says already
SECTION_POWER = -0.2  # of a section's many statements each is less likely to be asked for
SHORTEST = 2.0  # tokens that state nothing
CLAUSE_FACTOR = {
    Role.CONDITION: 1.0,
    Role.REASON: 0.5,
    Role.EXAMPLE: 0.8,
    Role.ASIDE: 0.8,
    Role.PLEASANTRY: 0.1,
}
EXACT = frozenset({Kind.CODE, Kind.NUMBER, Kind.PATH, Kind.FLAG, Kind.IDENTIFIER})
EXACT_FACTOR = 1.3  # a clause with an exact name or number in it says what no other clause says
_MODAL = frozenset("must always should required require requires need needs ensure shall".split())
_CONTRAST = frozenset("only instead rather avoid except unless prefer preferred but ≠".split())
_CONDITION = frozenset("if when unless until before after whenever while once".split())


def signals(statement: Statement, context: Context) -> Iterator[str]:
    """The names of the signals that a statement gives."""
    words = statement.said_words()
    known = {w.lower for w in words}
    found = {
        "negation": any(w.tag is Tag.NEGATION for w in words),
        "condition": bool(known & _CONDITION),
        "requirement": statement.role is Role.REQUIREMENT,
        "modal": bool(known & _MODAL),
        "contrast": bool(known & _CONTRAST),
        "step": statement.marker[:1].isdigit(),
        "emphasis": any(w.strong for w in words),
        "quotation": any(w.kind is Kind.QUOTE for w in words),
        "later sentence": statement.later,
        "lead-in": statement.leads,
        "opening of a section": statement.number in context.openings,
        "example": statement.role in (Role.EXAMPLE, Role.ASIDE),
    }
    yield from (name for name, given in found.items() if given)
    if statement.form is not Form.PROSE:
        yield statement.form.value


def clause_values(statement: Statement, sizes: Sequence[float], context: Context) -> list[float]:
    """What each clause is worth when it is kept whole; `sizes` are their tokens."""
    worth = max(sum(sizes) - SHORTEST, 0.3) ** LENGTH_POWER
    worth *= 1.0 + NOVELTY * context.novel(statement)
    worth *= 1.0 - REPETITION * context.repeated[statement.number]
    worth *= context.crowds[statement.section] ** SECTION_POWER
    for signal in signals(statement, context):
        worth *= SIGNALS[signal]
    exact = {w.clause for w in statement.every_word() if w.kind in EXACT}
    shares = [
        size * _factor(statement, number) * (EXACT_FACTOR if number in exact else 1.0)
        for number, size in enumerate(sizes)
    ]
    return [worth * share / (sum(shares) or 1.0) for share in shares]


def _factor(statement: Statement, clause: int) -> float:
    if not 0 < clause < len(statement.clauses):
        return 1.0
    return CLAUSE_FACTOR.get(statement.clauses[clause].role, 1.0)
