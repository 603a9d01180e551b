"""Single acts on files. Everything that the store does to a disk goes through here.

Errors of the operating system become `NotThereError` or `FileSystemError` and name the path.
"""

# ruff: noqa: PTH102, PTH104, PTH105, PTH108, PTH116, PTH208
# The calls of `os` are written out: each is a point at which a test can make the system fail.

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from crux_memory.errors import CruxError, FileSystemError, NotThereError, RefusedError

_PART = 1 << 20
_TEMPORARY = re.compile(r"\.crux-[0-9a-f]{16}\.tmp\Z")
_NO_LINKS_HERE = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK}
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@dataclass(frozen=True)
class Content:
    """The bytes of a file and its permission bits."""

    data: bytes
    mode: int

    @property
    def sha256(self) -> str:
        """Checksum of the bytes, in hexadecimal."""
        return sha256(self.data)


def sha256(data: bytes) -> str:
    """SHA-256 of `data`, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


@contextmanager
def telling(path: Path, doing: str) -> Iterator[None]:
    """Turns errors of the operating system into ours: cannot `doing` `path`, because."""
    try:
        yield
    except FileNotFoundError as error:
        raise NotThereError(f"cannot {doing}: no such file or folder", place=str(path)) from error
    except (OSError, ValueError) as error:  # ValueError: a NUL character in a path
        reason = getattr(error, "strerror", None) or str(error)
        raise FileSystemError(f"cannot {doing}: {reason}", place=str(path)) from error


def read(path: Path, sole_name: bool = True) -> Content:
    """The content of a regular file that has one name only.

    Raises `RefusedError` for anything else: a folder, a pipe, a device, and, unless `sole_name`
    is False because nothing will be written, a hard link.
    """
    with telling(path, "read"):
        # O_NONBLOCK: opening a pipe without a writer would wait for ever.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        if os.name == "nt" and path.is_dir():
            raise RefusedError("is a folder, not a regular file", place=str(path))
        descriptor = os.open(path, flags)
        try:
            status = os.fstat(descriptor)
            refuse_special(path, status)
            if sole_name and _names(path, status) > 1:
                raise RefusedError(
                    f"is a hard link: the same file has {status.st_nlink} names, "
                    "and replacing one would part them",
                    place=str(path),
                )
            return Content(_read_all(descriptor), stat.S_IMODE(status.st_mode))
        finally:
            os.close(descriptor)


def _names(path: Path, status: os.stat_result) -> int:
    """The names of a file, without the temporary one that a killed `publish` left beside it."""
    if status.st_nlink == 1:
        return 1
    left = 0
    for name in os.listdir(path.parent):
        if is_temporary(name):
            other = os.lstat(path.parent / name)
            left += (other.st_dev, other.st_ino) == (status.st_dev, status.st_ino)
    return status.st_nlink - left


def _read_all(descriptor: int) -> bytes:
    parts: list[bytes] = []
    while part := os.read(descriptor, _PART):
        parts.append(part)
    return b"".join(parts)


def present(path: Path) -> bool:
    """Whether anything has this name, a link that leads nowhere included.

    Raises `FileSystemError` where that cannot be told: taking "no" for an answer then would be a
    guess.
    """
    with telling(path, "look at"):
        try:
            os.lstat(path)
        except (FileNotFoundError, NotADirectoryError):
            return False
    return True


def is_folder(path: Path) -> bool:
    """Whether `path` is a folder or a link to one. Raises as `present` does."""
    with telling(path, "look at"):
        try:
            return stat.S_ISDIR(os.stat(path).st_mode)
        except (FileNotFoundError, NotADirectoryError):
            return False


def refuse_special(path: Path, status: os.stat_result) -> None:
    """Raises `RefusedError` for what is no regular file, saying what it is."""
    for is_kind, name in _KINDS:
        if is_kind(status.st_mode):
            raise RefusedError(f"is {name}, not a regular file", place=str(path))


def make_folder(path: Path) -> None:
    """The folder and its parents, if they are not there, synced to the disk."""
    missing: list[Path] = []
    while not is_folder(path):
        missing.append(path)
        path = path.parent
    for folder in reversed(missing):
        with telling(folder, "make the folder"):
            try:
                os.mkdir(folder)
            except FileExistsError:
                if not is_folder(folder):  # else another run was faster
                    raise
        # A power failure must not take the folder away from under what is put there next.
        sync_folder(folder.parent)


def write_temporary(folder: Path, data: bytes, mode: int) -> Path:
    """A new file with a random name in `folder` that holds `data`, synced to the disk."""
    path = folder / f".crux-{secrets.token_hex(8)}.tmp"
    with telling(path, "write"):
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags, 0o600)
        try:
            try:
                _write_all(descriptor, data)
                if hasattr(os, "fchmod"):
                    os.fchmod(descriptor, mode)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except BaseException:
            discard(path)
            raise
    return path


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        written = os.write(descriptor, rest)
        if not written:
            raise OSError(errno.ENOSPC, "nothing could be written")
        rest = rest[written:]


def publish(temporary: Path, target: Path) -> None:
    """Gives the temporary file its final name; fails if that name is taken."""
    with telling(target, "create"):
        try:
            os.link(temporary, target)  # atomic and exclusive, which a rename is not
        except OSError as error:
            if error.errno not in _NO_LINKS_HERE:
                raise
            if present(target):
                raise FileExistsError(errno.EEXIST, "it exists already") from error
            os.rename(temporary, target)
        else:
            os.unlink(temporary)
    sync_folder(target.parent)


def replace(temporary: Path, target: Path) -> None:
    """Gives the temporary file its final name, in place of what has it now."""
    with telling(target, "replace"):
        os.replace(temporary, target)
    sync_folder(target.parent)


def remove(path: Path) -> None:
    """Deletes a file and syncs its folder."""
    with telling(path, "delete"):
        os.unlink(path)
    sync_folder(path.parent)


def discard(path: Path) -> None:
    """Deletes a temporary file; that it cannot be deleted is no error worth hiding another."""
    with suppress(OSError):
        os.unlink(path)


def is_temporary(name: str) -> bool:
    """Whether a file of this name is one that `write_temporary` made."""
    return bool(_TEMPORARY.match(name))


def sweep(folder: Path) -> None:
    """Deletes temporary files that a killed run left; only under the lock, where none is live."""
    with suppress(OSError):
        for name in os.listdir(folder):
            if is_temporary(name):
                discard(folder / name)


def confirm(path: Path, data: bytes) -> None:
    """Reads `path` back. Raises `FileSystemError` if it does not hold `data`."""
    try:
        found = read(path).data
    except CruxError as error:
        raise FileSystemError(f"cannot be read back: {error.message}", place=str(path)) from error
    if found != data:
        raise FileSystemError("does not hold what was written to it", place=str(path))


def append_line(path: Path, line: str) -> None:
    """Appends one line to a text file, synced; a torn last line is closed first."""
    with telling(path, "write"):
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        descriptor = os.open(path, flags, 0o666)
        try:
            size = os.lseek(descriptor, 0, os.SEEK_END)
            torn = False
            if size:
                os.lseek(descriptor, size - 1, os.SEEK_SET)
                torn = os.read(descriptor, 1) != b"\n"
            _write_all(descriptor, ("\n" if torn else "").encode() + line.encode() + b"\n")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def note(path: Path, text: str) -> None:
    """Writes a file that nothing depends on: neither synced nor an error if it cannot be."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
    with suppress(OSError):
        descriptor = os.open(path, flags, 0o666)
        try:
            _write_all(descriptor, text.encode())
        finally:
            os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Makes names in `folder` durable, where the system can sync a folder."""
    if os.name == "nt":
        return
    with telling(folder, "sync the folder"):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some network file systems
                raise
        finally:
            os.close(descriptor)
