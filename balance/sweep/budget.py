"""The best answer that fits into a time: numbers of games are multiplied by one factor, which grows pass by pass.

The first pass plays at the smallest factor, one game of each cell. Its results are made at once: an answer is there
early, and how long making one takes is known. Games are timed by who plays them; the next pass's factor is what is
predicted to fit. As games are numbered, a pass plays only what the passes before it lack. A pass that would last too
long is given up, and the answer is that of the pass before.
"""

from __future__ import annotations

import math
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from balance.config.scaling import LARGEST_FACTOR, effort_words, short_factor
from balance.engine.system import RuleSystem
from balance.errors import BalanceError, RunFolderError
from balance.sweep.effort import Lane, games_of, largest, smallest
from balance.sweep.files import read_json
from balance.sweep.manifest import MANIFEST
from balance.sweep.runner import Progress, Told

if TYPE_CHECKING:
    from balance.config.run import Configuration

SLACK_SECONDS, SLACK_PART = 10.0, 0.1
"""A sweep may last longer than its budget by the larger of these: seconds, and a part of the budget."""
GROWTH = 8.0
"""A pass takes at most so many times what all before it took: their speeds tell no more."""
FIRST_PART, PART = 0.8, 0.92
"""What part of the time that is left a pass may be predicted to take, before and after a prediction was tried."""
WORTHWHILE = 1.15
"""A pass is played if it raises the factor by so much."""
AGAIN_PART = 1.3
"""An interrupted pass goes on if all its games would take this part of the time that is left: some are there."""
ENDING_PART, ENDING_SECONDS = 1.5, 1.0
"""What making and writing the results takes, over what making the first took: they grow with the games."""
LEAST_MISSED, MOST_MISSED = 0.6, 2.0
"""How far one pass corrects the prediction of the next."""
_STEPS = 24  # of halving, in the search for a factor

Said = Callable[[str], None]
Played = TypeVar("Played")
Played_co = TypeVar("Played_co", covariant=True)
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Budget:
    """A time for a whole command.

    Parameters
    ----------
    minutes
        How long it may take.
    started
        When it began, by `clock`.
    clock
        Returns a time in seconds that never goes backwards.
    """

    minutes: float
    started: float = field(default_factory=time.monotonic)
    clock: Callable[[], float] = time.monotonic

    @property
    def end(self) -> float:
        """When time is up."""
        return self.started + 60 * self.minutes

    @property
    def slack(self) -> float:
        """Seconds that may be added at most."""
        return max(SLACK_SECONDS, SLACK_PART * 60 * self.minutes)

    def left(self) -> float:
        """Return the seconds that are left."""
        return self.end - self.clock()


class Play(Protocol[Played_co]):
    """Plays all stages of the scaled configuration, going on from what the run's folder holds."""

    def __call__(self, factor: float, tell: Told, say: Said) -> Played_co:
        """Play at a factor."""
        ...


@dataclass(frozen=True)
class Road(Generic[Played, Answer]):
    """What a sweep does, with the numbers of games left open.

    Parameters
    ----------
    configuration, system
        What is played, at factor 1.
    jobs
        Threads.
    play
        Plays at a factor.
    finish
        Makes the results of what was played at a factor; nothing is written.
    note
        Keeps what a run that goes on after an interruption has to know.
    say, tell
        Called with a line now and then, and with the progress after every chunk.
    """

    configuration: Configuration
    system: RuleSystem
    jobs: int
    play: Play[Played]
    finish: Callable[[float, Played], Answer]
    note: Callable[[Mapping[str, Any]], None]
    say: Said
    tell: Told


class _OutOfTime(Exception):  # noqa: N818 (no error: it ends a pass)
    """Time is up."""


def answer_within(
    budget: Budget, road: Road[Played, Answer], *, noted: Mapping[str, Any] | None = None
) -> Answer:
    """Play at growing factors until the time is used, and return the results of the last.

    Parameters
    ----------
    budget
        The time.
    road
        What is played and how.
    noted
        What an interrupted run in the same folder noted; None where there is none.

    Raises
    ------
    BalanceError
        If time is up before each cell has a game; what was played is kept.
    """
    begun, rates = _read_note(noted)
    passes = _Passes(budget, road, rates)
    factor = answered = smallest(road.configuration, road.system)
    answer = passes.begin(factor)
    played: Played | None = None
    while (raised := passes.next_factor(factor, begun)) is not None:
        played = None  # the next pass holds it too
        road.say(f"playing {effort_words(raised)}, which should fit into {budget.minutes:g} minutes")
        try:
            played = passes.play(raised)
        except _OutOfTime:
            road.say(f"they do not fit: the answer is that of {effort_words(factor)}")
            break
        factor, begun = raised, None
    if factor != answered:
        answer = road.finish(factor, road.play(factor, road.tell, _unsaid) if played is None else played)
    elif budget.left() < 0:
        road.say(
            f"{budget.minutes:g} minutes do not suffice: one game of each cell, the least that can be played, took "
            f"{-budget.left():.0f} s more"
        )
    return answer


class _Passes(Generic[Played, Answer]):
    """The passes of a budgeted run: what they took, and what the next one would."""

    def __init__(self, budget: Budget, road: Road[Played, Answer], rates: Mapping[Lane, float]) -> None:
        self._budget = budget
        self._road = road
        self._rates = dict(rates)  # seconds a game of one job
        self._others = 0.0  # seconds of a pass that are no games
        self._playing = 0.0  # seconds of all passes
        self._ending = 0.0  # seconds that making the results and writing them takes
        self._predicted = 0.0  # seconds of the pass that is played next; 0 where that says nothing
        self._missed = 1.0  # what the last pass took, over what was predicted

    def begin(self, factor: float) -> Answer:
        """Play the first pass and make its results."""
        budget, road = self._budget, self._road
        try:
            played = self._timed(factor, budget.end, road.say)
        except _OutOfTime:
            msg = (
                f"{budget.minutes:g} minutes do not suffice: time was up before each cell had a game, the least that "
                "can be played; what was played is kept, and the same command with more --minutes goes on"
            )
            raise BalanceError(msg) from None
        begun = budget.clock()
        answer = road.finish(factor, played)
        self._ending = ENDING_PART * (budget.clock() - begun) + ENDING_SECONDS
        return answer

    def play(self, factor: float) -> Played:
        """Play a pass.

        Raises
        ------
        _OutOfTime
            If it would last too long.
        """
        until = self._budget.end + self._budget.slack / 2 - self._ending - self._others
        return self._timed(factor, until, _unsaid)

    def next_factor(self, factor: float, begun: float | None) -> float | None:
        """Return the factor of the next pass; None where none is worthwhile.

        An interrupted pass, at the factor `begun`, is gone on with if it seems to fit: a smaller one could not use all
        of its games.
        """
        left = self._budget.left() - self._ending
        part = (PART if self._predicted else FIRST_PART) * left
        seconds = self._seconds_from(factor)
        most = largest(self._road.configuration, self._road.system)
        if not self._rates and left > 0:  # all of the first pass was there: nothing is known of speeds
            return short_factor(min(most, GROWTH * factor))
        again = begun is not None and factor < begun <= most and seconds(begun) <= AGAIN_PART * part
        if begun is not None and again:
            part, low = max(part, seconds(begun)), begun
        else:
            part, low = min(part, GROWTH * self._playing), factor
        found = short_factor(_largest_within(seconds, low, most, part))
        if found < min(most, WORTHWHILE * factor) or found <= factor:
            return None
        self._predicted = 0.0 if again else seconds(found)  # how much of it is there is not known
        return found

    def _seconds_from(self, factor: float) -> Callable[[float], float]:
        """Return what predicts the seconds of a pass from the one at `factor` to another.

        Bids and layouts to be played again are chosen anew in each pass: at worst, none of their games is there.
        """
        there = self._games(factor)[0]
        slowest = max(
            self._rates.values(), default=0.0
        )  # of what went on after an interruption, some is not timed

        def seconds(other: float) -> float:
            games, chosen = self._games(other)
            more = {lane: n - there[lane] for lane, n in games.items()}
            own = sum(
                self._rates.get(lane, slowest) * n for part in (more, chosen) for lane, n in part.items()
            )
            return self._missed * (self._others + own / self._road.jobs)

        return seconds

    def _games(self, factor: float) -> tuple[Counter[Lane], Counter[Lane]]:
        """Return the games of a whole pass by lane: those known before it, and at most those that are chosen in it."""
        return games_of(self._road.configuration.scaled(factor), self._road.system)

    def _timed(self, factor: float, until: float, say: Said) -> Played:
        """Play a pass and learn how long its games take."""
        clock, begun = self._budget.clock, self._budget.clock()
        timer = _Timer()
        self._road.note(_note(factor, self._rates))

        def tell(progress: Progress) -> None:
            self._road.tell(progress)
            timer.note(progress)
            if clock() > until:
                raise _OutOfTime

        try:
            played = self._road.play(factor, tell, say)
        finally:
            took = clock() - begun
            self._playing += took
            self._rates |= timer.rates()
            self._road.note(_note(factor, self._rates))
        self._others = max(0.0, took - sum(timer.seconds.values()) / self._road.jobs)
        if self._predicted:
            self._missed = min(max(self._missed * took / self._predicted, LEAST_MISSED), MOST_MISSED)
        return played


class _Timer:
    """Adds up what was played, by lane, over the reports of several calls of the runner."""

    def __init__(self) -> None:
        self.games: Counter[Lane] = Counter()
        self.seconds: defaultdict[Lane, float] = defaultdict(float)
        self._last: Mapping[Lane, tuple[int, float]] = {}

    def note(self, progress: Progress) -> None:
        """Add what a report has more than the one before it; a call of the runner begins again at nothing."""
        for lane, (games, seconds) in progress.timed.items():
            before = self._last.get(lane, (0, 0.0))
            had = before if before[0] <= games else (0, 0.0)
            self.games[lane] += games - had[0]
            self.seconds[lane] += seconds - had[1]
        self._last = progress.timed

    def rates(self) -> dict[Lane, float]:
        """Return the seconds of one job that a game takes."""
        return {lane: self.seconds[lane] / games for lane, games in self.games.items() if games}


def _note(factor: float, rates: Mapping[Lane, float]) -> dict[str, Any]:
    """Return what goes on after an interruption: the factor that is played, and seconds a game."""
    return {"factor": factor, "seconds": [[list(lane), rate] for lane, rate in rates.items()]}


def _read_note(noted: Mapping[str, Any] | None) -> tuple[float | None, dict[Lane, float]]:
    """Return the factor that an interrupted run played at, 1 for one without a budget, and its seconds a game."""
    if noted is None:
        return None, {}
    try:
        rates = {tuple(map(str, lane)): float(rate) for lane, rate in noted.get("seconds", ())}
        return float(noted.get("factor", 1.0)), rates
    except (TypeError, ValueError):  # a file changed by hand: it only made things quicker
        return None, {}


def factor_spent(folder: Path, minutes: float) -> float | None:
    """Return the factor that the finished run in a folder came to under the same budget; None if there is none."""
    try:
        told = read_json(folder / MANIFEST).get("budget")
    except RunFolderError:
        return None
    if not isinstance(told, dict) or told.get("minutes") != minutes:
        return None
    factor = told.get("factor")
    return factor if isinstance(factor, float) and 0 < factor <= LARGEST_FACTOR else None


def _largest_within(seconds: Callable[[float], float], low: float, high: float, limit: float) -> float:
    """Return the largest factor from `low` to `high` that is predicted to keep within a limit in seconds, or `low`."""
    if seconds(high) <= limit:
        return high
    for _ in range(_STEPS):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if seconds(middle) <= limit else (low, middle)
    return low


def _unsaid(_: str) -> None:
    """Say nothing."""
