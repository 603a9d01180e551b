"""The own corpus: its cards are true of it, and say more than a bag of words."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from bench.corpus import OWN, TEXT_SUFFIXES, Case, load
from bench.scoring import kept, split_statements

CASES = load(OWN, OWN)
SEEDS = range(5)


def scramble(text: str, seed: int) -> str:
    """The words of a text shuffled across its lines, which keep their number of words."""
    words = text.split()
    random.Random(seed).shuffle(words)
    supply = iter(words)
    return "\n".join(" ".join(next(supply) for _ in line.split()) for line in text.splitlines())


def test_every_text_has_cards() -> None:
    names = {case.name for case in CASES}
    for path in OWN.iterdir():
        if path.name.endswith(TEXT_SUFFIXES):
            assert any(path.name.startswith(name) for name in names), path.name
    assert len(CASES) >= 12


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_card_is_kept_on_the_original(case: Case) -> None:
    lost = [card.id for card in case.cards if not card.stated_by(case.statements)]
    assert lost == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_cards_are_well_formed(case: Case) -> None:
    assert 14 <= len(case.cards) <= 18
    assert 40 <= len(case.text.splitlines()) <= 250
    for card in case.cards:
        assert card.kind in {
            "prohibition",
            "requirement",
            "condition",
            "value",
            "preference",
            "reason",
            "attribution",
        }, card.id
        assert len(card.keys) > 1 or card.negative, card.id


def test_ids_are_unique() -> None:
    ids = Counter(card.id for case in CASES for card in case.cards)
    assert [name for name, count in ids.items() if count > 1] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_scrambled_text_keeps_next_to_nothing(seed: int) -> None:
    cards = held = 0
    for case in CASES:
        found = split_statements(scramble(case.body, seed))
        cards += len(case.cards)
        held += len(kept(case.cards, found))
    assert held < 0.06 * cards


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_text_is_a_bag_of_words(case: Case) -> None:
    held = sum(len(kept(case.cards, split_statements(scramble(case.body, s)))) for s in SEEDS)
    assert held < 0.12 * len(case.cards) * len(SEEDS)
