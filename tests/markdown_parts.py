"""A Hypothesis strategy: Markdown bodies built from the parts that memory files are made of."""

from __future__ import annotations

from hypothesis import strategies as st

_WORDS = (
    "the a agent cache build file must not never only unless if when before after should run test "
    "delete keep path and or is are was to of in for with it they this that config server token "
    "read write because without every fails really simply release branch review"
).split()
_ANCHORS = (
    "`main`", "`src/app.py`", "`a|b`", "--force", "10 MB", "v1.2.3", "80 %", "https://a.b/c?d=1",
    "`parse()`", "2026-01-02", "#345", "camelCase", "snake_case", '"exact words"', "<name>",
    "[docs](docs/x.md)", "{id}", "*.md", "@user/pkg", "don't", "**bold words**", "_soft_", "✅",
    "→", "(an aside)", "e.g.", "5–7", "`{x} <y>`", "[[link]]", "C++",
)  # fmt: skip
_word = st.one_of(st.sampled_from(_WORDS), st.sampled_from(_WORDS), st.sampled_from(_ANCHORS))
_end = st.sampled_from([".", ".", ".", ":", "!", ";", ""])


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """One sentence of words and anchors."""
    words = draw(st.lists(_word, min_size=1, max_size=14))
    joined = draw(st.sampled_from([" ", " ", " ", ", ", " — "])).join(words)
    return joined[:1].upper() + joined[1:] + draw(_end)


_paragraphs = st.lists(sentences(), min_size=1, max_size=4).map(" ".join)
_items = st.lists(
    st.tuples(st.sampled_from(["- ", "* ", "1. ", "  - ", "- [ ] ", "- **Term** — "]), sentences()),
    min_size=1,
    max_size=5,
).map(lambda pairs: "\n".join(mark + text for mark, text in pairs))
_fences = st.sampled_from(
    ["```sh\nmake test\n```", "~~~\nx = {1: 2}\n\ny\n~~~", "    indented code"]
)
_tables = st.lists(st.tuples(sentences(), _word), min_size=1, max_size=3).map(
    lambda rows: (
        "| Name | Value |\n|---|---|\n"
        + "\n".join(f"| {a.replace('|', '/')} | {b.replace('|', '/')} |" for a, b in rows)
    )
)
_headings = st.tuples(st.integers(1, 4), sentences()).map(lambda h: "#" * h[0] + " " + h[1])
_quotes = sentences().map("> {}".format)
_other = st.sampled_from(
    ["<!-- a comment -->", "---", "[ref]: https://x.y/z", "<div>html</div>", "line  \nbreak"]
)
_blocks = st.one_of(_paragraphs, _items, _fences, _tables, _headings, _quotes, _other)
bodies = st.lists(_blocks, min_size=0, max_size=9).map(lambda blocks: "\n\n".join(blocks) + "\n")
