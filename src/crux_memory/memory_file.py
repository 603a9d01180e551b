"""A memory file is front matter and a body. Split and joined byte-exactly; never re-serialised.

Front matter is YAML between a first line ``---`` and the next line ``---``. It is parsed only to
READ fields; lines are added and removed as text, so every other byte stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from crux_memory.errors import InvalidInputError

BOM = "\ufeff"

# The keys that compression adds, in the order in which they are written.
METADATA_KEYS = (
    "compressed",
    "compressionTarget",
    "beforeTokens",
    "afterTokens",
    "reducedBy",
    "compressedDate",
    "sourceArchive",
)

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_FENCE = re.compile(r"---[ \t]*\r?\n?\Z")
_END = re.compile(r"(?:---|\.\.\.)[ \t]*\r?\n?\Z")
_KEY = re.compile(r"(?:[\"']?[A-Za-z_][\w.\- ]*[\"']?)[ \t]*:(?:[ \t\r\n]|\Z)")
_CONTINUED = re.compile(r"[ \t#\r\n\-\]}]|\Z")
_PLAIN = re.compile(r"[A-Za-z0-9_./][A-Za-z0-9_./%+@~ \-]*(?<! )\Z")
_AMBIGUOUS = re.compile(r"(?i)(?:true|false|yes|no|on|off|null|~|[\d.+\-_:]+|0[xob][\da-f]+)\Z")
_COLON_VALUE = re.compile(r"(?m)^([A-Za-z_][\w\-]*:[ \t]+)([^\s\"'\[{|>&*!%@`#\-].*?)([ \t\r]*)$")


@dataclass(frozen=True)
class MemoryFile:
    """The text of a memory file in its parts; `join` gives back the whole text.

    `opening` and `closing` are the ``---`` lines of the front matter, `front` what stands between
    them; all three are empty where there is no front matter. `newline` is the line ending that
    the file mostly has. `warning` says what looked wrong but was kept as it is.
    """

    bom: str
    opening: str
    front: str
    closing: str
    body: str
    newline: str = "\n"
    warning: str = ""

    @property
    def has_front_matter(self) -> bool:
        """True where there is front matter, empty or not."""
        return bool(self.opening)

    def join(self) -> str:
        """The whole text."""
        return self.bom + self.opening + self.front + self.closing + self.body

    def fields(self) -> Mapping[str, object]:
        """The front matter's top-level fields; every scalar is a string as written.

        Raises `InvalidInputError` with line and column where it is not a YAML mapping.
        """
        return _fields(self.front)

    def scalar(self, key: str) -> str | None:
        """The scalar field `key`, None where there is none or it is empty.

        Raises `InvalidInputError` where the value is a list or a mapping, or for broken YAML.
        """
        value = self.fields().get(key)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            raise InvalidInputError(
                f"front matter: {key}: found {_shown(value)}, expected a scalar"
            )
        return value

    def without(self, keys: Iterable[str]) -> MemoryFile:
        """The file without the lines of these top-level keys."""
        unwanted = re.compile(rf"(?:{'|'.join(map(re.escape, keys))})[ \t]*:(?:[ \t\r\n]|\Z)")
        kept: list[str] = []
        dropping = False
        for line in _LINE.findall(self.front):
            # What is indented below a key belongs to it.
            dropping = bool(unwanted.match(line)) or (dropping and line[0] in " \t")
            if not dropping:
                kept.append(line)
        return replace(self, front="".join(kept))

    def with_fields(self, fields: Mapping[str, str]) -> MemoryFile:
        """The file with one line a field appended to its front matter, which is made if missing."""
        lines = "".join(f"{key}: {quoted(value)}{self.newline}" for key, value in fields.items())
        fence = f"---{self.newline}"
        if not self.has_front_matter:
            return replace(self, opening=fence, front=lines, closing=fence)
        return replace(self, front=self.front + lines)

    def with_body(self, body: str) -> MemoryFile:
        """The file with another body, whose ``\\n`` become the line ending of the file."""
        if self.newline != "\n":
            body = body.replace("\n", self.newline)
        closing = self.closing
        if closing and not closing.endswith("\n"):
            closing += self.newline
        return replace(self, body=body, closing=closing)

    def without_empty_front_matter(self) -> MemoryFile:
        """The file without a front matter in which nothing is left."""
        if self.front.strip():
            return self
        return replace(self, opening="", front="", closing="")

    @property
    def plain_body(self) -> str:
        """The body with ``\\n`` for every line ending of the file's own kind."""
        return self.body.replace("\r\n", "\n")


def split(text: str) -> MemoryFile:
    """The parts of `text`; never raises.

    A first line ``---`` that is never closed, or below which there are no ``key: value`` lines,
    is a Markdown rule: the file then has no front matter, with a warning in the first case.
    """
    bom = BOM if text.startswith(BOM) else ""
    rest = text[len(bom) :]
    newline = _newline(text)
    lines = _LINE.findall(rest)
    if lines and _FENCE.match(lines[0]):
        for number, line in enumerate(lines[1:], 1):
            if _END.match(line):
                inside = lines[1:number]
                if not _looks_like_yaml(inside):
                    break
                body = "".join(lines[number + 1 :])
                return MemoryFile(bom, lines[0], "".join(inside), line, body, newline)
        else:
            if len(lines) > 1 and _KEY.match(lines[1]):
                warning = "the front matter has no closing `---`; everything is taken for body"
                return MemoryFile(bom, "", "", "", rest, newline, warning)
    return MemoryFile(bom, "", "", "", rest, newline)


def quoted(value: str) -> str:
    """`value` as a YAML scalar on one line: plain where that is safe, else double-quoted."""
    percent = value.endswith("%") and value[:-1].lstrip("-").isdecimal()
    plain_number = value.isdecimal() or re.fullmatch(r"\d{4}-\d\d-\d\d", value)
    if value in ("true", "false") or plain_number or percent:
        return value
    if _PLAIN.match(value) and not _AMBIGUOUS.match(value):
        return value
    escaped = "".join(map(_escape, value))
    return f'"{escaped}"'


def _escape(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"


def _newline(text: str) -> str:
    windows = text.count("\r\n")
    return "\r\n" if windows > text.count("\n") - windows else "\n"


def _looks_like_yaml(lines: list[str]) -> bool:
    return all(_KEY.match(line) or _CONTINUED.match(line) for line in lines) and (
        any(map(_KEY.match, lines)) or not any(line.strip() for line in lines)
    )


@lru_cache(maxsize=64)
def _fields(front: str) -> Mapping[str, object]:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    yaml = YAML(typ="base", pure=True)  # every scalar stays a string: no dates, no on/off
    yaml.allow_duplicate_keys = True
    try:
        try:
            loaded = yaml.load(front)
        except YAMLError:
            # `title: a: b` is common in files that models write and can only mean one thing.
            loaded = yaml.load(_COLON_VALUE.sub(_quote_value, front))
    except MarkedYAMLError as error:
        mark = error.problem_mark
        place = f", line {mark.line + 2}, column {mark.column + 1}" if mark else ""
        raise InvalidInputError(f"front matter{place}: {error.problem or error}") from None
    except (YAMLError, RecursionError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InvalidInputError(f"front matter: {reason}") from None
    if loaded is None:
        return {}
    if not isinstance(loaded, Mapping):
        raise InvalidInputError(f"front matter: found {_shown(loaded)}, expected `key: value`")
    return {str(key): value for key, value in loaded.items()}


def _quote_value(match: re.Match[str]) -> str:
    key, value, end = match.groups()
    return f'{key}"{value.translate({34: chr(92) + chr(34), 92: chr(92) * 2})}"{end}'


def _shown(value: object) -> str:
    kinds = {list: "a list", dict: "a mapping"}
    return next((name for kind, name in kinds.items() if isinstance(value, kind)), repr(value)[:40])
