"""The heading of a block, as its letter, its name and what stands in it say."""

from __future__ import annotations

import re

from crux_memory.notation.inline import read_inline
from crux_memory.notation.nodes import Block, Statement
from crux_memory.notation.symbols import LETTER_BY_CHAR, SYMBOL_BY_CHAR

PROHIBITIONS = f"{LETTER_BY_CHAR['P'].title}: "  # before the name of a P block
POLICIES = "Policies: "  # before the name of one that holds duties as well
_NAME_WORDS = {"¬": "never", "⊛": "critical", "⊤": "good", "⊥": "bad"}
_FORBIDS = re.compile(
    r"[¬≠∉∄]|\b(?:not|no|never|none|nor|neither|cannot|avoid|forbidden)\b|n['’]t\b", re.IGNORECASE
)


def heading(block: Block, dense: bool = False) -> str:
    """The heading of a block: its name, and the letter's title where that says more.

    `dense` is that of `inline.read_inline`.
    """
    name = block.name
    if block.letter is None:
        return name or ""
    mixed = block.letter == "P" and _holds_duties(block)
    title = POLICIES.rstrip(": ") if mixed else LETTER_BY_CHAR[block.letter].title
    if not name:
        return title
    spoken = _NAME_WORDS.get(name) or read_inline(name, block.letter, dense=dense)
    if title.lower().startswith(spoken.lower()):
        return spoken.capitalize()
    if block.letter == "P":
        return (POLICIES if mixed else PROHIBITIONS) + spoken
    # A name in capitals is a heading that somebody wrote; one in lower case is a key of the
    # notation, which says little without its letter. What is forbidden must always say so.
    keyword = (name[:1].islower() and " " not in name) or name in SYMBOL_BY_CHAR
    return f"{title}: {spoken}" if keyword else spoken


def _holds_duties(block: Block) -> bool:
    """Whether some statements of a P block forbid in their own words and others do not.

    Those others are duties then; as "Prohibitions" they would say the opposite. Where none
    forbids by itself, the letter does, and all are forbidden.
    """
    if _FORBIDS.search(block.name or ""):
        return False
    forbidding = {
        bool(_FORBIDS.search(child.raw)) for child in block.children if isinstance(child, Statement)
    }
    return len(forbidding) > 1
