"""Points of torture: recorded from a run that nothing disturbs, then visited one by one."""

from __future__ import annotations

import functools
import gc
import json
import os
import shutil
import signal
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crux_memory.store import decompress, drafting, lock, sizing
from tests.projects import tree
from tests.torture.faults import Call, Fault, Seam, faults, kill
from tests.torture.operations import OnStep, Operation, Outcome


@dataclass(frozen=True)
class Point:
    """Something that happens to an operation: a kill at a step, or a fault at a call."""

    operation: str
    where: str
    step: int = -1
    fault: Fault | None = None

    @property
    def is_kill(self) -> bool:
        """Whether the process ends here."""
        return self.fault is None or self.fault.kind.startswith("kill")

    def __str__(self) -> str:
        what = self.fault or "kill at step"
        return f"{self.operation}: {what}: {self.where}"


@dataclass(frozen=True)
class Undisturbed:
    """A project before an operation, and after it; and the points on the way."""

    before: dict[str, bytes]
    after: dict[str, bytes]
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Visit:
    """What came of a process at a point: how it ended, None if it was killed."""

    killed: bool
    outcome: Outcome | None
    crash: str = ""


def warm() -> None:
    """Loads everything once, and lets pure functions remember; the calls stay the same."""
    lock.SECONDS = 1.0
    for module, name, remembering in (
        (sizing, "encode", functools.lru_cache),
        (drafting, "verify", _remembering),
        (decompress, "expanded", functools.lru_cache),
    ):
        setattr(module, name, remembering(getattr(module, name)))


def _remembering(function: Callable[..., Any]) -> Callable[..., Any]:
    """Like lru_cache, for results that cannot be hashed."""
    memory: dict[tuple[object, ...], Any] = {}

    def call(body: str, result: object) -> Any:
        key = (body, id(result))
        if key not in memory:
            memory[key] = function(body, result)
        return memory[key]

    return call


def record(operation: Operation, folder: Path) -> Undisturbed:
    """Makes the operation's project at ``folder/start`` and finds all points of its run."""
    start, work = folder / "start", folder / "work"
    operation.prepare(start)
    shutil.copytree(start, work)
    operation.run(work, lambda _step: None)  # loads what is loaded on first use
    shutil.rmtree(work)
    shutil.copytree(start, work)
    steps: list[str] = []
    seam = Seam(str(work))

    def child() -> dict[str, Any]:
        seam.arm()
        outcome = operation.run(work, steps.append)
        calls = [(call.name, call.about) for call in seam.calls]
        return {"code": outcome.code, "said": outcome.said, "steps": steps, "calls": calls}

    _, told = _fork(child)
    assert told["code"] == 0, f"{operation.name} fails undisturbed: {told}"
    points = [
        Point(operation.name, f"{number} {step}", step=number)
        for number, step in enumerate(told["steps"])
    ]
    for number, (name, about) in enumerate(told["calls"]):
        call = Call(name, about)
        points += [
            Point(operation.name, f"call {number} {name} {about}", fault=fault)
            for fault in faults(number, call)
        ]
    found = Undisturbed(tree(start), tree(work), tuple(points))
    shutil.rmtree(work)
    return found


def visit(operation: Operation, point: Point, root: Path) -> Visit:
    """Runs the operation on the project at `root` in a process of its own, up to the point."""

    def child() -> dict[str, Any]:
        taken = iter(range(10**6))

        def on_step(_name: str) -> None:
            if next(taken) == point.step:
                kill()

        if point.fault:
            Seam(str(root), point.fault).arm()
        outcome = operation.run(root, on_step)
        return {"code": outcome.code, "said": outcome.said}

    killed, told = _fork(child)
    if killed:
        return Visit(True, None)
    if "crash" in told:
        return Visit(False, None, told["crash"])
    return Visit(False, Outcome(told["code"], told["said"]))


def _fork(child: Callable[[], dict[str, Any]]) -> tuple[bool, dict[str, Any]]:
    """What `child` gives when called in a copy of this process, and whether that was killed."""
    reader, writer = os.pipe()
    write, leave = os.write, os._exit  # before the child replaces them
    process = os.fork()
    if process == 0:
        os.close(reader)
        try:
            told = child()
        except BaseException:
            told = {"crash": traceback.format_exc()}
        write(writer, json.dumps(told).encode())
        leave(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        told_text = file.read()
    _, status = os.waitpid(process, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    return killed, {} if killed else json.loads(told_text)


def copies(folder: Path) -> Iterator[Path]:
    """Fresh copies of ``folder/start``, each gone when the next is asked for."""
    for number in range(10**6):
        root = folder / f"p{number}"
        shutil.copytree(folder / "start", root)
        yield root
        shutil.rmtree(root)


def settle() -> None:
    """Makes forking cheap: what is loaded is not looked at by the collector any more."""
    gc.collect()
    gc.freeze()


__all__ = ["OnStep", "Point", "Undisturbed", "Visit", "copies", "record", "settle", "visit", "warm"]
