"""What a game says and asks at the table, and the terminal as one."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Protocol

from rich.console import Console, RenderableType

from balance.errors import one_line

WIDTH = 80  # columns that everything fits into; a wider terminal is not filled

NARROWEST = WIDTH // 2  # one column of options; a narrower terminal breaks the lines itself


class Table(Protocol):
    """Where a game is shown and a person answers."""

    def fresh(self) -> None:
        """Begin a new screen."""
        ...

    def show(self, *what: RenderableType) -> None:
        """Show lines of text, or anything that rich can render."""
        ...

    def ask(self, question: str) -> str:
        """Return what the person answers, without spaces at its ends.

        Raises
        ------
        EOFError
            There will be no more answers.
        """
        ...


class Terminal:
    """The terminal: colours where it has them, a new screen only on a real one."""

    def __init__(self) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401 (makes input() a line that can be edited)
        console = Console(highlight=False)
        self._console = Console(highlight=False, width=max(NARROWEST, min(console.width, WIDTH)))

    def fresh(self) -> None:
        """Clear the screen, or draw a line where there is none to clear."""
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._console.clear()
        else:
            self._console.rule(style="")

    def show(self, *what: RenderableType) -> None:
        """Show lines of text, or anything that rich can render."""
        for one in what:
            self._console.print(one, markup=False)

    def ask(self, question: str) -> str:
        """Ask on a line of its own."""
        if sys.stdin is None:  # closed by whoever started the program
            raise EOFError
        try:
            answer = input(f"{question} ")
        except UnicodeDecodeError:  # bytes that are no text in the terminal's encoding
            return "\N{REPLACEMENT CHARACTER}"
        except (EOFError, KeyboardInterrupt):
            self._console.print()  # what follows stands on a line of its own
            raise
        if not sys.stdin.isatty():
            self._console.print(one_line(answer), markup=False)  # nobody else echoes it
        return answer.strip()
