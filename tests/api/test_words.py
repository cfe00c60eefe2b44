"""Every legal action can be said as an order, and two different ones sound different."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from balance import Session
from balance.engine.pacts.describe import Action
from balance.engine.pacts.phrases import phrase
from tests.rules.table import BL, BM, STOP, TL, TR, C, new_game, seelie_turn
from tests.support import shipped, with_rulings


@pytest.mark.parametrize("seelie", list(shipped().factions))
def test_what_is_legal_can_be_told_apart_by_its_words(seelie: str) -> None:
    for seed, rulings in enumerate(
        ({}, {"automatic_passives": "may_decline", "other_card": "one_with_choice"})
    ):
        session = Session.new(with_rulings(shipped(), **rulings), seelie, "kelpies", bid=2)
        generator = random.Random(seed)
        while session.phase != "over":
            said = Counter(session.words(action) for action in session.legal())
            assert all(words == words.strip() and words for words in said)
            cards = session.observation()["revealed"]
            if len(set(cards)) == len(cards):  # two equal cards sound the same
                assert set(said.values()) == {1}, said
            session.apply(generator.choice(session.legal()))


@pytest.mark.parametrize(
    ("card", "begin", "action", "words"),
    [
        ("PLACE 2 oak", [], ("card", 0), "play PLACE 2 oak"),
        ("PLACE 2 oak", [], STOP, "end the turn"),
        ("PLACE 2 oak", [("card", 0)], ("place", TL, 2), f"place 2 cubes in {TL}"),
        ("PLACE 2 oak", [("card", 0)], ("place", BL, 1), f"place 1 cube in {BL}"),
        ("PLACE 2 oak", [("card", 0)], STOP, "place nothing"),
        ("MOVE 2", [("card", 0)], ("move", "seelie", C, TL), f"move an own cube from {C} to {TL}"),
        ("MOVE 2", [("card", 0)], STOP, "move nothing"),
        ("MOVE 2", [("card", 0), ("move", "seelie", C, TL)], STOP, "move no more"),
        ("ABILITY", [("card", 0)], ("region", C), f"remove every cube from {C}"),
        ("ABILITY", [("card", 0)], STOP, "do not use the ability"),
    ],
)
def test_dragons_hear_their_turn_in_the_rulebooks_words(
    card: str, begin: list[Action], action: Action, words: str
) -> None:
    game = seelie_turn("dragons", [card], own={C: 3, BM: 3}, opposing={C: 3, BM: 3})
    for earlier in begin:
        game.apply(earlier)
    assert phrase(game, action) == words


@pytest.mark.parametrize(
    ("faction", "action", "words"),
    [
        ("banshees", ("remove", "unseelie", C), f"remove an opposing cube from {C}"),
        ("banshees", ("remove", "seelie", C), f"remove an own cube from {C}"),
        ("cu sidhe", ("swap", TL, TR), f"swap the tiles of {TL} and {TR}"),
        ("fomorians", ("region", TL), f"return the tile of {TL} to the box"),
        ("fir bolg", ("move", "unseelie", C, TL), f"move an opposing cube from {C} to {TL}"),
        ("selkies", ("copy", 1), "copy POINTS"),
        ("selkies", ("copy_as", 1, "PLACE 4 WILD"), "copy POINTS as PLACE 4 WILD"),
    ],
)
def test_abilities_have_words_of_their_own(faction: str, action: Action, words: str) -> None:
    game = seelie_turn(faction, ["ABILITY", "POINTS"], own={C: 3}, opposing={C: 3})
    game.apply(("card", 0))
    assert action in game.legal()
    assert phrase(game, action) == words


def test_courts_splits_and_selections_have_words() -> None:
    game = new_game("dragons", "kelpies", bid=1)
    assert phrase(game, ("auction", TL)) == f"place a cube in {TL}"
    game.apply(("auction", TL))
    assert phrase(game, ("court", None)) == "lay no court card"
    assert phrase(game, ("court", "MOVE 1")) == "lay MOVE 1 face down"
    game.apply(("court", "MOVE 1"))
    game.apply(("court", None))
    game.reveal(["PLACE 1 oak", "PLACE 2 oak", "MOVE 1", "MOVE 2", "POINTS"])
    token = (
        "put PLACE 1 oak, POINTS with the second-player token, PLACE 2 oak, MOVE 1, MOVE 2 in the other pile"
    )
    assert phrase(game, ("split", (0, 4))) == token
    assert phrase(game, ("split", ())).startswith("put nothing with the second-player token, PLACE 1 oak, ")
    game.apply(("split", (0, 4)))
    assert game.to_move == "seelie"
    take, leave = (phrase(game, ("select", side)) for side in ("seelie", "unseelie"))
    assert take == "take the pile with the second-player token and go second"
    assert leave == "leave the pile with the second-player token and go first"
    game.apply(("select", "unseelie"))
    assert phrase(game, ("card", 5)) == "play MOVE 1 (court)"
