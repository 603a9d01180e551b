"""Other offline tools, each in a venv of its own, run as a subprocess that speaks JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VENVS = HERE / ".venvs"
REQUIREMENTS = HERE / "requirements-peers.txt"
TIMEOUT = 600  # seconds, for an installation or a run


class PeerError(Exception):
    """A peer could not be installed or run; the benchmark goes on without it."""


@dataclass(frozen=True)
class Peer:
    """A tool: what to install, and the script that runs it."""

    name: str
    packages: tuple[str, ...]
    worker: str


GRUGIFY = Peer("grugify", ("grugify",), "grugify_worker.py")
COMPRESSION_PROMPT = Peer(
    "compression-prompt", ("compression-prompt",), "compression_prompt_worker.py"
)
TEXTRANK = Peer("sumy TextRank", ("sumy", "numpy"), "textrank_worker.py")


def run(peer: Peer, texts: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """What the peer's worker answers: a value for each text, by label and name.

    Makes the venv on first use. Raises `PeerError` where that or the run fails.
    """
    python = _python(peer)
    answer = _call(
        [str(python), "-I", str(HERE / "workers" / peer.worker)], json.dumps({"texts": dict(texts)})
    )
    try:
        done: dict[str, dict[str, Any]] = json.loads(answer)
    except ValueError as error:
        raise PeerError(f"{peer.name} gave no JSON: {answer[:200]!r}") from error
    return done


def _python(peer: Peer) -> Path:
    folder = VENVS / peer.packages[0]
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready = folder / "ready"
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    if not ready.is_file() or ready.read_text(encoding="utf-8") != wanted:
        print(f"installing {peer.name} into {folder.relative_to(HERE.parent)} …", file=sys.stderr)
        try:
            venv.create(folder, with_pip=True, clear=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise PeerError(f"no venv for {peer.name}: {error}") from error
        command = [str(python), "-m", "pip", "install", "--quiet", "-c", str(REQUIREMENTS)]
        _call([*command, *peer.packages])
        ready.write_text(wanted, encoding="utf-8")
    return python


def _call(command: list[str], stdin: str = "") -> str:
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}
    try:
        done = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=True,
            env=environment,
        )
    except subprocess.CalledProcessError as error:
        raise PeerError(f"{command[0]} failed: {error.stderr.strip()[-400:]}") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PeerError(f"{command[0]} failed: {error}") from error
    return done.stdout
