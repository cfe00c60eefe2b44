"""Records of live combat: what is in them, that they are worked out anew, and how wrong ones are refused."""

from __future__ import annotations

import contextlib
import copy
from typing import Any

import pytest

from balance import policies
from balance.config.live_combat.models import Arrival, Contest
from balance.engine.live_combat.system import LiveCombatSystem
from balance.engine.live_combat.telling import position
from balance.engine.live_combat.text import fate
from balance.engine.system import Cell
from balance.errors import IllegalActionError, RecordError
from tests.live_combat.table import Table, configuration, game, loadout, series

NAMES = ("careful", "fierce", "random")


@pytest.fixture(scope="module")
def system() -> LiveCombatSystem:
    return LiveCombatSystem(configuration())


@pytest.fixture(scope="module")
def handles() -> dict[str, Any]:
    return {name: policies.handle("live_combat", name, {}) for name in NAMES}


CELL = Cell(("Knight", "Mystic"), "series with rest", ("careful", "random"))


@pytest.fixture(scope="module")
def record(system: LiveCombatSystem, handles: dict[str, Any]) -> list[dict[str, Any]]:
    return system.record(CELL, handles, 3)


@pytest.mark.parametrize("contest", configuration().settings)
@pytest.mark.parametrize("pair", [("careful", "fierce"), ("random", "random"), ("fierce", "careful")])
def test_games_step_by_step_are_those_of_the_loop(
    system: LiveCombatSystem, handles: dict[str, Any], contest: str, pair: tuple[str, str]
) -> None:
    cell = Cell(("Mystic", "Footman with shield"), contest, pair)
    (rows,) = system.games([cell], handles, 5, 8)
    assert [system.record(cell, handles, 5 + n)[-1]["margin"] for n in range(8)] == list(rows.margins)


def test_a_record_is_worked_out_anew_from_its_decisions_and_dice(
    system: LiveCombatSystem, record: list[dict[str, Any]]
) -> None:
    assert system.retold(record[0], record[1:]) == record[1:]


def test_a_record_ends_with_bouts_won_and_the_winner(record: list[dict[str, Any]]) -> None:
    end = record[-1]
    assert end["event"] == "end"
    assert end["scores"][0] - end["scores"][1] == end["margin"]
    assert end["winner"] == ("red" if end["margin"] > 0 else "blue" if end["margin"] < 0 else None)


def test_a_hit_of_1_damage_is_not_called_and_any_other_is(
    system: LiveCombatSystem, handles: dict[str, Any]
) -> None:
    cell = Cell(("Footman deals 2", "Scout"), "duel near healer", ("careful", "careful"))
    strikes = [
        strike
        for game in range(4)
        for event in system.record(cell, handles, game)
        if event["event"] == "exchange"
        for strike in event["strikes"].values()
        if strike.get("result") == "hits"
    ]
    assert {(strike.get("damage"), strike.get("effect"), strike["called"]) for strike in strikes} == {
        (2, None, True),
        (1, None, False),
        (None, "pierce", True),
    }


def test_players_are_informed_of_a_scripted_death(system: LiveCombatSystem, handles: dict[str, Any]) -> None:
    deadly = Cell(("Scout", "Mystic"), "duel in deadly scene", ("fierce", "fierce"))
    assert system.record(deadly, handles, 0)[1]["scripted_death"] == 20
    assert "die by a scripted event" in system.text(deadly, handles, 0)
    safe = Cell(("Scout", "Mystic"), "duel near healer", ("fierce", "fierce"))
    assert "scripted_death" not in system.record(safe, handles, 0)[1]


def changed(record: list[dict[str, Any]], event: str, **values: Any) -> list[dict[str, Any]]:
    """Return a record in which the first event of a kind is changed."""
    new = copy.deepcopy(record)
    next(one for one in new if one["event"] == event).update(values)
    return new


def test_an_illegal_decision_is_refused_with_its_place(
    system: LiveCombatSystem, record: list[dict[str, Any]]
) -> None:
    wrong = changed(record, "decision", action="walk")
    with pytest.raises(RecordError, match=r"event 2: act: expected one of strike, .*; got 'walk'"):
        system.retold(wrong[0], wrong[1:])


def test_a_decision_of_the_other_seat_is_refused(
    system: LiveCombatSystem, record: list[dict[str, Any]]
) -> None:
    wrong = changed(record, "decision", seat="green")
    with pytest.raises(
        RecordError, match="event 2: expected red's decision of act; got green's decision of act"
    ):
        system.retold(wrong[0], wrong[1:])


@pytest.mark.parametrize(
    "dice", [[0, 1, 2, 100], [0, 1, 2], "many", [0, 1, 2, -1], [0, 1, 2, 0.5], [True, 1, 2, 3]]
)
def test_dice_that_there_are_not_are_refused(
    system: LiveCombatSystem, record: list[dict[str, Any]], dice: Any
) -> None:
    wrong = changed(record, "exchange", dice=dice)
    with pytest.raises(RecordError, match=r"event 4: .*dice"):
        system.retold(wrong[0], wrong[1:])


def test_other_dice_tell_of_another_contest(system: LiveCombatSystem, record: list[dict[str, Any]]) -> None:
    n = next(
        n
        for n, event in enumerate(record)
        if event["event"] == "exchange" and event["strikes"]["blue"].get("result") == "misses"
    )
    wrong = copy.deepcopy(record)
    wrong[n]["dice"][1] = 0  # Blue would have hit
    with contextlib.suppress(RecordError):  # the decisions may no longer fit
        assert system.retold(wrong[0], wrong[1:]) != wrong[1:]


def test_a_record_that_ends_too_early_or_too_late_is_refused(
    system: LiveCombatSystem, record: list[dict[str, Any]]
) -> None:
    with pytest.raises(RecordError, match="the record ends where"):
        system.retold(record[0], record[1:12])
    last = next(event for event in reversed(record) if event["event"] == "fates")
    with pytest.raises(RecordError, match="the contest is over; got another fates"):
        system.retold(record[0], [*record[1:], last])


def test_the_text_speaks_in_the_words_of_the_rules(system: LiveCombatSystem, handles: dict[str, Any]) -> None:
    told = "".join(system.text(CELL, handles, game) for game in range(12))
    for words in (
        "Red: Knight (careful) against Blue: Mystic (random). Contest: series with rest.",
        "Bout 1", "is in agony", "loses the use of one arm", "walks towards the healer",
        "the limb comes back", "takes the armour off and rests", 'calls "stun" and', "temporary AP",
    ):  # fmt: skip
        assert words in told, words


def told_of_blue(table: Table) -> str:
    """Settle Blue's fall and return what the text says of it."""
    before = position(table.fight, 1)
    return fate(before, position(table.settle().fight, 1))


def test_the_text_says_whether_the_limb_comes_back() -> None:
    potion = Table(blue=loadout(potions=1), contest=Contest(), of=game(stabilised="separate_act"))
    told = told_of_blue(potion.fell(1).decide("spare", "drink a potion"))
    assert told == "is healed in time to 1 HP: the limb does not come back."
    contest = series(bouts=2, rest=False, healer=Arrival(earliest=5, latest=5))
    twice = Table(contest=contest).fell(1).decide("finish").settle().throw(99)  # rescued in bleed-out
    told = told_of_blue(twice.fell(1, "leg").decide("spare", "wait"))
    assert told == "is healed in time to 1 HP: the limb comes back."


def test_the_text_tells_a_rescue_from_healing_in_time() -> None:
    contest = Contest(healer=Arrival(earliest=5, latest=5))
    told = told_of_blue(Table(contest=contest).fell(1).decide("finish"))
    assert told == "falls unconscious and is rescued in bleed-out with 1 HP and an injury that stays."


def test_dice_where_none_are_thrown_are_refused() -> None:
    with pytest.raises(IllegalActionError, match="act: no dice are thrown here"):
        Table().throw(1)
