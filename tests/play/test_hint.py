"""Hints: the planner's own choice, and values that are final margins in points."""

from __future__ import annotations

import numpy as np
import pytest

from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.players import Player
from balance.engine.pacts.session import Session
from balance.play.hint import Adviser, Value
from tests.play.scripted import engine
from tests.support import shipped

PAIRS = [
    ("dragons", "kelpies"),
    ("selkies", "fomorians"),
    ("changelings", "cu sidhe"),
    ("fir bolg", "sluagh"),
]


def adviser() -> Adviser:
    return Adviser(engine()[1]["planner"])


@pytest.mark.parametrize("pair", PAIRS)
def test_the_choice_is_the_planners_and_every_action_has_a_value_in_every_phase(
    pair: tuple[str, str],
) -> None:
    """The planner plays itself; beside each side an adviser who is followed keeps to the same plan."""
    session = Session.new(shipped(), *pair, layout="random", seed=1, bid=2)
    players = {side: Player(engine()[1]["planner"]) for side in ("seelie", "unseelie")}
    beside = {side: adviser() for side in players}
    asked = set()
    while session.phase != "over":
        side = session.to_move
        assert side is not None
        number = players[side].choose(session)
        if len(session.legal_numbers()) > 1:
            asked.add(session.phase)
            before = session.game.states.copy()
            assert beside[side].choice(session) == number
            values = beside[side].values(session)
            assert [value.action for value in values] == session.legal_numbers()
            assert all(np.isfinite(value.margin) and abs(value.margin) < 100 for value in values)
            assert (session.game.states == before).all()
            beside[side].follow(session, number)
        session.apply(number)
    assert {"auction", "court", "split", "select", "menu", "place"} <= asked


def test_asking_twice_gives_the_same_answer() -> None:
    session = Session.new(shipped(), "dragons", "kelpies", seed=1)
    one = adviser()
    first = (one.choice(session), one.values(session))
    assert (one.choice(session), one.values(session)) == first


def in_last_turn(turn: int = 1) -> Session:
    """Return the last round: nobody leads anywhere, Seelie is to move with POINTS and PLACE 2 ash."""
    session = Session.new(shipped(), "kelpies", "dragons", seed=1)
    for action in (("court", None), ("court", None)):
        session.apply(action, deal=False)
    state = session.game.state
    state["round"], state["season"] = 6, k.LIGHT
    names = [str(card) for card in session.game.names.cards]
    state["revealed"] = [
        names.index(card) for card in ("POINTS", "PLACE 2 ash", "MOVE 1", "MOVE 1", "POINTS")
    ]
    state["token"], state["turn"] = (0, 1) if turn == 1 else (1, 0)
    state["hand"] = (0b11, 0b10000 if turn == 0 else 0)
    state["side"], state["phase"] = 0, k.MENU
    return session


def scored(session: Session, seelie: int, unseelie: int) -> Session:
    session.game.state["score"] = (seelie, unseelie)
    return session


def by_words(session: Session) -> dict[str, tuple[float, float | None]]:
    values = adviser().values(session)
    return {session.words(value.action): (value.margin, value.wins) for value in values}


def test_in_the_last_turn_values_are_final_results() -> None:
    """3 cubes each in center (5 points) and bottom-middle (6): PLACE 2 ash takes one of them, POINTS gives 3."""
    won = 10 + 3 + 6 - 12  # the rest of the turn is played on
    assert by_words(scored(in_last_turn(), 10, 12)) == {
        "play PLACE 2 ash": (won, 1.0),
        "play POINTS": (won, 1.0),
        "end the turn": (-2, 0.0),
    }


def test_a_tie_is_won_by_seelie() -> None:
    assert by_words(scored(in_last_turn(), 12, 12))["end the turn"] == (0, 1.0)


def test_going_first_in_the_last_round_the_reply_counts() -> None:
    """The other side still holds POINTS, which it will play."""
    assert by_words(scored(in_last_turn(turn=0), 10, 12))["end the turn"] == (10 - 12 - 3, 0.0)


def test_a_face_down_court_card_is_averaged_over() -> None:
    """It is POINTS (3 points) or ABILITY, which with nothing but own cubes to lose gains dragons nothing."""
    session = in_last_turn(turn=0)
    state = session.game.state
    state["hand"] = (0, 1 << k.COURT_SLOT)
    state["cubes"][:] = 0
    state["supply"][:] = 34
    names = [str(card) for card in session.game.names.court]
    state["court_card"][1] = names.index("POINTS")
    state["court_hand"][1] = 1 << names.index("ABILITY")
    state["hand"][0] = 0b1
    values = by_words(scored(session, 10, 11))
    assert values["end the turn"] == ((10 - 11) - 3 / 2, 0.0)
    assert values["play POINTS"] == ((13 - 11) - 3 / 2, 0.5)


def test_values_do_not_depend_on_what_is_hidden() -> None:
    session = in_last_turn(turn=0)
    names = [str(card) for card in session.game.names.court]
    found = []
    for laid, kept in (("POINTS", "MOVE 1"), ("MOVE 1", "POINTS")):
        state = session.game.state
        state["hand"] = (0b11, 1 << k.COURT_SLOT)
        state["court_card"][1], state["court_hand"][1] = names.index(laid), 1 << names.index(kept)
        found.append(by_words(session))
    assert found[0] == found[1]


def test_a_lead_is_worth_more_than_none() -> None:
    """Before the last cards a value is no final result, yet a gained region counts."""
    session = scored(in_last_turn(), 0, 0)
    session.game.state["round"] = 5
    values = by_words(session)
    assert values["end the turn"][1] is None
    assert values["play PLACE 2 ash"][0] > values["end the turn"][0] + 3  # and POINTS is played as well


@pytest.mark.parametrize("number", [2, 3])
def test_going_first_in_any_round_the_reply_counts(number: int) -> None:
    """The same position twice: in one the other side still holds POINTS, which gives it 3 points."""
    ended = []
    for hand in (0, 0b10000):
        session = scored(in_last_turn(turn=0), 0, 0)
        state = session.game.state
        state["round"], state["season"] = number, k.DARK
        state["hand"] = (0b11, hand)
        ended.append(by_words(session)["end the turn"][0])
    assert ended[0] - ended[1] == pytest.approx(3)


def test_a_sure_win_comes_before_more_points() -> None:
    values = [Value(1, 12.0, 0.5), Value(2, 1.0, 1.0), Value(3, 2.0, 1.0)]
    assert [value.action for value in sorted(values, key=lambda value: value.rank, reverse=True)] == [3, 2, 1]
    assert max(Value(1, 2.0), Value(2, 3.0), key=lambda value: value.rank).action == 2
