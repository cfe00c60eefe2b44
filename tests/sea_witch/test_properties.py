"""What holds in every position of every game, whatever is decided."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from balance import policies
from balance.config.sea_witch.models import Table
from balance.engine.sea_witch.game import Game
from balance.engine.sea_witch.kernels import state as k
from balance.engine.sea_witch.kernels.conduct import decide, decides
from balance.engine.sea_witch.kernels.rules import legal
from balance.engine.sea_witch.tables import build_rules, names_of
from tests.sea_witch.tables import both, shipped, shipped_game, whole_deck

TABLES = st.builds(
    Table,
    players=st.integers(2, 5),
    short=st.booleans(),
    pacts=st.sampled_from(["box", "hard"]),
    penalty=st.integers(0, 6),
)


def step(game: Game, generator: random.Random) -> str:
    """Carry out a random decision, or shuffle; return the action."""
    if game.phase == "shuffle the pacts":
        order = game.position()["pact_discard"]
        generator.shuffle(order)
        game.reshuffle(order)
        return ""
    action = generator.choice(game.legal())
    game.apply(action)
    return action


def everything(position: dict[str, Any]) -> tuple[Counter[str], Counter[str], dict[str, int]]:
    """Return all playing cards, all pacts, and all items, wherever they are."""
    piles = [position["deck"], position["discard"], *position["hands"], *position["front"]]
    pacts = [position["stack"], position["pact_discard"], *position["pacts"]]
    items = {
        item: number + sum(own[item] for own in position["items"])
        for item, number in position["supply"].items()
    }
    return Counter(chain.from_iterable(piles)), Counter(chain.from_iterable(pacts)), items


@given(TABLES, st.integers(0, 2**32))
def test_cards_pacts_and_items_are_conserved_and_kept_apart(table: Table, seed: int) -> None:
    generator = random.Random(seed)
    game, _ = both(shipped_game(), table, generator)
    cards, pacts, items = everything(game.position())
    assert sum(cards.values()) == len(whole_deck(shipped_game())) - (10 if table.short else 0)
    assert sum(pacts.values()) == 20
    assert items == shipped_game().items.value
    while not game.over:
        step(game, generator)
        position = game.position()
        assert everything(position) == (cards, pacts, items)
        assert all(number >= 0 for own in [*position["items"], position["supply"]] for number in own.values())


@given(TABLES, st.integers(0, 2**32))
def test_a_pact_is_never_counted_as_hand(table: Table, seed: int) -> None:
    generator = random.Random(seed)
    game, _ = both(shipped_game(), table, generator)
    names = set(shipped_game().pacts)
    while not game.over:
        step(game, generator)
        position = game.position()
        for seat, hand in enumerate(position["hands"]):
            assert len(hand) == game.state["hand_size"][seat]
            assert not names & set(hand)
            bits = {
                number
                for number in range(len(game.names.cards))
                if int(game.state["hand_bits"][seat]) >> number & 1
            }
            assert bits == {game.names.cards.index(card) for card in hand}
            assert len(position["pacts"][seat]) == game.state["held"][seat]


@given(TABLES, st.integers(0, 2**32))
def test_counters_only_rise_and_decks_only_shrink(table: Table, seed: int) -> None:
    generator = random.Random(seed)
    game, _ = both(shipped_game(), table, generator)
    before = {"turn": 0, "shuffles": 0, "drawn": 0, "played": 0, "thrown": 0, "deck": 127}
    while not game.over:
        step(game, generator)
        state = game.state
        after = {
            "turn": int(state["turn"]),
            "shuffles": int(state["shuffles"]),
            **{key: int(state[key].sum()) for key in ("drawn", "played", "thrown")},
            "deck": int(state["deck_left"]),
        }
        assert all(after[key] >= before[key] for key in after if key != "deck")
        assert after["deck"] <= before["deck"]
        assert after["drawn"] - after["played"] - after["thrown"] == state["held"].sum()
        assert state["depth"] < k.FRAMES - 4
        before = after


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_conducts_and_policies_do_not_look_at_what_is_hidden(seed: int, moves: int) -> None:
    """The same decision comes out where other hands, other pacts and all decks are mixed anew."""
    generator = random.Random(seed)
    table = Table(players=3)
    game, _ = both(shipped_game(), table, generator)
    conducts = list(shipped().contestants.values())
    rules = build_rules(shipped_game(), generator.sample(conducts, 2), table)
    for _number in range(moves):
        if not game.over:
            step(game, generator)
    if game.over or game.phase == "shuffle the pacts":
        return
    other = mixed(game, generator)
    assert chosen(game, rules, seed) == chosen(other, rules, seed)


def mixed(game: Game, generator: random.Random) -> Game:
    """Return the game as it might be too, for all that its player knows."""
    own = int(game.state["who"])
    position = game.position()
    other = Game.__new__(Game)
    other.rules, other.names = game.rules, game.names
    other.array = game.array.copy()
    other.state = other.array[0]
    other.actions = np.zeros(k.MAX_LEGAL, np.int16)
    seats = [seat for seat in range(int(game.rules["players"])) if seat != own]
    state, names = other.state, other.names
    cards = [
        names.cards.index(card)
        for card in [*position["deck"], *chain.from_iterable(position["hands"][s] for s in seats)]
    ]
    generator.shuffle(cards)
    for seat in seats:
        state["hand"][seat] = 0
        for _number in range(len(position["hands"][seat])):
            state["hand"][seat, cards.pop()] += 1
        state["hand_bits"][seat] = sum(
            1 << number for number in range(k.CARDS) if state["hand"][seat, number]
        )
    state["deck"][: len(cards)] = cards
    pacts = [
        names.pacts.index(one)
        for one in [*position["stack"], *chain.from_iterable(position["pacts"][s] for s in seats)]
    ]
    generator.shuffle(pacts)
    for seat in seats:
        state["pacts"][seat] = 0
        for _number in range(len(position["pacts"][seat])):
            state["pacts"][seat, pacts.pop()] += 1
    state["stack"][: len(pacts)] = pacts
    return other


def chosen(game: Game, rules: Any, draw: int) -> int:
    """Return what the conduct or the policy chooses."""
    actions = np.zeros(k.MAX_LEGAL, np.int16)
    count = legal(game.state, rules[0], actions)
    if decides(int(game.state["phase"])):
        return int(decide(game.state, rules[0], actions, count))
    greedy = policies.handle("sea_witch", "greedy", {})
    return int(greedy.choose(game.state, rules[0], actions, count, np.uint64(draw), greedy.weights))


def test_names_stand_for_the_same_cards_at_every_table() -> None:
    """A card keeps its key of chance whatever table it is dealt at, so that tables meet the same order of it."""
    names = names_of(shipped_game())
    found = [
        build_rules(shipped_game(), list(shipped().contestants.values())[:2], Table(players=n))[0]
        for n in (2, 5)
    ]
    assert names.cards[0] == "Dragon"
    assert np.array_equal(found[0]["deck_key"], found[1]["deck_key"])
    size = int(found[0]["deck_size"])
    assert len(set(found[0]["deck_key"][:size].tolist())) == size
