"""A whole store: what is found, chosen, planned, and that one bad file stops nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from crux_memory.errors import NotThereError
from crux_memory.store import migrate
from crux_memory.store.compress import compress
from crux_memory.store.decompress import decompress
from crux_memory.store.drafting import Request
from crux_memory.store.migrate import Planned, apply, plan, scan, select
from tests.projects import TERSE, VERBOSE, make_project, session, tree


def ignore(_done: int, _total: int) -> None:
    """No progress bar."""


def planned(root: Path, *patterns: str) -> list[Planned]:
    current = session(root)
    return plan(current, current.project.memories, Request(), ignore, patterns)[0]


def test_scan_finds_memories_in_order_and_nothing_else(tmp_path: Path) -> None:
    names = ["b.memory.md", "a/z.memory.md", "a/b/c.memory.md", "ab.memory.md"]
    others = ["a/x.memory.crux.md", "a/readme.md", "a/y.memory.markdown"]
    root = make_project(tmp_path, dict.fromkeys(names + others, VERBOSE))
    (root / "memories" / "link.memory.md").symlink_to("b.memory.md")
    current = session(root)
    found = [
        p.relative_to(root / "memories").as_posix()
        for p in scan(current.project, root / "memories")[0]
    ]
    assert found == ["a/b/c.memory.md", "a/z.memory.md", "ab.memory.md", "b.memory.md"]


def test_an_archive_inside_the_store_is_not_scanned(tmp_path: Path) -> None:
    root = make_project(
        tmp_path,
        {"a.memory.md": VERBOSE, "old/20250101/b.memory.md": VERBOSE},
        storage={"compressionSourceArchive": "memories/old"},
    )
    assert [item.name for item in planned(root)] == ["a.memory.md"]


def test_a_store_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    current = session(make_project(tmp_path))
    with pytest.raises(NotThereError):
        scan(current.project, tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("pattern", "chosen"),
    [
        ("core/a.memory.md", {"core/a.memory.md"}),
        ("./core/a.memory.md", {"core/a.memory.md"}),
        ("core", {"core/a.memory.md", "core/b.memory.md"}),
        ("core/", {"core/a.memory.md", "core/b.memory.md"}),
        ("*/a.*", {"core/a.memory.md", "goal/a.memory.md"}),
        ("*", {"core/a.memory.md", "core/b.memory.md", "goal/a.memory.md"}),
    ],
)
def test_select_by_path_folder_or_glob(pattern: str, chosen: set[str]) -> None:
    names = ["core/a.memory.md", "core/b.memory.md", "goal/a.memory.md"]
    assert select(names, [pattern]) == (chosen, [])


def test_a_pattern_that_fits_nothing_is_a_row() -> None:
    chosen, rows = select(["core/a.memory.md"], ["core/x.memory.md", "core"])
    assert chosen == {"core/a.memory.md"}
    assert [(row.file, row.exit_code) for row in rows] == [("core/x.memory.md", 4)]


def test_a_plan_writes_nothing_and_knows_what_would_become_of_each(tmp_path: Path) -> None:
    root = make_project(
        tmp_path, {"a.memory.md": VERBOSE, "b.memory.md": TERSE, "c.memory.md": b"\xff"}
    )
    before = tree(root)
    rows = [(item.name, item.report.status, item.report.code) for item in planned(root)]
    assert rows == [
        ("a.memory.md", "compressed", ""),
        ("b.memory.md", "skipped", "no_gain"),
        ("c.memory.md", "refused", ""),
    ]
    assert tree(root) == before
    assert not (root / ".ai-ignored").exists()


def test_one_bad_file_does_not_stop_the_rest(tmp_path: Path) -> None:
    root = make_project(
        tmp_path, {"a.memory.md": b"\xff", "b.memory.md": VERBOSE, "c.memory.md": VERBOSE}
    )
    items = planned(root)
    (root / "memories" / "b.memory.md").unlink()
    rows = apply(session(root), items, Request(), ignore)
    assert [row.exit_code for row in rows] == [2, 4, 0]


def test_what_another_run_did_meanwhile_is_no_failure(tmp_path: Path) -> None:
    root = make_project(tmp_path, {"a.memory.md": VERBOSE})
    items = planned(root)
    compress(session(root), str(root / "memories" / "a.memory.md"), Request())
    rows = apply(session(root), items, Request(), ignore)
    assert [(row.status, row.code) for row in rows] == [("skipped", "gone")]


def test_same_content_in_two_folders_shares_an_archive_and_restores_both(tmp_path: Path) -> None:
    root = make_project(tmp_path, {"core/a.memory.md": VERBOSE, "goal/a.memory.md": VERBOSE})
    rows = apply(session(root), planned(root), Request(), ignore)
    assert [row.status for row in rows] == ["compressed", "compressed"]
    assert rows[0].archive == rows[1].archive
    for row in rows:
        assert decompress(session(root), str(root / (row.output or "")), "restore").exit_code == 0
        assert (root / row.file).read_text(encoding="utf-8") == VERBOSE


def test_several_processes_plan_what_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"{n}.memory.md": VERBOSE + f"\nStation {n} is at pier {n}.\n" for n in range(3)}
    root = make_project(tmp_path, {**files, "x.memory.md": b"\xff"}, jobs=2)
    alone = planned(root)
    monkeypatch.setattr(migrate, "POOL_BYTES", 0)
    assert planned(root) == alone
