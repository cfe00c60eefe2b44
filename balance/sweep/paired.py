"""The same games under two rules: a base and any number of arms, each game of all of them on the same decks.

Cells keep their names, so that game 7 of a cell is dealt alike under every arm. Of each pair of games the two results
are counted together, since two separate counts could not give the interval of their difference.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from balance.engine.system import Cell, GameRows, PolicyHandle, RuleSystem
from balance.sweep.runner import Progress, Told
from balance.sweep.signals import interrupts

Array = NDArray[np.float64]
Whole = NDArray[np.int64]

SHARES: Array = np.array([0.0, 0.5, 1.0, 0.0, 0.5, 1.0])
"""The first seat's share of the win by result; a result is a share, and whether the scores were equal."""
TIED: Array = np.array([0.0, 0.0, 0.0, 1.0, 1.0, 1.0])
"""Whether the scores were equal, by result."""
RESULTS = len(SHARES)

CHUNK_GAMES = 4096  # of base and arms together: some tenths of a second for a fast policy
FEWEST_GAMES = 64  # of a chunk, by each
EXAMPLES = 5
"""Games whose results differ that are remembered by their numbers, in each direction."""


@dataclass(frozen=True)
class Wanted:
    """Games of one cell from `first_game` on: how many the base plays, and how many each arm (0: none).

    The base plays at least as many as any arm.
    """

    cell: Cell
    first_game: int
    base_games: int
    arm_games: tuple[int, ...]

    @property
    def games(self) -> int:
        """Games that the base plays."""
        return max(self.base_games, *self.arm_games, 0)

    @property
    def played(self) -> int:
        """Games that the base and all arms play together."""
        return self.games + sum(self.arm_games)


@dataclass(frozen=True)
class Examples:
    """The lowest numbers of games in which the first seat has more, and less, of the win under the arm."""

    gained: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()

    def __add__(self, other: Examples) -> Examples:
        """Add those of other games."""
        return Examples(
            tuple(sorted({*self.gained, *other.gained})[:EXAMPLES]),
            tuple(sorted({*self.lost, *other.lost})[:EXAMPLES]),
        )


@dataclass(frozen=True)
class Paired:
    """Counts of paired games, by arm and cell.

    Parameters
    ----------
    cells
        Which cells, each once.
    base
        The base's games by result, shape (cells, results); see `SHARES`.
    joint
        Games by the base's result and the arm's, shape (arms, cells, results, results).
    margins
        Sum of the arm's margin minus the base's over these games, and of its square (points), shape
        (arms, cells, 2).
    examples
        Arm and place of the cell → some of the games whose results differ.
    """

    cells: tuple[Cell, ...]
    base: Whole
    joint: Whole
    margins: Whole
    examples: dict[tuple[int, int], Examples] = field(default_factory=dict)

    def __add__(self, other: Paired) -> Paired:
        """Add other games of the same cells."""
        if other.cells != self.cells:
            msg = "cannot add games of other cells"
            raise ValueError(msg)
        return Paired(
            self.cells,
            self.base + other.base,
            self.joint + other.joint,
            self.margins + other.margins,
            {
                key: self.examples.get(key, Examples()) + other.examples.get(key, Examples())
                for key in {**self.examples, **other.examples}
            },
        )

    @property
    def games(self) -> Whole:
        """Paired games, shape (arms, cells)."""
        total: Whole = self.joint.sum(axis=(2, 3))
        return total


def changes(base: RuleSystem, arm: RuleSystem, cells: Sequence[Cell]) -> NDArray[np.bool_]:
    """Return for each cell whether the arm plays it by other rules than the base.

    False too where a contestant is not in the arm's pool, for then the cell is not played.
    """
    pool = set(arm.contestants())
    return np.array(
        [set(cell.contestants) <= pool and base.rules_key(cell) != arm.rules_key(cell) for cell in cells],
        np.bool_,
    )


def play_paired(
    base: RuleSystem,
    arms: Sequence[RuleSystem],
    policies: Mapping[str, PolicyHandle],
    wanted: Sequence[Wanted],
    *,
    jobs: int = 1,
    stage: int = 1,
    tell: Told | None = None,
    chunk_games: int = CHUNK_GAMES,
) -> Paired:
    """Play games under the base and under arms, and count them in pairs.

    Each of the base's games is played once, however many arms it is compared with. The counts do not depend on
    `jobs` or `chunk_games`. Single games are dropped as soon as they are counted.

    Parameters
    ----------
    base, arms
        The rules; all under the same seed.
    policies
        By name, the same for all.
    wanted
        Which games, one entry per cell.
    jobs
        Threads.
    stage, tell
        `tell` is called in this thread with the progress of this stage, before the first chunk and after each.
    chunk_games
        Games that a thread plays at a time, base and arms together.

    Raises
    ------
    KeyboardInterrupt
        After Ctrl-C, when the chunks that were being played are finished; nothing of them is kept.
    """
    cells, sizes = len(wanted), (RESULTS, RESULTS)
    found = Paired(
        cells=tuple(entry.cell for entry in wanted),
        base=np.zeros((cells, RESULTS), np.int64),
        joint=np.zeros((len(arms), cells, *sizes), np.int64),
        margins=np.zeros((len(arms), cells, 2), np.int64),
    )
    queue = _Queue(wanted, chunk_games)
    progress = _Told(wanted, stage=stage, jobs=jobs, tell=tell)
    with interrupts(queue.stop):
        parallel = Parallel(
            n_jobs=jobs, prefer="threads", return_as="generator_unordered", pre_dispatch="1.5*n_jobs"
        )
        counted: Iterable[_Counted] = parallel(
            delayed(_play)(base, arms, policies, chunk) for chunk in queue.chunks()
        )
        for part in counted:
            found.base[part.place] += part.base
            for arm, joint, margins, examples in part.arms:
                found.joint[arm, part.place] += joint
                found.margins[arm, part.place] += margins
                key = arm, part.place
                found.examples[key] = found.examples.get(key, Examples()) + examples
            progress.add(part)
    if queue.stopped:
        raise KeyboardInterrupt
    return found


@dataclass(frozen=True)
class _Chunk:
    """Games of one wanted cell: `first` counts from the cell's own first game."""

    place: int
    wanted: Wanted
    first: int
    games: int


@dataclass(frozen=True)
class _Counted:
    """The counts of one chunk."""

    place: int
    base: Whole
    arms: list[tuple[int, Whole, tuple[int, int], Examples]]
    played: int


class _Queue:
    """Hands out chunks until it is stopped."""

    def __init__(self, wanted: Sequence[Wanted], chunk_games: int) -> None:
        self._wanted = wanted
        self._chunk_games = chunk_games
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True

    def chunks(self) -> Iterator[_Chunk]:
        for place, entry in enumerate(self._wanted):
            players = 1 + sum(games > 0 for games in entry.arm_games)
            size = max(FEWEST_GAMES, self._chunk_games // players)
            for first in range(0, entry.games, size):
                if self.stopped:
                    return
                yield _Chunk(place, entry, first, min(size, entry.games - first))


class _Told:
    """Keeps count of what is played, for `tell`."""

    def __init__(self, wanted: Sequence[Wanted], *, stage: int, jobs: int, tell: Told | None) -> None:
        self._left = [entry.played for entry in wanted]
        self._games = sum(self._left)
        self._stage, self._jobs, self._tell = stage, jobs, tell
        self._done = 0
        self._started = time.perf_counter()
        self._say()

    def add(self, part: _Counted) -> None:
        self._done += part.played
        self._left[part.place] -= part.played
        self._say()

    def _say(self) -> None:
        if self._tell is None or not self._games:
            return
        rate = self._done / max(time.perf_counter() - self._started, 1e-6)
        self._tell(
            Progress(
                stage=self._stage,
                cells_done=sum(left == 0 for left in self._left),
                cells=len(self._left),
                games_done=self._done,
                games=self._games,
                games_per_second=rate,
                seconds_left=(self._games - self._done) / rate if self._done else None,
            )
        )


def _play(
    base: RuleSystem, arms: Sequence[RuleSystem], policies: Mapping[str, PolicyHandle], chunk: _Chunk
) -> _Counted:
    cell, first = chunk.wanted.cell, chunk.wanted.first_game + chunk.first
    (old,) = base.games([cell], policies, first, chunk.games)
    before = results(old)
    played, counted = chunk.games, []
    for place, (arm, games) in enumerate(zip(arms, chunk.wanted.arm_games, strict=True)):
        number = min(chunk.games, games - chunk.first)
        if number <= 0:
            continue
        (new,) = arm.games([cell], policies, first, number)
        codes = before[:number] * RESULTS + results(new)
        joint = np.bincount(codes, minlength=RESULTS**2).reshape(RESULTS, RESULTS)
        moved = new.margins.astype(np.int64) - old.margins[:number].astype(np.int64)
        examples = _examples(first, new.shares - old.shares[:number])
        counted.append((place, joint.astype(np.int64), (int(moved.sum()), int(moved @ moved)), examples))
        played += number
    counts = np.bincount(before, minlength=RESULTS).astype(np.int64)
    return _Counted(chunk.place, counts, counted, played)


def _examples(first: int, change: Array) -> Examples:
    """Return the first games in which the share of the win changes, by their numbers."""

    def numbers(where: NDArray[np.bool_]) -> tuple[int, ...]:
        return tuple(int(first + n) for n in np.flatnonzero(where)[:EXAMPLES])

    return Examples(numbers(change > 0), numbers(change < 0))


def results(rows: GameRows) -> Whole:
    """Return the result of each game as an index of `SHARES` and `TIED`."""
    codes: Whole = np.rint(2 * rows.shares).astype(np.int64) + 3 * (rows.margins == 0)
    return codes
