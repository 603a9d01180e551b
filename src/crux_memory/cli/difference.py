"""Old against new, word by word, in colour where there is a terminal."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from rich.text import Text

_WORD = re.compile(r"\s+|[^\s\w]+|\w+")


def word_diff(name: str, old: str, new: str) -> Text:
    """The lines that differ; what has gone in red and brackets, what is new in green and braces."""
    out = Text(f"--- {name}\n", style="bold")
    before, after = old.splitlines(), new.splitlines()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        out.append(f"@@ line {start + 1}\n", style="cyan")
        for line in _paired("\n".join(before[start:end]), "\n".join(after[new_start:new_end])):
            out.append_text(line)
        out.append("\n")
    return out


def _paired(old: str, new: str) -> list[Text]:
    before, after = _WORD.findall(old), _WORD.findall(new)
    out: list[Text] = []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        gone, come = "".join(before[start:end]), "".join(after[new_start:new_end])
        if tag == "equal":
            out.append(Text(gone))
            continue
        if gone:
            out.append(Text(f"[-{gone}-]", style="red"))
        if come:
            out.append(Text(f"{{+{come}+}}", style="green"))
    return out
