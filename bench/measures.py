"""What else than facts survives: anchors, negations, headings. All measured from outside.

The patterns here are the benchmark's own on purpose: it must not share the encoder's idea of what
an anchor is, or it could not catch the encoder in an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from bench.scoring import split_front_matter, split_statements

_FENCE = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[^\n]*\n(?:.*?\n)?[ \t]*\1[ \t]*$", re.MULTILINE | re.DOTALL
)
_CODE = re.compile(r"(?<!`)(`+)(?!`)([^\n]+?)(?<!`)\1(?!`)")
_URL = re.compile(r"https?://[^\s<>)\]}\"'`|]+")
_LINK = re.compile(r"\[\[[^\]\n]+\]\]")
_IMPORT = re.compile(r"(?<![\w`])@[\w~./-]*[\w/][\w~./-]*\w")
_PATH = re.compile(
    r"(?<![\w/.~@-])(?:~/|\.{1,2}/|/)?(?:[\w.@{}]|\*(?=[./]))[\w.*@{}-]*(?:/[\w.*@{}-]+)*"
    r"(?:/|\.(?:py|pyi|md|mdc|json|jsonl|ya?ml|toml|lock|txt|csv|sql|sh|ts|tsx|js|go|rs|rb|cs|c|h|cpp"
    r"|java|html|css|svg|env|ini|cfg|log|db|zig|proto|tf))(?![\w/])"
)
_FLAG = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*(?:=[\w./:-]*\w)?")
_DATE = re.compile(r"(?<![\w-])\d{4}-\d{2}(?:-\d{2})?(?![\w-])")
_VERSION = re.compile(
    r"(?<![\w.])v?\d+\.\d+(?:\.\d+|-(?:rc|beta|alpha)[\w.]*)+(?![\w])|(?<![\w.])v\d+(?:\.\d+)*(?!\w)"
)
_REFERENCE = re.compile(r"(?<![\w#])#\d+(?!\w)|(?<!\w)[A-Z]{2,}-\d+(?!\w)")
_UNITS = {
    "%": "%", "percent": "%", "per cent": "%",
    "ms": "ms", "millisecond": "ms", "milliseconds": "ms",
    "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
    "m": "min", "min": "min", "mins": "min", "minute": "min", "minutes": "min",
    "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h",
    "d": "d", "day": "d", "days": "d", "week": "wk", "weeks": "wk", "wk": "wk",
    "kb": "kb", "mb": "mb", "gb": "gb", "tb": "tb", "kib": "kib", "mib": "mib", "gib": "gib",
    "k": "k", "px": "px", "x": "x", "×": "x", "°c": "°c", "byte": "byte", "bytes": "byte",
    "line": "line", "lines": "line", "token": "token", "tokens": "token",
    "char": "char", "chars": "char", "character": "char", "characters": "char",
}  # fmt: skip
_UNIT = "|".join(re.escape(unit) for unit in sorted(_UNITS, key=len, reverse=True))
_NUMBER = re.compile(
    rf"(?<![\w.,#/-])[$€£]?(\d+(?:[.,_]\d+)*)(?:[ \u00a0-]?({_UNIT})(?![\w]))?(?![\w/]|[.,]\d)",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(
    r"(?<![\w.`/-])(?:[A-Za-z]\w*(?:\.[A-Za-z]\w*)*\(\)|[A-Za-z]+(?:_[A-Za-z0-9]+)+|"
    r"[a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]*)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+)(?![\w/-])"
)
_MARKER = re.compile(r"^[ \t>]*(?:\d+[.)][ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BLOCK_NAME = re.compile(r"^(?:[ΡEΛΠΚRPΓMΦΩ](?:\.|(?=\{))|)(.*)[{<][ \t]*$", re.MULTILINE)
_ENVELOPE = re.compile(r"^⟦CRUX[^\n]*\n|^⟧[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_NEGATION = re.compile(
    r"¬|✗|❌|🚫|⊥|≠|!=|\b(?:not|no|never|none|nor|neither|without|w/o|cannot|forbid\w*|prohibit\w*)(?!\w)"
    r"|\b\w+n['’]t\b",
    re.IGNORECASE,
)
_NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
} | {"twice": "2", "double": "2", "once": "1", "single": "1", "half": "0.5", "both": "2"}
_HEADING_FILLERS = frozenset({
    "a", "an", "the", "of", "for", "to", "in", "on", "and", "or", "with", "is", "are", "be", "by",
    "at", "from", "your", "our", "this", "that", "it", "as", "into",
})  # fmt: skip


@dataclass(frozen=True, order=True)
class Anchor:
    """Something that must be copied character by character."""

    kind: str
    text: str


@dataclass(frozen=True)
class Survival:
    """How much of a source is still in an output. Pairs are (kept, of)."""

    anchors: tuple[int, int]
    negations: tuple[int, int]
    headings: tuple[int, int]
    lost_anchors: tuple[Anchor, ...]
    mangled: tuple[Anchor, ...]  # in the output, not in the source
    lost_headings: tuple[str, ...]


def survival(source: str, output: str) -> Survival:
    """Compare two texts, each with or without front matter."""
    source, output = _body(source), _body(output)
    wanted = _wanted(source)
    lost = tuple(anchor for anchor in wanted if not _occurs(anchor, output))
    mangled = tuple(
        anchor for anchor in sorted(set(anchors(output))) if not _occurs(anchor, source, spelt=True)
    )
    titles = headings(source)
    names = [_title_words(name) for name in (*headings(output), *block_names(output))]
    lost_titles = tuple(title for title in titles if not _names_it(_title_words(title), names))
    before = negations(source)
    return Survival(
        anchors=(len(wanted) - len(lost), len(wanted)),
        negations=(min(before, negations(output)), before),
        headings=(len(titles) - len(lost_titles), len(titles)),
        lost_anchors=lost,
        mangled=mangled,
        lost_headings=lost_titles,
    )


def anchors(text: str) -> Iterator[Anchor]:
    """The anchors of a Markdown or CRUX body, each span counted for one kind only."""
    for fence in _FENCE.finditer(text):
        yield Anchor("fence", _flat_fence(fence.group()))
    rest = _COMMENT.sub(" ", _FENCE.sub("\n", text))
    rest = _ENVELOPE.sub("", rest)
    rest = _MARKER.sub("", _BLOCK_NAME.sub(r"\1", rest))
    for kind, pattern, canonical in _KINDS:
        for match in pattern.finditer(rest):
            yield Anchor(kind, canonical(match))
        rest = pattern.sub(_blank, rest)


def negations(text: str) -> int:
    """Negating words and signs outside code; a statement of a P block that has none counts one."""
    prose = _CODE.sub(" ", _FENCE.sub("\n", text))
    in_blocks = sum(
        1
        for statement in split_statements(prose)
        if re.match(r"P(?:\.|$)", statement.nearest)
        and re.search(r"\w", statement.text)
        and not _NEGATION.search(statement.text)
    )
    return len(_NEGATION.findall(prose)) + in_blocks


def headings(text: str) -> list[str]:
    """Titles of the ATX headings outside fences."""
    return _HEADING.findall(_COMMENT.sub(" ", _FENCE.sub("\n", text)))


def block_names(text: str) -> list[str]:
    """Names of the blocks of a CRUX text, without their letter."""
    return [name for name in _BLOCK_NAME.findall(_FENCE.sub("\n", text)) if name.strip()]


@lru_cache(maxsize=64)
def _wanted(source: str) -> tuple[Anchor, ...]:
    """Distinct anchors of a source, which is measured against many outputs."""
    return tuple(sorted(set(anchors(source))))


def _body(text: str) -> str:
    return split_front_matter(text.replace("\r\n", "\n"))[1]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _flat_fence(raw: str) -> str:
    """A fence as it stands at the margin, so that one lifted out of a list compares equal."""
    lines = raw.split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip(" \t"))
    return "\n".join(re.sub(rf"^[ \t]{{0,{indent}}}", "", line).rstrip() for line in lines)


def _plain(match: re.Match[str]) -> str:
    return match.group().rstrip(".,;:")


def _quantity(match: re.Match[str]) -> str:
    number, unit = match.group(1), match.group(2)
    canonical = _UNITS[unit.lower()] if unit else ""
    return number.replace(",", "").replace("_", "") + (f" {canonical}" if canonical else "")


def _code_content(match: re.Match[str]) -> str:
    return match.group(2).strip()


# In the order in which they are taken out, so that a URL is not read as a path as well.
_KINDS: tuple[tuple[str, re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    ("code", _CODE, _code_content),
    ("url", _URL, _plain),
    ("link", _LINK, _plain),
    ("import", _IMPORT, _plain),
    ("path", _PATH, _plain),
    ("flag", _FLAG, _plain),
    ("date", _DATE, _plain),
    ("version", _VERSION, _plain),
    ("reference", _REFERENCE, _plain),
    ("identifier", _IDENTIFIER, _plain),
    ("number", _NUMBER, _quantity),
)


def _occurs(anchor: Anchor, text: str, *, spelt: bool = False) -> bool:
    """Whether the anchor is in the text; with `spelt`, a number may be written as a word there."""
    if anchor.kind == "fence":
        return any(_flat_fence(m.group()) == anchor.text for m in _FENCE.finditer(text))
    if anchor.kind == "number":
        return _quantity_occurs(anchor.text, text, spelt=spelt)
    if anchor.kind == "code":
        return " ".join(anchor.text.split()) in " ".join(text.split())
    pattern = rf"(?<![\w]){re.escape(anchor.text)}(?![\w])"
    if not re.match(r"\w", anchor.text):
        pattern = (
            rf"{re.escape(anchor.text)}(?![\w])"
            if anchor.text[-1] != "/"
            else re.escape(anchor.text)
        )
    return re.search(pattern, text) is not None


def _quantity_occurs(wanted: str, text: str, *, spelt: bool) -> bool:
    number, _, unit = wanted.partition(" ")
    for match in _NUMBER.finditer(text):
        found, _, other = _quantity(match).partition(" ")
        if found == number and other == unit:
            return True
    # Inside a code span, a version or a range a number stands in other company than in prose.
    digits = re.escape(number)
    if re.search(rf"(?<![\d.]){digits}(?![\d]|\.\d)", re.sub(r"(?<=\d)[,_](?=\d)", "", text)):
        return not unit or _unit_near(digits, unit, text)
    words = [word for word, value in _NUMBER_WORDS.items() if value == number] if spelt else []
    return any(re.search(rf"\b{word}\b", text, re.IGNORECASE) for word in words)


def _unit_near(digits: str, unit: str, text: str) -> bool:
    """Whether the number stands with that unit, a range such as 3–5 % or a cell included."""
    spellings = "|".join(re.escape(name) for name, canon in _UNITS.items() if canon == unit)
    flat = re.sub(r"(?<=\d)[,_](?=\d)", "", text)
    near = rf"(?<![\d.]){digits}[\d.\s\-–—/+to]{{0,12}}(?:{spellings})(?!\w)"
    return re.search(near, flat, re.IGNORECASE) is not None


def _title_words(title: str) -> set[str]:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", title)
    words = re.findall(r"[^\W_]+", f"{title} {spaced}".lower())
    content = {word for word in words if word not in _HEADING_FILLERS}
    return content or set(words)


def _names_it(wanted: set[str], names: list[set[str]]) -> bool:
    spaced_only = {word for word in wanted if len(word) > 1 or word.isdigit()} or wanted
    return any(spaced_only <= name for name in names)
