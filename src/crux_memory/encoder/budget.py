"""Which variant of each statement to say: the choice that loses least within a token budget.

All steps of all statements (from one variant of a hull to the next) stand in one order, by loss
per token saved. A choice takes the first so many of them: one dial, so that a smaller budget
never keeps more. The size of a choice is counted on the whole text, since sums of parts are not
exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crux_memory.encoder.statements import Form, Statement
from crux_memory.encoder.variants import Variant

Selection = list[int]  # an index into each statement's hull
SLACK = 0.03  # share of the budget that may stay unused before another way is tried
TRIES = 4  # large steps that are tried without
PATIENCE = 24  # steps in a row that do not fit before refilling gives up


@dataclass(frozen=True, slots=True)
class Problem:
    """What is chosen from.

    `floors` are the last variants that the policy allows, as indices into the `hulls`; `size`
    counts the tokens of the whole text that a selection gives.
    """

    statements: Sequence[Statement]
    hulls: Sequence[Sequence[Variant]]
    floors: Sequence[int]
    size: Callable[[Selection], int]


_Step = tuple[int, int]  # a statement, and the variant that it goes to


def select(problem: Problem, budget: int) -> Selection:
    """The least lossy selection whose size is within `budget` tokens.

    Where even the floors are too large, the selection at the floors is returned.
    """
    steps = _steps(problem)
    chosen, taken = _prefix(problem, steps, budget)
    used = problem.size(chosen)
    if not taken or used > budget or used >= budget * (1 - SLACK):
        return chosen
    # One large step (a whole fence, say) may have saved far more than was missing: many small
    # ones in its place stay near the target, or lose less.
    best, rank = chosen, _rank(problem, chosen, used, budget)
    large = sorted(taken, key=lambda s: -_saving(problem, s))[:TRIES]
    for number, index in large:
        others = [s for s in steps if s[0] != number or s[1] < index]
        trial, _ = _prefix(problem, others, budget)
        size = problem.size(trial)
        if size <= budget and _rank(problem, trial, size, budget) < rank:
            best, rank = trial, _rank(problem, trial, size, budget)
    return best


def _rank(problem: Problem, chosen: Selection, size: int, budget: int) -> tuple[bool, float]:
    """What makes a selection better, smallest first: near the budget, then little loss."""
    return size < budget * (1 - SLACK), _loss(problem, chosen)


def _prefix(
    problem: Problem, steps: Sequence[_Step], budget: int
) -> tuple[Selection, Sequence[_Step]]:
    """The selection after the fewest first steps that fit, refilled, and those steps."""

    def at(count: int) -> Selection:
        chosen = [0] * len(problem.hulls)
        for number, index in steps[:count]:
            chosen[number] = max(chosen[number], index)
        return settle(problem, chosen)

    low, high = 0, len(steps)
    if problem.size(at(0)) <= budget:
        return at(0), ()
    while high - low > 1:
        middle = (low + high) // 2
        if problem.size(at(middle)) <= budget:
            high = middle
        else:
            low = middle
    taken = steps[:high]
    return _refill(problem, taken, at(high), budget), taken


def _steps(problem: Problem) -> list[_Step]:
    """All steps that the policy allows, the cheapest loss per token first."""
    found: list[tuple[float, int, int]] = []
    for number, hull in enumerate(problem.hulls):
        for index in range(1, problem.floors[number] + 1):
            before, after = hull[index - 1], hull[index]
            rate = (after.loss - before.loss) / max(1, before.tokens - after.tokens)
            found.append((rate, number, index))
    return [(number, index) for _, number, index in sorted(found)]


def _saving(problem: Problem, step: _Step) -> int:
    number, index = step
    return problem.hulls[number][index - 1].tokens - problem.hulls[number][index].tokens


def _loss(problem: Problem, chosen: Selection) -> float:
    return sum(hull[index].loss for hull, index in zip(problem.hulls, chosen, strict=True))


def settle(problem: Problem, chosen: Selection) -> Selection:
    """Makes a selection consistent: lead-ins stay with what they lead to, and go without it."""
    statements, hulls, floors = problem.statements, problem.hulls, problem.floors
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


def _refill(problem: Problem, taken: Sequence[_Step], chosen: Selection, budget: int) -> Selection:
    """Takes back steps that turned out not to be needed, the costliest first."""
    used = problem.size(chosen)
    misses = 0
    for number, index in reversed(taken):
        if used >= budget or misses > PATIENCE:
            break
        gain = _saving(problem, (number, index))
        if chosen[number] != index or gain > budget - used + 2:
            continue
        trial = list(chosen)
        trial[number] = index - 1
        trial = settle(problem, trial)
        now = problem.size(trial)
        if now <= budget:
            chosen, used, misses = trial, now, 0
        else:
            misses += 1
    return chosen
