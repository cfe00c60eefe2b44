"""The loop for policies in Python counts the same games as the compiled one, fact by fact."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from balance import policies
from balance.engine._random import below
from balance.engine.pacts.players import Player
from balance.engine.pacts.session import Session
from balance.engine.pacts.system import PactsSystem
from balance.engine.system import Cell, CellTally, PolicyHandle
from tests.support import shipped, with_rulings

NAMES = policies.names("pacts")
HANDLES = {name: policies.handle("pacts", name, {}) for name in NAMES}
CELLS = [
    Cell(("dragons", "kelpies"), "standard", ("", "")),
    Cell(("fomorians", "cu sidhe"), "random", ("", ""), 3),
    Cell(("fir bolg", "selkies"), "mirrored", ("", ""), -28),
    Cell(("banshees", "changelings"), "late-center", ("", "")),
    Cell(("sluagh", "banshees"), "random", ("", ""), -2),
]
FIRST, GAMES = 2, 3
PAIRS = [*((name, name) for name in NAMES), ("random", "greedy"), ("greedy", "random")]


def cells(pair: tuple[str, str]) -> list[Cell]:
    return [Cell(cell.contestants, cell.setting, pair, cell.bid) for cell in CELLS]


def counts(tally: CellTally) -> tuple[object, ...]:
    """Return all that a tally says."""
    margins = tally.margin_counts.tolist()
    return tally.cell, tally.games, tally.wins, tally.ties, tally.margin_offset, margins, tally.facts


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_compiled_policies_get_the_same_tallies_in_both_loops(pair: tuple[str, str]) -> None:
    system = PactsSystem(with_rulings(shipped(), tie_break="unseelie", light_values="unknown"))
    rows = np.zeros((2, len(CELLS), GAMES, 2), np.int16)
    compiled = system._play(cells(pair), HANDLES, FIRST, GAMES, rows[0])
    slow = system._play(cells(pair), HANDLES, FIRST, GAMES, rows[1], slowly=True)
    assert [counts(tally) for tally in slow] == [counts(tally) for tally in compiled]
    assert rows[1].tolist() == rows[0].tolist()
    assert all(tally.facts for tally in slow)


def test_shared_ties_are_counted_the_same_in_both_loops() -> None:
    system = PactsSystem(with_rulings(shipped(), tie_break="shared"))
    none = np.zeros((0, 0, 2), np.int16)
    cell = [Cell(("sluagh", "dragons"), "standard", ("random", "random"))]
    compiled, slow = (system._play(cell, HANDLES, 0, 60, none, slowly=slowly) for slowly in (False, True))
    assert compiled[0].ties > 0
    assert [counts(tally) for tally in slow] == [counts(tally) for tally in compiled]


@pytest.mark.parametrize("bid", [4, -2])
def test_the_auctions_cubes_are_counted_by_region_as_the_records_tell_them(bid: int) -> None:
    system = PactsSystem(shipped())
    cell = Cell(("fir bolg", "selkies"), "mirrored", ("random", "random"), bid)
    placed: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for game in range(6):
        events = system.record(cell, HANDLES, game)
        own = [f"{e['side']} {e['region']}" for e in events if e["event"] == "auction_cube"]
        assert len(own) == abs(bid)
        placed.update(own)
        games.update(set(own))
    facts = [row for row in system.play([cell], HANDLES, 0, 6)[0].facts if row.fact == "auction_cubes"]
    assert {row.key: (row.games, row.total) for row in facts} == {
        key: (games[key], placed[key]) for key in placed
    }


class Drawn:
    """A policy in Python that picks like the compiled `random`, given the draw of each decision."""

    def __init__(self, system: PactsSystem, cell: Cell, game: int) -> None:
        self.draws = []
        twin = Session.new(
            system.configuration,
            *cell.contestants,
            layout=cell.setting,
            index=game,
            bid=cell.bid,
            policies=(cell.policies[0], cell.policies[1]),
        )
        player = Player(HANDLES["random"])
        while twin.phase != "over":
            if len(twin.legal()) > 1:
                self.draws.append(twin.draw())
            twin.apply(player.choose(twin))

    def choose(
        self, observation: dict[str, object], legal: list[tuple[object, ...]], random: object
    ) -> object:
        return legal[int(below(np.uint64(self.draws.pop(0)), len(legal)))]


@pytest.mark.parametrize("cell", cells(("random", "random")), ids=lambda cell: cell.name)
def test_a_policy_in_python_that_picks_like_a_compiled_one_plays_its_games(cell: Cell) -> None:
    system = PactsSystem(shipped())
    for game in range(3):
        drawn = Drawn(system, cell, game)
        handle = PolicyHandle("random", drawn.choose, np.zeros(0), compiled=False)
        (slow,) = system.play([cell], {"random": handle}, game, 1)
        (compiled,) = system.play([cell], HANDLES, game, 1)
        assert drawn.draws == []
        assert counts(slow) == counts(compiled)
