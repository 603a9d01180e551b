"""Reserved characters: how plain text becomes a part of a CRUX statement and comes back.

A backslash run directly before a reserved character is halved, and an odd run makes the character
plain; at the start of a statement one backslash more says "this is plain text, not a marker, a
row or a comment". Code spans, quoted strings and inline comments are never touched.
"""

from __future__ import annotations

import re

from crux_memory.notation.symbols import LETTER_BY_CHAR

RESERVED = '{}⟦⟧;<>"`'

# The opaque spans as the grammar has them; a test compares the two.
CODE = r"```(?!`)(?:[^`\n]|`(?!``))+```|``(?!`)(?:[^`\n]|`(?!`))+``|`[^`\n]+`"
QUOTED = r'(?<![\w"])"(?=\S)[^"\n]*(?<=\S)"(?!\w)'
NOTE = (
    r"(?<![^\s{;(])(?:/\*[^*\n]{0,400}(?:\*(?!/)[^*\n]{0,400}){0,20}\*/"
    r"|<!--[^\-\n]{0,400}(?:-(?!->)[^\-\n]{0,400}){0,20}-->)"
)
OPAQUE = f"{CODE}|{QUOTED}|{NOTE}"

MARKER = (
    r"(?:[-*+•][ \t]+(?:\[[ xX]\][ \t]+)?"
    r"|\[[ xX]\](?:[ \t]+|(?=\w))"
    r"|\d{1,9}[.)][ \t]+(?:\[[ xX]\][ \t]+)?"
    r"|\d{1,3}[.)](?=[^\W\d_]|[¬∀∃∄↑↓Δ`\"'(\[⊛∅◊])(?!x\b)"
    r"|[A-Za-z]\)[ \t]+)"
)
_MARKER = re.compile(MARKER)
_STATEMENT = re.compile(rf"([ \t\r]*)({MARKER})?")
_START = re.compile(r"(\\+)(?![\\{}⟦⟧;<>\"`])")
_PIECES = r"({opaque})|((?:\\\\)*)\\([{reserved}])|((?:\\\\)+)(?=[{reserved}])|\\+|[^\\]"
_ESCAPES = re.compile(_PIECES.format(opaque=OPAQUE, reserved=RESERVED))
# A comment does not reach over the bars of a row.
_ROW_ESCAPES = re.compile(_PIECES.format(opaque=f"{CODE}|{QUOTED}", reserved="|" + RESERVED))
_ROW_PIECES = re.compile(rf"(?:{CODE}|{QUOTED}|(?:\\\\)*\\[|{RESERVED}]|\\+|[^|\\])*")
_HEAD = re.compile(
    rf"([{''.join(LETTER_BY_CHAR)}])(?:\.(.+))?|(.*)", re.DOTALL
)  # a letter alone or before a dot; else a bare name
_QUOTED_WHOLE = re.compile(r'"((?:[^"\\\n]|\\[^\n])*)"')


def split_statement(source: str) -> tuple[str, str, str, str, str]:
    """`source` as (lead, marker, gap, raw, trailing white space); joined they are `source`."""
    body = source.rstrip(" \t\r")
    found = _STATEMENT.match(body)
    assert found is not None  # the pattern matches the empty string
    lead, marked = found.group(1), found.group(2) or ""
    marker = marked.rstrip(" \t")
    return lead, marker, marked[len(marker) :], body[found.end() :], source[len(body) :]


def unescape(raw: str) -> str:
    """The text that `raw` stands for."""
    if "\\" not in raw:
        return raw
    start = _START.match(raw)
    begin = 0
    head = ""
    if start:
        head, begin = start.group(1)[1:], start.end()
    return head + _halve(raw, _ESCAPES, begin)


def _halve(raw: str, pattern: re.Pattern[str], begin: int = 0) -> str:
    def halved(found: re.Match[str]) -> str:
        _opaque, pairs, plain, even = found.groups()
        if plain is not None:
            return "\\" * (len(pairs) // 2) + str(plain)
        return found.group() if even is None else "\\" * (len(even) // 2)

    return "".join(map(halved, pattern.finditer(raw, begin)))


def escape(text: str, characters: str) -> str:
    """`text` with every one of `characters` outside opaque spans made plain."""
    reserved = f"[{re.escape(characters)}]" if characters else "(?!)"
    pattern = re.compile(rf"({OPAQUE})|(\\*)({reserved})|(\\+)(?=[{RESERVED}])")

    def plain(found: re.Match[str]) -> str:
        if found.group(1) is not None:
            return found.group(1)
        if found.group(3) is not None:
            return found.group(2) * 2 + "\\" + found.group(3)
        return found.group(4) * 2

    return pattern.sub(plain, text)


def escape_all(text: str, more: str = "") -> str:
    """`text` with reserved characters and those of `more` made plain, within spans as well."""
    return re.sub(rf"(\\*)([{more}{RESERVED}])", r"\1\1\\\2", text)


def split_row(raw: str) -> tuple[str, ...]:
    """The cells of a row; one closing bar is not a cell."""
    cells = []
    position = 1
    while position <= len(raw):
        found = _ROW_PIECES.match(raw, position)
        assert found is not None  # the pattern matches the empty string
        bar = raw[found.end() : found.end() + 1]  # a backslash run before it counts as halved
        cell = _halve(found.group() + bar, _ROW_ESCAPES).removesuffix(bar)
        cells.append(cell.strip(" \t\r"))
        position = found.end() + 1
    if len(cells) > 1 and not cells[-1]:
        cells.pop()
    return tuple(cells)


def split_head(head: str) -> tuple[str | None, str | None]:
    """(letter, name) of a block head as written."""
    found = _HEAD.fullmatch(head.strip(" \t\r"))
    assert found is not None  # the pattern matches everything
    if found.group(1):
        name = found.group(2)
        return LETTER_BY_CHAR[found.group(1)].char, None if name is None else unquote(name)
    return None, unquote(found.group(3)) or None


def unquote(name: str) -> str:
    """`name` without the quotes around it, if it has them; a backslash in them quotes one."""
    found = _QUOTED_WHOLE.fullmatch(name)
    return re.sub(r"\\(.)", r"\1", found.group(1)) if found else name.strip(" \t\r")


def quote(name: str) -> str:
    """`name` in quotes."""
    return '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'
