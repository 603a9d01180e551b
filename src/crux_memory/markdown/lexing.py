"""Inline Markdown to tokens: words on one side, anchors that are copied as they stand on the other.

An anchor is whatever loses its meaning by the change of one character: code spans, URLs, paths,
flags, versions, numbers, identifiers, links' targets, placeholders, quoted literals, HTML, math.
Emphasis marks are no tokens; they set `strong` on the words they enclose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum


class Kind(Enum):
    """What a token is."""

    WORD = "word"
    CODE = "code"
    URL = "url"
    PATH = "path"
    FLAG = "flag"
    NUMBER = "number"
    IDENTIFIER = "identifier"
    QUOTE = "quote"
    LITERAL = "literal"  # HTML, math, placeholders, wiki links, footnotes, escapes
    PUNCT = "punct"


ANCHORS = frozenset(Kind) - {Kind.WORD, Kind.PUNCT}


@dataclass(frozen=True, slots=True)
class Token:
    """A word, an anchor or a punctuation mark.

    `space` tells whether white space stood before it, `strong` whether it was emphasised, `start`
    where it begins in the text that was lexed (-1 in a link's label, which is lexed by itself).
    """

    text: str
    kind: Kind
    space: bool
    strong: bool = False
    start: int = field(default=-1, compare=False)

    @property
    def lower(self) -> str:
        """The text in lower case with plain apostrophes."""
        return self.text.lower().replace("’", "'")

    @property
    def is_anchor(self) -> bool:
        """True for what must be copied byte for byte."""
        return self.kind in ANCHORS


_LETTER = r"[^\W\d_]"
_UNIT = (
    r"(?:\s?(?:[kKMGT]i?[Bb]|bytes?|bits?|[munμ]?s|ms|sec(?:ond)?s?|min(?:ute)?s?|h|hrs?|hours?|"
    r"days?|weeks?|months?|years?|px|em|rem|pt|fps|Hz|kHz|MHz|GHz|tokens?|lines?|chars?|"
    r"characters?|words?|columns?|files?|%)(?![\w-]))"
)
_SPEC: tuple[tuple[Kind | None, str], ...] = (
    (Kind.CODE, r"(?P<tick>`+)(?!`)(?:.{1,4000}?)(?<!`)(?P=tick)(?!`)"),
    (Kind.PUNCT, r"(?<=[\w`)])['’]s(?!\w)"),  # the possessive of an anchor
    (Kind.LITERAL, r"!\[[^\]\n]{0,300}\]"
                   r"\([^()\n]{0,600}(?:\([^()\n]{0,200}\)[^()\n]{0,200}){0,3}\)"),
    (None, r"\[(?P<label>(?:[^\[\]\n`]|`[^`\n]{0,200}`|\[[^\[\]\n]{0,200}\]){0,400})\]"
           r"\((?P<target>[^()\s]{0,1000}(?:\([^()\s]{0,200}\)[^()\s]{0,200}){0,3})"
           r"(?P<title>\s+\"[^\"\n]{0,200}\")?\)"),
    (Kind.LITERAL, r"\[\[[^\[\]\n]{1,300}\]\]"),
    (Kind.LITERAL, r"\[\^[^\]\s]{1,100}\]:?"),
    (Kind.LITERAL, r"\[[^\[\]\n]{1,300}\]\[[^\[\]\n]{0,300}\]"),
    (Kind.LITERAL, r"\[[ xX]\](?=\s)"),
    (Kind.URL, r"<(?:https?|ftp|mailto):[^<>\s]+>"),
    (Kind.URL, r"(?:https?|ftp|file)://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_]"),
    (Kind.LITERAL, r"</?[A-Za-z][\w-]*(?:\s[^<>\n]{0,500})?/?>|<!--.{0,4000}?-->"),
    (Kind.LITERAL, r"<[\w$@][^<>\n]{0,60}>"),
    (Kind.LITERAL, r"\{\{.{0,300}?\}\}|\{%.{0,300}?%\}|\$\{[^{}\n]{0,300}\}|\{[\w$.:, |-]{1,40}\}"),
    (Kind.LITERAL, r"\$\$.{1,500}?\$\$|\$(?=[^\s\d$])[^$\n]{0,200}?[^\s$\\]\$(?!\d)"),
    (Kind.LITERAL, r"\\[!-/:-@\[-`{-~]"),
    (Kind.LITERAL, r"&(?:#\d+|#x[0-9a-fA-F]+|[A-Za-z]\w+);"),
    (Kind.QUOTE, r"\"[^\"\n]{1,300}\"|“[^“”\n]{1,300}”|«[^«»\n]{1,300}»|"
                 r"(?<![\w])'[^'\n]{1,80}'(?![\w])"),
    (Kind.URL, r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    (Kind.PATH, r"@[\w~][\w./~-]*\w"),
    (Kind.FLAG, r"(?<![\w-])--?[A-Za-z][\w-]*(?:=[\w./:-]*\w)?(?![\w-])"),
    (Kind.PATH, r"(?:~|\.{1,2})?/[\w.@~*{}$<>-]+(?:/[\w.@~*{}$<>-]+)*/?(?<![.,;:])"),
    (Kind.PATH, r"[\w.@~*-]*[\w*](?:/[\w.@~*{}$<>-]*[\w*}>])+/?"),
    (Kind.PATH, r"[A-Za-z]:\\[\w.\\ -]*\w"),
    (Kind.PATH, r"[\w.@~-]*\w/(?=[\s,;:.)]|$)"),
    (Kind.PATH, r"\*?\.?[\w-]+(?:\.[\w*-]+)*\.(?:[a-z][a-z0-9]{0,4}|[A-Z]{2,4})(?![\w(])"
                r"(?<!\be\.g)(?<!\bi\.e)"),
    (Kind.PATH, r"\*\.\w+|(?<![\w.)\]])\.[A-Za-z][\w-]*(?:\.[\w-]+)*"),
    (Kind.IDENTIFIER, r"#\d+\b|#[A-Za-z][\w-]+"),
    (Kind.NUMBER, r"(?:[~≈±<>≤≥]=?\s?)?[$€£]?(?<![\w])[-+−]?\d(?:[\d_]|[.,:/×x–-](?=\d))*"
                  r"(?:\+|%|st|nd|rd|th|[×x](?!\w)|[A-Za-z]{1,3}(?![\w]))?" + _UNIT + r"?\+?"),
    (Kind.IDENTIFIER, r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_][\w]*)+(?:\(\))?"),
    (Kind.IDENTIFIER, r"[A-Za-z_]\w*\(\)"),
    (Kind.IDENTIFIER, r"[A-Za-z]*\w*_\w+|_\w+"),
    (Kind.IDENTIFIER, r"[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+|"
                      r"[A-Za-z]+-?\d[\w.-]*\w|[A-Za-z]\d+"),
    (Kind.WORD, rf"{_LETTER}+(?:['’]{_LETTER}+)*(?:-(?:{_LETTER}+(?:['’]{_LETTER}+)*|\d+))*"
                rf"(?:/{_LETTER}+)*(?:['’](?![\w]))?\+*"),
    (Kind.NUMBER, r"\d[\w.-]*"),
    (Kind.PUNCT, r"\.\.\.|…|--+|=>|->|[<>=!]=|~~|\S"),
)  # fmt: skip
_PARTS = [re.compile(pattern.replace(rf"{_LETTER}", _LETTER), re.DOTALL) for _, pattern in _SPEC]
_LINE_ESCAPES = frozenset(
    {"\\.", "\\)", "\\>", "\\#", "\\-", "\\+", "\\|"}
)  # matter at line starts only
_EMPHASIS = re.compile(r"\*{1,3}|_{1,3}")
_ABBREVIATION = re.compile(
    r"(?:e\.g|i\.e|a\.k\.a|etc|vs|cf|approx|incl|w\.r\.t|Mr|Dr|No|Fig)\.", re.I
)


def lex(text: str, *, split_links: bool = True) -> tuple[Token, ...]:
    """Tokens of inline Markdown. Joining them again gives the text without emphasis marks.

    With `split_links` a link becomes its label and its target; without, it is one literal.
    """
    return tuple(_lex(text, split_links))


def _lex(text: str, split_links: bool) -> Iterator[Token]:
    position, strong, space = 0, False, False
    length = len(text)
    while position < length:
        char = text[position]
        if char.isspace():
            space = True
            position += 1
            continue
        if char in "*_" and (mark := _emphasis(text, position)):
            opening = position + len(mark) < length and not text[position + len(mark)].isspace()
            closing = position > 0 and not text[position - 1].isspace()
            strong = False if closing and strong else opening or strong
            position += len(mark)
            continue
        match, kind = _match(text, position)
        if kind is None and split_links:
            yield from _link(match, space, strong)
        elif split_links and match.group() in _LINE_ESCAPES:
            yield Token(match.group()[1], Kind.PUNCT, space, strong, position)
        else:
            yield Token(match.group(), kind or Kind.LITERAL, space, strong, position)
        position, space = match.end(), False


def _emphasis(text: str, position: int) -> str:
    """The emphasis mark at a place, empty when its characters are text ("*.md", "a * b")."""
    match = _EMPHASIS.match(text, position)
    assert match is not None
    mark = match.group()
    before = text[position - 1] if position else " "
    after = text[match.end()] if match.end() < len(text) else " "
    if before.isspace() and after.isspace():
        return ""
    if mark[0] == "_" and ((before.isalnum() and after.isalnum()) or _snake(text, position)):
        return ""
    if mark == "*" and after in "./" and (before.isspace() or before in "(/"):
        return ""
    if mark == "*" and before == "/" and after in " .,/)":
        return ""
    opens = not after.isspace()
    rest = text[match.end() :]
    if opens and mark not in rest and not (position and not before.isspace()):
        return ""
    return mark


def _snake(text: str, position: int) -> bool:
    """True where an underscore begins an identifier such as ``_private_name``."""
    match = re.compile(r"_{1,2}[A-Za-z]\w*").match(text, position)
    return bool(match and not match.group().endswith("_") and "_" in match.group()[2:]) or bool(
        match and re.fullmatch(r"__\w+__", match.group())
    )


def _match(text: str, position: int) -> tuple[re.Match[str], Kind | None]:
    """What stands at a place that holds no white space; the kind is None for a link."""
    abbreviation = _ABBREVIATION.match(text, position)
    if abbreviation and (position == 0 or not text[position - 1].isalnum()):
        return abbreviation, Kind.WORD
    for (kind, _), pattern in zip(_SPEC, _PARTS, strict=True):
        match = pattern.match(text, position)
        if match and match.group():
            return match, kind
    raise AssertionError("the last pattern takes any character")


def _link(match: re.Match[str], space: bool, strong: bool) -> list[Token]:
    """A link as its label followed by its target; a label that the target repeats is left out."""
    label, target, title = match["label"], match["target"], match["title"] or ""
    plain = re.sub(r"[`*_]", "", label).strip()
    anchor = Token(f"({target}{title})", Kind.URL, True)
    if not plain or re.sub(r"\W+", "", plain).lower() in re.sub(r"\W+", "", target).lower():
        bare = f"{target}{title}"
        return [Token(bare or "()", Kind.URL, space, strong)]
    tokens = [t if n else Token(t.text, t.kind, space, t.strong) for n, t in enumerate(lex(label))]
    if strong:
        tokens = [Token(t.text, t.kind, t.space, True) for t in tokens]
    return [*tokens, anchor]


def render(tokens: Iterable[Token]) -> str:
    """The text of tokens, a space where one stood before the token."""
    text = ""
    for token in tokens:
        text += (" " if token.space and text else "") + token.text
    return text
