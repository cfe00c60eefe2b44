"""One game, step by step in names; whoever calls it hands in chance. It checks all that it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from balance.config.agreements.checks import names_of
from balance.config.plain import PlainConfiguration
from balance.engine.agreements.kernels import rules as kernel
from balance.engine.agreements.kernels import state as k
from balance.engine.agreements.tables import SEATS, build_rules
from balance.errors import RecordError

PARTIES = (*SEATS, "third")
_ENDINGS = {k.EXPIRED: "expired", k.BETRAYED: "betrayed", k.ELIMINATED: "eliminated", k.VOID: "void"}
_DEEDS = ((k.SIEGE, "siege"), (k.BOMB, "bomb"), (k.ATTACK, "attack"))
PUBLIC = ("ceasefire", "partnership")
"""Agreements that everyone knows of; a transfer by its ruling, support never."""

Event = dict[str, Any]
Seen = list[str] | str


class Game:
    """A game of two conducts in a deal.

    Parameters
    ----------
    configuration
        The rules.
    conducts
        The proposer's and the recipient's.
    deal
        The deal's name.
    """

    def __init__(self, configuration: PlainConfiguration, conducts: tuple[str, ...], deal: str) -> None:
        self.rules = build_rules(configuration, conducts, deal)
        self.places = tuple(names_of(configuration.game))
        self.rulings = configuration.rulings()
        self.kind = str(configuration.settings[deal].agreement)
        self._states = np.zeros(1, k.STATE)
        self._actions = np.zeros(k.MAX_LEGAL, np.int16)
        kernel.start(self.state, self.rules[0])

    @property
    def state(self) -> Any:
        """The position, as the kernels have it."""
        return self._states[0]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state["phase"] == k.OVER)

    @property
    def waits_for(self) -> str:
        """What the position waits for: ``card`` or ``battle`` (chance), a party's name, or nothing."""
        phase = int(self.state["phase"])
        if phase == k.OVER:
            return ""
        return {k.DRAW: "card", k.BATTLE: "battle"}.get(phase, self.mover)

    @property
    def mover(self) -> str:
        """Whose turn it is."""
        return SEATS[int(self.state["side"])]

    @property
    def drawer(self) -> str:
        """Who draws the next value card."""
        state = self.state
        return SEATS[int(state["draws"]) % 2 if kernel.opens(state) else int(state["side"])]

    def legal(self) -> list[str]:
        """Return what the party to move can do, by name."""
        count = kernel.legal(self.state, self.rules[0], self._actions)
        return [self.name(int(action)) for action in self._actions[:count]]

    def name(self, action: int) -> str:
        """Return an action's name: ``end``, ``play 3``, ``attack R2``, ``deploy P1``."""
        if action >= k.PLACE:
            return f"deploy {self.places[action - k.PLACE]}"
        for first, word in _DEEDS:
            if action >= first:
                return f"{word} {self.places[action - first]}"
        words = {
            k.END: "end",
            k.PROPOSE: "propose",
            k.BETRAY: "betray",
            k.ACCEPT: "accept",
            k.DECLINE: "decline",
        }
        return words.get(action) or f"play {action - k.PLAY}"

    def reveal(self, result: int) -> list[Event]:
        """Take chance's part and return what happens: a card's value, or whether the attacker wins (1 or 0).

        Raises
        ------
        RecordError
            Chance does not move now, or cannot give this.
        """
        if self.waits_for == "card":
            shares = self.rules[0]["shares"]
            if not 1 <= result < k.VALUES or shares[result] == 0:
                msg = f"expected the value of a card that there is; got {result}"
                raise RecordError(msg)
            event: Event = {"event": "card", "by": self.drawer, "value": result, "seen": [self.drawer]}
        elif self.waits_for == "battle":
            if result not in (0, 1):
                msg = f"expected 1 where the attacker wins, else 0; got {result}"
                raise RecordError(msg)
            event = {
                "event": "battle",
                "place": self.places[int(self.state["target"])],
                "won": result,
                "seen": "all",
            }
        else:
            msg = "chance does not move now"
            raise RecordError(msg)
        return [event, *self._then(lambda: kernel.reveal(self.state, result, self.rules[0]))]

    def act(self, name: str) -> list[Event]:
        """Do an action and return what happens, the action first.

        Raises
        ------
        RecordError
            It is not legal now; the message lists what is.
        """
        count = kernel.legal(self.state, self.rules[0], self._actions)
        found = {self.name(int(action)): int(action) for action in self._actions[:count]}
        if name not in found:
            msg = f"expected one of: {', '.join(found) or 'nothing'}; got {name!r}"
            raise RecordError(msg)
        event = {"event": "act", "by": self.mover, "act": name, "seen": self._seen_act(name)}
        deed = name.split()[0]
        return [event, *self._then(lambda: kernel.apply(self.state, found[name], self.rules[0]), deed)]

    def _seen_act(self, name: str) -> Seen:
        """Return who sees an action: nobody else learns of a hidden agreement by it, whatever the rulings."""
        if name in ("propose", "accept", "decline"):
            return "all" if self.is_public and self.rulings["offer_seen"] == "all" else list(SEATS)
        if name == "betray":
            return "all" if self.is_public or self.rulings["betrayal_seen"] == "public" else list(SEATS)
        if name.startswith("deploy"):
            return list(SEATS) if self.state["pact"] == k.CEASEFIRE else [self.mover]
        return [self.mover] if name.startswith("play") else "all"

    @property
    def is_public(self) -> bool:
        """Whether everyone knows of this deal's agreement."""
        if self.kind == "transfer":
            return self.rulings["transfer_seen"] == "public"
        return self.kind in PUBLIC

    def _then(self, step: Callable[[], None], deed: str = "") -> Iterator[Event]:
        """Do a step and tell what follows from it: a turn, an agreement that begins or ends, somebody eliminated."""
        state = self.state
        before = state.copy()
        step()
        begins = (before["round"], before["side"]) != (state["round"], state["side"])
        if (begins or before["acts"] == k.NONE) and state["acts"] != k.NONE:
            yield {"event": "turn", "round": int(state["round"]), "by": self.mover, "seen": "all"}
        knows: Seen = "all" if self.is_public else list(SEATS)
        if state["begun"] > before["begun"]:
            yield self._begun(knows)
        if state["got"][k.RECIPIENT] != before["got"][k.RECIPIENT]:
            troops = int(state["got"][k.RECIPIENT] - before["got"][k.RECIPIENT])
            yield {"event": "support", "troops": troops, "seen": list(SEATS)}
        if state["ended"] > before["ended"]:
            yield from self._ended(knows, deed)
        for party in range(3):
            if state["gone"][party] and not before["gone"][party]:
                yield {"event": "eliminated", "party": PARTIES[party], "seen": "all"}

    def _begun(self, knows: Seen) -> Event:
        event: Event = {
            "event": "agreement",
            "type": self.kind,
            "turns": int(self.rules[0]["duration"]),
            "seen": knows,
        }
        if self.kind == "transfer":
            event["territory"] = self.places[int(self.rules[0]["territory"])]
        if self.kind == "ceasefire":
            event["sight"] = "each of the two sees the other's territories"
        return event

    def _ended(self, knows: Seen, deed: str) -> Iterator[Event]:
        """Tell how an agreement ended; an aggressor's push to its victim is an event of its own."""
        state = self.state
        how, by = _ENDINGS[int(state["how"])], int(state["by"])
        event: Event = {"event": "ended", "type": self.kind, "how": how, "seen": knows}
        if how == "betrayed":
            yield event | {"by": SEATS[by], "half deploy": int(state["penalties"][by].max())}
        elif how == "void":
            yield event | {"by": SEATS[by], "deed": deed, "slow for": int(state["slow_left"][by])}
            yield {"event": "told", "party": SEATS[1 - by], "of": SEATS[by], "seen": [SEATS[1 - by]]}
        else:
            yield event

    def end(self) -> Event:
        """Return the last event: scores, margin and winner."""
        scores = [int(kernel.score(self.state, self.rules[0], side)) for side in range(2)]
        margin = scores[0] - scores[1]
        winner = None if margin == 0 else SEATS[margin < 0]
        return {"event": "end", "scores": scores, "margin": margin, "winner": winner, "seen": "all"}
