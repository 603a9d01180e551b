"""Scores how many facts of a source text a compressed version still states.

A fact card is one JSON object a line of ``NAME.facts.jsonl``, written by hand from the source::

    {"id": "uv-03", "fact": "Never edit the lock file by hand",
     "keys": [["lock"], ["edit", "touch", "change"]], "polarity": "neg", "kind": "prohibition"}

It is kept when ONE statement of the text, read with the headings or block names above it, holds
an alternative of every group in ``keys``, at least one of them in the statement itself. A card
with polarity ``neg`` also wants a negation in that statement, or in its nearest heading, or a P
block around it. A statement is a line; a fence is one; a line of more than 400 characters is read
in windows of three sentences. Alternatives match case-insensitively at the start of a word; one
that starts with another character than a letter or digit matches anywhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NEGATION = re.compile(
    r"¬|✗|❌|🚫|⊥|≻|!=|≠|"
    r"\b(?:not|no|never|none|nor|without|cannot|avoid|except|unless|only|instead|rather|"
    r"forbid\w*|prohibit\w*|refus\w*|reject\w*|disallow\w*|ban(?:ned)?|skip|stop|drop|ignore[sd]?|"
    r"exclude[sd]?|lose[s]?|mustn|don|doesn|isn|aren|won|can't|shouldn|wasn|weren|hasn|haven|didn|"
    r"prefer\w*|non)\b|n't\b|n’t\b",
    re.IGNORECASE,
)
LONG_LINE = 400

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(.+)$")
_BLOCK_OPEN = re.compile(r"([ΡEΛΠΚRPΓMΦΩ](?:\.[^{}<>\n]{1,80})?|[\w.\- ]{1,60})\s*[{<]\s*$")
_BLOCK_CLOSE = frozenset({"}", ">", "};"})
_PROHIBITION_BLOCK = re.compile(r"(?:^|\s)P(?=[.{<\s]|$)")
_SENTENCE_END = re.compile(r"(?<=[.!?;}])\s*")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})


class CardError(ValueError):
    """A card file holds a line that is no fact card."""


@dataclass(frozen=True)
class Statement:
    """A place in which a fact is looked for; `context` and `text` are normalised."""

    line: int  # 1-based line of the text, front matter included in the count
    context: str  # every heading and block name above, joined
    nearest: str  # the innermost of them, as written
    text: str

    @property
    def negates(self) -> bool:
        """Whether the statement or what stands right above it says no."""
        return bool(
            NEGATION.search(self.text)
            or NEGATION.search(self.nearest)
            or _PROHIBITION_BLOCK.search(f"{self.nearest} {self.text[:3].upper()}")
        )


@dataclass(frozen=True)
class Card:
    """One fact with what its statement must hold."""

    id: str
    fact: str
    keys: tuple[tuple[str, ...], ...]
    negative: bool
    kind: str
    patterns: tuple[re.Pattern[str], ...] = field(repr=False, compare=False)

    def matches(self, statement: Statement) -> bool:
        """Whether the statement pins the association, whatever its polarity."""
        inside = False
        for pattern in self.patterns:
            if pattern.search(statement.text):
                inside = True
            elif not pattern.search(statement.context):
                return False
        return inside

    def stated_by(self, statements: Iterable[Statement]) -> Statement | None:
        """The first statement that keeps the fact, or None where it is lost."""
        for statement in statements:
            if self.matches(statement) and (not self.negative or statement.negates):
                return statement
        return None

    def flipped_in(self, statements: Sequence[Statement]) -> bool:
        """Whether a negative fact is only stated without its negation."""
        return (
            self.negative
            and self.stated_by(statements) is None
            and any(self.matches(statement) for statement in statements)
        )

    def nearest_in(self, statements: Iterable[Statement]) -> tuple[Statement | None, int]:
        """The statement that holds most groups in itself, and how many it lacks."""
        best: Statement | None = None
        most = 0
        for statement in statements:
            held = sum(1 for pattern in self.patterns if pattern.search(statement.text))
            if held > most:
                best, most = statement, held
        return best, len(self.patterns) - most


def read_cards(path: Path) -> tuple[Card, ...]:
    """The cards of one file. Raises `CardError` with the line of the first that is malformed."""
    cards = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                cards.append(make_card(json.loads(line)))
            except (ValueError, KeyError, TypeError) as error:
                raise CardError(f"{path.name}:{number}: no fact card: {error}") from error
    return tuple(cards)


def make_card(raw: dict[str, Any]) -> Card:
    """A card from its JSON object. Raises `KeyError` or `ValueError` where it is malformed."""
    keys = tuple(tuple(str(word) for word in group) for group in raw["keys"])
    if not keys or not all(keys) or not all(word for group in keys for word in group):
        raise ValueError("keys must be groups of words, none of them empty")
    if raw["polarity"] not in (None, "neg"):
        raise ValueError(f"polarity must be null or 'neg', not {raw['polarity']!r}")
    return Card(
        id=str(raw["id"]),
        fact=str(raw["fact"]),
        keys=keys,
        negative=raw["polarity"] == "neg",
        kind=str(raw["kind"]),
        patterns=tuple(_group_pattern(group) for group in keys),
    )


def kept(cards: Iterable[Card], statements: Sequence[Statement]) -> tuple[Card, ...]:
    """The cards that some statement keeps."""
    return tuple(card for card in cards if card.stated_by(statements))


def split_front_matter(text: str) -> tuple[str, str]:
    """Front matter with its delimiters (may be empty) and the body; joined they are the text."""
    match = _FRONT_MATTER.match(text)
    cut = match.end() if match else 0
    return text[:cut], text[cut:]


def split_statements(text: str) -> list[Statement]:
    """The statements of a Markdown or CRUX text, without its front matter."""
    return list(_Reader().read(text))


def normalise(text: str) -> str:
    """Lower case, straight quotes, no marks of bold."""
    return re.sub(r"\*\*|__", "", text.translate(_QUOTES)).lower()


def _group_pattern(alternatives: Iterable[str]) -> re.Pattern[str]:
    def part(alternative: str) -> str:
        wanted = normalise(alternative)
        start = r"(?<![a-z0-9])" if re.match(r"[a-z0-9]", wanted) else ""
        return start + re.escape(wanted)

    return re.compile("|".join(map(part, alternatives)))


class _Reader:
    """Walks the lines with the headings, the blocks and the fence it stands in."""

    def __init__(self) -> None:
        self._headings: list[tuple[int, str]] = []
        self._blocks: list[str] = []

    def read(self, text: str) -> Iterator[Statement]:
        front, body = split_front_matter(text)
        lines = list(enumerate(body.splitlines(), 1 + len(front.splitlines())))
        position = 0
        in_notation = False  # notation inside a fence is read line by line
        while position < len(lines):
            number, line = lines[position]
            mark = _FENCE.match(line)
            if mark and (in_notation or "crux" in line.lower()):
                in_notation = not in_notation
            elif mark:
                end = _closing(lines, position, mark.group(1))
                pieces = [piece for _, piece in lines[position : end + 1]]
                if end == len(lines):  # a fence that never closes protects nothing
                    for offset, piece in enumerate(pieces):
                        yield self._statement(number + offset, piece)
                else:
                    yield self._statement(number, "\n".join(pieces))
                position = end
            else:
                yield from self._read_line(number, line)
            position += 1

    def _read_line(self, number: int, line: str) -> Iterator[Statement]:
        heading = _HEADING.match(line)
        if heading:
            level, title = len(heading.group(1)), heading.group(2)
            self._headings = [above for above in self._headings if above[0] < level]
            yield self._statement(number, title)
            self._headings.append((level, title))
            return
        if not line.strip():
            return
        for piece in _windows(line):
            yield self._statement(number, piece)
        opener = _BLOCK_OPEN.search(line.rstrip())
        if opener:
            self._blocks.append(opener.group(1))
        elif line.strip() in _BLOCK_CLOSE and self._blocks:
            self._blocks.pop()

    def _statement(self, number: int, piece: str) -> Statement:
        names = [*(title for _, title in self._headings), *self._blocks]
        nearest = names[-1] if names else ""
        return Statement(number, normalise(" ".join(names)), nearest, normalise(piece))


def _closing(lines: Sequence[tuple[int, str]], start: int, mark: str) -> int:
    """Index of the line that closes the fence, or the number of lines where none does."""
    for index in range(start + 1, len(lines)):
        other = _FENCE.match(lines[index][1])
        if other and other.group(1)[0] == mark[0] and len(other.group(1)) >= len(mark):
            return index
    return len(lines)


def _windows(line: str) -> list[str]:
    if len(line) <= LONG_LINE:
        return [line]
    parts = _SENTENCE_END.split(line)
    return [" ".join(parts[i : i + 3]) for i in range(max(1, len(parts) - 2))]
