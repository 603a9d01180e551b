"""Puts a run's tables into the page of the documentation, between two comments."""

from __future__ import annotations

import re


class PageError(Exception):
    """The page has no place for the tables."""


def fill(page: str, label: str, content: str) -> str:
    """The page with `content` between ``<!-- bench:LABEL -->`` and ``<!-- /bench:LABEL -->``.

    Raises `PageError` where the page has no such place.
    """
    opened, closed = f"<!-- bench:{label} -->", f"<!-- /bench:{label} -->"
    place = re.compile(re.escape(opened) + ".*?" + re.escape(closed), re.DOTALL)
    if not place.search(page):
        raise PageError(f"docs/benchmarks.md has no {opened} … {closed}")
    return place.sub(lambda _: f"{opened}\n\n{content.strip()}\n\n{closed}", page, count=1)
