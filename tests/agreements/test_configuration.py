"""One mistake at a time in the shipped files: the message names file, line, field, what came and the nearest."""

# ruff: noqa: E501 - a message stays in one piece where it can

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from balance import policies
from balance.config.agreements.load import configuration_from
from balance.errors import ConfigurationError
from tests.agreements.shipped import shipped
from tests.copied import Reading, assert_refused, reading

RUN, GAME = "agreements.yaml", "games/agreements.yaml"
FOUR = "ceasefire for 4: {source: assumed, agreement: ceasefire, duration: 4}"
HANDED = "territory: P4"

MISTAKES = [
    # what matters most: no duration, slots beyond the hand, a territory that is not owned
    (RUN, FOUR, FOUR.replace(", duration: 4", ""), "deals.ceasefire for 4: missing key 'duration'"),
    (RUN, FOUR, FOUR.replace("4}", "0}"), "deals.ceasefire for 4.duration: expected at least 1; got 0"),
    (GAME, "3: {proposer: 3,", "3: {proposer: 9,", "slots.value.3.proposer: expected at most 4 slots, the cards of a hand at "
     "the start; got 9"),
    (RUN, HANDED, "territory: R1", "deals.transfer for 2.territory: expected a territory that the proposer owns "
     "(P1, P2, P3, P4); got 'R1'"),
    (RUN, HANDED, "territory: P9", "deals.transfer for 2.territory: unknown territory 'P9'"),
    (RUN, ", " + HANDED, "", "deals.transfer for 2: expected a territory to be handed over: one of P1, P2, P3, P4"),
    (GAME, "3: {proposer: 3, recipient: 3}", "3: {proposer: 1, recipient: 3}", "slots.value.3: expected more slots than "
     "tier 2 asks for, 4 in all; got 4"),
    # deals
    (RUN, FOUR, FOUR.replace("4}", "4, territory: P1}"), "deals.ceasefire for 4.territory: a ceasefire hands over no "
     "territory"),
    (RUN, FOUR, FOUR.replace("4}", "'4'}"), "deals.ceasefire for 4.duration: expected a whole number; got '4'"),
    (RUN, FOUR, FOUR.replace("duration", "duratoin"), "unknown key 'duratoin' (did you mean 'duration'?)"),
    (RUN, FOUR, FOUR.replace("agreement: ceasefire", "agreement: ceasfire"), "deals.ceasefire for 4.agreement: expected one "
     "of ceasefire, transfer, support, partnership; got 'ceasfire' (did you mean 'ceasefire'?)"),
    (RUN, "tier: 3", "tier: 4", "deals.ceasefire of tier 3.tier: expected a tier that the game file gives slots for "
     "(1, 2, 3); got 4"),
    (RUN, FOUR, f"{FOUR}\n  {FOUR}", "ceasefire for 4"),
    # conducts
    (RUN, "betrays_at: 1", "betrays_at: 0", "conducts.betray in turn 1.betrays_at: expected at least 1; got 0"),
    (RUN, "betrays_at: 1", "betrays_at: one", "conducts.betray in turn 1.betrays_at: expected a whole number; got 'one'"),
    (RUN, "attacks_at: 1, by: bomb", "by: bomb", "conducts.bomb in turn 1.by: expected attacks_at beside it"),
    (RUN, "by: bomb", "by: bmob", "conducts.bomb in turn 1.by: expected one of attack, bomb, siege; got 'bmob' (did you mean "
     "'bomb'?)"),
    (RUN, "betrays_at: 1", "betray_at: 1", "unknown key 'betray_at' (did you mean 'betrays_at'?)"),
    # who plays
    (RUN, "proposer: steady", "proposer: stedy", "policy_pairs[0].proposer: unknown policy 'stedy' (did you mean 'steady'?)"),
    (RUN, "deals: [ceasefire for 4, partnership for 4]", "deals: [ceasefire for 5]", "'ceasefire for 5' (did you mean"),
    # the game file
    (GAME, "value: {1: 40,", "value: {1: 41,", "cards.value: expected shares that add up to 100; got 101"),
    (GAME, "value: {1: 40,", "value: {7: 40,", "cards.value.7: expected a value from 1 to 5; got '7'"),
    (GAME, "{proposer: 4, recipient: 4, third: 4}, variants", "{proposer: 9, recipient: 4, third: 4}, variants",
     "territories.value: expected at most 16 territories in all; got 17"),
    (GAME, "source: rulebook, value: {least", "source: rulebok, value: {least", "penalty.source: expected one of rulebook, "
     "ruling, assumed; got 'rulebok' (did you mean 'rulebook'?)"),
    (GAME, "betrayal_cards: {source: assumed, value: {proposer: 1", "betrayal_cards: {source: assumed, value: {proposer: 5",
     "betrayal_cards.value.proposer: expected at most 4; got 5"),
    (GAME, "{territory: 3, troop: 1, card: 1}, variants", "{territory: 3, troop: 20, card: 1}, variants", "worth.value: "
     "expected worths, incomes and rounds by which no score passes 5000; it may reach"),
    # rulings
    (GAME, "value: as_the_pact", "value: as_pact", "rulings.betrayal_seen.value: expected one of as_the_pact, public; got "
     "'as_pact' (did you mean 'as_the_pact'?)"),
    (GAME, "void_tick:", "void_tikc:", "rulings.void_tikc: unknown ruling 'void_tikc' (did you mean 'void_tick'?)"),
]  # fmt: skip


@pytest.fixture
def read(tmp_path: Path) -> Reading:
    return reading(tmp_path, "agreements")


@pytest.mark.parametrize(("file", "old", "new", "message"), MISTAKES)
def test_a_mistake_gets_one_message_with_its_place(
    file: str, old: str, new: str, message: str, read: Reading
) -> None:
    assert_refused(read, file, old, new, message)


def test_the_recipients_territory_is_handed_over_where_the_deal_names_it(read: Reading) -> None:
    changes: dict[str, Callable[[str], str]] = {
        RUN: lambda text: text.replace(HANDED, "territory: R1, giver: recipient"),
        GAME: lambda text: text.replace("transfer_giver: {source: ruling, value: proposer}",
                                        "transfer_giver: {source: ruling, value: named}"),
    }  # fmt: skip
    assert read(changes).settings["transfer for 2"].territory == "R1"
    with pytest.raises(ConfigurationError, match="that the proposer owns"):
        read({RUN: changes[RUN]})


def test_the_shipped_files_say_where_each_value_comes_from() -> None:
    assumed = "".join(str(one) for one in shipped().assumptions())
    for word in ("slots", "income", "attack", "partnership", "support", "worth", "ceasefire for 4"):
        assert word in assumed
    assert "penalty" not in assumed


def test_a_configuration_is_read_back_from_its_contents() -> None:
    again = configuration_from(shipped().contents(), policies=policies.weights("agreements"))
    assert again.digest() == shipped().digest()
