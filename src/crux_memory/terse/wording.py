"""A passage of prose, said shorter in place: words go, phrases shrink, lines and marks stay.

What goes is decided by the encoder's rules of telegraphic English (`encoder.ease`,
`encoder.phrases`). This module puts the result back between the marks of the source: emphasis,
line ends and code are where they were.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from crux_memory.encoder.ease import mark
from crux_memory.encoder.telegraph import shorten, words_of
from crux_memory.encoder.words import Ease, Word, tidied
from crux_memory.fidelity.invention import invented_words
from crux_memory.fidelity.polarity import polarity
from crux_memory.markdown.clauses import Role, Sentence, analyse
from crux_memory.markdown.language import is_english
from crux_memory.markdown.lexing import Kind, lex
from crux_memory.markdown.sentences import split_sentences
from crux_memory.markdown.tagging import Tag
from crux_memory.terse.carveouts import line_class
from crux_memory.tokens import TokenCounter

_BE = frozenset("is are was were".split())
_LINKING = frozenset({Tag.PREPOSITION, Tag.TO})
_EXPLETIVES = frozenset({"it", "there"})
_VOWEL = re.compile("[aeiouy]")
_LABEL = re.compile(r"(\*\*|__)(?P<label>[^*_\n`]{1,60}?)(?::\1|\1:)(?=\s|$)")
_MARK_OR_SPACE = re.compile(r"(?P<mark>[*_]+)|(?P<line>\n)|(?P<space>[^\S\n]+)")
_BLOCK_START = re.compile(r"(?:[-+*>#|=~`:<]|\d{1,9}[.)](?:\s|$)|\[[^\]]*\]:|@)")


def reword(text: str, counter: TokenCounter) -> str:
    """`text` (lines of one passage, parted by ``\\n``) in fewer tokens, or as it is.

    The result has the same number of lines, the same anchors in the same order, the same
    negations and limits, and no word that the source has not.
    """
    if not is_english(text):
        return text
    label = _LABEL.match(text)
    if label:
        space = len(text[label.end() :]) - len(text[label.end() :].lstrip(" "))
        rest = text[label.end() + space :]
        return f"{label['label']}:" + " " * space + (reword(rest, counter) if rest else "")
    tokens = lex(text, split_links=False)
    kept: list[Word] = []
    plain: list[Word] = []
    for sentence in split_sentences(tokens):
        analysed = analyse(sentence)
        words = words_of(analysed)
        plain += words
        kept += _kept(text, words, analysed, counter, first=not kept)
    new = _assemble(text, plain, kept)
    turned = _turned_exact(text, new)
    if turned:
        new = _assemble(text, plain, _as_they_were(text, plain, kept, turned))
    if new == text or not _same(text, new) or counter.count(" " + new) >= counter.count(" " + text):
        return text
    return new


def _kept(
    text: str, plain: list[Word], sentence: Sentence, counter: TokenCounter, *, first: bool
) -> list[Word]:
    """The words of one sentence that stay."""
    if not first and _is_pleasantry(sentence):
        return []
    words = _in_one_line(text, plain, shorten(list(plain), counter))
    mark(words)
    gone = _gone(words)
    if not gone and len(words) == len(plain):
        return words
    left = tidied([w for w in words if id(w) not in gone])
    left = _with_spared_marks(plain, words, left, gone)
    if left and left[0].start > plain[0].start and plain[0].text[:1].isupper():
        head = left[0]
        if head.kind is Kind.WORD and _takes_capital(head.text):
            left[0] = replace(head, text=head.text[:1].upper() + head.text[1:])
    return left


def _gone(words: Sequence[Word]) -> set[int]:
    """The identities of the words that say nothing.

    A file that people read too keeps more than CRUX does: prepositions, and the copula before a
    number.
    """
    gone: set[int] = set()
    for number, word in enumerate(words):
        if word.ease > Ease.SOFT:
            continue
        linking = word.tag in _LINKING and word.lower != "of"  # "all of the tests" may lose it
        if word.ease is Ease.SOFT and (linking or word.lower in _BE):
            continue
        after = words[number + 1].lower if number + 1 < len(words) else ""
        if word.lower in _EXPLETIVES and after in _BE:
            continue  # "Is usually unnecessary" would be a question
        gone.add(id(word))
    return gone


def _takes_capital(word: str) -> bool:
    """True for what reads as a word; one that does not is a name that is written small ("npm")."""
    letters = re.sub("['’]", "", word)
    return letters.isalpha() and word.islower() and bool(_VOWEL.search(word))


def _is_pleasantry(sentence: Sentence) -> bool:
    free = sentence.role is Role.PLEASANTRY and len(sentence.clauses) == 1
    words = [t.text for t in sentence.tokens]
    return free and not polarity(" ".join(words)) and not any(t.is_anchor for t in sentence.tokens)


def _in_one_line(text: str, plain: Sequence[Word], words: Sequence[Word]) -> list[Word]:
    """`words`, with every phrase as it was that runs over a line end or a mark of emphasis.

    Words of no phrase are taken from `plain` again, so that spaces are those of the source.
    """
    at = {w.start: n for n, w in enumerate(plain)}
    out: list[Word] = []
    position = 0
    for word in words:
        number = at[word.start]
        skipped = plain[position:number]
        if skipped and not _plain_run(text, skipped):
            out += skipped
        after = next((n for n in range(number, len(plain)) if plain[n].end >= word.end), number)
        covered = plain[number : after + 1]
        whole = word.text == plain[number].text and len(covered) == 1
        wordy = word.text[:1].isalpha() and _plain_run(text, covered)
        out += [plain[number]] if whole else [word] if wordy else covered
        position = after + 1
    rest = plain[position:]
    return out + (list(rest) if rest and not _plain_run(text, rest) else [])


def _plain_run(text: str, words: Sequence[Word]) -> bool:
    return not re.search(r"[\n*_]", text[words[0].start : words[-1].end])


def _with_spared_marks(
    plain: Sequence[Word], words: Sequence[Word], left: Sequence[Word], gone: set[int]
) -> list[Word]:
    """`left` with the punctuation that was taken though no word beside it has gone."""
    stays = {p.start for w in words if id(w) not in gone for p in _between(plain, w.start, w.end)}
    places = {p.start: n for n, p in enumerate(plain)}
    kept = {id(w) for w in left}
    out: list[Word] = []
    for word in words:
        at = places[word.start]
        beside = [plain[n].start for n in (at - 1, at + 1) if 0 <= n < len(plain)]
        if id(word) in kept or (id(word) not in gone and stays.issuperset(beside)):
            out.append(word)
    return out


def _between(plain: Sequence[Word], start: int, end: int) -> Sequence[Word]:
    """The words that begin from `start` up to but not at `end`."""
    first = bisect_left(plain, start, key=_start)
    return plain[first : bisect_left(plain, end, lo=first, key=_start)]


def _start(word: Word) -> int:
    return word.start


def _assemble(text: str, plain: Sequence[Word], kept: Sequence[Word]) -> str:
    """The kept words with what stood between them, less the words that have gone."""
    words = _line_heads(text, plain, kept)
    out, position = "", 0
    before: Word | None = None
    for word in [*words, None]:
        end = word.start if word else len(text)
        inside = _between(plain, position, end)
        gap = text[position:end]
        out += _gap(gap, inside, position, before, word) if inside else gap
        if word is None:
            break
        out += word.text
        before, position = word, word.end
    return out


def _line_heads(text: str, plain: Sequence[Word], kept: Sequence[Word]) -> list[Word]:
    """`kept`, with the words back that a line needs so as not to be empty or another block."""
    out: list[Word] = []
    position = 0
    for word in [*kept, None]:
        end = word.start if word else len(text)
        inside = _between(plain, position, end)
        if inside:
            lines = text[position:end].count("\n")
            heads = lines > 0 or position == 0
            empty = lines > 1 or (lines > 0 and (word is None or position == 0))
            block = heads and word is not None and _BLOCK_START.match(text[word.start :])
            if empty or block or (word is None and position == 0):
                out += inside
                if word is not None and text[word.start : word.end].lower() == word.text.lower():
                    word = replace(word, text=text[word.start : word.end])  # heads nothing now
        if word is not None:
            out.append(word)
            position = word.end
    return out


def _gap(
    gap: str, removed: Sequence[Word], offset: int, before: Word | None, after: Word | None
) -> str:
    """What stays between two kept words: line end or space, and the marks that still enclose text.

    `gap` begins at `offset` of the text and holds the words `removed`.
    """
    left: list[str] = []  # marks that close what is before, a space, marks that open what comes
    opened: list[str] = []
    space = line = False
    position = 0
    for start, end in [
        *((w.start - offset, w.end - offset) for w in removed),
        (len(gap), len(gap)),
    ]:
        for match in _MARK_OR_SPACE.finditer(gap, position, start):
            if match["line"]:
                line = True
            elif match["space"]:
                space = True
            elif _opens(gap, match, before):
                opened.append(match.group())
            elif opened:
                opened.pop()  # what it closes has gone
            else:
                left.append(match.group())
        position = end
    separator = "\n" if line else " " if space and _parted(before, after) else ""
    if before is None or after is None:
        separator = ""
    return "".join(left) + separator + "".join(opened)


def _opens(gap: str, mark: re.Match[str], before: Word | None) -> bool:
    start = mark.start()
    behind = gap[start - 1] if start else (" " if before is None else "x")
    return behind.isspace() or behind in "([{*_"


def _parted(before: Word | None, after: Word | None) -> bool:
    if before is not None and before.kind is Kind.PUNCT and before.text in {"(", "[", "{"}:
        return False
    return after is None or after.space or after.kind is not Kind.PUNCT


def _turned_exact(text: str, new: str) -> set[int]:
    """The lines that would become lines read exactly: "Really ✅" without its first word."""
    pairs = enumerate(zip(text.split("\n"), new.split("\n"), strict=False))
    return {n for n, (old, line) in pairs if line_class(line) != line_class(old)}


def _as_they_were(
    text: str, plain: Sequence[Word], kept: Sequence[Word], lines: set[int]
) -> list[Word]:
    """`kept`, with every word of the `lines` of `text` as it was."""

    def inside(word: Word) -> bool:
        return text.count("\n", 0, word.start) in lines

    words = [w for w in plain if inside(w)] + [w for w in kept if not inside(w)]
    return sorted(words, key=_start)


def _same(text: str, new: str) -> bool:
    """True where `new` has the lines, the anchors, the polarity and no other words than `text`."""
    if text.count("\n") != new.count("\n") or polarity(text) != polarity(new):
        return False
    return _anchors(text) == _anchors(new) and not invented_words(text, new)


def _anchors(text: str) -> list[str]:
    return [t.text for t in lex(text, split_links=False) if t.is_anchor]
