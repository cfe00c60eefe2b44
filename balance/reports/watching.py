"""Games to watch: a few games of each pairing, with the page that shows each and the command that replays it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

REASONS: Final = ("typical", "close", "upset")
"""Why a game was chosen, in the order in which a pairing's games are told.

Typical: its margin is nearest the pairing's mean. Close: hardly a point between the two. Upset: won by the side that
loses most games of the pairing.
"""


@dataclass(frozen=True)
class Watched:
    """One game that is worth watching.

    Parameters
    ----------
    first, second
        The contestants in the first and the second seat.
    setting
        The setting that it was played under (Pacts: the layout).
    game
        Its number in its cell, from 0.
    reason
        Why it was chosen: one of `REASONS`.
    margin
        Its final margin in points, first seat less second.
    winner
        The seat that won; empty where a level game is shared.
    href
        The address of its page, relative to the report's.
    command
        What shows the same game from the run folder.
    """

    first: str
    second: str
    setting: str
    game: int
    reason: str
    margin: int
    winner: str
    href: str
    command: str
