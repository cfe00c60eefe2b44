"""A YAML file as plain data with the line of every key and value; hostile files are refused early.

Refused: aliases (a few lines can unfold into gigabytes), tags, keys given twice, more than one document, deep nesting,
large files, mappings and lists of thousands of entries. Numbers and words follow YAML 1.2: ``yes`` is text, ``012`` is
twelve.
"""

from __future__ import annotations

import re
import stat
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Final

from ruamel.yaml import YAML, events
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.reader import ReaderError

from balance.errors import ConfigurationError, nearest, one_line

LARGEST_FILE: Final = 1_000_000
DEEPEST: Final = 12
MOST_ENTRIES: Final = 5_000
"""Of one mapping or list. Real files have a few dozen; each entry is checked against its neighbours."""
LONGEST_NUMBER: Final = 40
LONGEST_TEXT: Final = 200
LONGEST_SHOWN: Final = 60

_INTEGER = re.compile(r"[-+]?[0-9]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_SPECIAL = re.compile(r"([-+]?)\.(inf|Inf|INF)|(\.nan|\.NaN|\.NAN)")
_WORDS = {"": None, "~": None, "null": None, "Null": None, "NULL": None} | {
    spelling: word == "true" for word in ("true", "false") for spelling in (word, word.title(), word.upper())
}

Where = tuple[str | int, ...]


@dataclass(frozen=True, order=True)
class Problem:
    """Something wrong in a document: the line (0: not known), where in dotted words, and what."""

    line: int
    where: str
    message: str


@dataclass(frozen=True)
class Document:
    """Plain data and the line of each of its parts.

    Parameters
    ----------
    name
        The file as the user named it, for messages.
    data
        Mappings as dicts with text keys, lists as tuples, and scalars.
    lines
        The 1-based line of the value at each path; of the key, where the value spans several lines.
    """

    name: str
    data: Any
    lines: dict[Where, int] = field(default_factory=dict)

    def problem(self, path: Iterable[str | int], message: str) -> Problem:
        """Return a problem at a path, at the line of the nearest part that is written in the file."""
        where = tuple(path)
        line = next((self.lines[where[:n]] for n in range(len(where), -1, -1) if where[:n] in self.lines), 0)
        return Problem(line, dotted(where), message)

    def text(self, problem: Problem, others: int = 0) -> str:
        """Return the message of one problem: file, line, field, what was wrong."""
        place = f"{self.name}:{problem.line}" if problem.line else self.name
        field_ = f"{problem.where}: " if problem.where else ""
        more = f" (and {others} more)" if others else ""
        return f"{place}: {field_}{problem.message}{more}"


def raise_first(document: Document, problems: Iterable[Problem]) -> None:
    """Raise the problem that comes first in the file, if there is one, and say how many others there are.

    Raises
    ------
    ConfigurationError
        There is a problem.
    """
    found = sorted(set(problems))
    if found:
        raise ConfigurationError(document.text(found[0], others=len(found) - 1))


def dotted(path: Iterable[str | int]) -> str:
    """Return a path in words.

    >>> dotted(["policy_pairs", 0, "games"])
    'policy_pairs[0].games'
    """
    parts = [f"[{part}]" if isinstance(part, int) else "." + (part or "''") for part in path]
    return shown_text("".join(parts).removeprefix("."))


def shown_text(text: str) -> str:
    """Return text cut to a length that fits a message, without line breaks."""
    flat = one_line(text)
    return flat if len(flat) <= 2 * LONGEST_SHOWN else f"{flat[:LONGEST_SHOWN]}…"


def shown(value: Any) -> str:
    """Return a value's `repr`, cut to a length that fits a message; mappings and lists are named by kind."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def read_document(path: str | Path) -> Document:
    """Read one YAML file whose top level is a mapping.

    Parameters
    ----------
    path
        The file.

    Raises
    ------
    ConfigurationError
        The file cannot be read, is not UTF-8 or YAML, or contains what this module refuses.
    """
    name = str(path) or "."
    return parse_document(_read(Path(path), name), name)


def _read(path: Path, name: str) -> str:
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a pipe would be waited for
            msg = f"{name}: expected a file; got a pipe, device or socket"
            raise ConfigurationError(msg)
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        siblings = [str(p) for p in path.parent.glob("*.y*ml") if p.is_file()] if path.parent.is_dir() else []
        msg = f"{name}: no such file{nearest(name, siblings)}"
        raise ConfigurationError(msg) from None
    except IsADirectoryError:
        msg = f"{name}: expected a file; got a folder"
        raise ConfigurationError(msg) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        msg = f"{shown_text(name)}: cannot be read: {reason}"
        raise ConfigurationError(msg) from None
    if len(content) > LARGEST_FILE:
        msg = f"{name}: expected a file of at most {LARGEST_FILE // 1000} kB; this one is larger"
        raise ConfigurationError(msg)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        msg = f"{name}:{line}: expected UTF-8 text; got byte 0x{content[error.start]:02x}"
        raise ConfigurationError(msg) from None


def parse_document(text: str, name: str) -> Document:
    """Return YAML text as a document; see `read_document` for what is refused."""
    try:
        builder = _Builder(name)
        for event in YAML(typ="safe", pure=True).parse(text):
            builder.take(event)
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        msg = f"{name}:{line}: not valid YAML: character {error.character!r} is not allowed"
        raise ConfigurationError(msg) from None
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if error.context_mark is not None and mark.line >= text.rstrip().count("\n") + 1:
            mark = error.context_mark  # the file ends within something: say where that began
        place = f"{name}:{mark.line + 1}" if mark is not None else name
        reason = " ".join(str(part) for part in (error.context, error.problem) if part)
        msg = f"{place}: not valid YAML: {shown_text(' '.join(reason.split()))}"
        raise ConfigurationError(msg) from None
    except (YAMLError, RecursionError, ValueError, IndexError, AttributeError) as error:
        msg = f"{name}: not valid YAML: {shown_text(str(error) or type(error).__name__)}"
        raise ConfigurationError(msg) from None
    if builder.empty:
        msg = f"{name}: expected a mapping of settings; the file is empty"
        raise ConfigurationError(msg)
    if not isinstance(builder.root, dict):
        msg = f"{name}:{builder.lines[()]}: expected a mapping of settings; got {shown(builder.root)}"
        raise ConfigurationError(msg)
    return Document(name, _frozen(builder.root), builder.lines)


def frozen_data(data: Any) -> Any:
    """Return plain data with its lists as tuples, as `Document.data` holds them."""
    return _frozen(data)


def bounded_data(data: Any, name: str) -> Any:
    """Return plain data as `frozen_data` does; refuse in it what `read_document` refuses in a file.

    Parameters
    ----------
    data
        What was read from JSON.
    name
        What messages call it.

    Raises
    ------
    ConfigurationError
        It is nested too deep, or a text, key or number in it is too long.
    """
    waiting: list[tuple[Any, Where]] = [(data, ())]
    for value, path in waiting:  # it grows by the parts of what it has come to
        problem = None
        if isinstance(value, (dict, list, tuple)):
            parts = value.items() if isinstance(value, dict) else enumerate(value)
            waiting += [(part, (*path, step)) for step, part in islice(parts, MOST_ENTRIES)]
            if len(value) > MOST_ENTRIES:
                problem = _TOO_MANY
            elif len(path) > DEEPEST:
                problem = f"nested more than {DEEPEST} levels deep"
        elif isinstance(value, str) and len(value) > LONGEST_TEXT:
            problem = _too_long(len(value))
        elif isinstance(value, int) and abs(value) >= 10**LONGEST_NUMBER:
            problem = f"expected a number of at most {LONGEST_NUMBER} digits"
        if problem is None and path and isinstance(path[-1], str) and len(path[-1]) > LONGEST_TEXT:
            problem = _too_long(len(path[-1]))
        if problem is not None:
            raise ConfigurationError(": ".join(filter(None, (name, dotted(path), problem))))
    return _frozen(data)


_TOO_MANY: Final = f"expected at most {MOST_ENTRIES:,} entries; there are more"


def _too_long(size: int) -> str:
    return f"expected text of at most {LONGEST_TEXT} characters; got {size}"


def _frozen(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _frozen(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return tuple(_frozen(value) for value in data)
    return data


class _Builder:
    """Builds plain data from parser events, without recursion."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.root: Any = None
        self.empty = True
        self.lines: dict[Where, int] = {}
        self._open: list[dict[str, Any] | list[Any]] = []
        self._path: list[str | int] = []  # one step per open container below the top
        self._key: tuple[str, int] | None = None  # a key that waits for its value, and its line
        self._documents = 0

    def take(self, event: Any) -> None:
        """Take the next event of the parser."""
        line = event.start_mark.line + 1
        if isinstance(event, events.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                self._fail(line, "expected one document; a second begins here")
        elif isinstance(event, events.AliasEvent):
            self._fail(line, f"aliases are not allowed; got '*{event.anchor}'")
        elif isinstance(event, (events.MappingEndEvent, events.SequenceEndEvent)):
            self._open.pop()
            if self._open:
                self._path.pop()
        elif isinstance(event, events.NodeEvent):
            self._take_node(event, line)

    def _take_node(self, event: Any, line: int) -> None:
        if event.tag is not None and event.tag != "!":
            self._fail(line, f"tags are not allowed; got {shown_text(str(event.tag))!r}")
        scalar = isinstance(event, events.ScalarEvent)
        size = len(event.value) if scalar else 0
        if size > LONGEST_TEXT and not event.value.isdigit():
            self._fail(line, _too_long(size))
        if self._open and isinstance(self._open[-1], dict) and self._key is None:
            if not scalar:
                self._fail(line, "expected text as a key")
            self._take_key(event.value, line)
            return
        value: Any
        if scalar:
            value = event.value if event.style or event.tag == "!" else self._resolve(event.value, line)
        else:
            value = {} if isinstance(event, events.MappingStartEvent) else []
        self._add(value, line)

    def _take_key(self, key: str, line: int) -> None:
        mapping = self._open[-1]
        if key in mapping:
            first = self.lines[(*self._path, key)]
            self._fail(line, f"key {shown(key)} is given twice, first in line {first}", key)
        self._key = (key, line)
        self.lines[(*self._path, key)] = line

    def _add(self, value: Any, line: int) -> None:
        container = isinstance(value, (dict, list))
        self.empty = False
        if self._open and len(self._open[-1]) >= MOST_ENTRIES:
            self._key = None
            self._fail(line, _TOO_MANY)
        if not self._open:
            self.root = value
            self.lines[()] = line
        elif isinstance(self._open[-1], dict):
            assert self._key is not None
            step, key_line = self._key
            self._key = None
            self._open[-1][step] = value
            self.lines[(*self._path, step)] = key_line if container or value is None else line
            self._path += [step] if container else []
        else:
            index = len(self._open[-1])
            self._open[-1].append(value)
            self.lines[(*self._path, index)] = line
            self._path += [index] if container else []
        if container:
            self._open.append(value)
            if len(self._open) > DEEPEST:
                self._fail(line, f"nested more than {DEEPEST} levels deep")

    def _resolve(self, text: str, line: int) -> Any:
        """Return a plain scalar as YAML 1.2 reads it."""
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            if len(text) > LONGEST_NUMBER:
                self._fail(line, f"expected a number of at most {LONGEST_NUMBER} digits; got {len(text)}")
            return int(text)
        special = _SPECIAL.fullmatch(text)
        if special:
            return float(text.replace(".", "", 1))
        return float(text) if _FLOAT.fullmatch(text) else text

    def _fail(self, line: int, message: str, *steps: str) -> None:
        waiting = [self._key[0]] if self._key is not None else []
        where = dotted([*self._path, *waiting, *steps])
        msg = f"{self.name}:{line}: {where}{': ' if where else ''}{message}"
        raise ConfigurationError(msg)
