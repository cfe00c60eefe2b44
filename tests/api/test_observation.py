"""What an observation shows and what it never shows: worlds that a side cannot tell apart look the same in it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from balance import Session
from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.game import Game, named_rules
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.observation import observe
from balance.engine.pacts.players import Player
from balance.engine.pacts.tables import names_of
from balance.engine.system import PolicyHandle
from balance.errors import BalanceError
from tests.properties.walks import Walk, positions, record, walks, worlds
from tests.support import shipped, with_rulings

TILES = [(2, 7), (4, 3), (5, 5), (1, 5), (3, 6), (3, 4), (1, 6), (2, 4), (2, 6), (4, 5), (4, 6), (5, 3)]


def seen(game: Game, side: str, walk: Walk) -> dict[str, Any]:
    box = range(len(TILES)) if walk.layout == "random" else range(6)
    return observe(game, side, factions=(walk.seelie, walk.unseelie), box=box)


@given(walks())
def test_worlds_that_the_side_to_move_cannot_tell_apart_look_the_same(walk: Walk) -> None:
    generator = np.random.default_rng(walk.seed)
    for game, action in positions(walk):
        if action is not None:
            side = str(game.to_move)
            for world in worlds(game, generator, walk):
                assert seen(world, side, walk) == seen(game, side, walk)


def with_other_court_cards(game: Game, side: str) -> Iterator[Game]:
    """Yield the worlds in which the other side laid another card, as far as `side` cannot know which."""
    other = 1 - SIDES.index(side)
    card = int(game.state["court_card"][other])
    choosing = game.phase == "court"
    if game.state["court_shown"][other] or (card < 0 and not choosing):
        return
    public = int(game.state["court_hand"][other]) | (1 << card if card >= 0 else 0)
    cards = [n for n in range(k.MAX_COURT) if public >> n & 1] + ([k.NONE] if choosing else [])
    for laid in cards:
        world = game.copy()
        world.state["court_card"][other] = laid
        world.state["court_hand"][other] = public & ~(1 << laid) if laid >= 0 else public
        yield world


@given(walks())
def test_a_side_that_waits_sees_no_face_down_card_either(walk: Walk) -> None:
    differing = 0
    for game, _ in positions(walk):
        for side in SIDES:
            for world in with_other_court_cards(game, side):
                assert seen(world, side, walk) == seen(game, side, walk)
                differing += record(world) != record(game)
    assert differing > 6


def reading(observation: dict[str, Any], legal: list[Any], generator: random.Random) -> Any:
    """Choose by everything that can be read, so that any difference shows in what is chosen."""
    told = json.dumps([observation, legal, generator.random()], sort_keys=True)
    return random.Random(told).choice(legal)


@pytest.mark.parametrize("number", range(6))
def test_a_policy_in_python_decides_the_same_in_every_world_it_cannot_tell_apart(number: int) -> None:
    pair = [("banshees", "kelpies"), ("fir bolg", "banshees"), ("fomorians", "selkies")][number % 3]
    layout = ("random", "standard")[number % 2]
    rulings = {"light_values": "unknown", "faction_reveal": ("together", "at_first_use")[number // 3]}
    session = Session.new(with_rulings(shipped(), **rulings), *pair, layout=layout, index=number)
    walk = Walk(*pair, tuple(rulings.items()), layout, 0, number, eager=False)
    player, told = Player(PolicyHandle("reading", reading, np.zeros(0), compiled=False)), 0
    generator = np.random.default_rng(number)
    while session.phase != "over":
        chosen = player.choose(session)
        for world in worlds(session.game, generator, walk):
            twin = session.copy()
            twin.game = world
            assert player.choose(twin) == chosen
            told += record(world) != record(session.game)
        session.apply(chosen)
    assert told > 20


def at_split(**rulings: str) -> Session:
    configuration = with_rulings(shipped(), **rulings)
    session = Session.new(configuration, "dragons", "kelpies", layout=rulings.get("layout", "standard"))
    session.apply(("court", "MOVE 1"))
    session.apply(("court", "POINTS"))
    return session


def test_while_courts_are_chosen_nobody_sees_whether_the_other_laid_a_card() -> None:
    session = Session.new(shipped(), "dragons", "kelpies")
    before = session.observation("unseelie")
    assert before["to_move"] == "seelie"
    told = []
    for card in ("MOVE 1", None):
        twin = session.copy()
        twin.apply(("court", card))
        told.append(twin.observation("unseelie"))
        assert twin.observation("seelie")["court_card"] == {"seelie": card, "unseelie": None}
    assert told[0] == told[1]
    assert told[0]["court_card"] == {"seelie": None, "unseelie": None}
    assert told[0]["court_hand"] == before["court_hand"]
    assert len(before["court_hand"]["seelie"]) == 7


def test_once_cards_are_dealt_one_sees_the_own_court_card_and_that_the_other_laid_one() -> None:
    session = at_split()
    seelie, unseelie = (session.observation(side) for side in SIDES)
    assert seelie["court_card"] == {"seelie": "MOVE 1", "unseelie": "hidden"}
    assert unseelie["court_card"] == {"seelie": "hidden", "unseelie": "POINTS"}
    assert "MOVE 1" not in seelie["court_hand"]["seelie"]
    assert len(seelie["court_hand"]["seelie"]) == 6
    assert len(seelie["court_hand"]["unseelie"]) == 7  # the face-down card is one of these
    assert seelie["side"] == "seelie"
    assert seelie["to_move"] == unseelie["to_move"] == seelie["splitter"] == "unseelie"


def test_a_turned_up_court_card_is_seen_by_both() -> None:
    session = at_split()
    session.apply(("split", (0, 1)))
    session.apply(("select", "seelie"))  # Seelie goes second; Unseelie's turn begins
    assert session.observation("seelie")["court_card"] == {"seelie": "MOVE 1", "unseelie": "POINTS"}
    assert session.observation("unseelie")["court_card"] == {"seelie": "hidden", "unseelie": "POINTS"}
    assert session.observation("seelie")["piles"] == {"token": [0, 1], "other": [2, 3, 4]}
    assert session.observation("seelie")["hand"] == {"seelie": [0, 1, 5], "unseelie": [2, 3, 4, 5]}
    assert session.observation("seelie")["token"] == "seelie"


def test_decks_say_what_is_left_in_them_and_never_in_which_order() -> None:
    session = at_split()
    decks = session.observation()["decks"]
    assert sum(decks["common"].values()) == 27 - 4
    assert sum(decks["special"].values()) == 8 - 1
    before = Session.new(shipped(), "dragons", "kelpies").observation()["decks"]
    gone = (
        Counter(before["common"])
        + Counter(before["special"])
        - Counter(decks["common"])
        - Counter(decks["special"])
    )
    assert gone == Counter(session.observation()["revealed"])
    other = session.copy()
    other.cards = session.cards[::-1].copy()
    assert other.observation() == session.observation()


@pytest.mark.parametrize("light_values", ["known", "unknown"])
def test_standard_tiles_show_their_light_sides_where_these_are_known(light_values: str) -> None:
    tiles = at_split(light_values=light_values).observation()["tiles"]
    # 2/7 4/3 5/5 1/5 3/6 3/4: only the two tiles of 3 look the same
    alike = [[6], [4]] if light_values == "known" else [[4, 6], [4, 6]]
    assert [tile["light"] for tile in tiles.values()] == [[7], [3], [5], [5], *alike]
    assert [tile["now"] for tile in tiles.values()] == [2, 4, 5, 1, 3, 3]


def test_random_tiles_may_have_any_light_side_that_goes_with_their_dark_one() -> None:
    possible = {dark: sorted(light for d, light in TILES if d == dark) for dark in range(1, 6)}
    session = Session.new(shipped(), "dragons", "kelpies", layout="random", index=4)
    for side in SIDES:
        told = session.observation(side)
        assert all(tile["light"] == possible[tile["dark"]] for tile in told["tiles"].values())
        assert all(tile["light"] == possible[tile["dark"]] for tile in told["box"])
        dark = [tile["dark"] for tile in [*told["tiles"].values(), *told["box"]]]
        assert Counter(dark) == Counter(d for d, _ in TILES)


def test_after_the_flip_every_tile_is_known() -> None:
    session, generator = Session.new(shipped(), "dragons", "kelpies", layout="random"), random.Random(1)
    while session.observation()["round"] < 4:
        session.apply(generator.choice(session.legal()))
    told = session.observation()
    lying = [(tile["dark"], *tile["light"]) for tile in told["tiles"].values()]
    boxed = [(tile["dark"], *tile["light"]) for tile in told["box"]]
    assert Counter(lying + boxed) == Counter(TILES)
    assert [tile["now"] for tile in told["tiles"].values()] == [light for _, light in lying]
    assert told["season"] == "light"


def test_a_removed_tile_goes_to_the_box_unseen() -> None:
    session = Session.new(shipped(), "fomorians", "kelpies", layout="random", index=2)
    for action in [("court", "ABILITY"), ("court", None), ("split", ()), ("select", "unseelie"), ("card", 5)]:
        session.apply(action)
    before = session.observation("unseelie")
    session.apply(("region", "center"))
    after = session.observation("unseelie")
    assert after["tiles"]["center"] is None
    gone = before["tiles"]["center"]
    assert len(gone["light"]) > 1
    box = [*before["box"], {"dark": gone["dark"], "light": gone["light"]}]
    assert sorted(map(str, after["box"])) == sorted(map(str, box))


def test_a_faction_that_is_hidden_is_not_named_and_changes_nothing_that_is_seen() -> None:
    configuration = with_rulings(shipped(), faction_reveal="at_first_use")
    told: dict[str, list[Any]] = {}
    for unseelie in ("kelpies", "changelings", "sluagh"):
        rules = named_rules(configuration, "dragons", unseelie, "standard")
        session = Session(rules, names_of(configuration), key=3, factions=("dragons", unseelie))
        seen_by_seelie = [session.observation("seelie")]
        for action in [("court", "MOVE 1"), ("court", "POINTS"), ("split", (0, 1)), ("select", "seelie")]:
            session.apply(action)
            seen_by_seelie.append(session.observation("seelie"))
        assert session.to_move == "unseelie"  # its turn: a going-first cube is for changelings alone
        assert seen_by_seelie[-1]["factions"] == {"seelie": "dragons", "unseelie": None}
        assert session.observation("unseelie")["factions"] == {"seelie": None, "unseelie": unseelie}
        told[unseelie] = seen_by_seelie
    assert told["kelpies"] == told["changelings"] == told["sluagh"]


def test_a_faction_is_named_once_it_was_used() -> None:
    configuration = with_rulings(shipped(), faction_reveal="at_first_use")
    session = Session.new(configuration, "fir bolg", "kelpies")  # spawns at the start of round 1
    assert session.observation("unseelie")["factions"] == {"seelie": "fir bolg", "unseelie": "kelpies"}
    assert session.observation("seelie")["factions"] == {"seelie": "fir bolg", "unseelie": None}


def test_the_effect_under_way_is_told() -> None:
    session = at_split()
    session.apply(("split", ()))
    session.apply(("select", "unseelie"))
    assert session.to_move == "seelie"
    session.apply(("card", 5))
    told = session.observation("unseelie")
    # the court's MOVE 1 is MOVE 5 for dragons
    assert told["effect"] == {"card": "MOVE 1", "active": False, "left": 5, "pending": {}}
    session.apply(("move", "seelie", "center", "top-left"))
    assert session.observation()["effect"]["left"] == 4
    session.apply(("stop",))
    assert session.observation()["effect"] is None


@given(walks())
def test_an_observation_is_plain_data_with_the_same_entries_always(walk: Walk) -> None:
    entries = set()
    for game, _ in positions(walk):
        for side in SIDES:
            told = seen(game, side, walk)
            entries.add(tuple(told))
            assert json.loads(json.dumps(told)) == told
    assert len(entries) == 1


def test_there_are_two_sides_to_look_from() -> None:
    with pytest.raises(
        BalanceError, match=r"side: expected seelie or unseelie; got 'selie' .did you mean 'seelie'"
    ):
        Session.new(shipped(), "dragons", "kelpies").observation("selie")
