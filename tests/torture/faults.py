"""The seam between the store and the system: every call below a folder is counted, and one fails.

The store names its calls `os.something`, and so does the library of the lock; replacing those
names in a child process is enough to see all of them and to stop at any of them.
"""

from __future__ import annotations

import errno
import fcntl
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

READING = ("open", "read", "lseek", "fstat", "stat", "lstat", "readlink", "listdir", "scandir")
WRITING = ("write", "fsync", "fchmod", "link", "rename", "replace", "unlink", "mkdir")
CALLS = (*READING, *WRITING, "close", "flock")
ERRNOS = (errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS, errno.EINTR)

Kind = Literal["kill before", "kill after", "fail", "fail from here on", "done but failed", "short"]


@dataclass(frozen=True)
class Fault:
    """What happens at call number `at`, counted from 0; `errno` is that of the failures."""

    kind: Kind
    at: int
    errno: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {errno.errorcode.get(self.errno, '')}".strip()


@dataclass(frozen=True)
class Call:
    """A call of the store: which, and the last part of the path it is about."""

    name: str
    about: str


class Seam:
    """Counts the calls about `folder` from `arm` on, and lets `fault` happen."""

    def __init__(self, folder: str, fault: Fault | None = None) -> None:
        self.folder, self.fault = folder, fault
        self.calls: list[Call] = []
        self.paths: dict[int, str] = {}

    def arm(self) -> None:
        """Replaces the calls for the rest of this process."""
        for name in CALLS:
            module: Any = fcntl if name == "flock" else os
            setattr(module, name, self._watched(name, getattr(module, name)))

    def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            about = self._about(args)
            if about is None:
                return real(*args, **options)
            number = len(self.calls)
            self.calls.append(Call(name, about.rpartition("/")[2]))
            result = self._happens(name, real, number, args, options)
            if name == "open":
                self.paths[result] = about
            elif name == "close":
                self.paths.pop(args[0], None)
            return result

        return call

    def _about(self, args: tuple[Any, ...]) -> str | None:
        """The path that a call is about, None where it is none of ours."""
        if not args:
            return None
        if isinstance(args[0], int):
            return self.paths.get(args[0])
        try:
            path = os.fspath(args[0])
        except TypeError:
            return None
        text = os.fsdecode(path)
        return text if text.startswith(self.folder) else None

    def _happens(
        self,
        name: str,
        real: Callable[..., Any],
        number: int,
        args: tuple[Any, ...],
        options: dict[str, Any],
    ) -> Any:
        fault = self.fault
        if fault is None or number < fault.at:
            return real(*args, **options)
        if fault.kind == "fail from here on" and (number == fault.at or name in WRITING):
            _fail(fault.errno)
        if number > fault.at:
            return real(*args, **options)
        if fault.kind == "kill before":
            kill()
        if fault.kind == "short" and name == "write":
            return real(args[0], bytes(args[1])[: max(1, len(args[1]) // 2)])
        if fault.kind == "short" and name == "read":
            return real(args[0], min(args[1], 7))
        if fault.kind == "fail" and name != "close":
            _fail(fault.errno)
        try:
            result = real(*args, **options)
        finally:
            if fault.kind == "kill after":
                kill()
        if fault.kind in ("fail", "done but failed"):
            _fail(fault.errno)
        return result


def kill() -> NoReturn:
    """Ends this process as a power cut for it would."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("a killed process goes nowhere")


def _fail(number: int) -> NoReturn:
    raise OSError(number, os.strerror(number))


def faults(number: int, call: Call) -> list[Fault]:
    """Everything that can happen at a call."""
    found = [Fault("kill before", number), Fault("kill after", number)]
    found += [Fault("fail", number, code) for code in ERRNOS]
    if call.name in WRITING:
        sticky = (errno.ENOSPC, errno.EIO, errno.EROFS)
        found += [Fault("fail from here on", number, code) for code in sticky]
        found.append(Fault("done but failed", number, errno.EIO))
    if call.name in ("read", "write"):
        found.append(Fault("short", number))
    return found
