"""Build the part-of-speech data file from the lexicon of Brill's tagger.

    pip download --no-deps textblob && unzip textblob-*.whl
    python tools/build_lexicon.py textblob/en/en-lexicon.txt

Keeps plain lower-case words with their commonest class, one letter a class, and leaves out the
words whose class their ending tells anyway (`tagging.guess`), so that the file stays small. The
source's notice (MIT licence) is kept in `markdown/data/NOTICE`.
"""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path

from crux_memory.markdown.tagging import guess

CLASSES = {
    "NN": "N", "NNS": "N", "VB": "V", "VBP": "V", "VBZ": "V", "VBD": "V",
    "VBN": "E", "VBG": "G", "JJ": "J", "JJR": "J", "JJS": "J", "RB": "R", "RBR": "R", "RBS": "R",
}  # fmt: skip
TARGET = Path("src/crux_memory/markdown/data/lexicon.txt.gz")


def main() -> int:
    """Read the lexicon named on the command line, write the data file, say how many words."""
    by_class: dict[str, list[str]] = {}
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        word, _, tag = line.partition(" ")
        letter = CLASSES.get(tag.strip())
        if letter and re.fullmatch(r"[a-z]{2,}", word) and guess(word) != letter:
            by_class.setdefault(letter, []).append(word)
    lines = [f"{letter} {' '.join(sorted(words))}" for letter, words in sorted(by_class.items())]
    with gzip.GzipFile(TARGET, "wb", compresslevel=9, mtime=0) as file:
        file.write("\n".join(lines).encode())
    print(f"{sum(map(len, by_class.values()))} words, {TARGET.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
