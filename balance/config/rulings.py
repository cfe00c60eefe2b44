"""Rulings: where a rulebook can be read more than one way, each reading is a named option."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from balance.errors import ConfigurationError, nearest

Source = Literal["rulebook", "ruling", "assumed"]


@dataclass(frozen=True)
class Option:
    """One reading of a rule: its name, and what it means in one line."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Ruling:
    """One rule that can be read in several ways.

    Parameters
    ----------
    name
        The name used in game files and reports.
    question
        What the ruling settles, in a few words.
    options
        The readings, the default first.
    source
        Where the default comes from when the game file does not give the ruling.
    """

    name: str
    question: str
    options: tuple[Option, ...]
    source: Source = "ruling"

    @property
    def default(self) -> str:
        """The name of the option taken when the game file is silent."""
        return self.options[0].name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the options, the default first."""
        return tuple(option.name for option in self.options)

    def meaning(self, option: str) -> str:
        """Return what an option means, in one line.

        Raises
        ------
        KeyError
            The ruling has no such option.
        """
        return {o.name: o.meaning for o in self.options}[option]


def ruling(name: str, question: str, *options: tuple[str, str], source: Source = "ruling") -> Ruling:
    """Return a ruling from its options, each a name and what it means, the default first."""
    return Ruling(name, question, tuple(Option(*option) for option in options), source)


def named_ruling(name: str, rulings: Mapping[str, Ruling]) -> Ruling:
    """Return a ruling by name.

    Raises
    ------
    ConfigurationError
        There is no such ruling; the message offers the nearest name.
    """
    if name not in rulings:
        msg = f"unknown ruling {name!r}{nearest(name, rulings)}; known rulings: {', '.join(rulings)}"
        raise ConfigurationError(msg)
    return rulings[name]


def check_option(of: Ruling, option: str) -> None:
    """Raise unless a ruling has an option.

    Raises
    ------
    ConfigurationError
        The message lists the options.
    """
    if option not in of.names:
        msg = f"expected one of {', '.join(of.names)}; got {option!r}{nearest(option, of.names)}"
        raise ConfigurationError(msg)
