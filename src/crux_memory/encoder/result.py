"""What the encoder takes and gives: plain values, no behaviour."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Policy = Literal["preserve", "strict"]
Action = Literal["verbatim", "reworded", "shortened", "dropped"]


@dataclass(frozen=True)
class EncodeOptions:
    """How to encode one body.

    `target` is the wished size in per cent of the body's tokens. `policy` says what may go to
    reach it: ``preserve`` stops before prohibitions, requirements, conditions, values and anchors
    are touched; ``strict`` goes on, least important first. `delimiters` are those of blocks.
    `memory_type` is the front matter's ``type`` (core, learning, goal, idea, redflag, archived)
    and picks the pattern of assertions.
    """

    target: int = 33
    policy: Policy = "preserve"
    encoding: str = "o200k_base"
    delimiters: Literal["{}", "<>"] = "{}"
    memory_type: str | None = None


@dataclass(frozen=True)
class Choice:
    """What became of one source statement."""

    line: int  # 1-based line of the body where the statement begins
    source: str  # the statement as the source has it
    role: str
    action: Action
    output: str  # empty when dropped
    tokens_before: int
    tokens_after: int
    reason: str


@dataclass(frozen=True)
class EncodeResult:
    """An encoded body.

    `text` is a whole CRUX document that ends with a newline. Token counts are of bodies, in the
    encoding of the options. `reached` is False when the policy stopped above the target.
    `dropped` lists the source statements of which nothing is left, in order.
    """

    text: str
    tokens_before: int
    tokens_after: int
    target: int
    policy: Policy
    reached: bool
    dropped: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = field(default=(), repr=False)
