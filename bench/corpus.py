"""A corpus: texts in one folder, their fact cards in another (or the same)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bench.scoring import Card, Statement, read_cards, split_front_matter, split_statements

OWN = Path(__file__).parent / "own"
CARD_SUFFIX = ".facts.jsonl"
TEXT_SUFFIXES = (".memory.md", ".mdc", ".md", ".txt")


class CorpusError(Exception):
    """The folders hold no text with cards."""


@dataclass(frozen=True)
class Case:
    """One text with its cards. `name` is the file name without its suffix."""

    name: str
    text: str
    cards: tuple[Card, ...]

    @cached_property
    def front_matter(self) -> str:
        """The front matter with its delimiters, empty where there is none."""
        return split_front_matter(self.text)[0]

    @cached_property
    def body(self) -> str:
        """What the encoder is given."""
        return split_front_matter(self.text)[1]

    @cached_property
    def statements(self) -> list[Statement]:
        """The statements of the source."""
        return split_statements(self.text)

    @cached_property
    def memory_type(self) -> str | None:
        """The front matter's ``type``, as the encoder's options take it."""
        for line in self.front_matter.splitlines():
            key, _, value = line.partition(":")
            if key == "type":
                return value.strip().strip("\"'") or None
        return None


def load(texts: Path, cards: Path, only: tuple[str, ...] = ()) -> tuple[Case, ...]:
    """The texts under `texts` (any depth) that have cards under `cards`, by name.

    With `only`, those whose name contains one of these strings. Raises `CorpusError` where
    nothing is left.
    """
    by_name = {path.name[: -len(CARD_SUFFIX)]: path for path in cards.rglob("*" + CARD_SUFFIX)}
    cases = []
    for path in sorted(texts.rglob("*")):
        name = _stem(path)
        wanted = not only or any(part in name for part in only)
        if name in by_name and wanted and path.is_file():
            text = path.read_bytes().decode("utf-8")
            cases.append(Case(name, text, read_cards(by_name.pop(name))))
    if not cases:
        raise CorpusError(f"no text under {texts} has cards under {cards}")
    return tuple(sorted(cases, key=lambda case: case.name))


def _stem(path: Path) -> str:
    """The name without its suffix; empty for what is no text. ``a.memory.crux.md`` is not ``a``."""
    for suffix in TEXT_SUFFIXES:
        if path.name.endswith(suffix):
            return path.name[: -len(suffix)]
    return ""
