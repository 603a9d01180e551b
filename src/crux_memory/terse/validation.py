"""Is a terser version of a Markdown file still the same file? Whoever wrote it.

Nothing here knows how a candidate was made. Every check is named, and a failure says where.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from crux_memory.fidelity.polarity import polarity
from crux_memory.memory_file import split
from crux_memory.terse.profile import Part, Profile, profile
from crux_memory.text import expanded
from crux_memory.tokens import TokenCounter

_NUMBER = re.compile(r"\d+(?:[.,:_]\d+)*")
_CODE_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
# Said with other words, a negation is still one.
_AS_NEGATION = frozenset({"avoid", "✗", "❌", "🚫"})


@dataclass(frozen=True)
class Failure:
    """A check that a candidate does not pass.

    `line` is where it shows in the original, `candidate_line` where in the candidate; 0 where
    there is no such place.
    """

    check: str
    message: str
    line: int = 0
    candidate_line: int = 0

    @property
    def lines(self) -> tuple[int, ...]:
        """The places in either text."""
        return tuple(n for n in (self.line, self.candidate_line) if n)

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "check": self.check,
            "message": self.message,
            "line": self.line or None,
            "candidate_line": self.candidate_line or None,
        }


def validate(original: str, candidate: str, counter: TokenCounter) -> list[Failure]:
    """What speaks against replacing `original` by `candidate`; empty where nothing does."""
    return [
        *compare(profile(original), profile(candidate)),
        *_size(original, candidate, counter),
    ]


def validate_notation(original: str, candidate: str, counter: TokenCounter) -> list[Failure]:
    """As `validate`, for a candidate whose body is CRUX: what it expands to is compared.

    Levels of headings, list marks and the ticks of code are not CRUX's to keep; what they enclose
    is. Raises `InvalidInputError` where the candidate does not parse.
    """
    before = profile(original)
    text = expanded(split(candidate)).join()
    after = profile(text)
    failures = list(_in_order("headings", _titles(before), _titles(after)))
    failures += _in_order("fences", _contents(before.fences), _contents(after.fences))
    for check, parts in (("code spans", before.code_spans), ("URLs", before.urls)):
        for part in parts:
            if part.text not in text:
                failures.append(Failure(check, f"{_short(part)} is gone", part.line))
    for old, new in _aligned(before, after):
        failures += _negations(old, new)
        failures += _numbers(old, new)
    failures += _size(original, candidate, counter)
    return failures


def _titles(found: Profile) -> list[Part]:
    return [Part(p.line, re.sub(r"[`*_]", "", p.text[2:]).strip()) for p in found.headings]


def _contents(fences: Sequence[Part]) -> list[Part]:
    """The lines of fences without their indentation, which an expansion sets anew."""
    return [
        Part(p.line, "\n".join(line.strip() for line in p.text.split("\n")[1:-1])) for p in fences
    ]


def _size(original: str, candidate: str, counter: TokenCounter) -> Iterator[Failure]:
    before, after = counter.count(original), counter.count(candidate)
    if after >= before:
        yield Failure("tokens", f"{after} tokens are not fewer than {before}")


def compare(original: Profile, candidate: Profile) -> list[Failure]:
    """The failures of all checks but that of the size."""
    failures: list[Failure] = []
    if original.front_matter != candidate.front_matter:
        failures.append(Failure("front matter", "is not byte for byte the same", 1, 1))
    for name, of in _SEQUENCES:
        failures += _in_order(name, of(original), of(candidate))
    failures += _urls(original.urls, candidate.urls)
    for before, after in _aligned(original, candidate):
        failures += _negations(before, after)
        failures += _numbers(before, after)
    return failures


_SEQUENCES: tuple[tuple[str, Callable[[Profile], list[Part]]], ...] = (
    ("fences", lambda p: p.fences),
    ("indented code", lambda p: p.indented),
    ("code spans", lambda p: p.code_spans),
    ("headings", lambda p: p.headings),
    ("tables", lambda p: p.tables),
    ("list items", lambda p: p.items),
    ("HTML", lambda p: p.html),
    ("definitions", lambda p: p.definitions),
    ("hard line breaks", lambda p: p.breaks),
    ("carve-out lines", lambda p: p.exact_lines),
)


def _in_order(check: str, before: Sequence[Part], after: Sequence[Part]) -> Iterator[Failure]:
    """The first difference of two sequences that have to be the same."""
    for old, new in zip(before, after, strict=False):
        if old.text != new.text:
            yield Failure(check, f"{_short(old)} became {_short(new)}", old.line, new.line)
            return
    if len(before) > len(after):
        lost = before[len(after)]
        yield Failure(
            check, f"{len(before)} became {len(after)}: {_short(lost)} is gone", lost.line
        )
    elif len(after) > len(before):
        new = after[len(before)]
        message = f"{len(before)} became {len(after)}: {_short(new)} is new"
        yield Failure(check, message, 0, new.line)


def _urls(before: Sequence[Part], after: Sequence[Part]) -> Iterator[Failure]:
    old, new = {p.text: p for p in before}, {p.text: p for p in after}
    for text in old.keys() - new.keys():
        yield Failure("URLs", f"{_short(old[text])} is gone", old[text].line)
    for text in new.keys() - old.keys():
        yield Failure("URLs", f"{_short(new[text])} is new", 0, new[text].line)


_Group = tuple[Sequence[Part], Sequence[Part]]


def _aligned(original: Profile, candidate: Profile) -> Iterator[tuple[Part, Part]]:
    """Texts that stand for each other: block by block, else section by section, else whole."""
    if len(original.sections) != len(candidate.sections):
        yield (
            _joined(p for s in original.sections for p in s),
            _joined(p for s in candidate.sections for p in s),
        )
        return
    for before, after in zip(original.sections, candidate.sections, strict=True):
        if len(before) == len(after):
            yield from zip(before, after, strict=True)
        else:
            yield _joined(before), _joined(after)


def _joined(parts: Iterable[Part]) -> Part:
    found = list(parts)
    return Part(found[0].line if found else 0, "\n".join(p.text for p in found))


def _negations(before: Part, after: Part) -> Iterator[Failure]:
    old, new = _polarity(before.text), _polarity(after.text)
    for word in sorted(old.keys() | new.keys()):
        if old[word] != new[word]:
            said = "negation" if word == "not" else f"“{word}”"
            message = f"{said}: {old[word]} became {new[word]} in {_short(before)}"
            yield Failure("negations", message, before.line, after.line)


def _polarity(text: str) -> Counter[str]:
    found = polarity(_CODE_SPAN.sub(" ", text))
    for word in _AS_NEGATION & found.keys():
        found["not"] += found.pop(word)
    return found


def _numbers(before: Part, after: Part) -> Iterator[Failure]:
    old, new = Counter(_NUMBER.findall(before.text)), Counter(_NUMBER.findall(after.text))
    for number in (old - new).keys() | (new - old).keys():
        message = f"{number}: {old[number]} became {new[number]} in {_short(before)}"
        yield Failure("numbers", message, before.line, after.line)


def _short(part: Part) -> str:
    text = " ".join(part.text.split())
    return f"“{text[:57]}…”" if len(text) > 60 else f"“{text}”"
