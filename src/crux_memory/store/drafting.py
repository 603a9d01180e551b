"""From a memory file to what would be written: reads, encodes and verifies, writes nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from crux_memory import metadata
from crux_memory.config import CruxMemories, MetadataMode, SizeUnit
from crux_memory.encoder import EncodeOptions
from crux_memory.errors import CruxError, NeedsUserInputError, NotThereError, RefusedError
from crux_memory.memory_file import MemoryFile, split
from crux_memory.store import disk
from crux_memory.store.archive import Archive
from crux_memory.store.manifest import Entry
from crux_memory.store.project import Project
from crux_memory.store.report import (
    FLAGGED,
    FileReport,
    Size,
    SkipCode,
    byte_count,
    line_count,
)
from crux_memory.store.session import OUTPUT_ENDING, SOURCE_ENDING, Landing, decode
from crux_memory.store.sizing import Sizing, fit
from crux_memory.tokens import get_counter
from crux_memory.verification import verify


@dataclass(frozen=True)
class Request:
    """What a run asks for besides the configuration; None leaves a setting to it.

    `force` compresses files below the minimum and replaces an output of other content after
    archiving it. `strict` lets go of firm statements too where the target asks for it.
    """

    target: int | None = None
    unit: SizeUnit | None = None
    max_size: int | None = None
    min_lines: int | None = None
    force: bool = False
    strict: bool = False

    def settings(self, config: CruxMemories) -> CruxMemories:
        """The configuration with the request in place."""
        wanted = {
            "compression_target": self.target,
            "size_unit": self.unit,
            "max_memory_size": self.max_size,
            "max_consolidated_size": self.max_size,
            "compression_min_lines": self.min_lines,
            "target_policy": "strict" if self.strict else None,
        }
        return config.model_copy(update={k: v for k, v in wanted.items() if v is not None})


@dataclass(frozen=True)
class Draft:
    """A compression that is ready to be written; `original` goes to `archive` first.

    `finished` is True where a run before wrote all of it and only the source is left to delete.
    """

    report: FileReport
    landing: Landing
    original: disk.Content
    archive: Path
    entry: Entry
    finished: bool = False


def draft(project: Project, path: Path, request: Request, today: date) -> Draft | FileReport:
    """What compressing `path` would write, or the row that says why nothing would be.

    Raises the errors of `crux_memory.errors`; writes nothing.
    """
    return _Drafting(project, path, request, today).run()


class _Drafting:
    """One file on its way to a draft."""

    def __init__(self, project: Project, path: Path, request: Request, today: date) -> None:
        self.project, self.path, self.request, self.today = project, path, request, today
        self.settings = request.settings(project.config.crux_memories)
        self.counter = get_counter(self.settings.encoding)
        self.archive = Archive(project)
        self.name = project.shown(path)
        self.report = FileReport(self.name, "compressed")

    def run(self) -> Draft | FileReport:
        require_memory(self.path)
        self.output = self.path.with_name(
            self.path.name.removesuffix(SOURCE_ENDING) + OUTPUT_ENDING
        )
        self.original = self._read()
        text = decode(self.original)
        self.file = split(text)
        self.before = Size.of(text, self.counter)
        warnings = (self.file.warning,) if self.file.warning else ()
        self.report = replace(
            self.report,
            before=self.before,
            body_before=Size.of(self.file.body, self.counter),
            warnings=warnings,
        )
        self.replaces = disk.read(self.output) if disk.present(self.output) else None
        return self._leftover() or self._skipped_early() or self._encoded()

    def _read(self) -> disk.Content:
        try:
            return disk.read(self.path)
        except NotThereError as error:
            if disk.present(self.output):
                shown = self.project.shown(self.output)
                raise NotThereError(error.message, hint=f"it is compressed: {shown}") from error
            raise

    def _leftover(self) -> Draft | None:
        """A run before was interrupted after it had written its output."""
        if self.replaces is None:
            return None
        entry = self.archive.manifest.for_output(self.project.shown(self.output))
        if (
            entry
            and entry.sourceSha256 == self.original.sha256
            and entry.outputSha256 == self.replaces.sha256
        ):
            archived = self.archive.trusted(entry.archive)
            if disk.present(archived) and disk.read(archived).data == self.original.data:
                self.report = replace(
                    self.report, reason="an interrupted run had written it; the source is removed"
                )
                return self._draft(decode(self.replaces), archived, entry, finished=True)
        if not self.request.force:
            raise NeedsUserInputError(
                f"{self.project.shown(self.output)} exists already and was not made from this file",
                ["--force"],
                hint="--force replaces it after archiving it",
            )
        self.report = self._warned("--force: the existing output is archived and replaced")
        return None

    def _skipped_early(self) -> FileReport | None:
        if not self.file.body.strip():
            return self._skip("empty", "the body is empty")
        if metadata.is_marked(self.file.fields()) or self.file.body.lstrip().startswith("⟦CRUX"):
            return self._skip("already_compressed", "the body is compressed already")
        lines, minimum = self.before.lines, self.settings.compression_min_lines
        if lines < minimum:
            said = f"{lines} lines, compressionMinLines is {minimum}"
            if not self.request.force:
                return self._skip("below_minimum", said)
            self.report = self._warned(f"--force overrides the minimum: {said}")
        return None

    def _encoded(self) -> Draft | FileReport:
        consolidated = self.file.scalar("consolidation_topic") is not None
        cap = self.settings.cap(consolidated)
        body = self.file.plain_body
        sizing = fit(body, self._options(), cap, self.settings.size_unit, self._measure)
        fidelity = verify(body, sizing.result)
        encoded = self.file.with_body(sizing.result.text).body
        self.report = replace(
            self.report,
            body_after=Size.of(encoded, self.counter),
            target=sizing.result.target,
            attempts=sizing.attempts,
            cap=cap,
            dropped=sizing.result.dropped,
            fidelity=fidelity.as_dict(),
            choices=sizing.result.choices,
        )
        if not sizing.fits:
            return self._flag(cap, sizing)
        archived = self.archive.slot(self.path.name, self.original.data, self.today)
        made = self._assemble(sizing, archived, self.settings.metadata)
        size = Size.of(made, self.counter)
        if size.tokens >= self.before.tokens:
            return self._no_gain(sizing, archived, size)
        if not sizing.result.reached:
            self.report = replace(
                self.report, reason=f"stopped above {sizing.result.target} %: the rest is firm"
            )
        facts = self._metadata(sizing, archived).all_fields()
        data = made.encode("utf-8")
        entry = Entry(
            archive=self.project.shown(archived),
            source=self.name,
            output=self.project.shown(self.output),
            sourceSha256=self.original.sha256,
            outputSha256=disk.sha256(data),
            metadata=facts,
        )
        return self._draft(made, archived, entry)

    def _draft(self, made: str, archived: Path, entry: Entry, finished: bool = False) -> Draft:
        report = replace(
            self.report,
            output=entry.output,
            archive=entry.archive,
            after=Size.of(made, self.counter),
            body_after=Size.of(split(made).body, self.counter),
        )
        landing = Landing(
            source=self.path,
            source_sha256=self.original.sha256,
            target=self.output,
            data=made.encode("utf-8"),
            mode=self.original.mode,
            replaces=self.replaces,
        )
        return Draft(report, landing, self.original, archived, entry, finished)

    def _options(self) -> EncodeOptions:
        return EncodeOptions(
            target=self.settings.compression_target,
            policy=self.settings.target_policy,
            encoding=self.settings.encoding,
            delimiters=self.settings.block_delimiters,
            memory_type=self.file.scalar("type"),
        )

    def _measure(self, text: str) -> int:
        written = text.replace("\n", self.file.newline)
        units = {"lines": line_count, "bytes": byte_count, "tokens": self.counter.count}
        return units[self.settings.size_unit](written)

    def _metadata(self, sizing: Sizing, archived: Path) -> metadata.Metadata:
        return metadata.Metadata(
            target=sizing.result.target,
            before_tokens=self.counter.count(self.file.body),
            after_tokens=self.counter.count(sizing.result.text),
            compressed=self.today,
            archive=self.project.shown(archived),
        )

    def _assemble(self, sizing: Sizing, archived: Path, mode: MetadataMode) -> str:
        facts = self._metadata(sizing, archived)
        return metadata.apply(self.file, sizing.result.text, facts, mode).join()

    def _no_gain(self, sizing: Sizing, archived: Path, size: Size) -> FileReport:
        bare: MemoryFile = self.file.with_body(sizing.result.text)
        cost = size.tokens - self.counter.count(bare.join())
        before, label = self.before.tokens, self.counter.label
        reason = (
            f"no gain: {before} tokens would become {size.tokens} ({label}), "
            f"{cost} of them for metadata"
        )
        for mode in metadata.CHEAPER[self.settings.metadata]:
            tokens = self.counter.count(self._assemble(sizing, archived, mode))
            if tokens < before:
                reason += f'; with "metadata": "{mode}" it would be {tokens}'
                break
        return replace(self._skip("no_gain", reason), after=size)

    def _flag(self, cap: int, sizing: Sizing) -> FileReport:
        last = sizing.attempts[-1]
        return replace(
            self.report,
            status="flagged",
            exit_code=FLAGGED,
            reason=(
                f"flagged for manual review: {last.size} {last.unit} at {last.target} %, "
                f"the cap is {cap}"
            ),
            hint="split the memory, or raise maxMemorySize",
        )

    def _skip(self, code: SkipCode, reason: str) -> FileReport:
        return replace(self.report, status="skipped", code=code, reason=reason)

    def _warned(self, warning: str) -> FileReport:
        return replace(self.report, warnings=(*self.report.warnings, warning))


def require_memory(path: Path) -> None:
    """Raises `RefusedError` unless `path` is named like a memory to compress."""
    if not path.name.endswith(SOURCE_ENDING) or path.name == SOURCE_ENDING:
        if path.name.endswith(OUTPUT_ENDING):
            raise RefusedError("is compressed already")
        raise RefusedError(f"is no *{SOURCE_ENDING}; only memory files are compressed")


def internal(error: Exception) -> CruxError:
    """An unexpected exception as an error of ours."""
    detail = str(error).splitlines()[0] if str(error) else ""
    return CruxError(
        f"internal error, files untouched: {type(error).__name__}: {detail}".rstrip(": ")
    )
