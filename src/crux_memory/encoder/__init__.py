"""Markdown body to CRUX document, losing least within a token budget."""

from crux_memory.encoder.encode import encode
from crux_memory.encoder.result import Choice, EncodeOptions, EncodeResult

__all__ = ["Choice", "EncodeOptions", "EncodeResult", "encode"]
