"""Ctrl-C and SIGTERM: what is being played is finished and kept before a program ends."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from balance.errors import Terminated


@contextmanager
def interrupts(stop: Callable[[], None]) -> Iterator[list[KeyboardInterrupt]]:
    """Call `stop` at the first Ctrl-C or SIGTERM, so that what is being played is kept; raise at the second.

    Yields a list that holds what is to be raised afterwards: nothing, or the first of them. SIGTERM is only noticed
    inside `terminable`.
    """
    caught: list[KeyboardInterrupt] = []
    usual = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: _terminate}
    handled = {number: handler for number, handler in usual.items() if signal.getsignal(number) is handler}

    def handle(number: int, _: FrameType | None) -> None:
        _restore()
        caught.append(Terminated() if number == signal.SIGTERM else KeyboardInterrupt())
        stop()

    def _restore() -> None:
        for number, handler in handled.items():
            signal.signal(number, handler)

    if not _may_handle():
        yield caught
        return
    for number in handled:
        signal.signal(number, handle)
    try:
        yield caught
    finally:
        _restore()


@contextmanager
def terminable() -> Iterator[None]:
    """Let SIGTERM raise `Terminated`, unless somebody else sees to it."""
    if not _may_handle() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminate(*_: object) -> None:
    raise Terminated


def _may_handle() -> bool:
    """Tell whether this thread may: only the first of a process."""
    return threading.current_thread() is threading.main_thread()
