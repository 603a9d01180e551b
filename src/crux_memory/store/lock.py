"""One writer at a time. The lock is the kernel's, so it ends with its holder, killed or not.

The holder signs a note beside the lock while it works: it tells those who wait whom they wait
for, and `doctor` that a run was killed. The note decides nothing.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from crux_memory.errors import CruxError, FileSystemError
from crux_memory.store import disk
from crux_memory.store.archive import Archive

NAME = ".lock"
NOTE = ".lock-holder"
SECONDS = 60.0


@contextmanager
def locked(archive: Archive, sign: bool = True) -> Iterator[str]:
    """Holds the lock of an archive, which all worktrees that share it share too.

    Gives the note of a holder that was killed, empty where there was none; `sign` is False for a
    run that leaves things as they are. Raises `FileSystemError` if the archive folder cannot be
    written, or if another run holds the lock for longer than `SECONDS`.
    """
    from filelock import FileLock, Timeout

    archive.ready()
    path, note = archive.root / NAME, archive.root / NOTE
    lock = FileLock(path)
    try:
        lock.acquire(timeout=SECONDS)
    except Timeout as error:
        holder = _read(note)
        who = f" ({holder})" if holder else ""
        raise FileSystemError(f"another run holds the lock{who}", place=str(path)) from error
    except (OSError, NotImplementedError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileSystemError(
            f"the archive folder cannot be written: {reason}", place=str(path)
        ) from error
    left = _read(note)
    try:
        if sign:
            disk.note(note, f"process {os.getpid()} on {socket.gethostname()}\n")
        yield left
    finally:
        if sign:
            disk.discard(note)
        # What was done is done; a lock that cannot be let go ends with the process.
        with suppress(OSError):
            lock.release()


def _read(note: Path) -> str:
    try:
        return disk.read(note).data.decode("utf-8", "replace").strip()
    except CruxError:
        return ""
