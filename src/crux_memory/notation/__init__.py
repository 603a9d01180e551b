"""The notation CRUX: parse, emit, build, format, expand, explain, lint.

All functions are pure; CRUX.md at the root of the project is the specification.
"""

from crux_memory.notation import build
from crux_memory.notation.emitter import emit
from crux_memory.notation.expander import expand
from crux_memory.notation.format import format_document, format_text
from crux_memory.notation.layout import bare
from crux_memory.notation.nodes import (
    Block,
    Comment,
    CruxFile,
    Document,
    Fence,
    Node,
    Prose,
    Row,
    Statement,
)
from crux_memory.notation.parser import parse, parse_file

__all__ = [
    "Block",
    "Comment",
    "CruxFile",
    "Document",
    "Fence",
    "Node",
    "Prose",
    "Row",
    "Statement",
    "bare",
    "build",
    "emit",
    "expand",
    "format_document",
    "format_text",
    "parse",
    "parse_file",
]
