"""Playing planned cells: chunks of games on several threads, merged into one tally a cell.

The result is a function of the plan alone: games are numbered, so neither the number of jobs nor the size of
chunks nor the point where an interrupted run goes on can change it. Sizes of chunks do follow the clock.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Protocol

from balance.engine.system import Cell, CellTally, PolicyHandle
from balance.sweep.backends import Backend, Threads
from balance.sweep.design import Planned

CHUNK_SECONDS = 0.7
FIRST_CHUNK = 32  # games, before anything is known of a policy pair's speed
THREADS = Threads()
GROWTH = 8  # a chunk is at most this many times larger than the largest that was timed


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
    is known of it.
    """

    stage: int
    cells_done: int
    cells: int
    games_done: int
    games: int
    games_per_second: float
    seconds_left: float | None


class Player(Protocol):
    """What plays cells: a rule system, or one beside others."""

    def play(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[CellTally]:
        """Play games of some cells under the same policies and count them (see `RuleSystem.play`)."""
        ...


Kept = Callable[[Chunk, list[CellTally]], None]
Told = Callable[[Progress], None]


def _no_keeping(_: Chunk, __: list[CellTally]) -> None:
    """Keep nothing."""


def untold(_: Progress) -> None:
    """Tell nobody."""


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
    backend: Backend = THREADS,
) -> dict[Cell, CellTally]:
    """Play every planned game that is not in `finished` and return one tally a cell, in the plan's order.

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
    backend
        Where chunks are played; by default on threads.

    Raises
    ------
    BackendError
        The back end cannot go on; what came back before is kept.
    KeyboardInterrupt
        After Ctrl-C, when the chunks that were being played are finished and kept.
    """
    ledger = _Ledger(planned)
    for first_game, tally in finished:
        ledger.enter(first_game, tally)
    jobs = backend.jobs(jobs)
    queue = _Queue(ledger, jobs=jobs, chunk_games=chunk_games)
    tell(queue.progress())
    failure: BaseException | None = None
    with interrupts(queue.stop):
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
    if queue.stopped:
        raise KeyboardInterrupt
    return ledger.tallies()


@contextmanager
def interrupts(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at the first Ctrl-C, so that what is being played is kept; raise at the second."""
    usual = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or usual is not signal.default_int_handler:
        yield
        return

    def handle(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 (signal handlers take it)
        signal.signal(signal.SIGINT, usual)
        stop()

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


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
        ranges.append((first_game, end))
        self._sums[cell] = self._sums[cell] + tally if cell in self._sums else tally
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
    """What is left to play under one set of policies and in one comparison, and how fast that goes."""

    waiting: deque[tuple[Cell, int, int]] = field(default_factory=deque)
    games_left: int = 0  # not yet counted, so it includes what is being played
    games_timed: int = 0
    seconds_timed: float = 0.0
    largest: int = 0

    @property
    def rate(self) -> float | None:
        """Games a second of one job; None before the first chunk is back."""
        return self.games_timed / max(self.seconds_timed, 1e-6) if self.games_timed else None

    def size(self) -> int:
        """Return how many games the next chunk should have."""
        if self.rate is None:
            return FIRST_CHUNK
        return max(1, min(round(self.rate * CHUNK_SECONDS), GROWTH * self.largest))

    def take(self, size: int) -> Chunk:
        """Take about `size` games: several cells whole, or a part of one."""
        cell, start, stop = self.waiting.popleft()
        games = stop - start
        if games > size:
            self.waiting.appendleft((cell, start + size, stop))
            return Chunk((cell,), start, size)
        cells = [cell]
        while self.waiting and (len(cells) + 1) * games <= size and self.waiting[0][1:] == (start, stop):
            cells.append(self.waiting.popleft()[0])
        return Chunk(tuple(cells), start, games)


def _lane_of(cell: Cell) -> tuple[str, ...]:
    return (*cell.policies, cell.rules)


class _Queue:
    """Hands out chunks: first a small one under every policy pair, to learn the speeds; then in order."""

    def __init__(self, ledger: _Ledger, *, jobs: int, chunk_games: int | None) -> None:
        self._ledger = ledger
        self._jobs = jobs
        self._chunk_games = chunk_games
        self._lanes: dict[tuple[str, ...], _Lane] = {}  # a comparison plays each game many times
        for cell in ledger.planned:
            lane = self._lanes.setdefault(_lane_of(cell), _Lane())
            for start, stop in ledger.gaps(cell):
                lane.waiting.append((cell, start, stop))
                lane.games_left += stop - start
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
                yield lane.take(self._chunk_games or FIRST_CHUNK)
        for lane in self._lanes.values():
            while lane.waiting and not self.stopped:
                yield lane.take(self._chunk_games or lane.size())

    def timed(self, chunk: Chunk, seconds: float) -> None:
        """Learn from a finished chunk."""
        lane = self._lanes[_lane_of(chunk.cells[0])]
        games = chunk.games * len(chunk.cells)
        lane.games_left -= games
        lane.games_timed += games
        lane.seconds_timed += seconds
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
        )
