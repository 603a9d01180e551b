"""One statement's text to plain English."""

from __future__ import annotations

import re
from collections.abc import Container

from lark import Token

from crux_memory.notation.context import Context
from crux_memory.notation.density import is_dense
from crux_memory.notation.grammar import tokens_of
from crux_memory.notation.quoting import unescape
from crux_memory.notation.readings import read
from crux_memory.notation.symbols import SYMBOLS

_ANY = re.compile("[" + "".join(s.char for s in SYMBOLS if len(s.char) == 1) + r"\\]|\.\.")
_AROUND = 300  # characters of context on either side; keeps reading linear
_SPACED = "→"  # a space on either side even where it stays
_VALUES = {"true", "false", "none"}
_NO_SPACE_AFTER = "([{/"
_NO_SPACE_BEFORE = re.compile(r"[)\]},;:=→»]|[.!?/](?![\w.])")
_NO_SPACE_AFTER_ARROW = re.compile(r"[)\]},;]")
_SEPARATOR = re.compile(r";(?=\w)")
_CONDITION = re.compile(r"(?<=[\w)`])\[(?=(?:except|unless|if|when|only)\b)")


def read_inline(
    raw: str,
    letter: str | None = None,
    chosen: Container[int] | None = None,
    dense: bool = False,
) -> str:
    """`raw` with its symbols in words where their reading is certain, and escapes resolved.

    Text without symbols comes back as it is. Code spans, quoted strings and comments are never
    touched. `letter` is that of the block around; `dense` says that the document around is written
    in the notation, where `a|b` is no pipe. With `chosen`, only the symbols that begin at
    these characters of `raw` are read and nothing else is touched.
    """
    if not _ANY.search(raw):
        return raw
    tokens = tokens_of(raw)
    dense = dense or is_dense(tokens)
    everything = chosen is None
    out = _Words()
    for token in tokens:
        if token.type != "SYMBOL":
            following = raw[token.end_pos or 0 :][:1]
            out.text(_plain(token, following, dense) if everything else str(token))
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


def _plain(token: Token, following: str, dense: bool) -> str:
    """A token that is no symbol, its escapes resolved; `following` is the character after it."""
    text = str(token)
    if token.type in ("ESCAPED", "EVEN"):
        text = unescape(text)
    elif token.type == "BACKSLASHES" and token.start_pos == 0:
        text = text[1:]
    elif token.type == "PHRASE":
        text = _CONDITION.sub(" [", text)
    if dense and token.type in ("PHRASE", "ESCAPED"):
        text = _SEPARATOR.sub("; ", text + following).removesuffix(following)
    return text


class _Words:
    """Words put together with the spaces that they need."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self.tail = ""  # the end of what is there so far
        self._last = ""  # the words that came last
        self._space = False  # words came last; what follows stands off

    @property
    def left(self) -> str:
        """The end of what is there, with the space that will follow it."""
        return self.tail + " " if self._space else self.tail

    def text(self, text: str) -> None:
        """Adds `text` as it is, with one space after words."""
        if self._space and text:
            text = text.lstrip(" ")
            if text and not self._joins(text):
                text = " " + text
            elif text[:1] == ":" and text[1:2].strip():
                text = ": " + text[1:]
            self._space = not text
        self._add(text)

    def _joins(self, text: str) -> bool:
        """Whether `text` follows the words so far without a space."""
        if self._last == _SPACED:
            return bool(_NO_SPACE_AFTER_ARROW.match(text))
        if self._last in _VALUES and text[0] == "/":
            return True
        return bool(_NO_SPACE_BEFORE.match(text))

    def words(self, words: str, right: str) -> None:
        """Adds what a symbol was read as; `right` follows."""
        if not words:
            return
        self._last = words
        value = " " not in words and self.tail.endswith("=")
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
