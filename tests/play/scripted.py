"""A table without a terminal: the answers are a list, what is shown is kept as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from io import StringIO
from typing import Any

from rich.console import Console, RenderableType

from balance.config.pacts import Configuration
from balance.engine.system import PolicyHandle, RuleSystem
from balance.loading import engine_of
from balance.play.resuming import Saved
from balance.play.start import visit
from balance.play.wishes import Wishes, checked
from tests.support import shipped


class Scripted:
    """A person who types the answers of a list and then is gone, or interrupts."""

    def __init__(
        self, answers: Iterable[str], *, end: type[BaseException] = EOFError, width: int = 80
    ) -> None:
        self._answers: Iterator[str] = iter(answers)
        self._end = end
        self._file = StringIO()
        self._console = Console(file=self._file, width=width, highlight=False)
        self.screens: list[str] = [""]

    def fresh(self) -> None:
        self.screens.append("")

    def show(self, *what: RenderableType) -> None:
        for one in what:
            self._console.print(one, markup=False)
        self.screens[-1] += self._file.getvalue()
        self._file.seek(0)
        self._file.truncate()

    def ask(self, question: str) -> str:
        try:
            answer = next(self._answers)
        except StopIteration:
            raise self._end from None
        self.show(f"{question} {answer}")
        return answer

    @property
    def text(self) -> str:
        return "".join(self.screens)


@cache
def engine() -> tuple[RuleSystem, dict[str, PolicyHandle]]:
    """Return the engine and the policies of the shipped configuration."""
    return engine_of(shipped(), ["planner", "greedy", "random"], say=lambda _: None)


def sit(
    answers: Iterable[str],
    *,
    configuration: Configuration | None = None,
    end: type[BaseException] = EOFError,
    saved: Saved | None = None,
    **wishes: object,
) -> tuple[int, Scripted]:
    """Play by a list of answers; return the exit code and the table."""
    what = configuration or shipped()
    table = Scripted(answers, end=end)
    options: Any = {
        "seed": 7,
        "side": "seelie",
        "seelie": "dragons",
        "unseelie": "kelpies",
        "against": "random",
        **wishes,
    }
    asked = Wishes(**options)
    what = checked(what, asked)
    system, policies = engine()
    if configuration is not None or asked.against not in policies:
        system, policies = engine_of(what, asked.policies, say=lambda _: None)
    code = visit(table, what, asked, system, policies, saved=saved)
    return code, table
