"""Every check of the validation finds what it is for, in a candidate that somebody else wrote."""

from __future__ import annotations

import pytest

from crux_memory.terse.validation import validate, validate_notation
from crux_memory.text import compress_text
from crux_memory.tokens import get_counter

_COUNTER = get_counter("o200k_base")
ORIGINAL = """---
name: sample
---
# The Title

The service must not be restarted by hand, unless the queue is empty. See https://a.b/guide and
`make run`, then `make stop`.\x20\x20
Keep 3 copies of it.

- The first item of the list
  - The item below it
- [docs](docs/a.md)

1. The agent should read the file.

```sh
make test
```

    indented code

| Name | Value |
|---|---|
| a | The value is 5 |

<!-- crux:keep -->
Exactly the words.
<!-- crux:/keep -->

<div>html</div>

[ref]: https://c.d/e

## The End

❌ Do not skip the tests.
"""
SHORTER = ORIGINAL.replace("The first item of the list", "First item of list")


def _checks(candidate: str) -> set[str]:
    return {failure.check for failure in validate(ORIGINAL, candidate, _COUNTER)}


def test_a_faithful_candidate_passes() -> None:
    assert validate(ORIGINAL, SHORTER, _COUNTER) == []


@pytest.mark.parametrize(
    ("old", "new", "check", "line"),
    [
        ("name: sample", "name: simple", "front matter", 1),
        ("# The Title", "# Title", "headings", 4),
        ("## The End", "# The End", "headings", 34),
        ("not be restarted", "be restarted", "negations", 6),
        ("unless", "when", "negations", 6),
        ("https://a.b/guide", "the guide", "URLs", 6),
        ("docs/a.md", "docs/b.md", "URLs", 12),
        ("`make run`", "`make`", "code spans", 7),
        ("`make run`, then `make stop`", "`make stop`, after `make run`", "code spans", 7),
        ("`make stop`.  \n", "`make stop`.\n", "hard line breaks", 7),
        ("Keep 3 copies", "Keep 2 copies", "numbers", 6),
        ("  - The item below it", "- The item below it", "list items", 11),
        ("\n- [docs](docs/a.md)", "\n[docs](docs/a.md)", "list items", 12),
        ("1. The agent", "2. The agent", "list items", 14),
        ("read the file.", "read it.", "carve-out lines", 14),
        ("make test\n", "make check\n", "fences", 16),
        ("```sh", "````sh", "fences", 16),
        ("    indented code", "    indented  code", "indented code", 20),
        ("| a | The value is 5 |", "| a | The value is 5 |\n| b | c |", "tables", 22),
        ("The value is 5", "The value is 6", "numbers", 24),
        ("Exactly the words", "Exactly words", "carve-out lines", 27),
        ("<div>html", "<div>HTML", "HTML", 30),
        ("[ref]: https://c.d/e", "[ref]: https://c.d/f", "definitions", 32),
        ("Do not skip the tests", "Do not skip tests", "carve-out lines", 36),
    ],
)  # fmt: skip
def test_a_fault_is_found_at_its_place(old: str, new: str, check: str, line: int) -> None:
    assert old in SHORTER
    failures = validate(ORIGINAL, SHORTER.replace(old, new, 1), _COUNTER)
    assert check in {failure.check for failure in failures}
    first = next(failure for failure in failures if failure.check == check)
    assert first.line == line


def test_a_longer_candidate_fails() -> None:
    assert _checks(ORIGINAL.replace("first item", "first and foremost item")) == {"tokens"}
    assert _checks(ORIGINAL) == {"tokens"}


def test_a_negation_that_moved_to_another_item_is_found() -> None:
    original = "- Do not delete logs, please\n- Do delete caches, please\n"
    moved = "- Do delete logs\n- Do not delete caches\n"
    assert {f.check for f in validate(original, moved, _COUNTER)} == {"negations"}


def test_crux_is_compared_by_what_it_says() -> None:
    text = "# Rules\n\nThe agent must never really push to `main`, and it keeps 3 copies of it.\n"
    good = compress_text(text)
    assert {f.check for f in validate_notation(text, good, _COUNTER)} <= {"tokens"}
    for old, new, check in (
        ("never ", "", "negations"),
        ("main", "dev", "code spans"),
        ("3", "4", "numbers"),
        ("Rules", "Notes", "headings"),
    ):
        assert old in good
        failures = validate_notation(text, good.replace(old, new), _COUNTER)
        assert check in {f.check for f in failures}
