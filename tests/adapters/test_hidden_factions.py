"""Ruling faction_reveal: at_first_use: a hidden faction may be any that explains what was seen."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np
import pyspiel
import pytest

from balance.adapters import openspiel
from balance.adapters.table import Table
from balance.adapters.tensor import Tensor
from balance.adapters.worlds import another_world
from balance.engine.pacts.describe import Action
from balance.engine.pacts.kernels import state as k
from tests.adapters.tables import deal, do, every_ruling, look, memories, number, random_actions, ruled
from tests.adapters.test_knowledge import mutations
from tests.support import shipped

FACTIONS = list(shipped().factions)
SEELIE, UNSEELIE = 0, 1


def new(seelie: str, unseelie: str, bid: int = 0, **options: str) -> Table:
    return Table.new(ruled(faction_reveal="at_first_use", **options), seelie, unseelie, bid=bid)


def to_menu(table: Table, *cards: str, court: str | None = None) -> Table:
    """Unseelie goes first with all five cards; Seelie has laid no court card."""
    do(table, ("court", None), ("court", court))
    deal(table, *cards)
    do(table, ("split", ()), ("select", "seelie"))
    return table


def spread() -> Iterator[float]:
    """Yield numbers that lie evenly in 0 … 1."""
    return ((i % 504 + 0.5) / 504 for i in count())


def may_be(table: Table, viewer: int = SEELIE, draws: int = 60) -> set[str]:
    """Return the factions that the viewer's opponent has in drawn worlds."""
    generator = np.random.default_rng(3)
    return {another_world(table, viewer, generator.random).pair[1 - viewer] for _ in range(draws)}


def without(*names: str) -> set[str]:
    return set(FACTIONS) - set(names)


PLAIN = ("PLACE 1 oak", "PLACE 2 oak", "PLACE 3 oak", "PLACE 1 ash", "ABILITY")


def test_before_anything_happens_it_may_be_any_but_the_own_and_one_that_would_have_acted() -> None:
    """At the start of round 1 the fir bolg add cubes and so are known."""
    table = new("dragons", "kelpies")
    assert may_be(table) == without("dragons", "fir bolg")
    assert may_be(table, UNSEELIE) == without("kelpies", "fir bolg")


def test_each_faction_that_it_may_be_is_as_likely() -> None:
    numbers, found = spread(), Counter[str]()
    table = new("fir bolg", "kelpies")  # eight others
    for _ in range(504):
        found[another_world(table, SEELIE, lambda: next(numbers)).pair[1]] += 1
    assert found == dict.fromkeys(without("fir bolg"), 504 / 8)


def test_eight_boxed_factions_leave_the_promotion_out() -> None:
    assert may_be(new("dragons", "kelpies", faction_pool="eight_boxed")) == without(
        "dragons", "fir bolg", "fomorians"
    )


def test_a_faction_that_is_shown_is_known() -> None:
    assert may_be(new("dragons", "fir bolg"), draws=3) == {"fir bolg"}


@pytest.mark.parametrize(
    ("cards", "actions", "out"),
    [
        (("PLACE 2 oak", *PLAIN[1:]), [("card", 0), ("stop",)], {"sluagh"}),  # it would be PLACE 4
        (("MOVE 1", *PLAIN[1:]), [("card", 0), ("stop",)], {"dragons"}),  # it would be MOVE 5
        (("PLACE 1 WILD", *PLAIN[1:]), [("card", 0), ("stop",)], {"fomorians"}),  # it would be asked again
        (PLAIN, [("card", 0), ("place", "top-left", 1)], {"cu sidhe"}),  # two cubes would be added
        (PLAIN, [("card", 4), ("stop",)], set()),  # any ability may be declined
        (("PLACE 1 WILD", *PLAIN[1:]), [("card", 0), ("place", "center", 1)], {"cu sidhe", "fomorians"}),
        (PLAIN, [("stop",)], set()),  # the cube for going first may be declined
    ],
)
@pytest.mark.parametrize("true", ["kelpies", "changelings"])
def test_what_a_faction_would_have_shown_rules_it_out(
    cards: tuple[str, ...], actions: list[Action], out: set[str], true: str
) -> None:
    table = to_menu(new("banshees", true), *cards)
    do(table, *actions)
    if table.game is not None and table.game.phase == "after_wild":
        do(table, ("stop",))  # declined in silence
    assert may_be(table) == without("banshees", "fir bolg", *out)


def test_a_court_card_turned_up_rules_the_banshees_out() -> None:
    assert may_be(to_menu(new("dragons", "kelpies"), *PLAIN, court="POINTS")) == without(
        "dragons", "fir bolg", "banshees"
    )
    asked = to_menu(new("dragons", "kelpies", automatic_passives="may_decline"), *PLAIN, court="POINTS")
    assert may_be(asked) == without("dragons")  # they may have declined, and the fir bolg too


def test_declining_a_passive_is_not_seen() -> None:
    """Kelpies who do not remove, and changelings who keep their cube, look like selkies once they go on."""
    cards = ("PLACE 1 WILD", *PLAIN[1:])
    tables = [to_menu(new("banshees", name), *cards) for name in ("kelpies", "selkies", "changelings")]
    for table in tables:
        do(table, ("card", 0), ("place", "center", 1))
    do(tables[0], ("stop",))
    one, two, three = tables
    assert one.seen[SEELIE] == two.seen[SEELIE] == three.seen[SEELIE]
    for table in tables:
        for slot in (1, 2, 3, 4):
            do(table, ("card", slot), ("stop",))
    do(three, ("stop",))  # the changelings are asked for their cube
    assert one.seen[SEELIE] == two.seen[SEELIE] == three.seen[SEELIE]
    assert one.seen[UNSEELIE] != two.seen[UNSEELIE]
    assert may_be(two) == without("banshees", "fir bolg", "cu sidhe", "fomorians", "sluagh")


def shown(table: Table, viewer: int) -> dict[str, Any]:
    tensor = Tensor(table.rules, len(FACTIONS))
    return tensor.views(tensor.of(table, viewer))


def test_the_tensor_names_the_opponents_faction_once_it_is_shown() -> None:
    table = to_menu(new("banshees", "dragons"), "MOVE 1", *PLAIN[1:])
    own, other = shown(table, SEELIE)["faction"]
    assert FACTIONS[int(own.argmax())] == "banshees"
    assert not other.any()
    assert shown(table, UNSEELIE)["faction"][0].tolist() == [name == "dragons" for name in FACTIONS]
    do(table, ("card", 0))
    assert shown(table, SEELIE)["faction"][1].tolist() == [name == "dragons" for name in FACTIONS]
    assert shown(table, SEELIE)["shown"].tolist() == [0, 1]
    assert shown(table, UNSEELIE)["shown"].tolist() == [1, 0]


def test_an_ability_that_is_begun_does_not_tell_whose_it_is() -> None:
    """Every faction's ABILITY, turned up and not yet used, looks the same to the opponent."""
    looks = set()
    for name in without("selkies", "fir bolg"):
        table = to_menu(new("selkies", name), *PLAIN)
        do(table, ("card", 4))
        numbers = np.concatenate([block.ravel() for block in shown(table, SEELIE).values()])
        looks.add((numbers.tobytes(), table.seen[SEELIE], str(look(table, SEELIE))))
    assert len(looks) == 1


def same_to_seelie(*tables: Table) -> bool:
    """Tell whether all tables look the same to Seelie."""
    looks = {(Tensor(t.rules, len(FACTIONS)).of(t, SEELIE).tobytes(), t.seen[SEELIE]) for t in tables}
    return len(looks) == 1


def test_a_wild_card_does_not_tell_how_often_it_may_be_used() -> None:
    tables = [to_menu(new("selkies", name), "PLACE 1 WILD", *PLAIN[1:]) for name in ("fomorians", "dragons")]
    for table in tables:
        do(table, ("card", 0))
    assert same_to_seelie(*tables)


def test_fir_bolg_with_nothing_to_add_look_like_others() -> None:
    """28 auction cubes leave no supply and no region without own cubes."""
    tables = [new("selkies", name, bid=-28) for name in ("fir bolg", "dragons")]
    for table in tables:
        for region in ("top-left", "top-right", "bottom-left", "bottom-right") * 7:
            do(table, ("auction", region))
    assert same_to_seelie(*tables)
    assert may_be(tables[1]) == without("selkies")


def test_cubes_taken_back_are_counted_within_the_bounds_of_the_tensor() -> None:
    """Two replacements with an empty supply: one cube is taken back, and may go to either place."""
    table = new("selkies", "changelings", bid=-28, take_back_counts="move")
    do(table, *[("auction", "top-left")] * 28)
    to_menu(table, *PLAIN)
    do(table, ("card", 4), ("remove", "seelie", "center"), ("remove", "seelie", "bottom-middle"))
    do(table, ("take_back", "top-left"))
    assert table.game is not None
    assert table.game.phase == "allot"
    tensor = Tensor(table.rules, len(FACTIONS))
    low, high = tensor.bounds()
    for viewer in range(2):
        assert (low <= tensor.of(table, viewer)).all()
        assert (tensor.of(table, viewer) <= high).all()


def test_pairs_that_were_written_and_read_know_all_rules() -> None:
    table = new("selkies", "changelings")
    read = pickle.loads(pickle.dumps(table))
    assert (
        read.pairs.rules(("dragons", "sluagh")).tobytes()
        == table.pairs.rules(("dragons", "sluagh")).tobytes()
    )
    assert may_be(read) == without("selkies", "fir bolg")


@pytest.mark.parametrize(
    ("pair", "bid"),
    [(("kelpies", "changelings"), 2), (("cu sidhe", "fomorians"), 0), (("fir bolg", "selkies"), -2)],
)
def test_two_games_are_remembered_alike_exactly_where_nobody_could_tell_them_apart(
    pair: tuple[str, str], bid: int
) -> None:
    """While passives may be declined and an auction comes before set-up, in the first rounds."""
    table = new(*pair, bid=bid, automatic_passives="may_decline", auction_timing="before_setup")
    generator, alike, different = np.random.default_rng(21), 0, 0
    actions = random_actions(table.copy(), generator)[:60]
    for changed in mutations(table, actions, generator):
        for viewer in range(2):
            told = zip(memories(table, actions, viewer), memories(table, changed, viewer), strict=False)
            one, two = table.copy(), table.copy()
            for step, (mine, other) in enumerate(told):
                one.apply(actions[step])
                two.apply(changed[step])
                assert (one.seen[viewer] == two.seen[viewer]) == (mine == other), (viewer, step)
                alike += mine == other and one.actions != two.actions
                different += mine != other
    assert alike > 0
    assert different > 0


@pytest.mark.parametrize("seed", range(6))
def test_a_drawn_world_is_one_that_somebody_who_remembers_all_cannot_tell_apart(seed: int) -> None:
    """Under any other rulings, with bids, known and unknown tiles."""
    generator = np.random.default_rng(seed)
    configuration = every_ruling(generator, faction_reveal="at_first_use")
    seelie, unseelie = generator.choice(FACTIONS, 2, replace=False).tolist()
    layout, bid = str(generator.choice(["standard", "random"])), int(generator.choice([0, 3, -28]))
    table = Table.new(configuration, seelie, unseelie, layout=layout, bid=bid)
    actions, tensor, others = random_actions(table.copy(), generator), Tensor(table.rules, len(FACTIONS)), 0
    low, high = tensor.bounds()
    first = [step for step in range(len(actions)) if step < 20 + abs(bid)]
    for step in sorted(generator.choice(first, 5, replace=False)):
        twin = table.replay(actions[:step])
        for viewer in range(2):
            world = another_world(twin, viewer, generator.random)
            assert memories(world, world.actions, viewer)[-1:] == memories(twin, twin.actions, viewer)[-1:]
            assert world.to_move == twin.to_move
            if twin.game is not None:
                seen = tensor.of(twin, viewer)
                assert seen.tolist() == tensor.of(world, viewer).tolist()
                assert ((low <= seen) & (seen <= high)).all()
            if twin.to_move == viewer:
                assert world.legal() == twin.legal()
            others += world.pair != twin.pair
    assert others > 0


def test_a_resampled_state_may_be_another_pairs_and_can_be_written_and_read() -> None:
    game = openspiel.load_game(ruled(faction_reveal="at_first_use"), "dragons", "kelpies")
    state, sampler, pairs = game.new_initial_state(), pyspiel.UniformProbabilitySampler(5, 0.0, 1.0), set()
    for action in ("court MOVE 1", "court POINTS"):
        state.apply_action(state.string_to_action(action))
        for _ in range(8):
            other = state.resample_from_infostate(0, sampler)
            assert other.information_state_string(0) == state.information_state_string(0)
            assert other.information_state_tensor(0) == state.information_state_tensor(0)
            assert other.observation_string(0) == state.observation_string(0)
            assert "dragons against a hidden faction" in state.information_state_string(0)
            _, read = pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(other.get_game(), other)
            )
            assert str(read) == str(other)
            pairs.add(other.table.pair)
    assert len(pairs) > 3
    assert {seelie for seelie, _ in pairs} == {"dragons"}


def test_an_auction_before_set_up_shows_no_tile_and_any_may_be_dealt() -> None:
    table = Table.new(ruled(auction_timing="before_setup"), "dragons", "kelpies", layout="random", bid=2)
    for _ in range(6):
        table.apply(table.legal()[0])
    assert not shown(table, SEELIE)["tiles"].any()
    generator = np.random.default_rng(1)
    dealt = {another_world(table, SEELIE, generator.random).tiles[0] for _ in range(150)}
    assert dealt == set(range(12))
    do(table, ("auction", "top-left"))
    assert not shown(table, SEELIE)["tiles"].any()
    seen = table.seen
    do(table, ("auction", "top-left"))
    assert shown(table, SEELIE)["tiles"][:, 0].all()
    for side in range(2):  # the cube, and six tiles
        assert len(table.seen[side]) == len(seen[side]) + 1 + k.REGIONS
    assert number(table, ("court", None)) == k.NO_COURT_ACTION
