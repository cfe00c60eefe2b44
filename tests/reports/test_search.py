"""Searching a run: counts against hand-made games and against the tallies of real ones, and how rarity is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

import numpy as np
import polars as pl
import pytest

from balance.config.pacts.words import WORDS
from balance.engine.system import Cell, CellTally, Columns, GameRows, PolicyHandle, RuleSystem
from balance.errors import RunFolderError
from balance.loading import engine_of
from balance.reports.replay.search import SHARED, Search, known_columns, search
from balance.reports.replay.where import parse
from balance.sweep.store import tally_frame
from tests.support import shipped

COLUMNS = Columns(seats=("seelie", "unseelie"), setting="layout")
DRAGONS = Cell(("dragons", "kelpies"), "standard", ("greedy", "greedy"))
KELPIES = Cell(("kelpies", "dragons"), "standard", ("greedy", "greedy"), bid=-2)
# Final margin and margin after round 3 of every game.
GAMES = {
    DRAGONS: [(4, 3), (-1, 6), (0, -2), (0, 5), (-9, -4), (2, 0)],
    KELPIES: [(-3, 1), (7, 7), (0, 0), (12, -8)],
}


class Written:
    """A rule system whose games are written down."""

    columns = COLUMNS

    def __init__(self, tie: float) -> None:
        self.tie = tie
        self.asked: list[tuple[Cell, int]] = []

    def games(self, cells: Sequence[Cell], _: Any, first_game: int, games: int) -> list[GameRows]:
        self.asked += [(cell, first_game + game) for cell in cells for game in range(games)]
        rows = []
        for cell in cells:
            told = np.array(GAMES[cell][first_game : first_game + games], np.int16).reshape(-1, 2)
            share = np.choose(np.sign(told[:, 0]) + 1, [0.0, self.tie, 1.0])
            rows.append(GameRows(cell, first_game, told[:, 0], share, {"margin_after_round_3": told[:, 1]}))
        return rows


def tallies(games: Mapping[Cell, Sequence[tuple[int, int]]] = GAMES, *, tie: float = 1.0) -> pl.DataFrame:
    """Return the tallies of written games."""
    found = []
    for cell, told in games.items():
        margins = [margin for margin, _ in told]
        low = min(margins)
        counts = np.bincount(np.array(margins) - low)
        ties = margins.count(0)
        wins = sum(margin > 0 for margin in margins) + (ties if tie == 1.0 else 0)
        found.append(CellTally(cell, len(told), wins, ties, low, counts))
    return tally_frame(found, COLUMNS)


def found(where: str, *, tie: float = 1.0, **options: Any) -> tuple[Search, list[tuple[str, int]]]:
    """Return a search of the written games, and what it found as Seelie's faction and number of the game, sorted."""
    frame = tallies(tie=tie)
    condition = parse(where, known_columns(frame, COLUMNS, WORDS))
    tie_to = {1.0: "seelie", 0.0: "unseelie", 0.5: SHARED}[tie]
    system = cast("RuleSystem", Written(tie))
    result = search(system, {}, frame, condition, tie_to=tie_to, **options)
    return result, sorted((game.cell.contestants[0], game.game) for game in result.found)


@pytest.mark.parametrize(
    ("where", "games"),
    [
        ("margin > 3", [("dragons", 0), ("kelpies", 1), ("kelpies", 3)]),
        ("lead < 0", [("dragons", 2), ("dragons", 4), ("kelpies", 3)]),
        # Ahead by 6 and lost by 1; behind by 2 and won the tie-break; ahead by 1 and lost; behind by 8 and won.
        ("round 3 lead lost", [("dragons", 1), ("dragons", 2), ("kelpies", 0), ("kelpies", 3)]),
        ("tie_break and lead > 0", [("dragons", 3)]),
        ('winner == "unseelie" and lead != 99', [("dragons", 1), ("dragons", 4), ("kelpies", 0)]),
        ('seelie == "kelpies" and lead > 0', [("kelpies", 0), ("kelpies", 1)]),
        ('bid == 2 and bid_to == "unseelie" and lead == 0', [("kelpies", 2)]),
    ],
)
def test_the_games_found_are_those_that_fulfil_the_condition(
    where: str, games: list[tuple[str, int]]
) -> None:
    result, told = found(where)
    assert told == games
    assert result.matches == len(games)


def test_a_lead_is_lost_when_the_other_side_gets_the_tie_or_it_is_shared() -> None:
    assert found("round 3 lead lost and margin == 0", tie=1.0)[1] == [("dragons", 2)]  # Unseelie led
    assert found("round 3 lead lost and margin == 0", tie=0.0)[1] == [("dragons", 3)]  # Seelie led
    assert found("round 3 lead lost and margin == 0", tie=0.5)[1] == [("dragons", 2), ("dragons", 3)]


def test_what_the_tallies_tell_is_counted_from_them_and_the_scan_ends_with_the_first() -> None:
    result, told = found("tie_break", first=1)
    assert (result.exact, len(told)) == (3, 1)
    assert result.rarity() == "3 of 10 games (30%)"
    result, told = found('winner == "seelie"')
    assert result.exact == 7  # margins 4, 0, 0 and 2; 7, 0 and 12
    assert told


def test_cells_that_hold_none_by_their_tally_are_not_played() -> None:
    frame, system = tallies(), Written(1.0)
    condition = parse("margin == 12", known_columns(frame, COLUMNS, WORDS))
    result = search(cast("RuleSystem", system), {}, frame, condition, tie_to="seelie")
    assert {cell for cell, _ in system.asked} == {KELPIES}
    assert [found.game for found in result.found] == [3]
    assert result.rarity() == "1 of 10 games (10%)"


def test_cells_whose_names_do_not_fit_are_not_played() -> None:
    frame, system = tallies(), Written(1.0)
    condition = parse('seelie == "dragons" and lead > 0', known_columns(frame, COLUMNS, WORDS))
    result = search(cast("RuleSystem", system), {}, frame, condition, tie_to="seelie")
    assert {cell for cell, _ in system.asked} == {DRAGONS}
    assert sorted(game for _, game in system.asked) == list(range(6))
    assert (result.cells, result.games, result.scanned, result.matches) == (1, 6, 6, 3)
    assert result.rarity() == "3 of 6 games (50%)"


@pytest.mark.parametrize("games", [1, 3, 7, 10, 11])
def test_a_limited_scan_plays_so_many_games_each_once_and_says_so(games: int) -> None:
    frame, system = tallies(), Written(1.0)
    condition = parse("lead > 100", known_columns(frame, COLUMNS, WORDS))
    result = search(cast("RuleSystem", system), {}, frame, condition, tie_to="seelie", games=games)
    assert result.scanned == len(set(system.asked)) == len(system.asked) == min(games, 10)
    assert result.complete == (games >= 10)


def test_no_further_games_are_scanned_when_the_time_is_over() -> None:
    frame, system, clock = tallies(), Written(1.0), iter([0.0, 1.0, 2.0, *[3.0] * 100])
    condition = parse("lead > 100", known_columns(frame, COLUMNS, WORDS))
    result = search(
        cast("RuleSystem", system),
        {},
        frame,
        condition,
        tie_to="seelie",
        seconds=2.5,
        clock=lambda: next(clock),
    )
    assert 0 < result.scanned == len(system.asked) < 10
    assert result.rarity().startswith(f"none of the first {result.scanned} games scanned (of 10); ")


def test_rarity_is_exact_for_all_games_and_an_interval_for_a_part() -> None:
    assert Search(540_576, 1, scanned=540_576, matches=412).rarity() == "412 of 540,576 games (1 in 1,312)"
    assert (
        Search(540_576, 1, exact=412, scanned=32, matches=10).rarity() == "412 of 540,576 games (1 in 1,312)"
    )
    assert Search(500, 1, scanned=500).rarity() == "none of 500 games"
    assert Search(0, 0).rarity() == "no game of the run has these names"
    # Wilson's interval of 10 in 1,000 at 95% is 0.544% to 1.831%: (z = 1.959964) 1 in 184 and 1 in 55.
    part = Search(540_576, 1, scanned=1_000, matches=10)
    assert part.rarity() == (
        "10 of the first 1,000 games scanned (of 540,576): 1 in 100, very likely (95%) between 1 in 184 and 1 in 55"
    )
    # Of 0 in 1,000 it ends at z²/(n + z²) = 3.8415 / 1003.8415 = 1 in 261.
    assert Search(540_576, 1, scanned=1_000).rarity() == (
        "none of the first 1,000 games scanned (of 540,576); very likely (95%) rarer than 1 in 261"
    )


def test_games_that_come_out_otherwise_than_the_tally_are_refused() -> None:
    other = tallies({**GAMES, DRAGONS: [(5, 3), *GAMES[DRAGONS][1:3], (1, 5), *GAMES[DRAGONS][4:]]})
    condition = parse("lead > 0", known_columns(other, COLUMNS, WORDS))
    with pytest.raises(
        RunFolderError, match=r"'dragons\|kelpies\|.*has 1 games with equal scores .* but 2 when"
    ):
        search(cast("RuleSystem", Written(1.0)), {}, other, condition, tie_to="seelie")


@pytest.fixture(scope="module")
def real() -> tuple[RuleSystem, dict[str, PolicyHandle], pl.DataFrame]:
    """Return the engine, a policy and the tallies of 75 games in each of six cells."""
    system, handles = engine_of(shipped(), ["random"], say=lambda _: None)
    cells = [
        Cell((one, other), layout, ("random", "random"), bid)
        for one, other, bid in (
            ("dragons", "kelpies", 0),
            ("sluagh", "fir bolg", 3),
            ("banshees", "selkies", -2),
        )
        for layout in ("standard", "random")
    ]
    return system, handles, tally_frame(system.play(cells, handles, 0, 75), system.columns)


def test_counts_agree_with_the_tallies_of_real_games(
    real: tuple[RuleSystem, dict[str, PolicyHandle], pl.DataFrame],
) -> None:
    system, handles, frame = real
    # The lead is always within a thousand points, so the second half makes the search play every game.
    for where, expected in (
        ("tie_break", int(frame["ties"].sum())),
        ('winner == "seelie"', int(frame["seelie_wins"].sum())),
    ):
        played = parse(f"{where} and abs(lead) < 1000", known_columns(frame, system.columns, WORDS))
        tallied = parse(where, known_columns(frame, system.columns, WORDS))
        result = search(system, handles, frame, played, tie_to="seelie", games=10_000)
        assert (result.exact, result.scanned, result.matches) == (None, 6 * 75, expected)
        assert search(system, handles, frame, tallied, tie_to="seelie", first=1).exact == expected


def test_what_is_found_does_not_depend_on_the_number_of_threads(
    real: tuple[RuleSystem, dict[str, PolicyHandle], pl.DataFrame],
) -> None:
    system, handles, frame = real
    condition = parse("round 3 lead lost", known_columns(frame, system.columns, WORDS))
    one, two = (
        search(system, handles, frame, condition, tie_to="seelie", games=200, jobs=jobs) for jobs in (1, 2)
    )
    assert one.found
    assert one.scanned == 200
    assert (one.found, one.scanned, one.matches) == (two.found, two.scanned, two.matches)


def test_a_game_that_was_found_is_that_game(
    real: tuple[RuleSystem, dict[str, PolicyHandle], pl.DataFrame],
) -> None:
    system, handles, frame = real
    condition = parse("margin < 0 and lead > 0", known_columns(frame, system.columns, WORDS))
    for game in search(system, handles, frame, condition, tie_to="seelie", first=3).found:
        outcome = system.outcome(game.cell, handles, game.game)
        assert outcome.scores[0] - outcome.scores[1] == game.margin < 0
        assert game.lead is not None
        assert game.lead > 0
        assert outcome.winner == 1


class Many:
    """A rule system of many cells: under one policy every game has a lead of 1, under the other none has."""

    columns = COLUMNS

    def __init__(self) -> None:
        self.asked: list[tuple[Cell, int]] = []

    def games(self, cells: Sequence[Cell], _: Any, first_game: int, games: int) -> list[GameRows]:
        self.asked += [(cell, first_game + game) for cell in cells for game in range(games)]
        one = np.ones(games)
        return [
            GameRows(
                cell,
                first_game,
                one.astype(np.int16),
                one,
                {"margin_after_round_3": (one * (cell.policies[0] == "greedy")).astype(np.int16)},
            )
            for cell in cells
        ]


def many(games: Mapping[str, int]) -> pl.DataFrame:
    """Return the tallies of 100 cells of each policy, with so many games each; those of a policy come together."""
    cells = [
        CellTally(
            Cell((f"a{number}", f"b{number}"), "standard", (name, name)), each, each, 0, 1, np.array([each])
        )
        for name, each in games.items()
        for number in range(100)
    ]
    return tally_frame(cells, COLUMNS)


@pytest.mark.parametrize("games", [100, 500, 1_000, 3_000])
@pytest.mark.parametrize("sizes", [{"greedy": 50, "random": 50}, {"random": 20, "greedy": 80}])
def test_a_part_of_a_run_is_like_the_whole_so_its_interval_holds_the_true_share(
    games: int, sizes: dict[str, int]
) -> None:
    frame, system = many(sizes), Many()
    condition = parse("lead == 1", known_columns(frame, COLUMNS, WORDS))
    result = search(cast("RuleSystem", system), {}, frame, condition, tie_to="seelie", games=games)
    assert result.scanned == len(set(system.asked)) == games
    low, high = result.interval()
    assert low <= sizes["greedy"] / 100 <= high
    # not half of the cells in full and the others not at all
    assert len({cell for cell, _ in system.asked}) >= 0.5 * min(games, 200)


def test_a_scan_that_time_cuts_short_is_like_the_whole_too() -> None:
    frame = many({"greedy": 500, "random": 500})
    condition = parse("lead == 1", known_columns(frame, COLUMNS, WORDS))
    for batches in (60, 100, 140):
        ticks = iter([0.0] * (batches + 1) + [100.0] * 1000)

        def clock(ticks: Iterator[float] = ticks) -> float:
            return next(ticks)

        result = search(cast("RuleSystem", Many()), {}, frame, condition, tie_to="seelie", clock=clock)
        assert 0 < result.scanned < result.games
        assert abs(result.matches / result.scanned - 0.5) < 0.1
