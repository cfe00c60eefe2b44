"""The slow checker of game records: a record written by hand from docs/record.md, and what is wrong with others."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.reference.positions import BOARD
from tests.reference.record import CONSEQUENCES, Line, check_record
from tests.reference.records import (
    RECORD,
    box,
    complaint,
    header,
)

INDEX = {(line["event"], line.get("round")): index for index, line in enumerate(RECORD)}

# --- the whole record ---------------------------------------------------------------------------------


def test_the_record_written_by_hand_is_right() -> None:
    assert check_record(RECORD, BOARD, box()) is None


@pytest.mark.parametrize(
    "index", [i for i, line in enumerate(RECORD) if line["event"] in CONSEQUENCES - {"end"}]
)
def test_any_consequence_may_be_left_out(index: int) -> None:
    assert check_record(RECORD[:index] + RECORD[index + 1 :], BOARD, box()) is None


def test_all_consequences_but_the_end_may_be_left_out() -> None:
    bare = [line for line in RECORD if line["event"] not in CONSEQUENCES - {"end"}]
    assert len(bare) < len(RECORD) - 20
    assert check_record(bare, BOARD, box()) is None


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """List the paths to all values that hold no others."""
    if isinstance(value, (dict, list)) and value:
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))
    else:
        yield path


def changed(line: Line, path: tuple[Any, ...], value: Any) -> Line:
    twin: Line = json.loads(json.dumps(line))
    place: Any = twin
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return twin


def wrong_values(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value, int(value), None]
    if isinstance(value, int):
        return [value + 1, float(value), bool(value), str(value)]
    return [0, "top-middle", "seelie" if value != "seelie" else "unseelie"]


@pytest.mark.parametrize("index", [i for i, line in enumerate(RECORD) if line["event"] in CONSEQUENCES])
def test_a_consequence_with_one_value_changed_is_complained_of_where_it_stands(index: int) -> None:
    line = RECORD[index]
    paths = list(leaves(line))
    assert len(paths) >= 3
    for number, path in enumerate(paths):
        value: Any = line
        for key in path:
            value = value[key]
        values = wrong_values(value)
        wrong = values[number % len(values)]
        lines = [*RECORD[:index], changed(line, path, wrong), *RECORD[index + 1 :]]
        assert complaint(*lines) == index, (path, wrong)


def test_a_consequence_out_of_its_place_is_complained_of() -> None:
    place = INDEX["place", None]  # the last one: place, add, passive, removed
    lines = [*RECORD[:place], RECORD[place + 1], RECORD[place], *RECORD[place + 2 :]]
    assert complaint(*lines) == place  # the cube comes before it is placed
    twice = [*RECORD[: place + 2], RECORD[place + 1], *RECORD[place + 2 :]]
    assert complaint(*twice) == place + 2


@pytest.mark.parametrize(
    ("event_and_round", "path", "wrong"),
    [
        (("set_up", None), ("event",), "setup"),
        (("set_up", None), ("event",), ["set_up"]),
        (("court", None), ("card",), "MOVE 2"),
        (("court", None), ("side",), "seelie"),
        (("deal", None), ("common", 0), "ABILITY"),
        (("deal", None), ("common", 0), 1),
        (("deal", None), ("special",), "POINTS 3"),
        (("split", None), ("other_pile",), [0, 1, 2, 3]),
        (("split", None), ("side",), "unseelie"),
        (("select", None), ("token_to",), None),
        (("card", None), ("slot",), 0),
        (("card", None), ("slot",), 4.0),
        (("card", None), ("card",), "MOVE 1"),
        (("card", None), ("as",), "PLACE 4 WILD"),
        (("place", None), ("cubes",), 2),
        (("place", None), ("cubes",), True),
        (("place", None), ("region",), "top-middle"),
        (("passive", None), ("passive",), "first_placement"),
        (("move", None), ("cube",), "unseelie"),
        (("move", None), ("to",), "top-right-corner"),
        (("skip", None), ("of",), "place"),
        (("end_turn", None), ("unused",), [0]),
    ],
)
def test_a_decision_that_is_not_legal_is_complained_of_where_it_stands(
    event_and_round: tuple[str, int | None], path: tuple[Any, ...], wrong: Any
) -> None:
    index = INDEX[event_and_round]
    lines = [*RECORD[:index], changed(RECORD[index], path, wrong), *RECORD[index + 1 :]]
    assert complaint(*lines) == index


def test_another_legal_decision_is_complained_of_at_its_first_wrong_consequence() -> None:
    index = next(i for i, line in enumerate(RECORD) if line["event"] == "place")
    lines = [*RECORD[:index], RECORD[index] | {"cubes": 1}, *RECORD[index + 1 :]]
    assert complaint(*lines) == index + 1  # two cubes are added by a placing of one


def test_a_field_too_many_or_too_few_is_complained_of() -> None:
    index = next(i for i, line in enumerate(RECORD) if line["event"] == "card")
    more = RECORD[index] | {"why": "because"}
    less = {name: value for name, value in RECORD[index].items() if name != "as"}
    for line in (more, less):
        assert complaint(*RECORD[:index], line, *RECORD[index + 1 :]) == index
    place = RECORD[index + 1] | {"passive": False}
    assert complaint(*RECORD[: index + 1], place, *RECORD[index + 2 :]) == index + 1


@pytest.mark.parametrize("index", [i for i, line in enumerate(RECORD) if line["event"] in ("court", "split")])
def test_a_decision_left_out_is_complained_of(index: int) -> None:
    assert complaint(*RECORD[:index], *RECORD[index + 1 :]) == index


def test_a_record_has_to_reach_its_end_and_has_nothing_behind() -> None:
    assert complaint(*RECORD[:-1]) == len(RECORD) - 1
    assert complaint(*RECORD, RECORD[-1]) == len(RECORD)
    assert complaint() == 0
    assert complaint(*RECORD[:-2], RECORD[-3], RECORD[-1]) == len(RECORD) - 2


# --- the header ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"event": "games"},
        {"seelie": {"faction": "dragon"}},
        {"seelie": {"faction": "dragons", "skill": 1}},
        {"layout": "other"},
        {"rulings": {"tie_break": "shared"}},
        {"seed": 1},
        {"digest": ""},
        {"auction": {"cubes": 0, "to": "seelie"}},
        {"auction": {"cubes": 29, "to": "seelie"}},
        {"auction": {"cubes": True, "to": "seelie"}},
        {"auction": {"cubes": 1, "to": "white"}},
        {"auction": {"cubes": 1, "to": "seelie", "chosen": "seelie"}},
        {"auction": {"cubes": 1, "to": "seelie", "opener": "second"}},
    ],
)
def test_a_header_that_begins_no_game_is_complained_of(fields: Line) -> None:
    assert complaint(RECORD[0] | fields, *RECORD[1:]) == 0


def bids(*numbers: int | None) -> Line:
    players = ("first", "second")
    called = [{"player": players[i % 2], "bid": number} for i, number in enumerate(numbers)]
    return {"cubes": 3, "to": "seelie", "chosen": "unseelie", "bids": called}


@pytest.mark.parametrize(
    ("numbers", "right", "right_by_one"),
    [
        ((3, None), True, False),
        ((1, 2, 3, None), True, True),
        ((1, 3, None), True, False),
        ((2, 1, 3, None), False, False),
        ((3, 3, None), False, False),
        ((1, 2, 3), False, False),
        ((1, 2, None), False, False),
        ((1, None, 3, None), False, False),
        ((0, 3, None), False, False),
        ((None,), False, False),
    ],
)
def test_bids_rise_until_one_pass(numbers: tuple[int | None, ...], right: bool, right_by_one: bool) -> None:
    line = header("dragons", "kelpies", auction=bids(*numbers))
    assert complaint(line) == (1 if right else 0)
    assert complaint(line, auction_bids="raise_by_one") == (1 if right_by_one else 0)


def test_bids_come_from_the_two_players_in_turn() -> None:
    auction = bids(3, None)
    auction["bids"][1]["player"] = "first"
    assert complaint(header("dragons", "kelpies", auction=auction)) == 0
