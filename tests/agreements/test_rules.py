"""Offers, slots and the four types of agreements, clause by clause, on kernels and slow implementation alike."""

from __future__ import annotations

from tests.agreements.play import ON_BOTH, Made, P, R, T, draw, game, place, struck, turn

# offers and slots


@ON_BOTH
def test_an_offer_is_answered_at_the_recipients_turn_start_before_anything_else(made: Made) -> None:
    at = game(made)
    place(at)
    at.act("propose")
    assert not at.legal() & {"accept", "decline", "propose"}
    at.act("end")
    assert at.legal() == {"accept", "decline"}


@ON_BOTH
def test_an_offer_that_is_not_made_is_not_answered(made: Made) -> None:
    at = game(made)
    turn(at)
    assert not at.legal() & {"accept", "decline"}


@ON_BOTH
def test_the_proposer_fills_its_slots_when_proposing_and_the_cards_stay_locked(made: Made) -> None:
    at = game(made, slots=(2, 1))
    place(at)
    at.act("propose")
    assert at.seen()["hands"][P] == [1]  # 2 dealt and 1 drawn, less 2
    assert at.seen()["committed"][P] == [1, 1]


@ON_BOTH
def test_the_recipient_fills_its_slots_when_accepting(made: Made) -> None:
    at = game(made, slots=(0, 2), draws=0)
    turn(at, "propose")
    assert at.seen()["hands"][R] == [1, 1]
    at.act("accept")
    assert at.seen()["hands"][R] == []


@ON_BOTH
def test_who_cannot_fill_the_slots_cannot_propose(made: Made) -> None:
    at = game(made, slots=(4, 0))  # a hand of 3
    place(at)
    assert "propose" not in at.legal()


@ON_BOTH
def test_who_cannot_fill_the_slots_cannot_accept(made: Made) -> None:
    at = game(made, slots=(1, 3))  # a hand of 2
    turn(at, "propose")
    assert at.legal() == {"decline"}


@ON_BOTH
def test_declined_cards_come_back_and_the_agreement_card_too(made: Made) -> None:
    at = game(made, slots=(2, 0))
    turn(at, "propose")
    turn(at, "decline")
    assert at.seen()["hands"][P] == [1, 1, 1]
    draw(at)
    place(at)
    assert "propose" in at.legal()


@ON_BOTH
def test_declined_card_lost_under_that_ruling(made: Made) -> None:
    at = game(made, slots=(2, 0), rulings={"declined_cards": "card_lost"})
    turn(at, "propose")
    turn(at, "decline")
    assert at.seen()["hands"][P] == [1, 1, 1]
    draw(at)
    place(at)
    assert "propose" not in at.legal()


@ON_BOTH
def test_accepted_cards_are_spent(made: Made) -> None:
    at = struck(made, "ceasefire", slots=(2, 1))
    assert at.seen()["committed"] == {P: [], R: []}
    assert at.seen()["hands"] == {P: [1], R: [1, 1]}  # 3 - 2; 2 - 1, and 1 drawn


@ON_BOTH
def test_accepted_cards_come_back_at_expiry_under_that_ruling(made: Made) -> None:
    at = struck(
        made, "ceasefire", slots=(2, 1), duration=1, draws=0, rulings={"accepted_cards": "back_at_expiry"}
    )
    assert at.seen()["hands"] == {P: [], R: [1]}
    place(at)
    at.act("end")
    assert at.seen()["hands"] == {P: [1, 1], R: [1, 1]}


@ON_BOTH
def test_accepted_cards_do_not_come_back_at_a_betrayal(made: Made) -> None:
    at = struck(made, "ceasefire", slots=(2, 1), draws=0, rulings={"accepted_cards": "back_at_expiry"})
    place(at)
    at.act("betray")
    assert at.seen()["hands"] == {P: [], R: [1]}
    assert at.seen()["committed"] == {P: [], R: []}


# the four types


@ON_BOTH
def test_a_ceasefire_forbids_attacks_bombs_and_sieges_both_ways_but_not_against_others(made: Made) -> None:
    at = struck(made, "ceasefire")
    place(at)
    against = {act for act in at.legal() if act.split()[0] in ("attack", "bomb", "siege")}
    assert against == {"attack 4", "bomb 4", "siege 4"}  # the third party's
    at.act("end")
    draw(at)
    place(at)
    assert {act for act in at.legal() if act.startswith("attack")} == {"attack 4"}


@ON_BOTH
def test_a_ceasefire_forbids_attacks_only_under_that_ruling(made: Made) -> None:
    at = struck(made, "ceasefire", rulings={"ceasefire_scope": "attacks"})
    place(at)
    assert {"bomb 0", "siege 1"} <= at.legal()
    assert "attack 0" not in at.legal()


@ON_BOTH
def test_a_transfer_hands_one_territory_over_garrison_intact(made: Made) -> None:
    at = struck(made, "transfer", territory=1)
    assert at.seen()["owner"] == [P, R, R, R, T]
    assert at.seen()["troops"][1] == 4


@ON_BOTH
def test_the_recipient_hands_over_where_the_deal_names_it(made: Made) -> None:
    at = struck(made, "transfer", territory=2, giver=R)
    assert at.seen()["owner"] == [P, P, P, R, T]


@ON_BOTH
def test_what_is_lost_meanwhile_cannot_be_handed_over(made: Made) -> None:
    at = game(made, kind="transfer", territory=2, giver=R)
    place(at)
    at.act("propose")
    at.act("attack 2")
    at.battle(True)
    at.act("end")
    assert at.legal() == {"decline"}


@ON_BOTH
def test_who_hands_over_its_last_territory_is_eliminated(made: Made) -> None:
    at = game(made, owners=[P, R], kind="transfer", territory=0)
    turn(at, "propose")
    at.act("accept")
    assert at.over
    assert at.endings[-1] == ("eliminated", P)


@ON_BOTH
def test_covert_support_sends_once_on_acceptance_by_the_recipients_own_income(made: Made) -> None:
    at = struck(made, "support", income=(9, 4), per_territory=2, support=50)
    assert at.sent == 4  # half of 4 + 2 × 2
    assert place(at) == 12  # its own 8 and these
    at.act("end")
    turn(at)
    assert turn(at)[0] == 8
    assert at.sent == 4


@ON_BOTH
def test_covert_support_sends_each_turn_under_that_ruling(made: Made) -> None:
    at = struck(
        made, "support", income=(9, 4), per_territory=2, duration=2, rulings={"support_flow": "each_turn"}
    )
    assert place(at) == 12
    at.act("end")
    turn(at)
    assert turn(at)[0] == 12
    turn(at)  # the counter reaches zero
    assert turn(at)[0] == 8
    assert at.sent == 8


@ON_BOTH
def test_paid_support_leaves_the_senders_garrisons_and_one_troop_in_each(made: Made) -> None:
    at = game(made, kind="support", income=(0, 40), per_territory=0, support=50, support_paid=True)
    turn(at, "propose")
    at.act("accept")
    assert at.sent == 6  # 20 wanted; two garrisons of 4 keep 1 each
    assert at.seen()["troops"][:2] == [1, 1]


@ON_BOTH
def test_partners_deploy_more_and_draw_slower(made: Made) -> None:
    at = game(made, kind="partnership", draws=2, slower=1, bonus=3, duration=4)
    assert turn(at, "propose") == (5, 0)
    assert turn(at, "accept") == (8, 1)  # 3 + 2 territories + 3; 2 − 1 cards
    assert turn(at) == (8, 1)
