"""What a record says, and to whom: public and secret agreements, the endings, the retelling."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from balance.config.agreements.rulings import RULINGS
from balance.engine.system import Cell
from balance.errors import RecordError
from tests.agreements.shipped import handles, record, system

TWO = ["proposer", "recipient"]
HIDDEN = ("support", "covert", "troops arrive")


def events(found: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in found if event["event"] == kind]


def acts(found: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [event for event in events(found, "act") if event["act"] == name]


@pytest.mark.parametrize("deal", ["ceasefire for 2", "partnership for 2"])
def test_everyone_knows_of_a_ceasefire_and_of_a_partnership(deal: str) -> None:
    found = record(("honour", "partner"), deal)
    (begun,) = events(found, "agreement")
    (ended,) = events(found, "ended")
    assert begun["seen"] == ended["seen"] == "all"
    assert ended["how"] == "expired"


def test_the_two_of_a_ceasefire_see_each_others_territories_while_it_lasts() -> None:
    found = record(("honour", "partner"), "ceasefire for 2")
    begun, ended = (found.index(events(found, kind)[0]) for kind in ("agreement", "ended"))
    assert "sees the other's territories" in found[begun]["sight"]
    deployed = [(n, event) for n, event in enumerate(found) if str(event.get("act")).startswith("deploy")]
    assert {tuple(event["seen"]) for n, event in deployed if begun < n < ended} == {tuple(TWO)}
    assert {tuple(event["seen"]) for n, event in deployed if not begun < n < ended} == {
        ("proposer",),
        ("recipient",),
    }


@pytest.mark.parametrize(
    "breaker", [("betray in turn 1", "partner"), ("honour", "betray in turn 1"), ("honour", "partner")]
)
@pytest.mark.parametrize("option", ["default", "other"])
def test_covert_support_is_in_no_public_event_whatever_the_rulings(
    breaker: tuple[str, str], option: str
) -> None:
    rulings: dict[str, Any] = (
        {} if option == "default" else {name: one.options[1].name for name, one in RULINGS.items()}
    )
    found = record(breaker, "support at income 6", **rulings)
    assert events(found, "support")
    public = [event for event in found[1:] if event["seen"] == "all"]
    assert public
    for event in public:
        assert not any(word in str(event).lower() for word in HIDDEN), event
        assert event["event"] not in ("agreement", "ended", "support")
        assert event.get("act") not in ("propose", "accept", "decline")


def test_covert_support_is_seen_by_the_two_parties() -> None:
    found = record(("honour", "partner"), "support at income 6")
    (sent,) = events(found, "support")
    assert sent["seen"] == TWO
    lost = [event for event in events(found[: found.index(sent)], "battle") if event["won"]]
    assert all(event["place"].startswith("R") for event in lost)
    assert (
        sent["troops"] == (6 + 4 - len(lost)) // 2
    )  # half of its income: 6, and 1 for each territory it still has


@pytest.mark.parametrize(("option", "seen"), [("public", "all"), ("the_two", TWO)])
def test_who_sees_a_transfer(option: str, seen: Any) -> None:
    (begun,) = events(record(("honour", "partner"), "transfer for 2", transfer_seen=option), "agreement")
    assert begun["seen"] == seen
    assert begun["territory"] == "P4"


@pytest.mark.parametrize(("option", "seen"), [("the_two", TWO), ("all", "all")])
def test_who_sees_an_offer_and_its_answer(option: str, seen: Any) -> None:
    found = record(("honour", "no deal"), "ceasefire for 2", offer_seen=option)
    assert acts(found, "propose")[0]["seen"] == acts(found, "decline")[0]["seen"] == seen


@pytest.mark.parametrize(
    ("deal", "option", "seen"),
    [
        ("ceasefire for 4", "as_the_pact", "all"),
        ("ceasefire for 4", "public", "all"),
        ("support at income 3", "as_the_pact", TWO),
        ("support at income 3", "public", "all"),
    ],
)
def test_who_sees_a_betrayal(deal: str, option: str, seen: Any) -> None:
    found = record(("honour", "betray in turn 1"), deal, betrayal_seen=option)
    (betrayal,) = acts(found, "betray")
    assert betrayal["seen"] == seen


def test_a_betrayal_names_the_penalty() -> None:
    (ended,) = events(record(("honour", "betray in turn 1"), "ceasefire for 4"), "ended")
    assert (ended["how"], ended["by"], ended["half deploy"]) == ("betrayed", "recipient", 8)


@pytest.mark.parametrize("deed", ["attack", "bomb", "siege"])
def test_a_public_event_names_the_aggressor_and_the_deed_and_the_victim_is_told(deed: str) -> None:
    found = record((f"{deed} in turn 1", "partner"), "partnership for 4")
    (ended,) = events(found, "ended")
    assert (ended["how"], ended["by"], ended["slow for"], ended["seen"]) == ("void", "proposer", 3, "all")
    done = found[found.index(ended) - 1]
    assert done["act"].split()[0] == ended["deed"] == deed
    assert done["seen"] == "all"
    (told,) = events(found, "told")
    assert (told["party"], told["of"], told["seen"]) == ("recipient", "proposer", ["recipient"])


def test_nobody_but_its_owner_sees_a_card() -> None:
    found = record(("honour", "partner"), "ceasefire for 2")
    assert all(event["seen"] == [event["by"]] for event in events(found, "card"))
    assert all(
        event["seen"] == [event["by"]] for event in events(found, "act") if event["act"].startswith("play")
    )


@pytest.mark.parametrize("policy", ["steady", "wary", "random"])
def test_the_loop_counts_what_the_records_tell(policy: str) -> None:
    cell = Cell(("betray in turn 2", "bomb in turn 1"), "partnership for 4", (policy, policy))
    (tally,) = system().play([cell], handles(), 0, 4)
    ends = [system().events(cell, handles(), game)[-1] for game in range(4)]
    assert tally.wins == sum(end["margin"] > 0 for end in ends)
    scores = [row for row in tally.facts if row.fact == "score, recipient" for _ in range(row.games)]
    assert sorted(int(row.key) for row in scores) == sorted(end["scores"][1] for end in ends)


def test_a_record_retells_itself() -> None:
    found = record(("honour", "betray in turn 2"), "partnership for 4", game=3)
    assert system().retold(found[0], found[1:]) == found[1:]


@pytest.mark.parametrize(
    ("kind", "change", "message"),
    [
        ("card", {"value": 6}, "event 1: expected the value of a card that there is; got 6"),
        ("card", {"value": "x"}, "event 1: expected a number or an action"),
        ("act", {"act": "betray"}, "expected one of: deploy P1"),
        ("act", {"act": 3}, "expected one of: deploy P1"),
        ("battle", {"won": 2}, "expected 1 where the attacker wins, else 0; got 2"),
    ],
)
def test_an_impossible_event_is_refused_with_its_number(
    kind: str, change: dict[str, Any], message: str
) -> None:
    found = copy.deepcopy(record(("honour", "partner"), "ceasefire for 2"))
    events(found, kind)[0].update(change)
    with pytest.raises(RecordError) as error:
        system().retold(found[0], found[1:])
    assert message in str(error.value)
    assert str(error.value).startswith("event ")


def test_a_record_that_stops_early_is_refused() -> None:
    found = record(("honour", "partner"), "ceasefire for 2")
    with pytest.raises(RecordError, match="the record ends before the game does"):
        system().retold(found[0], found[1:20])


def test_a_game_reads_in_the_words_of_the_rules() -> None:
    found = record(("attack in turn 1", "partner"), "partnership for 4")
    text = system().record_text(found)
    assert "Manufacturing Partnership is in force for 4 turns" in text
    assert "proposer turned on its partner: the Manufacturing Partnership is void" in text
    assert "[seen by recipient]" in text
