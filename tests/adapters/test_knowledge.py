"""What a player remembers is what a person at the table has seen: no more, no less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

from balance.adapters.knowledge import EVENTS, public_view, view_of
from balance.adapters.table import CHANCE, OVER, Table
from balance.adapters.tensor import Tensor
from balance.adapters.wording import event_text, position_text
from balance.adapters.worlds import another_world
from balance.engine.pacts.kernels import state as k
from tests.adapters.tables import (
    EACH_PAIR,
    PAIRS,
    PLAIN,
    deal,
    do,
    lay,
    look,
    memories,
    new_table,
    number,
    pass_round,
    random_actions,
)
from tests.rules.test_court_twins import configuration as twins
from tests.support import shipped

each_pair = pytest.mark.parametrize("pair", EACH_PAIR)
GRID = 168  # a multiple of 6, 7 and 8 choices


def spread() -> Iterator[float]:
    """Yield numbers that lie evenly in 0 … 1."""
    return ((i % GRID + 0.5) / GRID for i in count())


def mutations(table: Table, actions: list[int], generator: np.random.Generator) -> Iterator[list[int]]:
    """Yield games that share a beginning with a game, do one thing differently and go on alike as long as they can."""
    twin = table.copy()
    secret: list[int] = []
    other: list[int] = []
    for step, action in enumerate(actions):
        if len(twin.legal()) > 1:
            (secret if twin.game is None or twin.game.phase == "court" else other).append(step)
        twin.apply(action)
    steps = [*generator.choice(secret, min(6, len(secret)), replace=False), *generator.choice(other, 4)]
    for step in map(int, steps):
        twin = table.replay(actions[:step])
        twin.apply(int(generator.choice([a for a in twin.legal() if a != actions[step]])))
        for action in actions[step + 1 :]:
            if action not in twin.legal():
                break
            twin.apply(action)
        yield list(twin.actions)


@each_pair
def test_two_games_are_remembered_alike_exactly_where_nobody_could_tell_them_apart(
    pair: tuple[str, str, str, str],
) -> None:
    table, generator = new_table(*pair), np.random.default_rng(11)
    actions = random_actions(table.copy(), generator)
    alike = different = 0
    for changed in mutations(table, actions, generator):
        for viewer in range(2):
            told = zip(memories(table, actions, viewer), memories(table, changed, viewer), strict=False)
            one, two = table.copy(), table.copy()
            for step, (mine, other) in enumerate(told):
                one.apply(actions[step])
                two.apply(changed[step])
                if one.to_move == CHANCE and two.to_move == CHANCE and one.game is None:
                    continue  # tiles that are laid are seen when all six lie
                assert (one.seen[viewer] == two.seen[viewer]) == (mine == other), (viewer, step)
                alike += mine == other and one.actions != two.actions
                different += mine != other
    assert alike > 0
    assert different > 0


@each_pair
def test_two_positions_look_alike_exactly_where_the_table_does(pair: tuple[str, str, str, str]) -> None:
    table, generator = new_table(*pair), np.random.default_rng(12)
    tensor = Tensor(table.rules, len(shipped().factions))
    positions = []
    for _ in range(3):
        twin = table.copy()
        actions = random_actions(twin, generator)
        for changed in [actions, *mutations(table, actions, generator)]:
            twin = table.copy()
            for step, action in enumerate(changed):
                twin.apply(action)
                if twin.game is not None and twin.to_move != CHANCE and (step + len(changed)) % 5 == 0:
                    positions.append(twin.copy())
    for viewer in range(2):
        by_look, by_text, by_tensor = set(), set(), set()
        pairs = set()
        for position in positions:
            game = position.game
            assert game is not None
            seen = str(look(position, viewer))
            text = position_text(game, view_of(game, viewer)[0])
            numbers = tensor.of(position, viewer).tobytes()
            by_look.add(seen)
            by_text.add(text)
            by_tensor.add(numbers)
            pairs.add((seen, text, numbers))
        assert len(by_look) == len(by_text) == len(by_tensor) == len(pairs)
        assert len(pairs) < len(positions)


def test_court_choices_are_remembered_alike_until_the_card_is_turned_up() -> None:
    """Unseelie goes first: Seelie's card is seen only in the second turn."""
    tables = []
    for card in ("MOVE 1", "POINTS"):
        table = new_table()
        do(table, ("court", card), ("court", "ABILITY"))
        deal(table, *PLAIN, "MOVE 1")
        do(table, ("split", (0,)), ("select", "seelie"))
        tables.append(table)
    one, two = tables
    assert one.seen[1] == two.seen[1]
    assert one.seen[0] != two.seen[0]
    for table in tables:
        do(table, ("stop",))
    assert one.seen[1] != two.seen[1]


def test_whether_a_court_card_was_laid_is_seen_with_the_five_cards_not_before() -> None:
    one, two = new_table(), new_table()
    do(one, ("court", "MOVE 1"))
    do(two, ("court", None))
    assert one.seen[1] == two.seen[1]  # Unseelie chooses without knowing
    for table in (one, two):
        do(table, ("court", "POINTS"))
        deal(table, *PLAIN, "MOVE 1")
    assert one.seen[1] != two.seen[1]


def test_every_event_has_words_of_its_own_in_a_game() -> None:
    for pair in PAIRS:
        table = new_table(*pair)
        for seed in range(3):
            twin = table.copy()
            random_actions(twin, np.random.default_rng(seed))
            for viewer, seen in enumerate(twin.seen):
                events = set(seen)
                assert min(events) > 0
                assert max(events) < EVENTS
                texts = {event_text(event, table.names, table.rules[0], viewer) for event in events}
                assert len(texts) == len(events)


def test_a_spectator_sees_neither_face_down_card() -> None:
    looks = set()
    for seelie in ("MOVE 1", "POINTS", None):
        for unseelie in ("MOVE 1", "ABILITY"):
            table = new_table()
            do(table, ("court", seelie), ("court", unseelie))
            game = table.game
            assert game is not None
            looks.add(position_text(game, public_view(game, 0)[0]))
            looks.add(position_text(game, public_view(game, 1)[0]))
    assert len(looks) == 2  # Seelie has laid a card, or none


@each_pair
def test_another_world_is_one_that_the_player_cannot_tell_from_this_one(
    pair: tuple[str, str, str, str],
) -> None:
    table, generator = new_table(*pair), np.random.default_rng(13)
    actions = random_actions(table.copy(), generator)
    twin, worlds = table.copy(), 0
    for action in actions:
        twin.apply(action)
        if generator.random() < 0.5:
            continue
        for viewer in range(2):
            world = another_world(twin, viewer, generator.random)
            assert world.seen[viewer] == twin.seen[viewer]
            assert world.to_move == twin.to_move
            if twin.to_move == viewer:
                assert world.legal() == twin.legal()
            worlds += world.actions != twin.actions
    assert worlds > 0


def face_down(table: Table, viewer: int) -> Counter[str]:
    """Return how often each card lies face down in front of the viewer's opponent, in many drawn worlds."""
    numbers, found = spread(), Counter[str]()
    for _ in range(GRID):
        world = another_world(table, viewer, lambda: next(numbers))
        game = world.game
        assert game is not None
        found[str(game.position()["court_card"]["unseelie" if viewer == 0 else "seelie"])] += 1
    return found


COURT = ("PLACE 1 WILD", "MOVE 1", "PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash", "ABILITY", "POINTS")


def test_while_courts_are_chosen_every_card_or_none_may_lie_there() -> None:
    table = new_table()
    do(table, ("court", "MOVE 1"))
    assert face_down(table, 1) == dict.fromkeys((*COURT, "None"), GRID / 8)
    assert face_down(table, 0) == {"None": GRID}  # Unseelie has not chosen yet


def test_a_card_that_lies_there_is_any_of_the_hand_and_never_none() -> None:
    table = new_table()
    do(table, ("court", "MOVE 1"), ("court", "ABILITY"))
    deal(table, *PLAIN, "MOVE 1")
    assert face_down(table, 1) == dict.fromkeys(COURT, GRID / 7)
    do(table, ("split", ()), ("select", "seelie"))  # Unseelie begins and turns its card up
    assert face_down(table, 0) == {"ABILITY": GRID}
    pass_round_on(table)
    do(table, ("court", None), ("court", "POINTS"))
    deal(table, "PLACE 1 oak", "PLACE 2 oak", "PLACE 1 ash", "PLACE 2 ash", "ABILITY")
    left = [name for name in COURT if name != "ABILITY"]  # it was seen in round 1
    assert face_down(table, 0) == dict.fromkeys(left, GRID / 6)
    assert face_down(table, 1) == {"None": GRID}


def pass_round_on(table: Table) -> None:
    """Let both end their turns."""
    while table.game is not None and table.game.phase == "menu":
        do(table, ("stop",))


def banshees_reveal(laid: str) -> Table:
    """Seelie's banshees go first and turn MOVE 1 up, while Unseelie has laid a card."""
    table = new_table("banshees", "kelpies")
    do(table, ("court", "MOVE 1"), ("court", laid))
    deal(table, *PLAIN, "MOVE 1")
    do(table, ("split", ()), ("select", "unseelie"))
    return table


def test_a_discard_for_the_banshees_shows_that_this_card_does_not_lie_there() -> None:
    left = [name for name in COURT if name != "MOVE 1"]
    assert face_down(banshees_reveal("POINTS"), 0) == dict.fromkeys(left, GRID / 6)


def test_no_discard_for_the_banshees_shows_that_this_card_lies_there() -> None:
    assert face_down(banshees_reveal("MOVE 1"), 0) == {"MOVE 1": GRID}


@pytest.mark.parametrize("laid", ["MOVE 1", "POINTS"])
def test_of_two_equal_cards_one_that_was_discarded_leaves_the_other(laid: str) -> None:
    """With MOVE 1 twice in the court set, six kinds may lie there before and after one MOVE 1 is discarded."""
    table = Table.new(twins(), "banshees", "dragons")
    do(table, ("court", "MOVE 1"), ("court", laid))
    deal(table, *PLAIN, "MOVE 1")
    kinds = dict.fromkeys((card for card in COURT if card != "PLACE 1 ash"), GRID / 6)
    assert face_down(table, 0) == kinds
    do(table, ("split", ()), ("select", "unseelie"))
    assert face_down(table, 0) == kinds


def test_with_equal_court_cards_too_every_world_is_one_that_may_be() -> None:
    table, generator = Table.new(twins(), "banshees", "banshees"), np.random.default_rng(15)
    actions, worlds = random_actions(table.copy(), generator), 0
    for step in range(1, len(actions), 2):
        twin = table.replay(actions[:step])
        for viewer in range(2):
            world = another_world(twin, viewer, generator.random)
            assert world.seen[viewer] == twin.seen[viewer]
            worlds += world.actions != twin.actions
    assert worlds > 0


def tiles_on(table: Table, draws: int = 400) -> list[set[str]]:
    """Return the tiles that may have been dealt to each region, by many drawn worlds."""
    generator, found = np.random.default_rng(14), [set[str]() for _ in range(k.REGIONS)]
    for _ in range(draws):
        for region, tile in enumerate(another_world(table, 0, generator.random).tiles):
            found[region].add(table.names.tiles[tile])
    return found


def test_a_hidden_light_side_is_any_of_those_with_the_dark_value_boxed_ones_included() -> None:
    """Twelve tiles: 2/7 2/4 2/6 · 4/3 4/5 4/6 · 5/5 5/3 · 1/5 1/6 · 3/6 3/4."""
    table = new_table(layout="random")
    lay(table, "2/7", "2/4", "4/3", "3/6", "1/5", "5/3")
    twos = {"2/7", "2/4", "2/6"}
    assert tiles_on(table) == [
        twos,
        twos,
        {"4/3", "4/5", "4/6"},
        {"3/6", "3/4"},
        {"1/5", "1/6"},
        {"5/5", "5/3"},
    ]


def test_a_tile_goes_with_its_path_and_is_known_once_it_was_flipped() -> None:
    """Fomorians remove a 2 in round 1; after the flip, the other 2 is known, the removed one still is not."""
    table = new_table("fomorians", "kelpies", layout="random")
    lay(table, "2/7", "2/4", "4/3", "3/6", "1/5", "5/3")
    do(table, ("court", None), ("court", None))
    deal(table, *PLAIN, "ABILITY")
    do(table, ("split", ()), ("select", "unseelie"))
    do(table, ("card", 4), ("region", "top-left"), ("stop",))
    twos = {"2/7", "2/4", "2/6"}
    assert tiles_on(table)[:2] == [twos, twos]
    pass_round(table, *PLAIN)
    pass_round(table, "PLACE 1 oak", "PLACE 2 oak", "PLACE 1 ash", "PLACE 2 ash", special="ABILITY")
    assert tiles_on(table) == [{"2/7", "2/6"}, {"2/4"}, {"4/3"}, {"3/6"}, {"1/5"}, {"5/3"}]


def test_a_world_before_all_tiles_lie_is_the_table_itself() -> None:
    table = new_table(layout="random")
    lay(table, "2/7", "2/4")
    assert another_world(table, 0, lambda: 0.0).actions == table.actions
    assert table.to_move != OVER
    assert number(new_table(), ("court", None)) == k.NO_COURT_ACTION
