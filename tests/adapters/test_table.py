"""Chance deals card by card and tile by tile, with the probabilities of shuffled decks."""

from __future__ import annotations

import numpy as np
import pytest

from balance.adapters.lengths import longest_game, most_events
from balance.adapters.table import CHANCE, OVER, Table
from balance.errors import BalanceError, IllegalActionError
from tests.adapters.tables import PAIRS, PLAIN, deal, do, lay, new_table, pass_round, random_actions, ruled
from tests.support import shipped


def by_name(table: Table) -> dict[str, float]:
    names = table.names.tiles if table.game is None else table.names.cards
    return {str(names[outcome]): probability for outcome, probability in table.chance_outcomes()}


def test_a_card_comes_up_with_the_probability_of_its_copies_left() -> None:
    """27 common cards with 3 PLACE 1 WILD and 3 MOVE 1; 8 special cards with 4 ABILITY, 2 POINTS, 2 MOVE 1."""
    table = new_table()
    do(table, ("court", None), ("court", None))
    assert by_name(table)["PLACE 1 WILD"] == 3 / 27
    deal(table, "PLACE 1 WILD")
    assert by_name(table)["PLACE 1 WILD"] == 2 / 26
    assert by_name(table)["MOVE 1"] == 3 / 26
    deal(table, "PLACE 1 WILD", "PLACE 1 WILD")
    assert "PLACE 1 WILD" not in by_name(table)
    deal(table, "MOVE 1")
    assert by_name(table) == {"ABILITY": 4 / 8, "POINTS": 2 / 8, "MOVE 1": 2 / 8}
    deal(table, "ABILITY")
    assert table.to_move == 1  # Unseelie splits in round 1
    do(table, ("split", ()), ("select", "seelie"), ("stop",))
    do(table, ("court", None), ("court", None))
    assert by_name(table)["MOVE 1"] == 2 / 23
    deal(table, "MOVE 1", "MOVE 1", "MOVE 2", "MOVE 2")
    assert by_name(table) == {"ABILITY": 3 / 7, "POINTS": 2 / 7, "MOVE 1": 2 / 7}


def test_a_layout_that_is_known_needs_no_chance_for_its_tiles() -> None:
    table = new_table()
    assert table.to_move == 0
    assert table.actions == ()


def test_random_regions_deal_six_of_the_twelve_tiles_one_by_one() -> None:
    table = new_table(layout="random")
    for number in range(6):
        assert table.to_move == CHANCE
        outcomes = by_name(table)
        assert len(outcomes) == 12 - number
        assert set(outcomes.values()) == {1 / (12 - number)}
        label = sorted(outcomes)[0]
        lay(table, label)
        if table.game is None:
            assert label not in by_name(table)
    assert table.to_move == 0


def test_unknown_light_sides_of_a_layout_are_dealt_among_tiles_that_look_the_same() -> None:
    """Of 2/7 4/3 5/5 1/5 3/6 3/4 only the last two look the same from their dark side."""
    for label, rest in (("3/6", "3/4"), ("3/4", "3/6")):
        table = new_table(light="unknown")
        assert by_name(table) == {"3/6": 0.5, "3/4": 0.5}
        lay(table, label)
        assert table.game is not None
        tiles = [table.names.tiles[tile] for tile in table.game.state["tiles"]]
        assert tiles == ["2/7", "4/3", "5/5", "1/5", label, rest]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_probabilities_add_up_and_the_same_actions_give_the_same_table(
    pair: tuple[str, str, str, str],
) -> None:
    table = new_table(*pair)
    generator = np.random.default_rng(5)
    start = table.copy()
    while table.to_move != OVER:
        if table.to_move == CHANCE:
            outcomes = table.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            assert [outcome for outcome, _ in outcomes] == table.legal() == sorted(table.legal())
        table.apply(int(generator.choice(table.legal())))
    again = start.replay(table.actions)
    assert again.seen == table.seen
    assert again.game is not None
    assert table.game is not None
    assert again.game.position() == table.game.position()
    assert start.actions == ()


def test_drawing_follows_the_probabilities() -> None:
    table = new_table()
    do(table, ("court", None), ("court", None))
    points = [(i + 0.5) / 27 for i in range(27)]
    drawn = [str(table.names.cards[table.draw(lambda point=point: point)]) for point in points]  # type: ignore[misc]
    assert {card: drawn.count(card) for card in drawn} == {
        str(card): copies for card, copies in shipped().game.decks.common.value.items()
    }


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_no_game_is_longer_than_the_bounds_say(pair: tuple[str, str, str, str]) -> None:
    table = new_table(*pair)
    for seed in range(3):
        twin = table.copy()
        actions = random_actions(twin, np.random.default_rng(seed))
        assert len(actions) - 36 <= longest_game(table.rules, 0)
        assert max(map(len, twin.seen)) <= most_events(table.rules, 0)


def test_the_bound_on_a_game_counts_the_bid() -> None:
    rules = new_table().rules
    assert longest_game(rules, -5) == longest_game(rules, 5) == longest_game(rules, 0) + 5


def test_what_is_not_possible_is_refused() -> None:
    table = new_table(layout="random")
    with pytest.raises(IllegalActionError, match="chance: 99 is not possible; possible: 0, 1"):
        table.apply(99)
    with pytest.raises(IllegalActionError, match="tiles are not dealt"):
        table.outcome()
    table = new_table()
    with pytest.raises(IllegalActionError, match="round 1, court, seelie to decide"):
        table.apply(0)
    with pytest.raises(BalanceError, match="bid: expected"):
        Table.new(shipped(), "dragons", "kelpies", bid=29)


def test_a_game_in_which_nobody_does_anything_is_a_tie() -> None:
    for tie_break, winner in (("seelie", 0), ("unseelie", 1), ("shared", None)):
        table = Table.new(ruled(tie_break=tie_break), "dragons", "kelpies")
        for cards in (PLAIN, PLAIN, ("PLACE 1 oak", "PLACE 2 oak", "PLACE 1 oak", "PLACE 2 oak"),
                      ("PLACE 1 ash", "PLACE 2 ash", "PLACE 1 ash", "PLACE 2 ash"),
                      ("PLACE 1 thorn", "PLACE 2 thorn", "PLACE 1 thorn", "PLACE 2 thorn"),
                      ("MOVE 1", "MOVE 2", "PLACE 3 oak", "PLACE 3 ash")):  # fmt: skip
            left = dict(by_special(table))
            pass_round(table, *cards, special=max(left, key=lambda card: left[card]))
        assert table.to_move == OVER
        assert table.outcome() == winner


def by_special(table: Table) -> dict[str, int]:
    assert table.game is not None
    return dict(table.game.position()["decks"]["special"])
