"""What has happened at the table, in lines that the person may read: the other side's court card stays face down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from balance.config.pacts.models import Configuration
from balance.engine.pacts.record import write
from balance.engine.pacts.session import Session
from balance.engine.pacts.text import Board, Narrator

Event = Mapping[str, Any]


def story(session: Session, configuration: Configuration, person: str) -> list[str]:
    """Return everything that has happened in a game, as `person` may know it.

    While courts are chosen, not even that the other side has laid one; then that it has, until its turn. Where factions
    are hidden until first used, not what the other side leaves undone of its passive: that would tell which it has.
    """
    events: list[Event] = [*write.events(session.start, session.moves)]
    while (
        events
        and session.phase == "court"
        and events[-1]["event"] == "court"
        and events[-1]["side"] != person
    ):
        del events[-1]
    if session.game.rules[0]["factions_hidden"]:
        events = list(_without_secrets(events, person))
    told = list(_face_down(events, person))
    return list(_without_boards(Narrator(Board.of(configuration)).lines(told)))


def _without_secrets(events: Sequence[Event], person: str) -> Iterator[Event]:
    """Leave out what the other side was asked for the sake of its passive, and did nothing with."""
    for event, following in zip(events, [*events[1:], {"event": None}], strict=True):
        word = event["event"]
        nothing = (
            (word == "end_turn" and not event["unused"])
            or (word == "skip" and event["of"] in {"passive", "after_wild", "take_back"})
            or (word == "place" and event.get("passive") is True and following["event"] == "skip")
        )
        if event.get("side") in {None, person} or not nothing:
            yield event


def _face_down(events: Iterable[Event], person: str) -> Iterator[Event]:
    """Yield the events, the other side's court card without its name until it is turned up."""
    waiting: list[Event] = []  # from a court card that still lies face down on
    for event in events:
        if event["event"] == "court" and event["side"] != person and event["card"] is not None:
            waiting = [event]
        elif event["event"] == "court_reveal" and waiting and event["side"] != person:
            yield from (*waiting, event)
            waiting = []
        elif waiting:
            waiting.append(event)
        else:
            yield event
    for event in waiting[:1]:
        yield {**event, "card": "a court card"}
    yield from waiting[1:]


def _without_boards(lines: Iterator[str]) -> Iterator[str]:
    """Leave boards and empty lines out: the screen shows the board."""
    on_board = False
    for line in lines:
        on_board = on_board or (line.startswith("  region") and "symbol" in line)
        if line and not on_board and not line.startswith(("After round", "Set-up")):
            yield line
        if line.startswith("  score:"):
            on_board = False


__all__ = ["story"]
