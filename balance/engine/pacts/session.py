"""A game at the table: it deals by itself, tells each side what it may see, and keeps every move."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.config.pacts.models import Configuration
from balance.config.pacts.only import of_pacts
from balance.config.run import Configuration as AnyConfiguration
from balance.engine._random import CHOICE, combine, game_key
from balance.engine.pacts.describe import SIDES, Action
from balance.engine.pacts.game import Game, check_whole, deal_game, named_rules
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.loop import choice_draw
from balance.engine.pacts.layouts import layout_of
from balance.engine.pacts.observation import observe
from balance.engine.pacts.phrases import phrase
from balance.engine.pacts.tables import Names, names_of
from balance.engine.system import Cell, GameOutcome
from balance.errors import BalanceError, IllegalActionError, nearest

Move = int | tuple[str, ...]  # the number of an action, or the cards of a deal


@dataclass(frozen=True)
class Origin:
    """Which game of which sweep a session is: what the header of its record says."""

    configuration: Configuration
    cell: Cell
    seed: int
    index: int


class Session:
    """A game of Pacts, step by step, with the chance that the game of the same number has in a sweep.

    Positions wait for decisions only: what chance does (the cards of a round, the tiles of random regions) comes from
    the cell's key and the game's number. `Session.new` starts one from a configuration.

    Parameters
    ----------
    rules, names
        The pair's rules record and the names behind it.
    key
        The cell's key.
    index
        The game's number in its cell, from 0.
    bid
        Cubes given before play: positive to Seelie, negative to Unseelie.
    factions
        Seelie's and Unseelie's faction, for `observation`.
    origin
        Where the game comes from, for `record`.

    Raises
    ------
    BalanceError
        The bid is larger than the supply that set-up leaves.
    """

    def __init__(
        self,
        rules: NDArray[Any],
        names: Names,
        *,
        key: int,
        index: int = 0,
        bid: int = 0,
        factions: tuple[str, ...] = ("", ""),
        origin: Origin | None = None,
    ) -> None:
        self.cards, tiles = deal_game(rules, key, index)
        self.game = Game(rules, names, tiles=[int(tile) for tile in tiles], bid=bid)
        self.start = self.game.copy()
        self.factions, self.origin = factions, origin
        self.moves: list[Move] = []
        in_play = range(int(rules[0]["box"])) if rules[0]["random_regions"] else sorted(rules[0]["tiles"])
        self._box = tuple(int(tile) for tile in in_play)
        self._choice = np.uint64(combine(np.uint64(game_key(np.uint64(key), index)), CHOICE))
        self._asked = np.zeros((2, k.PHASES), np.int64)  # decisions of this round, forced ones not counted

    @classmethod
    def new(
        cls,
        configuration: AnyConfiguration,
        seelie: str,
        unseelie: str,
        *,
        layout: str | None = None,
        seed: int | None = None,
        index: int = 0,
        bid: int = 0,
        policies: tuple[str, str] = ("person", "person"),
    ) -> Session:
        """Start game number `index` of a cell.

        Parameters
        ----------
        configuration
            Rules, factions and layouts; of Pacts.
        seelie, unseelie
            The factions; one may meet itself.
        layout
            By default the configuration's first. Of a set, games take turns on the layouts; ``all#17`` names one.
        seed
            The master seed; by default the configuration's.
        index
            The game's number in the cell, from 0.
        bid
            Cubes given before play: positive to Seelie, negative to Unseelie.
        policies
            Who plays, by name. Cells of other players meet other cards: name those of a sweep to meet its cards.

        Raises
        ------
        ConfigurationError
            A faction or the layout is not in the configuration, or it is of another rule system.
        BalanceError
            `bid`, `seed` or `index` is refused.
        """
        configuration = of_pacts(configuration, "a Session")
        chosen = next(iter(configuration.layouts)) if layout is None else layout
        master = configuration.seed if seed is None else seed
        check_whole("seed", master)
        check_whole("index", index)
        rules = named_rules(configuration, seelie, unseelie, layout_of(configuration, chosen, index))
        cell = Cell((seelie, unseelie), chosen, policies, bid)
        return cls(
            rules,
            names_of(configuration),
            key=cell.key(master),
            index=index,
            bid=bid,
            factions=cell.contestants,
            origin=Origin(configuration, cell, master, index),
        )

    @property
    def phase(self) -> str:
        """What the position waits for, as docs/protocol.md names it; ``"over"`` at the end."""
        return self.game.phase

    @property
    def to_move(self) -> str | None:
        """The side whose decision the position waits for; None at the end."""
        return self.game.to_move

    def legal(self) -> list[Action]:
        """Return the legal actions, as docs/protocol.md writes them."""
        return self.game.legal()

    def legal_numbers(self) -> list[int]:
        """Return the legal actions as numbers, in the order of `legal`."""
        return self.game.legal_numbers()

    def apply(self, action: Action | int, *, deal: bool = True) -> None:
        """Carry out one action, given as a tuple or as a number, and deal if that is next.

        Parameters
        ----------
        action
            One of `legal` or of `legal_numbers`.
        deal
            False leaves the deal to a call of `deal`.

        Raises
        ------
        IllegalActionError
            The position does not admit it; the message lists what it admits.
        """
        game = self.game
        side, phase, number = (int(game.state[name]) for name in ("side", "phase", "round"))
        legal = self.legal_numbers()
        chosen = game.number_of(action, legal=legal)
        game.apply(chosen, legal=legal)
        self.moves.append(chosen)
        if len(legal) > 1:
            self._asked[side, phase] += 1
        if int(game.state["round"]) != number:
            self._asked[:] = 0
        if deal and game.phase == "reveal":
            self.deal()

    def deal(self) -> tuple[str, ...]:
        """Reveal the round's cards and return them; only needed after ``apply(…, deal=False)``.

        Raises
        ------
        IllegalActionError
            The position does not wait for the deal.
        """
        kinds = self.cards[int(self.game.state["round"]) - 1]
        cards = tuple(str(self.game.names.cards[int(kind)]) for kind in kinds)
        self.game.reveal(cards)
        self.moves.append(cards)
        return cards

    def copy(self) -> Session:
        """Return an independent copy: what is done in one does not show in the other."""
        twin = object.__new__(Session)
        twin.__dict__.update(self.__dict__)
        twin.game, twin.moves, twin._asked = self.game.copy(), list(self.moves), self._asked.copy()
        return twin

    def undo(self) -> None:
        """Go back to before the last decision; what was dealt after it will be dealt again, the same.

        Raises
        ------
        IllegalActionError
            Nothing was decided yet.
        """
        decisions = [move for move in self.moves if isinstance(move, int)]
        if not decisions:
            msg = "nothing to undo: nothing was decided yet"
            raise IllegalActionError(msg)
        self.game, self.moves = self.start.copy(), []
        self._asked[:] = 0
        for decision in decisions[:-1]:
            self.apply(decision)

    def observation(self, side: str | None = None) -> dict[str, Any]:
        """Return what a side may see, in names; docs/api.md lists the entries.

        Parameters
        ----------
        side
            ``"seelie"`` or ``"unseelie"``; by default the side to move (at the end Seelie).

        Raises
        ------
        BalanceError
            There is no such side.
        """
        looking = (self.to_move or SIDES[0]) if side is None else side
        if looking not in SIDES:
            msg = f"side: expected seelie or unseelie; got {looking!r}{nearest(str(looking), SIDES)}"
            raise BalanceError(msg)
        return observe(self.game, looking, factions=self.factions, box=self._box)

    def words(self, action: Action | int) -> str:
        """Return a legal action in words, as an order: ``play PLACE 2 oak``, ``place 2 cubes in center``.

        Raises
        ------
        IllegalActionError
            The position does not admit it.
        """
        return phrase(self.game, self.game.name_of(self.game.number_of(action)))

    def draw(self) -> int:
        """Return the random number (64 bits) that belongs to this decision: the one that a policy is handed here."""
        state = self.game.state
        side, number, phase = (int(state[name]) for name in ("side", "round", "phase"))
        return int(choice_draw(self._choice, side, number, phase, int(self._asked[side, phase])))

    def outcome(self) -> GameOutcome:
        """Return scores, winner and whether the tie-break decided.

        Raises
        ------
        IllegalActionError
            The game is not over.
        """
        return self.game.outcome()

    def record(self) -> list[dict[str, Any]]:
        """Return the game so far as the lines of docs/record.md: its header, then what happened.

        Raises
        ------
        BalanceError
            The session was not made by `Session.new`, so that nobody knows which game it is.
        """
        if self.origin is None:
            msg = "only a game that comes from a configuration can be recorded: start it by Session.new"
            raise BalanceError(msg)
        writer: Any = importlib.import_module("balance.engine.pacts.record.write")
        cell, bid = self.origin.cell, self.origin.cell.bid
        header = writer.header(
            self.origin.configuration,
            seelie=cell.contestants[0],
            unseelie=cell.contestants[1],
            layout=cell.setting,
            policies=cell.policies,
            seed=self.origin.seed,
            index=self.origin.index,
            auction={"cubes": abs(bid), "to": SIDES[0 if bid > 0 else 1]} if bid else None,
        )
        return [header, *writer.events(self.start, self.moves)]
