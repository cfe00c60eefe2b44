"""One game of a cell, played step by step with the moves that the compiled loop plays, as events."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.engine._random import CHANCE, CHOICE, combine, game_key
from balance.engine.sea_witch.game import Game
from balance.engine.sea_witch.kernels import deal
from balance.engine.sea_witch.kernels import state as k
from balance.engine.sea_witch.kernels.conduct import conduct_of, decide, decides
from balance.engine.sea_witch.kernels.loop import choice_draw
from balance.engine.sea_witch.kernels.rules import legal
from balance.engine.sea_witch.record import Recorder
from balance.engine.sea_witch.tables import Names
from balance.engine.system import PolicyHandle
from balance.engine.two_seats import Event


class Dealer:
    """The chance of one game, drawn as the loop draws it.

    Parameters
    ----------
    rules, names
        The rules record of the cell (shape (1,)), and the names behind its numbers.
    key, index
        The cell's key and the game's number.
    """

    def __init__(self, rules: NDArray[Any], names: Names, key: int, index: int) -> None:
        self.array, self.rules, self.names = rules, rules[0], names
        self.index, self.key = index, np.uint64(game_key(np.uint64(key), index))
        self.chance = np.uint64(combine(self.key, CHANCE))
        self.hashes, self.order, self.out = deal.buffers()

    def game(self) -> Game:
        """Return the game as it begins."""
        deck, stack = np.zeros(k.COPIES, np.int8), np.zeros(k.PACT_COPIES, np.int8)
        drawn = np.zeros(2, np.int64)
        size = deal.deal_deck(self.rules, self.chance, self.hashes, self.order, self.out, deck)
        deal.deal_stack(self.rules, self.chance, self.hashes, self.order, stack)
        deal.draw_settings(self.rules, self.chance, drawn)
        players = int(self.rules["players"])
        seat = self.index % players
        return Game(
            self.array,
            self.names,
            deck=[self.names.cards[int(card)] for card in deck[:size]],
            pacts=self._pacts(stack, int(self.rules["pact_size"])),
            setting_a=self.names.settings_a[int(drawn[0])],
            setting_b=self.names.settings_b[int(drawn[1])],
            player=seat,
            opponent=int(deal.opponent_seat(self.chance, players, seat)),
        )

    def shuffled(self, game: Game) -> list[str]:
        """Return the discarded pacts in their new order."""
        stack = np.zeros(k.PACT_COPIES, np.int8)
        deal.deal_again(game.state, self.rules, self.chance, self.hashes, self.order, self.out, stack)
        return self._pacts(stack, int(game.state["pact_discards"]))

    def _pacts(self, stack: NDArray[np.int8], number: int) -> list[str]:
        return [self.names.pacts[int(pact)] for pact in stack[:number]]


def played_events(
    rules: NDArray[Any], names: Names, policies: tuple[PolicyHandle, PolicyHandle], *, key: int, index: int
) -> list[Event]:
    """Return the events of one game.

    Parameters
    ----------
    rules, names
        The rules record of the cell (shape (1,)), and the names behind its numbers.
    policies
        The policy of `player`, and that of all others.
    key, index
        The cell's key and the game's number.
    """
    dealer = Dealer(rules, names, key, index)
    game = dealer.game()
    choice = np.uint64(combine(dealer.key, CHOICE))
    recorder = Recorder(game)
    actions = np.zeros(k.MAX_LEGAL, np.int16)
    while not game.over:
        if game.state["phase"] == k.SHUFFLE:
            recorder.shuffle(dealer.shuffled(game))
            continue
        count = legal(game.state, game.rules, actions)
        if count == 1:
            action = int(actions[0])
        elif decides(int(game.state["phase"])):
            action = decide(game.state, game.rules, actions, count)
        else:
            policy = policies[conduct_of(game.state, int(game.state["who"]))]
            draw = np.uint64(choice_draw(choice, game.state))
            action = policy.choose(game.state, game.rules, actions, count, draw, policy.weights)
        recorder.decide(game.name_of(int(action)))
    return recorder.ended()
