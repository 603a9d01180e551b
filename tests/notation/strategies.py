"""Hypothesis strategies: plain text with traps in it, canonical trees, texts of the grammar."""

from __future__ import annotations

from hypothesis import strategies as st

from crux_memory.notation import Document, Node, build
from crux_memory.notation.nodes import Delimiters
from crux_memory.notation.symbols import LETTERS, SYMBOLS

_TRAPS = [
    "{", "}", "⟦", "⟧", ";", "<", ">", '"', "`", "```", "~~~", "|", "\\", "//", "/*", "*/", "<!--",
    "-->", "->", "=>", ">=", "1.", "2) ", "- ", "[ ] ", "[x] ", "R{", "R.a{", "P<", "x<y>", "Γ.b<",
    "⟦CRUX:m", "#", "'", "@", "?", "!", "=", ":", ",", "a", "b c", "word", "12", "3.5", " ", "  ",
    "not", "`a{b`", '"q; r"', "..", "20..30", "é", "日本", "🙂", "\t",
]  # fmt: skip
_SIGNS = [symbol.char for symbol in SYMBOLS]

inline_text = st.lists(st.sampled_from(_TRAPS + _SIGNS), max_size=9).map("".join).map(str.strip)
words = st.lists(
    st.sampled_from(["use", "config", "files", "¬write", "a→b", "`x`", "≥5", "tests", "∀x→y"]),
    min_size=1,
    max_size=6,
).map(" ".join)
markers = st.sampled_from(["", "", "", "1.", "2)", "-", "*", "[ ]", "[x]", "- [ ]", "3. [x]"])
letters = st.sampled_from([None, *(letter.char for letter in LETTERS)])
names = st.none() | inline_text.map(lambda text: text.strip() or None) | words
fences = st.builds(
    lambda tick, info, lines: f"{tick}{info}\n" + "".join(f"{x}\n" for x in lines) + tick,
    st.sampled_from(["```", "~~~~"]),
    st.sampled_from(["", "py", "sh x"]),
    st.lists(st.sampled_from(["a = {", "}", "⟧", "R{", "", " ``", "x; y"]), max_size=4),
)


def _statement(text: str, indent: int, marker: str) -> Node:
    return build.statement(text, indent, marker)


leaves: st.SearchStrategy[Node] = st.one_of(
    st.builds(_statement, inline_text | words, st.integers(0, 3), markers),
    st.builds(_statement, inline_text | words, st.integers(0, 3), markers),
    st.builds(build.row, st.lists(inline_text, min_size=1, max_size=3), st.integers(0, 2)),
    st.builds(build.fence, fences, st.integers(0, 2)),
)
delimiters: st.SearchStrategy[Delimiters] = st.sampled_from(["{}", "<>"])
nodes: st.SearchStrategy[Node] = st.recursive(
    leaves,
    lambda inner: st.builds(build.block, letters, names, st.lists(inner, max_size=4), delimiters),
    max_leaves=8,
)
documents: st.SearchStrategy[Document] = st.builds(
    build.document, st.lists(nodes, max_size=4), st.sampled_from(["memory", "a b", "x/y.md", '"'])
)

# Texts as people and models write them: pieces of the grammar, balanced by construction.
_phrase = st.sampled_from(
    ["a→b", "¬X[except Y]", "≥80%⊕90%", "x < 5", "a->b", "C++", "<name>", "it's", "src/a/b.py",
     "#12", "`co{de`", '"quo;ted {"', "20..30", "{k=v}", "[a|b]", "1.step", "- item", "// c\n",
     "f(x){/*no*/}", "/* c; } */", "<!-- c } -->", "k=v", "日本語→x", "\\{", "test_{n}.py", "a\\b",
     "P<0.05", "List<int>"]
)  # fmt: skip
_separator = st.sampled_from([";", "; ", "\n", "\n\n", ";\n ", " ;", "\r\n", "\n\t"])
_heads = st.sampled_from(
    ["R", "Ρ", "Κ", "K.x", "Λ.pattern", "P.⊛", "E.CRUX-Memories", "Π", "Γ.adaptive", "M", "Φ", "Ω",
     "naming", '"a b"', 'R."x y"', "R ", "a.b-c"]
)  # fmt: skip


def _body(items: list[str], separators: list[str], opening: str) -> str:
    joined = ""
    for index, item in enumerate(items):
        joined += item + separators[index % len(separators)]
    return opening + joined


bodies: st.SearchStrategy[str] = st.recursive(
    st.builds(
        _body,
        st.lists(_phrase, max_size=4),
        st.lists(_separator, min_size=1, max_size=3),
        st.sampled_from(["", "\n", " ", "\n "]),
    ),
    lambda inner: st.builds(
        _body,
        st.lists(
            _phrase
            | st.builds("{}{{{}}}".format, _heads, inner)
            | st.builds("{} {{{}}} {}".format, _phrase, inner, _phrase)
            | st.builds("{}<\n{}\n>".format, st.sampled_from(["R.a", "naming", "Γ"]), inner),
            max_size=3,
        ),
        st.lists(_separator, min_size=1, max_size=2),
        st.sampled_from(["", "\n", " "]),
    ),
    max_leaves=6,
)
texts = st.builds(
    "{}⟦CRUX:{}{}⟧{}".format,
    st.sampled_from(["", "# Title\n\n> note\n\n", "---\na: 1\n---\n", "```\n", "\ufeff"]),
    st.sampled_from(["memory", "a.md", '"x y"', ""]),
    bodies.map(lambda body: "\n" + body),
    st.sampled_from(["", "\n", "\n```\n", " tail"]),
)
garbage = st.lists(st.sampled_from(_TRAPS + _SIGNS + ["\n", "\r\n"]), max_size=25).map("".join)
