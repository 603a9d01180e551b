"""`crux terse`, `compress-memory` and `crux verify` as processes on a real disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.projects import Ran, crux, tree

TEXT = (
    "# The Rules\n\n"
    "The server should really always be restarted before the tests are run in the folder.\n\n"
    "- Never delete the backup unless the restore of the file has been verified.\n"
    "1. The agent should read the file.\n\n"
    "```sh\nmake the thing\n```\n"
)
SHORT = (
    "# The Rules\n\n"
    "Server should always be restarted before tests are run in folder.\n\n"
    "- Never delete backup unless restore of file verified.\n"
    "1. The agent should read the file.\n\n"
    "```sh\nmake the thing\n```\n"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "CLAUDE.md").write_text(TEXT, encoding="utf-8")
    return tmp_path


def terse(root: Path, *arguments: str) -> Ran:
    ran = crux(root, "terse", "--json", *arguments)
    assert "Traceback" not in ran.stderr
    assert ran.json["exit_code"] == ran.code
    return ran


def row(ran: Ran) -> dict[str, Any]:
    found: dict[str, Any] = ran.json["files"][0]
    return found


def test_compress_again_and_restore(root: Path) -> None:
    path, backup = root / "CLAUDE.md", root / "CLAUDE.original.md"
    path.chmod(0o640)
    done = terse(root, "CLAUDE.md")
    assert (done.code, row(done)["status"]) == (0, "compressed")
    assert path.read_text(encoding="utf-8") == SHORT
    assert backup.read_text(encoding="utf-8") == TEXT
    assert path.stat().st_mode & 0o777 == 0o640
    assert row(done)["backup"] == "CLAUDE.original.md"
    assert row(done)["protected"] == {"fences": 1, "headings": 1, "numbered options": 1}
    files = tree(root)
    again = terse(root, "CLAUDE.md")
    assert (again.code, row(again)["code"]) == (0, "already_compressed")
    assert tree(root) == files
    back = terse(root, "--restore", "CLAUDE.md")
    assert (back.code, row(back)["status"]) == (0, "restored")
    assert path.read_text(encoding="utf-8") == TEXT
    assert not backup.exists()


def test_text_report(root: Path) -> None:
    ran = crux(root, "terse", "CLAUDE.md")
    first, backup, carve_outs, last = ran.stdout.splitlines()
    assert first.startswith(f"CLAUDE.md: {len(TEXT)} → {len(SHORT)} chars (−")
    assert "tokens" in first
    assert backup == "  backup: CLAUDE.original.md"
    assert carve_outs == "  carve-outs: 3 classes preserved · idempotent re-run: clean"
    assert last.startswith("1 compressed")


def test_without_a_record_the_backup_still_tells(root: Path) -> None:
    terse(root, "CLAUDE.md")
    (root / ".crux" / "terse.json").unlink()
    assert row(terse(root, "CLAUDE.md"))["code"] == "already_compressed"


def test_an_edit_is_refused_and_can_be_carried_over(root: Path) -> None:
    terse(root, "CLAUDE.md")
    path = root / "CLAUDE.md"
    edited = path.read_text(encoding="utf-8").replace("# The Rules\n", "# The Rules\n\nNew: 5.\n")
    path.write_text(edited, encoding="utf-8")
    refused = terse(root, "CLAUDE.md")
    assert (refused.code, row(refused)["status"]) == (3, "refused")
    assert path.read_text(encoding="utf-8") == edited
    done = terse(root, "--recompress", "CLAUDE.md")
    assert done.code == 0
    assert path.read_text(encoding="utf-8") == edited
    assert (root / "CLAUDE.original.md").read_text(encoding="utf-8") == TEXT
    assert row(terse(root, "CLAUDE.md"))["code"] == "already_compressed"
    back = terse(root, "--restore", "CLAUDE.md")
    assert back.code == 0
    assert path.read_text(encoding="utf-8") == TEXT


def test_restoring_an_edited_file_keeps_the_edits_in_the_archive(root: Path) -> None:
    terse(root, "CLAUDE.md")
    path = root / "CLAUDE.md"
    path.write_text("My own words.\n", encoding="utf-8")
    back = terse(root, "--restore", "CLAUDE.md")
    assert back.code == 0
    kept = row(back)["warnings"][0].rpartition(" ")[2]
    assert (root / kept).read_text(encoding="utf-8") == "My own words.\n"
    assert path.read_text(encoding="utf-8") == TEXT


def test_a_change_of_line_endings_is_said_to_be_that(root: Path) -> None:
    terse(root, "CLAUDE.md")
    path = root / "CLAUDE.md"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    refused = terse(root, "CLAUDE.md")
    assert refused.code == 3
    assert "line endings alone" in row(refused)["reason"]


def test_an_existing_backup_is_never_touched(root: Path) -> None:
    (root / "CLAUDE.original.md").write_text("Something else.\n", encoding="utf-8")
    refused = terse(root, "CLAUDE.md")
    assert refused.code == 3
    assert (root / "CLAUDE.original.md").read_text(encoding="utf-8") == "Something else.\n"
    assert (root / "CLAUDE.md").read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize(
    ("name", "backup"),
    [
        ("NOTES.txt", "NOTES.original.txt"),
        (".cursorrules", ".cursorrules.original.md"),
        ("a.b.md", "a.b.original.md"),
        (".claude/rules/a.md", ".ai-ignored/memories/sources/in-place/.claude/rules/a.original.md"),
        ("memories/b.md", ".ai-ignored/memories/sources/in-place/memories/b.original.md"),
        ("docs/c.md", "docs/c.original.md"),
    ],
)
def test_where_the_backup_goes(root: Path, name: str, backup: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEXT, encoding="utf-8")
    done = terse(root, name)
    assert (done.code, row(done)["backup"]) == (0, backup)
    assert (root / backup).read_text(encoding="utf-8") == TEXT
    assert terse(root, "--restore", name).code == 0
    assert path.read_text(encoding="utf-8") == TEXT
    assert not (root / backup).exists()


def test_an_older_backup_is_found(root: Path) -> None:
    (root / "CLAUDE.md.original.md").write_text(TEXT, encoding="utf-8")
    (root / "CLAUDE.md").write_text(SHORT, encoding="utf-8")
    assert terse(root, "--restore", "CLAUDE.md").code == 0
    assert (root / "CLAUDE.md").read_text(encoding="utf-8") == TEXT
    assert not (root / "CLAUDE.md.original.md").exists()


def test_restore_without_a_backup_and_a_file_that_is_gone(root: Path) -> None:
    assert terse(root, "--restore", "CLAUDE.md").code == 4
    assert terse(root, "gone.md").code == 4
    terse(root, "CLAUDE.md")
    (root / "CLAUDE.md").unlink()
    assert terse(root, "--restore", "CLAUDE.md").code == 0
    assert (root / "CLAUDE.md").read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("secrets.md", TEXT, 2),
        ("x-design.md", TEXT, 2),
        ("a.py", TEXT, 2),
        ("big.md", "The word is here.\n" * 4000, 2),
        ("link.md", "../other/AGENTS.md\n", 2),
        ("skip.md", "---\ncompress: skip\n---\n" + TEXT, 2),
        ("nul.md", "The text\0 is here.\n", 2),
        ("latin.md", "The caf\xe9 is open.\n".encode("latin-1"), 2),
        ("utf16.md", "The text.\n".encode("utf-16"), 2),
        ("yaml.md", "---\na: [1\n---\n" + TEXT, 5),
        ("empty.md", "", 0),
        ("code.md", "```\nthe code\n```\n", 0),
    ],
)
def test_files_that_stay_as_they_are(
    root: Path, name: str, content: str | bytes, code: int
) -> None:
    data = content if isinstance(content, bytes) else content.encode()
    (root / name).write_bytes(data)
    files = tree(root)
    ran = terse(root, name)
    assert ran.code == code
    assert tree(root) == files
    if code:
        assert row(ran)["reason"]


def test_check_only_runs_the_gate(root: Path) -> None:
    (root / "secrets.md").write_text(TEXT, encoding="utf-8")
    files = tree(root)
    assert terse(root, "--check", "CLAUDE.md").code == 0
    assert terse(root, "--check", "CLAUDE.md", "secrets.md").code == 2
    assert tree(root) == files


def test_dry_run_and_diff_write_nothing(root: Path) -> None:
    files = tree(root)
    ran = crux(root, "terse", "--dry-run", "--diff", "CLAUDE.md")
    assert ran.code == 0
    assert "[-The server-]{+Server+}" in ran.stdout
    assert tree(root) == files


def test_links(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "AGENTS.md"
    outside.write_text(TEXT, encoding="utf-8")
    (root / "AGENTS.md").symlink_to("CLAUDE.md")
    (root / "out.md").symlink_to(outside)
    (root / "dangling.md").symlink_to("nowhere.md")
    (root / "loop.md").symlink_to("loop.md")
    both = terse(root, "CLAUDE.md", "AGENTS.md")
    assert [r["status"] for r in both.json["files"]] == ["compressed", "skipped"]
    assert both.json["files"][1]["code"] == "same_file"
    assert (root / "AGENTS.md").is_symlink()
    assert (root / "AGENTS.md").read_text(encoding="utf-8") == SHORT
    assert terse(root, "out.md").code == 2
    assert outside.read_text(encoding="utf-8") == TEXT
    assert terse(root, "dangling.md").code == 4
    assert terse(root, "loop.md").code == 8
    os.link(root / "CLAUDE.original.md", root / "hard.md")
    assert terse(root, "hard.md").code == 2


def test_read_only_files_are_refused(root: Path) -> None:
    (root / "CLAUDE.md").chmod(0o440)
    assert terse(root, "CLAUDE.md").code == 8
    assert (root / "CLAUDE.md").read_text(encoding="utf-8") == TEXT


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("final", [True, False])
def test_bytes_of_lines_are_kept(root: Path, ending: str, mark: bytes, final: bool) -> None:
    def data(text: str) -> bytes:
        text = text if final else text.removesuffix("\n")
        return mark + text.replace("\n", ending).encode()

    (root / "CLAUDE.md").write_bytes(data(TEXT))
    assert terse(root, "CLAUDE.md").code == 0
    assert (root / "CLAUDE.md").read_bytes() == data(SHORT)
    assert terse(root, "--restore", "CLAUDE.md").code == 0
    assert (root / "CLAUDE.md").read_bytes() == data(TEXT)


def test_patterns_are_expanded(root: Path) -> None:
    (root / "docs").mkdir()
    (root / "docs" / "a.md").write_text(TEXT, encoding="utf-8")
    ran = terse(root, "**/*.md")
    assert sorted(r["file"] for r in ran.json["files"]) == ["CLAUDE.md", "docs/a.md"]


def test_automatic_use(root: Path) -> None:
    (root / ".git").rmdir()
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    planning = root / "docs" / "planning"
    planning.mkdir(parents=True)
    state, roadmap = planning / "STATE.md", planning / "ROADMAP.md"
    state.write_text(TEXT, encoding="utf-8")
    roadmap.write_text(TEXT, encoding="utf-8")
    assert terse(root, "--auto").json["files"] == []
    enabled = "---\ncompress_memory: enabled\n---\n" + TEXT
    roadmap.write_text(enabled, encoding="utf-8")
    ran = terse(root, "--auto")
    assert [r["status"] for r in ran.json["files"]] == ["compressed", "compressed"]
    state.write_text("edited\n", encoding="utf-8")
    failed = crux(root, "terse", "--auto")
    assert failed.code == 0
    assert "warning" in failed.stderr
    assert crux(root, "terse", "--auto", "--strict").code == 3


def compress_memory(root: Path, *arguments: str) -> Ran:
    program = Path(sys.executable).with_name("compress-memory")
    done = subprocess.run(
        [str(program), *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_compress_memory_marks_the_file(root: Path) -> None:
    path = root / "CLAUDE.md"
    long = "---\nname: mine\n---\n" + TEXT + "\nThe end of the file is the end of the text.\n" * 40
    path.write_text(long, encoding="utf-8")
    assert compress_memory(root, "CLAUDE.md").code == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[1] == "name: mine"
    assert lines[2].startswith("original_sha256: ")
    assert lines[3].startswith("compressed_at: ")
    assert "already" not in compress_memory(root, "--json", "CLAUDE.md").stderr
    assert json.loads(compress_memory(root, "--json", "CLAUDE.md").stdout)["files"][0]["code"] == (
        "already_compressed"
    )
    assert compress_memory(root, "CLAUDE.md", "--decompress").code == 0
    assert path.read_text(encoding="utf-8") == long
    assert compress_memory(root, "CLAUDE.md", "--decompress").code == 4


def test_verify_any_pair(root: Path) -> None:
    (root / "short.md").write_text(SHORT, encoding="utf-8")
    good = crux(root, "verify", "--json", "CLAUDE.md", "short.md")
    assert (good.code, good.json["files"][0]["status"]) == (0, "verified")
    (root / "short.md").write_text(SHORT.replace("Never delete", "Delete"), encoding="utf-8")
    bad = crux(root, "verify", "CLAUDE.md", "short.md")
    assert bad.code == 1
    assert "CLAUDE.md:5 / short.md:5: negations" in bad.stdout
    assert crux(root, "verify", "CLAUDE.md", "gone.md").code == 4


def test_a_rewriter_that_drops_a_negation_writes_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from crux_memory.cli.main import main
    from crux_memory.terse import Rewritten

    def broken(text: str, _counter: object) -> Rewritten:
        from collections import Counter

        return Rewritten(text.replace("Never ", ""), Counter())

    monkeypatch.setattr("crux_memory.store.terse.rewrite", broken)
    monkeypatch.chdir(root)
    files = tree(root)
    assert main(["terse", "CLAUDE.md"]) == 1
    assert tree(root) == files


@pytest.mark.parametrize("call", ["replace", "fsync", "link", "open"])
def test_a_disk_that_fails_loses_nothing(
    root: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    from crux_memory.cli.main import main

    def fail(*_arguments: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.chdir(root)
    monkeypatch.setattr(f"crux_memory.store.disk.os.{call}", fail)
    assert main(["terse", "CLAUDE.md"]) == 8
    monkeypatch.undo()
    assert (root / "CLAUDE.md").read_text(encoding="utf-8") == TEXT
    assert not list(root.glob("*.tmp"))
