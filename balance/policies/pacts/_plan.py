"""The own turn planned: a beam over orders of cards and first steps, with the other's quick reply in view."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.loop import BEAM, MOST_PLANNED
from balance.engine.pacts.kernels.rules import outcome
from balance.engine.pacts.kernels.state import (
    CARD_ACTION,
    CARD_AS_ACTION,
    COURT_SLOT,
    HIDDEN,
    MENU,
    NONE,
    ROUNDS,
    STOP_ACTION,
    kind_in_slot,
)
from balance.policies.pacts._evaluate import (
    same_turn,
)
from balance.policies.pacts._lens import (
    LEAST_GAIN,
    reset_rows,
)
from balance.policies.pacts._turns import quick_turn, turn_starts
from balance.policies.pacts._types import APPLY, LEGAL, F, I, M, R, S
from balance.policies.pacts._variants import play_variant

WIDTH = BEAM  # positions that the beam keeps, and whole turns whose reply is looked at
WIN = 200.0  # points that winning the game is worth


@kernel()
def keep(
    nodes: np.ndarray,
    first: int,
    gains: np.ndarray,
    lengths: np.ndarray,
    lines: np.ndarray,
    used: int,
    state: np.void,
    gain: float,
    line: np.ndarray,
    length: int,
) -> int:
    """Keep a position among the best `WIDTH` of `nodes[first:]`, unless one like it is there; return their number."""
    worst = 0
    for i in range(used):
        node = nodes[first + i]
        if abs(gains[i] - gain) < LEAST_GAIN and node["hand"][0] == state["hand"][0]:
            if node["hand"][1] == state["hand"][1] and node["supply"][0] == state["supply"][0]:
                return used
        if gains[i] < gains[worst]:
            worst = i
    place = used
    if used == WIDTH:
        if gain <= gains[worst]:
            return used
        place = worst
    else:
        used += 1
    nodes[first + place] = state
    gains[place] = gain
    lengths[place] = length
    lines[place, :length] = line[:length]
    return used


@kernel(F(S, R, I))
def final_value(state: np.void, rules: np.void, side: int) -> float:
    """Return what the end of the game is worth: above all the win by the rules in force, ties included."""
    winner = outcome(state, rules)
    margin = int(state["score"][side]) - int(state["score"][1 - side])
    return (WIN if winner == side else 0.5 * WIN if winner == NONE else 0.0) + margin


@kernel(F(S, F, S, R, M, LEGAL, APPLY))
def end_value(
    ended: np.void,
    gain: float,
    view: np.void,
    rules: np.void,
    lens: np.void,
    legal: Any,
    apply: Any,
) -> float:
    """Return what a whole turn is worth, the other's reply included where it is still to come.

    In a scoring round the reply is played with every court card that may lie face down, and the mean is taken; in the
    last round by the final result.
    """
    work = lens["work"]
    side, number = int(view["side"]), int(view["round"])
    other = 1 - side
    last = number == ROUNDS
    if view["turn"] == 1 and not last:
        return gain
    guessing = view["court_card"][other] == HIDDEN and (last or number == ROUNDS // 2)
    total, worlds = 0.0, 0
    for card in range(int(rules["court_size"]) if guessing else 1):
        if guessing and not (int(view["court_hand"][other]) >> card) & 1:
            continue
        work[0] = ended
        state = work[0]
        if guessing:
            state["court_card"][other] = card
        elif state["court_card"][other] == HIDDEN:
            state["court_card"][other] = NONE
            state["hand"][other] = int(state["hand"][other]) & ~(1 << COURT_SLOT)
        if same_turn(state, side, number):
            apply(state, STOP_ACTION, rules)
        value = gain
        if turn_starts(state, number):
            value -= quick_turn(rules, lens, legal, apply)
        total += final_value(work[0], rules, side) if last else value
        worlds += 1
    return total / worlds


@kernel(types.void(S, R, M, I, LEGAL, APPLY))
def plan_turn(view: np.void, rules: np.void, memory: np.void, variants: int, legal: Any, apply: Any) -> None:
    """Plan the own turn from the menu: a beam over orders of cards and first steps, then the other's quick reply.

    The plan (menu actions, each followed by its first step where one is chosen) goes to `memory`.
    """
    nodes, gains, lengths, lines = (
        memory["beam"],
        memory["beam_gain"],
        memory["beam_length"],
        memory["beam_line"],
    )
    work, actions, options = memory["work"], memory["buffer"][:], memory["options"][:]
    line, step_gains = memory["line"][:], memory["step_gains"][:]
    ended = 2
    nodes[0] = view
    gains[0, 0], lengths[0, 0] = 0.0, 0
    side, number = int(view["side"]), int(view["round"])
    now, used, whole = 0, 1, 0
    while used > 0:
        then, found = 1 - now, 0
        for i in range(used):
            at = now * WIDTH + i
            whole = keep(
                nodes, ended * WIDTH, gains[ended], lengths[ended], lines[ended], whole,
                nodes[at], gains[now, i], lines[now, i], lengths[now, i],
            )  # fmt: skip
            node = nodes[at]
            if (
                not same_turn(node, side, number)
                or node["phase"] != MENU
                or lengths[now, i] + 2 > MOST_PLANNED
            ):
                continue
            count = legal(node, rules, options)
            seen = 0
            for j in range(1, count):
                action = int(options[j])
                if action < CARD_AS_ACTION:
                    bit = 1 << kind_in_slot(node, rules, side, action - CARD_ACTION)
                    if seen & bit:
                        continue
                    seen |= bit
                for rank in range(variants):
                    work[0] = node
                    reset_rows(node, memory)
                    there, gain, step = play_variant(
                        rules, memory, action, rank, actions, step_gains, legal, apply
                    )
                    if not there:
                        break
                    length = int(lengths[now, i])
                    line[:length] = lines[now, i, :length]
                    line[length] = action
                    length += 1
                    if step != NONE:
                        line[length] = step
                        length += 1
                    found = keep(
                        nodes, then * WIDTH, gains[then], lengths[then], lines[then], found,
                        work[0], gains[now, i] + gain, line, length,
                    )  # fmt: skip
        now, used = then, found
    best, best_value = 0, -1e300
    for i in range(whole):
        value = end_value(
            nodes[ended * WIDTH + i],
            gains[ended, i],
            view,
            rules,
            memory,
            legal,
            apply,
        )
        if value > best_value:
            best, best_value = i, value
    memory["length"] = lengths[ended, best]
    memory["next"] = 0
    for i in range(int(lengths[ended, best])):
        memory["actions"][i] = lines[ended, best, i]
    reset_rows(view, memory)
