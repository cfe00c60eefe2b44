"""Records of a rule system without a reader of its own: reading them, and checking every event against the rules.

What follows from the decisions and the chance of a record is worked out anew (`TwoSeatSystem.retold`); a record holds
if it says just that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Final, Literal, Protocol, cast

from balance.config.base import Model
from balance.config.document import shown_text
from balance.config.run import Configuration
from balance.engine import registry
from balance.engine.record_checks import Wrong, difference, other_rulings, unknown
from balance.engine.record_lines import (
    HEADS,
    LARGEST_GAME,
    MOST_EVENTS,
    Digest,
    Event,
    Lines,
    Number,
    Text,
    Version,
    Whole,
    event_of,
)
from balance.errors import BalanceError, ConfigurationError, RecordError

_PLACE: Final = re.compile(r"event (\d+): ")
_MALFORMED: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What Python raises where an event lacks a value or has one of another kind."""


class Seat(Model):
    """Who plays a seat."""

    contestant: Text
    policy: Text | None = None


class GameLine(Model):
    """The header of one game."""

    event: Literal["game"]
    version: Version
    system: Text
    rules_version: Number
    configuration: Digest
    seats: dict[Text, Seat]
    setting: Text
    rulings: dict[Text, Text] | None = None
    seed: Whole | None = None
    index: Whole | None = None


@dataclass
class Record:
    """One game of a file as it stands there, not yet checked.

    Parameters
    ----------
    file
        The file as messages name it.
    configuration
        The configuration that the file gives, None without one.
    header, header_line
        The `game` line, as it stands there, and its number in the file.
    events, lines
        The events behind it, and the numbers of their lines.
    next_line
        The number of the line behind the game.
    """

    file: str
    configuration: Configuration | None
    header: Event
    header_line: int
    events: list[Event] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    next_line: int = 0


@dataclass(frozen=True)
class Verdict:
    """Whether one record holds: its first wrong event, None where there is none."""

    record: Record
    wrong: Wrong | None

    @property
    def holds(self) -> bool:
        """Whether the record holds."""
        return self.wrong is None

    @property
    def text(self) -> str:
        """One line: file, line, event and what is wrong; empty where the record holds."""
        return "" if self.wrong is None else f"{self.record.file}:{self.wrong}"


class Retelling(Protocol):
    """What checking a record asks of a rule system."""

    def retold(self, header: Event, events: Sequence[Event]) -> list[Event]:
        """Return the events of a record worked out anew; see `TwoSeatSystem.retold`."""
        ...


def verdicts(stream: BinaryIO, file: str, configuration: Configuration | None) -> Iterator[Verdict]:
    """Check the records of a stream one by one.

    Parameters
    ----------
    stream, file
        The records, and what messages call them.
    configuration
        What the games were played under; by default what the stream itself gives.

    Raises
    ------
    RecordError
        A line is not one of a record, there is no configuration, or a game was played under another one.
    """
    checks: dict[int, _Check] = {}
    for record in read_records(stream, file, given=configuration is not None):
        under = record.configuration if configuration is None else configuration
        assert under is not None
        if id(under) not in checks:
            checks[id(under)] = _Check(under)
        yield Verdict(record, checks[id(under)].wrong(record))


def read_records(stream: BinaryIO, file: str, *, given: bool = False) -> Iterator[Record]:
    """Yield the games of a stream one by one; without a `given` configuration the first line must be one.

    Raises
    ------
    RecordError
        A line is not one of a record; the message names file and line.
    """
    lines = Lines(stream, file)
    configuration: Configuration | None = None
    record: Record | None = None
    size = 0
    for raw in lines.lines():
        event = event_of(raw, file, lines.line, fractions=True)
        if event["event"] in HEADS and record is not None:
            record.next_line = lines.line
            yield record
        if event["event"] == "configuration":
            configuration = lines.configuration(event, first=record is None and configuration is None)
        elif event["event"] == "game":
            if configuration is None and not given:
                msg = (
                    f"{file}: expected a configuration in the first line; name its file with --configuration"
                )
                raise RecordError(msg)
            lines.checked(GameLine, event)
            record, size = Record(file, configuration, event, lines.line), 0
        elif record is None:
            lines.fail(f"expected a line of event game; got {shown_text(repr(event['event']))}")
        else:
            size += len(raw)
            if size > LARGEST_GAME:
                lines.fail(f"expected a game of at most {LARGEST_GAME:,} bytes; this one is longer")
            if len(record.events) == MOST_EVENTS:
                lines.fail(f"expected at most {MOST_EVENTS:,} events in a game; this one has more")
            record.events.append(event)
            record.lines.append(lines.line)
    if record is None:
        raise lines.no_record()
    record.next_line = lines.line + 1
    yield record


class _Check:
    """Checks the games of one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.digest = configuration.digest()
        self.system = cast("Retelling", registry.rule_system(configuration))

    def wrong(self, record: Record) -> Wrong | None:
        """Return the first event of a record that the rules do not allow; None if it holds."""
        header = record.header
        if header["configuration"] != self.digest:
            msg = (
                f"{record.file}:{record.header_line}: configuration: played under "
                f"{header['configuration'][:12]}…, but checked against {self.digest}"
            )
            raise RecordError(msg)
        problem = next(_problems(header, self.configuration), None)
        if problem is not None:
            return Wrong(record.header_line, "game", problem)
        try:
            expected = self.system.retold(header, record.events)
        except BalanceError as error:
            return _at(record, str(error))
        except _MALFORMED:
            return _at(record, "cannot be followed: a value is missing, or of another kind")
        return _first_wrong(record, expected)


def _at(record: Record, message: str) -> Wrong:
    """Return what is wrong at the event that a message names, else at the header."""
    named = _PLACE.match(message)
    place = int(named[1]) - 1 if named else -1
    if named is None or not 0 <= place < len(record.events):
        return Wrong(record.header_line, "game", message)
    return Wrong(record.lines[place], record.events[place]["event"], message[named.end() :])


def _first_wrong(record: Record, expected: Sequence[Event]) -> Wrong | None:
    """Return the first event that is not the one worked out anew."""
    for line, given, right in zip(record.lines, record.events, expected, strict=False):
        if given["event"] != right["event"]:
            return Wrong(
                line, given["event"], f"not expected here; by the rules there follows: {right['event']}"
            )
        problem = difference(given, right)
        if problem is not None:
            return Wrong(line, given["event"], problem)
    number = len(expected)
    if len(record.events) > number:
        message = "the game is over: nothing may stand behind its end"
        return Wrong(record.lines[number], record.events[number]["event"], message)
    if len(record.events) < number:
        message = f"by the rules there follows: {expected[len(record.events)]['event']}"
        return Wrong(record.next_line, "end of the record", message)
    return None


def _problems(header: Mapping[str, Any], configuration: Configuration) -> Iterator[str]:
    """Yield what in a header cannot be, by the configuration."""
    system = configuration.system
    if header["system"] != system:
        yield f"system: expected {system}, as in the configuration; got {header['system']!r}"
        return
    version = registry.rules_version(system)
    if header["rules_version"] != version:
        yield f"rules_version: expected {version}, that of the rules here; got {header['rules_version']}"
    seats = header["seats"]
    if sorted(seats) != sorted(configuration.seats):
        yield f"seats: expected {' and '.join(configuration.seats)}; got {', '.join(seats) or 'none'}"
        return
    for seat in configuration.seats:
        yield from unknown(f"seats.{seat}.contestant", seats[seat]["contestant"], configuration.pool())
    try:
        configuration.check_setting(header["setting"])
    except ConfigurationError as error:
        yield f"setting: {error}"
    if header.get("rulings") is not None:
        yield from other_rulings(header["rulings"], configuration.rulings())
    if (header.get("seed") is None) != (header.get("index") is None):
        yield "expected seed and index, or neither of them"
