"""The program as a process: every exit code, and the one JSON object of each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from crux_memory import __version__
from tests.projects import ARCHIVE, TERSE, VERBOSE, Ran, crux, make_project, tree

A = "memories/a.memory.md"
OUT = "memories/a.memory.crux.md"
ROW = {
    "file",
    "status",
    "reason",
    "output",
    "archive",
    "before",
    "after",
    "body_before",
    "body_after",
    "target",
    "attempts",
    "reducedBy",
    "dropped",
    "fidelity",
}


def check(ran: Ran, code: int, status: str, command: str = "compress") -> dict[str, Any]:
    """The JSON of a run that must have ended with `code`."""
    assert ran.code == code, ran.stderr
    assert "Traceback" not in ran.stderr
    data: dict[str, Any] = ran.json
    assert (data["command"], data["status"], data["exit_code"]) == (command, status, code)
    return data


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_project(tmp_path, {"a.memory.md": VERBOSE, "terse.memory.md": TERSE})


def test_0_compress_skip_and_restore(root: Path) -> None:
    data = check(crux(root, "--json", "compress", A, "memories/terse.memory.md"), 0, "ok")
    done, skipped = data["files"]
    assert set(done) >= ROW
    assert set(skipped) >= ROW
    assert (done["status"], done["output"]) == ("compressed", OUT)
    assert set(done["before"]) == {"tokens", "bytes", "lines"}
    assert done["attempts"] == [
        {"target": 33, "size": done["body_after"]["lines"], "unit": "lines", "fits": True}
    ]
    assert done["reducedBy"].endswith("%")
    assert done["fidelity"]["ok"] is True
    assert "choices" not in done
    assert skipped["status"] == "skipped"
    assert "no gain" in skipped["reason"]
    assert (data["encoding"], data["exact"]) == ("o200k_base", True)
    ran = crux(root, "decompress", OUT, "--restore", "--json")
    data = check(ran, 0, "ok", "decompress")
    assert data["files"][0]["status"] == "restored"
    assert (root / A).read_text(encoding="utf-8") == VERBOSE


def test_1_flagged(root: Path) -> None:
    data = check(crux(root, "compress", "--json", "--max-size", "1", A), 1, "findings")
    row = data["files"][0]
    assert (row["status"], row["cap"]) == ("flagged", 1)
    assert [attempt["target"] for attempt in row["attempts"]] == [33, 23, 13, 5]
    assert row["output"] is None
    assert (root / A).exists()


def test_2_refused(root: Path) -> None:
    (root / "notes.md").write_text("# Notes\n")
    data = check(crux(root, "compress", "--json", "notes.md"), 2, "refused")
    assert "only memory files" in data["files"][0]["reason"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compress"], "Missing argument"),
        (["compress", "--target", "0", A], "target"),
        (["compress", "--unit", "words", A], "unit"),
        (["compress", "--nonsense", A], "nonsense"),
        (["decompress", "--restore", "--expand", OUT], "exclude each other"),
        (["tokens"], "at least one FILE"),
        (["nonsense"], "nonsense"),
        ([], "no command"),
    ],
)
def test_2_wrong_usage(root: Path, arguments: list[str], said: str) -> None:
    ran = crux(root, "--json", *arguments)
    data = check(ran, 2, "refused", arguments[0] if arguments else "")
    assert data["files"] == []
    assert said in data["error"]["message"]
    assert said in ran.stderr


def test_3_drift(root: Path) -> None:
    assert crux(root, "compress", A).code == 0
    with (root / OUT).open("a", encoding="utf-8") as file:
        file.write("edited\n")
    data = check(crux(root, "decompress", "--json", "--restore", OUT), 3, "drift", "decompress")
    assert data["files"][0]["status"] == "refused"


def test_4_not_there(root: Path) -> None:
    data = check(crux(root, "compress", "--json", "memories/x.memory.md"), 4, "not_there")
    assert data["files"][0]["status"] == "error"
    check(crux(root, "migrate", "--json", "nowhere"), 4, "not_there", "migrate")
    check(crux(root, "--project", "nowhere", "compress", "--json", A), 4, "not_there")


def test_5_invalid_input(root: Path) -> None:
    (root / "memories" / "b.memory.md").write_text("---\na: [1\n---\nx\n")
    data = check(crux(root, "compress", "--json", "memories/b.memory.md"), 5, "invalid_input")
    assert "front matter, line 3" in data["files"][0]["reason"]
    (root / ".crux" / "crux-memories.json").write_text('{\n  "flags": {,}\n}')
    data = check(crux(root, "compress", "--json", A), 5, "invalid_input")
    assert data["error"]["place"].endswith("crux-memories.json:2:13")
    assert "smallest valid file" in data["error"]["hint"]
    (root / ".crux" / "crux-memories.json").unlink()
    data = check(crux(root, "compress", "--json", A), 5, "invalid_input")
    assert "crux init" in data["error"]["message"]


def test_6_needs_user_input(root: Path) -> None:
    assert crux(root, "compress", A).code == 0
    ran = crux(root, "decompress", "--json", OUT)
    data = check(ran, 6, "needs_user_input", "decompress")
    row = data["files"][0]
    assert row["status"] == "needs_user_input"
    assert row["options"] == ["--restore", "--expand"]
    assert row["question"]
    assert (root / OUT).exists()


def test_7_disabled(tmp_path: Path) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE}, flags={})
    for command in (["compress", A], ["decompress", OUT], ["migrate"], ["migrate", "--apply"]):
        data = check(crux(tmp_path, *command, "--json"), 7, "disabled", command[0])
        hint = data["error"]["hint"]
        assert hint == 'set flags.enableMemoryCompression to "true"'
    assert (tmp_path / A).exists()


def test_8_the_file_system_refused(root: Path) -> None:
    (root / ".ai-ignored").write_text("in the way")
    data = check(crux(root, "compress", "--json", A), 8, "file_system")
    assert "archive folder" in data["files"][0]["reason"]
    assert (root / A).exists()


SABOTAGE = "import crux_memory.store.sizing as s\ndef f(*a): raise KeyError('x')\ns.encode = f\n"


def sabotaged(root: Path, code: str, *arguments: str, **env: str) -> Ran:
    """Runs the program after `code` in the same process."""
    program = f"{code}\nimport sys\nfrom crux_memory.cli.main import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=root,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_70_our_own_bugs(root: Path) -> None:
    before = tree(root)
    data = check(sabotaged(root, SABOTAGE, "compress", "--json", A), 70, "internal_error")
    assert "files untouched" in data["files"][0]["reason"]
    ran = sabotaged(root, SABOTAGE, "compress", A)
    assert ran.code == 70
    assert len(ran.stderr.strip().splitlines()) == 1
    assert "Traceback" in sabotaged(root, SABOTAGE, "compress", A, CRUX_DEBUG="1").stderr
    assert tree(root) == before


def test_the_highest_code_wins_and_every_file_has_a_row(root: Path) -> None:
    ran = crux(root, "compress", "--json", "memories/x.memory.md", "notes.md", A)
    data = check(ran, 4, "not_there")
    assert [row["status"] for row in data["files"]] == [
        "error",
        "refused",
        "compressed",
    ]


NO_NETWORK = (
    "import socket\n"
    "def no(*a, **k): raise AssertionError('the network was touched')\n"
    "socket.socket.__init__ = no\n"
    "socket.create_connection = socket.getaddrinfo = socket.gethostbyname = no\n"
)


def test_no_network_is_touched(root: Path) -> None:
    for arguments in (["compress", A], ["tokens", OUT], ["decompress", "--restore", OUT]):
        ran = sabotaged(root, NO_NETWORK, *arguments, TIKTOKEN_CACHE_DIR="/nonexistent")
        assert ran.code == 0, ran.stderr
    assert "o200k_base" in ran.stdout


def test_a_stream_that_cannot_write_greek_is_no_crash_and_json_loses_nothing(root: Path) -> None:
    seen = []
    (root / A).write_text(VERBOSE + "\nWarn at ≥ 3 m: Στοπ.\n", encoding="utf-8")
    for encoding in ("ascii", "cp1252", "utf-8"):
        env = {"PYTHONIOENCODING": encoding}
        ran = crux(root, "compress", "--dry-run", A, env=env)
        assert ran.code == 0
        assert ran.stdout
        seen.append(crux(root, "compress", "--dry-run", "--json", "--explain", A, env=env).json)
    assert seen[0] == seen[1] == seen[2]
    assert "Στοπ" in str(seen[0])


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_a_closed_pipe_ends_quietly(root: Path) -> None:
    command = f"{sys.executable} -m crux_memory.cli.main compress --dry-run --explain {A}"
    done = subprocess.run(
        ["bash", "-c", f"{command} | true; echo ${{PIPESTATUS[0]}}"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout.strip() in ("0", "141")


def test_an_interrupt_is_one_line(root: Path) -> None:
    code = (
        "import crux_memory.store.sizing as s\ndef f(*a): raise KeyboardInterrupt\ns.encode = f\n"
    )
    ran = sabotaged(root, code, "compress", A)
    assert ran.code == 130
    assert ran.stderr.startswith("crux: interrupted")
    assert (root / A).exists()


def test_version() -> None:
    ran = crux(Path.cwd(), "--version")
    assert (ran.code, ran.stdout) == (0, f"crux-memory {__version__}\n")


def test_global_options_stand_anywhere(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    project = str(root)
    forms = [
        ["--project", project, "--json", "compress", "--dry-run", A],
        ["compress", "--dry-run", A, f"--project={project}", "--json"],
        ["compress", "--json", "--project", project, "--dry-run", A],
    ]
    runs = [crux(elsewhere, *form) for form in forms]
    assert {ran.code for ran in runs} == {0}
    assert len({ran.stdout for ran in runs}) == 1


def test_quiet_says_nothing_but_errors(root: Path) -> None:
    ran = crux(root, "compress", "-q", A, "nothing.memory.md")
    assert ran.code == 4
    assert ran.stdout == ""
    assert ran.stderr.strip().splitlines() == [
        "crux: nothing.memory.md: error: cannot read: no such file or folder"
    ]
    assert list((root / ARCHIVE).glob("*/a.memory.md"))


def test_the_project_is_found_from_a_folder_inside_it(root: Path) -> None:
    ran = crux(root / "memories", "compress", "--dry-run", "a.memory.md", "--json")
    assert ran.json["files"][0]["file"] == A
