"""What is hidden at the table stays hidden on the screen and in the log."""

from __future__ import annotations

import numpy as np
import pytest

from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.session import Session
from balance.play import screen
from balance.play.story import story
from tests.play.scripted import Scripted, sit
from tests.support import shipped

SEATS = {"seelie": "you", "unseelie": "random"}


def drawn(session: Session, side: str = "seelie") -> str:
    """Return everything that the screen can say of a position."""
    table, seen = Scripted([]), session.observation(side)
    table.show(
        screen.heading(seen), screen.sides(seen, SEATS), screen.board(seen, SEATS, screen.symbols_of(session))
    )
    table.show(*screen.cards(seen), *screen.known(seen))
    return table.text


def on_random_regions() -> Session:
    return Session.new(shipped(), "dragons", "kelpies", layout="random", seed=3)


def test_of_random_regions_only_the_possible_light_sides_are_shown() -> None:
    session = on_random_regions()
    labels = [tuple(map(int, label.split("/"))) for label in session.game.names.tiles]
    text = drawn(session)
    assert labels[0] == (2, 7)
    for number in session.game.state["tiles"]:
        dark = labels[int(number)][0]
        lights = sorted({light for other, light in labels if other == dark})
        words = (
            ", ".join(map(str, lights[:-1])) + f" or {lights[-1]}"
        )  # each dark value is on two tiles at least
        assert f"tile {dark}, then {words}" in text


def test_tiles_that_look_alike_make_the_same_screen() -> None:
    session = on_random_regions()
    values = session.game.rules[0]["tile_value"]
    lying = [int(tile) for tile in session.game.state["tiles"]]
    changed = 0
    for region, tile in enumerate(lying):
        for other in range(12):
            if other not in lying and values[other][0] == values[tile][0]:
                twin = session.copy()
                twin.game.state["tiles"][region] = other
                assert drawn(twin) == drawn(session)
                changed += 1
    assert changed > 0


def test_after_the_flip_the_light_side_is_shown() -> None:
    session = on_random_regions()
    session.game.state["season"], session.game.state["round"] = k.LIGHT, 4
    text = drawn(session)
    labels = [tuple(map(int, label.split("/"))) for label in session.game.names.tiles]
    for number in session.game.state["tiles"]:
        dark, light = labels[int(number)]
        assert f"tile {light} (was {dark})" in text


def laid(card: str | None) -> Session:
    """Return a game in round 1 before the split, Unseelie having laid a card."""
    session = Session.new(shipped(), "dragons", "kelpies", seed=3)
    for action in (("court", None), ("court", card)):
        session.apply(action)
    return session


def told(session: Session, side: str = "seelie") -> list[str]:
    return story(session, shipped(), side)


def test_the_other_sides_court_card_is_face_down() -> None:
    worlds = [laid(card) for card in ("MOVE 1", "POINTS", "PLACE 1 oak")]
    assert len({drawn(session) for session in worlds}) == 1
    assert len({"\n".join(told(session)) for session in worlds}) == 1
    assert told(worlds[0])[:3] == [
        "Round 1",
        "  Seelie lays no court card",
        "  Unseelie lays a court card face down",
    ]
    assert "court hand 6, 1 laid" in drawn(worlds[0])


def test_the_own_court_card_is_told() -> None:
    assert "  Unseelie lays MOVE 1 face down" in told(laid("MOVE 1"), "unseelie")


def test_a_court_card_is_told_once_it_is_turned_up() -> None:
    session = laid("MOVE 1")
    session.apply(("split", ()))
    session.apply(("select", "seelie"))  # Unseelie has all cards and goes first
    assert session.to_move == "unseelie"
    assert "  Unseelie lays MOVE 1 face down" in told(session)
    assert any(line.startswith("  Unseelie's turn:") and "MOVE 1 (court)" in line for line in told(session))


def test_while_the_other_goes_second_its_court_card_stays_face_down() -> None:
    session = laid("MOVE 1")
    session.apply(("split", (0,)))
    session.apply(("select", "unseelie"))
    assert session.to_move == "seelie"
    assert "  Unseelie lays a court card face down" in told(session)
    assert not any("MOVE 1 (court)" in line for line in told(session))


def test_that_no_court_card_was_laid_is_seen() -> None:
    session = laid(None)
    assert "  Unseelie lays no court card" in told(session)
    assert "1 laid" not in drawn(session)


def test_while_courts_are_chosen_nothing_tells_whether_the_first_has_laid_one() -> None:
    worlds = []
    for card in ("MOVE 1", None):
        session = Session.new(shipped(), "dragons", "kelpies", seed=3)
        session.apply(("court", card))
        worlds.append((drawn(session, "unseelie"), told(session, "unseelie")))
    assert worlds[0] == worlds[1]


def test_the_order_of_the_decks_is_nowhere_to_be_seen() -> None:
    session = laid("MOVE 1")
    twin = session.copy()
    twin.cards = np.array(session.cards)
    twin.cards[1:] = session.cards[:0:-1]  # later rounds in another order
    assert drawn(twin) == drawn(session)


@pytest.mark.parametrize("layout", ["standard", "random"])
def test_nothing_shown_is_wider_than_80_columns(layout: str) -> None:
    answers = ["1", "all", "hint", "board", "log", "help", "undo", "1", "1 2", *["1", "hint"] * 40]
    _, table = sit(answers, layout=layout, unseelie="fir bolg", side="unseelie", against="greedy")
    lines = table.text.splitlines()
    assert len(lines) > 500
    assert max(map(len, lines)) <= 80


def test_a_players_name_that_is_too_long_for_its_panel_ends_in_dots() -> None:
    session = Session.new(shipped(), "dragons", "kelpies")
    seats = {"seelie": "you", "unseelie": "somebody_else:choose"}
    table = Scripted([])
    table.show(screen.board(session.observation("seelie"), seats, screen.symbols_of(session)))
    assert "─ Unseelie (somebody_… ─╮" in table.text


def test_numbers_of_two_digits_fit_into_a_region() -> None:
    session = Session.new(shipped(), "dragons", "kelpies", seed=3)
    session.game.state["cubes"][0, 2], session.game.state["cubes"][1, 2] = 12, 10
    session.game.state["score"][:] = 41, 38
    text = drawn(session)
    assert "│Seelie 12 > 10 Unseelie │" in text
    assert "score 41, supply 28" in text
