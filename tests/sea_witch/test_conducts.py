"""What conducts do with pacts, and what is counted of games; worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from balance import policies
from balance.config.sea_witch.models import Conduct, Table
from balance.engine.sea_witch.facts import facts_of
from balance.engine.sea_witch.game import Game
from balance.engine.sea_witch.kernels import counts
from balance.engine.sea_witch.kernels import state as k
from balance.engine.sea_witch.kernels.conduct import decide
from balance.engine.sea_witch.kernels.rules import legal
from balance.engine.sea_witch.system import SeaWitchSystem
from balance.engine.sea_witch.tables import build_rules, names_of
from balance.engine.system import Cell
from tests.sea_witch.tables import answer, hold, laid, shipped, shipped_game

PLAIN = ["Knight", "Blacksmith", "Treasure"]
SAFE = ["Cat", "Frog"]


def decided(game: Game, **conduct: Any) -> str:
    """Return what a conduct of the player does in a position."""
    rules = build_rules(shipped_game(), [Conduct(**conduct), Conduct()], Table(players=2))
    actions = np.zeros(k.MAX_LEGAL, np.int16)
    count = legal(game.state, rules[0], actions)
    return game.name_of(int(decide(game.state, rules[0], actions, count)))


def offered(*pacts: str) -> Game:
    """Return a game in which the player may play pacts in its first turn."""
    game = laid([PLAIN, PLAIN], draws=SAFE)
    game.state["items"][0, 1:] = 1  # a sword, an armour
    hold(game, 0, *pacts)
    return game


def asked_to_discard(*pacts: str) -> Game:
    """Return a game in which the player may discard one of its pacts."""
    game = laid([["Dolphin", "Blacksmith", "Treasure"], PLAIN], draws=SAFE)
    hold(game, 0, *pacts)
    if game.phase == "play a pact":
        answer(game, "none")
    answer(game, "Dolphin")
    return game


@pytest.mark.parametrize(
    ("pact", "points"),
    [
        ("The Stinking Concoction", 3),  # two gold coins, and a point for a Villain shown
        ("Seventh Heaven", 4),
        ("A Voice for Legs", 4 - 1 + 1),  # a card less; second: a card for a point and a coin
        ("The Sisters' Knife", 4 - 1 + 1),  # a sword less; second: a sword for two points
        ("Foam on the Waves", 6 - 2 + 1),
        ("Sunken Treasure", 2),  # second: a coin for a card, worth as much
        ("The Witch's Price", 3 - 2 + 1),
    ],
)
def test_what_a_pact_promises(pact: str, points: int) -> None:
    rules = build_rules(shipped_game(), [Conduct(), Conduct()], Table(players=3))[0]
    assert rules["expected"][names_of(shipped_game()).pacts.index(pact)] == points


def test_the_pact_that_promises_most_is_played() -> None:
    game = offered("The Rusty Anchor", "Foam on the Waves", "Sunken Treasure")
    assert decided(game) == "Foam on the Waves"


def test_what_promises_too_little_is_kept() -> None:
    game = offered("Sunken Treasure")
    assert decided(game, least_gain=3) == "none"
    assert decided(game, least_gain=2) == "Sunken Treasure"


def test_pacts_wait_for_their_turn() -> None:
    game = offered("Foam on the Waves")
    assert decided(game, plays_from=2) == "none"
    game.state["turn"] = 3  # the third turn of two players is the second of the first
    assert decided(game, plays_from=2) == "Foam on the Waves"


def test_with_few_cards_left_everything_is_played() -> None:
    game = offered("Sunken Treasure")
    game.state["deck_left"] = 12
    assert decided(game, plays_from=999, least_gain=9, rush=11) == "none"
    assert decided(game, plays_from=999, least_gain=9, rush=12) == "Sunken Treasure"


@pytest.mark.parametrize(
    ("discards", "expected"),
    [("never", "none"), ("unplayable", "Seventh Heaven"), ("always", "Seventh Heaven")],
)
def test_what_cannot_be_played_is_discarded_first(discards: str, expected: str) -> None:
    game = asked_to_discard("Seventh Heaven", "Foam on the Waves")
    assert decided(game, discards=discards) == expected


@pytest.mark.parametrize(("discards", "expected"), [("unplayable", "none"), ("always", "Sunken Treasure")])
def test_a_pact_that_could_be_played_is_discarded_by_who_always_does(discards: str, expected: str) -> None:
    game = asked_to_discard("Foam on the Waves", "Sunken Treasure")
    assert decided(game, discards=discards) == expected


@pytest.mark.parametrize(("takes", "expected"), [(True, "yes"), (False, "none")])
def test_a_pact_that_need_not_be_drawn(takes: bool, expected: str) -> None:
    game = laid([["Storm", "Blacksmith", "Treasure"], PLAIN], draws=SAFE)
    answer(game, "Storm")
    assert decided(game, takes=takes) == expected


@pytest.mark.parametrize(("rating", "card"), [(-9.0, "Knight"), (9.0, "Siren")])
def test_greedy_rates_the_draw_symbol_as_the_conduct_says(rating: float, card: str) -> None:
    game = laid([["Siren", "Knight", "Treasure"], PLAIN], draws=SAFE)
    rules = build_rules(shipped_game(), [Conduct(draw_rating=rating), Conduct()], Table(players=2))
    greedy = policies.handle("sea_witch", "greedy", {})
    actions = np.zeros(k.MAX_LEGAL, np.int16)
    count = legal(game.state, rules[0], actions)
    chosen = greedy.choose(game.state, rules[0], actions, count, np.uint64(0), greedy.weights)
    assert (game.name_of(int(chosen)) == "Siren") is (card == "Siren")


# what is counted


def counted(game: Game) -> dict[tuple[str, str], list[int]]:
    """Return what is counted of a position as if the game ended there: fact and key → games, wins, total."""
    pacts = game.names.pacts
    facts = np.zeros((counts.fact_count(len(pacts)), 3), np.int64)
    counts.add_game(facts, game.state, game.rules, np.zeros(k.PLAYERS, np.int64))
    names = facts_of(pacts)
    assert len(names) == len(facts) == len(set(names))
    return {name: row.tolist() for name, row in zip(names, facts, strict=True) if row[0]}


def concoction() -> Game:
    """Return a game in which the first player has drawn The Stinking Concoction early, with two Villains in hand."""
    game = laid(
        [["Siren", "Ogre", "Knight"], ["Wolf", "Cat", "Cat"]],
        draws=["Dragon", "Cat", "Frog"],
        pacts=["The Stinking Concoction", "Seventh Heaven"],
    )
    answer(game, "Siren", "Cat")
    return game


def test_a_played_pact_counts_what_it_brought_whom() -> None:
    """Two gold coins and a point: 3, the Ogre's own point left out; the other player shows a Villain for 1."""
    game = concoction()
    answer(game, "The Stinking Concoction", "Ogre", "yes", "yes")
    assert game.position()["score"] == [3 + 1 + 1, 1 + 1]
    found = counted(game)
    for name in ("The Stinking Concoction", "a pact"):
        assert found[f"what becomes of {name}, drawn early", "played"][0] == 1
        assert found[f"value of {name}, drawn early", "3"] == [1, 1, 3]
        assert found[f"value when played of {name}, drawn early", "3"] == [1, 1, 3]
        assert found[f"brought the others by {name}, drawn early", "1"] == [1, 1, 1]
    assert not any("Seventh Heaven" in fact for fact, _ in found)


def test_a_pact_held_at_the_end_counts_the_penalty() -> None:
    found = counted(concoction())
    assert found["what becomes of The Stinking Concoction, drawn early", "held"][0] == 1
    assert found["value of The Stinking Concoction, drawn early", "-3"][0] == 1
    assert found["pacts held at the end, player", "1"][0] == 1
    assert not any(fact.startswith("value when played") for fact, _ in found)


def test_a_discarded_pact_counts_nothing() -> None:
    game = laid([["Siren", "Dolphin", "Knight"], PLAIN], draws=["Cat", "Frog"], pacts=["Seventh Heaven"])
    answer(game, "Siren", "Treasure", "Dolphin", "Seventh Heaven")
    found = counted(game)
    assert found["what becomes of Seventh Heaven, drawn early", "discarded"][0] == 1
    assert found["value of Seventh Heaven, drawn early", "0"][0] == 1


@pytest.mark.parametrize(
    ("left", "part"), [(57, "early"), (39, "early"), (38, "middle"), (19, "late"), (1, "late")]
)
def test_thirds_of_the_playing_deck(left: int, part: str) -> None:
    """The deck has 58 cards once two hands of three are dealt: early while less than a third of them is gone."""
    game = laid([["Siren", "Knight", "Treasure"], PLAIN], draws=SAFE, pacts=["Seventh Heaven"])
    game.state["deck_left"] = left
    answer(game, "Siren")
    assert ("what becomes of a pact, drawn " + part, "held") in counted(game)


def test_counts_of_whole_games_are_those_of_their_records() -> None:
    """What the loop counts of points, places and pacts is what the records of the same games say."""
    system = SeaWitchSystem(shipped())
    handles = {"greedy": policies.handle("sea_witch", "greedy", {})}
    cell = Cell(("discard first", "play early"), "four", ("greedy", "greedy"))
    wanted: dict[tuple[str, str], int] = {}

    def note(fact: str, key: object) -> None:
        wanted[fact, str(key)] = wanted.get((fact, str(key)), 0) + 1

    for number in range(8):
        record = json.loads(json.dumps(system.record(cell, handles, number)))
        start, end = record[1], record[-1]
        points = end["points"]
        for place, total in enumerate(points):
            note(f"points, seat {place + 1}", total)
        best = [seat for seat, total in enumerate(points) if total == max(points)]
        note("first place", f"seat {best[0] + 1}" if len(best) == 1 else "shared")
        note("place, player", 1 + sum(total > points[start["player"]] for total in points))
        held = [event["held"] for event in record if "held" in event]
        for seat in ("player", "opponent"):
            place = start[seat]
            mine = [event for event in record if event.get("seat") == place and event.get("action") != "none"]
            note(f"points, {seat}", points[place])
            note(f"pacts held at the end, {seat}", held[-1][place])
            played = sum(event.get("decision") == "play a pact" for event in mine)
            thrown = sum(event.get("decision") == "discard a pact" for event in mine)
            note(f"pacts played, {seat}", played)
            note(f"pacts discarded, {seat}", thrown)
            note(f"pacts drawn, {seat}", played + thrown + held[-1][place])
    (tally,) = system.play([cell], handles, 0, 8)
    found = {
        (row.fact, row.key): row.games
        for row in tally.facts
        if " of " not in row.fact and " by " not in row.fact
    }
    assert found == wanted
