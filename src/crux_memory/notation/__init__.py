"""The notation CRUX: parse, emit, build, format, expand, explain, lint, fix.

All functions are pure; CRUX.md at the root of the project is the specification.
"""

from crux_memory.notation import build
from crux_memory.notation.complaint import UnbalancedError
from crux_memory.notation.emitter import emit
from crux_memory.notation.expander import expand
from crux_memory.notation.explain import Explanation, explain
from crux_memory.notation.findings import CODES, Finding
from crux_memory.notation.fixes import fix
from crux_memory.notation.format import format_document, format_text
from crux_memory.notation.layout import bare
from crux_memory.notation.lint import lint
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
    "CODES",
    "Block",
    "Comment",
    "CruxFile",
    "Document",
    "Explanation",
    "Fence",
    "Finding",
    "Node",
    "Prose",
    "Row",
    "Statement",
    "UnbalancedError",
    "bare",
    "build",
    "emit",
    "expand",
    "explain",
    "fix",
    "format_document",
    "format_text",
    "lint",
    "parse",
    "parse_file",
]
