"""The verdict: is what the encoder wrote what the source says?

The check trusts nothing of the encoder but its own account (`EncodeResult.choices`), and compares
that account with the source on one side and with the written document on the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from crux_memory.encoder.result import Choice, EncodeResult
from crux_memory.errors import InvalidInputError
from crux_memory.fidelity.anchors import invented, missing
from crux_memory.fidelity.invention import invented_words
from crux_memory.fidelity.polarity import polarity
from crux_memory.notation import emit, parse
from crux_memory.notation.nodes import Block, Document, Fence, Node, Row, Statement

FIRM_ROLES = frozenset({"prohibition", "requirement", "condition", "exception", "value"})
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class FidelityReport:
    """What was compared and what spoke against the output."""

    statements: int = 0
    kept: int = 0
    anchors: int = 0
    negations: int = 0
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True when nothing was found."""
        return not self.problems

    def as_dict(self) -> dict[str, object]:
        """For JSON output."""
        return {
            "ok": self.ok,
            "statements": self.statements,
            "kept": self.kept,
            "anchors": self.anchors,
            "negations": self.negations,
            "problems": list(self.problems),
        }


def check(source_body: str, result: EncodeResult) -> FidelityReport:
    """Compares an encoded body with its source.

    Under the policy ``preserve`` every anchor, negation and heading must be there and no
    prohibition, requirement, condition or value may be gone. Under ``strict`` statements may be
    gone, but what is left must hold the source's anchors unchanged and keep its polarity.
    """
    problems: list[str] = []
    anchor_count = negation_count = 0
    for choice in result.choices:
        if choice.action == "dropped":
            continue
        anchor_count += len(missing(choice.source, ""))
        negation_count += polarity(choice.source)["not"]
        problems += (f"line {choice.line}: {p}" for p in _statement(choice, result.policy))
    problems += _accounted(source_body, result)
    problems += _document(result)
    return FidelityReport(
        statements=len(result.choices),
        kept=sum(c.action != "dropped" for c in result.choices),
        anchors=anchor_count,
        negations=negation_count,
        problems=tuple(problems),
    )


def _statement(choice: Choice, policy: str) -> Iterator[str]:
    source, output = choice.source, choice.output
    for anchor in invented(source, output):
        yield f"anchor {anchor!r} is not in the source statement"
    for word in invented_words(source, output):
        yield f"word {word!r} is not in the source statement"
    before, after = polarity(source), polarity(output)
    if policy == "preserve":
        for anchor in missing(source, output):
            yield f"anchor {anchor!r} is missing"
        if before != after:
            yield f"polarity changed: {dict(before)} became {dict(after)}"
    elif any(after[word] > before[word] for word in after):
        yield f"polarity added: {dict(before)} became {dict(after)}"
    elif choice.role == "prohibition" and before["not"] and not after["not"]:
        yield "a prohibition lost its negation"


def _accounted(source_body: str, result: EncodeResult) -> Iterator[str]:
    """Every line of the source that holds words belongs to some statement of the account."""
    told = _letters("".join(c.source for c in result.choices))
    lost = _letters(source_body) - told
    surplus = sum(lost.values())
    if surplus > _allowance(source_body):
        yield f"{surplus} letters of the source are in no statement of the account"
    if result.policy == "preserve":
        for choice in result.choices:
            if choice.action == "dropped" and choice.role in FIRM_ROLES:
                yield f"line {choice.line}: a {choice.role} was dropped"
            elif choice.action == "dropped" and choice.role == "heading":
                yield f"line {choice.line}: a heading was dropped"


def _letters(text: str) -> Counter[str]:
    return Counter(c for c in text if c.isalnum())


def _allowance(source_body: str) -> int:
    """Letters that markers of lists and tables take, which the account does not repeat."""
    markers = re.findall(r"^[\s>]*(\d+[.)]|[-*+] \[[xX ]\])", source_body, re.M)
    labels = re.findall(r"\[[^\]\n]*\]\([^)\n]*\)", source_body)
    return sum(map(len, markers)) + sum(map(len, labels))


def _document(result: EncodeResult) -> Iterator[str]:
    """The document reads back, and says what the account says that it says."""
    try:
        tree = parse(result.text)
    except InvalidInputError as error:
        yield f"the document does not parse: {error}"
        return
    if emit(tree) != result.text:
        yield "the document does not read back byte for byte"
    written = _words("\n".join(_texts(tree)))
    told = _words("\n".join(c.output for c in result.choices if c.action != "dropped"))
    if missing_words := told - written:
        yield f"the document lacks {sorted(missing_words.elements())[:8]}"
    if added := written - told:
        yield f"the document adds {sorted(added.elements())[:8]}"


def _texts(node: Node | Document) -> Iterator[str]:
    if isinstance(node, Document):
        for child in node.children:
            yield from _texts(child)
    elif isinstance(node, Block):
        yield node.name or ""
        for child in node.children:
            yield from _texts(child)
    elif isinstance(node, Statement):
        yield node.text
    elif isinstance(node, Row):
        yield from node.cells
    elif isinstance(node, Fence):
        yield node.raw


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[^\W_]+", text))
