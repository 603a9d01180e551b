"""Terse Markdown in place: which lines are prose, how they are shortened, what proves it."""

from crux_memory.terse.rewrite import Rewritten, rewrite

__all__ = ["Rewritten", "rewrite"]
