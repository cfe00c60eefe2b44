"""A view shows what a player at the table sees: worlds that agree with it give the same view."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.view import ASIDE, hide, unhide
from tests.properties.walks import Walk, known, positions, record, shown, walks, worlds


@given(walks())
def test_worlds_that_agree_with_what_was_seen_give_the_same_view(walk: Walk) -> None:
    generator = np.random.default_rng(walk.seed)
    for game, action in positions(walk):
        if action is not None:
            for world in worlds(game, generator, walk):
                assert shown(world) == shown(game)
                assert known(world) == known(game)
                assert world.legal_numbers() == game.legal_numbers()


@given(walks())
def test_a_view_hides_nothing_else(walk: Walk) -> None:
    for game, action in positions(walk):
        if action is None:
            continue
        view, state, side = game.view()[0], game.state, int(game.state["side"])
        bare = game.phase == "auction" and bool(game.rules[0]["auction_first"])
        for name in k.STATE.names or ():
            if name in {"court_hand", "court_card"}:
                assert view[name][side] == state[name][side]
            elif name == "tiles" and bare:
                assert view[name].tolist() == [k.NONE] * k.REGIONS
            elif name != "tiles" or state["season"] == k.LIGHT or not game.rules[0]["light_hidden"]:
                assert view[name].tobytes() == state[name].tobytes(), name
        if bare:
            continue
        dark = game.rules[0]["tile_value"][:, k.DARK]
        for region in range(k.REGIONS):
            assert (view["tiles"][region] < 0) == (state["tiles"][region] < 0)
            assert dark[view["tiles"][region]] == dark[state["tiles"][region]]


@given(walks())
def test_a_face_down_card_is_among_the_hand_that_a_view_shows(walk: Walk) -> None:
    for game, action in positions(walk):
        if action is None:
            continue
        view, state, other = game.view()[0], game.state, 1 - int(game.state["side"])
        card, shown = int(state["court_card"][other]), int(state["court_shown"][other])
        hidden = card >= 0 and not shown
        assert int(view["court_hand"][other]) == int(state["court_hand"][other]) | (
            1 << card if hidden else 0
        )
        expected = card if not hidden else k.NONE if game.phase == "court" else k.HIDDEN
        assert int(view["court_card"][other]) == expected


@given(walks())
def test_what_a_view_hides_differs_between_worlds(walk: Walk) -> None:
    """Keep the other tests honest: wherever somebody lays a court card there are worlds to tell apart."""
    generator = np.random.default_rng(walk.seed)
    counts, laid = [], False
    for game, action in positions(walk):
        if action is not None:
            counts.append(len({record(world) for world in worlds(game, generator, walk)}))
        if game.phase == "split":
            other = 1 - int(game.state["side"])
            laid = laid or int(game.state["court_card"][other]) >= 0
    assert not laid or max(counts) > 1


@given(walks())
def test_what_is_masked_for_a_policy_is_put_back_exactly(walk: Walk) -> None:
    aside = np.zeros(
        1, ASIDE
    )  # one for the whole game, as in the loop: nothing of an earlier position may stay
    for game, action in positions(walk):
        if action is not None:
            before, seen = record(game), shown(game)
            hide(game.state, game.rules[0], aside[0])
            assert record(game) == seen
            unhide(game.state, game.rules[0], aside[0])
            assert record(game) == before
