"""Shrink the memory files of coding agents deterministically and offline.

    >>> from crux_memory import compress_text, decompress_text
    >>> crux = compress_text(markdown, target=33)
    >>> english = decompress_text(crux)

The text functions are pure: no files, no network, no clock. `load_config` reads one file. Names
are loaded when they are first asked for, so that the import itself costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crux_memory.config import Config
    from crux_memory.encoder import Choice, EncodeOptions, EncodeResult, encode
    from crux_memory.errors import CruxError
    from crux_memory.fidelity import FidelityReport, check
    from crux_memory.notation import Document, emit, expand, parse
    from crux_memory.store.project import load_config
    from crux_memory.text import compress_text, decompress_text
    from crux_memory.tokens import count_tokens, get_counter

__version__ = "0.1.0"

_HOMES = {
    "Choice": "encoder",
    "Config": "config",
    "CruxError": "errors",
    "Document": "notation",
    "EncodeOptions": "encoder",
    "EncodeResult": "encoder",
    "FidelityReport": "fidelity",
    "check": "fidelity",
    "compress_text": "text",
    "count_tokens": "tokens",
    "decompress_text": "text",
    "emit": "notation",
    "encode": "encoder",
    "expand": "notation",
    "get_counter": "tokens",
    "load_config": "store.project",
    "parse": "notation",
}

__all__ = [
    "Choice",
    "Config",
    "CruxError",
    "Document",
    "EncodeOptions",
    "EncodeResult",
    "FidelityReport",
    "check",
    "compress_text",
    "count_tokens",
    "decompress_text",
    "emit",
    "encode",
    "expand",
    "get_counter",
    "load_config",
    "parse",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
