"""One game step by step, in names; whoever plays it gives the chance. It checks all that it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from balance.engine.sea_witch.kernels import rules as kernel
from balance.engine.sea_witch.kernels import state as k
from balance.engine.sea_witch.kernels.scoring import final_score
from balance.engine.sea_witch.tables import Names
from balance.errors import IllegalActionError, nearest

PHASES: Final = {
    k.SHUFFLE: "shuffle the pacts",
    k.CHOOSE_PACT: "play a pact",
    k.CHOOSE_SETTING: "use the A setting card",
    k.PLAY_CARD: "play a card",
    k.PLAY_FOR_PACT: "play a card for the pact",
    k.DISCARD_CARD: "discard a card",
    k.CHOOSE_FRONT: "put a card in front",
    k.DISCARD_A_PACT: "discard a pact",
    k.DRAW_A_PACT: "draw a pact",
    k.SECOND: "fulfil the second condition",
    k.OVER: "over",
}
NONE, YES = "none", "yes"
TIMES: Final = ("night", "day")


class Game:
    """A game between a number of players.

    Parameters
    ----------
    rules, names
        The rules record of the table (shape (1,)), and the names behind its numbers.
    deck
        The playing deck, the card drawn first at first; hands are dealt from it, one card a player, clockwise.
    pacts
        The pact stack, the pact drawn first at first.
    setting_a, setting_b
        The setting cards drawn.
    player, opponent
        The seats that are compared, from 0.

    Raises
    ------
    IllegalActionError
        A deck does not hold the cards that it must, a setting card is unknown, or the seats are none of two.
    """

    def __init__(
        self,
        rules: NDArray[Any],
        names: Names,
        *,
        deck: Sequence[str],
        pacts: Sequence[str],
        setting_a: str,
        setting_b: str,
        player: int = 0,
        opponent: int = 1,
    ) -> None:
        self.rules, self.names = rules[0], names
        self.array = np.zeros(1, k.STATE)
        self.state = self.array[0]
        self.actions = np.zeros(k.MAX_LEGAL, np.int16)
        self._check_deck(deck)
        self._check_same("the pact stack", pacts, self._all_pacts())
        players = int(self.rules["players"])
        if not (0 <= player < players and 0 <= opponent < players) or player == opponent:
            msg = f"expected two different seats from 0 to {players - 1}; got {player} and {opponent}"
            raise IllegalActionError(msg)
        kernel.start(
            self.state,
            self.rules,
            _numbers(deck, names.cards, "card", k.COPIES),
            len(deck),
            _numbers(pacts, names.pacts, "pact", k.PACT_COPIES),
            _number(setting_a, names.settings_a, "A setting card"),
            _number(setting_b, names.settings_b, "B setting card"),
            player,
            opponent,
        )
        kernel.apply(self.state, self.rules, 0)

    def _all_pacts(self) -> Counter[str]:
        size = int(self.rules["pact_size"])
        return Counter(self.names.pacts[int(number)] for number in self.rules["pact_deck"][:size])

    def _check_deck(self, deck: Sequence[str]) -> None:
        """Refuse a deck that is not the table's, less the cards that a shorter game leaves out."""
        size, out = int(self.rules["deck_size"]), int(self.rules["taken_out"])
        base: Counter[str] = Counter()
        whole: Counter[str] = Counter()
        for place in range(size):
            name = self.names.cards[int(self.rules["deck"][place])]
            whole[name] += 1
            base[name] += int(self.rules["deck_base"][place])
        given = Counter(deck)
        missing = whole - given
        if given - whole or len(deck) != size - out or missing - base:
            less = f" less {out} of the basic game" if out else ""
            msg = f"expected the {size} cards of the playing deck{less}; got {_difference(given, whole)}"
            raise IllegalActionError(msg)
        if self.rules["taken_apart"] and any(number > 1 for number in missing.values()):
            msg = "expected cards of different names to be left out"
            raise IllegalActionError(msg)

    def _check_same(self, what: str, given: Sequence[str], wanted: Counter[str]) -> None:
        if Counter(given) != wanted:
            found = _difference(Counter(given), wanted)
            msg = f"expected {what} to hold the {sum(wanted.values())} there are; got {found}"
            raise IllegalActionError(msg)

    @property
    def phase(self) -> str:
        """What the game waits for: one of `PHASES`."""
        return PHASES[int(self.state["phase"])]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state["phase"] == k.OVER)

    @property
    def to_move(self) -> int | None:
        """The seat that decides, from 0; None where chance does, or the game is over."""
        return None if self.over or self.state["phase"] == k.SHUFFLE else int(self.state["who"])

    def legal(self) -> tuple[str, ...]:
        """Return the actions of whoever decides: names, ``none`` to decline, ``yes`` to accept."""
        count = kernel.legal(self.state, self.rules, self.actions)
        return tuple(self.name_of(int(action)) for action in self.actions[:count])

    def name_of(self, action: int) -> str:
        """Return the name of an action in the position."""
        phase = int(self.state["phase"])
        if action == k.DECLINE:
            return NONE
        if phase in {k.SECOND, k.DRAW_A_PACT}:
            return YES
        if phase in {k.CHOOSE_PACT, k.DISCARD_A_PACT}:
            return self.names.pacts[action - 1]
        if phase == k.CHOOSE_SETTING:
            return f"effect {action}"
        return self.names.cards[action - 1]

    def apply(self, action: str) -> None:
        """Carry out a decision.

        Raises
        ------
        IllegalActionError
            It is not legal, or nobody decides now; the message lists what is.
        """
        legal = self.legal()
        if action not in legal:
            allowed = ", ".join(legal) if legal else f"nothing: the game waits for {self.phase!r}"
            msg = f"expected one of {allowed}; got {action!r}{nearest(str(action), legal)}"
            raise IllegalActionError(msg)
        kernel.apply(self.state, self.rules, int(self.actions[legal.index(action)]))

    def reshuffle(self, pacts: Sequence[str]) -> None:
        """Make the pact discards the new stack, the pact drawn first at first.

        Raises
        ------
        IllegalActionError
            The stack is not to be shuffled now, or these are not the discards.
        """
        if self.state["phase"] != k.SHUFFLE:
            msg = f"the pacts are not shuffled now: the game waits for {self.phase!r}"
            raise IllegalActionError(msg)
        self._check_same("the discarded pacts", pacts, Counter(self.position()["pact_discard"]))
        kernel.reshuffle(self.state, self.rules, _numbers(pacts, self.names.pacts, "pact", k.PACT_COPIES))
        kernel.apply(self.state, self.rules, 0)

    def points(self) -> list[int]:
        """Return every player's points if the game ended now: those scored, the B setting card's, the penalty."""
        return [final_score(self.state, self.rules, seat) for seat in range(int(self.rules["players"]))]

    def position(self) -> dict[str, Any]:
        """Return everything that lies where, in names: lists by seat, cards and pacts sorted as in the game file."""
        state, names = self.state, self.names
        seats = range(int(self.rules["players"]))
        deck_left, stack_left = int(state["deck_left"]), int(state["stack_left"])
        return {
            "active": int(state["active"]),
            "turn": int(state["turn"]),
            "time": TIMES[int(state["time"])],
            "setting_a": names.settings_a[int(state["setting_a"])],
            "setting_b": names.settings_b[int(state["setting_b"])],
            "hands": [_listed(state["hand"][seat], names.cards) for seat in seats],
            "front": [_listed(state["front"][seat], names.cards) for seat in seats],
            "discard": _listed(state["discard"], names.cards),
            "deck": [names.cards[int(card)] for card in state["deck"][:deck_left][::-1]],
            "pacts": [_listed(state["pacts"][seat], names.pacts) for seat in seats],
            "stack": [names.pacts[int(pact)] for pact in state["stack"][:stack_left][::-1]],
            "pact_discard": _listed(state["pact_discard"], names.pacts),
            "items": [dict(zip(names.items, map(int, state["items"][seat]), strict=False)) for seat in seats],
            "supply": dict(zip(names.items, map(int, state["supply"]), strict=False)),
            "score": [int(state["score"][seat]) for seat in seats],
        }


def _number(name: str, known: Sequence[str], kind: str) -> int:
    """Return a name's number."""
    if name not in known:
        msg = f"unknown {kind} {name!r}{nearest(str(name), known)}"
        raise IllegalActionError(msg)
    return known.index(name)


def _numbers(given: Sequence[str], known: Sequence[str], kind: str, room: int) -> NDArray[np.int8]:
    """Return the numbers of names, with room behind them."""
    found = np.zeros(room, np.int8)
    found[: len(given)] = [_number(name, known, kind) for name in given]
    return found


def _listed(copies: NDArray[np.int8], names: Sequence[str]) -> list[str]:
    """Return the names of cards, each as often as there are copies."""
    return [name for name, number in zip(names, copies, strict=False) for _ in range(int(number))]


def _difference(given: Counter[str], wanted: Counter[str]) -> str:
    """Say what is too many and what is missing."""
    more, less = sorted((given - wanted).elements()), sorted((wanted - given).elements())
    return f"{', '.join(more) or 'nothing'} too many and {', '.join(less) or 'nothing'} missing"
