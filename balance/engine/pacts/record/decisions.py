"""Decisions as events and as numbers of actions, both ways (see docs/record.md and docs/protocol.md)."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, Final

from balance.engine.pacts import describe
from balance.engine.pacts.describe import PHASES, SIDES
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.trace import DEAL
from balance.engine.pacts.tables import Names

Event = dict[str, Any]
Key = tuple[Any, ...]

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "auction_cube": ("region",),
    "court": ("card",),
    "split": ("token_pile",),
    "select": ("token_to",),
    "end_turn": (),
    "card": ("slot", "as"),
    "place": ("region", "cubes"),
    "allot": ("region",),
    "take_back": ("region",),
    "move": ("cube", "from", "to"),
    "remove": ("cube", "region"),
    "remove_all": ("region",),
    "swap": ("regions",),
    "remove_tile": ("region",),
    "copy": ("slot", "as"),
    "passive": (),
    "skip": (),
}
"""Decision → the fields that tell which action it is; what else it says follows from the position."""

_PASSIVES = {
    "discard_same_court": "court_reveal",
    "first_placement": "first_placement",
    "round_start": "round_start",
}  # field of the rules record → the passive that may be declined
_WORDS: dict[str, tuple[str, ...]] = {
    "court": ("card",),
    "select": ("token_to",),
    "move": ("cube", "from", "to"),
    "remove": ("cube", "region"),
    "take_back": ("region",),
    "auction": ("region",),
    "region": ("region",),
}  # words of the protocol → fields, where each part of the action is one


def key_of(event: Event) -> Key | None:
    """Return what tells which action an event means; None for a consequence.

    A deal's key is ``("deal", four cards, special)``. A decision that lacks a field, or has nonsense in it, has the
    key of no action.
    """
    word = event["event"]
    if word == "deal":
        common = event.get("common")
        return ("deal", tuple(common) if isinstance(common, list) else common, event.get("special"))
    if word not in FIELDS:
        return None
    key = [event.get(name, ...) for name in FIELDS[word]]
    return (word, *(tuple(part) if isinstance(part, list) else part for part in key))


def decisions_of(rules: Any, names: Names) -> Decisions:
    """Return the decisions of a pair's games, from its rules record (one record, not an array); made once."""
    becomes, passives = [], []
    for side in range(2):
        kind = max(int(kind) for kind in rules["becomes"][side])
        becomes.append(str(names.cards[kind]) if kind >= 0 else None)
        passives.append(next((name for field, name in _PASSIVES.items() if rules[field][side]), None))
    return _decisions(names, tuple(becomes), tuple(passives))


@lru_cache(maxsize=64)
def _decisions(names: Names, becomes: tuple[str | None, ...], passives: tuple[str | None, ...]) -> Decisions:
    return Decisions(names, becomes, passives)


class Decisions:
    """The decisions of the games of some pairs.

    Parameters
    ----------
    names
        The names behind numbers.
    becomes
        For each side: what a passive lets a card be started as, None where there is no such passive.
    passives
        For each side: what a record calls the passive that it may decline, None where there is none.
    """

    def __init__(
        self, names: Names, becomes: tuple[str | None, ...], passives: tuple[str | None, ...]
    ) -> None:
        self.names, self.becomes, self.passives = names, becomes, passives
        self._known: dict[tuple[int, ...], Event] = {}

    @cached_property
    def numbers(self) -> list[dict[Key, int]]:
        """For each side: key of a decision → number of the action; it may not be legal."""
        return [_numbers(self.names, becomes) for becomes in self.becomes]

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
            word, fields = self._told(PHASES[phase], side, self._action(side, number), kind)
            self._known[key] = {"event": word, "side": SIDES[side], **fields}
        return self._known[key]

    def passive(self, phase: int, side: int) -> str | None:
        """Return what the passive that is asked for in a phase is called."""
        return PHASES[phase] if phase == k.AFTER_WILD else self.passives[side]

    def _action(self, side: int, number: int) -> describe.Action:
        """Return an action as the protocol writes it, with the card that another is started as."""
        action = describe.action_name(number, self.names)
        return (*action[:2], self.becomes[side]) if action[0] in {"card_as", "copy_as"} else action

    def _told(self, phase: str, side: int, action: describe.Action, kind: int) -> tuple[str, Event]:
        """Return a decision's event and its fields."""
        word, *parts = str(action[0]), *action[1:]
        if word in _WORDS:
            event = {"region": phase, "auction": "auction_cube"}.get(word, word)
            return event, dict(zip(_WORDS[word], parts, strict=True))
        fields: Event = {}
        if word in {"card", "card_as", "copy", "copy_as"}:
            word = word.removesuffix("_as")
            fields = {
                "slot": parts[0],
                "card": str(self.names.cards[kind]),
                "as": parts[1] if len(parts) > 1 else None,
            }
        elif word == "place":
            fields = {"region": parts[0], "cubes": parts[1]}
            if phase == "menu":
                fields["passive"] = True
        elif word == "split":
            rest = [slot for slot in range(k.REVEALED) if slot not in parts[0]]
            fields = {"token_pile": list(parts[0]), "other_pile": rest}
        elif word == "swap":
            fields = {"regions": parts}
        elif word == "passive":
            fields = {"passive": self.passive(PHASES.index(phase), side)}
        else:
            word, fields = "skip", {"of": phase}
        return word, fields


@lru_cache(maxsize=64)
def _numbers(names: Names, becomes: str | None) -> dict[Key, int]:
    """Return the numbers of a side's actions by the keys of all events that can mean them.

    Parameters
    ----------
    becomes
        What a card may be started as, None where nothing.
    """
    found: dict[Key, int] = {
        ("end_turn",): k.STOP_ACTION,
        ("skip",): k.STOP_ACTION,
        ("passive",): k.PASSIVE_ACTION,
    }
    events = {"region": ("allot", "remove_all", "remove_tile"), "auction": ("auction_cube",)}
    for number in range(k.STOP_ACTION + 1, k.PASSIVE_ACTION):
        try:
            word, *parts = describe.action_name(number, names)
        except ValueError:  # no action has this number
            continue
        if word in {"card", "copy"}:
            parts.append(None)
        elif word in {"card_as", "copy_as"}:
            parts.append(becomes)
        elif word == "swap":
            parts = [tuple(parts)]
        for event in events.get(word, (word.removesuffix("_as"),)):
            found.setdefault((event, *parts), number)
    return found


def number_of(numbers: dict[Key, int], key: Key) -> int:
    """Return the number of the action that a key means, one that is never legal where it means none."""
    try:
        return numbers.get(key, k.ACTIONS)
    except TypeError:  # nonsense in a field
        return k.ACTIONS


__all__ = ["DEAL", "FIELDS", "Decisions", "Event", "Key", "decisions_of", "key_of", "number_of"]
