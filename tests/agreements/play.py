"""What tests of clauses share: games on the kernels and on the slow implementation, and turns played in one go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.agreements.board import Board
from tests.reference.agreements import Rules, Table

P, R, T = "proposer", "recipient", "third"
OWNERS = [P, P, R, R, T]
ON_BOTH = pytest.mark.parametrize("made", [Board, Table], ids=["kernels", "reference"])
Made = Callable[[Rules], Any]


def game(made: Made, **changes: Any) -> Any:
    """Return a game whose hands of two cards of value 1 and first draw are dealt; the proposer is to deploy."""
    at = made(Rules(**{"owners": OWNERS, "garrison": 4, "rounds": 8, **changes}))
    draw(at)
    return at


def draw(at: Any, value: int = 1) -> int:
    """Deal what is to be dealt, and return how many cards."""
    count = 0
    while at.waits == "card":
        at.card(value)
        count += 1
    return count


def place(at: Any) -> int:
    """Deploy on the first own territory and return how many troops."""
    troops = int(at.seen()["to place"])
    if troops:
        at.act(f"deploy {at.seen()['owner'].index(at.mover)}")
    return troops


def turn(at: Any, *acts: str) -> tuple[int, int]:
    """Play a party's turn from the start, an answer first where one waits; return troops deployed and cards drawn."""
    left = list(acts)
    if at.legal() & {"accept", "decline"}:
        at.act(left.pop(0))
    cards = draw(at)
    troops = place(at)
    for act in left:
        at.act(act)
        if at.waits == "battle":
            at.battle(False)
    if not at.over:
        at.act("end")
    return troops, cards


def struck(made: Made, kind: str, **changes: Any) -> Any:
    """Return a game in which an agreement was just accepted; the recipient has drawn and is to deploy."""
    at = game(made, kind=kind, **changes)
    place(at)
    at.act("propose")
    at.act("end")
    at.act("accept")
    draw(at)
    return at
