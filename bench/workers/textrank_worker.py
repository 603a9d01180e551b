"""Runs in the venv of `sumy`: {"texts": …} on stdin, {"ranks": {name: [line numbers]}} out.

A line is a sentence, as it is for the scorer. The order is from the most central line to the
least; the caller fills its token budget in that order. sumy's own tokenizer would fetch data, so
it is given a plain one.
"""

import importlib
import json
import re
import sys
from typing import Any


class LineTokenizer:
    """Words are runs of letters and digits."""

    def to_sentences(self, text: str) -> tuple[str, ...]:
        """Each line that holds something."""
        return tuple(line for line in text.splitlines() if line.strip())

    def to_words(self, text: str) -> tuple[str, ...]:
        """Lower-case words, so that equal words meet."""
        return tuple(re.findall(r"\w+", text.lower()))


def rank(lines: list[str]) -> list[int]:
    """Indices of the lines that hold words, best first."""
    dom: Any = importlib.import_module("sumy.models.dom")
    summarizers: Any = importlib.import_module("sumy.summarizers.text_rank")
    stemmers: Any = importlib.import_module("sumy.nlp.stemmers")
    words: Any = importlib.import_module("sumy.utils").get_stop_words("english")
    tokenizer = LineTokenizer()
    numbers = [i for i, line in enumerate(lines) if tokenizer.to_words(line)]
    sentences = [dom.Sentence(lines[i], tokenizer) for i in numbers]
    if not sentences:
        return []
    summarizer = summarizers.TextRankSummarizer(stemmers.Stemmer("english"))
    summarizer.stop_words = words
    document = dom.ObjectDocumentModel([dom.Paragraph(sentences)])
    ratings = summarizer.rate_sentences(document)
    return sorted(numbers, key=lambda i: (-ratings[sentences[numbers.index(i)]], i))


def main() -> None:
    """Rank the lines of every text."""
    texts: dict[str, str] = json.load(sys.stdin)["texts"]
    json.dump({"ranks": {name: rank(text.split("\n")) for name, text in texts.items()}}, sys.stdout)


if __name__ == "__main__":
    main()
