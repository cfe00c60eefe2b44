"""When the reference turns a hidden faction up (ruling faction_reveal), worked out by hand from docs/protocol.md."""

from typing import Any

import pytest

from tests.reference.pacts_rules import SIDES, STOP, ReferenceGame
from tests.reference.positions import (
    EITHER,
    FULL,
    ONE_LEFT,
    PASSIVE,
    TL,
    TR,
    WILD_4,
    C,
    new_game,
    open_turns,
    play,
    turn,
)

DECLINE = {"automatic_passives": "may_decline"}
HIDDEN = {"faction_reveal": "at_first_use"}


def hidden(faction: str, cards: list[str], *options: str, **laid: Any) -> ReferenceGame:
    return turn(faction, cards, "faction_reveal: at_first_use", *options, **laid)


def test_factions_lie_open_unless_they_are_hidden_until_first_used() -> None:
    assert new_game().position()["shown"] == {"seelie": True, "unseelie": True}
    assert new_game(rulings=HIDDEN).position()["shown"] == {"seelie": False, "unseelie": False}


@pytest.mark.parametrize(
    ("faction", "first"),
    [
        ("banshees", ("remove", "unseelie", C)),
        ("changelings", ("remove", "unseelie", C)),
        ("cu sidhe", ("swap", TL, TR)),
        ("dragons", ("region", C)),
        ("fir bolg", ("move", "seelie", C, TL)),
        ("fomorians", ("region", C)),
        ("kelpies", ("place", C, 3)),
        ("sluagh", ("remove", "unseelie", C)),
        ("selkies", ("copy", 1)),
    ],
)
def test_an_active_turns_the_faction_up_when_it_is_used_and_not_when_it_is_declined(
    faction: str, first: tuple[Any, ...]
) -> None:
    for answer, shown in ((STOP, False), (first, True)):
        game = hidden("kelpies" if faction == "fir bolg" else faction, ["ABILITY", "PLACE 1 oak", "POINTS"])
        if faction == "fir bolg":  # its spawn has turned it up already: look from before that
            game.factions["seelie"] = faction
        game.apply(("card", 0))
        assert not game.shown("seelie")
        game.apply(answer)
        assert game.position()["shown"] == {"seelie": shown, "unseelie": False}


def test_banshees_are_turned_up_by_their_discard_whatever_it_finds() -> None:
    for card, shown in (("MOVE 1", True), (None, False)):
        game = new_game("banshees", "kelpies", rulings=HIDDEN)
        open_turns(game, card, "MOVE 1")
        assert game.position()["shown"] == {"seelie": shown, "unseelie": False}
    game = new_game("banshees", "kelpies", rulings=HIDDEN | DECLINE)
    open_turns(game, "MOVE 1", None)
    assert not game.shown("seelie")
    game.apply(STOP)
    assert not game.shown("seelie")


def test_passives_that_add_cubes_turn_up_when_a_cube_is_added() -> None:
    assert new_game("fir bolg", "kelpies", rulings=HIDDEN).shown("seelie")
    declined = new_game("fir bolg", "kelpies", rulings=HIDDEN | DECLINE)
    declined.apply(STOP)
    assert not declined.shown("seelie")
    game = hidden("changelings", ["POINTS"])
    assert not game.shown("seelie")
    game.apply(("place", TL, 1))
    assert game.shown("seelie")
    game = hidden("changelings", ["POINTS"], cubes={"seelie": FULL})
    play(game, ("place", TL, 1), STOP)
    assert not game.shown("seelie")
    game = hidden("cu sidhe", ["PLACE 1 oak"], cubes={"seelie": ONE_LEFT})
    play(game, ("card", 0), ("place", TL, 1))
    assert not game.shown("seelie")  # the bonus waits for cubes to be taken back
    game.apply(("take_back", C))
    assert game.shown("seelie")


def test_kelpies_are_turned_up_by_their_removal_only() -> None:
    for answer, shown in ((STOP, False), (PASSIVE, True)):
        game = hidden("kelpies", ["PLACE 1 WILD"])
        play(game, ("card", 0), ("place", C, 1))
        assert not game.shown("seelie")
        game.apply(answer)
        assert game.shown("seelie") is shown


@pytest.mark.parametrize(
    ("faction", "card", "shown"),
    [
        ("dragons", "MOVE 1", True),
        ("dragons", "PLACE 2 oak", False),
        ("sluagh", "PLACE 2 oak", True),
        ("sluagh", "PLACE 3 oak", False),
        ("sluagh", "PLACE 2 WILD", True),
        ("fomorians", "PLACE 1 oak", False),
        ("selkies", "POINTS", False),
    ],
)
def test_a_card_that_the_faction_changes_turns_it_up_when_it_is_started(
    faction: str, card: str, shown: bool
) -> None:
    game = hidden(faction, [card, "POINTS"])
    game.apply(("card", 0))
    assert game.position()["shown"] == {"seelie": shown, "unseelie": False}


def test_a_wild_card_as_printed_does_not_turn_sluagh_up() -> None:
    game = hidden("sluagh", ["PLACE 2 WILD"], "sluagh_wild: symbol_only")
    game.apply(("card", 0))
    assert not game.shown("seelie")


def test_the_second_use_of_a_wild_card_turns_fomorians_up() -> None:
    game = hidden("fomorians", ["PLACE 1 WILD"])
    game.apply(("card", 0))
    assert not game.shown("seelie")
    game.apply(("place", C, 1))
    assert (game.phase, game.shown("seelie")) == ("place", True)


def test_points_as_another_card_turn_selkies_up_and_the_choice_of_points_does_not() -> None:
    game = hidden("selkies", [EITHER, EITHER], "other_card: one_with_choice")
    game.apply(("card_as", 0, "POINTS"))
    assert not game.shown("seelie")
    game.apply(("card_as", 1, WILD_4))
    assert game.position()["shown"] == dict(zip(SIDES, (True, False), strict=True))
