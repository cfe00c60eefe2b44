"""How agreements end, and what is assumed of the rest, clause by clause, on kernels and slow implementation alike."""

from __future__ import annotations

import pytest

from tests.agreements.play import ON_BOTH, OWNERS, Made, P, R, draw, game, place, struck, turn
from tests.reference.agreements import Rules

# counters and expiry


@ON_BOTH
def test_a_counter_goes_down_at_the_proposers_turn_starts_from_the_first_after_acceptance(made: Made) -> None:
    at = struck(made, "ceasefire", duration=2)
    assert at.turns_left == 2
    place(at)
    at.act("end")
    assert at.turns_left == 1  # the proposer's
    turn(at)
    assert at.turns_left == 1  # the recipient's
    turn(at)
    assert at.pact is None
    assert at.endings[-1] == ("expired", None)


@ON_BOTH
def test_the_first_turn_start_does_not_count_under_that_ruling(made: Made) -> None:
    at = struck(made, "ceasefire", duration=1, rulings={"first_tick": "second"})
    place(at)
    at.act("end")
    assert at.turns_left == 1
    turn(at)
    turn(at)
    assert at.pact is None


@ON_BOTH
def test_expiry_costs_nobody_anything(made: Made) -> None:
    at = struck(made, "partnership", duration=1, bonus=3)
    place(at)
    at.act("end")
    assert turn(at) == (5, 1)  # no bonus, no slowdown, no penalty
    assert turn(at) == (5, 1)


# betrayal


@ON_BOTH
def test_betrayal_needs_and_spends_a_betrayal_card_and_ends_the_agreement_at_once(made: Made) -> None:
    at = struck(made, "ceasefire", betrayals=(0, 1), agreements=2, slots=(0, 0))
    place(at)
    at.act("betray")
    assert at.pact is None
    assert at.endings[-1] == ("betrayed", R)
    assert "attack 0" in at.legal()
    at.act("end")
    turn(at, "propose")
    at.act("accept")
    draw(at)
    place(at)
    assert "betray" not in at.legal()  # it had one


@ON_BOTH
def test_who_has_no_betrayal_card_cannot_betray(made: Made) -> None:
    at = struck(made, "ceasefire", betrayals=(1, 0))
    place(at)
    assert "betray" not in at.legal()


@ON_BOTH
def test_without_an_agreement_there_is_nothing_to_betray(made: Made) -> None:
    at = game(made)
    place(at)
    assert "betray" not in at.legal()


@ON_BOTH
@pytest.mark.parametrize(("duration", "turns"), [(1, 3), (2, 4), (3, 6)])
def test_the_breaker_deploys_half_for_twice_the_turns_left_at_least_three(
    made: Made, duration: int, turns: int
) -> None:
    at = struck(made, "ceasefire", duration=duration, income=(3, 5), rounds=12)
    place(at)
    at.act("betray")
    at.act("end")
    deployed = []
    for _ in range(turns + 1):
        assert turn(at)[0] == 5  # the other side gets nothing extra
        deployed.append(turn(at)[0])
    assert deployed == [3] * turns + [7]  # half of 5 + 2, rounded down


@ON_BOTH
def test_half_a_deployment_is_rounded_up_under_that_ruling(made: Made) -> None:
    at = struck(made, "ceasefire", income=(3, 5), rulings={"half_deploy": "up"})
    turn(at, "betray")
    turn(at)
    assert turn(at)[0] == 4


@ON_BOTH
def test_a_partnership_can_be_betrayed_by_card_too(made: Made) -> None:
    at = struck(made, "partnership", duration=4, bonus=3, income=(3, 5))
    place(at)
    at.act("betray")
    at.act("end")
    assert turn(at) == (5, 1)
    assert turn(at) == (3, 1)  # no bonus, no slowdown, half of 7


@pytest.mark.parametrize(
    ("option", "deployed"),
    [("longest", [4, 4, 8]), ("halved_again", [2, 2, 8]), ("one_after_other", [4, 4, 4, 4, 8])],
)
@ON_BOTH
def test_two_commitment_penalties_of_one_party(made: Made, option: str, deployed: list[int]) -> None:
    rulings = {"penalties_overlap": option}
    at = struck(
        made, "ceasefire", duration=2, least=1, betrayals=(0, 2), agreements=2, slots=(0, 0), income=(3, 6),
        rounds=20, rulings=rulings,
    )  # fmt: skip
    turn(at, "betray")  # 4 turns
    turn(at, "propose")
    at.act("accept")  # its first turn of half deploy: 3 are left
    draw(at)
    assert place(at) == 4
    at.act("end")
    turn(at)
    assert turn(at, "betray")[0] == 4  # 1 turn was left of the counter: 2 more; 2 are left of the first
    for troops in deployed:  # the two turns of the first and the two of the second: side by side, or in a row
        turn(at)
        assert turn(at)[0] == troops


# elimination


@ON_BOTH
def test_elimination_dissolves_the_agreement_at_once_and_what_landed_stays(made: Made) -> None:
    at = game(made, owners=[P, R], kind="support", support=100, income=(9, 1), acts=1)
    turn(at, "propose")
    turn(at, "accept")
    landed = at.seen()["troops"][1]
    assert landed == 4 + 2 + 2  # its garrison, its income, and as much again
    draw(at)
    place(at)
    at.act("attack 1")
    at.battle(True)
    assert at.over
    assert at.pact is None
    assert at.endings[-1] == ("eliminated", R)
    assert at.sent == 2


@ON_BOTH
def test_elimination_gives_back_the_cards_of_an_offer_that_waits(made: Made) -> None:
    at = game(made, owners=[P, R], slots=(2, 0))
    place(at)
    at.act("propose")
    at.act("attack 1")
    at.battle(True)
    assert at.over
    assert at.seen()["hands"][P] == [1, 1, 1]


# the void of a manufacturing partnership


@ON_BOTH
@pytest.mark.parametrize("deed", ["attack", "bomb", "siege"])
@pytest.mark.parametrize("aggressor", [P, R])
def test_aggression_frees_the_victim_and_leaves_the_aggressor_slow_without_bonus(
    made: Made, deed: str, aggressor: str
) -> None:
    at = struck(made, "partnership", duration=3, draws=2, bonus=3)
    place(at)
    if aggressor == P:
        at.act("end")
        draw(at)
        place(at)
    at.act(f"{deed} {0 if aggressor == R else 2}")
    assert at.pact is None  # whatever the result, which is not known yet
    assert at.endings[-1] == ("void", aggressor)
    if at.waits == "battle":
        at.battle(False)
    at.act("end")
    assert turn(at) == (5, 2)  # the victim: no bonus, no slowdown, as if it had never been signed
    # 3 turns were left after the recipient's deed, 2 after the proposer's: 2 or 1 more slow turns of the aggressor
    slow = 2 if aggressor == R else 1
    for _ in range(slow):
        assert turn(at) == (5, 1)  # no betrayal penalty either
        assert turn(at) == (5, 2)
    assert turn(at) == (5, 2)


@ON_BOTH
def test_aggression_against_another_leaves_the_partnership(made: Made) -> None:
    at = struck(made, "partnership")
    place(at)
    at.act("siege 4")
    assert at.pact == "partnership"


@ON_BOTH
def test_the_slowdown_counts_on_the_aggressors_turn_starts_under_that_ruling(made: Made) -> None:
    at = struck(made, "partnership", duration=2, draws=2, rulings={"void_tick": "aggressor"})
    place(at)
    at.act("siege 0")
    at.act("end")
    cards = []
    for _ in range(3):
        turn(at)
        cards.append(turn(at)[1])
    assert cards == [1, 2, 2]  # 2 turns left: at the start of its second turn they are over
    default = struck(made, "partnership", duration=2, draws=2)
    place(default)
    default.act("siege 0")
    default.act("end")
    turn(default)
    assert turn(default)[1] == 1  # one of the proposer's turn starts has passed


@ON_BOTH
def test_a_new_agreement_does_not_hold_up_an_aggressors_slowdown(made: Made) -> None:
    at = struck(
        made, "partnership", duration=3, draws=2, slots=(0, 0), agreements=2, betrayals=(1, 0),
        rulings={"first_tick": "second"},
    )  # fmt: skip
    place(at)
    at.act("siege 0")  # 3 turns left, and one turn start that does not count: over at the proposer's fourth
    at.act("end")
    turn(at, "propose")
    turn(at, "accept")
    turn(at, "betray")  # the second
    cards = [turn(at)[1]]
    for _ in range(2):
        turn(at)
        cards.append(turn(at)[1])
    assert cards == [1, 1, 2]


@ON_BOTH
def test_one_betrayal_card_is_not_needed_for_aggression(made: Made) -> None:
    at = struck(made, "partnership", betrayals=(0, 0))
    place(at)
    assert "attack 0" in at.legal()


# what is assumed of the rest


@ON_BOTH
def test_an_attack_comes_from_the_strongest_garrison_and_one_troop_stays(made: Made) -> None:
    at = game(made, garrison=4)
    place(at)  # 5 more on the first territory: 9
    at.act("attack 2")
    at.battle(True)
    assert at.seen()["owner"][2] == P
    assert at.seen()["troops"][:3] == [1, 4, 6]  # 8 attackers, less half of 4


@ON_BOTH
def test_a_lost_attack_costs_the_attackers_and_half_as_many_defenders(made: Made) -> None:
    at = game(made, garrison=6)
    at.act("deploy 0")  # 11
    at.act("attack 2")
    at.battle(False)
    assert at.seen()["owner"][2] == R
    assert at.seen()["troops"][:3] == [1, 6, 1]  # 10 attackers: 5 of 6 are lost


@ON_BOTH
def test_a_bomb_destroys_some_and_a_siege_half_rounded_up_and_one_stays(made: Made) -> None:
    at = game(made, garrison=5, bomb=9, acts=2)
    place(at)
    at.act("bomb 2")
    at.act("siege 3")
    assert at.seen()["troops"][2:4] == [1, 3]
    assert not {act for act in at.legal() if act.startswith(("attack", "bomb", "siege"))}  # two a turn


@ON_BOTH
def test_the_score_counts_territories_troops_and_cards_committed_ones_too(made: Made) -> None:
    at = game(made, worth=(3, 2, 5), slots=(1, 0))
    place(at)
    at.act("propose")
    assert at.score(P) == 3 * 2 + 2 * (4 + 4 + 5) + 5 * 3
    assert at.score(R) == 3 * 2 + 2 * 8 + 5 * 2


@ON_BOTH
def test_a_game_without_hands_begins_with_the_proposers_turn(made: Made) -> None:
    at = made(Rules(owners=OWNERS, hand=0, draws=0))
    assert at.mover == P
    assert place(at) == 5
