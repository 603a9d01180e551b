"""Which files are never rewritten in place. Pure: looks at paths and text, opens nothing.

Every refusal names the pattern that it comes from and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fnmatch import fnmatchcase
from pathlib import PurePath

from crux_memory.errors import RefusedError
from crux_memory.memory_file import MemoryFile

LARGEST = 50_000  # bytes; what is longer is no file to load always
BACKUP_ENDING = ".original.md"
MEMORY_NAMES = frozenset(
    {".cursorrules", ".windsurfrules", ".clinerules", ".roorules", ".goosehints"}
)
SENSITIVE_NAMES = (
    ".env*", ".netrc", "_netrc", "credentials*", "secrets*", "password*",
    "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*",
    "*.pem", "*.key", "*.p12", "*.pfx", "*.crt", "*.cer", "*.jks",
)  # fmt: skip
SENSITIVE_FOLDERS = (".ssh", ".aws", ".gnupg")
CONTRACTS = (
    "docs/plans/*", "*-design.md", "*-impact-analysis*", "*ui-contract*", "*-review-*.md",
    "MILESTONE.md", "CONVENTIONS.md", "*.original.md", "*.original.txt",
)  # fmt: skip
GENERATED = (".agent-src", ".augment")
GENERATED_BESIDE_SOURCE = (".claude", ".cursor", ".clinerules")
SOURCE_FOLDER = ".agent-src.uncompressed"
SKIP = {"compress": "skip", "compress_memory": "skip"}


def guard_sensitive(path: PurePath, allow: Sequence[str] = ()) -> None:
    """Raises `RefusedError` where a path, absolute and resolved, may lead to secrets.

    A document whose name only looks sensitive may be named in `allow`; there is no other way
    round, since a copy of a secret would land in a backup.
    """
    for part in path.parts:
        if part.lower() in SENSITIVE_FOLDERS:
            raise _refusal(f"{part.lower()}/", "is where keys are kept")
    document = path.suffix.lower() in {".md", ".txt"}
    if document and path.name in allow:
        return
    for pattern in SENSITIVE_NAMES:
        if fnmatchcase(path.name.lower(), pattern):
            hint = "a document may be named in cruxMemories.terse.allow" if document else ""
            raise _refusal(pattern, "may hold secrets, of which no copy is made", hint)


def guard_path(path: PurePath, deny: Sequence[str] = (), *, generated: bool = False) -> None:
    """Raises `RefusedError` for a path, relative to its root, that is not rewritten.

    `deny` are patterns besides ours; `generated` tells that agent files are made from sources
    in `SOURCE_FOLDER`.
    """
    for pattern in CONTRACTS:
        if _matches(path, pattern):
            raise _refusal(pattern, "is a contract or a backup, whose wording is its content")
    for pattern in deny:
        if _matches(path, pattern):
            raise _refusal(pattern, "is denied by the configuration (cruxMemories.terse.deny)")
    folders = GENERATED + (GENERATED_BESIDE_SOURCE if generated else ())
    for part in path.parts[:-1]:
        if part.lower() in folders:
            raise RefusedError(
                f"lies in {part}/, which is generated", hint=f"edit the source in {SOURCE_FOLDER}/"
            )
    if path.suffix.lower() not in {".md", ".txt"} and path.name.lower() not in MEMORY_NAMES:
        found = f"“{path.suffix}”" if path.suffix else "no ending"
        raise RefusedError(f"has {found}; only .md, .txt and known memory names are rewritten")


def guard_text(text: str, size: int, file: Callable[[], MemoryFile]) -> None:
    """Raises `RefusedError` for a file of `size` bytes whose content is not to be rewritten."""
    if size > LARGEST:
        raise RefusedError(
            f"has {size:,} bytes; files over {LARGEST:,} are not rewritten",
            hint="split it: no host should load so much every time",
        )
    content = text.strip()
    pathlike = "/" in content or content.lower().endswith((".md", ".txt"))
    if content and not any(c.isspace() for c in content) and pathlike:
        raise RefusedError("holds nothing but a path: it is a link that was checked out as a file")
    fields = file().fields()
    for key, value in SKIP.items():
        if str(fields.get(key, "")).lower() == value:
            raise RefusedError(f"asks for it with “{key}: {value}” in its front matter")


def _matches(path: PurePath, pattern: str) -> bool:
    wanted = pattern.lower()
    if "/" in pattern:
        shown = path.as_posix().lower()
        return fnmatchcase(shown, wanted) or fnmatchcase(shown, f"*/{wanted}")
    return fnmatchcase(path.name.lower(), wanted)


def _refusal(pattern: str, why: str, hint: str = "") -> RefusedError:
    return RefusedError(f"matches “{pattern}”: it {why}", hint=hint)
