"""One writer at a time. The lock is the kernel's, so a killed holder leaves none behind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from crux_memory.errors import FileSystemError
from crux_memory.store.archive import Archive

SECONDS = 60.0


@contextmanager
def locked(archive: Archive) -> Iterator[None]:
    """Holds the lock of an archive, which all worktrees that share it share too.

    Raises `FileSystemError` if the archive folder cannot be written, or if another run holds the
    lock for longer than `SECONDS`.
    """
    from filelock import FileLock, Timeout

    archive.ready()
    path = archive.root / ".lock"
    lock = FileLock(path)
    try:
        lock.acquire(timeout=SECONDS)
    except Timeout as error:
        raise FileSystemError("another run holds the lock", place=str(path)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise FileSystemError(
            f"the archive folder cannot be written: {reason}", place=str(path)
        ) from error
    try:
        yield
    finally:
        lock.release()
