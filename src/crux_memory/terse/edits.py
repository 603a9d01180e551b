"""Edits that somebody made to a compressed file, carried over to its original."""

from __future__ import annotations

from difflib import SequenceMatcher


def carried_over(original: str, compressed: str, edited: str) -> str | None:
    """The original with the edits that turn `compressed` into `edited`; None where it cannot be.

    A line that is as it was compressed becomes the original's line again; rewriting in place
    never adds or removes a line, so that every line of `compressed` has one.
    """
    sources, before = original.splitlines(keepends=True), compressed.splitlines(keepends=True)
    after = edited.splitlines(keepends=True)
    if len(sources) != len(before):
        return None
    out: list[str] = []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        out += sources[start:end] if tag == "equal" else after[new_start:new_end]
    return "".join(out)
