"""Random games of all factions under every combination of rulings: what may never happen, never happens."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from balance.engine.pacts import describe
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.errors import IllegalActionError
from tests.properties.walks import Walk, new_game, positions, record, reveal, total, walks

COUNTS = ("cubes", "supply", "score", "bid_left", "left", "going_first_left", "count", "arrived", "pending",
          "placed", "plays_left")  # fmt: skip


@given(walks())
def test_every_side_has_34_cubes_on_board_and_supply_less_those_removed_for_good(walk: Walk) -> None:
    leave, before = dict(walk.rulings)["removed_cubes"] == "out_of_game", [34, 34]
    removing = False
    for game, action in positions(walk):
        now = [total(game.state["cubes"][side]) + total(game.state["supply"][side]) for side in range(2)]
        assert now == before or (leave and removing and all(n <= b for n, b in zip(now, before, strict=True)))
        removing = game.phase in {"remove", "remove_all", "after_wild"} and action != k.STOP_ACTION
        before = now


@given(walks())
def test_no_count_is_ever_negative(walk: Walk) -> None:
    for game, _ in positions(walk):
        for name in COUNTS:
            assert np.asarray(game.state[name]).min() >= 0, name


@given(walks())
def test_something_is_legal_exactly_where_a_decision_is_waited_for(walk: Walk) -> None:
    for game, _ in positions(walk):
        numbers = game.legal_numbers()
        assert (numbers == []) == (game.phase in {"reveal", "over"}) == (game.to_move is None)
        assert numbers == sorted(set(numbers))
        assert len(numbers) <= k.MAX_LEGAL


@given(walks())
def test_a_game_ends_after_exactly_six_rounds(walk: Walk) -> None:
    rounds = [int(game.state["round"]) for game, _ in positions(walk) if game.phase == "reveal"]
    assert rounds == [1, 2, 3, 4, 5, 6]


@given(walks())
def test_rounds_seasons_and_auction_follow_one_another(walk: Walk) -> None:
    asked = [(int(game.state["round"]), int(game.state["season"]), game.phase) for game, _ in positions(walk)]
    assert [number for number, _, _ in asked] == sorted(number for number, _, _ in asked)
    assert all((season == k.LIGHT) == (number > 3) for number, season, _ in asked)
    assert [phase for _, _, phase in asked].count("auction") == abs(walk.bid)


def worth(game: Game, season: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return what a scoring gives each side."""
    gained = np.zeros(2, np.int64)
    for region, tile in enumerate(game.position()["tiles"].values()):
        lead = int(game.state["cubes"][0, region]) - int(game.state["cubes"][1, region])
        if tile is not None and lead != 0:
            gained[0 if lead > 0 else 1] += tile[season]
    return gained


@given(walks())
def test_scores_change_by_points_and_scorings_only(walk: Walk) -> None:
    before, pending = np.zeros(2, np.int64), None
    for game, action in positions(walk):
        gained = game.state["score"] - before
        if pending is not None:
            side, points, number = pending
            expected = np.zeros(2, np.int64)
            expected[side] += points
            ended = int(game.state["round"]) != number or game.phase == "over"
            if ended and number == 6:
                expected += worth(game, k.LIGHT)
            if ended and number == 3:
                # a round's start may add cubes already; scored is what lay there before
                spawned = max(game.rules[0]["round_start"]) > 0
                if not spawned:
                    expected += worth(game, k.DARK)
                else:
                    assert (gained >= expected).all()
                    expected = gained
            assert gained.tolist() == expected.tolist()
        before = game.state["score"].copy()
        pending = (
            None
            if action is None
            else (int(game.state["side"]), points_of(game, action), int(game.state["round"]))
        )


def points_of(game: Game, action: int) -> int:
    """Return the points that an action gives at once: 3 for a POINTS card played or copied as it is."""
    word, *rest = game.name_of(action)
    if word in {"card_as", "copy_as"}:
        return 3 if rest[1] == "POINTS" else 0
    if word not in {"card", "copy"}:
        return 0
    position = game.position()
    slot = rest[0]
    card = position["court_card"][position["side"]] if slot == k.COURT_SLOT else position["revealed"][slot]
    return 3 if card == "POINTS" else 0


@given(walks())
def test_a_copy_replayed_with_the_same_actions_gives_the_same_record(walk: Walk) -> None:
    twin = new_game(walk)
    start = record(twin)
    for game, action in positions(walk):
        assert record(game) == record(twin)
        copy = twin.copy()
        if action is not None:
            twin.apply(game.name_of(action))
        elif twin.phase == "reveal":
            reveal(twin, walk)
        assert record(copy) == record(game)  # the copy stays as it was
    assert record(new_game(walk)) == start


@given(walks())
def test_actions_and_their_names_belong_together(walk: Walk) -> None:
    for game, _ in positions(walk):
        numbers = game.legal_numbers()
        names = [game.name_of(number) for number in numbers]
        assert len(set(names)) == len(numbers)
        assert names == game.legal()
        for number, name in zip(numbers[:3], names[:3], strict=True):
            by_number, by_name = game.copy(), game.copy()
            by_number.apply(number)
            by_name.apply(name)
            assert record(by_number) == record(by_name)


@given(walks())
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(walk: Walk) -> None:
    for step, (game, _) in enumerate(positions(walk)):
        if step % 9:
            continue
        before, legal = record(game), set(game.legal_numbers())
        for number in range(-2, k.ACTIONS + 2):
            if number not in legal:
                with pytest.raises(IllegalActionError, match=rf"round \d, {game.phase}.*not legal"):
                    game.apply(number)
        for name in (("place", "center", 9), ("court", "MOVE 9"), ("split", (0, 0)), ("unheard", "of"), ()):
            with pytest.raises(IllegalActionError, match="is not legal"):
                game.apply(name)
        assert record(game) == before


def test_every_action_number_has_a_name_of_its_own() -> None:
    names, both = new_game(Walk("dragons", "sluagh", (), "standard", 0, 1, eager=False)).names, (0, 1)
    unused = {k.COURT_ACTION + card for card in range(len(names.court), k.MAX_COURT)}
    unused |= {k.MOVE_ACTION + side * 36 + region * 7 for side in range(2) for region in range(6)}
    unused |= {k.SWAP_ACTION + a * 6 + b for a in range(6) for b in range(a + 1)}
    numbers = [number for number in range(k.ACTIONS) if number not in unused]
    assert len({describe.action_name(number, names, both) for number in numbers}) == len(numbers)
    for number in (-1, k.ACTIONS, *unused):
        with pytest.raises(ValueError, match="expected an action"):
            describe.action_name(number, names, both)


@given(walks())
def test_nothing_can_be_revealed_outside_the_deal(walk: Walk) -> None:
    for game, _ in positions(walk):
        if game.phase != "reveal":
            before = record(game)
            with pytest.raises(IllegalActionError, match="not for the deal"):
                game.reveal(["MOVE 1", "MOVE 1", "MOVE 1", "MOVE 1", "ABILITY"])
            assert record(game) == before
