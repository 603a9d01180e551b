"""The manifest, the archive's names, formatting in place, and lint's view of provenance."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from crux_memory.errors import DriftError, FileSystemError
from crux_memory.store import disk, lock
from crux_memory.store.archive import Archive
from crux_memory.store.compress import compress
from crux_memory.store.decompress import decompress
from crux_memory.store.drafting import Request
from crux_memory.store.manifest import Entry, Manifest
from crux_memory.store.provenance import check_provenance
from crux_memory.store.reformat import reformat, rewrite
from crux_memory.store.session import Session, read_text
from tests.projects import ARCHIVE, TODAY, VERBOSE, make_project, session

A = "memories/a.memory.md"
OUT = "memories/a.memory.crux.md"


def entry(name: str, checksum: str = "0") -> Entry:
    return Entry(f"{name}.md", name, f"{name}.crux", "1", checksum, {"compressed": "true"})


def compressed(root: Path) -> Session:
    current = session(make_project(root, {"a.memory.md": VERBOSE}))
    assert compress(current, str(root / A), Request()).status == "compressed"
    return current


def test_the_last_line_about_a_file_holds(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path)
    for item in (entry("a", "1"), entry("b"), entry("a", "2")):
        manifest.add(item)
    assert manifest.for_output("a.crux") == entry("a", "2")
    assert manifest.for_archive("b.md") == entry("b")
    assert manifest.for_output("c.crux") is None


def test_a_torn_line_costs_itself_only(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path)
    manifest.add(entry("a"))
    with manifest.path.open("ab") as file:
        file.write(b'{"archive": "b.md", "sou')
    manifest.add(entry("c"))
    assert [item.source for item in manifest.entries()] == ["a", "c"]


def test_a_line_break_in_a_name_stays_one_line(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path)
    manifest.add(entry("a\nb\u2028c"))
    assert [item.source for item in manifest.entries()] == ["a\nb\u2028c"]


@pytest.mark.parametrize(
    ("name", "second", "third"),
    [
        ("a.memory.md", "a.2.memory.md", "a.3.memory.md"),
        ("a.memory.crux.md", "a.2.memory.crux.md", "a.3.memory.crux.md"),
        ("STATE.md", "STATE.2.md", "STATE.3.md"),
    ],
)
def test_archive_names_count_up(tmp_path: Path, name: str, second: str, third: str) -> None:
    archive = Archive(session(make_project(tmp_path)).project)
    kept = [
        archive.keep(tmp_path / name, disk.Content(data, 0o600), date(2026, 3, 14)).name
        for data in (b"1", b"2", b"3", b"2")
    ]
    assert kept == [name, second, third, second]


def test_an_archived_name_that_was_taken_since_is_an_error(tmp_path: Path) -> None:
    archive = Archive(session(make_project(tmp_path)).project)
    path = archive.slot("a.memory.md", b"mine", TODAY)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"theirs")
    with pytest.raises(FileSystemError, match="does not hold"):
        archive.put(path, b"mine", 0o600)
    assert path.read_bytes() == b"theirs"


def test_a_held_lock_is_waited_for_and_then_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "SECONDS", 0.05)
    current = session(make_project(tmp_path, {"a.memory.md": VERBOSE}))
    with lock.locked(current.archive):
        row = compress(current, str(tmp_path / A), Request())
    assert row.exit_code == 8
    assert "another run holds the lock" in row.reason
    assert (tmp_path / A).read_text(encoding="utf-8") == VERBOSE
    assert compress(current, str(tmp_path / A), Request()).exit_code == 0


def test_formatting_is_no_drift(tmp_path: Path) -> None:
    current = compressed(tmp_path)
    done = reformat(tmp_path / OUT, lambda body: body.replace("\n⟧", "\n\n⟧"))
    assert done.changed
    rewrite(done, current.project)
    assert decompress(current, str(tmp_path / OUT), "restore").status == "restored"


def test_formatting_does_not_hide_a_drift(tmp_path: Path) -> None:
    current = compressed(tmp_path)
    with (tmp_path / OUT).open("a", encoding="utf-8") as file:
        file.write("edited\n")
    rewrite(reformat(tmp_path / OUT, lambda body: body + "\n"), current.project)
    assert decompress(current, str(tmp_path / OUT), "restore").exit_code == 3


def test_formatting_keeps_an_edit_that_came_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "x.crux.md"
    path.write_text("one")
    done = reformat(path, lambda body: body + "!")
    path.write_text("two")
    with pytest.raises(DriftError):
        rewrite(done, None)
    assert path.read_text() == "two"
    assert list(tmp_path.iterdir()) == [path]


def codes(current: Session, root: Path) -> list[str]:
    path = root / OUT
    text, content = read_text(path)
    return [finding.code for finding in check_provenance(path, content, text, current.project)]


def test_provenance_of_what_was_just_written_is_clean(tmp_path: Path) -> None:
    assert codes(compressed(tmp_path), tmp_path) == []


def test_provenance_finds_each_kind_of_damage(tmp_path: Path) -> None:
    current = compressed(tmp_path)
    archived = tmp_path / ARCHIVE / "20260314" / "a.memory.md"
    with (tmp_path / OUT).open("a", encoding="utf-8") as file:
        file.write("edited\n")
    assert codes(current, tmp_path) == ["CRUX133"]
    archived.write_text("other")
    assert codes(current, tmp_path) == ["CRUX132", "CRUX133"]
    archived.unlink()
    assert codes(current, tmp_path) == ["CRUX131"]


def test_what_is_replaced_is_archived_and_recorded(tmp_path: Path) -> None:
    current = session(make_project(tmp_path, {"a.memory.md": VERBOSE}))
    (tmp_path / OUT).write_text("mine", encoding="utf-8")
    assert compress(current, str(tmp_path / A), Request(force=True)).exit_code == 0
    kept = f"{ARCHIVE}/20260314/a.memory.crux.md"
    entry = current.archive.manifest.for_archive(kept)
    assert entry is not None
    assert (entry.source, entry.output) == (OUT, "")
    assert entry.sourceSha256 == disk.sha256(b"mine")


def test_a_run_that_was_killed_between_record_and_write_made_no_drift(tmp_path: Path) -> None:
    current = compressed(tmp_path)
    done = reformat(tmp_path / OUT, lambda body: body.replace("\n⟧", "\n\n⟧"))

    def killed(step: str) -> None:
        if step == "write":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rewrite(done, current.project, killed)
    assert codes(current, tmp_path) == []
    rewrite(done, current.project)
    assert codes(current, tmp_path) == []


def test_every_new_folder_is_synced_into_its_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[Path] = []
    monkeypatch.setattr(disk, "sync_folder", synced.append)
    disk.make_folder(tmp_path / "a" / "b" / "c")
    assert synced == [tmp_path, tmp_path / "a", tmp_path / "a" / "b"]


def test_the_note_of_a_killed_holder_is_given_to_the_next(tmp_path: Path) -> None:
    archive = Archive(session(make_project(tmp_path)).project)
    note = archive.root / lock.NOTE
    with lock.locked(archive) as left:
        assert left == ""
        signed = note.read_text()
    assert str(os.getpid()) in signed
    assert not note.exists()
    note.write_text(signed)
    with lock.locked(archive, sign=False) as left:
        assert left == signed.strip()
    assert note.exists()
    with lock.locked(archive):
        pass
    assert not note.exists()
