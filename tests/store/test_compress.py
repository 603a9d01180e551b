"""Compressing: what is written, in which order, and what is refused."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from crux_memory.encoder import EncodeOptions, EncodeResult, encode
from crux_memory.memory_file import split
from crux_memory.notation import emit, parse
from crux_memory.store import disk, sizing
from crux_memory.store.compress import compress
from crux_memory.store.drafting import Request
from crux_memory.store.manifest import Manifest
from crux_memory.store.report import FileReport
from crux_memory.tokens import count_tokens
from tests.projects import ARCHIVE, LINES, TERSE, TODAY, VERBOSE, make_project, session, tree

A = "memories/a.memory.md"
OUT = "memories/a.memory.crux.md"
ARCHIVED = f"{ARCHIVE}/20260314/a.memory.md"
CONFIG = ".crux/crux-memories.json"


def run(root: Path, name: str = A, today: date = TODAY, **request: Any) -> FileReport:
    wanted = replace(Request(), **request)
    return compress(session(root, today=today), str(root / name), wanted)


def project(root: Path, text: str | bytes = VERBOSE, **settings: object) -> Path:
    return make_project(root, {"a.memory.md": text}, **settings)


def test_a_memory_is_archived_compressed_and_removed(tmp_path: Path) -> None:
    row = run(project(tmp_path))
    files = tree(tmp_path)
    assert sorted(files) == [ARCHIVED, f"{ARCHIVE}/manifest.jsonl", CONFIG, OUT]
    assert files[ARCHIVED] == VERBOSE.encode()
    assert (row.status, row.exit_code) == ("compressed", 0)
    assert (row.file, row.output, row.archive) == (A, OUT, ARCHIVED)
    output = split(files[OUT].decode())
    before = split(VERBOSE)
    after_tokens = count_tokens(output.body)
    before_tokens = count_tokens(before.body)
    assert output.front == before.front + (
        "compressed: true\n"
        "compressionTarget: 33\n"
        f"beforeTokens: {before_tokens}\n"
        f"afterTokens: {after_tokens}\n"
        f"reducedBy: {round(100 - 100 * after_tokens / before_tokens)}%\n"
        "compressedDate: 2026-03-14\n"
        f"sourceArchive: {ARCHIVED}\n"
    )
    assert emit(parse(output.body)) == output.body
    assert row.before is not None
    assert row.after is not None
    assert row.body_after is not None
    assert row.before.tokens == count_tokens(VERBOSE)
    assert row.before.lines == VERBOSE.count("\n")
    assert row.after.bytes == len(files[OUT])
    assert row.body_after.tokens == after_tokens


@pytest.mark.parametrize(
    ("mode", "keys"),
    [("minimal", ["compressed", "sourceArchive"]), ("manifest", ["compressed"])],
)
def test_metadata_may_live_in_the_manifest(tmp_path: Path, mode: str, keys: list[str]) -> None:
    run(project(tmp_path, metadata=mode))
    output = split((tmp_path / OUT).read_text(encoding="utf-8"))
    added = output.front.removeprefix(split(VERBOSE).front)
    assert [line.split(":")[0] for line in added.splitlines()] == keys
    entry = Manifest(tmp_path / ARCHIVE).for_output(OUT)
    assert entry is not None
    assert entry.metadata["sourceArchive"] == entry.archive == ARCHIVED
    assert entry.sourceSha256 == disk.sha256(VERBOSE.encode())
    assert entry.outputSha256 == disk.sha256((tmp_path / OUT).read_bytes())


@pytest.mark.parametrize(
    ("text", "request_", "code", "said"),
    [
        (TERSE, {}, "no_gain", "of them for metadata"),
        (
            VERBOSE,
            {"min_lines": LINES + 1},
            "below_minimum",
            f"{LINES} lines, compressionMinLines is {LINES + 1}",
        ),
        ("---\na: b\n---\n \n", {}, "empty", "empty"),
        ("---\ncompressed: true\n---\n⟦CRUX:memory\nx\n⟧\n", {}, "already_compressed", "already"),
        ("⟦CRUX:memory\nx\n⟧\n", {}, "already_compressed", "already"),
    ],
)
def test_what_is_skipped_stays_and_leaves_no_trace(
    tmp_path: Path, text: str, request_: dict[str, Any], code: str, said: str
) -> None:
    before = tree(project(tmp_path, text))
    row = run(tmp_path, **request_)
    assert (row.status, row.code, row.exit_code) == ("skipped", code, 0)
    assert said in row.reason
    assert tree(tmp_path) == before
    assert not (tmp_path / ".ai-ignored").exists()


def test_no_gain_names_the_setting_that_would_make_it_pay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def saves_thirty(body: str, options: EncodeOptions) -> EncodeResult:
        whole = encode(body, options)
        budget = count_tokens(body) - 50  # full metadata costs about 70, minimal about 30
        text = "⟦CRUX:memory\n" + "a b\n" * ((budget - 10) // 3) + "⟧\n"
        return replace(whole, text=text)

    monkeypatch.setattr(sizing, "encode", saves_thirty)
    monkeypatch.setattr("crux_memory.store.drafting.verify", _verified)
    row = run(project(tmp_path))
    assert row.code == "no_gain"
    assert 'with "metadata": "minimal" it would be' in row.reason


class _Faithful:
    def as_dict(self) -> dict[str, object]:
        return {"ok": True}


def _verified(_body: str, _result: EncodeResult) -> _Faithful:
    return _Faithful()


def test_force_overrides_the_minimum_and_says_so(tmp_path: Path) -> None:
    row = run(project(tmp_path, compressionMinLines=500), force=True)
    assert row.status == "compressed"
    assert row.warnings == (
        f"--force overrides the minimum: {LINES} lines, compressionMinLines is 500",
    )


def test_over_the_cap_at_the_lowest_target_it_is_flagged_and_nothing_happens(
    tmp_path: Path,
) -> None:
    before = tree(project(tmp_path))
    row = run(tmp_path, max_size=1)
    assert (row.status, row.exit_code) == ("flagged", 1)
    assert [attempt.target for attempt in row.attempts] == [33, 23, 13, 5]
    assert not any(attempt.fits for attempt in row.attempts)
    assert "the cap is 1" in row.reason
    assert tree(tmp_path) == before
    assert not (tmp_path / ".ai-ignored").exists()


def test_the_cap_is_kept_by_dropping_what_is_listed(tmp_path: Path) -> None:
    row = run(project(tmp_path, maxMemorySize=250, sizeUnit="tokens"))
    assert row.status == "compressed"
    assert row.attempts[-1].fits
    assert row.attempts[-1].unit == "tokens"
    assert row.body_after is not None
    assert row.body_after.tokens == row.attempts[-1].size <= 250
    assert row.dropped


def test_consolidated_memories_have_a_cap_of_their_own(tmp_path: Path) -> None:
    text = VERBOSE.replace("---\n", '---\nconsolidation_topic: "time"\n', 1)
    row = run(project(tmp_path, text, maxMemorySize=1, maxConsolidatedSize=1000))
    assert (row.status, row.cap) == ("compressed", 1000)


@pytest.mark.parametrize("unit", ["lines", "bytes", "tokens"])
def test_sizes_of_attempts_are_those_of_the_written_body(tmp_path: Path, unit: str) -> None:
    row = run(project(tmp_path, VERBOSE.replace("\n", "\r\n")), unit=unit, max_size=10**6)
    body = split((tmp_path / OUT).read_bytes().decode()).body
    measured = {"lines": body.count("\n"), "bytes": len(body.encode())}
    assert row.attempts[0].size == {**measured, "tokens": count_tokens(body)}[unit]


def test_line_endings_mark_and_mode_are_kept(tmp_path: Path) -> None:
    text = ("\ufeff" + VERBOSE).replace("\n", "\r\n")
    root = project(tmp_path, text)
    (root / A).chmod(0o640)
    assert run(root).status == "compressed"
    data = (root / OUT).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf---\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    assert (root / OUT).stat().st_mode & 0o777 == 0o640
    assert (root / ARCHIVED).read_bytes() == text.encode()


STEPS = [
    "lock",
    "read",
    "sweep",
    "archive",
    "record",
    "write",
    "recheck",
    "publish",
    "read back",
    "recheck before removing",
    "remove",
]


def test_the_steps_come_in_the_order_that_is_promised(tmp_path: Path) -> None:
    taken: list[str] = []
    compress(session(project(tmp_path), on_step=taken.append), str(tmp_path / A), Request())
    assert taken == STEPS


class _Crash(BaseException):
    """A kill, as far as the code can see one."""


@pytest.mark.parametrize("step", STEPS)
def test_after_a_crash_at_any_step_the_original_exists_and_the_next_run_finishes(
    tmp_path: Path, step: str
) -> None:
    def crash(name: str) -> None:
        if name == step:
            raise _Crash

    root = project(tmp_path)
    with pytest.raises(_Crash):
        compress(session(root, on_step=crash), str(root / A), Request())
    original = VERBOSE.encode()
    files = tree(root)
    assert files.get(A) == original
    assert files.get(ARCHIVED) in (None, original)
    if OUT in files:
        assert split(files[OUT].decode()).scalar("sourceArchive") == ARCHIVED
        assert files[ARCHIVED] == original
    assert run(root, today=date(2026, 3, 15)).status == "compressed"
    after = tree(root)
    assert A not in after
    assert OUT in after
    assert original in [data for name, data in after.items() if name.startswith(ARCHIVE)]
    assert not [name for name in after if name.endswith(".tmp")]


def test_what_a_killed_run_left_is_swept(tmp_path: Path) -> None:
    root = project(tmp_path)
    left = root / "memories" / ".crux-0123456789abcdef.tmp"
    left.write_text("half")
    run(root)
    assert not left.exists()


@pytest.mark.parametrize("step", ["recheck", "publish", "read back", "recheck before removing"])
def test_an_edit_during_the_run_wins_and_is_reported(tmp_path: Path, step: str) -> None:
    edited = VERBOSE + "\nOne more thing.\n"
    root = project(tmp_path)

    def edit(name: str) -> None:
        if name == step:
            (root / A).write_text(edited, encoding="utf-8")

    row = compress(session(root, on_step=edit), str(root / A), Request())
    assert (row.status, row.exit_code) == ("refused", 3)
    assert "edited while" in row.reason
    assert (root / A).read_text(encoding="utf-8") == edited
    assert not (root / OUT).exists()


def test_an_edit_before_the_lock_is_compressed_as_it_is_then(tmp_path: Path) -> None:
    edited = VERBOSE + "\nAlways telephone `harbour-2`.\n"
    root = project(tmp_path)

    def edit(name: str) -> None:
        if name == "read":
            (root / A).write_text(edited, encoding="utf-8")

    row = compress(session(root, on_step=edit), str(root / A), Request())
    assert row.status == "compressed"
    assert "harbour-2" in (root / OUT).read_text(encoding="utf-8")
    assert (root / ARCHIVED).read_text(encoding="utf-8") == edited


Sabotage = Callable[[pytest.MonkeyPatch], None]


def _broken_emitter(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("crux_memory.verification.emit", lambda _tree: "broken")


def _unbalanced_text(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        sizing, "encode", lambda b, o: replace(encode(b, o), text="⟦CRUX:memory\nx{\n⟧\n")
    )


def _negation_dropped(patch: pytest.MonkeyPatch) -> None:
    def lying(body: str, options: EncodeOptions) -> EncodeResult:
        result = encode(body, options)
        return replace(result, text=result.text.replace("never ", ""))

    patch.setattr(sizing, "encode", lying)


def _exception(patch: pytest.MonkeyPatch) -> None:
    def fail(_body: str, _options: EncodeOptions) -> EncodeResult:
        raise ZeroDivisionError("oops")

    patch.setattr(sizing, "encode", fail)


@pytest.mark.parametrize(
    "sabotage", [_broken_emitter, _unbalanced_text, _negation_dropped, _exception]
)
def test_a_broken_encoder_or_emitter_leads_to_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotage: Sabotage
) -> None:
    before = tree(project(tmp_path))
    sabotage(monkeypatch)
    row = run(tmp_path)
    assert (row.status, row.exit_code) == ("error", 70)
    assert tree(tmp_path) == before


def _lying_link(patch: pytest.MonkeyPatch) -> None:
    def lie(source: Path, target: Path) -> None:
        Path(target).write_bytes(Path(source).read_bytes()[:-1])

    patch.setattr(os, "link", lie)


def _full_disk(patch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int, _data: object) -> int:
        raise OSError(28, "No space left on device")

    patch.setattr(os, "write", full)


def _failing_sync(patch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(5, "Input/output error")

    patch.setattr(os, "fsync", fail)


@pytest.mark.parametrize("sabotage", [_lying_link, _full_disk, _failing_sync])
def test_a_file_system_that_fails_or_lies_leaves_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sabotage: Sabotage
) -> None:
    root = project(tmp_path)
    sabotage(monkeypatch)
    row = run(root)
    monkeypatch.undo()
    assert (row.status, row.exit_code) == ("error", 8)
    assert (root / A).read_bytes() == VERBOSE.encode()
    assert not (root / OUT).exists()
    assert not list(root.rglob("*.tmp"))


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = project(tmp_path)
    write = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: write(fd, bytes(data)[:7]))
    assert run(root).status == "compressed"
    assert (root / ARCHIVED).read_bytes() == VERBOSE.encode()


def test_archive_names_are_never_reused_for_other_content(tmp_path: Path) -> None:
    root = project(tmp_path)
    run(root)
    (root / OUT).unlink()
    (root / A).write_text(VERBOSE, encoding="utf-8")
    assert run(root).archive == ARCHIVED
    (root / OUT).unlink()
    (root / A).write_text(VERBOSE + "\nMore.\n", encoding="utf-8")
    second = ARCHIVED.replace("a.memory", "a.2.memory")
    assert run(root).archive == second
    assert (root / ARCHIVED).read_text(encoding="utf-8") == VERBOSE
    assert (root / second).read_text(encoding="utf-8") == VERBOSE + "\nMore.\n"


def test_an_output_of_other_origin_needs_the_user(tmp_path: Path) -> None:
    root = project(tmp_path)
    (root / OUT).write_text("mine", encoding="utf-8")
    before = tree(root)
    row = run(root)
    assert (row.status, row.exit_code, row.options) == ("needs_user_input", 6, ("--force",))
    assert tree(root) == before
    row = run(root, force=True)
    assert row.status == "compressed"
    assert (root / ARCHIVE / "20260314" / "a.memory.crux.md").read_text() == "mine"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe#\x00", "UTF-16"),
        (b"# caf\xe9\n", "byte 0xe9 at offset 5"),
        (b"# a\x00b\n", "NUL character at offset 3"),
    ],
)
def test_what_is_no_utf8_text_is_refused(tmp_path: Path, data: bytes, said: str) -> None:
    row = run(project(tmp_path, data))
    assert (row.status, row.exit_code) == ("refused", 2)
    assert said in row.reason


def test_hard_links_are_refused(tmp_path: Path) -> None:
    root = project(tmp_path)
    os.link(root / A, root / "memories" / "b.txt")
    row = run(root)
    assert row.exit_code == 2
    assert "2 names" in row.reason


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_pipes_are_refused_without_waiting(tmp_path: Path) -> None:
    root = make_project(tmp_path)
    os.mkfifo(root / A)
    row = run(root)
    assert row.exit_code == 2
    assert "a pipe" in row.reason


def test_folders_are_refused(tmp_path: Path) -> None:
    root = make_project(tmp_path)
    (root / A).mkdir()
    assert run(root).exit_code == 2


def test_links_are_followed_inside_the_project_only(tmp_path: Path) -> None:
    root = project(tmp_path / "p")
    outside = tmp_path / "o.memory.md"
    outside.write_text(VERBOSE, encoding="utf-8")
    (root / "memories" / "out.memory.md").symlink_to(outside)
    (root / "memories" / "loop.memory.md").symlink_to("loop.memory.md")
    (root / "memories" / "in.memory.md").symlink_to("a.memory.md")
    assert run(root, "memories/out.memory.md").exit_code == 2
    assert outside.exists()
    assert run(root, "memories/loop.memory.md").exit_code == 8
    row = run(root, "memories/in.memory.md")
    assert (row.status, row.file) == ("compressed", A)
    assert "points nowhere" in row.warnings[0]


def test_an_archive_folder_that_cannot_be_made_stops_before_anything(tmp_path: Path) -> None:
    root = project(tmp_path)
    (root / ".ai-ignored").write_text("in the way")
    before = tree(root)
    row = run(root)
    assert (row.status, row.exit_code) == ("error", 8)
    assert "archive folder" in row.reason
    assert tree(root) == before


def test_stale_metadata_of_an_earlier_life_is_replaced(tmp_path: Path) -> None:
    text = VERBOSE.replace("---\n", "---\ncompressed: false\nreducedBy: 1%\n", 1)
    run(project(tmp_path, text))
    front = split((tmp_path / OUT).read_text(encoding="utf-8")).front
    assert front.count("compressed:") == 1
    assert front.startswith(split(VERBOSE).front)


def test_a_dry_run_reports_and_writes_nothing(tmp_path: Path) -> None:
    before = tree(project(tmp_path))
    row = compress(session(tmp_path, dry_run=True), str(tmp_path / A), Request())
    assert (row.status, row.output) == ("compressed", OUT)
    assert tree(tmp_path) == before
    assert not (tmp_path / ".ai-ignored").exists()
