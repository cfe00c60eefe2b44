"""Reading files of records: lines of JSON, game by game; hostile files are refused early.

Refused: text that is not UTF-8 or not JSON, long lines, long games, keys given twice, fractions, NaN, numbers without
end, deep nesting. A byte order mark, CRLF and empty lines are taken. What an event says is not looked at here.

Positions are most of a file. Their lines are kept as they stand, and parsed only for those who ask for events.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn, TypeVar

from balance.config.base import Model
from balance.config.document import Document, frozen_data, shown, shown_text
from balance.config.pacts.load import configuration_from
from balance.config.pacts.models import Configuration
from balance.config.wording import validated
from balance.engine.pacts.record.decisions import Event, Key, key_of
from balance.engine.pacts.record.heads import ConfigurationLine, GameLine
from balance.errors import RecordError

LONGEST_LINE: Final = 20_000  # bytes; real ones have under 1,000, headers under 3,000
LONGEST_CONFIGURATION: Final = 1_000_000
MOST_EVENTS: Final = 5_000  # of one game; real ones have under 700
LARGEST_GAME: Final = 5_000_000  # bytes; real ones have under 100,000
DEEPEST: Final = 20  # lists and objects within one another; a configuration has under 10, an event under 5
SHORT_LINE: Final = 512  # bytes; shorter ones repeat from game to game
MOST_KNOWN: Final = 20_000
POSITION: Final = b'{"event": "position", '  # how the lines begin that are kept

_Line = TypeVar("_Line", bound=Model)
_Found = tuple[Any, Key | None, bool]  # an event, its key, whether true or false is or belongs in it
_HEADS = {"configuration", "game"}


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
    given, lines
        The lines behind it, and their numbers in the file: each line as its event, but the bytes of one that begins
        with `POSITION`.
    keys
        What tells which action an event means, None for a consequence (see `balance.engine.pacts.record.decisions`).
    doubtful
        Places of events where true or false stands or belongs, which Python takes for 1 and 0.
    next_line
        The number of the line behind the game.
    """

    file: str
    number: int
    configuration: Configuration | None
    header: GameLine
    header_line: int
    given: list[Any]
    lines: list[int]
    keys: list[Key | None]
    doubtful: list[int]
    next_line: int

    @cached_property
    def events(self) -> list[Event]:
        """The events of all lines.

        Raises
        ------
        RecordError
            A line that was kept is not one of a record.
        """
        lines = zip(self.given, self.lines, strict=True)
        return [_event(part, self.file, line) if isinstance(part, bytes) else part for part, line in lines]


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
        raise _unreadable(name, error) from None
    with stream:
        yield stream


def _unreadable(name: str, error: OSError | ValueError) -> RecordError:
    reason = getattr(error, "strerror", None) or str(error)
    return RecordError(f"{shown_text(name)}: cannot be read: {reason[:1].lower()}{reason[1:]}")


class _Game:
    """A game that is being read."""

    def __init__(
        self, number: int, configuration: Configuration | None, header: GameLine, header_line: int
    ) -> None:
        self.number, self.configuration = number, configuration
        self.header, self.header_line = header, header_line
        self.found: list[_Found] = []
        self.size = 0  # bytes of these lines
        self.lines: list[int] = []

    def record(self, file: str, next_line: int) -> Record:
        """Return the game as it was read; `next_line` stands behind it."""
        return Record(
            file=file,
            number=self.number,
            configuration=self.configuration,
            header=self.header,
            header_line=self.header_line,
            given=[given for given, _, _ in self.found],
            lines=self.lines,
            keys=[key for _, key, _ in self.found],
            doubtful=[place for place, (_, _, doubtful) in enumerate(self.found) if doubtful],
            next_line=next_line,
        )


class _Reader:
    """Reads one stream; `known` are short lines that came before, already parsed, `game` the last that was begun."""

    def __init__(self, stream: BinaryIO, file: str) -> None:
        self.stream, self.file = stream, file
        self.line = 0
        self.known: dict[bytes, _Found] = {}
        self.game: _Game | None = None

    def records(self) -> Iterator[Record]:
        """Yield game by game."""
        try:
            yield from self._records()
        except RecordError:
            if self.game is not None:  # a line before that was kept may be wrong, too: it is named first
                _ = self.game.record(self.file, self.line).events
            raise

    def _records(self) -> Iterator[Record]:
        game: _Game | None = None
        configuration: Configuration | None = None
        games, known = 0, self.known
        for raw in self._lines():
            if game is not None:
                game.size += len(raw)
                if game.size > LARGEST_GAME:
                    self._fail(f"expected a game of at most {LARGEST_GAME:,} bytes; this one is longer")
            found = known.get(raw)
            if found is None:
                if raw.startswith(POSITION) and game is not None and len(game.found) < MOST_EVENTS:
                    game.found.append((raw, None, False))
                    game.lines.append(self.line)
                    continue
                found = self._parsed(raw)
            word = found[0]["event"]
            if word not in _HEADS:
                if game is None:
                    self._fail(f"expected a line of event game; got {shown(word)}")
                if len(game.found) == MOST_EVENTS:
                    self._fail(f"expected at most {MOST_EVENTS:,} events in a game; this one has more")
                game.found.append(found)
                game.lines.append(self.line)
                continue
            if game is not None:
                yield game.record(self.file, self.line)
            if word == "configuration":
                configuration = self._configuration(found[0], first=game is None and configuration is None)
            else:
                games += 1
                header = self._checked(GameLine, found[0])
                self.game = game = _Game(games, configuration, header, self.line)
        if game is None:
            msg = f"{self.file}: expected a record; {'the file ends' if self.line else 'the file is empty'}"
            raise RecordError(msg)
        yield game.record(self.file, self.line + 1)

    def _lines(self) -> Iterator[bytes]:
        """Yield the lines that have something in them, without their ends; `line` is the number of the last."""
        limit = LONGEST_CONFIGURATION
        try:
            while raw := self.stream.readline(limit + 1):
                self.line += 1
                if len(raw) > limit:
                    self._fail(f"expected a line of at most {limit:,} bytes; this one is longer")
                if self.line == 1:
                    raw = raw.removeprefix(b"\xef\xbb\xbf")  # a byte order mark
                    limit = LONGEST_LINE
                if raw := raw.rstrip(b" \t\r\n"):
                    yield raw
        except OSError as error:
            raise _unreadable(self.file, error) from None

    def _parsed(self, raw: bytes) -> _Found:
        event = _event(raw, self.file, self.line)
        doubtful = b"true" in raw or b"false" in raw or event["event"] == "end" or "passive" in event
        found = (event, key_of(event), doubtful)
        if len(raw) <= SHORT_LINE and len(self.known) < MOST_KNOWN:
            self.known[raw] = found
        return found

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

    def _fail(self, message: str) -> NoReturn:
        _fail(self.file, self.line, message)


def _event(raw: bytes, file: str, line: int) -> Event:
    """Return the event of a line, without its end."""
    event = _json(raw, file, line)
    if not isinstance(event, dict):
        _fail(file, line, f"expected an object with an event; got {shown(event)}")
    if not isinstance(event.get("event"), str):
        got = shown(event["event"]) if "event" in event else "an object without"
        _fail(file, line, f"expected the name of an event as event; got {got}")
    return event


def _json(raw: bytes, file: str, line: int) -> Any:
    try:
        text = raw.decode()
        if b'"configuration"' in raw:  # its weights may have fractions
            event = _LOOSE.decode(text)
            if isinstance(event, dict) and event.get("event") == "configuration":
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


__all__ = ["POSITION", "Record", "read_records"]
