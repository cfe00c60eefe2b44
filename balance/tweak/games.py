"""Playing base and tweaks on the same decks, look by look, until everything is known or enough is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.stats.tweak.results import TweakResult
from balance.stats.tweak.verdicts import LOOK_GAMES, Goal, TweakCounts, Wants, judge, wants
from balance.sweep.paired import RESULTS, Examples, Paired, Wanted, Whole, changes, play_paired
from balance.sweep.runner import Told, untold

GROWTH = 0.5  # a batch is this part of the games so far, so that the number of looks stays small
PLAYING, OTHERS, AGAIN, MIRRORS, BIDS = range(1, 6)
STAGES = {
    PLAYING: "old and new rules",
    OTHERS: "pairings not touched",
    AGAIN: "base against itself",
    MIRRORS: "mirrors",
    BIDS: "bids",
}
Said = Callable[[str], None]


@dataclass
class Arm:
    """One tweak: the pairs that it touches, and what was counted of them.

    Parameters
    ----------
    name
        The tweak's.
    system
        The changed rules.
    touched
        Whether a pair's rules differ, one per cell.
    in_pool
        Whether both contestants can be dealt under the changed rules.
    """

    name: str
    system: RuleSystem
    touched: NDArray[np.bool_]
    in_pool: NDArray[np.bool_]
    joint: Whole = field(init=False)
    common: Whole = field(init=False)
    examples: dict[int, Examples] = field(default_factory=dict)
    asked: Wants = field(init=False)
    result: TweakResult = field(init=False)

    def __post_init__(self) -> None:
        self.joint = np.zeros((len(self.touched), RESULTS, RESULTS), np.int64)
        self.common = self.joint.copy()
        self.asked = Wants(self.touched.copy(), overall=True)

    @property
    def games(self) -> Whole:
        """Paired games so far, one per cell: the next game's number."""
        total: Whole = self.joint.sum(axis=(1, 2))
        return total


@dataclass
class Table:
    """Everything that plays: base, tweaks, policies, and how many games it took.

    Parameters
    ----------
    base
        The rules as they are.
    arms
        The tweaks.
    policies
        By name.
    cells
        Every ordered pair of contestants once, on one setting, under the same policies.
    jobs, tell
        As in `balance.sweep.paired.play_paired`.
    """

    base: RuleSystem
    arms: list[Arm]
    policies: Mapping[str, PolicyHandle]
    cells: Sequence[Cell]
    jobs: int = 1
    tell: Told = untold
    played: dict[int, int] = field(default_factory=lambda: dict.fromkeys(STAGES, 0))

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Return first and second contestant of every cell."""
        return tuple((cell.contestants[0], cell.contestants[1]) for cell in self.cells)

    def touched(self) -> NDArray[np.bool_]:
        """Return for every cell whether any tweak touches it."""
        found: NDArray[np.bool_] = np.any([arm.touched for arm in self.arms], axis=0)
        return found

    def play(self, systems: Sequence[RuleSystem], wanted: Sequence[Wanted], stage: int) -> Paired:
        """Play some games and count them."""
        self.played[stage] += sum(entry.played for entry in wanted)
        return play_paired(
            self.base, systems, self.policies, wanted, jobs=self.jobs, stage=stage, tell=self.tell
        )


def arms_of(base: RuleSystem, tweaks: Mapping[str, RuleSystem], cells: Sequence[Cell]) -> list[Arm]:
    """Return the tweaks with the pairs that they touch: those whose rules differ by their digest."""
    found = []
    for name, system in tweaks.items():
        pool = set(system.contestants())
        dealt = np.array([set(cell.contestants) <= pool for cell in cells], np.bool_)
        found.append(Arm(name, system, changes(base, system, cells), dealt))
    return found


def play_others(table: Table, games: int) -> Whole:
    """Return the base's results in a fixed number of games of every pair that some tweak does not touch.

    Shape (pairs, results). Pairs that every tweak touches are not played.
    """
    counts = np.zeros((len(table.cells), RESULTS), np.int64)
    places = [place for place in range(len(table.cells)) if not all(a.touched[place] for a in table.arms)]
    if games and places:
        found = table.play((), [Wanted(table.cells[place], 0, games, ()) for place in places], OTHERS)
        counts[places] = found.base
    return counts


def play_until_known(table: Table, goal: Goal, others: Whole, say: Said) -> None:
    """Play all tweaks against the base until nothing is wanted any more; each arm then has its result.

    The games of the base are shared by the tweaks that want the same ones. What is played depends on complete counts
    alone, so it is the same for any number of jobs.

    Parameters
    ----------
    table
        What plays.
    goal
        What is wanted to be known.
    others
        The base's results of pairs that are not touched.
    say
        Called with a line after every look.
    """
    for arm in table.arms:
        _look(table, arm, goal, others)
    while any(arm.asked.pairs.any() for arm in table.arms):
        wanted, places = _batch(table, goal)
        found = table.play([arm.system for arm in table.arms], wanted, PLAYING)
        for number, arm in enumerate(table.arms):
            _count(arm, number, found, places)
            if arm.asked.pairs.any():
                _look(table, arm, goal, others)
        say(_look_words(table))


def counts_of(table: Table, arm: Arm, others: Whole) -> TweakCounts:
    """Return a tweak's counts as the statistics take them."""
    base = np.where(arm.touched[:, None], 0, others)
    shown = arm.in_pool
    return TweakCounts(
        pairs=tuple(pair for pair, dealt in zip(table.pairs(), shown, strict=True) if dealt),
        touched=arm.touched[shown],
        joint=arm.joint[shown].astype(np.float64),
        common=arm.common[shown].astype(np.float64),
        base=base[shown].astype(np.float64),
    )


def _look(table: Table, arm: Arm, goal: Goal, others: Whole) -> None:
    counts, own = counts_of(table, arm, others), _of_pool(goal, arm)
    gone = tuple(pair for pair, dealt in zip(table.pairs(), arm.in_pool, strict=True) if not dealt)
    arm.result = replace(judge(arm.name, counts, own), gone=gone)
    asked = wants(arm.result, counts, own)
    pairs = np.zeros(len(table.cells), np.bool_)
    pairs[arm.in_pool] = asked.pairs
    arm.asked = Wants(pairs, asked.overall)


def _of_pool(goal: Goal, arm: Arm) -> Goal:
    """Return the goal with the targets of the pairs that are dealt under a tweak."""

    def kept(values: NDArray[np.float64] | float) -> NDArray[np.float64] | float:
        return values if isinstance(values, float) else values[arm.in_pool]

    return Goal(
        target=kept(goal.target),
        band=(kept(goal.band[0]), kept(goal.band[1])),
        material=goal.material,
        alpha=goal.alpha,
        max_games=goal.max_games,
        tweaks=goal.tweaks,
    )


def _batch(table: Table, goal: Goal) -> tuple[list[Wanted], list[int]]:
    """Return the next games of every cell that a tweak wants, and the place of each entry's cell.

    A cell is listed more than once where tweaks have played unlike numbers of its games.
    """
    wanted, places = [], []
    for place, cell in enumerate(table.cells):
        starts = {int(arm.games[place]) for arm in table.arms if arm.asked.pairs[place]}
        for start in sorted(starts):
            size = _size(start, goal.max_games)
            games = tuple(
                size if arm.asked.pairs[place] and arm.games[place] == start else 0 for arm in table.arms
            )
            wanted.append(Wanted(cell, start, 0, games))
            places.append(place)
    return wanted, places


def _size(played: int, most: int) -> int:
    """Return how many games of a pair are played before the next look.

    >>> _size(0, 20_000), _size(1_000, 20_000), _size(19_900, 20_000)
    (200, 500, 100)
    """
    return min(max(LOOK_GAMES, int(played * GROWTH)), most - played)


def _count(arm: Arm, number: int, found: Paired, places: Sequence[int]) -> None:
    """Add a batch to a tweak's counts; while its overall verdict is open, to those of the rounds of all pairs too."""
    for entry, place in enumerate(places):
        arm.joint[place] += found.joint[number, entry]
        if arm.asked.overall:
            arm.common[place] += found.joint[number, entry]
        examples = found.examples.get((number, entry))
        if examples is not None:
            arm.examples[place] = arm.examples.get(place, Examples()) + examples


def _look_words(table: Table) -> str:
    return "; ".join(_arm_words(arm) for arm in table.arms)


def _arm_words(arm: Arm) -> str:
    left = int(arm.asked.pairs.sum())
    return f"{arm.name}: {arm.joint.sum():,} paired games, {left} of {int(arm.touched.sum())} pairings open"


def cells_of(base: RuleSystem, setting: str, policies: tuple[str, ...]) -> Iterator[Cell]:
    """Yield every ordered pair of contestants on a setting."""
    names = base.contestants()
    for first in names:
        yield from (Cell((first, second), setting, policies) for second in names if second != first)
