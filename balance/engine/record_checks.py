"""What is wrong with a record, in words that are the same for all rule systems."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from balance.config.document import dotted, shown, shown_text
from balance.errors import nearest


class Checked(Protocol):
    """Whether one record holds."""

    @property
    def holds(self) -> bool:
        """Whether the record holds."""
        ...

    @property
    def text(self) -> str:
        """One line: file, line, event and what is wrong; empty where the record holds."""
        ...


@dataclass(frozen=True)
class Wrong:
    """A wrong event: its line in the file, its name, and what is wrong with it."""

    line: int
    event: str
    message: str

    def __str__(self) -> str:
        return f"{self.line}: {shown_text(self.event)}: {self.message}"


def unknown(field: str, name: str, known: Iterable[str]) -> Iterator[str]:
    """Yield what is wrong with a name that is not known."""
    names = list(known)
    if name not in names:
        yield f"{field}: expected one of {', '.join(names)}; got {name!r}{nearest(name, names)}"


def other_rulings(given: Mapping[str, str], known: Mapping[str, str]) -> Iterator[str]:
    """Yield in what the rulings of a header differ from those of the configuration."""
    for ruling, option in known.items():
        if ruling not in given:
            yield f"rulings: missing key {ruling!r}"
        elif given[ruling] != option:
            yield f"rulings.{ruling}: expected {option}, as in the configuration; got {given[ruling]!r}"
    for ruling in given:
        yield from unknown("rulings", ruling, known)


def difference(given: Any, expected: Any, path: tuple[str | int, ...] = ()) -> str | None:
    """Return the first place where an event is not what was expected, and what stands there; None if it is the same.

    >>> difference({"event": "end", "margin": 2}, {"event": "end", "margin": 3})
    'margin: expected 3; got 2'
    """
    if _written(given) == _written(expected):
        return None
    if isinstance(given, dict) and isinstance(expected, dict):
        for name in expected:
            if name not in given:
                return f"{dotted(path)}: missing key {name!r}".removeprefix(": ")
            found = difference(given[name], expected[name], (*path, name))
            if found is not None:
                return found
        more = next(name for name in given if name not in expected)
        return f"{dotted((*path, more))}: unknown key {shown(more)}"
    if isinstance(given, list) and isinstance(expected, list | tuple) and len(given) == len(expected):
        pairs = enumerate(zip(given, expected, strict=True))
        return next(d for n, (a, b) in pairs if (d := difference(a, b, (*path, n))) is not None)
    both = [repr(part) if isinstance(part, list) else shown(part) for part in (expected, given)]
    return f"{dotted(path)}: expected {shown_text(both[0])}; got {shown_text(both[1])}"


def _written(value: Any) -> str:
    """Return a value as JSON, in which true is not 1, as it is in Python."""
    return json.dumps(value, sort_keys=True)
