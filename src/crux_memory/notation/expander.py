"""Tree to Markdown that somebody who never saw the notation can act on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from crux_memory.notation.inline import read_inline
from crux_memory.notation.layout import levels
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
from crux_memory.notation.symbols import LETTER_BY_CHAR, SYMBOL_BY_CHAR

EXPANDED_PROHIBITIONS = f"{LETTER_BY_CHAR['P'].title}: "  # before the name of every P block
_DEEPEST = 6  # Markdown has no deeper heading
_FENCE_BEFORE = re.compile(r"(?:(?<=\n)|^)[ \t]*(`{3,}|~{3,})[^\n]*\n\s*$")
_FENCE_AFTER = re.compile(r"^\s*?\n?[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\n|$)")
_ORDERED = re.compile(r"\d+[.)]|[A-Za-z]\)")
_MARKUP = re.compile(r"^(\d{0,9})((?<=\d)[.)](?=\s)|(?<!\d)[>#|](?!\w)|(?<!\d)[-+*](?=\s))")
_RULE = re.compile(r":?-{2,}:?")
_NAME_WORDS = {"¬": "never", "⊛": "critical", "⊤": "good", "⊥": "bad"}


@dataclass
class _Page:
    """Markdown put together from chunks that a blank line separates."""

    chunks: list[list[str]] = field(default_factory=list)
    open: bool = False  # the last chunk is a list that goes on

    def line(self, text: str) -> None:
        """One more line of the list in hand."""
        if not self.open:
            self.chunks.append([])
        self.chunks[-1].append(text)
        self.open = True

    def chunk(self, text: str) -> None:
        """A chunk of its own."""
        self.chunks.append([text])
        self.open = False

    def text(self) -> str:
        """The page; one newline at its end."""
        body = "\n\n".join("\n".join(chunk) for chunk in self.chunks)
        return body + "\n" if body else ""


def expand(tree: Document | CruxFile) -> str:
    """Terse English for a document, or for a file with the prose around its documents kept.

    Blocks become headings, statements list items (a lone one a paragraph), rows a table; fences
    come back byte-equal. Symbols are spelled out where their reading is certain.
    """
    parts: Sequence[Prose | Document]
    if isinstance(tree, CruxFile):
        parts = tree.parts
    else:
        parts = (Prose(tree.before), tree, Prose(tree.after))
    text = "".join(_parts(parts))
    return text if not text or text.endswith("\n") else text + "\n"


def _parts(parts: Sequence[Prose | Document]) -> Iterator[str]:
    texts = [part.text if isinstance(part, Prose) else None for part in parts]
    for index, part in enumerate(parts):
        if not isinstance(part, Document):
            continue
        # A code fence around a document would turn its expansion into code.
        before = texts[index - 1] if index else None
        after = texts[index + 1] if index + 1 < len(parts) else None
        if before and after and _FENCE_BEFORE.search(before) and _FENCE_AFTER.match(after):
            texts[index - 1] = _FENCE_BEFORE.sub("", before)
            texts[index + 1] = "\n" + _FENCE_AFTER.sub("", after)
    so_far = ""
    stand_off = False
    for part, text in zip(parts, texts, strict=True):
        piece = text
        if piece is None:
            assert isinstance(part, Document)  # the only part without a text
            piece = _document(part).removesuffix("\n")
            stand_off = "\n" in piece or piece.startswith("#")
            if stand_off and so_far.strip() and not so_far.endswith("\n\n"):
                piece = ("\n" if so_far.endswith("\n") else "\n\n") + piece
        elif stand_off and piece.strip() and not piece.startswith("\n\n"):
            piece = "\n\n" + piece.lstrip("\n")
        so_far = piece or so_far
        yield piece


def _document(document: Document) -> str:
    page = _Page()
    only = document.children[0] if len(document.children) == 1 else None
    titled = isinstance(only, Block) and any(
        isinstance(child, Block) and not _is_key(child) for child in only.children
    )
    _body(page, document.children, document.opening, 1 if titled else 2, None)
    return page.text()


def _body(
    page: _Page, children: Sequence[Node], opening: str, level: int, letter: str | None
) -> None:
    page.open = False
    nested = levels(children, opening)
    statements = [child for child in children if isinstance(child, Statement)]
    keys = any(isinstance(child, Block) and _is_key(child) for child in children)
    lone = len(statements) == 1 and not statements[0].marker and not keys
    indents: list[int] = []
    index = 0
    while index < len(children):
        child = children[index]
        del indents[nested[index] :]
        if isinstance(child, Statement):
            text = _literal(read_inline(child.raw, letter))
            if lone:
                page.chunk(text)
            else:
                bullet = _bullet(child.marker)
                page.line(" " * sum(indents) + bullet + text)
                indents.append(3 if _ORDERED.match(bullet) else 2)
        elif isinstance(child, Row):
            stop = index
            while stop < len(children) and isinstance(children[stop], Row):
                stop += 1
            page.chunk(_table([r for r in children[index:stop] if isinstance(r, Row)], letter))
            index = stop
            continue
        elif isinstance(child, (Fence, Comment)):
            page.chunk(child.raw)
        else:
            _block(page, child, level, letter)
        index += 1
    page.open = False


def _literal(text: str) -> str:
    """Text that Markdown reads as text, though it begins like a list, a quote or a heading."""
    return _MARKUP.sub(r"\g<1>\\\g<2>", text, count=1)


def _bullet(marker: str) -> str:
    if not marker or marker in "-*+•":
        return "- "
    if _ORDERED.match(marker):
        return marker + " "
    return marker + " " if marker[0] in "-*+" else f"- {marker.removeprefix('•').strip()} "


def _block(page: _Page, block: Block, level: int, outer: str | None) -> None:
    letter = block.letter or outer
    title = heading(block)
    if level > 2 and _is_key(block):
        # A small named group inside a block: one item rather than a heading of its own.
        leaves = [child for child in block.children if isinstance(child, Statement)]
        said = "; ".join(_item(leaf, letter) for leaf in leaves)
        page.line(f"- {title}: {said}")
        return
    if title:
        page.chunk("#" * min(level, _DEEPEST) + " " + title)
    _body(page, block.children, block.opening, level + 1 if title else level, letter)


def _is_key(block: Block) -> bool:
    """Whether a block is ``key{statement; …}`` rather than a section."""
    name = block.name or ""
    keyed = block.letter is None and name[:1].islower() and " " not in name
    return keyed and bool(block.children) and all(isinstance(c, Statement) for c in block.children)


def _item(leaf: Statement, letter: str | None) -> str:
    return " ".join(filter(None, (leaf.marker, read_inline(leaf.raw, letter))))


def heading(block: Block) -> str:
    """The heading of a block: its name, and the letter's title where that says more."""
    name = block.name
    if block.letter is None:
        return name or ""
    title = LETTER_BY_CHAR[block.letter].title
    if not name:
        return title
    spoken = _NAME_WORDS.get(name) or read_inline(name, block.letter)
    if title.lower().startswith(spoken.lower()):
        return spoken.capitalize()
    # A name in capitals is a heading that somebody wrote; one in lower case is a key of the
    # notation, which says little without its letter. What is forbidden must always say so.
    keyword = (name[:1].islower() and " " not in name) or name in SYMBOL_BY_CHAR
    if block.letter == "P":
        return EXPANDED_PROHIBITIONS + spoken
    return f"{title}: {spoken}" if keyword else spoken


def _table(rows: Sequence[Row], letter: str | None) -> str:
    cells = [
        [read_inline(cell, letter).replace("|", "\\|") for cell in row.cells]
        for row in rows
        if not all(_RULE.fullmatch(cell) for cell in row.cells)
    ]
    if not cells:
        return "\n".join(row.raw for row in rows)
    width = max(map(len, cells))
    lines = ["| " + " | ".join(line + [""] * (width - len(line))) + " |" for line in cells]
    lines.insert(1, "|" + "---|" * width)
    return "\n".join(lines)
