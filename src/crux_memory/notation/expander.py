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
    in_lines,
)
from crux_memory.notation.symbols import LETTER_BY_CHAR, SYMBOL_BY_CHAR

_DEEPEST = 6  # Markdown has no deeper heading
_FENCE_BEFORE = re.compile(r"(?:(?<=\n)|^)[ \t]*(`{3,}|~{3,})[^\n]*\n\s*$")
_FENCE_AFTER = re.compile(r"^\s*?\n?[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\n|$)")
_ORDERED = re.compile(r"\d+[.)]|[A-Za-z]\)")
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
    return "".join(_parts(parts))


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
    for part, text in zip(parts, texts, strict=True):
        if text is not None:
            yield text
        elif isinstance(part, Document):
            yield _document(part).removesuffix("\n")


def _document(document: Document) -> str:
    page = _Page()
    only = document.children[0] if len(document.children) == 1 else None
    titled = isinstance(only, Block) and any(isinstance(c, Block) for c in only.children)
    _body(page, document.children, document.opening, 1 if titled else 2, None)
    return page.text()


def _body(
    page: _Page, children: Sequence[Node], opening: str, level: int, letter: str | None
) -> None:
    page.open = False
    nested = levels(children, opening)
    statements = [child for child in children if isinstance(child, Statement)]
    lone = len(statements) == 1 and not statements[0].marker
    indents: list[int] = []
    index = 0
    while index < len(children):
        child = children[index]
        del indents[nested[index] :]
        if isinstance(child, Statement):
            text = read_inline(child.raw, letter)
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


def _bullet(marker: str) -> str:
    if not marker or marker in "-*+•":
        return "- "
    if _ORDERED.match(marker):
        return marker + " "
    return marker + " " if marker[0] in "-*+" else f"- {marker.removeprefix('•').strip()} "


def _block(page: _Page, block: Block, level: int, outer: str | None) -> None:
    letter = block.letter or outer
    leaves = [child for child in block.children if isinstance(child, Statement)]
    short = not in_lines(block.opening) and len(leaves) == len(block.children)
    title = heading(block)
    if title and short and block.letter is None and leaves and level > 2:
        # A small named group inside a block: one item rather than a heading of its own.
        said = "; ".join(_item(leaf, letter) for leaf in leaves)
        page.line(f"- {title}: {said}")
        return
    if title:
        page.chunk("#" * min(level, _DEEPEST) + " " + title)
    _body(page, block.children, block.opening, level + 1 if title else level, letter)


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
    spoken = "".join(_NAME_WORDS.get(char, char) for char in name)
    if len(name) == 1 and name in SYMBOL_BY_CHAR and spoken == name:
        spoken = SYMBOL_BY_CHAR[name].name
    # A name in capitals is a heading that somebody wrote; one in lower case is a key of the
    # notation, which says little without its letter. What is forbidden must always say so.
    keyword = not name[:1].isupper() and " " not in name
    return f"{title}: {spoken}" if keyword or block.letter == "P" else spoken


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
