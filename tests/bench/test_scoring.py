"""The scorer of fact cards, on texts small enough to judge by reading."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.scoring import (
    Card,
    CardError,
    kept,
    make_card,
    read_cards,
    split_front_matter,
    split_statements,
)


def card(*groups: list[str], polarity: str | None = None) -> Card:
    return make_card(
        {
            "id": "t-1",
            "fact": "for the test",
            "keys": list(groups),
            "polarity": polarity,
            "kind": "requirement",
        }
    )


def states(text: str, one: Card) -> bool:
    return one.stated_by(split_statements(text)) is not None


LOCK = card(["lock"], ["edit", "touch"])
NO_LOCK = card(["lock"], ["edit", "touch"], polarity="neg")


@pytest.mark.parametrize(
    "text",
    [
        "- Edit the lock file",
        "Touching locks is fine",
        "## Lock file\n\nYou may edit it",  # one group from the heading
        "## Edit the lock file\n\n## Next\n\nother",  # a heading is a statement too
        "# Locks\n\n## Today\n\nEdit it",  # from a heading further up
        "Lock files{\nedit\n}",  # from a block
        "R.Lock files{\nHow{\nedit\n}\n}",  # from a block around the block
        "```\nlock\nedit\n```",  # a fence is one statement
        "---\ntype: core\n---\nEdit **lo**ck",
    ],
)
def test_kept(text: str) -> None:
    assert states(text, LOCK)


@pytest.mark.parametrize(
    "text",
    [
        "- The lock file\n- Edit it",  # two statements
        "## Lock file\n\nWhat stands here",  # a group is missing
        "Lock files{\nname\n}\nedit",  # the block has been closed
        "# Lock\n\n# Other\n\nedit",  # the heading has been left
        "A block of credits",  # alternatives match at the start of a word only
        "---\nedit: lock\n---\n",  # front matter is not read
        "```\nlock\n```\n```\nedit\n```",
    ],
)
def test_lost(text: str) -> None:
    assert not states(text, LOCK)


@pytest.mark.parametrize(
    "text",
    [
        "Never edit the lock file",
        "¬edit lock",
        "Don’t touch the lock",
        "Edit the lock file only through the tool",
        "## What not to do\n\n- Edit the lock file",
        "P.Files{\nedit lock\n}",
        "P{\nedit lock\n}",
        "🚫 edit lock",
    ],
)
def test_negation_kept(text: str) -> None:
    statements = split_statements(text)
    assert NO_LOCK.stated_by(statements)
    assert not NO_LOCK.flipped_in(statements)


@pytest.mark.parametrize(
    "text",
    [
        "Edit the lock file",
        "R.Files{\nedit lock\n}",
        "Notable: edit the lock",  # "not" inside a word
        "## What not to do\n\n### Details\n\n- Edit the lock",  # only the nearest heading counts
    ],
)
def test_flipped(text: str) -> None:
    statements = split_statements(text)
    assert NO_LOCK.stated_by(statements) is None
    assert NO_LOCK.flipped_in(statements)


def test_one_group_must_be_in_the_statement_itself() -> None:
    assert not states("# Lock, edit\n\n## Never\n\nother", NO_LOCK)
    assert states("# Lock\n\n## Never\n\nedit", NO_LOCK)


def test_dropped_is_not_flipped() -> None:
    assert not NO_LOCK.flipped_in(split_statements("Something else"))


def test_a_long_line_is_read_in_windows_of_three_sentences() -> None:
    filler = "This sentence says nothing of interest at all to anyone who reads it. "
    assert states("The lock. Please edit. " + filler * 6, LOCK)
    assert not states("The lock. " + filler * 6 + "Please edit.", LOCK)
    assert not states("The lock. One. Two. Please edit. " + filler * 6, LOCK)
    assert states("The lock. One. Please edit. " + filler * 6, LOCK)
    assert states("The lock. " + filler * 4 + "Please edit.", LOCK)  # 400 characters or fewer


def test_notation_in_a_fence_is_read_line_by_line() -> None:
    text = "```crux\n⟦CRUX:memory\nlock\nedit\n⟧\n```\nafter"
    assert not states(text, LOCK)
    assert [statement.text for statement in split_statements(text)][-1] == "after"


def test_a_fence_that_never_closes_protects_nothing() -> None:
    assert not states("```\nlock\nedit", LOCK)


def test_lines_are_those_of_the_file() -> None:
    text = "---\na: 1\n---\n\n# Title\n\n```\nx\n```\nlast\n"
    assert [(s.line, s.text) for s in split_statements(text)] == [
        (5, "title"),
        (7, "```\nx\n```"),
        (10, "last"),
    ]


def test_front_matter_and_body_join_to_the_text() -> None:
    for text in (
        "---\na: 1\n---\n\nx",
        "x\n---\n",
        "---\nno end",
        "\ufeff---\r\na: 1\r\n---\r\nx",
        "",
    ):
        front, body = split_front_matter(text)
        assert front + body == text
    assert split_front_matter("---\na: 1\n---\nx") == ("---\na: 1\n---\n", "x")
    assert split_front_matter("x\n---\ny\n---\n")[0] == ""


def test_symbols_match_anywhere() -> None:
    assert states("size≥3", card(["≥3"]))
    assert not states("size13", card(["3"]))


def test_kept_returns_the_cards_in_order() -> None:
    cards = [card(["one"]), card(["two"]), card(["three"])]
    assert kept(cards, split_statements("three and one")) == (cards[0], cards[2])


def test_nearest_statement_of_a_lost_card() -> None:
    statements = split_statements("nothing\nthe lock\n")
    near, lacking = LOCK.nearest_in(statements)
    assert near is statements[1]
    assert lacking == 1


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"id": "a", "fact": "b", "keys": [], "polarity": null, "kind": "value"}',
        '{"id": "a", "fact": "b", "keys": [[]], "polarity": null, "kind": "value"}',
        '{"id": "a", "fact": "b", "keys": [[""]], "polarity": null, "kind": "value"}',
        '{"id": "a", "fact": "b", "keys": [["x"]], "polarity": "no", "kind": "value"}',
        '{"id": "a", "fact": "b", "keys": [["x"]], "polarity": null}',
    ],
)
def test_a_malformed_card_is_named(tmp_path: Path, line: str) -> None:
    good = '{"id": "a", "fact": "b", "keys": [["x"]], "polarity": null, "kind": "value"}'
    path = tmp_path / "some.facts.jsonl"
    path.write_text(f"{good}\n{line}\n", encoding="utf-8")
    with pytest.raises(CardError, match=r"some\.facts\.jsonl:2"):
        read_cards(path)
