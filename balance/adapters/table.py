"""A game at the table: chance drawn one card or tile at a time, and for each player a list of all it has seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.adapters import knowledge
from balance.adapters.knowledge import ACTION_EVENT, DEAL_EVENT, HIDDEN_CHOICE_EVENT, Events
from balance.config import Configuration, load_configuration
from balance.engine.pacts.game import Game, check_bid, named_rules
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.tables import Names, names_of
from balance.errors import IllegalActionError

CHANCE, OVER = -1, -2  # instead of a side: who is to move


class Table:
    """A game of Pacts that players and chance play one action at a time, as numbers.

    Chance deals first the tiles that nobody knows, region by region (all six where regions are random; where only
    light sides are unknown, those that look like another tile of the layout), then in every round four common cards
    and one special card. Its actions are the numbers of tiles, then of kinds of cards.

    Parameters
    ----------
    rules
        A rules record (array of length 1) from `balance.engine.pacts.tables.build_rules`.
    names
        The names behind its numbers.
    bid
        Cubes given before play: positive to Seelie, negative to Unseelie.

    Attributes
    ----------
    actions
        Everything done so far, chance's actions included: the same actions give the same table.
    seen
        For each side, what it has seen happen, as the events of `balance.adapters.knowledge`.

    Raises
    ------
    BalanceError
        The bid is refused.
    """

    def __init__(self, rules: NDArray[Any], names: Names, bid: int = 0) -> None:
        check_bid(rules, bid)
        self.rules, self.names, self.bid = rules, names, bid
        self.game: Game | None = None
        self.actions: tuple[int, ...] = ()
        self.seen: tuple[Events, Events] = ((), ())
        self._tiles: tuple[int, ...] = ()
        self._dealt: tuple[int, ...] = ()
        self._turned: frozenset[int] = frozenset()  # tiles whose light side was seen
        self._court_steps = [0, 0]  # where in `actions` each side's last court choice stands
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
        chosen = next(iter(configuration.layouts)) if layout is None else layout
        return cls(named_rules(configuration, seelie, unseelie, chosen), names_of(configuration), bid)

    def copy(self) -> Table:
        """Return an independent copy."""
        twin = object.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.game = None if self.game is None else self.game.copy()
        twin._court_steps = list(self._court_steps)
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
            tiles = self._tiles_for(len(self._tiles))
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
        before = b"" if self.game is None else knowledge.telling(self.game.state)
        if self.to_move == CHANCE:
            self._draw(action)
        else:
            self._decide(action)
        self.actions = (*self.actions, action)
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

    def another_world(self, viewer: int, uniform: Callable[[], float]) -> tuple[int, ...]:
        """Return the actions of a game that the viewer cannot tell from this one, drawn from all there may be.

        The opponent's face-down court card is any that may lie there, all alike; hidden tiles are dealt anew among
        those that look the same and that nobody has seen.

        Parameters
        ----------
        viewer
            A side.
        uniform
            Gives numbers in 0 … 1, one for each draw.
        """
        actions = list(self.actions)
        if self.game is None:
            return self.actions
        choices = knowledge.court_choices(self.game, viewer)
        if len(choices) > 1:
            card = _pick(choices, uniform)
            actions[self._court_steps[1 - viewer]] = (
                k.NO_COURT_ACTION if card == k.NONE else k.COURT_ACTION + card
            )
        tiles = self._other_tiles(uniform)
        dealt = [region for region in range(k.REGIONS) if self._dealt_by_chance(region)]
        for step, region in enumerate(dealt):
            actions[step] = tiles[region]
        return tuple(actions)

    def replay(self, actions: Iterable[int]) -> Table:
        """Return a table with the same rules after other actions, from the start."""
        twin = Table(self.rules, self.names, self.bid)
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
        court = int(game.state["phase"]) == k.COURT
        own = ACTION_EVENT + action
        others = HIDDEN_CHOICE_EVENT if court else own
        if court:
            self._court_steps[side] = len(self.actions)
        self._note(*((own, others) if side == k.SEELIE else (others, own)))
        kernel.apply(game.state, action, game.rules[0])

    def _draw(self, action: int) -> None:
        if self.game is None:
            self._tiles = (*self._tiles, action)
            self._lay_certain_tiles()
            return
        self._dealt = (*self._dealt, action)
        self._note(DEAL_EVENT + action, DEAL_EVENT + action)
        if len(self._dealt) == k.REVEALED:
            kernel.reveal(self.game.state, np.array(self._dealt, np.int8))
            self._dealt = ()

    def _note(self, seelie: int, unseelie: int) -> None:
        self.seen = ((*self.seen[0], seelie), (*self.seen[1], unseelie))

    def _look(self, before: bytes) -> None:
        """Note for both sides what the last action has shown beyond itself."""
        game = self.game
        if game is None or knowledge.telling(game.state) == before:
            return
        if game.state["season"] == k.LIGHT and not self._turned:
            self._turned = frozenset(tile for tile in game.state["tiles"].tolist() if tile >= 0)
        now = (knowledge.facts(game, k.SEELIE), knowledge.facts(game, k.UNSEELIE))
        shown = [[new for new in now[side] if new not in self._facts[side]] for side in range(2)]
        self.seen = ((*self.seen[0], *shown[0]), (*self.seen[1], *shown[1]))
        self._facts = now

    def _tiles_for(self, region: int) -> list[int]:
        """Return the tiles that chance may lay in a region, those before it being laid."""
        rules = self.rules[0]
        if rules["random_regions"]:
            pool = knowledge.tile_pool(rules)
        else:
            pool = knowledge.alike(rules, int(rules["tiles"][region]))
        return [tile for tile in pool if tile not in self._tiles]

    def _dealt_by_chance(self, region: int) -> bool:
        """Tell whether chance was asked for a region's tile."""
        rules = self.rules[0]
        if rules["random_regions"]:
            return True
        group = knowledge.alike(rules, int(rules["tiles"][region]))
        return len([tile for tile in group if tile not in self._tiles[:region]]) > 1

    def _lay_certain_tiles(self) -> None:
        """Lay the tiles that need no chance; with the last tile the game begins."""
        while len(self._tiles) < k.REGIONS and len(left := self._tiles_for(len(self._tiles))) == 1:
            self._tiles = (*self._tiles, left[0])
        if len(self._tiles) == k.REGIONS and self.game is None:
            rules = self.rules.copy()
            if not rules[0]["random_regions"]:
                rules[0]["tiles"] = self._tiles
            self.game = Game(rules, self.names, tiles=self._tiles, bid=self.bid)
            self._look(b"")

    def _other_tiles(self, uniform: Callable[[], float]) -> list[int]:
        """Return tiles for all regions that look the same: those never seen from below are dealt anew."""
        tiles = list(self._tiles)
        known = self._turned
        free = [tile for tile in knowledge.tile_pool(self.rules[0]) if tile not in known]
        for region, tile in enumerate(self._tiles):
            if tile not in known:
                group = set(knowledge.alike(self.rules[0], tile))
                tiles[region] = _pick([other for other in free if other in group], uniform)
                free.remove(tiles[region])
        return tiles


def _pick(things: list[int], uniform: Callable[[], float]) -> int:
    """Return one of several things, each as likely as the others; a single one needs no draw."""
    if len(things) == 1:
        return things[0]
    return things[min(int(uniform() * len(things)), len(things) - 1)]


def configuration_of(source: Any) -> Configuration:
    """Return a configuration that is handed in as it is, or as the path of its file.

    Raises
    ------
    ConfigurationError
        The file cannot be read, or something in it is not allowed.
    """
    from pathlib import Path

    from balance import policies

    if isinstance(source, Configuration):
        return source
    return load_configuration(Path(source), policies=policies.weights("pacts"))
