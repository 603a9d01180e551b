"""Runs in the venv of `compression-prompt`: {"texts": …} on stdin, {ratio: {name: text}} out."""

import importlib
import json
import sys
from typing import Any

RATIOS = (0.7, 0.5, 0.3)


def main() -> None:
    """Compress every text at each ratio; one that would grow stays as it is.

    The tool's own minimum size is lifted, so that short files count as well.
    """
    package: Any = importlib.import_module("compression_prompt")
    errors: Any = importlib.import_module("compression_prompt.compressor")
    texts: dict[str, str] = json.load(sys.stdin)["texts"]
    done: dict[str, dict[str, str]] = {}
    for ratio in RATIOS:
        config = package.CompressorConfig(target_ratio=ratio, min_input_tokens=0, min_input_bytes=0)
        compressor = package.Compressor(config)
        outputs = done[str(ratio)] = {}
        for name, text in texts.items():
            try:
                outputs[name] = compressor.compress(text).compressed
            except errors.NegativeGainError:
                outputs[name] = text
    json.dump(done, sys.stdout)


if __name__ == "__main__":
    main()
