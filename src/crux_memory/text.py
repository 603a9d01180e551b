"""Whole memory texts to CRUX and back: front matter kept, body translated. Pure."""

from __future__ import annotations

from typing import Literal

from crux_memory import metadata
from crux_memory.encoder import EncodeOptions, encode
from crux_memory.encoder.result import Policy
from crux_memory.errors import InvalidInputError
from crux_memory.memory_file import MemoryFile, split
from crux_memory.notation import expand, parse_file
from crux_memory.verification import verify


def compress_text(
    text: str,
    *,
    target: int = 33,
    policy: Policy = "preserve",
    encoding: str = "o200k_base",
    delimiters: Literal["{}", "<>"] = "{}",
) -> str:
    """`text` with its Markdown body in CRUX; front matter, if any, stays byte for byte.

    `target` is the wished size of the body in per cent of its tokens; `policy` says what may go
    to reach it. No metadata is added, and the result may have more tokens than the source where
    there was nothing to save. `encode` gives the same with all decisions and counts.

    Raises `InvalidInputError` for broken front matter, and `CruxError` if the result could not be
    verified against the source.
    """
    file = split(text)
    options = EncodeOptions(target, policy, encoding, delimiters, file.scalar("type"))
    body = file.plain_body
    result = encode(body, options)
    verify(body, result)
    return file.with_body(result.text).join()


def decompress_text(text: str) -> str:
    """`text` with its CRUX body expanded to terse Markdown and the metadata lines taken out.

    What compression dropped does not come back; the exact original is in the archive.
    Raises `InvalidInputError` where the body is not CRUX or is not balanced.
    """
    return expanded(split(text)).join()


def expanded(file: MemoryFile) -> MemoryFile:
    """A compressed file with its body in terse Markdown and without metadata lines.

    Raises `InvalidInputError` as `decompress_text` does.
    """
    tree = parse_file(file.plain_body.lstrip("\n"))
    if not tree.documents:
        raise InvalidInputError("the body is not CRUX")
    plain = metadata.strip(file)
    separator = "\n" if plain.has_front_matter else ""
    return plain.with_body(separator + expand(tree))
