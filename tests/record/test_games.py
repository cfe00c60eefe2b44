"""Records of many games hold; their events add up; one change is found where it was made, or where it first matters."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import pytest

from balance.engine.pacts.record.read import Record, read_records
from balance.engine.pacts.record.verify import Verifier, verify
from balance.engine.system import Cell
from tests.record.games import PAIRS, SIDES, Line, as_bytes, checked, records_of, standard
from tests.record.mutate import mutations
from tests.support import shipped, with_rulings

OTHER_READINGS = [
    {"cu_sidhe_first": "empty", "fir_bolg_spawn": "one_empty_region", "tie_break": "shared"},
    {
        "move_unit": "steps",
        "removal_colour": "opposing",
        "tie_break": "unseelie",
        "tile_label": "second_dark",
    },
    {"setup_cubes": "one_center_two_bottom", "light_values": "unknown"},
]


@pytest.mark.compiled
@pytest.mark.parametrize(
    "part",
    [  # 5,040 games; the second half is of the same pairs and layouts, with other bids and decisions
        pytest.param(part, marks=pytest.mark.slow) if part >= 5 else part for part in range(10)
    ],
)
def test_records_of_thousands_of_games_hold(part: int) -> None:
    verdicts = [verdict.text for verdict in verify(read_again(records_of(504, part)), shipped())]
    assert verdicts == [""] * 504


def read_again(records: list[list[Line]]) -> Iterator[Record]:
    """Follow records by hand, write them and read them."""
    for record in records:
        follow(record)
    yield from read_records(io.BytesIO(as_bytes(chain.from_iterable(records))))


@pytest.mark.parametrize("rulings", OTHER_READINGS, ids=["-".join(r) for r in OTHER_READINGS])
def test_records_hold_under_other_readings(rulings: dict[str, str]) -> None:
    records = records_of(72, 3, **rulings)
    verdicts = checked(
        Verifier(with_rulings(shipped(), **rulings)), as_bytes(e for record in records for e in record)
    )
    assert [verdict.text for verdict in verdicts if not verdict.holds] == []
    assert len(verdicts) == 72
    for record in records:
        follow(record, tie_break=rulings.get("tie_break", "seelie"))


def follow(record: list[Line], tie_break: str = "seelie") -> None:
    """Add the events of a record up by hand: they lead to each position and to the final score."""
    cubes: Counter[tuple[str, str]] = Counter()
    score = dict.fromkeys(SIDES, 0)
    for event in record[1:]:
        cubes.update(dict(_moved(event)))
        if event["event"] == "points":
            score[event["side"]] += event["points"]
        for region in event.get("regions", []) if event["event"] == "scoring" else []:
            if region["to"]:
                score[region["to"]] += region["value"]
        if event["event"] == "position":
            assert event["cubes"] == {s: {r: cubes[s, r] for r in event["cubes"][s]} for s in SIDES}
            assert event["supply"] == {
                s: 34 - sum(number for (owner, _), number in cubes.items() if owner == s) for s in SIDES
            }
        if event["event"] in {"position", "scoring"}:
            assert event["score"] == score
    equal = score["seelie"] == score["unseelie"]
    by_score = "seelie" if score["seelie"] > score["unseelie"] else "unseelie"
    winner = (None if tie_break == "shared" else tie_break) if equal else by_score
    decided = equal and winner is not None
    assert record[-1] == {"event": "end", "score": score, "winner": winner, "tie_break": decided}


def _moved(event: Line) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield the cubes that an event by itself puts on the board, or takes from it."""
    word = event["event"]
    if word == "set_up":
        yield from (((s, r), number) for s in SIDES for r, number in event["cubes"][s].items())
    elif word in {"auction_cube", "add"}:
        yield (event["side"], event["region"]), event.get("cubes", 1)
    elif word == "take_back":
        yield (event["side"], event["region"]), -1
    elif word == "remove":
        yield (event["cube"], event["region"]), -1
    elif word == "move":
        yield (event["cube"], event["from"]), -1
        yield (event["cube"], event["to"]), 1
    elif word == "removed":
        yield from (((s, event["region"]), -event["cubes"][s]) for s in SIDES)


def test_consequences_may_be_left_out() -> None:
    for record in records_of(12, 5):
        kept = {"set_up", "end"}
        bare = [e for e in record if e["event"] in kept or e["event"] not in CONSEQUENCES]
        assert len(bare) < 0.7 * len(record)
        assert checked(standard().verifier, as_bytes(bare))[0].text == ""


CONSEQUENCES = {
    *("set_up", "round", "turn", "court_reveal", "court_discard", "position", "scoring", "flip", "end"),
    *("points", "add", "removed"),
}


@pytest.mark.parametrize(
    "part",
    [
        0,
        1,
        *(pytest.param(part, marks=pytest.mark.slow) for part in (2, 3)),
    ],  # every kind of change is in each
)
def test_a_changed_event_is_named_or_the_first_that_it_makes_unlawful(part: int) -> None:
    generator = np.random.default_rng(part)
    records = records_of(72, 40 + part)
    kinds: Counter[str] = Counter()
    for number in generator.permutation(72)[:3]:
        for mutation in mutations(records[int(number)], generator):
            (verdict,) = checked(standard().verifier, as_bytes(mutation.lines))
            told = f"{mutation.what}: {verdict.text}"
            kinds[mutation.what.partition(" in line")[0]] += 1
            if verdict.wrong is None:
                assert mutation.decision, told  # a decision that is as lawful as the one it was
                continue
            at = verdict.wrong.line - 1
            assert at >= mutation.place, told
            if not mutation.decision:
                assert at <= mutation.place + mutation.what.startswith("order"), told
            named = mutation.lines[at]["event"] if at < len(mutation.lines) else "end of the record"
            assert verdict.wrong.event == named, told
    assert len(kinds) > 100


def change(record: list[Line], event: str, **fields: Any) -> str:
    """Return what is said of a record whose first such event has other fields."""
    place = next(n for n, line in enumerate(record) if line["event"] == event)
    changed = [*record[:place], {**record[place], **fields}, *record[place + 1 :]]
    text = checked(standard().verifier, as_bytes(changed))[0].text
    assert text.startswith(f"game.jsonl:{place + 1}: {event}: ")
    return text.removeprefix(f"game.jsonl:{place + 1}: {event}: ")


def test_another_deal_that_breaks_no_rule_is_not_that_of_the_seed() -> None:
    for record in records_of(12, 6)[1::3]:
        deal = next(line for line in record if line["event"] == "deal")
        common = deal["common"]
        other = next(card for card in ("MOVE 3", "PLACE 1 oak") if card not in common)
        named = ", ".join([*common, deal["special"]])
        assert change(record, "deal", common=[other, *common[1:]]) == (
            f"not the deal of this seed for this header: expected {named}"
        )
        unseeded = [{n: v for n, v in record[0].items() if n not in {"seed", "index"}}, *record[1:]]
        place = next(n for n, line in enumerate(record) if line["event"] == "deal")
        unseeded[place] = {**deal, "common": [other, *common[1:]]}
        (verdict,) = checked(standard().verifier, as_bytes(unseeded))
        assert verdict.wrong is None or verdict.wrong.line > place + 1


def test_other_tiles_are_not_those_of_the_seed() -> None:
    generator = np.random.default_rng(8)
    record = standard().record(Cell(PAIRS[0], "random", ("a", "b")), 3, generator)
    tiles = record[1]["tiles"]
    assert checked(standard().verifier, as_bytes(record))[0].text == ""
    swapped = {**tiles, "top-left": tiles["center"], "center": tiles["top-left"]}
    assert change(record, "set_up", tiles=swapped) == (
        f"not the tiles of this seed for this header: expected {', '.join(tiles.values())}"
    )
    assert change(record, "set_up", tiles={**tiles, "center": "9/9"}).startswith(
        "tiles.center: expected one of 2/7, 4/3, "
    )
    assert change(record, "set_up", tiles={**tiles, "center": tiles["top-left"]}) == (
        f"tiles.top-left: tile {tiles['top-left']} lies in two regions"
    )
    (verdict,) = checked(standard().verifier, as_bytes([record[0], *record[2:]]))
    assert verdict.text == (
        "game.jsonl:2: round: expected set_up first: with random regions it cannot be left out"
    )


def test_a_record_of_another_seed_or_game_is_not_this_one() -> None:
    record = records_of(12, 6)[1]
    for field in ("seed", "index"):
        header = {**record[0], field: record[0][field] + 1}
        (verdict,) = checked(standard().verifier, as_bytes([header, *record[1:]]))
        assert verdict.wrong is not None
        assert verdict.wrong.message.startswith("not the ")


def test_the_same_game_gives_the_same_bytes() -> None:
    assert as_bytes(records_of(3, 1)[2]) == as_bytes(records_of(3, 1)[2])
