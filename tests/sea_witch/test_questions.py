"""Which tables and conducts the questions are about, on runs made by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest

from balance.stats.questions import Played
from balance.stats.questions.played import Counted
from balance.stats.sea_witch.conducts import alone, best_conducts
from balance.stats.sea_witch.tables import strongest, usual_tables

USUAL: Mapping[str, Any] = {"three": {"players": 3}, "free": {"players": 3, "penalty": 0}}


def made(
    wins: Mapping[str, Mapping[str, int]], tables: Mapping[str, Any] = USUAL, games: int = 1000
) -> Played:
    """Return a run of 1,000 games a cell: table → conduct → wins of it against each other one, in either seat."""
    conducts = list(next(iter(wins.values())))
    cells = {}
    for table, own in wins.items():
        for first in conducts:
            for second in conducts:
                if first != second:
                    won = own[first] if first < second else games - own[second]
                    cells[first, second, table, ("g", "g")] = Counted(
                        games, won, 0, {1: won, -1: games - won}, {}
                    )
    manifest = {
        "columns": {"seats": ["player", "opponent"], "setting": "table"},
        "contestants": conducts,
        "settings": list(wins),
        "headline": ["g", "g"],
        "configuration": {
            "game": {"pact_decks": {"box": {}, "hard": {}}, "penalty": {"value": 3}},
            "tables": dict(tables),
        },
    }
    played = Played(manifest, pl.DataFrame(), pl.DataFrame())
    played.__dict__["counted"] = cells
    return played


def test_the_strongest_conduct_is_that_of_the_tables_whose_numbers_are_shown() -> None:
    played = made({"three": {"a": 550, "b": 450}, "free": {"a": 100, "b": 900}})
    assert usual_tables(played) == ("three",)
    assert strongest(played) == "a"  # over both tables b has won 67.5 in 100


def test_without_usual_tables_those_like_the_first_are_taken_and_no_others() -> None:
    tables = {
        "free": {"players": 3, "penalty": 0},
        "dear": {"players": 3, "penalty": 5},
        "two": {"players": 2, "penalty": 0},
    }
    played = made({key: {"a": 500, "b": 500} for key in tables}, tables)
    assert usual_tables(played) == ("free", "two")


@pytest.mark.parametrize(("tables", "ahead"), [(1, True), (12, False)])
def test_who_is_ahead_anywhere_is_told_with_all_tables_in_mind(tables: int, ahead: bool) -> None:
    # Over both seats 2,000 games: 52.7 in 100 is 2.4 errors above even, enough for one table (1.96), not for 12 (2.9).
    # All others are even.
    names = [f"t{number}" for number in range(tables)]
    played = made(
        {name: {"a": 527 if name == "t0" else 500, "b": 500} for name in names},
        {key: {"players": 2} for key in names},
    )
    assert (best_conducts(played).sentences[0] == "A is ahead of all others at table t0.") is ahead


def test_what_a_lone_player_gains_anywhere_is_told_with_all_tables_in_mind() -> None:
    # a alone among b wins 54 of 100 in 1,000 games: 2.5 errors. At one table of two conducts 2.2 are enough, at 12 not.
    def holds(tables: int) -> bool:
        names = [f"t{number}" for number in range(tables)]
        wins = {name: {"a": 540, "b": 460} for name in names}
        return "not settled" in " ".join(alone(made(wins, {key: {"players": 3} for key in names})).sentences)

    assert (holds(1), holds(12)) == (False, True)
