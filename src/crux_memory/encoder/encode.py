"""Body in, CRUX document out: the encoder's one way through its rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crux_memory.encoder.budget import Problem, Selection, select
from crux_memory.encoder.context import Context
from crux_memory.encoder.result import Choice, EncodeOptions, EncodeResult
from crux_memory.encoder.salience import weigh
from crux_memory.encoder.statements import Body, Place, Statement, collect
from crux_memory.encoder.surface import Surface
from crux_memory.encoder.variants import Variant, hull, variants
from crux_memory.markdown.blocks import parse_outline
from crux_memory.markdown.language import is_english_body
from crux_memory.notation import emit
from crux_memory.tokens import TokenCounter, get_counter

FAITHFUL_RATE = 0.3  # loss per token saved up to which ``preserve`` leaves things out


def encode(body: str, options: EncodeOptions | None = None) -> EncodeResult:
    """The CRUX document of a Markdown body (front matter taken off). Pure.

    A ``strict`` policy goes further than ``preserve`` only where that does not reach the target.
    """
    options = options or EncodeOptions()
    counter = get_counter(options.encoding)
    content = collect(
        parse_outline(body),
        counter,
        english=is_english_body(body),
        memory_type=options.memory_type,
    )
    context = Context(content)
    weigh(content, context, counter)
    before = counter.count(body)
    result = _attempt(content, context, counter, options, before, strict=False)
    if options.policy == "strict" and not result.reached:
        result = _attempt(content, context, counter, options, before, strict=True)
    return result


def _attempt(
    body: Body,
    context: Context,
    counter: TokenCounter,
    options: EncodeOptions,
    before: int,
    *,
    strict: bool,
) -> EncodeResult:
    pairs = [
        _choices(variants(s, context, counter, strict=strict), strict) for s in body.statements
    ]
    hulls, floors = [h for h, _ in pairs], [f for _, f in pairs]
    budget = before * options.target // 100
    surface = Surface(body, options, keep_headings=not strict)

    def text_of(selection: Selection) -> str:
        return emit(surface.document([hulls[n][i] for n, i in enumerate(selection)]))

    problem = Problem(body.statements, hulls, floors, lambda s: counter.count(text_of(s)))
    chosen = select(problem, budget)
    picked = [hulls[n][i] for n, i in enumerate(chosen)]
    text = text_of(chosen)
    after = counter.count(text)
    return EncodeResult(
        text=text,
        tokens_before=before,
        tokens_after=after,
        target=options.target,
        policy=options.policy,
        reached=after <= budget,
        dropped=tuple(
            s.source for s, v in zip(body.statements, picked, strict=True) if not v.cells
        ),
        choices=tuple(_account(body, hulls, picked, surface.headings(picked), counter)),
    )


def _choices(ladder: list[Variant], strict: bool) -> tuple[list[Variant], int]:
    """The variants worth choosing, and the last of them that the policy allows.

    ``preserve`` may leave out only what holds no rule, value or anchor, and of that only what
    says least per token.
    """
    if strict:
        worth = hull(ladder)
        return worth, len(worth) - 1
    worth = hull([v for v in ladder if v.faithful])
    floor = 0
    while floor + 1 < len(worth):
        before, after = worth[floor], worth[floor + 1]
        rate = (after.loss - before.loss) / max(1, before.tokens - after.tokens)
        if after.grade in ("shortened", "dropped") and rate > FAITHFUL_RATE:
            break
        floor += 1
    if worth[-1].cells:
        worth.append(ladder[-1])
    return worth, floor


def _account(
    body: Body,
    hulls: Sequence[Sequence[Variant]],
    picked: Sequence[Variant],
    headings: dict[int, str],
    counter: TokenCounter,
) -> Iterator[Choice]:
    """One choice for every heading and every statement of the source, in its order."""
    inside: dict[int, list[Statement]] = {}
    for statement in body.statements:
        inside.setdefault(statement.section, []).append(statement)
    for place in body.places:
        if place.title:
            yield _heading(place, headings.get(place.number), counter)
        for statement in inside.get(place.number, ()):
            variant = picked[statement.number]
            yield Choice(
                line=statement.line,
                source=statement.source,
                role=statement.role.value,
                action=variant.grade,
                output=variant.text,
                tokens_before=hulls[statement.number][0].tokens,
                tokens_after=variant.tokens,
                reason=_reason(statement, variant),
            )


def _heading(place: Place, output: str | None, counter: TokenCounter) -> Choice:
    source = place.plain_title
    if output is None:
        reason = "nothing under it was kept"
    elif not output:
        reason = "the only line under it says it"
    else:
        reason = "headings say where a statement applies"
    return Choice(
        line=place.line,
        source=source,
        role="heading",
        action="verbatim" if output == source else "shortened" if output else "dropped",
        output=output or "",
        tokens_before=counter.count(source),
        tokens_after=counter.count(output or ""),
        reason=reason,
    )


def _reason(statement: Statement, variant: Variant) -> str:
    role = statement.role.value
    return {
        "verbatim": "nothing in it can be said shorter" if len(variant.cells) else "",
        "reworded": "function words and long phrases without content left out",
        "shortened": f"less weighty words or clauses of this {role} left out to reach the target",
        "dropped": f"this {role} says least per token (loss {variant.loss:.2f})",
    }[variant.grade]
