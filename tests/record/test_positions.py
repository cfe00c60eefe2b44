"""Positions are checked as lines: every one as the writer writes it, and none that is wrong in any way gets through."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from balance import policies
from balance.config.pacts import Configuration
from balance.config.pacts.load import configuration_from
from balance.engine.pacts.record import write, wrong
from balance.engine.pacts.record.events import Teller
from balance.engine.pacts.record.headers import cell_of
from balance.engine.pacts.record.path import Path
from balance.engine.pacts.record.positions import LineTeller
from balance.engine.pacts.record.read import POSITION, Record, read_records
from balance.engine.pacts.record.verify import Verifier
from balance.engine.system import Cell
from tests.record.files import in_line, line_of, record, refusal, verdict_on, whole
from tests.record.games import Line, Table, as_bytes, checked
from tests.support import shipped, with_rulings

REGIONS = {
    "top-left": "100% 'oak'",
    "top-right": "%d%b%%",
    "center": "Ödland: ☃ 0",
    "bottom-left": "back\\slash / {true}",
    "bottom-right": "😀 false",
}
PAIRS = [
    ("fomorians", "kelpies"),
    ("dragons", "fomorians"),
    ("banshees", "changelings"),
    ("kelpies", "dragons"),
]


def renamed(value: Any) -> Any:
    """Return data with other names of regions, as keys and as values."""
    if isinstance(value, dict):
        return {renamed(key): renamed(part) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part) for part in value]
    return REGIONS.get(value, value) if isinstance(value, str) else value


def hostile() -> Configuration:
    return configuration_from(renamed(shipped().contents()), policies=policies.weights("pacts"))


def games(table: Table) -> list[list[Line]]:
    """Return a game of each pair on each of two layouts, on one of them with random regions."""
    generator = np.random.default_rng(2)
    cells = [Cell(pair, layout, ("a", "b"), 3) for pair in PAIRS for layout in ("standard", "random")]
    return [table.record(cell, number, generator) for number, cell in enumerate(cells)]


def kept(record: Record) -> list[bytes]:
    return [given for given in record.given if isinstance(given, bytes)]


def told(record: Record, verifier: Verifier) -> Iterator[bytes]:
    """Yield the positions that are told when a record is checked."""
    header = record.header
    pair = verifier.pair(header.seelie.faction, header.unseelie.faction, header.layout)
    tiles = record.events[0]["tiles"].values() if pair.random else ()
    box = list(pair.names.tiles)
    start, _ = pair.start(cell_of(header).bid, [box.index(label) for label in tiles] or None)
    numbers, deals, _ = pair.moves(record)
    path = Path(start.states, pair.rules, pair.teller.calm, numbers, deals)
    for step in range(path.steps):
        parts: list[Any] = pair.teller.move(path, step)
        yield from (part for part in parts if isinstance(part, bytes))


@pytest.mark.parametrize(
    "configuration",
    [
        shipped(),
        with_rulings(shipped(), removed_cubes="out_of_game", removed_tile_swaps="as_zero"),
        with_rulings(shipped(), setup_cubes="one_center_two_bottom", removal_colour="opposing"),
        hostile(),
    ],
    ids=["default rulings", "cubes out of the game", "other rulings", "odd names of regions"],
)
def test_positions_are_told_as_the_writer_writes_them(
    configuration: Configuration, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(configuration)
    written = games(table)
    content = as_bytes(line for game in written for line in game)
    gone = 0
    for game, found in zip(written, _read(content), strict=True):
        positions = [line for line in game if line["event"] == "position"]
        lines = [write.lines([line]).encode().removesuffix(b"\n") for line in positions]
        assert len(lines) > 12
        assert kept(found) == lines
        assert list(told(found, table.verifier)) == lines
        assert found.events == game[1:]
        gone += any(None in line["tiles"].values() for line in positions)
    assert gone > 0  # fomorians took a tile
    # nothing is left for the slow way, which is shut here
    monkeypatch.setattr(wrong, "first_wrong", None)
    assert [verdict.text for verdict in checked(table.verifier, content)] == [""] * len(written)


def _read(content: bytes) -> Iterator[Record]:
    return read_records(io.BytesIO(content), name="f")


def test_quotes_and_line_ends_in_names_are_written_as_json() -> None:
    table = Table(shipped())
    (game,) = _read(as_bytes(games(table)[0]))
    pair = table.verifier.pair(*PAIRS[0], "standard")
    numbers, deals, _ = pair.moves(game)
    path = Path(pair.start(3, None)[0].states, pair.rules, pair.teller.calm, numbers, deals)
    regions = ('"', "\n", "\\", '%s"%', "é\x7f", "\u2028")
    names = replace(pair.names, regions=regions, tiles=tuple(f'"{label}%d' for label in pair.names.tiles))
    tellers = Teller(pair.rules, names), LineTeller(pair.rules, names)
    events, lines = ([p for n in range(path.steps) for p in teller.move(path, n)] for teller in tellers)
    assert sum(isinstance(line, bytes) for line in lines) > 12
    for event, line in zip(events, lines, strict=True):
        assert line == (as_bytes([event]).rstrip() if event["event"] == "position" else event)


def test_positions_of_other_editors_among_those_of_the_writer_hold() -> None:
    changes: list[Callable[[bytes], bytes]] = [
        lambda line: line.replace(b'": ', b'":'),
        lambda line: b" " + line,
        lambda line: line.replace(b'"score": ', b'"score" : '),
        lambda line: line.replace(b"top-left", b"top\\u002dleft"),
        lambda line: json.dumps(dict(reversed(json.loads(line).items()))).encode(),
    ]
    for change in changes:
        content = in_line("position", change)
        assert content != whole()
        assert verdict_on(content) == ""


def _places(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _places(part, (*path, key))
    else:
        yield path


def _changed(value: Any, path: tuple[str, ...], new: Any) -> Any:
    if not path:
        return new
    return {key: _changed(part, path[1:], new) if key == path[0] else part for key, part in value.items()}


def test_a_position_with_any_one_field_changed_is_named_with_that_field() -> None:
    position = next(line for line in record() if line["event"] == "position")
    places = [place for place in _places(position) if place != ("event",)]
    assert len(places) == 2 * 6 + 2 + 2 + 6  # cubes, supply, score, tiles
    for place in places:
        old: Any = position
        for key in place:
            old = old[key]
        for new in (None, "9/9") if isinstance(old, str) else (old + 1, bool(old), "1", None):
            line = as_bytes([_changed(position, place, new)]).rstrip()
            assert line.startswith(POSITION)
            text = verdict_on(in_line("position", lambda _, line=line: line))  # type: ignore[misc]
            assert text.startswith(f"f:{line_of('position')}: position: {'.'.join(place)}: expected "), text


def test_a_position_with_a_key_more_or_less_is_named() -> None:
    def without(line: bytes) -> bytes:
        return line.replace(b'"supply": {"seelie"', b'"supply": {"seeli"')

    for change, message in (
        (lambda line: line[:-1] + b', "more": 1}', "more: unknown key 'more'"),
        (lambda line: line.replace(b'"score"', b'"scores"'), "score"),
        (without, "supply"),
    ):
        text = verdict_on(in_line("position", change))
        assert text.startswith(f"f:{line_of('position')}: position: ")
        assert message in text


BROKEN: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda line: line[:-1], "not valid JSON: expecting ',' delimiter at character "),
    (lambda line: line + line, "not valid JSON: extra data at character "),
    (lambda line: line.replace(b'"score"', b"score"), "not valid JSON: "),
    (lambda line: POSITION, "not valid JSON: "),
    (lambda line: line.replace(b"{", b'{"event": "position", ', 1), "key 'event' is given twice"),
    (lambda line: line[:-1] + b', "event": "end"}', "key 'event' is given twice"),
    (lambda line: line.replace(b'"score": {', b'"score": {"seelie": 0, '), "key 'seelie' is given twice"),
    (
        lambda line: line.replace(b'"score": {', b'"score": {"se\\u0065lie": 0, '),
        "key 'seelie' is given twice",
    ),
    (lambda line: line.replace(b": 0", b": 0.0", 1), "expected whole numbers; got 0.0"),
    (lambda line: line.replace(b": 0", b": NaN", 1), "expected whole numbers; got NaN"),
    (lambda line: line.replace(b": 0", b": " + b"9" * 5000, 1), "expected a number of fewer digits"),
    (lambda line: line.replace(b": 0", b": " + b"[" * 5000, 1), "nested too deep"),
    (lambda line: line.replace(b"center", b"c\xffnter", 1), "expected UTF-8 text; got byte 0xff"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN)
def test_a_position_that_is_no_event_is_refused_whatever_else_is_wrong(
    change: Callable[[bytes], bytes], message: str
) -> None:
    content = in_line("position", change)
    assert content != whole()
    expected = f"f:{line_of('position')}: {message}"
    lines = content.splitlines(keepends=True)
    assert refusal(content).startswith(expected)
    # a line behind it that is no event either, too many events, a move that is not legal before it, a wrong header
    assert refusal(content + b"{\n").startswith(expected)
    assert refusal(content + lines[-2] * 5000).startswith(expected)
    assert refusal(content.replace(b'"token_pile": [', b'"token_pile": [7, ', 1)).startswith(expected)
    assert refusal(content.replace(b'"layout": "standard"', b'"layout": "standart"', 1)).startswith(expected)
    # the game behind it has a header that is none
    assert refusal(content + b'{"event": "game"}\n').startswith(expected)


def test_a_position_before_any_game_is_refused() -> None:
    position = whole().splitlines(keepends=True)[line_of("position") - 1]
    assert refusal(position + whole()) == "f:1: expected a line of event game; got 'position'"
    assert refusal(position[:-3] + b"\n" + whole()).startswith("f:1: not valid JSON: ")


def test_a_position_behind_the_most_events_is_parsed_before_it_is_one_too_many() -> None:
    lines = whole().splitlines(keepends=True)
    position = lines[line_of("position") - 1]
    flood = b"".join([*lines[:2], *[position] * 5000])
    assert refusal(flood + position) == "f:5003: expected at most 5,000 events in a game; this one has more"
    assert refusal(flood + position[:-3] + b"\n").startswith("f:5003: not valid JSON: ")
