"""What the table says under other rulings: factions' words, questions, and what a hidden faction may not give away."""

from __future__ import annotations

import pytest

from balance.config.pacts import Configuration
from balance.engine.pacts.session import Session
from balance.play import choices, screen
from balance.play.abilities import faction_words
from balance.play.saving import Match
from balance.play.story import story
from tests.support import shipped, with_rulings


@pytest.mark.parametrize(
    ("faction", "ruling", "option", "by_default", "said"),
    [
        (
            "cu sidhe",
            "cu_sidhe_first",
            "empty",
            "Your first placing in",
            "Placing in a region without own cubes adds 2",
        ),
        (
            "fir bolg",
            "fir_bolg_spawn",
            "one_empty_region",
            "into each region",
            "into one region of your choice without",
        ),
        (
            "kelpies",
            "kelpies_active_wild",
            "wild",
            "a WILD card you",
            "with a WILD card or your ability you may",
        ),
        (
            "sluagh",
            "sluagh_wild",
            "symbol_only",
            "every PLACE 2 card is",
            "PLACE 2 card, but no WILD one, is PLACE 4",
        ),
        (
            "banshees",
            "automatic_passives",
            "may_decline",
            "hand, too. A",
            "court hand, too (you may decline).",
        ),
        (
            "cu sidhe",
            "automatic_passives",
            "may_decline",
            "there. A",
            "adds 2 cubes there (you may decline).",
        ),
        ("fir bolg", "automatic_passives", "may_decline", "cubes. A", "without own cubes (you may decline)."),
        ("kelpies", "active_full", "up_to", "place 3 cubes", "place up to 3 cubes in one region"),
        ("fir bolg", "active_full", "up_to", "move 3 cubes", "move up to 3 cubes of either side"),
        ("sluagh", "active_full", "up_to", "remove 3 cubes", "remove up to 3 cubes from different regions"),
        ("changelings", "active_full", "up_to", "replace any 2", "replace up to 2 cubes by your own"),
        ("fir bolg", "move_unit", "steps", "move 3 cubes", "take 3 steps with cubes of either side"),
        (
            "banshees",
            "removal_colour",
            "opposing",
            "3 cubes",
            "remove 3 opposing cubes from regions of one symbol",
        ),
        ("changelings", "removal_colour", "opposing", "2 cubes", "replace any 2 opposing cubes by your own"),
        (
            "selkies",
            "selkie_copy",
            "any_this_round",
            "cards in play",
            "copy another of your cards of this round",
        ),
    ],
)
def test_a_factions_words_are_those_of_the_rulings(
    faction: str, ruling: str, option: str, by_default: str, said: str
) -> None:
    """The meaning of each option is that of docs/protocol.md, Other readings."""
    capital = (by_default, by_default[:1].upper() + by_default[1:])
    usual = faction_words(shipped(), faction)
    other = faction_words(with_rulings(shipped(), **{ruling: option}), faction)
    assert any(words in usual for words in capital)
    assert said in other
    assert not any(words in other for words in capital)


def test_a_ruling_on_passives_that_act_by_themselves_says_nothing_of_others() -> None:
    """Changelings may place their cube, kelpies may remove: that was so before the ruling."""
    configuration = with_rulings(shipped(), automatic_passives="may_decline")
    for faction in ("changelings", "kelpies", "dragons", "sluagh", "fomorians", "selkies"):
        assert faction_words(configuration, faction) == faction_words(shipped(), faction)


def test_where_one_empty_region_gets_a_cube_the_question_does_not_speak_of_a_lack() -> None:
    """28 cubes are in the supply: the ruling fir_bolg_spawn asks, not a lack of cubes."""
    session = Session.new(with_rulings(shipped(), fir_bolg_spawn="one_empty_region"), "fir bolg", "dragons")
    assert session.phase == "allot"
    assert choices.question(session) == "Your passive ability adds a cube in one region. Which?"


def secret(**rulings: str) -> Configuration:
    return with_rulings(shipped(), faction_reveal="at_first_use", **rulings)


def test_a_declined_passive_does_not_give_a_hidden_faction_away() -> None:
    """Nothing happens on the table when a hidden faction's passive is declined, so nothing is told of it."""
    configuration = secret(automatic_passives="may_decline")
    session = Session.new(configuration, "dragons", "fir bolg")
    assert (session.phase, session.to_move) == ("passive", "unseelie")
    session.apply(("stop",))
    assert story(session, configuration, "seelie") == ["Round 1"]
    assert story(session, configuration, "unseelie")[1:] == [
        "  The round starts: Unseelie does not use the passive"
    ]


def test_a_cube_for_going_first_that_is_not_placed_is_told_to_its_own_side_only() -> None:
    configuration = secret()
    session = Session.new(configuration, "changelings", "dragons")
    for action in (("court", None), ("court", None), ("split", (0, 1, 2, 3, 4)), ("select", "unseelie")):
        session.apply(action)
    assert (session.phase, session.to_move) == ("menu", "seelie")  # for the cube only: there is no card
    session.apply(("stop",))
    assert "    ends the turn" in story(session, configuration, "seelie")
    assert "    ends the turn" not in story(session, configuration, "unseelie")


def test_the_file_that_is_offered_does_not_name_a_hidden_faction() -> None:
    factions = {"seelie": "dragons", "unseelie": "fir bolg"}
    policies = {"seelie": "person", "unseelie": "random"}
    match = Match(secret(), factions, policies, "standard", 7)
    assert match.file_name() == "pacts-7.jsonl"
    assert Match(shipped(), factions, policies, "standard", 7).file_name() == "pacts-dragons-fir-bolg-7.jsonl"


def test_tiles_in_the_box_are_known_by_their_dark_sides() -> None:
    """Random regions: six of twelve lie on the board; of the others only the dark side is known before the flip."""
    session = Session.new(shipped(), "dragons", "kelpies", layout="random", seed=3)
    lying = [int(tile) for tile in session.game.state["tiles"]]
    labels = session.game.names.tiles
    dark = sorted(int(label[0]) for tile, label in enumerate(labels) if tile not in lying)
    light = {d: sorted({int(label[2]) for label in labels if int(label[0]) == d}) for d in dark}
    told = [
        line for line in screen.known(session.observation("seelie")) if line.startswith("Tiles in the box")
    ]
    parts = told[0].removeprefix("Tiles in the box: ").split("; ")
    assert [int(part[0]) for part in parts] == dark
    for part, value in zip(parts, dark, strict=True):
        assert part.removeprefix(f"{value}, light ").replace(" or ", ", ") == ", ".join(
            map(str, light[value])
        )
    standard = Session.new(shipped(), "dragons", "kelpies").observation("seelie")
    assert not any("box" in line for line in screen.known(standard))  # all six lie on the board


def test_that_no_cube_is_taken_back_for_a_hidden_passive_is_not_told() -> None:
    """Fir Bolg without a supply are asked at the round's start; if they decline, nothing is to be seen of it."""
    configuration = secret()
    session = Session.new(configuration, "dragons", "fir bolg", bid=-28)
    for _ in range(28):
        session.apply(("auction", "center"))
    assert (session.phase, session.to_move) == ("take_back", "unseelie")
    session.apply(("stop",))
    assert story(session, configuration, "seelie")[-1] == "Round 1"
    assert story(session, configuration, "unseelie")[-1] == "  The round starts: Unseelie takes no cube back"
