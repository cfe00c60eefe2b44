"""Playing planned cells: chunks of games on several threads, merged into one tally a cell.

The result is a function of the plan alone: games are numbered, so neither the number of jobs nor the size of
chunks nor the point where an interrupted run goes on can change it. Sizes of chunks do follow the clock.

Cells take turns, and so do policies, so that what is finished at any moment is spread evenly over all that is planned.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from balance.engine.system import Cell, CellTally, PolicyHandle
from balance.sweep.backends import Backend, Threads
from balance.sweep.design import Planned
from balance.sweep.signals import interrupts

CHUNK_SECONDS = 0.7
FIRST_CHUNK = 32  # games, before anything is known of a policy pair's speed
THREADS = Threads()
GROWTH = 8  # a chunk is at most this many times larger than the largest that was timed
TURN_SECONDS = 0.1
"""A cell's turn: short, so that many have theirs in a chunk; long enough that storing its counts is a small part."""
TIMINGS = 8  # chunks whose times are remembered: a jump of the clock is soon forgotten


@dataclass(frozen=True)
class Chunk:
    """Games `first_game` … `first_game` + `games` − 1 of each of some cells under the same policies."""

    cells: tuple[Cell, ...]
    first_game: int
    games: int


@dataclass(frozen=True)
class Progress:
    """How far a stage is.

    `games_per_second` counts what was played in this process; `seconds_left` is None as long as nothing
    is known of it. `timed` has the games played in this process and the seconds that these took one job, by `lane_of`.
    """

    stage: int
    cells_done: int
    cells: int
    games_done: int
    games: int
    games_per_second: float
    seconds_left: float | None
    timed: Mapping[tuple[str, ...], tuple[int, float]] = field(default_factory=dict)


class Player(Protocol):
    """What plays cells: a rule system, or one beside others."""

    def play(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[CellTally]:
        """Play games of some cells under the same policies and count them (see `RuleSystem.play`)."""
        ...


Kept = Callable[[Chunk, list[CellTally]], None]
Told = Callable[[Progress], None]
Block = Callable[[Cell], int]


def _no_keeping(_: Chunk, __: list[CellTally]) -> None:
    """Keep nothing."""


def untold(_: Progress) -> None:
    """Tell nobody."""


def _no_blocks(_: Cell) -> int:
    """Cut anywhere."""
    return 1


def play(
    system: Player,
    policies: Mapping[str, PolicyHandle],
    planned: Sequence[Planned],
    *,
    jobs: int,
    finished: Iterable[tuple[int, CellTally]] = (),
    keep: Kept = _no_keeping,
    tell: Told = untold,
    chunk_games: int | None = None,
    block: Block = _no_blocks,
    backend: Backend = THREADS,
) -> dict[Cell, CellTally]:
    """Play every planned game that is not in `finished` and return one tally a cell, in the plan's order.

    What is returned holds neither facts nor single margins: they are many, and whoever wants them keeps the chunks.

    Parameters
    ----------
    system, policies
        The rules and the policies by name.
    planned
        Cells and their games.
    jobs
        Chunks at a time, where `backend` leaves it to this machine.
    finished
        Tallies that an earlier run left, each with its first game. Those that are not planned or that overlap
        others are left out.
    keep
        Called in this thread with every finished chunk.
    tell
        Called in this thread after every chunk, and once before the first.
    chunk_games
        Games of a chunk; by default what takes about 0.7 seconds.
    block
        So many consecutive games of a cell are played together, if there is no reason against it.
    backend
        Where chunks are played; by default on threads.

    Raises
    ------
    BackendError
        The back end cannot go on; what came back before is kept.
    KeyboardInterrupt
        After Ctrl-C (or `Terminated`), when the chunks that were being played are finished and kept.
    """
    ledger = _Ledger(planned)
    for first_game, tally in finished:
        ledger.enter(first_game, tally)
    jobs = backend.jobs(jobs)
    queue = _Queue(ledger, jobs=jobs, chunk_games=chunk_games, block=block)
    tell(queue.progress())
    failure: BaseException | None = None
    with interrupts(queue.stop) as caught:
        results = backend.played(system, policies, queue.chunks(), jobs) if queue.games_left else ()
        for chunk, tallies, seconds in results:
            if failure is not None:
                continue  # what was being played when it happened
            try:
                keep(chunk, tallies)
                for tally in tallies:
                    ledger.enter(chunk.first_game, tally)
                queue.timed(chunk, seconds)
                tell(queue.progress())
            except BaseException as error:  # raised below, when no worker is busy any more
                failure = error
                queue.stop()
    if failure is not None:
        raise failure
    if caught:
        raise caught[0]
    return ledger.tallies()


class _Ledger:
    """Which games of which cells are counted, and their sums."""

    def __init__(self, planned: Sequence[Planned]) -> None:
        self.planned = {plan.cell: plan for plan in planned}
        self._sums: dict[Cell, CellTally] = {}
        self._ranges: dict[Cell, list[tuple[int, int]]] = {plan.cell: [] for plan in planned}
        self.cells_done = 0
        self.games_done = 0

    def enter(self, first_game: int, tally: CellTally) -> None:
        """Add a tally, unless its games are not planned or already counted."""
        cell, end = tally.cell, first_game + tally.games
        plan = self.planned.get(cell)
        if plan is None or not 0 <= first_game < end <= plan.games:
            return
        ranges = self._ranges[cell]
        if any(start < end and first_game < stop for start, stop in ranges):
            return
        if ranges and ranges[-1][1] == first_game:
            ranges[-1] = ranges[-1][0], end
        else:
            ranges.append((first_game, end))
        counts = replace(tally, facts=(), margins=tally.margins[:0])
        self._sums[cell] = self._sums[cell] + counts if cell in self._sums else counts
        self.games_done += tally.games
        self.cells_done += self._sums[cell].games == plan.games

    def gaps(self, cell: Cell) -> Iterator[tuple[int, int]]:
        """Yield the ranges of games, first and one past the last, that are still to be played."""
        at = 0
        for start, stop in sorted(self._ranges[cell]):
            if at < start:
                yield at, start
            at = stop
        if at < self.planned[cell].games:
            yield at, self.planned[cell].games

    def tallies(self) -> dict[Cell, CellTally]:
        """Return the sums in the plan's order."""
        return {cell: self._sums[cell] for cell in self.planned}


@dataclass
class _Lane:
    """What is left to play under one set of policies and in one comparison, and how fast that goes.

    `waiting` has ranges of games: the first, the place of the cell in `cells`, one past the last.
    """

    cells: list[Cell] = field(default_factory=list)
    blocks: list[int] = field(default_factory=list)  # by cell
    waiting: list[tuple[int, int, int]] = field(default_factory=list)
    games: int = 0  # in all
    games_waiting: int = 0  # not handed out
    games_left: int = 0  # not yet counted, so it includes what is being played
    timings: deque[tuple[int, float]] = field(default_factory=lambda: deque(maxlen=TIMINGS))  # games, seconds
    games_timed: int = 0
    seconds_timed: float = 0.0
    largest: int = 0

    @property
    def rate(self) -> float | None:
        """Games a second of one job, of late; None before the first chunk is back."""
        seconds = sum(seconds for _, seconds in self.timings)
        return sum(games for games, _ in self.timings) / max(seconds, 1e-6) if self.timings else None

    @property
    def share_out(self) -> float:
        """The share of its games that is played or being played."""
        return 1 - self.games_waiting / self.games

    def add(self, plan: Planned, gaps: Iterable[tuple[int, int]], block: int) -> None:
        """Take in one more cell, and the ranges of its games that are still to be played."""
        for start, stop in gaps:
            self.waiting.append((start, len(self.cells), stop))
            self.games_waiting += stop - start
            self.games_left += stop - start
        self.cells.append(plan.cell)
        self.blocks.append(block)
        self.games += plan.games

    def take(self, chunk_games: int | None) -> Chunk:
        """Take a turn's games of each of some cells that have had the fewest."""
        size = chunk_games or self._size()
        start, place, stop = min(self.waiting)
        block = self.blocks[place]
        turn = chunk_games or self._turn(size, block)
        # every call for a comparison prepares many rules, so its cells are cut as little as can be
        games = min(stop - start, size if self.cells[place].rules else turn - start % turn)
        alike = sorted(
            entry
            for entry in self.waiting
            if entry[0] == start and entry[2] - start >= games and self.blocks[entry[1]] == block
        )
        parts = -(-len(alike) * games // size)  # of much the same size
        taken = alike[: -(-len(alike) // parts)]
        rest = [(start + games, place, stop) for _, place, stop in taken if start + games < stop]
        self.waiting = [*(set(self.waiting) - set(taken)), *rest]
        self.games_waiting -= games * len(taken)
        return Chunk(tuple(self.cells[place] for _, place, _ in taken), start, games)

    def _size(self) -> int:
        """Return how many games the next chunk should have."""
        if self.rate is None:
            return FIRST_CHUNK
        return max(1, min(round(self.rate * CHUNK_SECONDS), GROWTH * self.largest))

    def _turn(self, size: int, block: int) -> int:
        """Return how many games are a turn: a block, doubled some times so that cells that fell apart meet again."""
        games = max((self.rate or 0.0) * TURN_SECONDS, size / len(self.waiting))
        return block << max(int(games // block).bit_length() - 1, 0)


def lane_of(cell: Cell) -> tuple[str, ...]:
    """Return what the speed of a cell's games depends on: who plays, and in which comparison."""
    return (*cell.policies, cell.rules)


class _Queue:
    """Hands out chunks: first a small one of every lane, to learn the speeds; then of the one that is most behind."""

    def __init__(self, ledger: _Ledger, *, jobs: int, chunk_games: int | None, block: Block) -> None:
        self._ledger = ledger
        self._jobs = jobs
        self._chunk_games = chunk_games
        self._lanes: dict[tuple[str, ...], _Lane] = {}  # a comparison plays each game many times
        for cell, plan in ledger.planned.items():
            lane = self._lanes.setdefault(lane_of(cell), _Lane())
            lane.add(plan, ledger.gaps(cell), block(cell))
        self._stage = max((plan.stage for plan in ledger.planned.values()), default=1)
        self._games = sum(plan.games for plan in ledger.planned.values())
        self._started = time.perf_counter()
        self._played = 0
        self.stopped = False

    def stop(self) -> None:
        """Hand out no more chunks."""
        self.stopped = True

    @property
    def games_left(self) -> int:
        """Games that are not counted yet."""
        return sum(lane.games_left for lane in self._lanes.values())

    def chunks(self) -> Iterator[Chunk]:
        """Yield all chunks; a size is decided when a worker asks."""
        for lane in self._lanes.values():
            if lane.waiting and not self.stopped:
                yield lane.take(self._chunk_games)
        while not self.stopped and (lanes := [lane for lane in self._lanes.values() if lane.waiting]):
            yield min(lanes, key=lambda lane: lane.share_out).take(self._chunk_games)

    def timed(self, chunk: Chunk, seconds: float) -> None:
        """Learn from a finished chunk."""
        lane = self._lanes[lane_of(chunk.cells[0])]
        games = chunk.games * len(chunk.cells)
        lane.games_left -= games
        took = max(seconds, 0.0)  # a clock may have been put back
        lane.timings.append((games, took))
        lane.games_timed += games
        lane.seconds_timed += took
        lane.largest = max(lane.largest, games)
        self._played += games

    def progress(self) -> Progress:
        """Return how far the stage is."""
        lanes = [lane for lane in self._lanes.values() if lane.games_left]
        rates = [lane.rate for lane in lanes]
        left = (
            None if None in rates else sum(n.games_left / r for n, r in zip(lanes, rates, strict=True) if r)
        )
        return Progress(
            stage=self._stage,
            cells_done=self._ledger.cells_done,
            cells=len(self._ledger.planned),
            games_done=self._ledger.games_done,
            games=self._games,
            games_per_second=self._played / max(time.perf_counter() - self._started, 1e-6),
            seconds_left=None if left is None else left / self._jobs,
            timed={name: (lane.games_timed, lane.seconds_timed) for name, lane in self._lanes.items()},
        )
