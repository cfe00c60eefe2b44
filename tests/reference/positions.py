"""The board that the reference's own tests use, and short ways to the positions they start from."""

from collections.abc import Sequence
from typing import Any

from tests.reference.pacts_rules import STOP, Action, BoardData, ReferenceGame, from_position

TL, TR, C, BL, BM, BR = "top-left", "top-right", "center", "bottom-left", "bottom-middle", "bottom-right"
BORDERS = [(TL, TR), (TL, C), (TR, C), (TL, BL), (TR, BR), (C, BL), (C, BM), (C, BR), (BL, BM), (BM, BR)]
BOARD = BoardData(
    regions=(TL, TR, C, BL, BM, BR),
    borders={r: [b if a == r else a for a, b in BORDERS if r in (a, b)] for r in (TL, TR, C, BL, BM, BR)},
    symbols={"oak": (TL, BL), "thorn": (TR, BR), "ash": (C, BM)},
    setup_regions=(C, BM),
    decks={
        "common": {f"PLACE {n} {s}": 1 if n == 3 else 2 for n in (1, 2, 3) for s in ("oak", "thorn", "ash")}
        | {"PLACE 1 WILD": 3, "PLACE 2 WILD": 1, "MOVE 1": 3, "MOVE 2": 3, "MOVE 3": 2},
        "special": {"ABILITY": 4, "POINTS": 2, "MOVE 1": 2},
    },
    court=(
        "PLACE 1 WILD",
        "MOVE 1",
        "PLACE 1 oak",
        "PLACE 1 thorn",
        "PLACE 1 ash",
        "ABILITY",
        "POINTS",
    ),
)
TILES = {TL: (2, 7), TR: (4, 3), C: (5, 5), BL: (1, 5), BM: (3, 6), BR: (3, 4)}
FIVE = ("MOVE 1", "MOVE 1", "MOVE 1", "PLACE 2 WILD", "ABILITY")
FULL = {C: 20, BM: 14}  # all 34 cubes on the board: the supply is empty
ONE_LEFT = FULL | {C: 19}  # 33 cubes on the board: one in supply
PASSIVE: Action = ("passive",)
WILD_4 = "PLACE 4 WILD"
EITHER = "ABILITY or POINTS"


def new_game(seelie: str = "dragons", unseelie: str = "dragons", **options: Any) -> ReferenceGame:
    return ReferenceGame(seelie=seelie, unseelie=unseelie, tiles=TILES, setup=BOARD, **options)


def play(game: ReferenceGame, *actions: Action) -> None:
    for action in actions:
        game.apply(action)


def open_turns(game: ReferenceGame, seelie: str | None = None, unseelie: str | None = None) -> None:
    """Go on from the court choice to Seelie's turn; Unseelie holds the token and only its Court card."""
    play(game, ("court", seelie), ("court", unseelie))
    game.reveal([game.printed(card) for card in FIVE])
    play(game, ("split", ()), ("select", "unseelie"))


def seelie_turn(faction: str, cards: list[str], *, rulings: dict[str, str] | None = None, **laid: Any) -> Any:
    """Return a game at the menu of Seelie, who goes first with exactly these cards."""
    game = new_game(faction, "dragons" if faction != "dragons" else "kelpies", rulings=rulings or {})
    while game.phase in ("take_back", "allot"):
        game.apply(min(game.legal()))
    open_turns(game)
    cards_on_table = [*cards, *["MOVE 1"] * (5 - len(cards))]
    return from_position(game, revealed=cards_on_table, hand={"seelie": set(range(len(cards)))}, **laid)


def turn(faction: str, cards: list[str], *options: str, **laid: Any) -> ReferenceGame:
    """Return a game at Seelie's menu under the options given as ``ruling: option``."""
    game = seelie_turn(faction, cards, rulings=dict(option.split(": ") for option in options), **laid)
    assert isinstance(game, ReferenceGame)
    return game


def placings(regions: Sequence[str], most: int) -> set[Action]:
    return {("place", region, k) for region in regions for k in range(1, most + 1)} | {STOP}


def open_turns_as_seelie_splits(game: ReferenceGame) -> None:
    play(game, ("court", None), ("court", None))
    game.reveal(FIVE)
    assert game.to_move == "seelie"
    play(game, ("split", ()), ("select", "unseelie"))
