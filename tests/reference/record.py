"""A checker of game records (``docs/record.md``) that knows the slow rules only.

It names the first line that cannot be right: the lines up to it are not the beginning of any record of a game that was
played by the rules. Digests, seeds and policies are never looked at.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.reference.pacts_rules import SLOTS, Action, BoardData, ReferenceGame
from tests.reference.record_header import Box, header_fault, new_game

__all__ = ["Box", "Complaint", "check_record", "decision_line"]

Line = dict[str, Any]

CONSEQUENCES = frozenset(
    {
        "set_up",
        "round",
        "turn",
        "court_reveal",
        "court_discard",
        "points",
        "add",
        "removed",
        "position",
        "scoring",
        "flip",
        "end",
    }
)


FIELDS = {  # the fields of the decisions that write the parts of their action one by one
    "court": ("card",),
    "select": ("token_to",),
    "place": ("region", "cubes"),
    "move": ("cube", "from", "to"),
    "remove": ("cube", "region"),
    "take_back": ("region",),
}


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a record: the number of the first wrong line, from 0 for the header, and why."""

    index: int
    reason: str


def check_record(lines: Sequence[Line], setup: BoardData, box: Box) -> Complaint | None:
    """Check the record of one game: its header and its events up to `end`.

    Parameters
    ----------
    lines
        The lines of the game, each as JSON gave it; the first is the `game` line.
    setup
        The board and the cards.
    box
        The tiles, the layouts and the rulings of the configuration.

    Returns
    -------
    Complaint or None
        None for a right record. A record that stops too early is complained of one past its last line.
    """
    if not lines:
        return Complaint(0, "expected a game line; the record is empty")
    fault = header_fault(lines[0], box)
    if fault is not None:
        return Complaint(0, fault)
    walk = _Walk(new_game(lines[0], setup, box), box, random_regions=not box.layouts[lines[0]["layout"]])
    walk.note_what_follows()
    for index, line in enumerate(lines[1:], start=1):
        reason = walk.read(line)
        if reason is not None:
            return Complaint(index, reason)
    return None if walk.ended else Complaint(len(lines), "the record stops before the end of the game")


def decision_line(game: ReferenceGame, action: Action) -> Line:
    """Return how a record writes an action that is legal now."""
    side = str(game.to_move)
    event: str
    fields: dict[str, Any]
    match action:
        case ("stop",) if game.phase == "menu":
            event, fields = "end_turn", {"unused": sorted(game.hand[side])}
        case ("stop",):
            event, fields = "skip", {"of": game.phase}
        case ("card" | "copy" as word, slot):
            event, fields = word, {"slot": slot, "card": game.card_in(side, slot), "as": None}
        case ("card_as" | "copy_as" as word, slot, become):
            card = game.card_in(side, slot)
            event, fields = word.removesuffix("_as"), {"slot": slot, "card": card, "as": become}
        case ("region", region):  # phases allot, remove_all, remove_tile
            event, fields = game.phase, {"region": region}
        case ("auction", region):
            event, fields = "auction_cube", {"region": region}
        case ("passive",):
            event, fields = "passive", {"passive": game.asked_passive}
        case ("split", pile):
            other = [slot for slot in SLOTS if slot not in pile]
            event, fields = "split", {"token_pile": list(pile), "other_pile": other}
        case ("swap", *regions):
            event, fields = "swap", {"regions": regions}
        case (word, *rest):
            event, fields = word, dict(zip(FIELDS[word], rest, strict=True))
    if event == "place" and game.phase == "menu":
        fields["passive"] = True  # the cube of a side that goes first
    return {"event": event, "side": side, **fields}


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same: 1 is neither true nor 1.0, the order of keys means nothing."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@dataclass
class _Walk:
    """Where a record has got to: the game so far, and what follows from it and was not read yet."""

    game: ReferenceGame
    box: Box
    random_regions: bool
    due: list[Line] = field(default_factory=list)
    told: int = 0
    ended: bool = False

    def note_what_follows(self) -> None:
        """Replace what was due by what follows from the last decision."""
        self.due = [self._labelled(event) for event in self.game.story[self.told :]]
        self.told = len(self.game.story)

    def read(self, line: Any) -> str | None:
        """Take one line; return what is wrong with it, or None."""
        event = line.get("event") if isinstance(line, dict) else None
        if self.ended:
            return "nothing may follow the end of a game"
        if isinstance(event, str) and event in CONSEQUENCES:
            return self._consequence(line)
        missing = next((one for one in self.due if self._has_to_be_there(one)), None)
        if missing is not None:
            return f"expected the event {missing['event']!r}; got {line}"
        return self._deal(line) if self.game.phase == "reveal" else self._decision(line)

    def _labelled(self, event: Line) -> Line:
        if "tiles" not in event:
            return event
        return event | {"tiles": {region: self.box.label(tile) for region, tile in event["tiles"].items()}}

    def _has_to_be_there(self, event: Line) -> bool:
        return event["event"] == "end" or (event["event"] == "set_up" and self.random_regions)

    def _consequence(self, line: Line) -> str | None:
        while self.due:
            event = self.due.pop(0)
            if event["event"] == "set_up" and self.random_regions:
                return self._random_set_up(line, event)
            if same(line, event):
                self.ended = event["event"] == "end"
                return None
        return f"this does not follow here: {line}"

    def _random_set_up(self, line: Line, event: Line) -> str | None:
        """Variant 1: any six tiles of the box may lie on the regions."""
        tiles = line.get("tiles")
        if not isinstance(tiles, dict) or set(tiles) != set(event["tiles"]):
            return f"expected the set-up with a tile for each region; got {line}"
        labels = list(tiles.values())
        if not all(label in self.box.tiles for label in labels) or len(set(labels)) < len(labels):
            return f"expected different tiles of {', '.join(self.box.tiles)}; got {labels}"
        if not same(line, event | {"tiles": tiles}):
            return f"expected {event | {'tiles': tiles}}; got {line}"
        self.game.tiles = {region: self.box.values(tiles[region]) for region in self.game.board.regions}
        return None

    def _deal(self, line: Line) -> str | None:
        common, special = line.get("common"), line.get("special")
        if not isinstance(common, list) or not same(
            line, {"event": "deal", "common": common, "special": special}
        ):
            return f"expected the deal; got {line}"
        cards = [*common, special]
        if not all(isinstance(card, str) for card in cards):
            return f"expected the names of cards; got {cards}"
        try:
            self.game.reveal(cards)
        except ValueError as error:
            return str(error)
        self.note_what_follows()
        return None

    def _decision(self, line: Line) -> str | None:
        for action in self.game.legal():
            if same(decision_line(self.game, action), line):
                self.game.apply(action)
                self.note_what_follows()
                return None
        return f"{self.game.to_move} cannot decide this in phase {self.game.phase}: {line}"
