"""Front matter and body: every byte stays, only our own lines come and go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crux_memory.errors import InvalidInputError
from crux_memory.memory_file import METADATA_KEYS, quoted, split
from crux_memory.metadata import strip

PIECES = ["---", "...", "\n", "\r\n", "\r", "a: b", "key:", "- x", " ", "\t", "\ufeff", "# H", "ü"]
texts = st.lists(st.sampled_from(PIECES), max_size=25).map("".join) | st.text(max_size=60)
keys = st.dictionaries(st.sampled_from(METADATA_KEYS), st.text(max_size=20), min_size=1)


@given(texts)
def test_join_gives_back_every_text(text: str) -> None:
    assert split(text).join() == text


@given(texts, keys)
def test_lines_that_are_added_can_be_removed_without_a_trace(
    text: str, fields: dict[str, str]
) -> None:
    file = split(text).without(METADATA_KEYS)
    back = strip(split(file.with_fields(fields).join()))
    expected = file if file.front.strip() else file.without_empty_front_matter()
    # A front matter that ends with the text gets an end of line before anything can follow.
    assert back.join() in (expected.join(), expected.with_body("").join())


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
def test_quoted_values_are_read_back(value: str) -> None:
    file = split(f"---\nkey: {quoted(value)}\n---\n")
    assert file.scalar("key") == value


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("true", "true"),
        ("33", "33"),
        ("69%", "69%"),
        ("2026-03-14", "2026-03-14"),
        (".ai-ignored/memories/sources/20260314/a-b.memory.md",) * 2,
        ("a: b", '"a: b"'),
        ("yes", '"yes"'),
        ("#x", '"#x"'),
        ("a #b", '"a #b"'),
        ("- x", '"- x"'),
        ("it's", '"it\'s"'),
        ('say "x"', '"say \\"x\\""'),
        ("two\nlines", '"two\\u000alines"'),
        ("", '""'),
    ],
)
def test_values_are_quoted_only_when_yaml_needs_it(value: str, written: str) -> None:
    assert quoted(value) == written


@pytest.mark.parametrize(
    ("text", "front", "body"),
    [
        ("---\na: b\n---\nbody", "a: b\n", "body"),
        ("---\na: b\n---", "a: b\n", ""),
        ("---\na: b\n...\nbody", "a: b\n", "body"),
        ("\ufeff---\r\na: b\r\n---\r\nbody\r\n", "a: b\r\n", "body\r\n"),
        ("--- \na: |\n  text\n\n  more\n---\n\nbody", "a: |\n  text\n\n  more\n", "\nbody"),
        ("---\ntags:\n- a\n- b\n---\nbody", "tags:\n- a\n- b\n", "body"),
        ("---\n---\nbody", "", "body"),
        # Rules of Markdown, no front matter:
        ("---\n\nSome prose here.\n\n---\nmore", None, None),
        ("---\n- a list\n---\n", None, None),
        ("text\n---\na: b\n---\n", None, None),
        (" ---\na: b\n---\n", None, None),
        ("----\na: b\n----\n", None, None),
        ("", None, None),
    ],
)
def test_what_is_front_matter(text: str, front: str | None, body: str | None) -> None:
    file = split(text)
    assert file.has_front_matter is (front is not None)
    if front is not None:
        assert (file.front, file.body) == (front, body)
    else:
        assert file.body == text.removeprefix("\ufeff")
    assert not file.warning


def test_front_matter_without_an_end_is_body_and_said() -> None:
    file = split("---\ntitle: x\n\n# Heading\n")
    assert not file.has_front_matter
    assert "no closing" in file.warning


def test_fields_are_strings_as_written() -> None:
    front = "on: off\ndate: 2026-01-02\nn: 007\nq: 'it''s'\ntags: [a, b]\ntitle: One: two # not\n"
    fields = split(f"---\n{front}---\n").fields()
    assert fields["on"] == "off"
    assert fields["date"] == "2026-01-02"
    assert fields["n"] == "007"
    assert fields["tags"] == ["a", "b"]


def test_a_value_with_a_colon_is_read_as_meant() -> None:
    file = split('---\ntitle: Pitfall: "x" is C:\\new\ntype: core\n---\n')
    assert file.scalar("title") == 'Pitfall: "x" is C:\\new'
    assert file.scalar("type") == "core"


@pytest.mark.parametrize(
    "front",
    [
        "a: [1, 2\n",
        'a: "open\n',
        "a: *nowhere\n",
        "a:\n\t- b\n",
        "a: " + "[" * 5000 + "\n",
    ],
)
def test_broken_yaml_is_an_error_of_ours(front: str) -> None:
    with pytest.raises(InvalidInputError, match="front matter"):
        split(f"---\n{front}---\n").fields()


def test_broken_yaml_is_located_in_the_file() -> None:
    with pytest.raises(InvalidInputError, match="line 4"):
        split("---\na: b\nc: 'open\n---\n").fields()


def test_tags_and_aliases_execute_and_explode_nothing() -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
        for before, name in zip("abcdefghi", "bcdefghij", strict=True)
    )
    file = split(f"---\n{bomb}x: !!python/object/apply:os.system ['false']\ntype: core\n---\n")
    assert file.scalar("type") == "core"


def test_a_list_where_a_scalar_is_needed_is_an_error() -> None:
    with pytest.raises(InvalidInputError, match="type: found a list"):
        split("---\ntype: [a]\n---\n").scalar("type")


def test_removing_takes_what_belongs_to_the_key_and_nothing_else() -> None:
    text = "---\na: 1\nsourceArchive: >-\n  folded\n  value\ncompressedNot: 2\n  # c\nb: 3\n---\n"
    assert split(text).without(METADATA_KEYS).front == "a: 1\ncompressedNot: 2\n  # c\nb: 3\n"


def test_metadata_takes_the_line_ending_of_the_file() -> None:
    file = split("---\r\na: b\r\n---\r\nx\r\n").with_fields({"compressed": "true"})
    assert file.with_body("y\nz\n").join() == (
        "---\r\na: b\r\ncompressed: true\r\n---\r\ny\r\nz\r\n"
    )


def test_front_matter_is_made_where_there_is_none() -> None:
    file = split("body\n").with_fields({"compressed": "true"})
    assert file.join() == "---\ncompressed: true\n---\nbody\n"
