"""What holds in every position of every game, whatever is done and whatever the rulings."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.agreements.board import Board
from tests.agreements.test_agreement import WEIGHTS, some_rules
from tests.reference.agreements import LARGEST

CONTESTS = st.integers(0, 1 << 30)


Position = dict[str, Any]


def steps(contest: int) -> list[tuple[Any, str, Position, Position]]:
    """Play a game at random; return each step: the state before, what was done, the position before and after."""
    chance = random.Random(contest)
    board, found = Board(some_rules(chance)), list[tuple[Any, str, Position, Position]]()
    while not board.over:
        before, state = board.seen(), board.state.copy()
        if board.waits == "card":
            done = f"card {chance.randint(1, LARGEST)}"
            board.card(int(done[-1]))
        elif board.waits == "battle":
            done = "battle"
            board.battle(chance.random() < 0.5)
        else:
            acts = sorted(board.legal())
            assert acts
            (done,) = chance.choices(acts, [WEIGHTS.get(act, 1) for act in acts])
            board.act(done)
        after = board.seen()
        found.append((state, done, before, after))
        _nothing_negative(board)
    return found


def _nothing_negative(board: Board) -> None:
    state = board.state
    for name in (
        "garrison",
        "hand",
        "locked",
        "agreement_cards",
        "betrayal_cards",
        "troops",
        "left",
        "waits",
        "got",
    ):
        assert (state[name] >= 0).all(), name
    for name in ("slow_left", "penalties", "draws"):
        assert (state[name] >= 0).all(), name


def cards(position: Position) -> int:
    return sum(len(one[party]) for one in (position["hands"], position["committed"]) for party in one)


@given(CONTESTS)
def test_no_number_is_ever_negative_and_every_garrison_keeps_a_troop(contest: int) -> None:
    for _, _, _, after in steps(contest):
        assert min(after["troops"]) >= 1


@given(CONTESTS)
def test_territories_change_hands_by_battle_and_transfer_only(contest: int) -> None:
    for _, done, before, after in steps(contest):
        changed = sum(a != b for a, b in zip(before["owner"], after["owner"], strict=True))
        assert changed <= (done in ("battle", "accept"))


@given(CONTESTS)
def test_troops_come_by_deployment_and_go_by_force_or_paid_support_only(contest: int) -> None:
    for _, done, before, after in steps(contest):
        more = sum(after["troops"]) - sum(before["troops"])
        word = done.split()[0]
        if word == "deploy":
            assert more == before["to place"]
        elif word in ("battle", "bomb", "siege"):
            assert more <= 0
        elif more:
            assert word in ("accept", "decline", "end")  # support that its sender pays lands at a turn start
            assert more < 0
            assert after["to place"] >= -more


@given(CONTESTS)
def test_cards_are_drawn_and_played_one_by_one_and_leave_only_with_an_agreement(contest: int) -> None:
    for _, done, before, after in steps(contest):
        more = cards(after) - cards(before)
        word = done.split()[0]
        if word in ("card", "play"):
            assert more == (1 if word == "card" else -1)
        elif word in ("propose", "decline", "deploy"):
            assert more == 0
        else:
            assert more <= 0  # slots are spent on acceptance, or at an end that is no expiry


@given(CONTESTS)
def test_a_counter_never_goes_up_and_only_the_proposers_turn_starts_take_one_off(contest: int) -> None:
    for state, done, before, after in steps(contest):
        if done == "accept" or after["pact"] is None:
            continue
        less = before["left"] - after["left"]
        assert less in (0, 1)
        if less:
            assert (done, before["mover"], after["mover"]) == ("end", "recipient", "proposer")
        assert state["left"] == before["left"]


@given(CONTESTS)
def test_nobody_of_a_ceasefire_is_attacked_while_it_is_in_force(contest: int) -> None:
    for _, done, before, _ in steps(contest):
        word, _, what = done.partition(" ")
        if before["pact"] == "ceasefire" and word == "attack":
            assert before["owner"][int(what)] == "third"


@given(CONTESTS)
def test_a_partner_that_was_attacked_has_no_partnership_any_more(contest: int) -> None:
    for _, done, before, after in steps(contest):
        word, _, what = done.partition(" ")
        if before["pact"] == "partnership" and word in ("attack", "bomb", "siege"):
            kept = before["owner"][int(what)] == "third"
            assert (after["pact"] == "partnership") == kept
