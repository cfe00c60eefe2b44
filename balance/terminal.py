"""What a sweep says while it runs: a progress bar on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from balance.errors import one_line

if TYPE_CHECKING:
    from balance.sweep.runner import Progress as Report
    from balance.words import Words


def stages_of(words: Words) -> Mapping[int, str]:
    """Return what a sweep's stages are called."""
    even = "games without cubes" if words.bids else "games"
    return {1: even, 2: "bids", 3: "other rules", 4: f"{words.setting}s again"}


SECONDS = 10.0
"""Between two plain lines."""


class Teller:
    """Tells how a sweep goes, on stderr; `say` and `tell` are what `run_sweep` calls.

    A stage that decides what to play next from what it has played comes in rounds, each with its own games to play.

    Parameters
    ----------
    quiet
        Say nothing.
    stages
        What the stages are called, by number.
    clock
        Returns the time in seconds.
    """

    def __init__(
        self,
        *,
        quiet: bool,
        stages: Mapping[int, str] = MappingProxyType({}),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._quiet = quiet
        self._stages = stages
        self._clock = clock
        self._bar: Progress | None = None
        self._tasks: dict[int, TaskID] = {}
        self._rounds: dict[int, int] = {}
        self._last: Report | None = None
        self._told = -SECONDS  # when the last plain line was written, once there is one

    def __enter__(self) -> Self:
        console = Console(stderr=True)
        terminal = (
            sys.stderr is not None and sys.stderr.isatty()
        )  # not rich's opinion: a log may force colours
        if not self._quiet and terminal and console.is_interactive:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(bar_width=20),
                TextColumn("{task.completed:,.0f}/{task.total:,.0f} games"),
                TextColumn("{task.fields[speed]}"),
                console=console,
            )
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def say(self, line: str) -> None:
        """Say a line."""
        if self._bar is not None:
            self._bar.console.print(one_line(line), markup=False, highlight=False)
        elif not self._quiet and sys.stderr is not None:
            sys.stderr.write(f"{one_line(line)}\n")
            sys.stderr.flush()

    def tell(self, report: Report) -> None:
        """Tell the progress."""
        begins = self._begins(report)
        self._last = report
        if begins:
            self._rounds[report.stage] = self._rounds.get(report.stage, 0) + 1
        if self._bar is not None:
            self._draw(self._bar, report)
        elif self._is_due(report, begins=begins):
            self._told = self._clock()
            self.say(f"{self._name(report)}: {done(report)}")

    def _begins(self, report: Report) -> bool:
        """Tell whether a report is the first of a stage, or of a round of it."""
        last = self._last
        return (
            last is None
            or (last.stage, last.games) != (report.stage, report.games)
            or report.games_done < last.games_done
        )

    def _is_due(self, report: Report, *, begins: bool) -> bool:
        """Tell whether a plain line is due: when a stage begins and when its first round ends, else now and then."""
        first_round = self._rounds[report.stage] == 1
        ends = report.games_done >= report.games
        return (first_round and (begins or ends)) or self._clock() - self._told >= SECONDS

    def _name(self, report: Report) -> str:
        name = self._stages.get(report.stage, f"stage {report.stage}")
        number = self._rounds[report.stage]
        return name if number == 1 else f"{name}, round {number}"

    def _draw(self, bar: Progress, report: Report) -> None:
        if report.stage not in self._tasks:
            self._tasks[report.stage] = bar.add_task("", speed="")
        bar.update(
            self._tasks[report.stage],
            description=self._name(report),
            completed=report.games_done,
            total=report.games,
            speed=speed(report),
        )


def done(report: Report) -> str:
    """Return how much of a stage is played, how fast that goes and how long it takes, in words."""
    if report.games_done == 0:
        return f"{report.games:,} games to play"
    percent = 100 * report.games_done // max(report.games, 1)
    return f"{report.games_done:,} of {report.games:,} games ({percent}%); {speed(report)}"


def speed(report: Report) -> str:
    """Return games a second and the time left, in words."""
    if report.games_done >= report.games:
        return f"{report.games_per_second:,.0f} games a second, done"
    if report.seconds_left is None:
        return "speed not yet known"
    return f"{report.games_per_second:,.0f} games a second, {duration(report.seconds_left)} left"


def duration(seconds: float) -> str:
    """Return a duration in words.

    Examples
    --------
    >>> duration(7.2), duration(150), duration(7200)
    ('8 s', '2 min 30 s', '2 h 0 min')
    """
    whole = int(-(-seconds // 1))
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"
