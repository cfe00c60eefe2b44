"""A game replayed step by step is the game that the loop played; how games are cut up changes nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

import numpy as np
import pytest

from balance import policies
from balance.engine.pacts.system import PactsSystem
from balance.engine.system import Cell, CellTally, PolicyHandle
from tests.support import shipped, with_rulings

GAMES = 20
CELLS = [
    Cell(("dragons", "kelpies"), "standard", ("greedy", "greedy")),
    Cell(("cu sidhe", "fomorians"), "random", ("greedy", "random")),
    Cell(("fir bolg", "selkies"), "mirrored", ("random", "greedy"), 5),
    Cell(("banshees", "changelings"), "heavy-left", ("random", "random"), -3),
    Cell(("sluagh", "fir bolg"), "late-center", ("random", "random"), -28),
    Cell(("changelings", "banshees"), "random", ("greedy", "greedy"), 1),
]
NAMES = ["|".join([*cell.contestants, *cell.policies, str(cell.bid)]) for cell in CELLS]


@cache
def handles() -> dict[str, PolicyHandle]:
    return {name: policies.handle("pacts", name, {}) for name in ("random", "greedy")}


@cache
def system(tie_break: str = "seelie") -> PactsSystem:
    return PactsSystem(with_rulings(shipped(), tie_break=tie_break))


def margins(tally: CellTally) -> Counter[int]:
    """Return how many games ended with each margin."""
    return Counter({tally.margin_offset + i: int(n) for i, n in enumerate(tally.margin_counts) if n})


def facts(tallies: Iterable[CellTally]) -> Counter[tuple[str, str, str]]:
    """Return all facts of some tallies added up."""
    added: Counter[tuple[str, str, str]] = Counter()
    for tally in tallies:
        for row in tally.facts:
            for what in ("games", "wins", "total"):
                added[row.fact, row.key, what] += getattr(row, what)
    return added


@pytest.mark.parametrize("tie_break", ["seelie", "unseelie", "shared"])
@pytest.mark.parametrize("cell", CELLS, ids=NAMES)
def test_replaying_every_game_of_a_cell_reproduces_its_tally(cell: Cell, tie_break: str) -> None:
    games = GAMES if tie_break == "seelie" else 8
    tally = system(tie_break).play([cell], handles(), 0, games)[0]
    outcomes = [system(tie_break).outcome(cell, handles(), game) for game in range(games)]
    assert tally.games == games
    assert tally.wins == sum(outcome.winner == 0 for outcome in outcomes)
    assert tally.ties == sum(outcome.scores[0] == outcome.scores[1] for outcome in outcomes)
    assert margins(tally) == Counter(outcome.scores[0] - outcome.scores[1] for outcome in outcomes)
    for outcome in outcomes:
        lead = np.sign(outcome.scores[0] - outcome.scores[1])
        at_a_tie = {"seelie": 0, "unseelie": 1, "shared": None}[tie_break]
        assert outcome.winner == {1: 0, -1: 1, 0: at_a_tie}[int(lead)]
        assert outcome.tie_break == (lead == 0)


@pytest.mark.parametrize("cell", CELLS[:4], ids=NAMES[:4])
def test_the_text_of_a_game_ends_in_its_outcome(cell: Cell) -> None:
    for game in range(6):
        text = system().text(cell, handles(), game)
        outcome = system().outcome(cell, handles(), game)
        stated = re.search(r"^Final score: Seelie (\d+), Unseelie (\d+)\.$", text, re.MULTILINE)
        assert stated is not None
        assert (int(stated[1]), int(stated[2])) == outcome.scores
        winner = ("Seelie", "Unseelie")[int(outcome.winner or 0)]
        why = " by the tie-break" if outcome.tie_break else ""
        assert text.splitlines()[-1] == f"{winner} wins{why}."
        assert [line for line in text.splitlines() if line.startswith("Round ")] == [
            f"Round {n}" for n in range(1, 7)
        ]


def test_the_text_of_a_game_with_a_bid_tells_of_the_auction() -> None:
    text = system().text(CELLS[2], handles(), 0)
    assert "Auction: Seelie places 5 cubes" in text
    assert text.count("Seelie places a cube in") == 5


@pytest.mark.parametrize("cell", CELLS, ids=NAMES)
def test_results_do_not_depend_on_how_games_are_cut_up(cell: Cell) -> None:
    whole = system().play([cell], handles(), 0, 20)[0]
    parts = [
        system().play([cell], handles(), first, games)[0] for first, games in ((0, 10), (10, 3), (13, 7))
    ]
    assert whole.games == sum(part.games for part in parts)
    assert whole.wins == sum(part.wins for part in parts)
    assert whole.ties == sum(part.ties for part in parts)
    assert margins(whole) == sum(map(margins, parts), Counter())
    assert facts([whole]) == facts(parts)


def test_results_do_not_depend_on_which_cells_are_played_together() -> None:
    cells = [
        Cell(("dragons", "sluagh"), "standard", ("random", "random")),
        Cell(("selkies", "kelpies"), "random", ("random", "random"), 2),
        Cell(("fir bolg", "cu sidhe"), "mirrored", ("random", "random"), -4),
    ]
    together = system().play(cells, handles(), 5, 10)
    for cell, tally in zip(cells, together, strict=True):
        alone = system().play([cell], handles(), 5, 10)[0]
        assert (tally.cell, tally.wins, tally.ties) == (cell, alone.wins, alone.ties)
        assert margins(tally) == margins(alone)
        assert facts([tally]) == facts([alone])


def test_cells_of_other_names_play_other_games() -> None:
    cells = [
        Cell(("dragons", "kelpies"), setting, ("random", "random"), bid)
        for setting, bid in (("standard", 0), ("standard", 1), ("random", 0))
    ]
    scores = {tuple(system().outcome(cell, handles(), game).scores for game in range(8)) for cell in cells}
    assert len(scores) == len(cells)


@pytest.mark.parametrize("cell", CELLS, ids=NAMES)
def test_games_one_by_one_are_those_that_the_tally_counts(cell: Cell) -> None:
    for tie_break, share in (("seelie", 1.0), ("unseelie", 0.0), ("shared", 0.5)):
        tally = system(tie_break).play([cell], handles(), 3, GAMES)[0]
        (rows,) = system(tie_break).games([cell], handles(), 3, GAMES)
        outcomes = [system(tie_break).outcome(cell, handles(), game) for game in range(3, 3 + GAMES)]
        assert rows.margins.tolist() == [o.scores[0] - o.scores[1] for o in outcomes]
        assert rows.shares.tolist() == [0.5 if o.winner is None else 1.0 - o.winner for o in outcomes]
        assert set(rows.shares[rows.margins == 0]) <= {share}
        leads = Counter(f"{lead:+d}" for lead in rows.facts["margin_after_round_3"])
        assert leads == {r.key: r.games for r in tally.facts if r.fact == "margin_after_round_3"}
