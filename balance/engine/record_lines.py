"""Lines of files of records, whatever the rule system; hostile files are refused early.

Refused: text that is not UTF-8 or not JSON, long lines, keys given twice, NaN, numbers without end, deep nesting, and
fractions where a record has none. A byte order mark, CRLF and empty lines are taken.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final, Literal, NoReturn, TypeVar

from pydantic import Field

from balance.config.base import Model
from balance.config.document import Document, frozen_data, shown, shown_text
from balance.config.load import configuration_from
from balance.config.run import Configuration
from balance.config.wording import validated
from balance.errors import RecordError

FORMAT: Final = "balance record"
FORMAT_VERSION: Final = 1
"""Raised when an old reader would misread a line."""
LONGEST_LINE: Final = 20_000  # bytes; real ones have under 1,000, headers under 3,000
LONGEST_CONFIGURATION: Final = 1_000_000
MOST_EVENTS: Final = 5_000  # of one game; real ones have under 700
LARGEST_GAME: Final = 5_000_000  # bytes; real ones have under 100,000
DEEPEST: Final = 20  # lists and objects within one another; a configuration has under 10, an event under 5
LONGEST_TEXT: Final = 200
LARGEST_NUMBER: Final = 10_000
HEADS: Final = frozenset({"configuration", "game"})
"""The events that stand before those of a game."""

Event = dict[str, Any]
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Number = Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
Version = Annotated[int, Field(ge=FORMAT_VERSION, le=FORMAT_VERSION)]
Digest = Annotated[str, Field(min_length=64, max_length=64)]
Whole = Annotated[int, Field(ge=0, lt=2**63)]

_Line = TypeVar("_Line", bound=Model)


class ConfigurationLine(Model):
    """The configuration that the games of a file were played under."""

    event: Literal["configuration"]
    format: Literal["balance record"]
    version: Version
    digest: Digest
    contents: dict[str, Any]


class Lines:
    """The lines of one stream; `line` is the number of the last."""

    def __init__(self, stream: BinaryIO, file: str) -> None:
        self.stream, self.file = stream, file
        self.line = 0

    def lines(self) -> Iterator[bytes]:
        """Yield the lines that have something in them, without their ends."""
        limit = LONGEST_CONFIGURATION
        try:
            while raw := self.stream.readline(limit + 1):
                self.line += 1
                if len(raw) > limit:
                    self.fail(f"expected a line of at most {limit:,} bytes; this one is longer")
                if self.line == 1:
                    raw = raw.removeprefix(b"\xef\xbb\xbf")  # a byte order mark
                    limit = LONGEST_LINE
                if raw := raw.rstrip(b" \t\r\n"):
                    yield raw
        except OSError as error:
            raise unreadable(self.file, error) from None

    def checked(self, model: type[_Line], event: Event) -> _Line:
        """Return a line of the file itself as its model."""
        document = Document(self.file, frozen_data(event), {(): self.line})
        found, problems = validated(model, document)
        if found is None:
            raise RecordError(document.text(problems[0], others=len(problems) - 1))
        return found

    def configuration(self, event: Event, *, first: bool) -> Configuration:
        """Return the configuration that a line gives; only the `first` line may."""
        if not first:
            self.fail("expected the configuration once, in the first line")
        line = self.checked(ConfigurationLine, event)
        place = f"{self.file}:{self.line}: contents"
        found = configuration_from(line.contents, policies=_weights(line.contents), path=place)
        if found.digest() != line.digest:
            self.fail(
                f"digest: expected that of the contents, {found.digest()[:12]}…; got {line.digest[:12]}…"
            )
        return found

    def fail(self, message: str) -> NoReturn:
        """Refuse the last line."""
        _fail(self.file, self.line, message)

    def no_record(self) -> RecordError:
        """Return what is wrong with a file that holds no game."""
        return RecordError(
            f"{self.file}: expected a record; {'the file ends' if self.line else 'the file is empty'}"
        )


@contextmanager
def opened(path: Path, name: str) -> Iterator[BinaryIO]:
    """Open a file of records.

    Raises
    ------
    RecordError
        It cannot be read.
    """
    try:
        stream = path.open("rb")
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from None
    with stream:
        yield stream


def unreadable(name: str, error: OSError | ValueError) -> RecordError:
    """Return the error of a file that cannot be read."""
    reason = getattr(error, "strerror", None) or str(error)
    return RecordError(f"{shown_text(name)}: cannot be read: {reason[:1].lower()}{reason[1:]}")


def begun(stream: BinaryIO, file: str) -> tuple[str | None, BinaryIO]:
    """Return the rule system that a stream's first line names, and a stream of all its lines.

    Nothing is read twice, so that a pipe will do. None stands for a first line that names no system; whoever reads on
    says what is wrong with it.

    Raises
    ------
    RecordError
        The stream cannot be read.
    """
    try:
        first = stream.readline(LONGEST_CONFIGURATION + 1)
    except OSError as error:
        raise unreadable(file, error) from None
    return _system(first), io.BufferedReader(_Whole(first, stream))


class _Whole(io.RawIOBase):
    """A stream with its first line put back in front."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        self._first, self._rest = first, rest

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read some bytes into a buffer."""
        size = len(buffer)
        part = self._first[:size] or getattr(self._rest, "read1", self._rest.read)(size)
        self._first = self._first[size:]
        buffer[: len(part)] = part
        return len(part)


def _system(first: bytes) -> str | None:
    """Return the rule system that a file's first line names."""
    try:
        event = event_of(first.removeprefix(b"\xef\xbb\xbf"), "", 1)
    except RecordError:
        return None
    head: Any = event
    if event["event"] == "configuration":
        contents = event.get("contents")
        head = contents.get("game") if isinstance(contents, dict) else None
    named = head.get("system") if isinstance(head, dict) else None
    return named if isinstance(named, str) else None


def event_of(raw: bytes, file: str, line: int, *, fractions: bool = False) -> Event:
    """Return the event of a line, without its end.

    Raises
    ------
    RecordError
        It is none; the message names file and line.
    """
    event = _json(raw, file, line, fractions=fractions)
    if not isinstance(event, dict):
        _fail(file, line, f"expected an object with an event; got {shown(event)}")
    if not isinstance(event.get("event"), str):
        got = shown(event["event"]) if "event" in event else "an object without"
        _fail(file, line, f"expected the name of an event as event; got {got}")
    return event


def _json(raw: bytes, file: str, line: int, *, fractions: bool) -> Any:
    try:
        text = raw.decode()
        if fractions or b'"configuration"' in raw:  # its weights may have fractions
            event = _LOOSE.decode(text)
            if fractions or (isinstance(event, dict) and event.get("event") == "configuration"):
                _keys(event)  # it refuses deep nesting
                return event
        event = _QUICK.decode(text)
        # as many colons as keys: none is given twice; more of them stand in text, or behind a second key
        return event if raw.count(b":") == _keys(event) else _STRICT.decode(text)
    except UnicodeDecodeError as error:
        _fail(file, line, f"expected UTF-8 text; got byte 0x{raw[error.start]:02x}")
    except json.JSONDecodeError as error:
        if b"\0" in raw:
            _fail(
                file, line, "expected UTF-8 text; got a zero byte, as in UTF-16 and in files that are no text"
            )
        what = f"{error.msg[:1].lower()}{error.msg[1:]}".removesuffix(" at").removesuffix(": ")
        _fail(file, line, f"not valid JSON: {what} at character {error.colno}")
    except _NotTakenError as error:
        _fail(file, line, str(error))
    except ValueError:
        _fail(file, line, "expected a number of fewer digits")
    except RecursionError:
        _fail(file, line, "nested too deep")


def _fail(file: str, line: int, message: str) -> NoReturn:
    msg = f"{file}:{line}: {message}"
    raise RecordError(msg)


class _NotTakenError(Exception):
    """Something that JSON allows and a record does not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                msg = f"key {shown(key)} is given twice"
                raise _NotTakenError(msg)
            seen.add(key)
    return found


def _no_fraction(text: str) -> float:
    msg = f"expected whole numbers; got {shown_text(text)}"
    raise _NotTakenError(msg)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _no_fraction(text)
    return number


def _keys(value: Any, depth: int = DEEPEST) -> int:
    """Return how many keys there are in a value, at any depth; a RecursionError if that is more than `depth`."""
    if depth == 0:
        raise RecursionError
    count = 0
    if type(value) is dict:
        count, value = len(value), value.values()
    elif type(value) is not list:
        return 0
    for part in value:
        if type(part) is dict or type(part) is list:
            count += _keys(part, depth - 1)
    return count


_QUICK = json.JSONDecoder(parse_float=_no_fraction, parse_constant=_no_fraction)
_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_float=_no_fraction, parse_constant=_no_fraction)
_LOOSE = json.JSONDecoder(object_pairs_hook=_object, parse_float=_finite, parse_constant=_no_fraction)


def _weights(contents: Any) -> dict[str, dict[str, float]]:
    """Return the policies and weights that a configuration's contents name: a record is checked without them."""
    policies = contents.get("policies")
    if not isinstance(policies, dict):
        return {}
    return {
        name: dict(entry["weights"])
        for name, entry in policies.items()
        if isinstance(entry, dict) and isinstance(entry.get("weights"), dict)
    }
