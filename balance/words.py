"""What a rule system calls its things, so that reports speak the words of the game that was played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self


@dataclass(frozen=True)
class Words:
    """The words of a rule system; all nouns in the singular.

    Parameters
    ----------
    title
        The system as a heading prints it.
    contestant, setting
        What takes a seat, and what games are played in (Pacts: faction, layout).
    game
        One play of it.
    point
        The unit of margins.
    seats
        Seat → its name as printed.
    sides
        Whether the rules treat the seats unlike; if not, they are labels, and one seat's advantage is a check.
    tie_break
        Whether the rules name a winner of level games; if not, those are half a win each.
    bids
        Whether something can be given to one seat before play.
    dealt
        Whether contestants are dealt to the players before play, so that choosing among those is worth a thought.
    luck
        What chance acts by, in the plural: games are played again "on the same decks".
    where
        The preposition of a setting: games are played “on” a layout, “in” a contest.
    chosen
        Whether contestants are ways to play that players choose; if not, a designer gives them what they have, and the
        strongest is the one to weaken.
    notes
        What can be switched off of a contestant → a sentence that explains it, where its name does not.
    seats_meaning
        A sentence on what a seat is, where its name does not say it.
    """

    title: str
    contestant: str
    setting: str
    game: str = "game"
    point: str = "point"
    seats: Mapping[str, str] = field(default_factory=dict)
    sides: bool = True
    tie_break: bool = True
    bids: bool = True
    dealt: bool = False
    luck: str = "dice"
    where: str = "in"
    chosen: bool = False
    notes: Mapping[str, str] = field(default_factory=dict)
    seats_meaning: str = ""

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Self:
        """Return the words that a file tells; what only newer versions know is left out."""
        known = {one.name for one in fields(cls)}
        return cls(**{name: value for name, value in told.items() if name in known})


PLAIN = Words(title="", contestant="contestant", setting="setting", dealt=True)
"""The words of nobody's game."""
