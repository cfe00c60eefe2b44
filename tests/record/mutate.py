"""One change at a time to a record that holds."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

Line = dict[str, Any]
OTHER = {"seelie": "unseelie", "unseelie": "seelie", "dark": "light", "light": "dark"}
DECISIONS = frozenset(
    (
        *(
            "auction_cube",
            "court",
            "deal",
            "split",
            "select",
            "end_turn",
            "card",
            "place",
            "allot",
            "take_back",
        ),
        *("move", "remove", "remove_all", "swap", "remove_tile", "copy", "passive", "skip"),
    )
)


@dataclass(frozen=True)
class Mutation:
    """A changed record.

    Parameters
    ----------
    what
        The kind of change, and where.
    lines
        The record, its header first.
    place
        The first line that is changed, counted from 0 (the header).
    decision
        Whether a decision is changed, so that the record may still be lawful there.
    """

    what: str
    lines: list[Line]
    place: int
    decision: bool


def mutations(lines: list[Line], generator: np.random.Generator, each: int = 1) -> Iterator[Mutation]:
    """Yield changes of a record: of every kind up to `each`, at random places.

    Parameters
    ----------
    lines
        A record that holds, its header first; it is left as it is.
    """
    kinds: dict[str, list[tuple[int, Any]]] = {}
    for place, line in enumerate(lines):
        if place > 0:
            for kind, change in _changes(line, lines):
                kinds.setdefault(kind, []).append((place, change))
            if place + 1 < len(lines) and lines[place + 1] != line:
                pair = f"{line['event']} and {lines[place + 1]['event']}"
                kinds.setdefault(f"order: {pair}", []).append((place, None))
            kinds.setdefault(f"twice: {line['event']}", []).append((place, "twice"))
    for kind, found in sorted(kinds.items()):
        for n in generator.permutation(len(found))[:each]:
            place, change = found[int(n)]
            changed = deepcopy(lines)
            decision = lines[place]["event"] in DECISIONS
            if change is None:
                changed[place], changed[place + 1] = changed[place + 1], changed[place]
                decision = decision or lines[place + 1]["event"] in DECISIONS
            elif change == "twice":
                changed.insert(place + 1, deepcopy(changed[place]))
                place += 1
            else:
                changed[place] = change
            yield Mutation(f"{kind} in line {place + 1}", changed, place, decision)


def _changes(line: Line, lines: list[Line]) -> Iterator[tuple[str, Line]]:
    """Yield a line with one field changed, in every way there is, and what kind of change it is."""
    regions = list(lines[1].get("tiles", {})) or ["top-left", "center"]
    for name, value in line.items():
        if name == "event":
            continue
        kind = f"{line['event']}.{name}"
        for other in _others(name, value, regions):
            yield kind, {**line, name: other}
        yield f"{kind} left out", {key: part for key, part in line.items() if key != name}
    yield f"{line['event']} with a field more", {**line, "more": 1}
    yield f"{line['event']} misspelt", {**line, "event": line["event"] + "s"}


def _others(name: str, value: Any, regions: list[str]) -> Iterator[Any]:
    """Yield other values of the same kind, or of a kind that Python takes for the same."""
    if isinstance(value, bool):
        yield not value
        yield int(value)
    elif isinstance(value, int):
        yield value + 1
        yield from [value - 1] if value > 0 else []
        yield from [bool(value)] if value in {0, 1} else []
    elif value is None:
        yield {"card": "MOVE 1", "as": "MOVE 1", "winner": "seelie", "to": "seelie"}.get(name, regions[0])
    elif isinstance(value, str):
        if value in OTHER:
            yield OTHER[value]
        elif value in regions:
            yield regions[(regions.index(value) + 1) % len(regions)]
            yield value + "s"
        else:
            yield {"card": "MOVE 9", "special": "MOVE 9"}.get(name, "add" if value != "add" else "place")
        if name in {"card", "to", "winner"}:
            yield None
    elif isinstance(value, list):
        yield from _lists(name, value, regions)
    elif isinstance(value, dict):
        for key, part in value.items():
            for other in _others(key, part, regions):
                yield {**value, key: other}
        yield {key: part for n, (key, part) in enumerate(value.items()) if n > 0}


def _lists(name: str, value: list[Any], regions: list[str]) -> Iterator[list[Any]]:
    if name in {"token_pile", "other_pile", "slots", "unused"}:
        yield sorted({*value} ^ {2})
        if len(value) > 1:
            yield value[::-1]
            yield [value[0], *value]
    elif value:
        yield value[1:]
        if len(value) > 1 and value[0] != value[1]:
            yield [value[1], value[0], *value[2:]]
        for other in _others(name, value[0], regions):
            yield [other, *value[1:]]
