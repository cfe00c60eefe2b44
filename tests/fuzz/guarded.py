"""Running one input within limits of time and memory, and what came of it.

Everything may be refused with one message (`BalanceError`) or done; anything else is a find.
"""

from __future__ import annotations

import re
import resource
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Final

from balance.errors import BalanceError

SECONDS: Final = 20.0
"""Of computing that one input may take, however busy the machine is with other things."""
LARGEST: Final = 6 << 30
"""Bytes of address space of the process, so that what asks for more fails instead of the machine."""
GROWTH: Final = 600_000
"""kB by which one input may raise the most memory that the process ever had."""
LONGEST_MESSAGE: Final = 1500
REFUSED: Final = "refused"
DONE: Final = "done"

_NAMES = re.compile(r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"|[-+−]?\d[\d.,e+-]*|/\S+")


class Hang(BaseException):
    """An input took too long; no part of the project may catch it."""


class BrokenError(AssertionError):
    """What was made of an input is not as it must be."""


@dataclass(frozen=True)
class Outcome:
    """What came of an input.

    Parameters
    ----------
    kind
        `REFUSED`, `DONE`, or the kind of a find: the name of an exception, "hang", "memory" or "message".
    words
        The message without names and numbers, or where it happened: equal for what is alike.
    told
        In full.
    """

    kind: str
    words: str
    told: str

    @property
    def find(self) -> bool:
        """Whether it must not be so."""
        return self.kind not in {REFUSED, DONE}


def limit_memory() -> None:
    """Let this process take no more than `LARGEST` bytes."""
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST, resource.getrlimit(resource.RLIMIT_AS)[1]))


def outcome_of(read: Callable[[], str], seconds: float = SECONDS) -> Outcome:
    """Run something and return what came of it; `read` says in a word what it did."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        with _within(seconds):
            done = read()
    except BalanceError as error:
        found = _refusal(str(error))
    except Hang as error:
        found = Outcome("hang", _place(error), "".join(traceback.format_exception(error)))
    except Exception as error:
        found = Outcome(type(error).__name__, _place(error), "".join(traceback.format_exception(error)))
    except BaseException as error:  # polars' panics are none of Exception
        if isinstance(error, KeyboardInterrupt):
            raise
        found = Outcome(type(error).__name__, _place(error), "".join(traceback.format_exception(error)))
    else:
        found = Outcome(DONE, done, done)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    if grown > GROWTH and not found.find:
        return Outcome("memory", found.words, f"{grown:,} kB more; {found.told}")
    return found


def _refusal(message: str) -> Outcome:
    """Return a refusal, or what is wrong with its words."""
    wrong = ""
    if len(message) > LONGEST_MESSAGE:
        wrong = "long"
    elif not message.strip():
        wrong = "empty"
    elif re.search(r"Traceback| object at 0x|<class |pydantic\.dev", message):
        wrong = "of a program's own"
    kind = f"message: {wrong}" if wrong else REFUSED
    return Outcome(kind, _NAMES.sub("…", message)[:160], message)


def _place(error: BaseException) -> str:
    """Return the project's innermost frames."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "/balance/" in f.filename]
    frames = frames or list(traceback.extract_tb(error.__traceback__))
    return " < ".join(f"{f.filename.rpartition('/balance/')[2]}:{f.lineno} {f.name}" for f in frames[:-4:-1])


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    def late(number: int, frame: FrameType | None) -> None:
        raise Hang

    old = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)
