"""What each command prints and does, through `main` in this process."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crux_memory.cli import decompress as decompress_command
from crux_memory.cli.main import main
from crux_memory.config import parse_config
from crux_memory.memory_file import split
from crux_memory.tokens import count_tokens
from tests.projects import ARCHIVE, EXAMPLES, LINES, TERSE, VERBOSE, Ran, make_project, tree

A = "memories/a.memory.md"
OUT = "memories/a.memory.crux.md"
Run = Callable[..., Ran]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in the test's folder."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Ran:
        capfd.readouterr()
        code = main(arguments)
        out, err = capfd.readouterr()
        return Ran(code, out, err)

    return call


def test_the_plan_is_exactly_this_markdown(tmp_path: Path, run: Run) -> None:
    make_project(
        tmp_path,
        {
            "core/a.memory.md": VERBOSE,
            "core/tiny.memory.md": TERSE,
            "goal/big.memory.md": VERBOSE + "\n```text\n" + "x\n" * 90 + "```\n",
            "core/done.memory.crux.md": "⟦CRUX:memory\nx\n⟧\n",
        },
        compressionMinLines=10,
        maxMemorySize=40,
    )
    ran = run("migrate")
    lines = ran.stdout.splitlines()
    assert lines[:4] == [
        "Found 3 uncompressed memory files:",
        "",
        "| File | Current Size | Est. Compressed | Fits maxMemorySize |",
        "|------|-------------|-----------------|-------------------|",
    ]
    assert re.fullmatch(
        rf"\| core/a\.memory\.md \| {LINES} lines \| ~\d+ lines \| Yes \|", lines[4]
    )
    assert lines[5] == (
        "| core/tiny.memory.md | 8 lines | - | skipped (8 lines, compressionMinLines is 10) |"
    )
    assert re.match(rf"\| goal/big\.memory\.md \| {LINES + 93} lines \| ~\d+ lines \| ", lines[6])
    assert len(lines) == 7
    assert ran.stderr == ""


def test_the_plan_of_an_empty_store(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path)
    assert run("migrate").stdout == "Found 0 uncompressed memory files.\n"


def test_the_plan_is_in_the_unit_that_is_asked_for(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE}, sizeUnit="tokens", maxMemorySize=10**6)
    cell = f"| a.memory.md | {count_tokens(VERBOSE)} tokens | ~"
    assert cell in run("migrate").stdout
    assert f"| {len(VERBOSE.encode())} bytes | ~" in run("migrate", "--unit", "bytes").stdout


def test_the_plan_writes_nothing_and_is_json_on_request(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE})
    before = tree(tmp_path)
    data = run("migrate", "--json").json
    assert tree(tmp_path) == before
    assert (data["dry_run"], data["memories_dir"], data["size_unit"]) == (True, "memories", "lines")
    row = data["files"][0]
    assert (row["name"], row["current_size"], row["fits"]) == ("a.memory.md", LINES, True)
    assert row["estimated_size"] == row["body_after"]["lines"]


def test_apply_compresses_all_and_ends_with_a_report(tmp_path: Path, run: Run) -> None:
    make_project(
        tmp_path,
        {
            "a.memory.md": VERBOSE,
            "terse.memory.md": TERSE + "\n" * 10,
            "tiny.memory.md": TERSE,
            "bad.memory.md": b"\xff",
        },
        compressionMinLines=10,
    )
    ran = run("migrate", "--apply")
    assert ran.code == 2
    assert ran.stdout.splitlines()[-7:-1] == [
        "Compressed: 1",
        "Skipped below minimum: 1",
        "Skipped no gain: 1",
        "Skipped for another reason: 0",
        "Flagged for manual review: 0",
        "Failed: 1",
    ]
    assert ran.stdout.splitlines()[-1].startswith("1 compressed, 1 refused, 2 skipped")
    assert "memories/bad.memory.md: refused" not in ran.stdout
    assert "memories/bad.memory.md: refused" in ran.stderr
    assert (tmp_path / OUT).exists()


@pytest.mark.parametrize(
    ("arguments", "compressed"),
    [
        (["--apply", "core/a.memory.md"], ["core/a"]),
        (["--apply", "core/*", "goal/b.memory.md"], ["core/a", "goal/b"]),
        (["--apply", "--target", "50", "goal"], ["goal/b"]),
        (["--target", "50", "--apply", "goal", "--json"], ["goal/b"]),
        (["memories/goal", "--apply"], ["goal/b"]),
        (["memories/goal", "--apply", "b.memory.md"], ["goal/b"]),
    ],
)
def test_apply_takes_files_and_globs(
    tmp_path: Path, run: Run, arguments: list[str], compressed: list[str]
) -> None:
    make_project(tmp_path, {"core/a.memory.md": VERBOSE, "goal/b.memory.md": VERBOSE})
    assert run("migrate", *arguments).code == 0
    outputs = (tmp_path / "memories").rglob("*.crux.md")
    names = sorted(p.relative_to(tmp_path / "memories").as_posix() for p in outputs)
    assert names == [f"{name}.memory.crux.md" for name in compressed]


def test_apply_of_what_is_not_there_is_an_error(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE})
    ran = run("migrate", "--apply", "b.memory.md", "--json")
    assert ran.code == 4
    assert [row["file"] for row in ran.json["files"]] == ["b.memory.md"]
    assert (tmp_path / A).exists()


def test_apply_as_a_dry_run_writes_nothing(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE})
    before = tree(tmp_path)
    ran = run("migrate", "--apply", "--dry-run")
    assert "dry run, nothing written" in ran.stdout
    assert tree(tmp_path) == before


def test_every_example_memory_comes_back_byte_for_byte(tmp_path: Path, run: Run) -> None:
    sources = {
        path.relative_to(EXAMPLES).as_posix(): path.read_bytes()
        for path in EXAMPLES.rglob("*.memory.md")
        if path.stat().st_size < 20_000  # the largest one takes its time in `make demo`
    }
    make_project(tmp_path, sources, metadata="minimal")
    data = run("migrate", "--apply", "--json").json
    outputs = [row["output"] for row in data["files"] if row["output"]]
    assert len(outputs) >= 5
    for row in data["files"]:
        if row["output"]:
            assert row["after"]["tokens"] < row["before"]["tokens"]
    assert run("decompress", "--restore", *outputs).code == 0
    for name, data_before in sources.items():
        assert (tmp_path / "memories" / name).read_bytes() == data_before


def test_compress_says_what_became_of_the_file(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE})
    ran = run("compress", A)
    assert ran.stdout.startswith(f"{A}: compressed → {OUT}, ")
    assert re.search(rf"tokens \(−\d+ %, o200k_base\), lines {LINES} → \d+", ran.stdout)
    assert ran.stdout.splitlines()[-1].startswith("1 compressed; ")


def test_explain_lists_every_decision(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE})
    ran = run("compress", "--explain", "--dry-run", A)
    assert "verbatim heading" in ran.stdout
    choices = run("compress", "--explain", "--dry-run", "--json", A).json["files"][0]["choices"]
    assert set(choices[0]) == {
        "line",
        "source",
        "role",
        "action",
        "output",
        "tokens_before",
        "tokens_after",
        "reason",
    }
    assert len(ran.stdout.splitlines()) == len(choices) + 2


def test_options_override_the_config_for_a_run(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE})
    ran = run("compress", A, "--target", "40", "--unit", "tokens", "--max-size", "300", "--json")
    row = ran.json["files"][0]
    assert row["attempts"][0]["target"] == 40
    assert row["attempts"][0]["unit"] == "tokens"
    assert row["cap"] == 300


def test_strict_target_goes_further_than_the_default(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE})
    sizes = [
        run("compress", A, "--dry-run", "--json", *more).json["files"][0]["body_after"]["tokens"]
        for more in ([], ["--strict-target"])
    ]
    assert sizes[1] < sizes[0]


def test_on_a_terminal_the_user_chooses(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE})
    run("compress", A)
    monkeypatch.setattr(decompress_command, "is_interactive", lambda: True)
    answers = iter(["x", "r"])
    prompts: list[str] = []

    def prompt(text: str, **_options: object) -> str:
        prompts.append(text)
        return next(answers)

    monkeypatch.setattr("typer.prompt", prompt)
    assert run("decompress", OUT).code == 6
    assert run("decompress", OUT).code == 0
    assert (tmp_path / A).read_text(encoding="utf-8") == VERBOSE
    assert "r for --restore, e for --expand" in prompts[0]


def test_tokens_counts_whole_files(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.txt").write_text("hello world", encoding="utf-8")
    (tmp_path / "b.txt").write_text("<|endoftext|>", encoding="utf-8")
    ran = run("tokens", "a.txt", "b.txt", "--json")
    data = ran.json
    assert (data["encoding"], data["exact"]) == ("o200k_base", True)
    assert [row["tokens"] for row in data["files"]] == [2, count_tokens("<|endoftext|>")]
    assert data["total"] == 2 + count_tokens("<|endoftext|>")
    assert run("tokens", "a.txt").stdout == "       2 tokens (o200k_base)  a.txt\n"
    text = run("tokens", "a.txt", "--encoding", "cl100k_base", "--checksum").stdout
    assert text == "       2 tokens (cl100k_base)  a.txt  cksum 1135714720\n"


def test_tokens_estimates_are_labelled(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.txt").write_text("a" * 40)
    assert run("tokens", "--encoding", "estimate", "a.txt").stdout == (
        "      10 tokens (estimate)  a.txt\n"
    )


def test_tokens_ratio(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.txt").write_text("hello world" * 50)
    (tmp_path / "b.txt").write_text("hello world" * 5)
    ratio = run("tokens", "--ratio", "a.txt", "b.txt", "--json").json["ratio"]
    assert ratio["reducedBy"] == "90%"
    assert (
        run("tokens", "--ratio", "a.txt", "b.txt")
        .stdout.splitlines()[-1]
        .endswith("tokens (−90 %, o200k_base)")
    )


def test_tokens_of_what_cannot_be_read(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "b.bin").write_bytes(b"\xff\xfe")
    ran = run("tokens", "a.txt", "b.bin", "c.txt", "--json")
    assert ran.code == 4
    assert [row["status"] for row in ran.json["files"]] == ["counted", "refused", "error"]


def test_init_makes_a_project_and_never_overwrites(tmp_path: Path, run: Run) -> None:
    (tmp_path / "CRUX.md").write_text("mine")
    ran = run("init")
    assert ran.code == 0
    assert "CRUX.md: kept" in ran.stdout
    assert "enableMemoryCompression" in ran.stderr
    assert (tmp_path / "CRUX.md").read_text() == "mine"
    config = parse_config((tmp_path / ".crux" / "crux-memories.json").read_text())
    assert not config.enabled
    assert (tmp_path / "memories").is_dir()
    assert (tmp_path / ARCHIVE).is_dir()
    keys = (tmp_path / ".crux" / "README.md").read_text(encoding="utf-8")
    for key in json.loads((tmp_path / ".crux" / "crux-memories.json").read_text())["cruxMemories"]:
        assert f"cruxMemories.{key}" in keys
    before = tree(tmp_path)
    assert "0 created, 5 kept" in run("init").stdout
    assert tree(tmp_path) == before


def test_init_can_enable_and_can_be_tried(tmp_path: Path, run: Run) -> None:
    assert run("init", "--dry-run", "--json").json["dry_run"] is True
    assert tree(tmp_path) == {}
    run("init", "--enable")
    assert run("migrate").stdout == "Found 0 uncompressed memory files.\n"


NOTATION = "---\na: b\n---\n⟦CRUX:memory\nR{\nalways test → ship\n}\n⟧\n"


def test_fmt_checks_shows_and_rewrites(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "x.crux.md"
    path.write_text(NOTATION.replace("R{\n", "R{   \n   "), encoding="utf-8")
    messy = path.read_bytes()
    assert run("fmt", "--check", "x.crux.md").code == 1
    ran = run("fmt", "--diff", "x.crux.md")
    assert ran.code == 0
    assert "+++ x.crux.md (formatted)" in ran.stdout
    assert path.read_bytes() == messy
    assert run("fmt", "x.crux.md").code == 0
    assert path.read_text(encoding="utf-8") == NOTATION
    ran = run("fmt", "--check", "x.crux.md", "--json")
    assert (ran.code, ran.json["files"][0]["status"]) == (0, "unchanged")
    run("fmt", "--minified", "x.crux.md")
    assert "⟦CRUX:memory R{always test → ship}⟧" in path.read_text(encoding="utf-8")


def test_notation_errors_have_the_line_of_the_file(tmp_path: Path, run: Run) -> None:
    (tmp_path / "x.crux.md").write_text("---\na: b\n---\n⟦CRUX:memory\nR{\n⟧\n", encoding="utf-8")
    for command in ("fmt", "explain"):
        ran = run(command, "x.crux.md", "--json")
        assert ran.code == 5
        assert ran.json["files"][0]["place"].startswith("line 6")


def test_explain_spells_symbols_out(tmp_path: Path, run: Run) -> None:
    (tmp_path / "x.crux.md").write_text(NOTATION, encoding="utf-8")
    ran = run("explain", "x.crux.md")
    assert ran.code == 0
    assert re.search(r"^ +6 +always test → ship +│ .*→ then, leads to", ran.stdout, re.M)
    nodes = run("explain", "x.crux.md", "--json").json["files"][0]["nodes"]
    assert [node["kind"] for node in nodes] == ["document", "block", "statement"]
    assert nodes[2]["symbols"][0]["symbol"] == "→"
    (tmp_path / "plain.md").write_text("# Plain\n")
    assert run("explain", "plain.md").code == 5


def test_lint_finds_and_mends(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "x.crux.md"
    path.write_text("⟦CRUX:memory\nalways test   \n", encoding="utf-8")
    ran = run("lint", "x.crux.md")
    assert ran.code == 1
    assert ran.stdout.startswith("x.crux.md:")
    assert "CRUX102" in ran.stdout
    data: Any = run("lint", "x.crux.md", "--json").json
    assert data["files"][0]["findings"][0]["code"] == "CRUX102"
    assert run("lint", "--fix", "x.crux.md").code == 0
    assert path.read_text(encoding="utf-8") == "⟦CRUX:memory\nalways test\n⟧\n"


def test_what_compress_writes_is_clean_and_lint_sees_edits(tmp_path: Path, run: Run) -> None:
    make_project(tmp_path, {"a.memory.md": VERBOSE})
    run("compress", A)
    ran = run("lint", OUT)
    assert "CRUX12" not in ran.stdout
    assert "CRUX13" not in ran.stdout
    path = tmp_path / OUT
    file = split(path.read_text(encoding="utf-8"))
    path.write_text(file.join().replace("afterTokens: ", "afterTokens: 9"), encoding="utf-8")
    ran = run("lint", OUT)
    assert ran.code == 1
    assert "CRUX121" in ran.stdout
    assert "CRUX133" in ran.stdout
