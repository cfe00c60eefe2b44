"""Taking a saved game up again: its record is played anew, decision by decision."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from balance.config.pacts.models import Configuration
from balance.engine.pacts.record import write
from balance.engine.pacts.record.decisions import DEAL, Event
from balance.engine.pacts.record.headers import problem_of
from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import Verifier
from balance.errors import IllegalActionError, RecordError
from balance.play.loop import Play
from balance.play.saving import PERSON, Match


@dataclass(frozen=True)
class Saved:
    """A game that was saved.

    Parameters
    ----------
    path
        The file.
    match
        What is played.
    decisions
        The numbers of all actions so far.
    events
        What the record says has happened.
    """

    path: Path
    match: Match
    decisions: tuple[int, ...]
    events: list[Event]

    @property
    def against(self) -> str:
        """The policy of the other side."""
        return next(policy for policy in self.match.policies.values() if policy != PERSON)

    def go_on(self, play: Play) -> None:
        """Bring a game at its start to where this one was left.

        Raises
        ------
        RecordError
            The record says something that does not follow from its decisions.
        """
        try:
            play.resume(self.decisions)
        except IllegalActionError as error:
            msg = f"{self.path}: {error}"
            raise RecordError(msg) from error
        if write.events(play.session.start, play.session.moves) != self.events:
            msg = f"{self.path}: not as it was saved; balance verify names the first wrong line"
            raise RecordError(msg)


def saved_game(path: Path, configuration: Configuration) -> Saved:
    """Read the record of a game that a person plays.

    Raises
    ------
    RecordError
        The file cannot be read, holds another configuration's game or several games, or one that nobody at a table
        can go on with.
    """
    record, *others = read_records(path)
    if others:
        msg = f"{path}: expected one game; got {1 + len(others)}"
        raise RecordError(msg)
    header, place = record.header, f"{path}:{record.header_line}"
    if header.configuration != configuration.digest():
        msg = f"{place}: configuration: the game was played under another one than {configuration.path}"
        raise RecordError(msg)
    problem = problem_of(header, configuration)
    policies = {"seelie": header.seelie.policy or "", "unseelie": header.unseelie.policy or ""}
    if problem is None and list(policies.values()).count(PERSON) != 1:
        problem = f"policy: expected {PERSON} on one side; got {' and '.join(map(repr, policies.values()))}"
    if problem is None and (header.seed is None or header.index != 0):
        problem = (
            "seed: without it nobody knows which cards come next; an auction on random regions leaves it out"
        )
    if problem is not None:
        msg = f"{place}: {problem}"
        raise RecordError(msg)
    match = Match(
        configuration,
        {"seelie": header.seelie.faction, "unseelie": header.unseelie.faction},
        policies,
        header.layout,
        int(header.seed or 0),
        None if header.auction is None else header.auction.model_dump(exclude_none=False),
    )
    pair = Verifier(configuration).pair(header.seelie.faction, header.unseelie.faction, header.layout)
    numbers, _, _ = pair.moves(record)
    return Saved(path, match, tuple(number for number in numbers if number != DEAL), record.events)
