"""What a replay says of each event: the words of the text replay, cut into one sentence an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balance.engine.pacts.text import Board, Narrator
from balance.reports.replay.table import Event

_NO_WORDS = {"position"}  # the text draws the board there; the page always does


def sentences(events: Sequence[Event], board: Board) -> Iterator[tuple[str, str]]:
    """Yield for each event what to say, and what to say to someone who does not see face-down cards.

    Parameters
    ----------
    events
        A game's events, from its set-up on.
    board
        Symbols and tile values, as the text replay takes them.
    """
    at = 0
    for number, lines in Narrator(board).told(events):
        event = events[at]
        say = (
            "" if event["event"] in _NO_WORDS else _sentence(event, [line.strip() for line in lines if line])
        )
        yield say, _hidden(event, say)
        yield from [("", "")] * (number - 1)
        at += number


def _sentence(event: Event, lines: Sequence[str]) -> str:
    """Return lines of the text as one sentence; tables are left out, for the page draws the board."""
    if event["event"] == "set_up":
        return "The board is set up"
    if event["event"] == "scoring":
        return f"{lines[0]}: {lines[-1]}"
    return " ".join(lines)


def _hidden(event: Event, say: str) -> str:
    if event["event"] != "court" or event["card"] is None:
        return say
    return f"{event['side'].capitalize()} lays a court card face down"
