"""What is counted of games beside their results is what their records tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from balance import policies
from balance.engine.pacts.system import PactsSystem
from balance.engine.system import Cell
from tests.support import shipped, with_rulings

Line = dict[str, Any]
SIDES = ("seelie", "unseelie")
FIRST, GAMES = 1, 8
CELLS = [
    Cell(("dragons", "kelpies"), "standard", ("greedy", "random")),
    Cell(("selkies", "fir bolg"), "random", ("random", "greedy")),
    Cell(("cu sidhe", "changelings"), "mirrored", ("random", "random")),
]
HANDLES = {name: policies.handle("pacts", name, {}) for name in ("greedy", "random")}
NEW = ("score_after_round", "lead_after_round", "split", "token", "cards_taken")


def told(record: list[Line]) -> Iterator[tuple[str, str, int]]:
    """Yield what a record tells: a fact, its key and an amount; several of one key are one game's."""
    deal: list[str] = []
    split: Line = {}
    score: dict[str, int] = {}
    number = 0
    for line in record:
        event = line["event"]
        if event in {"round", "end"} and number:  # the last position before it is that of the round's end
            lead = score["seelie"] - score["unseelie"]
            leader = "level" if lead == 0 else "seelie" if lead > 0 else "unseelie"
            yield "lead_after_round", f"{number} {leader}", lead
            yield from (("score_after_round", f"{number} {side}", score[side]) for side in SIDES)
        if event == "round":
            number = line["round"]
        elif event == "position":
            score = line["score"]
        elif event == "deal":
            deal = [*line["common"], line["special"]]
        elif event == "split":
            split = line
        elif event == "select":
            holder = line["token_to"]
            without = "seelie" if holder == "unseelie" else "unseelie"
            piles = {holder: split["token_pile"], without: split["other_pile"]}
            for side, pile in piles.items():
                yield from (("cards_taken", f"{side} {deal[slot]}", 1) for slot in pile)
            kept, left = len(piles[line["side"]]), len(piles[split["side"]])
            which = "larger" if kept > left else "smaller"
            yield "split", f"{split['side']} {max(kept, left)}-{min(kept, left)} {which}", 1
            yield "token", holder, 1


def counted(records: list[list[Line]]) -> dict[tuple[str, str], list[int]]:
    """Return games, Seelie's wins in them, and the sum of each fact and key."""
    counts: dict[tuple[str, str], list[int]] = {}
    for record in records:
        amounts: dict[tuple[str, str], int] = {}
        for fact, key, amount in told(record):
            amounts[fact, key] = amounts.get((fact, key), 0) + amount
        for name, amount in amounts.items():
            old = counts.get(name, [0, 0, 0])
            counts[name] = [old[0] + 1, old[1] + (record[-1]["winner"] == "seelie"), old[2] + amount]
    return counts


@pytest.mark.parametrize("slowly", [False, True], ids=["compiled", "step by step"])
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.name)
def test_facts_are_what_the_records_of_the_same_games_tell(cell: Cell, slowly: bool) -> None:
    system = PactsSystem(with_rulings(shipped(), tie_break="unseelie"))
    none = np.zeros((0, 0, 2), np.int16)
    (tally,) = system._play([cell], HANDLES, FIRST, GAMES, none, slowly=slowly)
    facts = {(row.fact, row.key): [row.games, row.wins, row.total] for row in tally.facts if row.fact in NEW}
    assert facts == counted([system.record(cell, HANDLES, game) for game in range(FIRST, FIRST + GAMES)])


def test_each_game_has_six_splits_thirty_cards_and_a_score_for_each_side_and_round() -> None:
    (tally,) = PactsSystem(shipped()).play(CELLS[2:], HANDLES, 0, 200)
    sums = {fact: sum(row.total for row in tally.facts if row.fact == fact) for fact in NEW}
    assert sums["cards_taken"] == 200 * 6 * 5
    assert sums["token"] == 200 * 6
    splits = {
        side: sum(r.total for r in tally.facts if r.fact == "split" and side in r.key.split())
        for side in SIDES
    }
    assert splits == {"seelie": 200 * 3, "unseelie": 200 * 3}  # Unseelie in rounds 1, 3, 5
    scores = {row.key: row for row in tally.facts if row.fact == "score_after_round"}
    assert set(scores) == {f"{number} {side}" for number in range(1, 7) for side in SIDES}
    assert {(row.games, row.wins) for row in scores.values()} == {(200, tally.wins)}
    margins = tally.margin_offset + np.arange(len(tally.margin_counts))
    assert scores["6 seelie"].total - scores["6 unseelie"].total == margins @ tally.margin_counts
    leads = {row.key: row for row in tally.facts if row.fact == "lead_after_round"}
    assert leads["6 level"].games == tally.ties
    assert leads["6 unseelie"].wins == 0
    for number in range(1, 7):
        own = [row for key, row in leads.items() if key.startswith(f"{number} ")]
        assert sum(row.games for row in own) == 200
        assert sum(row.wins for row in own) == tally.wins


def test_cells_with_a_bid_have_no_such_facts() -> None:
    cell = Cell(("dragons", "kelpies"), "standard", ("random", "random"), 2)
    (tally,) = PactsSystem(shipped()).play([cell], HANDLES, 0, 2)
    assert {row.fact for row in tally.facts} == {"auction_cubes", "cards_played", "margin_after_round_3"}
