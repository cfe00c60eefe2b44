"""The friendly layer: names that it does not know, numbers and names that it does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from balance.engine.pacts.game import Game
from balance.engine.pacts.system import PactsSystem
from balance.engine.system import Cell, PolicyHandle
from balance.errors import BalanceError, ConfigurationError, IllegalActionError
from tests.support import shipped

CARDS = ["MOVE 1", "MOVE 1", "MOVE 1", "PLACE 2 WILD", "ABILITY"]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            ("dragon", "kelpies", None),
            r"^unknown faction 'dragon' \(did you mean 'dragons'\?\); expected one of: ",
        ),
        (("dragons", "Kelpie", None), r"^unknown faction 'Kelpie' \(did you mean 'kelpies'\?\)"),
        (("dragons", "kelpies", "standrad"), r"^unknown layout 'standrad' \(did you mean 'standard'\?\)"),
        (("dragons", "kelpies", ""), r"^unknown layout ''; expected one of: standard, "),
        ((None, "kelpies", None), r"^unknown faction None"),
        (("dragons", ["kelpies"], None), r"^unknown faction \['kelpies'\]"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(names: tuple[Any, Any, Any], said: str) -> None:
    seelie, unseelie, layout = names
    with pytest.raises(ConfigurationError, match=said):
        Game.new(shipped(), seelie, unseelie, layout=layout)


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        (Cell(("dragon", "kelpies"), "standard", ("a", "a")), "unknown faction 'dragon'"),
        (Cell(("dragons", "kelpies"), "stand", ("a", "a")), "unknown layout 'stand'"),
        (Cell(("dragons", "kelpies"), "standard", ("a", "a"), 29), "^bid: expected whole cubes"),
    ],
)
def test_the_system_refuses_what_a_game_refuses(cell: Cell, said: str) -> None:
    nobody: dict[str, Any] = {"a": PolicyHandle("a", lambda *_: 0, np.zeros(0))}
    with pytest.raises(BalanceError, match=said):
        PactsSystem(shipped()).play([cell], nobody, 0, 1)
    with pytest.raises(BalanceError, match=said):
        PactsSystem(shipped()).text(cell, nobody, 0)


def test_every_legal_action_can_be_given_by_name_and_by_number() -> None:
    game = Game.new(shipped(), "dragons", "kelpies")
    for _ in range(2):
        for name, number in zip(game.legal(), game.legal_numbers(), strict=True):
            by_name, by_number = game.copy(), game.copy()
            by_name.apply(name)
            by_number.apply(np.int16(number))  # type: ignore[arg-type]
            assert by_name.states.tobytes() == by_number.states.tobytes()
        game.apply(("court", None))
    game.reveal(CARDS)
    game.apply(("split", (np.int64(0), np.int64(1))))
    assert game.phase == "select"


@pytest.mark.parametrize(
    "cards", [[*CARDS[:4], "POINT"], [*CARDS[:4], None], ["nothing"] * 5, CARDS[:4], "ABCDE"]
)
def test_a_deal_that_cannot_be_is_refused(cards: Any) -> None:
    game = Game.new(shipped(), "dragons", "kelpies")
    game.apply(("court", None))
    game.apply(("court", None))
    before = game.states.tobytes()
    with pytest.raises(IllegalActionError):
        game.reveal(cards)
    assert game.states.tobytes() == before


def test_a_card_that_the_deck_lacks_is_not_proposed_in_its_own_place() -> None:
    """The special deck holds ABILITY, POINTS and MOVE 1; MOVE 2 is a common card, MOVE 1 the nearest special one."""
    game = Game.new(shipped(), "dragons", "kelpies")
    for _ in range(2):
        game.apply(("court", None))
    with pytest.raises(
        IllegalActionError, match=r"^card 5: no 'MOVE 2' is left in the special deck .*'MOVE 1'\?\)$"
    ):
        game.reveal(["MOVE 1", "MOVE 1", "MOVE 3", "MOVE 3", "MOVE 2"])
