"""Anchors of a text: what must be copied character for character."""

from __future__ import annotations

from collections import Counter

from crux_memory.markdown.lexing import Kind, lex


def anchors(text: str) -> Counter[str]:
    """The anchors of inline Markdown, code spans without their ticks, with how often each occurs.

    Text of several lines (a fence) is one anchor of its own: it stays whole or goes whole.
    """
    if "\n" in text:
        return Counter([text.strip()])
    return Counter(bare(t.text) for t in lex(text) if t.is_anchor)


def bare(anchor: str) -> str:
    """An anchor without the marks that only delimit it (ticks, brackets of a link's target)."""
    if anchor.startswith("`"):
        ticks = len(anchor) - len(anchor.lstrip("`"))
        return anchor[ticks:-ticks].strip() if len(anchor) > 2 * ticks else anchor
    if anchor.startswith("(") and anchor.endswith(")"):
        return anchor[1:-1]
    return anchor


def missing(source: str, output: str) -> list[str]:
    """Anchors of `source` that `output` does not hold, in any delimiters."""
    return [anchor for anchor in anchors(source) if anchor not in output]


def invented(source: str, output: str) -> list[str]:
    """Anchors of `output` whose text `source` does not hold: a changed anchor shows as one.

    A number is compared without what stands behind it, since a word that went between them makes
    "5 the lines" read as a number with its unit.
    """
    return [
        anchor
        for anchor, kind in ((bare(t.text), t.kind) for t in lex(output) if t.is_anchor)
        if kind is not Kind.LITERAL
        and any(
            part not in source for part in (anchor.split() if kind is Kind.NUMBER else [anchor])
        )
    ]
