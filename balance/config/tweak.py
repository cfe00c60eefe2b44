"""What a tweak is, whatever the rule system: a base with some rules changed, and what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field

from balance.config.base import DisplayName, Model
from balance.config.document import Where, dotted
from balance.config.run import Configuration

BASE: Final = "base"
"""What stands for the rules that a tweak changes, wherever tweaks are named."""


class TweakHead(Model):
    """What a tweak says of itself."""

    name: DisplayName | None = Field(
        default=None, description="What the tweak is called in reports. Left out: the file's name."
    )
    why: Annotated[str, Field(min_length=1)] = Field(
        default="", description="Your reason, for whoever reads the report."
    )


@dataclass(frozen=True)
class Change:
    """One value that a tweak changes: where in dotted words, what it was, and what it becomes (None: not there)."""

    where: str
    old: Any
    new: Any

    def __str__(self) -> str:
        return f"{self.where}: {_words(self.old)} → {_words(self.new)}"


@dataclass(frozen=True)
class Tweak:
    """A base with some rules changed.

    Parameters
    ----------
    name
        As the file says, or the file's name without its ending.
    why
        The designer's reason; may be empty.
    path
        The file.
    changes
        What differs from the base, value by value.
    configuration
        The changed configuration in full.
    """

    name: str
    why: str
    path: Path
    changes: tuple[Change, ...]
    configuration: Configuration


def differences(old: Configuration, new: Configuration) -> Iterator[Change]:
    """Yield every value that differs."""
    before, after = (dict(_leaves(what.rules(), ())) for what in (old, new))
    for path in dict.fromkeys([*before, *after]):
        if before.get(path) != after.get(path):
            yield Change(dotted(path).removeprefix("game."), before.get(path), after.get(path))


def _leaves(data: Any, path: Where) -> Iterator[tuple[Where, Any]]:
    if isinstance(data, Mapping) and data:
        for key, value in data.items():
            yield from _leaves(value, (*path, key))
    else:
        yield path, data


def _words(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, (list, tuple)):
        return str(value)
    return ", ".join(
        " ".join(map(str, part)) if isinstance(part, (list, tuple)) else str(part) for part in value
    )
