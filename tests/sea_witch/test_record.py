"""Records of games: what the loop played, told again from decisions and chance alone, and what is wrong with others."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from balance import policies
from balance.engine.sea_witch.system import SeaWitchSystem
from balance.engine.system import Cell, PolicyHandle
from balance.errors import RecordError
from tests.sea_witch.tables import shipped

CELL = Cell(("play early", "hoard"), "three", ("greedy", "greedy"))


@cache
def system() -> SeaWitchSystem:
    return SeaWitchSystem(shipped())


@cache
def handles() -> dict[str, PolicyHandle]:
    return {name: policies.handle("sea_witch", name, {}) for name in ("random", "greedy")}


@cache
def recorded() -> str:
    return json.dumps(system().record(CELL, handles(), 1))


@pytest.mark.parametrize("name", shipped().settings)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_record_is_the_game_that_the_loop_played(name: str, policy: str) -> None:
    cell = Cell(("only worthwhile", "discard first"), name, (policy, policy))
    (rows,) = system().games([cell], handles(), 0, 3)
    for game in range(3):
        record = system().record(cell, handles(), game)
        end = record[-1]
        assert end["margin"] == end["scores"][0] - end["scores"][1] == rows.margins[game]
        assert system().retold(record[0], record[1:]) == record[1:]


def test_the_players_seat_goes_round_the_table() -> None:
    starts = [system().record(CELL, handles(), game)[1] for game in range(6)]
    assert [start["player"] for start in starts] == [0, 1, 2, 0, 1, 2]
    assert all(start["opponent"] != start["player"] for start in starts)


def test_every_other_seat_is_the_opponent_now_and_then() -> None:
    starts = [system().record(CELL, handles(), game)[1] for game in range(0, 36, 3)]
    assert {start["opponent"] for start in starts} == {1, 2}


def changed(change: Callable[[list[dict[str, Any]]], None]) -> list[dict[str, Any]]:
    """Return a record with something changed."""
    record: list[dict[str, Any]] = json.loads(recorded())
    change(record)
    return record


def first(record: list[dict[str, Any]], **wanted: Any) -> dict[str, Any]:
    """Return the first event that has these values."""
    return next(event for event in record if all(event.get(key) == value for key, value in wanted.items()))


def play_what_is_not_held(record: list[dict[str, Any]]) -> None:
    event = first(record, decision="play a card")
    event["action"] = "Dragon" if event["action"] != "Dragon" else "Ogre"


def swap_cards(record: list[dict[str, Any]]) -> None:
    record[1]["deck"][0] = "Seventh Heaven"


def stop_early(record: list[dict[str, Any]]) -> None:
    del record[40:]


def no_start(record: list[dict[str, Any]]) -> None:
    del record[1]


def same_seats(record: list[dict[str, Any]]) -> None:
    record[1]["opponent"] = record[1]["player"]


def not_a_list(record: list[dict[str, Any]]) -> None:
    record[1]["deck"] = "Dragon"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (play_what_is_not_held, r"event \d+: expected one of "),
        (swap_cards, "start: expected the 64 cards of the playing deck; got Seventh Heaven too many"),
        (stop_early, "the record ends where the game waits for "),
        (no_start, "expected the event start first; got 'turn'"),
        (same_seats, "start: expected two different seats from 0 to 2"),
        (not_a_list, "start: expected two seats as numbers, and deck and pacts as lists of names"),
    ],
)
def test_an_impossible_record_is_told(change: Callable[[list[dict[str, Any]]], None], message: str) -> None:
    record = changed(change)
    with pytest.raises(RecordError, match=message):
        system().retold(record[0], record[1:])


def test_a_record_whose_points_were_changed_is_told_otherwise() -> None:
    def richer(record: list[dict[str, Any]]) -> None:
        record[-1]["points"][0] += 1

    record = changed(richer)
    before = copy.deepcopy(record)
    assert system().retold(record[0], record[1:]) != record[1:]
    assert record == before


def test_the_text_tells_the_game_in_the_words_of_the_rules() -> None:
    record = json.loads(recorded())
    text = system().record_text(record)
    assert text.startswith("3 players: ")
    assert "play early, greedy" in text
    assert "hoard, greedy" in text
    assert (
        f"Setting cards {record[1]['setting_a']} and {record[1]['setting_b']}; a pact held at the end costs 3 VP."
        in text
    )
    assert "Turn 1, seat 1 (54 cards left in the deck): hand " in text
    plays = sum(event.get("decision") == "play a card" for event in record)
    assert sum(" plays " in line and "pact" not in line.split(":")[0] for line in text.splitlines()) == plays
    assert "The game ends: seat 1 " in text
