"""The registry: every letter and symbol of CRUX, once.

The grammar names the same characters (a test compares them), the expander reads them from here,
and CRUX.md is checked against it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Letter:
    """A block letter. `title` heads a block that has no name of its own."""

    char: str
    title: str
    meaning: str
    lookalikes: str = ""  # characters of other alphabets that readers cannot tell apart


@dataclass(frozen=True)
class Symbol:
    """A symbol. `spoken` is the reading where the context decides nothing better.

    `use` says when this project's encoder writes it; other writers may use all of them.
    """

    char: str
    name: str
    spoken: str
    meaning: str
    use: str


LETTERS = (
    Letter("Ρ", "Purpose", "what the thing is for; the repository or project at large"),
    Letter("Κ", "Concepts", "definitions, names and abbreviations", "K"),
    Letter("R", "Rules", "requirements, guidelines, what holds"),
    Letter("Λ", "Commands", "commands and actions to run"),
    Letter("P", "Prohibitions", "policies that forbid; what must not happen"),
    Letter("E", "Examples", "entities, examples, evidence", "Ε"),
    Letter("Π", "Architecture", "components and how they are arranged"),
    Letter("Γ", "Procedure", "orchestration: steps and their order"),
    Letter("M", "Memory", "state, facts and history to carry along", "Μ"),
    Letter("Φ", "Configuration", "settings, flags, defaults"),
    Letter("Ω", "Outcome", "quality goals, results, what follows from all this"),
)

_NEVER = "reads it only"
_WHERE_CHEAPER = "where it saves tokens"

SYMBOLS = (
    Symbol("→", "arrow", "→", "then, leads to, becomes, goes to", _WHERE_CHEAPER),
    Symbol("←", "back arrow", "from", "comes from, is caused by", _NEVER),
    Symbol("»", "sequence", "then", "the next action in a sequence", "between the steps of a goal"),
    Symbol("¬", "not", "not", "negates the word that follows it", _NEVER),
    Symbol("∧", "and", "and", "both sides hold", _NEVER),
    Symbol("∨", "either", "or", "one side holds, or both", _NEVER),
    Symbol("∀", "for all", "for every", "holds for every one of what follows", _NEVER),
    Symbol("∃", "there is", "there is", "at least one exists", _NEVER),
    Symbol("∄", "there is none", "there is no", "none exists", _NEVER),
    Symbol("∋", "contains", "includes", "the left side contains the right side", _NEVER),
    Symbol("∈", "element of", "in", "the left side is one of the right side", _NEVER),
    Symbol("∉", "not element of", "not in", "the left side is none of the right side", _NEVER),
    Symbol("≻", "over", "over", "preferred to, more important than, before", _NEVER),
    Symbol("≺", "under", "yields to", "less important than, after", _NEVER),
    Symbol("≥", "at least", "at least", "not less than", _WHERE_CHEAPER),
    Symbol("≤", "at most", "at most", "not more than", _WHERE_CHEAPER),
    Symbol("≠", "differs", "is not", "differs from, must not be confused with", _NEVER),
    Symbol("Δ", "change", "change of", "a change in what follows", _NEVER),
    Symbol("◊", "possibly", "optionally", "possible, optional, not required", _NEVER),
    Symbol("⊤", "true", "true", "true, on; at the head of a statement: the good case", _NEVER),
    Symbol("⊥", "false", "false", "false, off; at the head of a statement: the bad case", _NEVER),
    Symbol("∅", "nothing", "none", "nothing, empty, no value", _NEVER),
    Symbol("⊛", "critical", "critical", "always applies; of the highest importance", _NEVER),
    Symbol("⊕", "plus", "plus", "together with; after a minimum: ideally", _NEVER),
    Symbol("↑", "up", "increase", "increase, more, higher", _NEVER),
    Symbol("↓", "down", "reduce", "reduce, fewer, lower", _NEVER),
    Symbol("∥", "parallel", "in parallel with", "at the same time", _NEVER),
    Symbol("⊳", "enters", "enters", "the left side enters or feeds the right side", _NEVER),
    Symbol("⊲", "leaves", "comes out of", "the left side comes out of the right side", _NEVER),
    Symbol("|", "or", "or", "alternatives, one of which holds", _NEVER),
    Symbol("..", "to", "to", "a range, both ends included", _NEVER),
)

LETTER_BY_CHAR = {char: letter for letter in LETTERS for char in (letter.char, *letter.lookalikes)}
SYMBOL_BY_CHAR = {symbol.char: symbol for symbol in SYMBOLS}

# ASCII signs that keep their everyday meaning; they are described, never replaced.
PLAIN_SIGNS = {
    "=": "is, has the value, is defined as",
    ":": "introduces what follows",
    "+": "and, with",
    "@": "at, in, with the version",
    "?": "in question; before → it asks a condition",
    "!": "important, required",
    ",": "and, in a list",
    "#": "a number or an identifier",
    "×": "times",
}
