"""What lies on the table of a game of Pacts, followed event by event through a record (see docs/record.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from typing import Any

Event = Mapping[str, Any]

SIDES = ("seelie", "unseelie")
EITHER = "ABILITY or POINTS"  # what the two are called where they are one card
COURT_SLOT = 5  # the own court card, behind the five of the deal
DARK, LIGHT = SEASONS = ("dark", "light")


class Table:
    """The table of one game, after the events that it was told.

    Nothing is worked out from the rules: cubes, points and tiles move as consequences in the record say, so that the
    record has to hold them all, as those written by this project do.

    Parameters
    ----------
    contents
        The contents of the record's configuration.
    no_court
        The sides whose factions have no court cards.
    """

    def __init__(self, contents: Mapping[str, Any], *, no_court: Collection[str] = ()) -> None:
        game = contents["game"]
        self.regions: tuple[str, ...] = tuple(game["board"]["regions"]["value"])
        self.one_other_card = game["rulings"].get("other_card", {}).get("value") == "one_with_choice"
        self.out_of_game = game["rulings"].get("removed_cubes", {}).get("value") == "out_of_game"
        self.cubes = {side: dict.fromkeys(self.regions, 0) for side in SIDES}
        self.supply = dict.fromkeys(SIDES, int(game["cubes"]["value"]))
        self.score = dict.fromkeys(SIDES, 0)
        self.tiles: dict[str, str | None] = dict.fromkeys(self.regions)
        self.decks = {name: self._in_play(deck["value"]) for name, deck in game["decks"].items()}
        self.court_set = self._in_play(Counter(game["court"]["value"]))
        self.court_hand = {
            side: Counter[str]() if side in no_court else self.court_set.copy() for side in SIDES
        }
        self.round = 0
        self.season = DARK
        self.acting: str | None = None
        self.over = False
        self._clear_round()

    def _in_play(self, cards: Mapping[str, int]) -> Counter[str]:
        """Return cards of the game file as they are called in play, in their order: ABILITY and POINTS may be one."""
        found = Counter[str]()
        for card, copies in cards.items():
            found[EITHER if self.one_other_card and card in {"ABILITY", "POINTS"} else card] += copies
        return found

    def _clear_round(self) -> None:
        self.cards: tuple[str, ...] = ()
        self.token_pile: tuple[int, ...] | None = None
        self.token_to: str | None = None
        self.turn: str | None = None
        self.court: dict[str, str | None] = dict.fromkeys(SIDES)
        self.turned_up = dict.fromkeys(SIDES, False)
        self.played: dict[str, list[int]] = {side: [] for side in SIDES}
        self.unused: dict[str, list[int]] = {side: [] for side in SIDES}

    def apply(self, event: Event) -> None:
        """Follow one event; those that change nothing on the table are let pass."""
        if "side" in event and event["event"] != "court_discard":
            self.acting = event["side"]
        follow = _FOLLOWED.get(event["event"])
        if follow is not None:
            follow(self, event)

    def other_pile(self) -> tuple[int, ...]:
        """Return the slots of the pile without the second-player token."""
        token = self.token_pile or ()
        return tuple(slot for slot in range(len(self.cards)) if slot not in token)

    def hand(self, side: str) -> tuple[int, ...]:
        """Return the slots that a side holds this round, played ones too, its court card last."""
        if self.token_pile is None or self.token_to is None:
            dealt: tuple[int, ...] = ()
        else:
            dealt = self.token_pile if side == self.token_to else self.other_pile()
        return (*dealt, COURT_SLOT) if self.court[side] is not None else dealt

    def _position(self, event: Event) -> None:
        self.cubes = {side: dict(event["cubes"][side]) for side in SIDES}
        self.supply = dict(event["supply"])
        self.tiles = dict(event["tiles"])
        self.score = dict(event.get("score", self.score))

    def _put(self, event: Event) -> None:
        """Cubes go from the supply onto the board."""
        number = event.get("cubes", 1)
        self.cubes[event["side"]][event["region"]] += number
        self.supply[event["side"]] -= number

    def _take(self, owner: str, region: str, number: int, *, back: bool = False) -> None:
        """Cubes go from the board to their owner's supply, or out of the game where removed cubes do."""
        self.cubes[owner][region] -= number
        if back or not self.out_of_game:
            self.supply[owner] += number

    def _round(self, event: Event) -> None:
        self._clear_round()
        self.round, self.season = event["round"], event["season"]
        self.acting = None

    def _deal(self, event: Event) -> None:
        self.cards = (*event["common"], event["special"])
        self.acting = None
        self.decks["common"] = +(self.decks["common"] - Counter(event["common"]))
        self.decks["special"] = +(self.decks["special"] - Counter([event["special"]]))

    def _court(self, event: Event) -> None:
        self.court[event["side"]] = event["card"]

    def _split(self, event: Event) -> None:
        self.token_pile = tuple(event["token_pile"])

    def _select(self, event: Event) -> None:
        self.token_to = event["token_to"]

    def _turn(self, event: Event) -> None:
        self.turn = event["side"]

    def _court_reveal(self, event: Event) -> None:
        self.turned_up[event["side"]] = True
        self.court_hand[event["side"]] = +(self.court_hand[event["side"]] - Counter([event["card"]]))

    def _court_discard(self, event: Event) -> None:
        if event["card"] is not None:
            self.court_hand[event["side"]] = +(self.court_hand[event["side"]] - Counter([event["card"]]))

    def _card(self, event: Event) -> None:
        self.played[event["side"]].append(event["slot"])

    def _end_turn(self, event: Event) -> None:
        self.unused[event["side"]] += event["unused"]

    def _points(self, event: Event) -> None:
        self.score[event["side"]] += event["points"]

    def _take_back(self, event: Event) -> None:
        self._take(event["side"], event["region"], 1, back=True)

    def _move(self, event: Event) -> None:
        self.cubes[event["cube"]][event["from"]] -= 1
        self.cubes[event["cube"]][event["to"]] += 1

    def _remove(self, event: Event) -> None:
        self._take(event["cube"], event["region"], 1)

    def _removed(self, event: Event) -> None:
        for owner, number in event["cubes"].items():
            self._take(owner, event["region"], number)

    def _swap(self, event: Event) -> None:
        one, other = event["regions"]
        self.tiles[one], self.tiles[other] = self.tiles[other], self.tiles[one]

    def _remove_tile(self, event: Event) -> None:
        self.tiles[event["region"]] = None

    def _scoring(self, event: Event) -> None:
        self.score = dict(event["score"])
        self.turn = self.acting = None

    def _flip(self, event: Event) -> None:
        self.tiles = dict(event["tiles"])
        self.season = LIGHT

    def _end(self, event: Event) -> None:
        self.score = dict(event["score"])
        self.turn = self.acting = None
        self.over = True


_FOLLOWED: dict[str, Callable[[Table, Event], None]] = {
    name: getattr(Table, f"_{name}")
    for name in (
        "position", "round", "deal", "court", "split", "select", "turn", "court_reveal", "court_discard", "card",
        "end_turn", "points", "take_back", "move", "remove", "removed", "swap", "remove_tile", "scoring", "flip", "end",
    )
} | {"set_up": Table._position, "add": Table._put, "auction_cube": Table._put}  # fmt: skip


@cache
def faces(label: str | None, dark_first: bool) -> tuple[int, int] | None:  # noqa: FBT001
    """Return the dark and the light value of a tile such as ``2/7``; None for no tile."""
    if label is None:
        return None
    first, second = (int(value) for value in label.split("/"))
    return (first, second) if dark_first else (second, first)


def in_order(cards: Counter[str], order: Sequence[str]) -> list[str]:
    """Return cards, each as often as it is there, in a given order."""
    return [card for card in dict.fromkeys(order) for _ in range(cards[card])]
