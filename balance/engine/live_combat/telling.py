"""Events of a contest: the same code writes them as a contest is played, and again from a record's decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from balance.config.live_combat.words import SEATS
from balance.engine.live_combat.game import ACTIONS, CONDITIONS, INJURIES, LIMBS, Fight
from balance.engine.live_combat.kernels import state as s
from balance.engine.live_combat.kernels.hits import attacks, chance_to_land
from balance.errors import IllegalActionError, RecordError

Event = dict[str, Any]
Names = tuple[Sequence[str], Sequence[str]]
"""What Red's and Blue's effects are called."""
DICE: Final = {"exchange": 4, "fates": 6, "break": 1}
"""How many dice a record gives of each throw; the others decide nothing."""


def position(fight: Fight, side: int) -> Event:
    """Return how a side is, in words and numbers."""
    state = fight.state
    numbers = {
        name: int(state[key][side])
        for name, key in (
            ("hp", "hp"), ("ap", "ap"), ("temporary_ap", "temporary"), ("shield", "shield"),
            ("potions", "potions"), ("mana", "mana"), ("coins", "coins"), ("afflictions", "afflictions"),
            ("bouts_won", "wins"),
        )
    }  # fmt: skip
    return {
        **numbers,
        "armour_worn": bool(state["worn"][side]),
        "condition": CONDITIONS[state["condition"][side]],
        "limb_lost": LIMBS[state["limb"][side]],
        "limb_injured": LIMBS[state["injured"][side]],
        "injury": INJURIES[state["injury"][side]],
        "forgot": int(state["forgot"][side]),
        "bled": int(state["bled"][side]),
        "uses": [int(n) for n in state["uses"][side]],
    }


def positions(fight: Fight) -> Event:
    """Return how both sides are, by seat."""
    return {seat: position(fight, side) for side, seat in enumerate(SEATS)}


def strike(fight: Fight, side: int, dice: Sequence[int], names: Names) -> Event:
    """Return what a side does in an exchange, and what comes of it; a hit is called unless it does 1 damage."""
    state, rules, foe = fight.state, fight.rules, s.other(side)
    action = int(state["act"][side])
    told: Event = {"action": ACTIONS[action]}
    if not attacks(action):
        return told
    number = action - s.CALL_1
    effect = s.NO_EFFECT if action == s.STRIKE else int(rules["effect"][side, number])
    if effect != s.NO_EFFECT:
        told["effect"] = names[side][number]
    holds = state["shield"][foe] > 0 and state["act"][foe] != s.STUNNED and effect != s.SHATTER
    if dice[s.LANDS + side] >= chance_to_land(state, rules, side):
        return {**told, "result": "misses"}
    if holds and dice[s.CAUGHT + foe] < rules["catches"]:
        return {**told, "result": "caught by the shield"}
    if effect != s.NO_EFFECT:
        return {**told, "result": "hits", "called": True}
    damage = int(rules["damage"][side])
    return {**told, "result": "hits", "damage": damage, "called": damage > 1}


def tell(
    fight: Fight, names: Names, decide: Callable[[Fight], str], throw: Callable[[Fight], list[int]]
) -> Iterator[Event]:
    """Play a contest to its end and yield what happens.

    Parameters
    ----------
    fight
        At its start.
    names
        What the effects are called.
    decide, throw
        Return an action where there is more than one, and dice.

    Raises
    ------
    IllegalActionError
        One of them returns what the rules do not allow.
    """
    danger = int(fight.rules["scripted_death"])
    yield {"event": "start", **({"scripted_death": danger} if danger else {}), **positions(fight)}
    while not fight.is_over:
        if fight.needs_dice:
            yield _thrown(fight, names, throw(fight))
            continue
        legal, seat, phase = fight.legal(), fight.seat, fight.phase
        if len(legal) == 1:
            fight.decide(legal[0])
            continue
        action = decide(fight)
        yield {"event": "decision", "seat": seat, "of": phase, "action": action}
        fight.decide(action)
    wins = fight.wins
    margin = wins[0] - wins[1]
    winner = None if margin == 0 else SEATS[margin < 0]
    yield {"event": "end", "scores": list(wins), "margin": margin, "winner": winner}


def _thrown(fight: Fight, names: Names, dice: list[int]) -> Event:
    """Throw dice and return what comes of it."""
    phase, state = fight.phase, fight.state
    event: Event = {"event": phase, "bout": int(state["bout"])}
    if phase == "exchange":
        event["exchange"] = int(state["exchange"])
        event["strikes"] = {seat: strike(fight, side, dice, names) for side, seat in enumerate(SEATS)}
    elif phase == "break":
        event["rests"] = {seat: rest(fight, side) for side, seat in enumerate(SEATS)}
        event["broken"] = dice[s.BROKEN] < int(fight.rules["broken"])
    fight.throw(dice)
    return {
        **event,
        "dice": dice[: DICE[phase]],
        "seconds": int(state["clock"]),
        **positions(fight),
    }


def rest(fight: Fight, side: int) -> str:
    """Return what a side does in a break."""
    choice = int(fight.state["choice"][side])
    return "rest" if choice == s.ARMOUR_ON and not fight.rules["armoured"][side] else ACTIONS[choice]


class Reader:
    """The decisions and the dice of a record, in their order."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.given = [
            (n, event) for n, event in enumerate(events) if event.get("event") in ("decision", *DICE)
        ]
        self.at = 0

    def _next(self, wanted: str) -> Event:
        """Return the next decision or throw, if it is the wanted one."""
        if self.at == len(self.given):
            msg = f"the record ends where {wanted} comes next"
            raise RecordError(msg)
        n, event = self.given[self.at]
        self.at += 1
        kind = event["event"]
        found = (
            f"{event.get('seat')}'s decision of {event.get('of')}" if kind == "decision" else f"the {kind}"
        )
        if found != wanted:
            msg = f"event {n + 1}: expected {wanted}; got {found}"
            raise RecordError(msg)
        return event

    def decide(self, fight: Fight) -> str:
        """Return the action that the record gives."""
        event = self._next(f"{fight.seat}'s decision of {fight.phase}")
        return str(event.get("action"))

    def throw(self, fight: Fight) -> list[int]:
        """Return the dice that the record gives."""
        phase = fight.phase
        dice = self._next(f"the {phase}").get("dice")
        if not isinstance(dice, list) or len(dice) != DICE[phase]:
            msg = f"event {self.given[self.at - 1][0] + 1}: expected {DICE[phase]} dice; got {dice!r}"
            raise RecordError(msg)
        return [*dice, *[0] * (s.DICE - len(dice))]

    def retold(self, fight: Fight, names: Names) -> list[Event]:
        """Return the events of the record worked out anew.

        Raises
        ------
        RecordError
            A decision or a throw is missing, too much, or not allowed by the rules; the message names the event.
        """
        try:
            events = list(tell(fight, names, self.decide, self.throw))
        except IllegalActionError as error:
            msg = f"event {self.given[self.at - 1][0] + 1}: {error}"
            raise RecordError(msg) from None
        if self.at < len(self.given):
            n, event = self.given[self.at]
            msg = f"event {n + 1}: the contest is over; got another {event['event']}"
            raise RecordError(msg)
        return events
