"""A game at the table: chance drawn one card or tile at a time, and for each player a list of all it has seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.adapters import knowledge
from balance.adapters.knowledge import ACTION_EVENT, DEAL_EVENT, HIDDEN_CHOICE_EVENT, OPPONENT_EVENT, Events
from balance.adapters.pairs import Pair, Pairs
from balance.config.load import load_configuration
from balance.config.pacts import Configuration, of_pacts
from balance.config.run import Configuration as AnyConfiguration
from balance.engine.pacts.game import Game, check_bid
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.errors import IllegalActionError

CHANCE, OVER = -1, -2  # instead of a side: who is to move


class Table:
    """A game of Pacts that players and chance play one action at a time, as numbers.

    Chance deals first the tiles that nobody knows, region by region (all six where regions are random; where only
    light sides are unknown, those that look like another tile of the layout), then in every round four common cards
    and one special card. Its actions are the numbers of tiles, then of kinds of cards.

    Parameters
    ----------
    pairs
        The pairs that may meet.
    pair
        The one that meets here.
    bid
        Cubes given before play: positive to Seelie, negative to Unseelie.

    Attributes
    ----------
    actions
        Everything done so far, chance's actions included: the same actions give the same table.
    movers
        Whose actions they were.
    silent
        Which of them, by their place, the opponent did not see (`balance.adapters.knowledge.asked_in_secret`).
    seen
        For each side, what it has seen happen, as the events of `balance.adapters.knowledge`.
    tiles, turned
        The tile dealt to each region, in order; those whose light side was seen.
    court_steps
        Where in `actions` each side's last court choice stands.

    Raises
    ------
    ConfigurationError
        A faction or the layout is not in the configuration.
    BalanceError
        The bid is refused.
    """

    def __init__(self, pairs: Pairs, pair: Pair, bid: int = 0) -> None:
        self.pairs, self.pair, self.bid = pairs, pair, bid
        self.rules: NDArray[Any] = pairs.rules(pair)
        self.names = pairs.names
        check_bid(self.rules, bid)
        self.game: Game | None = None
        self.actions: tuple[int, ...] = ()
        self.movers: tuple[int, ...] = ()
        self.silent: frozenset[int] = frozenset()
        self.seen: tuple[Events, Events] = ((), ())
        self.tiles: tuple[int, ...] = ()
        self.turned: frozenset[int] = frozenset()
        self.court_steps = (0, 0)
        self._dealt: tuple[int, ...] = ()
        self._facts: tuple[Events, Events] = ((), ())
        self._legal: list[int] | None = None
        self._lay_certain_tiles()

    @classmethod
    def new(
        cls,
        configuration: Configuration,
        seelie: str,
        unseelie: str,
        *,
        layout: str | None = None,
        bid: int = 0,
    ) -> Table:
        """Set up a table from a configuration, on its first layout by default.

        Raises
        ------
        ConfigurationError
            A faction or the layout is not in the configuration.
        BalanceError
            The bid is refused.
        """
        return cls(Pairs(configuration, layout), (seelie, unseelie), bid)

    def copy(self) -> Table:
        """Return an independent copy."""
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.game = None if self.game is None else self.game.copy()
        return twin

    def __deepcopy__(self, _: Any) -> Table:
        return self.copy()

    @property
    def to_move(self) -> int:
        """Whose action is waited for: a side, CHANCE or OVER."""
        if self.game is None:
            return CHANCE
        phase = int(self.game.state["phase"])
        return OVER if phase == k.OVER else CHANCE if phase == k.REVEAL else int(self.game.state["side"])

    def legal(self) -> list[int]:
        """Return the legal actions of whoever is to move, ascending."""
        if self._legal is None:
            if self.to_move == CHANCE:
                self._legal = [outcome for outcome, _ in self.chance_outcomes()]
            else:
                actions = np.zeros(k.MAX_LEGAL, np.int16)
                count = int(kernel.legal(self._playing.state, self._playing.rules[0], actions))
                self._legal = actions[:count].tolist()
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do, ascending, each with its probability."""
        if self.game is None:
            tiles = self._tiles_for(len(self.tiles))
            return [(tile, 1 / len(tiles)) for tile in tiles]
        deck = 0 if len(self._dealt) < k.COMMON_REVEALED else 1
        left = self.game.state["left"][deck].tolist()
        if deck == 0:
            for kind in self._dealt:
                left[kind] -= 1
        return [(kind, copies / sum(left)) for kind, copies in enumerate(left) if copies > 0]

    def apply(self, action: int) -> None:
        """Carry out one action of whoever is to move.

        Raises
        ------
        IllegalActionError
            The position does not admit it.
        """
        if action not in self.legal():
            self._refuse(action)
        before = b"" if self.game is None else knowledge.telling(self.game)
        mover = self.to_move
        if mover == CHANCE:
            self._draw(action)
        else:
            self._decide(action)
        self.actions, self.movers = (*self.actions, action), (*self.movers, mover)
        self._legal = None
        self._look(before)

    def outcome(self) -> int | None:
        """Return the winning side, or None for a tie that both share."""
        return self._playing.outcome().winner

    def draw(self, uniform: Callable[[], float]) -> int:
        """Return one of chance's outcomes, by its probability, from a number in 0 … 1."""
        point, outcomes = uniform(), self.chance_outcomes()
        for outcome, probability in outcomes:
            point -= probability
            if point < 0:
                return outcome
        return outcomes[-1][0]

    def factions(self, viewer: int, *, public: bool = False) -> tuple[str | None, str | None]:
        """Return Seelie's and Unseelie's faction as one side knows them, or as everybody does: None while hidden."""
        shown = [not self.rules[0]["factions_hidden"]] * 2
        if self.game is not None:
            shown = self.game.state["shown"].tolist()
        seelie, unseelie = (
            name if shown[side] or (side == viewer and not public) else None
            for side, name in enumerate(self.pair)
        )
        return seelie, unseelie

    def replay(self, actions: Iterable[int], pair: Pair | None = None) -> Table:
        """Return a table after other actions, from the start; with another pair, if one is named."""
        twin = Table(self.pairs, pair or self.pair, self.bid)
        for action in actions:
            twin.apply(action)
        return twin

    @property
    def _playing(self) -> Game:
        if self.game is None:
            msg = "the tiles are not dealt yet"
            raise IllegalActionError(msg)
        return self.game

    def _refuse(self, action: int) -> None:
        if self.to_move != CHANCE:
            self._playing.apply(action)  # its message says where the game stands and what is legal
        msg = f"chance: {action!r} is not possible; possible: {', '.join(map(str, self.legal()))}"
        raise IllegalActionError(msg)

    def _decide(self, action: int) -> None:
        game = self._playing
        side = int(game.state["side"])
        others: Events = (OPPONENT_EVENT + action,)
        if int(game.state["phase"]) == k.COURT:
            others = (HIDDEN_CHOICE_EVENT,)
            steps = [len(self.actions) if owner == side else self.court_steps[owner] for owner in range(2)]
            self.court_steps = (steps[0], steps[1])
        elif action == k.STOP_ACTION and knowledge.asked_in_secret(game.state, 1 - side):
            others = ()
            self.silent |= {len(self.actions)}
        self._note(side, (ACTION_EVENT + action,))
        self._note(1 - side, others)
        kernel.apply(game.state, action, game.rules[0])

    def _draw(self, action: int) -> None:
        if self.game is None:
            self.tiles = (*self.tiles, action)
            self._lay_certain_tiles()
            return
        self._dealt = (*self._dealt, action)
        for side in range(2):
            self._note(side, (DEAL_EVENT + action,))
        if len(self._dealt) == k.REVEALED:
            kernel.reveal(self.game.state, np.array(self._dealt, np.int8))
            self._dealt = ()

    def _note(self, side: int, events: Events) -> None:
        seelie, unseelie = self.seen
        self.seen = ((*seelie, *events), unseelie) if side == k.SEELIE else (seelie, (*unseelie, *events))

    def _look(self, before: bytes) -> None:
        """Note for both sides what the last action has shown beyond itself."""
        game = self.game
        if game is None or knowledge.telling(game) == before:
            return
        if game.state["season"] == k.LIGHT and not self.turned:
            self.turned = frozenset(tile for tile in game.state["tiles"].tolist() if tile >= 0)
        now = []
        for side in range(2):
            found, known = knowledge.facts(game, side), self._facts[side]
            if knowledge.asked_in_secret(game.state, side):
                found = (*found[:-1], *known[-1:])  # nobody sees that something is asked
            self._note(side, tuple(new for new in found if new not in known))
            now.append(found)
        self._facts = (now[0], now[1])

    def _tiles_for(self, region: int) -> list[int]:
        """Return the tiles that chance may lay in a region, those before it being laid."""
        rules = self.rules[0]
        if rules["random_regions"]:
            pool = knowledge.tile_pool(rules)
        else:
            pool = knowledge.alike(rules, int(rules["tiles"][region]))
        return [tile for tile in pool if tile not in self.tiles]

    def _lay_certain_tiles(self) -> None:
        """Lay the tiles that need no chance; with the last tile the game begins."""
        while len(self.tiles) < k.REGIONS and len(left := self._tiles_for(len(self.tiles))) == 1:
            self.tiles = (*self.tiles, left[0])
        if len(self.tiles) == k.REGIONS and self.game is None:
            rules = self.rules.copy()
            if not rules[0]["random_regions"]:
                rules[0]["tiles"] = self.tiles
            self.game = Game(rules, self.names, tiles=self.tiles, bid=self.bid)
            self._look(b"")


def configuration_of(source: Any) -> Configuration:
    """Return a configuration that is handed in as it is, or as the path of its file.

    Raises
    ------
    ConfigurationError
        The file cannot be read, something in it is not allowed, or it is of another rule system.
    """
    from pathlib import Path

    from balance import policies

    if not isinstance(source, AnyConfiguration):
        source = load_configuration(Path(source), policies=policies.weights)
    return of_pacts(source, "this environment")
