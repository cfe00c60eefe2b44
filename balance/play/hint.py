"""What `planner` would do in the person's place, and what it thinks of every legal action.

A value is the final margin that the planner expects, in points, for the side that asks: the score so far, what the
leads on the board are worth in its evaluation, and what the action gains. After an action in a turn the rest of the
turn is played on as the planner would, after a split or a selection both turns. Going first, the other's reply counts
too: in rounds 3 and 6 it is played with every court card that may lie face down and the mean is taken, in others
without one. In the last round values are final results. The planner's own choice is asked for, not read off the
values: it plans whole turns by a quicker search, and takes the first of equals in its own order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.loop import MEMORY, clear_memory
from balance.engine.pacts.players import Player
from balance.engine.pacts.session import Session
from balance.engine.system import PolicyHandle
from balance.policies.pacts import _lens as lens
from balance.policies.pacts import planner
from balance.policies.pacts._cards import card_gain
from balance.policies.pacts._turns import assignment_gain, quick_turn, set_hidden_aside, turn_starts

ONE_MORE = 1 << k.SLOTS  # a card too many in a hand: the turn does not end by itself
EFFECTS = range(k.MENU, k.OVER)  # phases of a turn, where a turn is under way


@dataclass(frozen=True)
class Value:
    """What the planner thinks of one action.

    Parameters
    ----------
    action
        Its number.
    margin
        Final margin expected, in points, for the side to move.
    wins
        In a turn of the last round: the share of the court cards that may lie face down with which that side wins.
        None before.
    """

    action: int
    margin: float
    wins: float | None = None

    @property
    def rank(self) -> tuple[float, float]:
        """What orders values: in the last round wins come before points."""
        return (self.wins or 0.0, self.margin)


class Adviser:
    """The planner beside a person in one game; it keeps a plan as long as the person follows it.

    Parameters
    ----------
    policy
        The planner, compiled.
    """

    def __init__(self, policy: PolicyHandle) -> None:
        self._policy = policy
        self._player: Player | None = None
        self._last = (-1, k.NONE)  # at how many moves which action was advised

    def choice(self, session: Session) -> int:
        """Return the number of the action that the planner takes here."""
        moves = len(session.moves)
        if self._player is None:
            self._player = Player(self._policy)
        elif self._last[0] == moves:
            return self._last[1]
        self._last = (moves, self._player.choose(session))
        return self._last[1]

    def follow(self, session: Session, action: int) -> None:
        """Note what the person is about to do; a plan that it leaves is forgotten."""
        if self._player is not None and self.choice(session) != action:
            self._player = None

    def values(self, session: Session) -> list[Value]:
        """Return the value of every legal action, in their order."""
        return _Position(session, self._policy).values()


class _Position:
    """A position as the side to move sees it, with what the planner's functions need to value it."""

    def __init__(self, session: Session, policy: PolicyHandle) -> None:
        self.policy, self.rules = policy, session.game.known_rules()[0]
        self.view = session.game.view()
        self.legal = session.legal_numbers()
        self.side, self.number = int(self.view[0]["side"]), int(self.view[0]["round"])
        self.memory = _memory()
        if session.phase == "auction":
            lens.expect_tiles(self.view[0], self.rules)  # where none lies yet
        planner.look(self.view[0], self.rules, policy.weights, self.memory)
        self.now = self.worth(self.view[0])

    def values(self) -> list[Value]:
        state = self.view[0]
        phase = int(state["phase"])
        if phase == k.COURT:
            return self._court()
        gain: Callable[[int], float] = self._step
        if phase in {k.SPLIT, k.SELECT}:
            gain = self._split if phase == k.SPLIT else self._assignment
        elif int(state["token"]) >= 0 and phase in EFFECTS:
            return [self._in_turn(action) for action in self.legal]
        return [Value(action, self.now + gain(action)) for action in self.legal]

    def worth(self, state: Any) -> float:
        """Return the score so far and what the leads are worth, for the side to move in `view`."""
        lens.reset_rows(state, self.memory)
        margin = int(state["score"][self.side]) - int(state["score"][1 - self.side])
        leads = (lens.worth(self.memory, r, lens.lead_of(state, self.side, r)) for r in range(k.REGIONS))
        return margin + float(sum(leads))

    def _step(self, action: int) -> float:
        """Return the gain of an auction cube, or of a cube at a round's start, at once."""
        state = self.view[0]
        lens.reset_rows(state, self.memory)
        lens.note_steps(state, self.memory)
        return float(lens.action_gain(state, self.rules, self.memory, action))

    def _split(self, action: int) -> float:
        """Return the gain if the other side gives the piles out as is worse for this one."""
        return min(self._assignment(k.SELECT_ACTION + holder, split=action) for holder in range(2))

    def _assignment(self, selection: int, split: int | None = None) -> float:
        work = self.memory["work"]
        work[0] = self.view[0]
        set_hidden_aside(work[0])
        if split is not None:
            kernel.apply(work[0], split, self.rules)
        searched = (kernel.legal, kernel.apply)
        return float(assignment_gain(self.rules, self.memory, self.side, selection, *searched))

    def _court(self) -> list[Value]:
        """Value court cards as the planner does: the gain now, less a part of what they may bring at the scoring."""
        weights, gains = self.policy.weights, self._court_gains()
        turns = int(lens.turns_to_scoring(self.view[0]))
        if turns > 0:
            least, most = weights[planner.LEAST], weights[planner.LEAST] + weights[planner.SPREAD] * k.ROUNDS
            lens.fill_lens(
                self.view[0], self.rules, self.memory, planner.SHARP, weights[planner.LATER], least, most
            )
            gains = gains - weights[planner.KEEP_COURT] * self._court_gains()
        return [Value(action, self.now + float(gain)) for action, gain in zip(self.legal, gains, strict=True)]

    def _court_gains(self) -> Any:
        work, gains = self.memory["work"], np.zeros(len(self.legal))
        work[3] = self.view[0]
        searched = (kernel.legal, kernel.apply)
        for i, action in enumerate(self.legal):
            if action != k.NO_COURT_ACTION:
                work[3]["court_card"][self.side] = action - k.COURT_ACTION
                gains[i] = card_gain(work[3], self.rules, self.memory, self.side, k.COURT_SLOT, *searched)
        return gains

    def _in_turn(self, action: int) -> Value:
        """Value an action by playing the turn on to its end, and the reply where it counts."""
        ended = self.view.copy()
        state = ended[0]
        state["hand"][self.side] = int(state["hand"][self.side]) | ONE_MORE
        player, next_action = _memory(), action
        while not (state["phase"] == k.MENU and next_action == k.STOP_ACTION):
            kernel.apply(state, next_action, self.rules)
            next_action = self._chosen(state, player)
        gone_second, last = int(state["turn"]) == 1, self.number == k.ROUNDS
        if gone_second and not last:
            return Value(action, self.worth(state))
        return self._after_reply(action, ended, last=last)

    def _chosen(self, state: Any, memory: Any) -> int:
        actions = np.zeros(k.MAX_LEGAL, np.int16)
        count = int(kernel.legal(state, self.rules, actions))
        if count == 1:
            return int(actions[0])
        draw, searched = np.uint64(0), (kernel.legal, kernel.apply)
        return int(
            self.policy.choose(
                state, self.rules, actions, count, draw, self.policy.weights, memory, *searched
            )
        )

    def _after_reply(self, action: int, ended: Any, *, last: bool) -> Value:
        """Value the end of the own turn by the other's quick reply, with every court card that may lie face down."""
        before = self.worth(ended[0])
        other, work = 1 - self.side, self.memory["work"]
        margins, wins = [], []
        for card in self._worlds(other):
            work[0] = ended[0]
            state = work[0]
            set_hidden_aside(state)
            if card is not None:
                state["court_card"][other] = card
                state["hand"][other] = int(state["hand"][other]) | (1 << k.COURT_SLOT)
            kernel.apply(state, k.STOP_ACTION, self.rules)
            margin = before
            if turn_starts(state, self.number):
                margin -= quick_turn(self.rules, self.memory, kernel.legal, kernel.apply)
            if last:
                margin = int(state["score"][self.side]) - int(state["score"][other])
                winner = int(kernel.outcome(state, self.rules))
                wins.append(1.0 if winner == self.side else 0.5 if winner == k.NONE else 0.0)
            margins.append(margin)
        return Value(action, float(np.mean(margins)), float(np.mean(wins)) if last else None)

    def _worlds(self, other: int) -> list[int | None]:
        """Return the court cards that may lie face down on the other side, where the planner tries them all."""
        guessing = self.number in {k.ROUNDS // 2, k.ROUNDS}
        if not guessing or self.view[0]["court_card"][other] != k.HIDDEN:
            return [None]
        hand = int(self.view[0]["court_hand"][other])
        return [card for card in range(int(self.rules["court_size"])) if hand >> card & 1]


def _memory() -> Any:
    memory = np.zeros(1, MEMORY)[0]
    clear_memory(memory)
    return memory
