"""One game, step by step and in names: the friendly layer over the kernels, with every check that they leave out."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.config.document import shown_text
from balance.config.pacts.models import Configuration
from balance.engine._random import game_key
from balance.engine.pacts import describe
from balance.engine.pacts.describe import Action
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.deal import deal, deal_buffers
from balance.engine.pacts.kernels.view import ASIDE, hide, hides_faction
from balance.engine.pacts.layouts import layout_of
from balance.engine.pacts.tables import Names, build_rules, half_known, names_of
from balance.engine.system import GameOutcome
from balance.errors import BalanceError, ConfigurationError, IllegalActionError, nearest

MOST_SHOWN = 12  # legal actions, and parts of a wrong one, that a message lists


class Game:
    """A game of Pacts in progress.

    Actions are tuples as docs/protocol.md lists them, such as ``("place", "center", 2)``. Chance is not drawn here: the
    caller hands in the cards of each round with `reveal`.

    Parameters
    ----------
    rules
        A rules record (array of length 1) from `balance.engine.pacts.tables.build_rules`.
    names
        The names behind its numbers.
    tiles
        The number of the tile on each region (its place in `names.tiles`); by default the layout's. Random regions
        have none of their own.
    bid
        Cubes given before play: positive to Seelie, negative to Unseelie.

    Raises
    ------
    BalanceError
        The tiles cannot lie like that, or the supply that set-up leaves is smaller than the bid.
    """

    def __init__(
        self, rules: NDArray[Any], names: Names, *, tiles: Sequence[int] | None = None, bid: int = 0
    ) -> None:
        self.rules, self.names = rules, names
        self.states = np.zeros(1, k.STATE)
        lying = _lying(rules[0], names, tiles)
        check_bid(rules, bid)
        kernel.start(self.states[0], rules[0], lying, k.SEELIE if bid > 0 else k.UNSEELIE, abs(bid))

    @classmethod
    def new(
        cls,
        configuration: Configuration,
        seelie: str,
        unseelie: str,
        *,
        layout: str | None = None,
        tiles: Sequence[int] | None = None,
        bid: int = 0,
    ) -> Game:
        """Start a game from a configuration, on its first layout by default; random regions need `tiles`.

        Raises
        ------
        ConfigurationError
            A faction or the layout is not in the configuration, or the layout is a whole set of them.
        BalanceError
            The tiles or the bid are refused.
        """
        chosen = next(iter(configuration.layouts)) if layout is None else layout
        rules = named_rules(configuration, seelie, unseelie, layout_of(configuration, chosen, None))
        return cls(rules, names_of(configuration), tiles=tiles, bid=bid)

    def copy(self) -> Game:
        """Return an independent copy."""
        twin = object.__new__(Game)
        twin.rules, twin.names, twin.states = self.rules, self.names, self.states.copy()
        return twin

    @property
    def state(self) -> Any:
        """The position's record (changing it changes the game)."""
        return self.states[0]

    @property
    def phase(self) -> str:
        """What the position waits for, as docs/protocol.md names it."""
        return describe.PHASES[int(self.state["phase"])]

    @property
    def to_move(self) -> str | None:
        """The side whose decision the position waits for; None at the deal and at the end."""
        return None if self.phase in {"reveal", "over"} else describe.SIDES[int(self.state["side"])]

    def legal_numbers(self) -> list[int]:
        """Return the legal actions as numbers, ascending."""
        actions = np.zeros(k.MAX_LEGAL, np.int16)
        return [int(a) for a in actions[: int(kernel.legal(self.state, self.rules[0], actions))]]

    def legal(self) -> list[Action]:
        """Return the legal actions."""
        return [self.name_of(number) for number in self.legal_numbers()]

    def name_of(self, number: int) -> Action:
        """Return an action of the side to move, given as a number, as a tuple.

        Raises
        ------
        ValueError
            The number is no action.
        """
        alternatives = self.rules[0]["alternative"][int(self.state["side"])]
        return describe.action_name(number, self.names, alternatives)

    def apply(self, action: Action | int, *, legal: Sequence[int] | None = None) -> None:
        """Carry out one action, given as a tuple or as a number.

        Parameters
        ----------
        action
            What to do.
        legal
            What `legal_numbers` has just returned, where the caller knows it: asking again takes time.

        Raises
        ------
        IllegalActionError
            The position does not admit it; the message lists what it admits.
        """
        kernel.apply(self.state, self.number_of(action, legal=legal), self.rules[0])

    def number_of(self, action: Action | int, *, legal: Sequence[int] | None = None) -> int:
        """Return the number of a legal action, given as a tuple or as a number; `legal` as in `apply`.

        Raises
        ------
        IllegalActionError
            The position does not admit it; the message lists what it admits.
        """
        numbers = self.legal_numbers() if legal is None else legal
        number = self._number(action, numbers)
        if number == k.NONE:
            raise IllegalActionError(self._refusal(action, numbers))
        return number

    def _number(self, action: Any, numbers: Sequence[int]) -> int:
        """Return the legal number that was meant, or NONE; nothing is taken for what it only equals, as True for 1."""
        if isinstance(action, tuple):
            return next(
                (n for n in numbers if _same(self.name_of(n), action)),
                k.NONE,
            )
        return int(action) if _whole(action) and int(action) in numbers else k.NONE

    def _refusal(self, action: Any, numbers: Sequence[int]) -> str:
        allowed = [" ".join(map(str, self.name_of(number))) for number in numbers]
        who = self.to_move or "nobody"
        where = f"round {int(self.state['round'])}, {self.phase}, {who} to decide"
        shown = ", ".join(allowed[:12]) + (f" and {len(allowed) - 12} more" if len(allowed) > 12 else "")
        legal = f"legal: {shown or 'nothing'}"
        if not isinstance(action, tuple) and not _whole(action):
            return f"{where}: expected a tuple such as ('stop',), or a number; got {reprlib.repr(action)}; {legal}"
        parts = action[:MOST_SHOWN] if isinstance(action, tuple) else (action,)
        given = shown_text(" ".join(part if isinstance(part, str) else reprlib.repr(part) for part in parts))
        return f"{where}: {given!r} is not legal{nearest(given, allowed)}; {legal}"

    def reveal(self, cards: Sequence[str]) -> None:
        """Reveal the round's cards: four common ones, then one special one, by name.

        Raises
        ------
        IllegalActionError
            The position does not wait for the deal, or a card is not left in its deck.
        """
        if self.phase != "reveal":
            msg = f"the position waits for {self.phase}, not for the deal"
            raise IllegalActionError(msg)
        if len(cards) != k.REVEALED:
            msg = f"expected four common cards and one special card; got {len(cards)} cards"
            raise IllegalActionError(msg)
        left = self.state["left"].copy()
        kinds = []
        known = [str(kind) for kind in self.names.cards]
        for slot, card in enumerate(map(str, cards)):
            kind = known.index(card) if card in known else k.NONE
            deck = 0 if slot < k.COMMON_REVEALED else 1
            if kind == k.NONE or left[deck, kind] == 0:
                msg = f"card {slot + 1}: no {card!r} is left in the {('common', 'special')[deck]} deck"
                there = [name for name, copies in zip(known, left[deck], strict=False) if copies > 0]
                raise IllegalActionError(msg + nearest(card, there))
            left[deck, kind] -= 1
            kinds.append(kind)
        kernel.reveal(self.state, np.array(kinds, np.int8))

    def position(self) -> dict[str, Any]:
        """Return the whole position in names, hidden things included."""
        return describe.position(self.state, self.rules[0], self.names)

    def view(self) -> NDArray[Any]:
        """Return what the side to move may see, as a record (array of length 1)."""
        view = self.states.copy()
        hide(view[0], self.rules[0], np.zeros(1, ASIDE)[0])
        return view

    def known_rules(self) -> NDArray[Any]:
        """Return the rules as the side to move knows them: without the other's faction while that is hidden."""
        if not hides_faction(self.state):
            return self.rules
        side = int(self.state["side"])
        return half_known(self.rules)[side : side + 1]

    def outcome(self) -> GameOutcome:
        """Return scores, winner and whether the tie-break decided.

        Raises
        ------
        IllegalActionError
            The game is not over.
        """
        if self.phase != "over":
            msg = f"the game is not over: round {int(self.state['round'])}, {self.phase}"
            raise IllegalActionError(msg)
        winner = int(kernel.outcome(self.state, self.rules[0]))
        scores = (int(self.state["score"][0]), int(self.state["score"][1]))
        return GameOutcome(scores, None if winner < 0 else winner, tie_break=scores[0] == scores[1])


def named_rules(configuration: Configuration, seelie: str, unseelie: str, layout: str) -> NDArray[Any]:
    """Return the rules record of one pair on one layout, as `build_rules`, but refuse unknown names.

    Raises
    ------
    ConfigurationError
        A faction or the layout is not in the configuration; the message lists those that are.
    """
    known = configuration.factions
    for name in (seelie, unseelie):
        if str(name) not in known:
            msg = f"unknown faction {name!r}{nearest(name, known)}; expected one of: {', '.join(known)}"
            raise ConfigurationError(msg)
    return build_rules(configuration, seelie, unseelie, layout)


def check_bid(rules: NDArray[Any], bid: int) -> None:
    """Refuse a bid that the supply which set-up leaves cannot pay.

    Raises
    ------
    BalanceError
        It is no whole number, or too large.
    """
    largest = int(rules[0]["cubes"]) - int(rules[0]["setup"].sum())
    if not _whole(bid) or abs(bid) > largest:
        msg = (
            f"bid: expected whole cubes from {-largest} (to Unseelie) to {largest} (to Seelie), "
            f"the supply left after set-up; got {reprlib.repr(bid)}"
        )
        raise BalanceError(msg)


def check_whole(what: str, value: Any) -> None:
    """Refuse what is no whole number from 0 up.

    Raises
    ------
    BalanceError
        It is another thing; `what` says in the message what was given.
    """
    if not _whole(value) or value < 0:
        msg = f"{what}: expected a whole number from 0 up; got {reprlib.repr(value)}"
        raise BalanceError(msg)


def _lying(rules: Any, names: Names, tiles: Any) -> NDArray[np.int8]:
    """Return the tile of each region, checked."""
    box, own = int(rules["box"]), [int(tile) for tile in rules["tiles"]]
    if tiles is None:
        if rules["random_regions"] == k.MIXED:
            msg = "random regions need tiles=: six different numbers of tiles, one for each region"
            raise BalanceError(msg)
        return np.array(own, np.int8)
    given = list(tiles) if isinstance(tiles, Iterable) else [tiles]
    if (
        len(given) != k.REGIONS
        or not all(_whole(t) and 0 <= t < box for t in given)
        or len(set(given)) < k.REGIONS
    ):
        msg = (
            f"tiles: expected {k.REGIONS} different whole numbers from 0 to {box - 1}, one for each region "
            f"({', '.join(names.regions)}); got {reprlib.repr(tiles)}"
        )
        raise BalanceError(msg)
    if rules["random_regions"] != k.MIXED and given != own:
        msg = f"tiles: expected those of the layout, {own}, as its tiles are not mixed; got {reprlib.repr(tiles)}"
        raise BalanceError(msg)
    return np.array(given, np.int8)


def _whole(value: Any) -> bool:
    """Tell whether something is a whole number; True and 1.0 are none."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _same(legal: Any, given: Any) -> bool:
    """Tell whether something given is the same as a part of a legal action, and of the same kind."""
    if isinstance(legal, tuple):
        return (
            isinstance(given, tuple)
            and len(given) == len(legal)
            and all(_same(a, b) for a, b in zip(legal, given, strict=True))
        )
    if isinstance(legal, int):
        return _whole(given) and int(given) == legal
    return given is None if legal is None else isinstance(given, str) and given == legal


def deal_game(rules: NDArray[Any], key: int, game: int) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the cards of each round (kinds, shape 6 × 5) and the tiles of one game of a cell."""
    cards, tiles, hashes, order = deal_buffers()
    deal(rules[0], np.uint64(game_key(np.uint64(key), game)), cards, tiles, hashes, order)
    return cards, tiles


__all__ = ["Game", "check_bid", "check_whole", "deal_game", "named_rules"]
