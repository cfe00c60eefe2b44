"""What a conduct decides, and what it leaves to a policy."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agreements.shipped import record


def turns(found: list[dict[str, Any]], party: str, what: str) -> list[int]:
    """Return in which own turns under the agreement a party did something; 1 is the first."""
    number, result, running = 0, [], False
    for event in found:
        if event["event"] == "turn" and event["by"] == party and running:
            number += 1
        if event["event"] == "agreement":
            running, number = True, int(party == "recipient")
        if event["event"] == "act" and event["by"] == party and event["act"].split()[0] == what:
            result.append(number)
    return result


def done(found: list[dict[str, Any]], what: str) -> list[str]:
    return [event["by"] for event in found if event["event"] == "act" and event["act"] == what]


def test_honour_proposes_and_accepts_and_never_betrays() -> None:
    found = record(("honour", "partner"), "ceasefire for 4")
    assert done(found, "propose") == ["proposer"]
    assert done(found, "accept") == ["recipient"]
    assert done(found, "betray") == []


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_betrayal_comes_in_its_own_turn_under_the_agreement(seat: int, turn: int) -> None:
    conducts = ("honour", f"betray in turn {turn}") if seat else (f"betray in turn {turn}", "honour")
    found = record(conducts, "ceasefire for 4")
    assert turns(found, ("proposer", "recipient")[seat], "betray") == [turn]


def test_a_betrayal_after_the_last_turn_never_comes() -> None:
    assert done(record(("betray in turn 4", "honour"), "ceasefire for 2"), "betray") == []


def test_who_attacks_a_partner_does_so_in_its_turn_and_the_weakest_territory() -> None:
    found = record(("honour", "attack in turn 3"), "partnership for 4")
    ended = next(event for event in found if event["event"] == "ended")
    assert (ended["how"], ended["by"], ended["deed"]) == ("void", "recipient", "attack")


def test_no_policy_touches_a_partner_while_the_partnership_lasts() -> None:
    for game in range(20):
        found = record(("honour", "partner"), "partnership for 6", game)
        assert next(event for event in found if event["event"] == "ended")["how"] == "expired"


def test_no_deal_neither_proposes_nor_accepts() -> None:
    assert done(record(("no deal", "honour"), "ceasefire for 4"), "propose") == []
    found = record(("honour", "no deal"), "ceasefire for 4")
    assert done(found, "accept") == []
    assert set(done(found, "decline")) == {"recipient"}
