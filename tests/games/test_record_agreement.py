"""`balance verify` and the slow checker, written apart from each other, name the same line of every wrong record."""

from __future__ import annotations

import numpy as np
import pytest

from balance.engine.system import Cell
from tests.games.drawn import draw
from tests.record.games import PAIRS, Line, Table, as_bytes, checked, records_of
from tests.record.mutate import mutations
from tests.reference.record import CONSEQUENCES, check_record
from tests.support import board_data, record_box, shipped, single_layouts, with_rulings

GAMES = 8  # each under rulings drawn anew, but for every fourth, which keeps the defaults


def _wrong_line(table: Table, record: list[Line]) -> int | None:
    (verdict,) = checked(table.verifier, as_bytes(record))
    return None if verdict.wrong is None else verdict.wrong.line - 1


def _complaint(table: Table, record: list[Line]) -> int | None:
    configuration = table.configuration
    found = check_record(record, board_data(configuration), record_box(configuration))
    return None if found is None else found.index


def accepted(games: int, part: int) -> None:
    setup, box = board_data(shipped()), record_box(shipped())
    for number, record in enumerate(records_of(games, part)):
        assert check_record(record, setup, box) is None, number


@pytest.mark.compiled
def test_the_slow_rules_accept_a_record_of_every_pair() -> None:
    accepted(len(PAIRS), 0)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("part", range(10))  # 5,040 games
def test_the_slow_rules_accept_the_records_of_thousands_of_games(part: int) -> None:
    accepted(504, part)


@pytest.mark.compiled
@pytest.mark.parametrize("number", range(GAMES))
def test_both_name_the_same_line_of_a_record_with_one_change(number: int) -> None:
    generator = np.random.default_rng(number)
    seelie, unseelie = (str(name) for name in generator.choice(list(shipped().factions), 2, replace=False))
    drawn = draw(seelie, unseelie, number)
    table = Table(with_rulings(shipped(), **drawn.rulings))
    layout = str(generator.choice(list(table.configuration.layouts)))
    cell = Cell((seelie, unseelie), layout, ("random", "random"), drawn.bid)
    record = table.record(cell, number, generator, seeded=False)
    assert _complaint(table, record) is None
    if number % 2 == 1:  # what may be left out is
        needed = {"end", "set_up"} if single_layouts(table.configuration)[layout].random_regions else {"end"}
        record = [line for line in record if line["event"] in needed or line["event"] not in CONSEQUENCES]
    different: list[tuple[str, int | None, int | None]] = []
    wrong = 0
    for mutation in mutations(record, generator):
        slow, fast = _complaint(table, mutation.lines), _wrong_line(table, mutation.lines)
        if slow != fast:
            different.append((mutation.what, slow, fast))
        wrong += slow is not None
    assert different == []
    assert wrong > 40
