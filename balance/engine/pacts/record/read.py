"""Reading files of records: lines of JSON, game by game; hostile files are refused early.

Refused: text that is not UTF-8 or not JSON, long lines, long games, keys given twice, fractions, NaN, numbers without
end, deep nesting. A byte order mark, CRLF and empty lines are taken. What an event says is not looked at here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

from balance.config.base import Model
from balance.config.document import Document, frozen_data, shown, shown_text
from balance.config.load import configuration_from
from balance.config.models import Configuration
from balance.config.wording import validated
from balance.engine.pacts.record.decisions import Event, Key, key_of
from balance.engine.pacts.record.models import ConfigurationLine, GameLine
from balance.errors import RecordError

LONGEST_LINE: Final = 20_000  # bytes; real ones have under 1,000, headers under 3,000
LONGEST_CONFIGURATION: Final = 1_000_000
MOST_EVENTS: Final = 5_000  # of one game; real ones have under 700
SHORT_LINE: Final = 256  # bytes; shorter ones repeat from game to game
MOST_KNOWN: Final = 20_000

_Line = TypeVar("_Line", bound=Model)


@dataclass(frozen=True)
class Record:
    """One game of a file as it stands there, not yet checked. Events are shared between games: not to be changed.

    Parameters
    ----------
    file
        The file as messages name it.
    number
        The game's number in the file, from 1.
    configuration
        The configuration that the file gives, None without one.
    header, header_line
        The `game` line, and the number of that line in the file.
    events, lines
        The lines behind it, and their numbers in the file.
    keys
        What tells which action an event means, None for a consequence (see `balance.engine.pacts.record.decisions`).
    doubtful
        Places in `events` whose lines have true or false in them, which Python takes for 1 and 0.
    next_line
        The number of the line behind the game.
    """

    file: str
    number: int
    configuration: Configuration | None
    header: GameLine
    header_line: int
    events: list[Event]
    lines: list[int]
    keys: list[Key | None]
    doubtful: list[int]
    next_line: int


def read_records(source: str | Path | BinaryIO, *, name: str | None = None) -> Iterator[Record]:
    """Yield the games of a file one by one.

    Parameters
    ----------
    source
        A path, or a stream of bytes.
    name
        What messages call it; by default its path.

    Raises
    ------
    RecordError
        The file cannot be read, or a line is not one of a record; the message names file and line.
    """
    if isinstance(source, (str, Path)):
        file = str(source) if name is None else name
        with _opened(Path(source), file) as stream:
            yield from _Reader(stream, file).records()
    else:
        yield from _Reader(source, name or "standard input").records()


@contextmanager
def _opened(path: Path, name: str) -> Iterator[BinaryIO]:
    try:
        stream = path.open("rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        msg = f"{shown_text(name)}: cannot be read: {reason[:1].lower()}{reason[1:]}"
        raise RecordError(msg) from None
    with stream:
        yield stream


class _Reader:
    """Reads one stream; `known` are short lines that came before, already parsed."""

    def __init__(self, stream: BinaryIO, file: str) -> None:
        self.stream, self.file = stream, file
        self.line = 0
        self.known: dict[bytes, tuple[Event, Key | None, bool]] = {}

    def records(self) -> Iterator[Record]:
        """Yield game by game."""
        configuration: Configuration | None = None
        header: GameLine | None = None
        header_line, number = 0, 0
        events: list[Event] = []
        lines: list[int] = []
        keys: list[Key | None] = []
        doubtful: list[int] = []
        while raw := self._next():
            event, key, boolean = self.known.get(raw) or self._parsed(raw)
            word = event["event"]
            if word in {"game", "configuration"}:
                if header is not None:
                    yield Record(
                        *(self.file, number, configuration, header, header_line),
                        *(events, lines, keys, doubtful, self.line),
                    )
                    events, lines, keys, doubtful = [], [], [], []
                if word == "configuration":
                    configuration = self._configuration(event, first=number == 0 and configuration is None)
                    header = None
                else:
                    header, header_line, number = self._checked(GameLine, event), self.line, number + 1
                continue
            if header is None:
                self._fail(f"expected a line of event game; got {shown(word)}")
            if len(events) == MOST_EVENTS:
                self._fail(f"expected at most {MOST_EVENTS:,} events in a game; this one has more")
            if boolean:
                doubtful.append(len(events))
            events.append(event)
            keys.append(key)
            lines.append(self.line)
        if header is None:
            where = "the file is empty" if self.line == 0 else "the file ends"
            msg = f"{self.file}: expected a record; {where}"
            raise RecordError(msg)
        yield Record(
            *(self.file, number, configuration, header, header_line),
            *(events, lines, keys, doubtful, self.line + 1),
        )

    def _next(self) -> bytes:
        """Return the next line that has something in it, without its end; nothing at the end of the file."""
        while True:
            limit = LONGEST_CONFIGURATION if self.line == 0 else LONGEST_LINE
            try:
                raw = self.stream.readline(limit + 1)
            except OSError as error:
                msg = f"{shown_text(self.file)}: cannot be read: {error.strerror or error}"
                raise RecordError(msg) from None
            if not raw:
                return b""
            self.line += 1
            if len(raw) > limit:
                self._fail(f"expected a line of at most {limit:,} bytes; this one is longer")
            if self.line == 1:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            raw = raw.rstrip(b" \t\r\n")
            if raw:
                return raw

    def _parsed(self, raw: bytes) -> tuple[Event, Key | None, bool]:
        event = self._json(raw)
        if not isinstance(event, dict) or not isinstance(event.get("event"), str):
            self._fail(f"expected an object with an event; got {_given(event)}")
        found = (event, key_of(event), b"true" in raw or b"false" in raw)
        if len(raw) <= SHORT_LINE and len(self.known) < MOST_KNOWN:
            self.known[raw] = found
        return found

    def _json(self, raw: bytes) -> Any:
        parse = _LOOSE if self.line == 1 and b'"configuration"' in raw else _STRICT
        try:
            return parse.decode(raw.decode())
        except UnicodeDecodeError as error:
            self._fail(f"expected UTF-8 text; got byte 0x{raw[error.start]:02x}")
        except json.JSONDecodeError as error:
            self._fail(f"not valid JSON: {error.msg[:1].lower()}{error.msg[1:]} at character {error.colno}")
        except _NotTakenError as error:
            self._fail(str(error))
        except ValueError:
            self._fail("expected a number of fewer digits")
        except RecursionError:
            self._fail("nested too deep")

    def _checked(self, model: type[_Line], event: Event) -> _Line:
        """Return a line of the file itself as its model."""
        document = Document(self.file, frozen_data(event), {(): self.line})
        found, problems = validated(model, document)
        if found is None:
            raise RecordError(document.text(problems[0], others=len(problems) - 1))
        return found

    def _configuration(self, event: Event, *, first: bool) -> Configuration:
        if not first:
            self._fail("expected the configuration once, in the first line")
        line = self._checked(ConfigurationLine, event)
        place = f"{self.file}:{self.line}: contents"
        configuration = configuration_from(line.contents, policies=_weights(line.contents), path=place)
        if configuration.digest() != line.digest:
            self._fail(
                f"digest: expected that of the contents, {configuration.digest()[:12]}…; got {line.digest[:12]}…"
            )
        return configuration

    def _fail(self, message: str) -> None:
        msg = f"{self.file}:{self.line}: {message}"
        raise RecordError(msg)


class _NotTakenError(Exception):
    """Something that JSON allows and a record does not."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        msg = f"key {shown(twice)} is given twice"
        raise _NotTakenError(msg)
    return found


def _no_fraction(text: str) -> float:
    msg = f"expected whole numbers; got {shown_text(text)}"
    raise _NotTakenError(msg)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _no_fraction(text)
    return number


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_float=_no_fraction, parse_constant=_no_fraction)
_LOOSE = json.JSONDecoder(object_pairs_hook=_object, parse_float=_finite, parse_constant=_no_fraction)


def _given(value: Any) -> str:
    return "an object without" if isinstance(value, dict) and "event" not in value else shown(value)


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


__all__ = ["Record", "read_records"]
