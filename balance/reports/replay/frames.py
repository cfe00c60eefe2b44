"""The frames of a replay: after each thing that happened, what lies on the table, a sentence and what to point at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balance.config.pacts.laid import split_row
from balance.reports.replay.table import COURT_SLOT, LIGHT, SEASONS, SIDES, Event, Table, faces, in_order

_GROUPS = {"round", "scoring", "end"}  # these begin a part of the list of moves
_DEEDS = {
    "card", "copy", "place", "allot", "take_back", "move", "remove", "remove_all", "swap", "remove_tile", "passive",
    "end_turn", "skip",
}  # fmt: skip
_SIDE_NUMBER = {side: number for number, side in enumerate(SIDES)}


@dataclass
class Frame:
    """One step of a replay.

    Parameters
    ----------
    events
        The numbers of its events in the record, from 0 behind the header: the one that it tells of, and those behind
        it that need no words.
    say
        What happened, in rulebook words.
    hidden_say
        The same to someone who does not see face-down cards.
    subject
        Whether the words lack the side that acts, as in “plays MOVE 1”.
    level
        0 begins a part of the game (a round, a scoring), 1 stands in it, 2 is part of a turn.
    look
        What the page shows, by name; regions, sides and cards as lists in the board's, the seats' and the deal's order.
    """

    events: list[int]
    say: str
    hidden_say: str
    subject: bool
    level: int
    look: dict[str, Any] = field(default_factory=dict)


class Story:
    """The frames of one game's record.

    Parameters
    ----------
    contents
        The contents of the record's configuration.
    header
        The record's ``game`` line.
    """

    def __init__(self, contents: Mapping[str, Any], header: Event) -> None:
        factions = {side: contents["factions"][header[side]["faction"]] for side in SIDES}
        no_court = [side for side, faction in factions.items() if "court" in faction.get("off", ())]
        self.table = Table(contents, no_court=no_court)
        game = contents["game"]
        self.court_order: Sequence[str] = list(self.table.court_set)
        self.deck_order = {name: list(deck) for name, deck in self.table.decks.items()}
        rulings = {name: ruling["value"] for name, ruling in game["rulings"].items()}
        self.dark_first = rulings.get("tile_label", "first_dark") == "first_dark"
        self.light_known = rulings.get("light_values", "known") == "known" and not _random(
            contents["layouts"], header["layout"]
        )

    def frames(self, events: Iterable[Event], sentences: Iterable[tuple[str, str]]) -> list[Frame]:
        """Return the frames of a game.

        Parameters
        ----------
        events
            What happened, with all consequences.
        sentences
            For each event what to say, and what to say to someone who does not see face-down cards. An event without
            words joins the frame before it.
        """
        found: list[Frame] = []
        mark: dict[str, Any] = {}
        change: list[list[int]] = []
        for number, (event, (say, hidden_say)) in enumerate(zip(events, sentences, strict=True)):
            before = {side: dict(self.table.cubes[side]) for side in SIDES}
            self.table.apply(event)
            if say or not found:
                found.append(Frame([number], say, hidden_say, _lacks_subject(event, say), _level(event)))
                mark = {}
                change = [[0] * len(self.table.regions) for _ in SIDES]
            else:
                found[-1].events.append(number)
            self._mark(event, mark)
            if event["event"] not in {"set_up", "position"}:
                self._count(change, before)
            found[-1].look = {**self._look(), "mark": mark, "change": [list(row) for row in change]}
        return found

    def _count(self, change: list[list[int]], before: Mapping[str, Mapping[str, int]]) -> None:
        for side, row in zip(SIDES, change, strict=True):
            for r, region in enumerate(self.table.regions):
                row[r] += self.table.cubes[side][region] - before[side][region]

    def _mark(self, event: Event, mark: dict[str, Any]) -> None:
        """Note what an event points at: regions, a card, a step from region to region, who scores where."""
        number = self.table.regions.index
        named = [event["region"]] if "region" in event else []
        named += [event["from"], event["to"]] if event["event"] == "move" else []
        named += event["regions"] if event["event"] == "swap" else []
        mark["regions"] = sorted({*mark.get("regions", ()), *map(number, named)})
        if event["event"] in {"move", "swap"}:
            mark["arrow"] = [number(name) for name in named]
            mark["both"] = event["event"] == "swap"
        if event["event"] in {"card", "copy"}:
            mark["slot"] = event["slot"]
        if event["event"] in {"court", "court_reveal"}:
            mark["slot"] = COURT_SLOT
        if event["event"] == "scoring":
            mark["scored"] = [
                [None if row["to"] is None else _SIDE_NUMBER[row["to"]], row["value"]]
                for row in event["regions"]
            ]
            mark["regions"] = [
                number(row["region"]) for row in event["regions"] if row["to"] and row["value"]
            ]

    def _look(self) -> dict[str, Any]:
        table = self.table
        values = [faces(table.tiles[region], self.dark_first) for region in table.regions]
        season = SEASONS.index(table.season)
        return {
            "round": table.round,
            "season": table.season,
            "acting": None if table.acting is None else _SIDE_NUMBER[table.acting],
            "turn": None if table.turn is None else _SIDE_NUMBER[table.turn],
            "over": table.over,
            "score": [table.score[side] for side in SIDES],
            "supply": [table.supply[side] for side in SIDES],
            "cubes": [[table.cubes[side][region] for region in table.regions] for side in SIDES],
            "tiles": [None if value is None else [value[season], value[1 - season]] for value in values],
            "other_known": self.light_known or table.season == LIGHT,
            "cards": list(table.cards),
            "token_pile": None if table.token_pile is None else list(table.token_pile),
            "token_to": None if table.token_to is None else _SIDE_NUMBER[table.token_to],
            "hands": [list(table.hand(side)) for side in SIDES],
            "played": [list(table.played[side]) for side in SIDES],
            "unused": [list(table.unused[side]) for side in SIDES],
            "court": [table.court[side] for side in SIDES],
            "turned_up": [table.turned_up[side] for side in SIDES],
            "court_hands": [in_order(table.court_hand[side], self.court_order) for side in SIDES],
            "decks": {
                name: [[card, table.decks[name][card]] for card in order if table.decks[name][card]]
                for name, order in self.deck_order.items()
            },
        }


def _lacks_subject(event: Event, say: str) -> bool:
    return event["event"] in _DEEDS and say[:1].islower()


def _level(event: Event) -> int:
    if event["event"] in _GROUPS:
        return 0
    in_turn = {"set_up", "auction_cube", "court", "deal", "split", "select", "turn", "flip"}
    return 1 if event["event"] in in_turn or event.get("by") == "round_start" else 2


def changes(frames: Sequence[Frame]) -> list[dict[str, Any]]:
    """Return each frame's look as what differs from the one before."""
    found, last = [], dict[str, Any]()
    for frame in frames:
        found.append(
            {name: value for name, value in frame.look.items() if name not in last or last[name] != value}
        )
        last = frame.look
    return found


def _random(layouts: Mapping[str, Any], name: str) -> bool:
    """Tell whether a layout, or the set that it is one of, has random regions."""
    layout = layouts[name if name in layouts else split_row(name)[0]]
    if not isinstance(layout, Mapping):
        return False
    return bool(layout.get("random_regions")) or layout.get("set") == "random-regions"
