"""Positions laid out by hand, in the words of the rulebook.

A test says what lies on the table (`seelie_turn(...)`), what is done (`play(game, ...)`) and what then
lies there (`cubes(game)`). Cubes not on the board are in the supply: 34 a side are laid out, always.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balance.engine.pacts.describe import SEASONS, SIDES, Action, position
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from tests.support import shipped, with_rulings

TL, TR, C, BL, BM, BR = "top-left", "top-right", "center", "bottom-left", "bottom-middle", "bottom-right"
REGIONS = (TL, TR, C, BL, BM, BR)
OAK, THORN, ASH = (TL, BL), (TR, BR), (C, BM)
STOP: Action = ("stop",)
EITHER = "ABILITY or POINTS"
CUBES = 34
FIVE = ("MOVE 1", "MOVE 1", "MOVE 1", "PLACE 2 WILD", "ABILITY")
FULL = {C: 20, BM: 14}  # every cube of a side on the board: its supply is empty
Cubes = Mapping[str, int]


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def new_game(
    seelie: str = "dragons",
    unseelie: str = "sluagh",
    *,
    bid: int = 0,
    layout: str = "standard",
    **rulings: str,
) -> Game:
    """Return a new game on the shipped board.

    Two factions that nothing happens by itself with, by default.
    """
    return Game.new(
        with_rulings(shipped(), **rulings),
        seelie,
        unseelie,
        layout=layout,
        tiles=some_tiles(layout),
        bid=bid,
    )


def some_tiles(layout: str) -> Sequence[int] | None:
    """Return tiles to lie on random regions, the standard ones in board order; a named layout has its own."""
    return range(len(REGIONS)) if layout == "random" else None


def play(game: Game, *actions: Action) -> Game:
    """Carry out actions, and count every side's cubes after each."""
    for action in actions:
        game.apply(action)
        check_cubes(game)
    return game


def check_cubes(game: Game) -> None:
    for side in range(2):
        cubes_left = int(game.state["cubes"][side].sum()) + int(game.state["supply"][side])
        assert cubes_left == CUBES or (game.rules[0]["removed_leave"] and cubes_left < CUBES)
        assert min(*game.state["cubes"][side], game.state["supply"][side]) >= 0


def lay(
    game: Game,
    *,
    seelie: Cubes | None = None,
    unseelie: Cubes | None = None,
    score: tuple[int, int] | None = None,
    number: int | None = None,
    season: str | None = None,
    tiles: Mapping[str, str | None] | None = None,
) -> Game:
    """Lay cubes, scores, the time marker, the season or tiles; what is not named stays."""
    for side, cubes in enumerate((seelie, unseelie)):
        if cubes is not None:
            game.state["cubes"][side] = [cubes.get(region, 0) for region in REGIONS]
            game.state["supply"][side] = CUBES - sum(cubes.values())
    if score is not None:
        game.state["score"] = score
    if number is not None:
        game.state["round"] = number
        game.state["season"] = SEASONS.index(season or ("dark" if number <= 3 else "light"))
    for region, tile in (tiles or {}).items():
        label = k.NONE if tile is None else game.names.tiles.index(tile)
        game.state["tiles"][REGIONS.index(region)] = label
    check_cubes(game)
    return game


def at_court(game: Game) -> Game:
    """Go on to the choice of court cards, answering what a round's start asks by the first action."""
    while game.phase in {"allot", "take_back"}:
        game.apply(game.legal()[0])
    return game


def courts(game: Game, seelie: str | None = None, unseelie: str | None = None) -> Game:
    """Let both choose their court cards."""
    return play(at_court(game), ("court", seelie), ("court", unseelie))


def deal(game: Game, cards: Sequence[str] = FIVE) -> Game:
    """Reveal five cards."""
    game.reveal([in_play(game, name) for name in cards])
    return game


def in_play(game: Game, name: str) -> str:
    """Return what a card is called where ABILITY and POINTS are one."""
    known = [str(kind) for kind in game.names.cards]
    return EITHER if name in {"ABILITY", "POINTS"} and EITHER in known else name


def turn(
    side: str,
    faction: str,
    cards: Sequence[str],
    *,
    against: str = "",
    first: bool = True,
    court: str | None = None,
    opposing_court: str | None = None,
    own: Cubes | None = None,
    opposing: Cubes | None = None,
    rulings: Mapping[str, str] | None = None,
    layout: str = "standard",
    opposing_cards: Sequence[str] = (),
    **laid: Any,
) -> Game:
    """Return a game at the menu of `side`, with exactly these pact cards and this court card in hand.

    By default it is round 1, the side goes first, the opponent has no cards, both have the cubes of set-up.
    """
    quiet = "dragons" if faction != "dragons" else "sluagh"
    pair = (faction, against or quiet) if side == "seelie" else (against or quiet, faction)
    game = courts(
        new_game(*pair, layout=layout, **dict[str, Any](rulings or {})),
        *((court, opposing_court) if side == "seelie" else (opposing_court, court)),
    )
    mine = {C: 3, BM: 3} if own is None else own
    theirs = {C: 3, BM: 3} if opposing is None else opposing
    seelie, unseelie = (mine, theirs) if side == "seelie" else (theirs, mine)
    lay(game, seelie=seelie, unseelie=unseelie, **laid)
    deal(game)
    table = [*cards, *opposing_cards]
    for slot, card in enumerate(table):
        game.state["revealed"][slot] = game.names.kind(in_play(game, card))
    my_slots = tuple(range(len(cards)))
    if first:
        play(game, ("split", tuple(range(len(cards), 5))), ("select", other(side)))
    else:
        play(game, ("split", my_slots), ("select", side))
        while game.to_move != side:
            play(game, STOP)
    game.state["hand"][SIDES.index(other(side))] &= 63 - _bits(range(len(table), 5))
    return game


def _bits(slots: Sequence[int]) -> int:
    return sum(1 << slot for slot in slots)


def seelie_turn(faction: str, cards: Sequence[str], **laid: Any) -> Game:
    """Return a game at Seelie's menu (see `turn`)."""
    return turn("seelie", faction, cards, **laid)


def card(game: Game, slot: int = 0) -> Game:
    """Start the card in a slot."""
    return play(game, ("card", slot))


def cubes(game: Game, side: str = "seelie") -> dict[str, int]:
    """Return a side's cubes on the board, regions without any left out."""
    return {region: number for region, number in game.position()["cubes"][side].items() if number}


def supply(game: Game, side: str = "seelie") -> int:
    return int(game.position()["supply"][side])


def score(game: Game) -> tuple[int, int]:
    return int(game.state["score"][0]), int(game.state["score"][1])


def tiles(game: Game) -> dict[str, tuple[int, int] | None]:
    """Return each region's tile: dark and light value."""
    return dict(game.position()["tiles"])


def places(regions: Sequence[str], most: int, least: int = 1) -> set[Action]:
    """Return the ways to place `least` … `most` cubes into one of the regions, and to stop."""
    return {("place", region, n) for region in regions for n in range(least, most + 1)} | {STOP}


def legal(game: Game) -> set[Action]:
    return set(game.legal())


def seen(game: Game) -> dict[str, Any]:
    """Return the table as the side to move sees it, in names."""
    return position(game.view()[0], game.rules[0], game.names)


def pass_round(game: Game) -> Game:
    """Play a round in which nobody lays a court card or plays a card."""
    courts(game)
    decks = game.position()["decks"]
    common, special = (list(decks[name].elements()) for name in ("common", "special"))
    deal(game, [*common[:4], special[0]])
    return play(game, ("split", ()), ("select", "seelie"), STOP)
