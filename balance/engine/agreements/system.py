"""Agreements behind the protocol of rule systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.config.agreements.checks import highest_score
from balance.config.plain import PlainConfiguration
from balance.engine._random import CHANCE, CHOICE, combine, game_key
from balance.engine.agreements import VERSION
from balance.engine.agreements.game import Game
from balance.engine.agreements.kernels import rules as kernel
from balance.engine.agreements.kernels import state as k
from balance.engine.agreements.kernels.conduct import decided, left_to_policy
from balance.engine.agreements.kernels.counts import facts_up_to
from balance.engine.agreements.kernels.loop import chance, choice_draw, play
from balance.engine.agreements.tables import build_rules
from balance.engine.agreements.text import told
from balance.engine.system import Cell, PolicyHandle
from balance.engine.two_seats import Event, TwoSeatSystem
from balance.errors import RecordError


class AgreementsSystem(TwoSeatSystem):
    """Agreements under one configuration (see `balance.engine.two_seats.TwoSeatSystem`)."""

    name = "agreements"
    version = VERSION

    def __init__(self, configuration: PlainConfiguration) -> None:
        super().__init__(configuration)
        self.FACTS = facts_up_to(highest_score(configuration.game, configuration.settings))

    def rules_of(self, contestants: tuple[str, ...], setting: str) -> NDArray[Any]:
        """Return the rules record of two conducts in a deal."""
        return build_rules(self.configuration, contestants, setting)

    def loop(
        self,
        rules: NDArray[Any],
        keys: NDArray[np.uint64],
        policies: tuple[PolicyHandle, PolicyHandle],
        first_game: int,
        games: int,
        margins: NDArray[np.int16],
        facts: NDArray[np.int64],
    ) -> None:
        """Play games of some cells (compiled)."""
        first, second = policies
        play(
            rules,
            keys,
            first.choose,
            second.choose,
            first.weights,
            second.weights,
            first_game,
            games,
            margins,
            facts,
        )

    def events(self, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> list[Event]:
        """Return what happened in one game, each event with who sees it."""
        players = self.compiled(cell.policies, policies)
        at = Game(self.configuration, cell.contestants, cell.setting)
        key = np.uint64(game_key(np.uint64(cell.key(self.seed)), game))
        luck, choice = (np.uint64(combine(key, word)) for word in (CHANCE, CHOICE))
        actions = np.zeros(k.MAX_LEGAL, np.int16)
        rules, asked, turn, found = at.rules[0], 0, 0, list[Event]()
        while not at.over:
            state = at.state
            if state["phase"] in (k.DRAW, k.BATTLE):
                found += at.reveal(int(chance(state, rules, luck)))
                continue
            count = kernel.legal(state, rules, actions)
            action = int(decided(state, rules, actions, count))
            if action == k.NONE:
                count = left_to_policy(state, actions, count)
                action = int(actions[0])
                if count > 1:
                    now = int(state["round"]) * 2 + int(state["side"])
                    asked, turn = (asked + 1 if now == turn else 0), now
                    who = players[int(state["side"])]
                    draw = np.uint64(choice_draw(choice, state, asked))
                    action = int(who.choose(state, rules, actions, count, draw, who.weights))
            found += at.act(at.name(action))
        return [*found, at.end()]

    def retold(self, header: Event, events: Sequence[Event]) -> list[Event]:
        """Return a record's events worked out anew from its cards, battles and actions.

        Raises
        ------
        RecordError
            One of them is impossible, or the record ends before the game does.
        """
        players = header["seats"]
        conducts = tuple(str(players[seat]["contestant"]) for seat in self.columns.seats)
        at, found = Game(self.configuration, conducts, str(header["setting"])), list[Event]()
        for number, event in enumerate(events, start=1):
            kind = event.get("event")
            try:
                if kind in ("card", "battle"):
                    found += at.reveal(int(event["value" if kind == "card" else "won"]))
                elif kind == "act":
                    found += at.act(str(event["act"]))
            except (KeyError, TypeError, ValueError) as error:
                msg = f"event {number}: expected a number or an action; {error}"
                raise RecordError(msg) from None
            except RecordError as error:
                msg = f"event {number}: {error}"
                raise RecordError(msg) from None
        if not at.over:
            msg = f"the record ends before the game does: it waits for {at.waits_for}"
            raise RecordError(msg)
        return [*found, at.end()]

    def told(self, header: Event, events: Sequence[Event]) -> str:
        """Return a record as text."""
        return told(header, events)
