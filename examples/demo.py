"""The demo: plan, compress, look at one memory before and after, restore one byte for byte.

    python examples/demo.py [FOLDER]

Works on a fresh copy of `examples/store` in FOLDER (default: demo-store); everything is done with
the program `crux` as a user would.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
SHOWN = "memories/learning/time-and-datum"
RESTORED = "memories/archived/decision-log"


def main() -> int:
    """Runs the demo. Returns 1 if the restored file is not the original."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "demo-store")
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(HERE / "store", folder)

    title("The plan")
    crux(folder, "migrate")

    title("Carrying it out")
    crux(folder, "migrate", "--apply")

    title(f"{SHOWN}: before")
    source = HERE / "store" / f"{SHOWN}.memory.md"
    print(source.read_text(encoding="utf-8"))
    title(f"{SHOWN}: after")
    output = folder / f"{SHOWN}.memory.crux.md"
    print(output.read_text(encoding="utf-8"))
    title("Tokens before and after")
    crux(folder, "tokens", "--ratio", str(source), str(output))

    title(f"Restoring {RESTORED}")
    crux(folder, "decompress", "--restore", f"{RESTORED}.memory.crux.md")
    original = (HERE / "store" / f"{RESTORED}.memory.md").read_bytes()
    restored = (folder / f"{RESTORED}.memory.md").read_bytes()
    if original != restored:
        print("The restored file is NOT the original.")
        return 1
    print(f"The restored file is the original, byte for byte ({len(original):,} bytes).")
    print(f"\nLook around in {folder}/, it is yours.")
    return 0


def crux(folder: Path, *arguments: str) -> None:
    """Runs one command on the demo's project, after printing it."""
    print(f"$ crux --project {folder} {' '.join(arguments)}\n", flush=True)
    command = [sys.executable, "-m", "crux_memory.cli.main", "--project", str(folder)]
    subprocess.run([*command, *arguments], check=True)


def title(text: str) -> None:
    """A heading."""
    print(f"\n{'─' * 78}\n{text}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
