"""What Typer cannot say: options that stand anywhere, and a flag that may take files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

_FLAGS = {"--json": "json", "--quiet": "quiet", "-q": "quiet"}
_VALUED = ("--target", "--unit", "--max-size", "--min-lines")  # of `migrate`


@dataclass(frozen=True)
class Arguments:
    """The options of every command, and the rest of the command line."""

    rest: tuple[str, ...]
    project: str | None = None
    json: bool = False
    quiet: bool = False

    @property
    def command(self) -> str:
        """The name of the command, empty where there is none."""
        return next((word for word in self.rest if not word.startswith("-")), "")


def take_global(argv: Sequence[str]) -> Arguments:
    """Takes ``--project DIR``, ``--json`` and ``--quiet`` out of any place before a ``--``.

    A ``--project`` without its folder is left in, for Typer to complain about.
    """
    rest: list[str] = []
    found: dict[str, bool] = {}
    project: str | None = None
    words = list(argv)
    while words:
        word = words.pop(0)
        if word == "--":
            rest += [word, *words]
            break
        if word in _FLAGS:
            found[_FLAGS[word]] = True
        elif word == "--project" and words:
            project = words.pop(0)
        elif word.startswith("--project="):
            project = word.partition("=")[2]
        else:
            rest.append(word)
    return Arguments(tuple(_spread_apply(rest)), project, **found)


def _spread_apply(words: Sequence[str]) -> Sequence[str]:
    """``migrate --apply A B`` as ``migrate --apply --only A --only B``."""
    if "migrate" not in words or "--apply" not in words:
        return words
    start = words.index("--apply") + 1
    spread: list[str] = []
    rest = iter(words[start:])
    for word in rest:
        if word in _VALUED:
            spread += [word, *islice(rest, 1)]
        else:
            spread += [word] if word.startswith("-") else ["--only", word]
    return [*words[:start], *spread]
