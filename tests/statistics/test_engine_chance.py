"""The engine's chance: decks are uniform and independent, cells differ, an unchanged card keeps its place.

Chi-square tests of fixed seeds, so that they pass or fail for good; each asks for no p-value that would be a wonder
among as many.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import chi2, kstest

from balance.config.pacts import Configuration
from balance.config.pacts.cards import Card
from balance.engine._random import CHANCE, combine, game_key
from balance.engine.pacts.kernels.deal import deal, deal_buffers, shuffle
from balance.engine.pacts.replay import Replay
from balance.engine.pacts.tables import build_rules, names_of
from balance.engine.system import Cell
from tests.statistics.engine_games import handles
from tests.support import shipped

PAIR = ("dragons", "kelpies")
COMMON, SPECIAL = 0, 1
DEALT = (24, 6)
LEAST = 1e-4


def key(seed: int = 1, pair: tuple[str, str] = PAIR, layout: str = "standard", bid: int = 0) -> int:
    return Cell(pair, layout, ("greedy", "greedy"), bid).key(seed)


def orders(cell: int, deck: int, games: int, configuration: Configuration | None = None) -> NDArray[np.int8]:
    """Return the physical cards of a deck as they lie in each game, shape (games, cards)."""
    record = build_rules(configuration or shipped(), *PAIR, "standard")[0]
    size = int(record["deck_size"][deck])
    _, _, hashes, order = deal_buffers()
    found = np.zeros((games, size), np.int8)
    for game in range(games):
        chance = np.uint64(combine(np.uint64(game_key(np.uint64(cell), game)), CHANCE))
        shuffle(chance, record["deck_key"][deck], size, hashes, order)
        found[game] = order[:size]
    return found


def p_value(values: Iterable[int] | NDArray[np.int64], kinds: int) -> float:
    """Return the chi-square test's p-value of all kinds being equally likely."""
    counts = np.bincount(np.asarray(values, np.int64), minlength=kinds)
    expected = counts.sum() / kinds
    assert len(counts) == kinds
    assert expected >= 5
    return float(chi2.sf(np.sum((counts - expected) ** 2) / expected, kinds - 1))


@pytest.fixture(scope="module")
def decks() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    return orders(key(), COMMON, 20_000), orders(key(), SPECIAL, 20_000)


@pytest.mark.compiled
def test_every_card_is_as_likely_in_every_place(decks: tuple[NDArray[np.int8], NDArray[np.int8]]) -> None:
    for deck, size in zip(decks, (27, 8), strict=True):
        found = [p_value(place, size) for place in deck.T]
        assert min(found) > LEAST
        assert all((np.sort(game) == np.arange(size)).all() for game in deck[:100])
        # p-values of a fair deal are themselves spread evenly; places of one deck hang together a little
        assert kstest(found, "uniform").pvalue > 0.001


@pytest.mark.compiled
def test_places_games_and_decks_know_nothing_of_one_another(
    decks: tuple[NDArray[np.int8], NDArray[np.int8]],
) -> None:
    common, special = (deck.astype(np.int64) for deck in decks)
    neighbours = common[:, 0] * 27 + common[:, 1]
    possible = np.array([a * 27 + b for a in range(27) for b in range(27) if a != b])
    ranks = np.searchsorted(possible, neighbours)
    assert (possible[ranks] == neighbours).all()
    assert p_value(ranks, 27 * 26) > LEAST
    for place in (0, 5, 23):
        assert p_value(common[:-1, place] * 27 + common[1:, place], 27 * 27) > LEAST
    for place in range(6):
        assert p_value(common[:, 4 * place] * 8 + special[:, place], 27 * 8) > LEAST


@pytest.mark.compiled
@pytest.mark.parametrize(
    "other",
    [
        key(seed=2),
        key(pair=("kelpies", "dragons")),
        key(layout="mirrored"),
        key(bid=1),
        key(bid=-1),
        Cell(PAIR, "standard", ("greedy", "planner")).key(1),
    ],
)
def test_cells_meet_other_decks(decks: tuple[NDArray[np.int8], NDArray[np.int8]], other: int) -> None:
    """Two cells agree on a place as often as by chance, and on a pair of cards in no way of their own."""
    games = 10_000
    one, two = decks[COMMON][:games].astype(np.int64), orders(other, COMMON, games).astype(np.int64)
    for place in (0, 13):
        assert p_value(one[:, place] * 27 + two[:, place], 27 * 27) > LEAST
    same = np.mean(one == two)
    assert same == pytest.approx(1 / 27, abs=4 * np.sqrt(26) / 27 / np.sqrt(games * 27))


@pytest.mark.compiled
def test_the_deal_is_the_decks_order() -> None:
    record = build_rules(shipped(), *PAIR, "standard")[0]
    lying = [orders(key(), deck, 50) for deck in (COMMON, SPECIAL)]
    for game in range(50):
        cards, tiles, hashes, order = deal_buffers()
        deal(record, np.uint64(game_key(np.uint64(key()), game)), cards, tiles, hashes, order)
        for deck, dealt in ((COMMON, cards[:, :4].ravel()), (SPECIAL, cards[:, 4])):
            assert (record["deck"][deck][lying[deck][game, : DEALT[deck]]] == dealt).all()


def changed(deck: str, less: str, more: str) -> Configuration:
    """Return the shipped configuration with one card of a deck changed into another."""
    game = shipped().game
    sourced = getattr(game.decks, deck)
    copies: dict[Card, int] = dict(sourced.value)
    by_name = {str(card): card for card in game.cards()}
    for name, step in ((less, -1), (more, 1)):
        copies[by_name[name]] = copies.get(by_name[name], 0) + step
    value = sourced.model_copy(update={"value": {card: n for card, n in copies.items() if n}})
    return shipped().model_copy(
        update={"game": game.model_copy(update={"decks": game.decks.model_copy(update={deck: value})})}
    )


def physical(configuration: Configuration, deck: int) -> list[tuple[str, int]]:
    """Return the physical cards of a deck in the order of its list: name and copy."""
    sourced = (configuration.game.decks.common, configuration.game.decks.special)[deck]
    return [(str(card), copy) for card, n in sourced.value.items() for copy in range(n)]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("deck", "less", "more"),
    [
        (COMMON, "MOVE 3", "PLACE 2 WILD"),
        (COMMON, "PLACE 3 oak", "ABILITY"),
        (SPECIAL, "POINTS", "ABILITY"),
    ],
)
def test_a_changed_card_leaves_the_others_in_their_order(deck: int, less: str, more: str) -> None:
    other = changed(("common", "special")[deck], less, more)
    before, after = physical(shipped(), deck), physical(other, deck)
    kept = set(before) & set(after)
    assert len(kept) == len(before) - 1 == len(after) - 1
    for one, two in zip(orders(key(), deck, 500), orders(key(), deck, 500, other), strict=True):
        assert [before[i] for i in one if before[i] in kept] == [after[i] for i in two if after[i] in kept]


@pytest.mark.compiled
def test_the_random_policy_takes_every_legal_action_as_often() -> None:
    """Over the decisions of 100 games: the place of the action chosen among the legal ones is uniform."""
    rules, names = build_rules(shipped(), *PAIR, "standard"), names_of(shipped())
    policy = handles("random")["random"]
    taken: dict[int, list[int]] = {}
    by_phase: dict[tuple[int, int], list[int]] = {}

    def recorded(view: Any, rules: Any, actions: Any, count: int, *rest: Any) -> int:
        action = int(policy.choose(view, rules, actions, count, *rest))
        place = actions[:count].tolist().index(action)
        taken.setdefault(count, []).append(place)
        by_phase.setdefault((int(view["phase"]), count), []).append(place)
        return action

    watched = replace(policy, choose=recorded)
    for game in range(100):
        for _ in Replay(rules, names, (watched, watched), key=key(seed=3), index=game).steps():
            pass
    found = [p_value(v, n) for n, v in taken.items() if len(v) >= 5 * n]
    found += [p_value(v, n) for (_, n), v in by_phase.items() if len(v) >= 5 * n]
    assert len(found) > 25
    assert min(found) > LEAST
    assert sum(len(v) for v in taken.values()) > 4000


def test_configurations_of_other_seeds_have_other_keys() -> None:
    seen = {key(seed, pair) for seed in range(2000) for pair in (PAIR, PAIR[::-1])}
    assert len(seen) == 4000
    low = np.array(list(islice(seen, 4000)), np.uint64) & np.uint64(15)
    assert p_value(low.astype(np.int64), 16) > LEAST
