"""Timing: medians on one core, processes with their memory, and the table of results."""

from __future__ import annotations

import os
import platform
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUN_SECONDS = 1.0  # what one run of a game loop is sized to
POLL_SECONDS = 0.1


@dataclass(frozen=True)
class Row:
    """One line of the table.

    `met` is None where there is no target, or where it was not measured.
    """

    what: str
    value: str
    target: str = ""
    met: bool | None = None
    runs: str = ""


def reached(
    what: str, value: float, unit: str, *, least: float | None = None, most: float | None = None, runs: int
) -> Row:
    """Return the row of a measured value with its target: at least `least`, or at most `most`."""
    bound = least if least is not None else most
    met = None if bound is None else value >= bound if least is not None else value <= bound
    words = "" if bound is None else f"at {'least' if least is not None else 'most'} {_number(bound)} {unit}"
    return Row(what, f"{_number(value)} {unit}", words.strip(), met, str(runs))


def left_out(what: str, target: str, why: str) -> Row:
    """Return the row of something that was not measured."""
    return Row(what, f"not measured: {why}", target)


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a markdown table.

    Examples
    --------
    >>> print(table([Row("games", "3 a second", "at least 2 a second", True, "5")]))
    | what | measured | target | met | runs |
    | --- | --- | --- | --- | --- |
    | games | 3 a second | at least 2 a second | yes | 5 |
    """
    words = {True: "yes", False: "**no**", None: ""}
    lines = ["| what | measured | target | met | runs |", "| --- | --- | --- | --- | --- |"]
    lines += [f"| {row.what} | {row.value} | {row.target} | {words[row.met]} | {row.runs} |" for row in rows]
    return "\n".join(lines)


def machine() -> str:
    """Return what the numbers were measured on."""
    model = "unknown processor"
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        model = names[0] if names else model
    tools = ", ".join(f"{name} {version(name)}" for name in ("numba", "numpy"))
    return f"{cores()} cores, {model}; Python {platform.python_version()}, {tools}"


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def seconds(call: Callable[[], object]) -> float:
    """Return how long a call takes on the clock."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def median_seconds(call: Callable[[], object], runs: int) -> float:
    """Return the median of some runs."""
    return statistics.median(seconds(call) for _ in range(runs))


def python(code: str, *arguments: str, environment: Mapping[str, str] | None = None) -> float:
    """Return how long a Python process with this code takes, start to end."""
    command = [sys.executable, "-c", code, *arguments]
    return process(command, environment=environment)[0]


def process(
    command: Sequence[str | Path], *, cwd: Path = ROOT, environment: Mapping[str, str] | None = None
) -> tuple[float, float]:
    """Run a command, its output thrown away, and return seconds and peak memory in MiB.

    The memory is the largest sum over the command and all processes that it started, looked at ten times a
    second; never less than the largest peak of any one of them.

    Raises
    ------
    subprocess.CalledProcessError
        The command failed.
    """
    start = time.perf_counter()
    child = subprocess.Popen(
        command,
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    watch = _Watch(child.pid)
    watch.start()
    try:
        _, status, usage = os.wait4(child.pid, 0)
    except BaseException:
        os.killpg(child.pid, signal.SIGTERM)
        raise
    finally:
        elapsed = time.perf_counter() - start
        watch.stop()
    code = child.returncode = os.waitstatus_to_exitcode(status)
    if code:
        raise subprocess.CalledProcessError(code, list(map(str, command)))
    # what wait4 says includes the size of the process that forked, so it serves only where nothing else is told
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return elapsed, watch.most or usage.ru_maxrss / unit


class _Watch(threading.Thread):
    """Follows the memory of a session of processes."""

    def __init__(self, session: int) -> None:
        super().__init__(daemon=True)
        self._session = session
        self._ended = threading.Event()
        self.most = 0.0  # MiB

    def run(self) -> None:
        while not self._ended.wait(POLL_SECONDS):
            self.most = max(self.most, _resident(self._session))

    def stop(self) -> None:
        """Look no more."""
        self._ended.set()
        self.join()


def _resident(session: int) -> float:
    """Return the resident memory of a session's processes in MiB; 0 where the system does not tell.

    Never less than the largest peak that any one of them has reached.
    """
    pages, peak = 0, 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[3]) == session:
                pages += int((folder / "statm").read_text(encoding="utf-8").split()[1])
                told = (folder / "status").read_text(encoding="utf-8").partition("VmHWM:")[2].split()
                peak = max(peak, int(told[0]) if told else 0)
        except (OSError, IndexError):  # it has ended meanwhile
            continue
    return max(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, peak / 2**10)


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"
