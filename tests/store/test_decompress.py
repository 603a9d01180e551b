"""Decompressing: the original to the byte, the expansion without a trace of us, and doubts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crux_memory.memory_file import METADATA_KEYS, split
from crux_memory.store.compress import compress
from crux_memory.store.decompress import Way, decompress
from crux_memory.store.drafting import Request
from crux_memory.store.report import FileReport
from tests.projects import ARCHIVE, VERBOSE, make_project, session, tree

A = "memories/a.memory.md"
OUT = "memories/a.memory.crux.md"
ARCHIVED = f"{ARCHIVE}/20260314/a.memory.md"
MANIFEST = f"{ARCHIVE}/manifest.jsonl"


def compressed(root: Path, text: str | bytes = VERBOSE, **settings: Any) -> Path:
    make_project(root, {"a.memory.md": text}, **settings)
    row = compress(session(root), str(root / A), Request())
    assert row.status == "compressed"
    return root


def back(
    root: Path, way: Way | None = "restore", force: bool = False, **options: Any
) -> FileReport:
    return decompress(session(root, **options), str(root / OUT), way, force)


def replace_text(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("mode", ["full", "minimal", "manifest"])
@pytest.mark.parametrize(
    "text",
    [
        VERBOSE,
        "\ufeff" + VERBOSE,
        VERBOSE.replace("\n", "\r\n"),
        VERBOSE.rstrip("\n"),
        VERBOSE.split("---\n", 2)[2],
        VERBOSE.replace("\n\n", "\r\n\n"),
        VERBOSE.replace("---\n", "---\ncompressed: false\n# a comment\n", 1),
    ],
    ids=["plain", "mark", "windows", "no end", "no front matter", "mixed", "stale key"],
)
def test_restore_gives_back_every_byte(tmp_path: Path, mode: str, text: str) -> None:
    root = compressed(tmp_path, text, metadata=mode)
    row = back(root)
    assert (row.status, row.exit_code, row.output) == ("restored", 0, A)
    assert (root / A).read_bytes() == text.encode()
    assert not (root / OUT).exists()
    assert (root / ARCHIVED).read_bytes() == text.encode()


def test_file_mode_survives_the_round_trip(tmp_path: Path) -> None:
    root = make_project(tmp_path, {"a.memory.md": VERBOSE})
    (root / A).chmod(0o600)
    compress(session(root), str(root / A), Request())
    back(root)
    assert (root / A).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_expand_removes_our_lines_and_writes_english(tmp_path: Path, newline: str) -> None:
    text = VERBOSE.replace("\n", newline)
    row = back(compressed(tmp_path, text), "expand")
    assert row.status == "expanded"
    written = (tmp_path / A).read_bytes().decode()
    file = split(written)
    assert file.front == split(text).front
    assert not set(METADATA_KEYS) & set(file.fields())
    assert "⟦" not in file.body
    assert file.body.startswith(f"{newline}# Time zones and height references{newline}")
    assert written.count("\n") == written.count(newline)
    assert not (tmp_path / OUT).exists()


def test_an_expansion_does_not_lose_the_only_copy_of_the_notation(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    notation = (root / OUT).read_bytes()
    (root / ARCHIVED).unlink()
    row = back(root, "expand")
    assert row.status == "expanded"
    assert (root / ARCHIVE / "20260314" / "a.memory.crux.md").read_bytes() == notation


def test_without_a_way_the_user_is_asked(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    before = tree(root)
    row = back(root, None)
    assert (row.status, row.exit_code) == ("needs_user_input", 6)
    assert row.question is not None
    assert "exact original" in row.question
    assert row.options == ("--restore", "--expand")
    assert tree(root) == before
    asked: list[tuple[str, ...]] = []

    def answer(_question: str, options: tuple[str, ...]) -> str:
        asked.append(options)
        return "--restore"

    assert back(root, None, ask=answer).status == "restored"
    assert set(asked) == {("--restore", "--expand")}
    assert (root / A).read_bytes() == VERBOSE.encode()


def test_an_answer_is_asked_for_once(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    asked: list[str] = []

    def answer(question: str, _options: tuple[str, ...]) -> str:
        asked.append(question)
        return "--expand"

    back(root, None, ask=answer)
    assert len(asked) == 1


def test_a_missing_original_can_only_be_expanded(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    (root / ARCHIVED).unlink()
    row = back(root)
    assert (row.status, row.exit_code) == ("error", 4)
    assert ARCHIVED in row.reason
    row = back(root, None)
    assert (row.exit_code, row.options) == (6, ("--expand",))
    assert (root / OUT).exists()


def test_a_damaged_original_is_never_restored_silently(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    replace_text(root / ARCHIVED, "UTC", "GMT")
    before = tree(root)
    row = back(root)
    assert (row.status, row.exit_code) == ("needs_user_input", 6)
    assert "checksum differs" in row.reason
    assert row.options == ("--restore --force", "--expand")
    assert back(root, None).options == ("--expand",)
    assert tree(root) == before
    assert back(root, force=True).status == "restored"


@pytest.mark.parametrize("damage", [b"", b"{not json\n\xff\n[]\n{}\n"])
def test_a_lost_manifest_is_said_and_blocks_nothing(tmp_path: Path, damage: bytes) -> None:
    root = compressed(tmp_path)
    (root / MANIFEST).write_bytes(damage)
    row = back(root)
    assert row.status == "restored"
    assert "could not be compared" in row.warnings[0]
    assert (root / A).read_bytes() == VERBOSE.encode()


def test_without_manifest_and_sourcearchive_the_original_is_not_there(tmp_path: Path) -> None:
    root = compressed(tmp_path, metadata="manifest")
    (root / MANIFEST).unlink()
    row = back(root)
    assert row.exit_code == 4
    assert "neither sourceArchive nor the manifest" in row.reason


def test_a_moved_file_is_known_by_its_content(tmp_path: Path) -> None:
    root = compressed(tmp_path, metadata="manifest")
    moved = root / "memories" / "b.memory.crux.md"
    (root / OUT).rename(moved)
    row = decompress(session(root), str(moved), "restore")
    assert row.status == "restored"
    assert (root / "memories" / "b.memory.md").read_bytes() == VERBOSE.encode()


def test_edits_of_the_compressed_file_are_not_lost(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    replace_text(root / OUT, "⟧", "Edited by hand\n⟧")
    edited = (root / OUT).read_bytes()
    row = back(root)
    assert (row.status, row.exit_code) == ("refused", 3)
    assert "--expand keeps them" in row.hint
    assert (root / OUT).read_bytes() == edited
    row = back(root, force=True)
    assert row.status == "restored"
    assert (root / ARCHIVE / "20260314" / "a.memory.crux.md").read_bytes() == edited


def test_edits_of_the_compressed_file_are_expanded(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    replace_text(root / OUT, "⟧", "Edited by hand\n⟧")
    assert back(root, "expand").status == "expanded"
    assert "Edited by hand" in (root / A).read_text(encoding="utf-8")


@pytest.mark.parametrize("way", ["restore", "expand"])
def test_an_existing_memory_of_other_content_needs_the_user(tmp_path: Path, way: Way) -> None:
    root = compressed(tmp_path)
    (root / A).write_text("newer", encoding="utf-8")
    before = tree(root)
    row = back(root, way)
    assert (row.status, row.exit_code, row.options) == ("needs_user_input", 6, ("--force",))
    assert tree(root) == before
    assert back(root, way, force=True).exit_code == 0
    kept = root / ARCHIVE / "20260314" / "a.2.memory.md"
    assert kept.read_text(encoding="utf-8") == "newer"
    assert (root / A).read_text(encoding="utf-8") != "newer"


def test_an_existing_memory_of_the_same_content_is_a_finished_restore(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    (root / A).write_text(VERBOSE, encoding="utf-8")
    assert back(root).status == "restored"
    assert not (root / OUT).exists()


@pytest.mark.parametrize(
    "written",
    [
        "../outside.memory.md",
        "/etc/hostname",
        "C:\\x.memory.md",
        "memories/other.memory.md",
        f"{ARCHIVE}/../../../memories/other.memory.md",
        f"{ARCHIVE}/link.memory.md",
        ".crux/crux-memories.json",
    ],
)
def test_the_archive_that_a_file_names_is_not_trusted(tmp_path: Path, written: str) -> None:
    root = compressed(tmp_path / "p")
    (tmp_path / "outside.memory.md").write_text("secret")
    (root / "memories" / "other.memory.md").write_text("secret")
    (root / ARCHIVE / "link.memory.md").symlink_to(tmp_path / "outside.memory.md")
    replace_text(root / OUT, f"sourceArchive: {ARCHIVED}", f"sourceArchive: '{written}'")
    before = tree(root)
    row = back(root, force=True)
    assert (row.status, row.exit_code) == ("refused", 2)
    assert tree(root) == before


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("x.memory.md", "# x\n", 2),
        ("x.md", "# x\n", 2),
        ("x.memory.crux.md", "# no notation\n", 5),
        ("x.memory.crux.md", "⟦CRUX:memory\nR{\n⟧\n", 5),
        ("x.memory.crux.md", "---\nsourceArchive: [a]\n---\n⟦CRUX:memory\nx\n⟧\n", 5),
        ("nothing.memory.crux.md", None, 4),
    ],
)
def test_what_cannot_be_expanded(tmp_path: Path, name: str, text: str | None, code: int) -> None:
    root = make_project(tmp_path, {} if text is None else {name: text})
    before = tree(root)
    row = decompress(session(root), str(root / "memories" / name), "expand")
    assert row.exit_code == code
    assert row.file == f"memories/{name}"
    assert tree(root) == before


STEPS = [
    "lock",
    "read",
    "sweep",
    "write",
    "recheck",
    "publish",
    "read back",
    "recheck before removing",
    "remove",
]


class _Crash(BaseException):
    """A kill, as far as the code can see one."""


def test_the_steps_come_in_the_order_that_is_promised(tmp_path: Path) -> None:
    taken: list[str] = []
    back(compressed(tmp_path), on_step=taken.append)
    assert taken == STEPS


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("way", ["restore", "expand"])
def test_after_a_crash_the_next_run_finishes(tmp_path: Path, step: str, way: Way) -> None:
    def crash(name: str) -> None:
        if name == step:
            raise _Crash

    root = compressed(tmp_path)
    with pytest.raises(_Crash):
        back(root, way, on_step=crash)
    assert (root / ARCHIVED).read_bytes() == VERBOSE.encode()
    assert (root / OUT).exists()
    assert back(root, way).exit_code == 0
    assert (root / A).exists()
    assert not (root / OUT).exists()
    assert not list(root.rglob("*.tmp"))


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    before = tree(root)
    assert back(root, dry_run=True).status == "restored"
    assert tree(root) == before


def test_a_manifest_that_cannot_be_read_is_said_and_a_restore_can_be_confirmed(
    tmp_path: Path,
) -> None:
    root = compressed(tmp_path)
    (root / MANIFEST).unlink()
    (root / MANIFEST).mkdir()
    row = back(root)
    assert row.exit_code == 6
    assert "the manifest cannot be read" in row.reason
    assert row.options == ("--restore --force", "--expand")
    assert back(root, force=True).status == "restored"
    assert (root / A).read_bytes() == VERBOSE.encode()


def test_a_file_that_is_decompressed_already_is_named(tmp_path: Path) -> None:
    root = compressed(tmp_path)
    back(root)
    row = back(root)
    assert (row.exit_code, row.hint) == (4, f"it is decompressed: {A}")
