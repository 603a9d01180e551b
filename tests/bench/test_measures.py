"""Anchors, negations and headings, on texts small enough to judge by reading."""

from __future__ import annotations

import pytest
from bench.measures import Anchor, anchors, negations, survival

SOURCE = """\
# Build rules

Run `make all` in `src/app/` at most 3 times; it takes 1,200 ms. Never use --force.

## The release notes

See https://example.org/a_b and docs/guide.md, version 1.2.3, #45, snake_case and 10 MB.

  ```sh
  make all
  ```
"""


def found(text: str) -> set[tuple[str, str]]:
    return {(anchor.kind, anchor.text) for anchor in anchors(text)}


def test_anchors_of_a_text() -> None:
    assert found(SOURCE) == {
        ("code", "make all"),
        ("code", "src/app/"),
        ("number", "3"),
        ("number", "1200 ms"),
        ("flag", "--force"),
        ("url", "https://example.org/a_b"),
        ("path", "docs/guide.md"),
        ("version", "1.2.3"),
        ("reference", "#45"),
        ("identifier", "snake_case"),
        ("number", "10 mb"),
        ("fence", "```sh\nmake all\n```"),
    }


def test_a_text_survives_in_itself() -> None:
    same = survival(SOURCE, SOURCE)
    assert same.anchors == (12, 12)
    assert same.negations == (1, 1)
    assert same.headings == (2, 2)
    assert (same.mangled, same.lost_anchors, same.lost_headings) == ((), (), ())


def test_notation_is_read_as_well() -> None:
    output = """\
⟦CRUX:memory
R.Build rules{
Run `make all` in src/app/ ≤3 times; takes 1200ms; ¬--force
release notes{
https://example.org/a_b, docs/guide.md, 1.2.3, #45, snake_case, 10MB
```sh
make all
```
}
}
⟧
"""
    report = survival(SOURCE, output)
    assert report.lost_anchors == ()
    assert report.mangled == ()
    assert report.negations == (1, 1)
    assert report.headings == (2, 2)


@pytest.mark.parametrize(
    ("old", "new", "lost"),
    [
        ("`make all` in", "`make` in", None),  # still in the fence
        ("`src/app/`", "src/ap/", Anchor("code", "src/app/")),
        ("3 times", "4 times", Anchor("number", "3")),
        ("1,200 ms", "1,200 s", Anchor("number", "1200 ms")),
        ("--force", "--forced", Anchor("flag", "--force")),
        ("a_b", "a_bc", Anchor("url", "https://example.org/a_b")),
        ("docs/guide.md", "docs guide", Anchor("path", "docs/guide.md")),
        ("1.2.3", "1.2.4", Anchor("version", "1.2.3")),
        ("#45", "#456", Anchor("reference", "#45")),
        ("snake_case", "snakecase", Anchor("identifier", "snake_case")),
        ("10 MB", "10 GB", Anchor("number", "10 mb")),
        ("  make all\n", "  make  all\n", Anchor("fence", "```sh\nmake all\n```")),
    ],
)
def test_a_lost_anchor_is_named(old: str, new: str, lost: Anchor | None) -> None:
    assert SOURCE.count(old) == 1
    report = survival(SOURCE, SOURCE.replace(old, new))
    assert report.lost_anchors == ((lost,) if lost else ())


@pytest.mark.parametrize(
    ("added", "mangled"),
    [
        ("takes 9 ms", ("number", "9 ms")),
        ("`make some`", ("code", "make some")),
        ("see docs/guide.mdx/", ("path", "docs/guide.mdx/")),
        ("--forc", ("flag", "--forc")),
        ("otherName", ("identifier", "otherName")),
    ],
)
def test_an_anchor_that_the_source_lacks_is_mangled(added: str, mangled: tuple[str, str]) -> None:
    report = survival(SOURCE, f"{SOURCE}\n{added}\n")
    assert report.mangled == (Anchor(*mangled),)


def test_a_number_may_have_been_a_word() -> None:
    assert survival("at least three times", "≥3 times").mangled == ()
    assert survival("at least four times", "≥3 times").mangled == (Anchor("number", "3"),)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Do not do it, never", 2),
        ("don't and can’t", 2),
        ("¬a; b≠c", 2),
        ("knot, another, nothing", 0),
        ("`not` here", 0),  # code
        ("```\nnot\n```\n", 0),
        ("P.Files{\nedit lock\ntouch mode\n}\nedit\n", 2),
        ("P.Files{\nnever edit lock\n}\n", 1),
    ],
)
def test_negations(text: str, count: int) -> None:
    assert negations(text) == count


def test_a_heading_needs_all_its_words_in_one_name() -> None:
    source = "# Alpha beta\n\n# Gamma\n"
    assert survival(source, "Alpha{\nbeta\n}\nGamma{\n}\n").lost_headings == ("Alpha beta",)
    assert survival(source, "# Alpha and Beta\n\nGamma\n").lost_headings == ("Gamma",)
    assert survival(source, "R.AlphaBeta{\n}\nE.Gamma{\n}\n").lost_headings == ()
