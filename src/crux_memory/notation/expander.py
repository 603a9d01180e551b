"""Tree to Markdown that somebody who never saw the notation can act on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from crux_memory.notation.density import speaks_crux
from crux_memory.notation.headings import heading
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
from crux_memory.notation.steps import steps

_DEEPEST = 6  # Markdown has no deeper heading
_FENCE_BEFORE = re.compile(r"(?:(?<=\n)|^)[ \t]*(`{3,}|~{3,})[^\n]*\n\s*$")
_FENCE_AFTER = re.compile(r"^\s*?\n?[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\n|$)")
_ORDERED = re.compile(r"\d+[.)]|[A-Za-z]\)")
_MARKUP = re.compile(
    r"^(\d{0,9})((?<=\d)[.)](?=\s)|(?<!\d)(?:[>|](?!\w)|#{1,6}(?=\s|$))|(?<!\d)[-+*](?=\s))"
)
_RULE = re.compile(r":?-{2,}:?")


@dataclass
class _Page:
    """Markdown put together from chunks that a blank line separates."""

    chunks: list[list[str]] = field(default_factory=list)
    dense: bool = False  # the document is written in the notation throughout
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

    def english(self, raw: str, letter: str | None) -> str:
        """`raw` in words, as read in a block with `letter`."""
        return read_inline(raw, letter, dense=self.dense)

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
    page = _Page(dense=speaks_crux(document))
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
    under = False  # a heading of one of the children is the last on the page
    while index < len(children):
        child = children[index]
        del indents[nested[index] :]
        if under and not isinstance(child, (Block, Comment)):
            page.chunk("---")  # what follows does not belong to the section above it
            under = False
        if isinstance(child, Statement):
            for marker, raw in steps(child):
                text = _literal(page.english(raw, letter))
                if lone:
                    page.chunk(text)
                    continue
                del indents[nested[index] :]
                bullet = _bullet(marker)
                page.line(" " * sum(indents) + bullet + text)
                indents.append(3 if _ORDERED.match(bullet) else 2)
        elif isinstance(child, Row):
            stop = index
            while stop < len(children) and isinstance(children[stop], Row):
                stop += 1
            rows = [child for child in children[index:stop] if isinstance(child, Row)]
            page.chunk(_table(page, rows, letter))
            index = stop
            continue
        elif isinstance(child, (Fence, Comment)):
            page.chunk(child.raw)
        else:
            under = _block(page, child, level, letter) or under
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


def _block(page: _Page, block: Block, level: int, outer: str | None) -> bool:
    """Writes a block; whether under a heading of its own."""
    letter = block.letter or outer
    title = heading(block, page.dense)
    if level > 2 and _is_key(block):
        # A small named group inside a block: one item rather than a heading of its own.
        leaves = [child for child in block.children if isinstance(child, Statement)]
        items = [(leaf.marker, page.english(leaf.raw, letter)) for leaf in leaves]
        said = "; ".join(" ".join(filter(None, item)) for item in items)
        page.line(f"- {title}: {said}")
        return False
    if title:
        page.chunk("#" * min(level, _DEEPEST) + " " + title)
    _body(page, block.children, block.opening, level + 1 if title else level, letter)
    return bool(title)


def _is_key(block: Block) -> bool:
    """Whether a block is ``key{statement; …}`` rather than a section."""
    name = block.name or ""
    keyed = block.letter is None and name[:1].islower() and " " not in name
    return keyed and bool(block.children) and all(isinstance(c, Statement) for c in block.children)


def _table(page: _Page, rows: Sequence[Row], letter: str | None) -> str:
    cells = [
        [page.english(cell, letter).replace("|", "\\|") for cell in row.cells]
        for row in rows
        if not all(_RULE.fullmatch(cell) for cell in row.cells)
    ]
    if not cells:
        return "\n".join(row.raw for row in rows)
    width = max(map(len, cells))
    lines = ["| " + " | ".join(line + [""] * (width - len(line))) + " |" for line in cells]
    lines.insert(1, "|" + "---|" * width)
    return "\n".join(lines)
