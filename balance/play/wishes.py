"""What the options of ``balance play`` ask for, checked before anything heavy is imported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from balance.config.pacts.models import Configuration
from balance.errors import BalanceError
from balance.policies import python
from balance.sweep.options import known, known_setting, with_python_policies

PLANNER = "planner"  # who gives hints
ESTIMATOR = "greedy"  # from whose games the computer learns before it bids or keeps a faction: good and quick
RANDOM = "random"


@dataclass(frozen=True)
class Wishes:
    """The options of the command.

    Parameters
    ----------
    seed
        The seed of everything that chance does at this table.
    side
        The person's side; None asks.
    seelie, unseelie
        Factions; ``random`` takes the one dealt, None deals two to choose from.
    layout
        By default the configuration's first.
    against
        The policy of the other side.
    auction
        Whether cubes are bid for the right to choose the side.
    save
        The file that the game is kept in.
    """

    seed: int
    side: str | None = None
    seelie: str | None = None
    unseelie: str | None = None
    layout: str | None = None
    against: str = PLANNER
    auction: bool = False
    save: Path | None = None

    @property
    def policies(self) -> tuple[str, ...]:
        """The policies that the table needs."""
        return tuple(dict.fromkeys((self.against, PLANNER, ESTIMATOR)))


def checked(configuration: Configuration, wishes: Wishes) -> Configuration:
    """Refuse what is not in the configuration; return it with the policy of the other side, should that be in Python.

    Raises
    ------
    BalanceError
        A name is unknown, or both sides would have the same faction.
    """
    for name in (wishes.seelie, wishes.unseelie):
        if name is not None:
            known("faction", name, [*configuration.pool(), RANDOM])
    if wishes.seelie is not None and wishes.seelie == wishes.unseelie != RANDOM:
        msg = f"expected different factions for the two sides; got {wishes.seelie!r} twice"
        raise BalanceError(msg)
    if wishes.side is not None:
        known("side", wishes.side, configuration.seats)
    if wishes.layout is not None:
        known_setting(wishes.layout, configuration)
    if wishes.auction and configuration.game.ruling("faction_reveal") == "at_first_use":
        msg = "expected no --auction under the ruling faction_reveal: at_first_use; bids need both factions"
        raise BalanceError(msg)
    if python.is_python(wishes.against):
        return with_python_policies(configuration, [wishes.against])
    known("policy", wishes.against, configuration.policies)
    return configuration
