"""The lines that compression adds to front matter, and what is read from them again. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from crux_memory.config import MetadataMode
from crux_memory.memory_file import METADATA_KEYS, MemoryFile

_IN_FILE: dict[MetadataMode, tuple[str, ...]] = {
    "full": METADATA_KEYS,
    "minimal": ("compressed", "sourceArchive"),
    "manifest": ("compressed",),
}
CHEAPER: dict[MetadataMode, tuple[MetadataMode, ...]] = {
    "full": ("minimal", "manifest"),
    "minimal": ("manifest",),
    "manifest": (),
}


@dataclass(frozen=True)
class Metadata:
    """What is known about a compression. Tokens are of bodies; the target is per cent."""

    target: int
    before_tokens: int
    after_tokens: int
    compressed: date
    archive: str

    def all_fields(self) -> dict[str, str]:
        """Every field, in the order in which they are written."""
        values = (
            "true",
            str(self.target),
            str(self.before_tokens),
            str(self.after_tokens),
            reduction(self.before_tokens, self.after_tokens),
            self.compressed.isoformat(),
            self.archive,
        )
        return dict(zip(METADATA_KEYS, values, strict=True))

    def fields(self, mode: MetadataMode) -> dict[str, str]:
        """The fields that stand in the memory itself; the rest is in the manifest."""
        return {key: value for key, value in self.all_fields().items() if key in _IN_FILE[mode]}


def apply(source: MemoryFile, body: str, metadata: Metadata, mode: MetadataMode) -> MemoryFile:
    """The compressed file: the source's front matter and the metadata, then `body`.

    Metadata lines that the source has already, from an earlier life, are replaced.
    """
    return source.without(METADATA_KEYS).with_body(body).with_fields(metadata.fields(mode))


def strip(compressed: MemoryFile) -> MemoryFile:
    """The file without metadata; a front matter that held nothing else goes too."""
    return compressed.without(METADATA_KEYS).without_empty_front_matter()


def reduction(before: int, after: int) -> str:
    """By how many per cent `after` tokens are less than `before`, rounded: ``69%``."""
    return f"{round(100 * (1 - after / before)) if before else 0}%"


def is_marked(fields: Mapping[str, object]) -> bool:
    """Whether front matter says that its body is compressed."""
    return fields.get("compressed") == "true"
