"""Planned turns: quick ones for both sides, as `planner` values splits, and a beam search for the own turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.loop import MOST_PLANNED
from balance.engine.pacts.kernels.rules import outcome
from balance.engine.pacts.kernels.state import (
    CARD_ACTION,
    CARD_AS_ACTION,
    COPY,
    COURT_SLOT,
    HIDDEN,
    MAX_LEGAL,
    MAX_PLACE,
    MENU,
    NONE,
    PASSIVE,
    PLACE,
    PLACE_ACTION,
    ROUNDS,
    STATE,
    STOP_ACTION,
    kind_in_slot,
)
from balance.policies.pacts._evaluate import (
    LEAST_GAIN,
    best_card,
    card_points,
    finish_card,
    finish_effect,
    follow,
    same_turn,
)
from balance.policies.pacts._lens import action_gain, note_steps, reset_rows, steps_by_cubes, wild_prospect
from balance.policies.pacts._types import APPLY, LEGAL, A, F, I, M, R, S, W

WIDTH = 4  # positions that the beam keeps, and whole turns whose reply is looked at
WIN = 200.0  # points that winning the game is worth


@kernel(types.void(S))
def set_hidden_aside(state: np.void) -> None:
    """Take the opponent's face-down court card out of the hand that a search plays: nobody can tell which it is."""
    other = 1 - int(state["side"])
    if state["court_card"][other] == HIDDEN:
        state["court_card"][other] = NONE
        state["hand"][other] = int(state["hand"][other]) & ~(1 << COURT_SLOT)


@kernel(types.boolean(S, I))
def turn_starts(state: np.void, number: int) -> bool:
    """Tell whether a turn of the same round is about to be played: its menu, or what is asked before it."""
    return state["round"] == number and (state["phase"] == MENU or state["phase"] == PASSIVE)


@kernel(F(W, R, M, A, A, LEGAL, APPLY))
def quick_turn(
    work: np.ndarray,
    rules: np.void,
    lens: np.void,
    actions: np.ndarray,
    options: np.ndarray,
    legal: Any,
    apply: Any,
) -> float:
    """Play the turn under way in `work[0]` to its end, the best card first; return its gain to the side that plays."""
    state = work[0]
    side, number = int(state["side"]), int(state["round"])
    total = 0.0
    if state["phase"] == PASSIVE:
        total = finish_effect(state, rules, lens, actions, legal, apply)
    while same_turn(state, side, number) and state["phase"] == MENU:
        reset_rows(state, lens)
        action, gain = best_card(work, rules, lens, 0, actions, options, legal, apply)
        total += gain
        if action == STOP_ACTION:
            apply(state, STOP_ACTION, rules)
        else:
            finish_card(work, rules, lens, 0, action, actions, legal, apply)
    return total


@kernel(F(W, R, M, I, I, A, A, LEGAL, APPLY))
def assignment_gain(
    work: np.ndarray,
    rules: np.void,
    lens: np.void,
    side: int,
    action: int,
    actions: np.ndarray,
    options: np.ndarray,
    legal: Any,
    apply: Any,
) -> float:
    """Give out the piles in `work[0]` by a select action, play both turns quickly; return the gain to `side`."""
    state = work[0]
    number = int(state["round"])
    apply(state, action, rules)
    total = 0.0
    for _ in range(2):
        if turn_starts(state, number):
            mover = int(state["side"])
            gain = quick_turn(work, rules, lens, actions, options, legal, apply)
            total += gain if mover == side else -gain
    return total


@kernel(types.Tuple((I, F))(S, R, M, A, I, I, types.float64[::1]))
def nth_step(
    state: np.void,
    rules: np.void,
    lens: np.void,
    actions: np.ndarray,
    count: int,
    rank: int,
    gains: np.ndarray,
) -> tuple[int, float]:
    """Return the step that gains `rank`-th most (0: most) and its gain; (NONE, 0) where there are not so many."""
    if steps_by_cubes(int(state["phase"])):
        note_steps(state, lens)
    side = int(state["side"])
    for i in range(count):
        action = int(actions[i])
        gains[i] = action_gain(state, rules, lens, action)
        if state["phase"] == PLACE and action != STOP_ACTION:
            code = action - PLACE_ACTION
            gains[i] += wild_prospect(state, rules, lens, side, code // MAX_PLACE, code % MAX_PLACE + 1)
            if code % MAX_PLACE + 1 < state["count"]:
                gains[i] = -1e300
        elif action == STOP_ACTION and rank > 0:
            gains[i] = -1e300
    found, gain = NONE, 0.0
    for _ in range(rank + 1):
        best = 0
        for i in range(1, count):
            if gains[i] > gains[best] + LEAST_GAIN:
                best = i
        found, gain = int(actions[best]), gains[best]
        gains[best] = -1e300
        if gain <= -1e299:
            return NONE, 0.0
    return found, action_gain(state, rules, lens, found)


@kernel(types.Tuple((types.boolean, F, I))(W, R, M, I, I, A, types.float64[::1], LEGAL, APPLY))
def play_variant(
    work: np.ndarray,
    rules: np.void,
    lens: np.void,
    action: int,
    rank: int,
    actions: np.ndarray,
    gains: np.ndarray,
    legal: Any,
    apply: Any,
) -> tuple[bool, float, int]:
    """Play a menu action in `work[0]`, its first step being the `rank`-th best one.

    Returns whether there is such a step, the gain, and the step (NONE where none is chosen).
    """
    state = work[0]
    side, number = int(state["side"]), int(state["round"])
    tells_steps = action < PLACE_ACTION
    kind = kind_in_slot(state, rules, side, (action - CARD_ACTION) % 6) if tells_steps else NONE
    if not tells_steps or kind < 0:
        return rank == 0, finish_card(work, rules, lens, 0, action, actions, legal, apply), NONE
    total = card_points(state, rules, action)
    work[1] = state
    apply(state, action, rules)
    if not same_turn(state, side, number) or state["phase"] == MENU:
        return rank == 0, total, NONE
    if state["phase"] == COPY:
        work[0] = work[1]
        return rank == 0, finish_card(work, rules, lens, 0, action, actions, legal, apply), NONE
    count = legal(state, rules, actions)
    step, gain = nth_step(state, rules, lens, actions, count, rank, gains)
    if step == NONE:
        return False, 0.0, NONE
    total += gain
    follow(state, rules, lens, step, apply)
    total += finish_effect(state, rules, lens, actions, legal, apply)
    return True, total, (step if count > 1 else NONE)


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


@kernel(F(S, F, S, W, R, M, A, A, LEGAL, APPLY))
def end_value(
    ended: np.void,
    gain: float,
    view: np.void,
    work: np.ndarray,
    rules: np.void,
    lens: np.void,
    actions: np.ndarray,
    options: np.ndarray,
    legal: Any,
    apply: Any,
) -> float:
    """Return what a whole turn is worth, the other's reply included where it is still to come.

    In a scoring round the reply is played with every court card that may lie face down, and the mean is taken; in the
    last round by the final result.
    """
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
            value -= quick_turn(work, rules, lens, actions, options, legal, apply)
        total += final_value(work[0], rules, side) if last else value
        worlds += 1
    return total / worlds


@kernel(types.void(S, R, M, I, LEGAL, APPLY))
def plan_turn(view: np.void, rules: np.void, memory: np.void, variants: int, legal: Any, apply: Any) -> None:
    """Plan the own turn from the menu: a beam over orders of cards and first steps, then the other's quick reply.

    The plan (menu actions, each followed by its first step where one is chosen) goes to `memory`.
    """
    nodes = np.empty(3 * WIDTH, STATE)
    work = memory["work"]
    actions, options = memory["buffer"][:], memory["options"][:]
    step_gains = np.empty(MAX_LEGAL)
    gains, lengths = np.empty((3, WIDTH)), np.zeros((3, WIDTH), np.int64)
    lines = np.zeros((3, WIDTH, MOST_PLANNED), np.int16)
    line = np.zeros(MOST_PLANNED, np.int16)
    ended = 2
    nodes[0] = view
    gains[0, 0] = 0.0
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
                        work, rules, memory, action, rank, actions, step_gains, legal, apply
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
            work,
            rules,
            memory,
            actions,
            options,
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
