"""Decisions as events and as numbers of actions, both ways (see docs/record.md and docs/protocol.md)."""

from __future__ import annotations

from typing import Any

from balance.engine.pacts import describe
from balance.engine.pacts.describe import PHASES, SIDES
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.tables import Names

Event = dict[str, Any]

PASSIVES = {
    "discard_same_court": "court_reveal",
    "first_placement": "first_placement",
    "round_start": "round_start",
}
"""Field of the rules record → what a record calls the passive that may be declined."""


def action_of(number: int, rules: Any, names: Names, side: int, kind: int) -> describe.Action:
    """Return an action as the protocol writes it; `kind` is the card that it starts, if it starts one."""
    action = describe.action_name(number, names)
    if action[0] in {"card_as", "copy_as"}:
        return (*action[:2], str(names.cards[int(rules["becomes"][side, kind])]))
    return action


class Decisions:
    """The decisions of one pair's games.

    Parameters
    ----------
    rules, names
        The pair's rules record (one record, not an array) and the names behind it.
    """

    def __init__(self, rules: Any, names: Names) -> None:
        self.rules, self.names = rules, names
        self._known: dict[tuple[int, ...], Event] = {}

    def event(self, phase: int, side: int, number: int, kind: int = k.NONE) -> Event:
        """Return the event of a decision; the same object each time, so not to be changed.

        Parameters
        ----------
        phase, side, number
            What the position waits for, of whom, and what was decided.
        kind
            The card in the slot, where a card is started.
        """
        key = (phase, side, number, kind)
        if key not in self._known:
            action = action_of(number, self.rules, self.names, side, kind)
            word, fields = self._told(PHASES[phase], side, action, kind)
            self._known[key] = {"event": word, "side": SIDES[side], **fields}
        return self._known[key]

    def passive(self, phase: int, side: int) -> str:
        """Return what the passive that is asked for in a phase is called."""
        if phase == k.AFTER_WILD:
            return PHASES[phase]
        return next(name for field, name in PASSIVES.items() if self.rules[field][side])

    def _told(self, phase: str, side: int, action: describe.Action, kind: int) -> tuple[str, dict[str, Any]]:
        """Return a decision's event and its fields."""
        word, *parts = action
        if word in {"card", "card_as", "copy", "copy_as"}:
            as_card = parts[1] if len(parts) > 1 else None
            card = str(self.names.cards[kind])
            return word.removesuffix("_as"), {"slot": parts[0], "card": card, "as": as_card}
        if word == "place":
            passive = {"passive": True} if phase == "menu" else {}
            return word, {"region": parts[0], "cubes": parts[1], **passive}
        if word == "split":
            rest = [slot for slot in range(k.REVEALED) if slot not in parts[0]]
            return word, {"token_pile": list(parts[0]), "other_pile": rest}
        if word == "passive":
            return word, {"passive": self.passive(PHASES.index(phase), side)}
        if word == "stop":
            return "skip", {"of": phase}
        simple = {
            "court": ("court", ("card",)),
            "select": ("select", ("token_to",)),
            "move": ("move", ("cube", "from", "to")),
            "remove": ("remove", ("cube", "region")),
            "take_back": ("take_back", ("region",)),
            "auction": ("auction_cube", ("region",)),
            "region": (phase, ("region",)),
        }
        if word == "swap":
            return word, {"regions": parts}
        event, fields = simple[word]
        return event, dict(zip(fields, parts, strict=True))


__all__ = ["Decisions", "Event", "action_of"]
