"""One statement's text to plain English."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from lark import Token, Tree

from crux_memory.notation.grammar import inline_parser
from crux_memory.notation.quoting import unescape
from crux_memory.notation.readings import Context, read
from crux_memory.notation.symbols import SYMBOLS

# Signs that ordinary text uses as well do not make a statement dense.
_COMMON = {"|", "..", "→", "←", "»", "≥", "≤", "≠", "↑", "↓", "Δ"}
_NOTATION = {symbol.char for symbol in SYMBOLS} - _COMMON
_ANY = re.compile("[" + "".join(s.char for s in SYMBOLS if len(s.char) == 1) + r"\\]|\.\.")
_AROUND = 300  # characters of context on either side; keeps reading linear
_SPACED = "→"  # a space on either side even where it stays
_VALUES = {"true", "false", "none"}
_NO_SPACE_AFTER = "([{/"
_NO_SPACE_BEFORE = ")]},.;:!?/→»"
_CONDITION = re.compile(r"(?<=[\w)`])\[(?=(?:except|unless|if|when|only)\b)")


def read_inline(raw: str, letter: str | None = None, chosen: Container[int] | None = None) -> str:
    """`raw` with its symbols in words where their reading is certain, and escapes resolved.

    Text without symbols comes back as it is. Code spans, quoted strings and comments are never
    touched. `letter` is that of the block around. With `chosen`, only the symbols that begin at
    these characters of `raw` are read and nothing else is touched.
    """
    if not _ANY.search(raw):
        return raw
    tokens = tokens_of(raw)
    dense = is_dense(tokens)
    everything = chosen is None
    out = _Words()
    for token in tokens:
        if token.type != "SYMBOL":
            out.text(_plain(token) if everything else str(token))
            continue
        start, end = token.start_pos or 0, token.end_pos or 0
        words = None
        right = raw[end : end + _AROUND]
        if chosen is None or start in chosen:
            words = read(Context(str(token), out.left, right, letter, dense))
        if words is not None:
            out.words(words, right)
        elif everything and token in _SPACED and out.tail and right.strip():
            out.words(str(token), right)
        else:
            out.text(str(token))
    return out.joined()


def tokens_of(raw: str) -> Sequence[Token]:
    """The tokens of one statement's text, as the grammar's rule `inline` has them."""
    tree = inline_parser().parse(raw)
    assert isinstance(tree, Tree)  # no transformer is attached
    return [child for child in tree.children if isinstance(child, Token)]


def is_dense(tokens: Sequence[Token]) -> bool:
    """Whether a statement has symbols as only the notation has them."""
    for index, token in enumerate(tokens):
        if token.type != "SYMBOL" or token in ("|", "..", "»", "←"):
            continue
        before = tokens[index - 1][-1:] if index else " "
        after = tokens[index + 1][:1] if index + 1 < len(tokens) else " "
        if token in _NOTATION or not (before.isspace() and after.isspace()):
            return True
    return False


def _plain(token: Token) -> str:
    if token.type in ("ESCAPED", "EVEN"):
        return unescape(str(token))
    if token.type == "BACKSLASHES" and token.start_pos == 0:
        return token[1:]
    return _CONDITION.sub(" [", token) if token.type == "PHRASE" else str(token)


class _Words:
    """Words put together with the spaces that they need."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.tail = ""  # the end of what is there so far
        self._space = False  # words came last; what follows stands off

    @property
    def left(self) -> str:
        """The end of what is there, with the space that will follow it."""
        return self.tail + " " if self._space else self.tail

    def text(self, text: str) -> None:
        """Adds `text` as it is, with one space after words."""
        if self._space and text:
            text = text.lstrip(" ")
            if text and text[0] not in _NO_SPACE_BEFORE:
                text = " " + text
            elif text[:1] == ":" and text[1:2].strip():
                text = ": " + text[1:]
            self._space = not text
        self._add(text)

    def words(self, words: str, right: str) -> None:
        """Adds what a symbol was read as; `right` follows."""
        value = words in _VALUES and self.tail.endswith("=")
        if words[0] in ",:":
            self._trim()
        elif self.tail and not value and self.tail[-1] not in _NO_SPACE_AFTER + " ":
            words = " " + words
        self._add(words)
        self._space = bool(right.strip())

    def joined(self) -> str:
        """All of it."""
        return "".join(self._pieces)

    def _trim(self) -> None:
        while self._pieces and not self._pieces[-1].strip(" "):
            self._pieces.pop()
        if self._pieces:
            self._pieces[-1] = self._pieces[-1].rstrip(" ")
        self.tail = self.tail.rstrip(" ")

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self.tail = (self.tail + text)[-_AROUND:]
