"""Games as files: records (docs/record.md); one of an unfinished game simply stops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.config.pacts.models import Configuration
from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.game import named_rules
from balance.engine.pacts.record import write
from balance.engine.pacts.session import Origin, Session
from balance.engine.pacts.tables import names_of
from balance.engine.system import Cell
from balance.sweep.files import write_together

PERSON = "person"  # who plays, in a record


@dataclass(frozen=True)
class Match:
    """What a game at the table is played with: all that a new session and the header of a record need.

    Parameters
    ----------
    configuration
        The rules.
    factions, policies
        Side → faction; side → who plays it, ``person`` or the name of a policy.
    layout, seed
        Where, and with which chance.
    auction
        The record's `auction` field; None where nothing was bid.
    key
        Where the chance comes from, if not from the cell that these make: the tiles of random regions lie before the
        bids of an auction are known. The record then leaves the seed out.
    """

    configuration: Configuration
    factions: Mapping[str, str]
    policies: Mapping[str, str]
    layout: str
    seed: int
    auction: Mapping[str, Any] | None = None
    key: int | None = None

    @property
    def cell(self) -> Cell:
        """The cell that the game belongs to."""
        bid = 0 if self.auction is None else int(self.auction["cubes"])
        signed = bid if self.auction is None or self.auction["to"] == SIDES[0] else -bid
        return Cell(_pair(self.factions), self.layout, _pair(self.policies), signed)

    def session(self) -> Session:
        """Return the game at its start."""
        cell = self.cell
        return Session(
            named_rules(self.configuration, *_pair(self.factions), self.layout),
            names_of(self.configuration),
            key=cell.key(self.seed) if self.key is None else self.key,
            bid=cell.bid,
            factions=cell.contestants,
            origin=Origin(self.configuration, cell, self.seed, 0),
        )

    def lines(self, session: Session) -> str:
        """Return the game so far as the text of a record's file."""
        chance = {"seed": self.seed, "index": 0} if self.key is None else {}
        header = write.header(
            self.configuration,
            seelie=self.factions["seelie"],
            unseelie=self.factions["unseelie"],
            layout=self.layout,
            policies=_pair(self.policies),
            auction=self.auction,
            **chance,
        )
        told = write.events(session.start, session.moves)
        return write.lines([write.configuration_line(self.configuration), header, *told])

    def file_name(self) -> str:
        """Return the name that is offered for the game's file; it tells no faction that may be hidden."""
        if self.configuration.game.ruling("faction_reveal") == "at_first_use":
            return f"pacts-{self.seed}.jsonl"
        pair = "-".join(self.factions[side].replace(" ", "-") for side in SIDES)
        return f"pacts-{pair}-{self.seed}.jsonl"


def _pair(sides: Mapping[str, str]) -> tuple[str, str]:
    return sides[SIDES[0]], sides[SIDES[1]]


def put(path: Path, text: str) -> None:
    """Write a file as a whole or not at all.

    Raises
    ------
    BalanceError
        It cannot be written; what was there before still is.
    """
    write_together(path.parent, {path.name: text.encode()})
