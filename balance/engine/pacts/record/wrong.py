"""The first wrong event of a record that does not hold, in words: what it says, and what the rules allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from balance.config.document import Document, frozen_data, shown, shown_text
from balance.config.wording import validated
from balance.engine.pacts.describe import PHASES, SIDES
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.record.decisions import Event
from balance.engine.pacts.record.events import Teller
from balance.engine.pacts.record.models import LINES
from balance.engine.pacts.record.path import Path
from balance.engine.pacts.record.read import Record
from balance.engine.record_checks import Wrong, difference
from balance.errors import IllegalActionError, nearest

MOST_LISTED = 12
_NEEDED = {
    "end": "the game is over: expected its end",
    "set_up": "expected set_up first: with random regions it cannot be left out",
}
_OVER = "the game is over: nothing may stand behind its end"
_OF_A_GAME = [word for word in LINES if word not in {"configuration", "game"}]


@dataclass(frozen=True)
class Told:
    """A record beside what the rules say of its decisions, as far as they are legal.

    Parameters
    ----------
    record
        The record.
    teller, path
        Its decisions played.
    blocks
        What stands before the first decision, then for each legal one the decision and what follows from it.
    places
        The place of each decision among the record's events.
    dealt, lying
        The cards of each round and the tile on each region by the seed that the header gives; None without one.
    """

    record: Record
    teller: Teller
    path: Path
    blocks: Sequence[Sequence[Event]]
    places: Sequence[int]
    dealt: NDArray[Any] | None
    lying: NDArray[Any] | None


def misfit(event: Event) -> str | None:
    """Return what is wrong with an event by itself: a field missing, one too many, or one of another kind."""
    word = event["event"]
    if word not in _OF_A_GAME:
        return f"unknown event{nearest(word, _OF_A_GAME)}; known events: {', '.join(_OF_A_GAME)}"
    document = Document("", frozen_data(event))
    _, problems = validated(LINES[word], document)
    return document.text(problems[0], others=len(problems) - 1).removeprefix(": ") if problems else None


def tiles_of(record: Record, regions: Sequence[str], box: Sequence[str]) -> list[int] | Wrong:
    """Return the numbers of the tiles that a record's set-up names, or why there are none."""
    place = next((n for n, event in enumerate(record.given) if _is_set_up(event)), None)
    if place is None:
        line = record.lines[0] if record.lines else record.next_line
        return Wrong(
            line, _name(record, 0), "expected set_up first: with random regions it cannot be left out"
        )
    event, line = record.given[place], record.lines[place]
    problem = misfit(event)
    if problem is not None:
        return Wrong(line, "set_up", problem)
    tiles: dict[str, str] = event["tiles"]
    if set(tiles) != set(regions):
        return Wrong(line, "set_up", f"tiles: expected one for each of {', '.join(regions)}")
    labels = [tiles[region] for region in regions]
    for region, label in zip(regions, labels, strict=True):
        if label not in box:
            near = nearest(label, box)
            message = f"tiles.{region}: expected one of {', '.join(box)}; got {shown(label)}{near}"
            return Wrong(line, "set_up", message)
        if labels.count(label) > list(box).count(label):
            return Wrong(line, "set_up", f"tiles.{region}: tile {label} lies in two regions")
    return [list(box).index(label) for label in labels]


def _is_set_up(given: Event | bytes) -> bool:
    return isinstance(given, dict) and given["event"] == "set_up"


def first_wrong(told: Told) -> Wrong | None:
    """Return the first event of a record that the rules do not allow; None if it only leaves consequences out."""
    record, place = told.record, 0
    for step, block in enumerate(told.blocks):
        due = list(block)
        if step > 0:
            found = _decision(told, step - 1, due.pop(0))
            if found is not None:
                return found
            place = told.places[step - 1] + 1
        stop = told.places[step] if step < len(told.places) else len(record.events)
        over = step == told.path.steps and told.path.at["phase"][step] == k.OVER
        found = _consequences(told, place, stop, due, over=over)
        if found is not None:
            return found
    return _after_the_last(told)


def _decision(told: Told, step: int, expected: Event) -> Wrong | None:
    """Return what is wrong with a decision whose action is legal."""
    record, place = told.record, told.places[step]
    event = record.events[place]
    problem = misfit(event) or difference(event, expected)
    if problem is None and event["event"] == "deal" and told.dealt is not None:
        cards = told.dealt[int(told.path.at["round"][step]) - 1]
        names = [str(told.teller.names.cards[int(kind)]) for kind in cards]
        if [*event["common"], event["special"]] != names:
            problem = f"not the deal of this seed for this header: expected {', '.join(names)}"
    return None if problem is None else Wrong(record.lines[place], event["event"], problem)


def _consequences(told: Told, place: int, stop: int, due: list[Event], *, over: bool) -> Wrong | None:
    """Return the first wrong one of the events from `place` to `stop`, of which those due may be left out."""
    record = told.record
    for here in range(place, stop):
        event, line = record.events[here], record.lines[here]
        found = next((n for n, expected in enumerate(due) if event == expected), None)
        problem = misfit(event) or (_not_due(event, due, over=over) if found is None else _lying(told, event))
        if problem is not None or found is None:
            return Wrong(line, event["event"], problem or "")
        del due[: found + 1]
    missing = next((event["event"] for event in due if event["event"] in _needed(told)), None)
    if missing is not None:
        line = record.lines[stop] if stop < len(record.lines) else record.next_line
        return Wrong(line, _name(record, stop), _NEEDED[missing])
    return None


def _needed(told: Told) -> set[str]:
    """Return the consequences that cannot be left out."""
    return {"end", "set_up"} if told.teller.rules[0]["random_regions"] == k.MIXED else {"end"}


def _lying(told: Told, event: Event) -> str | None:
    """Return what is wrong with the tiles of a set-up by the seed of the record."""
    if event["event"] != "set_up" or told.lying is None:
        return None
    names = told.teller.names
    labels = [names.tiles[int(tile)] for tile in told.lying]
    if event["tiles"] == dict(zip(names.regions, labels, strict=True)):
        return None
    return f"not the tiles of this seed for this header: expected {', '.join(labels)}"


def _not_due(event: Event, due: Sequence[Event], *, over: bool) -> str:
    """Return why a consequence is not one of those due."""
    alike = next((expected for expected in due if expected["event"] == event["event"]), None)
    if alike is not None:
        return difference(event, alike) or "not expected here"
    if over and not due:
        return _OVER
    follows = ", ".join(words(expected) for expected in due[:MOST_LISTED]) or "a decision"
    return f"not expected here; by the rules there follows: {follows}"


def _after_the_last(told: Told) -> Wrong | None:
    """Return what is wrong behind the last legal decision: one that is not legal, or none though the game goes on."""
    record, path, step = told.record, told.path, told.path.steps
    if step == len(told.places) and path.at["phase"][step] == k.OVER:
        return None
    if step == len(told.places):
        return Wrong(
            record.next_line, _name(record, len(record.events)), _expected(told, "the game is not over")
        )
    place = told.places[step]
    event, line = record.events[place], record.lines[place]
    problem = misfit(event)
    if problem is None and path.at["phase"][step] == k.REVEAL:
        problem = "expected the deal" if event["event"] != "deal" else _deal(told, event)
    if problem is None:
        legal = [words(other) for other in told.teller.legal(path, step)]
        given = words(event)
        problem = _expected(told, f"{given!r} is not allowed{nearest(given, legal)}")
    return Wrong(line, event["event"], problem)


def _expected(told: Told, what: str) -> str:
    """Return a message that ends in what the rules allow behind the last legal decision."""
    path, step = told.path, told.path.steps
    phase = PHASES[path.at["phase"][step]]
    if phase == "over":
        return _OVER
    where = f"{what}; round {path.at['round'][step]}"
    if phase == "reveal":
        return f"{where}, expected the deal"
    legal = [words(event) for event in told.teller.legal(path, step)]
    more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
    side = SIDES[path.at["side"][step]]
    return f"{where}, {side} decides ({phase}), allowed: {', '.join(legal[:MOST_LISTED])}{more}"


def _deal(told: Told, event: Event) -> str | None:
    """Return why the cards of a deal cannot be revealed."""
    game = Game.__new__(Game)
    game.rules, game.names = told.teller.rules, told.teller.names
    game.states = told.path.states[told.path.steps :].copy()
    try:
        game.reveal([*event["common"], event["special"]])
    except IllegalActionError as error:
        return shown_text(str(error))
    return None


def words(event: Event) -> str:
    """Return an event on one line without who does it.

    >>> words({"event": "place", "side": "seelie", "region": "center", "cubes": 2})
    'place center 2'
    """
    return shown_text(" ".join([event["event"], *_words(event)]))


def _words(event: Event) -> Iterator[str]:
    for name, value in event.items():
        if name in {"event", "side"} or (name == "as" and value is None):
            continue
        if isinstance(value, list) and all(not isinstance(part, dict) for part in value):
            yield f"[{' '.join(map(str, value))}]"
        elif isinstance(value, (dict, list)):
            yield "…"
        else:
            yield f"as {value}" if name == "as" else "none" if value is None else str(value)


def _name(record: Record, place: int) -> str:
    return record.events[place]["event"] if place < len(record.events) else "end of the record"


__all__ = ["Told", "Wrong", "first_wrong", "misfit", "tiles_of", "words"]
