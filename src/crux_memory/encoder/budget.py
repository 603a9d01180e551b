"""Which variant of each statement to say: the choice that loses least within a token budget.

All steps of all statements (from one variant of a hull to the next) stand in one order, by loss
per token saved. A choice takes the first so many of them: one dial, so that a smaller budget
never keeps more. The size of a choice is counted on the whole text, since sums of parts are not
exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from crux_memory.encoder.statements import Form, Statement
from crux_memory.encoder.variants import Variant

Selection = list[int]  # an index into each statement's hull


def select(
    statements: Sequence[Statement],
    hulls: Sequence[Sequence[Variant]],
    floors: Sequence[int],
    budget: int,
    size: Callable[[Selection], int],
) -> Selection:
    """The least lossy selection whose counted size is within `budget` tokens.

    `floors` are the last variants that the policy allows. Where even they are too large, the
    selection at the floors is returned.
    """
    steps = _steps(hulls, floors)

    def at(count: int) -> Selection:
        chosen = [0] * len(hulls)
        for number, index in steps[:count]:
            chosen[number] = max(chosen[number], index)
        return settle(statements, hulls, floors, chosen)

    low, high = 0, len(steps)
    if size(at(0)) <= budget:
        return at(0)
    while high - low > 1:
        middle = (low + high) // 2
        if size(at(middle)) <= budget:
            high = middle
        else:
            low = middle
    return _refill(statements, hulls, floors, steps[:high], at(high), budget, size)


def _steps(hulls: Sequence[Sequence[Variant]], floors: Sequence[int]) -> list[tuple[int, int]]:
    """(statement, variant it goes to), the cheapest loss per token first."""
    found: list[tuple[float, int, int]] = []
    for number, hull in enumerate(hulls):
        for index in range(1, floors[number] + 1):
            before, after = hull[index - 1], hull[index]
            rate = (after.loss - before.loss) / max(1, before.tokens - after.tokens)
            found.append((rate, number, index))
    return [(number, index) for _, number, index in sorted(found)]


def settle(
    statements: Sequence[Statement],
    hulls: Sequence[Sequence[Variant]],
    floors: Sequence[int],
    chosen: Selection,
) -> Selection:
    """Makes a selection consistent: lead-ins stay with what they lead to, and go without it."""
    followers = [0] * len(statements)
    had = [0] * len(statements)
    for statement in reversed(statements):
        number, governor = statement.number, statement.governor
        last = len(hulls[number]) - 1
        gone = chosen[number] == last
        if had[number]:
            if followers[number] and gone:
                chosen[number] = last - 1
            elif not followers[number] and statement.leads and floors[number] == last:
                chosen[number] = last
        if governor >= 0:
            had[governor] += 1
            followers[governor] += chosen[number] != last
    for statement in statements:  # a fence goes with the words that introduce it
        if statement.form is Form.FENCE and statement.governor >= 0:
            lead = statements[statement.governor]
            if lead.leads and chosen[lead.number] == len(hulls[lead.number]) - 1:
                chosen[statement.number] = floors[statement.number]
    return chosen


def _refill(
    statements: Sequence[Statement],
    hulls: Sequence[Sequence[Variant]],
    floors: Sequence[int],
    taken: Sequence[tuple[int, int]],
    chosen: Selection,
    budget: int,
    size: Callable[[Selection], int],
) -> Selection:
    """Takes back steps that turned out not to be needed, the costliest first.

    The last step taken may have saved far more than was missing (a whole fence, say).
    """
    used = size(chosen)
    misses = 0
    for number, index in reversed(taken):
        if used >= budget or misses > 24:
            break
        if chosen[number] != index:
            continue
        gain = hulls[number][index - 1].tokens - hulls[number][index].tokens
        if gain > budget - used + 2:
            continue
        trial = list(chosen)
        trial[number] = index - 1
        trial = settle(statements, hulls, floors, trial)
        now = size(trial)
        if now <= budget:
            chosen, used, misses = trial, now, 0
        else:
            misses += 1
    return chosen
