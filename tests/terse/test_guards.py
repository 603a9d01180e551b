"""The gate: what is never rewritten in place, whatever is asked for."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from crux_memory.errors import RefusedError
from crux_memory.memory_file import split
from crux_memory.terse.guards import LARGEST, guard_path, guard_sensitive, guard_text

SENSITIVE = [
    ".env", ".env.local", ".ENV.md", ".netrc", "credentials.md", "Credentials", "secrets.txt",
    "secrets_management_guide.md", "password_policy.md", "id_rsa", "id_rsa.md", "id_ed25519.txt",
    "server.pem", "a.KEY", "a.p12", "a.pfx", "a.crt", "a.cer", "a.jks",
    ".ssh/notes.md", "home/.aws/README.md", ".GnuPG/a.md",
]  # fmt: skip
CONTRACTS = [
    "docs/plans/a.md", "x/docs/plans/sub/b.md", "auth-design.md", "a-impact-analysis.md",
    "b-impact-analysis-2.md", "my-ui-contract.md", "code-review-1.md", "MILESTONE.md",
    "sub/conventions.md", "STATE.original.md", "NOTES.original.txt",
]  # fmt: skip


@pytest.mark.parametrize("name", SENSITIVE)
def test_sensitive_paths_are_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="matches"):
        guard_sensitive(PurePosixPath("/project") / name)


def test_only_documents_can_be_allowed() -> None:
    guard_sensitive(PurePosixPath("/p/password_policy.md"), allow=["password_policy.md"])
    for name in ("server.pem", ".env", ".ssh/a.md"):
        with pytest.raises(RefusedError):
            guard_sensitive(PurePosixPath("/p") / name, allow=[name, PurePosixPath(name).name])


@pytest.mark.parametrize("name", CONTRACTS)
def test_contracts_are_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="matches"):
        guard_path(PurePosixPath(name))


@pytest.mark.parametrize("name", [".agent-src/rules/a.md", ".augment/a.md"])
def test_generated_trees_are_refused(name: str) -> None:
    with pytest.raises(RefusedError, match="generated"):
        guard_path(PurePosixPath(name))


@pytest.mark.parametrize("name", [".claude/rules/a.md", ".cursor/a.md", ".clinerules/a.md"])
def test_host_folders_are_refused_only_beside_their_source(name: str) -> None:
    guard_path(PurePosixPath(name))
    with pytest.raises(RefusedError, match="generated"):
        guard_path(PurePosixPath(name), generated=True)


@pytest.mark.parametrize("name", ["a.py", "a.mdx", "Makefile", "a.md.bak", "a"])
def test_other_types_are_refused(name: str) -> None:
    with pytest.raises(RefusedError, match=r"only \.md"):
        guard_path(PurePosixPath(name))


@pytest.mark.parametrize("name", ["CLAUDE.md", "a.TXT", ".cursorrules", "sub/.windsurfrules"])
def test_memory_files_pass(name: str) -> None:
    guard_sensitive(PurePosixPath("/p") / name)
    guard_path(PurePosixPath(name))


def test_the_configuration_adds_patterns() -> None:
    with pytest.raises(RefusedError, match=r"terse\.deny"):
        guard_path(PurePosixPath("LEGAL.md"), deny=["legal*"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("../shared/AGENTS.md", "checked out"),
        ("AGENTS.md\n", "checked out"),
        ("---\ncompress: skip\n---\nThe text.\n", "compress: skip"),
        ("---\ncompress_memory: skip\n---\nThe text.\n", "compress_memory: skip"),
    ],
)
def test_content_that_is_not_to_be_rewritten(text: str, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        guard_text(text, len(text), lambda: split(text))


def test_large_files_are_refused() -> None:
    guard_text("a b", LARGEST, lambda: split("a b"))
    with pytest.raises(RefusedError, match="50,001 bytes"):
        guard_text("a b", LARGEST + 1, lambda: split("a b"))
