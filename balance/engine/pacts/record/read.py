"""Reading files of records: lines of JSON (see `balance.engine.record_lines`), game by game; long games are refused.

What an event says is not looked at here.

Positions are most of a file. Their lines are kept as they stand, and parsed only for those who ask for events.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, Final

from balance.config.document import shown
from balance.config.pacts.models import Configuration
from balance.config.pacts.only import of_pacts
from balance.engine.pacts.record.decisions import Event, Key, key_of
from balance.engine.pacts.record.heads import GameLine
from balance.engine.record_lines import HEADS, LARGEST_GAME, MOST_EVENTS, Lines, event_of, opened
from balance.errors import RecordError

SHORT_LINE: Final = 512  # bytes; shorter ones repeat from game to game
MOST_KNOWN: Final = 20_000
POSITION: Final = b'{"event": "position", '  # how the lines begin that are kept

_Found = tuple[Any, Key | None, bool]  # an event, its key, whether true or false is or belongs in it


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
        return [event_of(part, self.file, line) if isinstance(part, bytes) else part for part, line in lines]


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
        with opened(Path(source), file) as stream:
            yield from _Reader(stream, file).records()
    else:
        yield from _Reader(source, name or "standard input").records()


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


class _Reader(Lines):
    """Reads one stream; `known` are short lines that came before, already parsed, `game` the last that was begun."""

    def __init__(self, stream: BinaryIO, file: str) -> None:
        super().__init__(stream, file)
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
        for raw in self.lines():
            if game is not None:
                game.size += len(raw)
                if game.size > LARGEST_GAME:
                    self.fail(f"expected a game of at most {LARGEST_GAME:,} bytes; this one is longer")
            found = known.get(raw)
            if found is None:
                if raw.startswith(POSITION) and game is not None and len(game.found) < MOST_EVENTS:
                    game.found.append((raw, None, False))
                    game.lines.append(self.line)
                    continue
                found = self._parsed(raw)
            word = found[0]["event"]
            if word not in HEADS:
                if game is None:
                    self.fail(f"expected a line of event game; got {shown(word)}")
                if len(game.found) == MOST_EVENTS:
                    self.fail(f"expected at most {MOST_EVENTS:,} events in a game; this one has more")
                game.found.append(found)
                game.lines.append(self.line)
                continue
            if game is not None:
                yield game.record(self.file, self.line)
            if word == "configuration":
                first = game is None and configuration is None
                configuration = of_pacts(self.configuration(found[0], first=first), "this record's reader")
            else:
                games += 1
                header = self.checked(GameLine, found[0])
                self.game = game = _Game(games, configuration, header, self.line)
        if game is None:
            raise self.no_record()
        yield game.record(self.file, self.line + 1)

    def _parsed(self, raw: bytes) -> _Found:
        event = event_of(raw, self.file, self.line)
        doubtful = b"true" in raw or b"false" in raw or event["event"] == "end" or "passive" in event
        found = (event, key_of(event), doubtful)
        if len(raw) <= SHORT_LINE and len(self.known) < MOST_KNOWN:
            self.known[raw] = found
        return found


__all__ = ["POSITION", "Record", "read_records"]
