"""A whole file, terser in place: prose changes, everything else is the same bytes."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from crux_memory.terse import rewrite
from crux_memory.terse.validation import validate
from crux_memory.tokens import get_counter
from tests.markdown_parts import bodies

_COUNTER = get_counter("o200k_base")
# Documents a run; CONTRIBUTING.md names the command of the long run.
_EXAMPLES = int(os.environ.get("CRUX_FUZZ_EXAMPLES", "300"))
_PROSE = "The server should really always be restarted before the tests are run in the folder."
_TERSE = "Server should always be restarted before tests are run in folder."


def _terse(text: str) -> str:
    return rewrite(text, _COUNTER).text


def test_prose_is_shortened() -> None:
    assert _terse(f"# The Title\n\n{_PROSE}\n") == f"# The Title\n\n{_TERSE}\n"


@pytest.mark.parametrize(
    "exact",
    [
        "```text\nthe agent should really read the file\n```",
        "~~~~\nthe agent should really read the file\n~~~~",
        "    the agent should really read the file",
        "# The heading of the really long file",
        "The heading of the file\n=======================",
        "1. The agent should really read the file.",
        "> 2. The agent should really read the file.",
        "**Recommendation:** the agent should really read the file.",
        "- **Empfehlung:** the agent should really read the file.",
        "❌ The agent should really read the file.",
        "- ⚠️ The agent should really read the file.",
        "✅ The agent should really read the file.",
        "THE AGENT SHOULD REALLY READ THE FILE.",
        "[MODE: PLAN] the agent should really read the file.",
        "<!-- crux:keep -->\nThe agent should really read the file.\n<!-- crux:/keep -->",
        "<!-- the agent should really read the file -->",
        "<div>\nthe agent should really read the file\n</div>",
        "@docs/the-rules.md",
        "[^1]: The agent should really read the file.",
        "[the ref]: https://example.org/the/file",
        "$$\nthe = a + an\n$$",
        "{% if the agent should really read the file %}",
        ":::note the agent should really read the file",
        "---\nkey: the value of the agent\n---",
    ],
)
def test_what_is_read_exactly_stays(exact: str) -> None:
    text = f"{_PROSE}\n\n{exact}\n\n{_PROSE}\n"
    assert _terse(text) == f"{_TERSE}\n\n{exact}\n\n{_TERSE}\n"


@pytest.mark.parametrize(
    "span",
    [
        "`the code`", "``the ` code``", "[the label](https://a.b/the)", "https://a.b/the/file",
        "[[the link]]", "{{ the.value }}", "$THE_HOME", "a/the/path.md", "v1.2.3", "2026-01-02",
        "<the-tag>", '"the exact words"', "\\*star\\*",
    ],
)  # fmt: skip
def test_a_span_stays(span: str) -> None:
    text = f"{_PROSE}\n\nRead the part about {span} before the tests are run in the folder.\n"
    assert span in _terse(text)


def test_structure_of_lists_tables_and_quotes_stays() -> None:
    text = (
        "- The first item of the list\n"
        "  - [ ] The task that should really be done\n"
        "    with a second line of the same task\n"
        "* The other list\n\n"
        "> The quote of the author is here.\n> The second line of it is here.\n\n"
        "| The name | The value |\n|:---|---:|\n| the first | The value of the cell is small |\n"
    )
    assert _terse(text) == (
        "- First item of list\n"
        "  - [ ] Task that should be done\n"
        "    with second line of same task\n"
        "* Other list\n\n"
        "> Quote of author is here.\n> Second line of it is here.\n\n"
        "| The name | The value |\n|:---|---:|\n| first | Value of cell small |\n"
    )


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_endings_and_hard_breaks_stay(ending: str) -> None:
    lines = [_PROSE + "  ", _PROSE + "\\", _PROSE]
    expected = [_TERSE + "  ", _TERSE + "\\", _TERSE]
    assert _terse(ending.join(lines)) == ending.join(expected)


def test_no_final_newline_and_a_byte_order_mark_stay() -> None:
    assert _terse(f"\ufeff{_PROSE}") == f"\ufeff{_TERSE}"


def test_other_languages_stay() -> None:
    text = (
        "Der Server muss vor den Tests neu gestartet werden, und das ist nicht verhandelbar.\n" * 3
    )
    result = rewrite(text, _COUNTER)
    assert (result.text, result.english) == (text, False)


def test_verbose_prose_loses_a_quarter() -> None:
    text = (
        "It is important to note that you should always make sure that the file is there. In order "
        "to do so, make use of the script, which is able to create the file. Due to the fact that "
        "the disk is really quite slow, it is recommended that you run the script prior to the "
        "release. In the event that the script fails, the backup of the file should be restored.\n"
    )
    assert _COUNTER.count(_terse(text)) <= 0.75 * _COUNTER.count(text)


@given(bodies)
@example("Really ✅.\n")
@example("Read the docs of the tool.\nThe API KEY.\n")
@settings(max_examples=_EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_document_validates_and_never_grows(body: str) -> None:
    result = rewrite(body, _COUNTER)
    assert result.spared == 0
    assert [f for f in validate(body, result.text, _COUNTER) if f.check != "tokens"] == []
    assert _COUNTER.count(result.text) <= _COUNTER.count(body)
    assert result.text.count("\n") == body.count("\n")
    assert rewrite(body, _COUNTER) == result


@given(st.text(alphabet="ab the*_`~-+#>|[]()!<&\\\n\r\t 1.:\"'é中🚫", max_size=200))
@settings(max_examples=_EXAMPLES, deadline=None)
def test_any_text_at_all_is_handled(text: str) -> None:
    result = rewrite(text, _COUNTER)
    assert [f for f in validate(text, result.text, _COUNTER) if f.check != "tokens"] == []
