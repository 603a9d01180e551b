"""Sentences to clauses with roles.

Every token belongs to one clause. A clause has a parent (the clause it hangs on) and says whether
it is bound: a condition or an exception may not be cut off from what it qualifies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from crux_memory.markdown import english
from crux_memory.markdown.lexing import Kind, Token
from crux_memory.markdown.tagging import Tag, tag


class Role(Enum):
    """What a clause is for, the weightiest first."""

    PROHIBITION = "prohibition"
    REQUIREMENT = "requirement"
    CONDITION = "condition"
    EXCEPTION = "exception"
    VALUE = "value"
    PREFERENCE = "preference"
    PLAIN = "plain"
    REASON = "reason"
    EXAMPLE = "example"
    ASIDE = "aside"
    PLEASANTRY = "pleasantry"


MOST_CLAUSES = 200
LONGEST_ASIDE = 200  # tokens of a bracket that are looked at
BOUND = frozenset({Role.CONDITION, Role.EXCEPTION})
_FORBIDDING = frozenset(
    "never don't not mustn't cannot can't shouldn't avoid forbidden prohibited disallowed banned "
    "no without only nothing none isn't aren't won't doesn't refuse reject rejected".split()
)
_REQUIRING = frozenset(
    "must should shall always required require requires need needs ensure mandatory has have "
    "necessary".split()
)
_PREFERRING = frozenset(
    "prefer preferred preferable recommend recommended favor favour ideally default better "
    "consider suggested".split()
)
_PLEASING = frozenset(
    "excited happy glad thank thanks welcome enjoy delighted proud appreciate grateful".split()
)
_REASON_STARTS = frozenset("because since this that these it which so thus therefore hence".split())
_REASON_VERBS = frozenset(
    "ensures ensure means prevents prevent avoids causes leads makes allows enables helps reduces "
    "keeps gives saves eliminates".split()
)
_PURPOSE_VERBS = frozenset("avoid prevent ensure allow keep reduce help make enable".split())
_DASHES = frozenset("— – - --".split())
_OPEN, _CLOSE = frozenset("(["), frozenset(")]")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a sentence; `parent` is an index into the sentence's clauses, -1 for none."""

    role: Role
    parent: int

    @property
    def bound(self) -> bool:
        """True when it stays with its parent or goes with it."""
        return self.role in BOUND


@dataclass(frozen=True, slots=True)
class Sentence:
    """Tokens with their classes and the clause each belongs to."""

    tokens: tuple[Token, ...]
    tags: tuple[Tag, ...]
    owner: tuple[int, ...]
    clauses: tuple[Clause, ...]

    @property
    def role(self) -> Role:
        """The role of the main clause."""
        return self.clauses[0].role


def analyse(tokens: Sequence[Token]) -> Sentence:
    """Clauses and roles of one sentence."""
    tags = tag(tokens)
    splitter = _Splitter(tokens, tags)
    owner, parents, hints = splitter.split()
    if len(parents) > MOST_CLAUSES:  # no sentence that a person wrote
        owner, parents, hints = [0] * len(tokens), [-1], [None]
    clauses = []
    for number, parent in enumerate(parents):
        inside = [n for n, who in enumerate(owner) if who == number]
        role = hints[number] or _role(tokens, tags, inside)
        clauses.append(Clause(role, parent))
    return Sentence(tuple(tokens), tuple(tags), tuple(owner), tuple(clauses))


class _Splitter:
    """One pass over a sentence; brackets nest, everything else is flat."""

    def __init__(self, tokens: Sequence[Token], tags: Sequence[Tag]) -> None:
        self.tokens = tokens
        self.tags = tags
        self.words = [t.lower for t in tokens]
        self.parents: list[int] = [-1]
        self.hints: list[Role | None] = [None]

    def split(self) -> tuple[list[int], list[int], list[Role | None]]:
        owner: list[int] = []
        current, stack = 0, list[int]()
        opener = self._opening_condition()
        if opener:
            self.hints[0] = None
            self.parents.append(0)
            self.hints.append(Role.CONDITION)
            owner += [1] * opener
        for position in range(len(owner), len(self.tokens)):
            text = self.tokens[position].text
            if text in _OPEN and self.tokens[position].kind is Kind.PUNCT:
                stack.append(current)
                current = self._new(current, self._bracket_role(position))
                owner.append(current)
                continue
            if text in _CLOSE and stack and self.tokens[position].kind is Kind.PUNCT:
                owner.append(current)
                current = stack.pop()
                continue
            if position and not stack:
                found = self._boundary(position, current)
                if found is not None:
                    current = found
            owner.append(current)
        return owner, self.parents, self.hints

    def _new(self, parent: int, hint: Role | None) -> int:
        self.parents.append(parent)
        self.hints.append(hint)
        return len(self.parents) - 1

    def _opening_condition(self) -> int:
        """Tokens of an opening "If …," up to its comma, 0 when there is none."""
        start = 0
        if self.words and self.words[0] not in english.CONDITION_OPENERS:
            return 0
        for position in range(start + 2, len(self.words)):
            if self.words[position] in (",", ":") and position + 1 < len(self.words):
                return position + 1
            if self.words[position] in _DASHES | {";"}:
                return 0
        return 0

    def _bracket_role(self, position: int) -> Role | None:
        after = self.words[position + 1 : position + 4]
        if after[:1] and (after[0] in english.EXAMPLE_OPENERS or after[:2] == ["for", "example"]):
            return Role.EXAMPLE
        if after[:1] and after[0] in {"if", "unless", "when", "only", "except", "until"}:
            return Role.CONDITION
        end = min(len(self.words), position + LONGEST_ASIDE)
        close = next(
            (n for n in range(position + 1, end) if self.words[n] in _CLOSE),
            end,
        )
        inside = range(position + 1, close)
        if any(self.tags[n] is Tag.NEGATION for n in inside):
            return Role.EXCEPTION
        return Role.ASIDE

    def _boundary(self, position: int, current: int) -> int | None:
        """The clause that begins at this token, None where the current one goes on."""
        words, tags = self.words, self.tags
        word, after = words[position], words[position + 1] if position + 1 < len(words) else ""
        top = self._top(current)
        if word == ";":
            return self._new(-1, None)
        if (
            word in _DASHES
            and self.tokens[position].space
            and after
            and (position + 1 < len(words) and self.tokens[position + 1].space)
        ):
            if self.hints[current] is Role.ASIDE:  # the second dash of a pair closes the aside
                return None
            return self._new(-1, self._opened_role(position + 1))
        if word == ":" and self.tokens[position].kind is Kind.PUNCT:
            return None
        if word == ",":
            role = self._opened_role(position + 1)
            if role is not None:
                return self._new(top, role)
            return self._new(top, None) if self._coordinated(position + 1) else None
        if words[position - 1] == ",":
            return None
        if word in {"and", "then"} and self._coordinated(position):
            return self._new(top, None)
        if tags[position] is Tag.SUBORDINATOR or word in {"unless", "until", "except"}:
            if word == "because":
                return self._new(top, Role.CONDITION if self._denied(position) else Role.REASON)
            if word in english.CONDITION_OPENERS | {"except"} and position > 1:
                return self._new(top, Role.CONDITION if word != "except" else Role.EXCEPTION)
        if word in {"instead", "rather"} and after in {"of", "than"}:
            return self._new(top, Role.EXCEPTION)
        if word == "such" and after == "as":
            return self._new(top, Role.EXAMPLE)
        if word == "so" and after == "that":
            return self._new(top, Role.REASON)
        if word == "to" and after in _PURPOSE_VERBS and position > 3:
            return self._new(top, Role.REASON)
        return None

    def _opened_role(self, position: int) -> Role | None:
        """The role that a clause's first words announce; None where they announce nothing."""
        if position >= len(self.words):
            return None
        word = self.words[position]
        after = self.words[position + 1] if position + 1 < len(self.words) else ""
        if word in english.EXAMPLE_OPENERS or (word, after) in {("for", "example"), ("such", "as")}:
            return Role.EXAMPLE
        if word == "so" and self.tags[position + 1 : position + 2] != [Tag.PRONOUN]:
            return Role.PLAIN if self._instructs(position + 1) else Role.REASON
        if word in {"because", "since", "so", "thus", "therefore", "hence"}:
            return Role.REASON
        if word in english.CONDITION_OPENERS and word != "where":
            return Role.CONDITION
        if word in {"except", "not", "never", "rather", "instead", "nor"}:
            return Role.EXCEPTION
        if word in {"which", "who", "where", "whose"}:
            return Role.PLAIN
        if self.tags[position] is Tag.GERUND and word in _GERUND_RESULTS:
            return Role.REASON
        if word in {"but", "while", "whereas", "although", "though", "yet"}:
            return Role.PLAIN
        return None

    def _denied(self, position: int) -> bool:
        """True where a reason is what is denied: "not done merely because it works"."""
        before = self.words[position - 1]
        return before in {"merely", "just", "only", "simply", "solely"} or (
            Tag.NEGATION in self.tags[:position]
        )

    def _instructs(self, position: int) -> bool:
        """True where a negation or a bare verb begins: what follows from the reason is a rule."""
        head = self.tags[position : position + 2]
        return (
            Tag.NEGATION in head
            or head[:1] == [Tag.VERB]
            or "do" in self.words[position : position + 1]
        )

    def _coordinated(self, position: int) -> bool:
        """True where a further predicate of the same subject begins ("…, and opens a pull …")."""
        while position < len(self.words) and self.words[position] in {"and", "or", "then", "also"}:
            position += 1
        if position >= len(self.words) or self.tags[position] is not Tag.VERB:
            return False
        near = range(position - 1, max(-1, position - LONGEST_ASIDE), -1)
        last = next((n for n in near if self.tags[n] is Tag.VERB), None)
        return last is not None and position - last > 3 and len(self.words) - position > 2

    def _top(self, clause: int) -> int:
        """The clause that a new subordinate clause hangs on."""
        while self.parents[clause] >= 0 and self.hints[clause] in BOUND:
            clause = self.parents[clause]
        return clause


_GERUND_RESULTS = frozenset(
    "making ensuring causing allowing enabling preventing avoiding keeping reducing meaning "
    "giving helping leaving resulting".split()
)


_BEFORE_VERB = frozenset({Tag.PUNCT, Tag.COORDINATOR, Tag.ADVERB})


def _role(tokens: Sequence[Token], tags: Sequence[Tag], inside: Sequence[int]) -> Role:
    words = [tokens[n].lower for n in inside]
    if not words:
        return Role.PLAIN
    known = set(words)
    if known & _PLEASING and known & {"we", "you", "our", "us", "i", "thanks"}:
        return Role.PLEASANTRY
    if known & _FORBIDDING or any(tags[n] is Tag.NEGATION for n in inside):
        return Role.PROHIBITION
    if known & _REQUIRING:
        return Role.REQUIREMENT
    if known & _PREFERRING:
        return Role.PREFERENCE
    first = next((n for n in inside if tags[n] not in _BEFORE_VERB), None)
    if first is not None and tags[first] is Tag.VERB and not tokens[first].lower.endswith("s"):
        return Role.REQUIREMENT
    if len(words) > 2 and words[0] in _REASON_STARTS and set(words[1:4]) & _REASON_VERBS:
        return Role.REASON
    if words[:2] == ["for", "example"] or words[0] in {"e.g.", "i.e."}:
        return Role.EXAMPLE
    if any(tokens[n].is_anchor for n in inside):
        return Role.VALUE
    return Role.PLAIN
