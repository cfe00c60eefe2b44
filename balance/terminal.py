"""What a sweep says while it runs: a progress bar on a terminal, a few plain lines elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from balance.errors import one_line

if TYPE_CHECKING:
    from balance.sweep.runner import Progress as Report

_STAGES: Mapping[int, str] = {1: "bid 0", 2: "bids", 3: "other rules"}
_STEPS = 4  # plain lines per stage


class Teller:
    """Tells how a sweep goes, on stderr; `say` and `tell` are what `run_sweep` calls.

    Parameters
    ----------
    quiet
        Say nothing.
    stages
        What the stages are called, by number.
    """

    def __init__(self, *, quiet: bool, stages: Mapping[int, str] = _STAGES) -> None:
        self._quiet = quiet
        self._stages = stages
        self._bar: Progress | None = None
        self._tasks: dict[int, TaskID] = {}
        self._steps: dict[int, int] = {}

    def __enter__(self) -> Self:
        console = Console(stderr=True)
        if not self._quiet and console.is_terminal:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.completed:.0f}/{task.total:.0f} cells"),
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
        name = self._stages.get(report.stage, f"stage {report.stage}")
        if self._bar is not None:
            if report.stage not in self._tasks:
                self._tasks[report.stage] = self._bar.add_task(name, speed="")
            self._bar.update(
                self._tasks[report.stage],
                completed=report.cells_done,
                total=report.cells,
                speed=speed(report),
            )
            return
        step = _STEPS * report.games_done // max(report.games, 1)
        if step > self._steps.get(report.stage, -1):
            self._steps[report.stage] = step
            self.say(f"{name}: {report.cells_done:,} of {report.cells:,} cells; {speed(report)}")


def speed(report: Report) -> str:
    """Return games a second and the time left, in words."""
    if report.games_done >= report.games:
        left = "done"
    elif report.seconds_left is None:
        return f"{report.games:,} games to play"
    else:
        left = f"{duration(report.seconds_left)} left"
    return f"{report.games_per_second:,.0f} games a second, {left}"


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
