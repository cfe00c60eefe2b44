"""What each ability is worth to its owner: frozen results of the same games with and without it.

Losses are win shares (0–1) that the owner loses when the ability is switched off: positive where it helps. Methods
and measured coverage: `docs/statistics.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from balance.stats.results import Interval


class Worth(StrEnum):
    """What the games say of one ability under one pair of policies, adjusted over all of them (Holm)."""

    HELPS = "helps"
    HARMS = "harms"
    OPEN = "not told apart from none"


class Standing(StrEnum):
    """Whether what is said of an ability keeps its sign under every pair of policies that played it."""

    HELPS = "helps under every policy"
    HARMS = "harms under every policy"
    TURNS = "helps under one policy and harms under another"
    PARTLY = "told apart from none under some policies only"
    OPEN = "not told apart from none under any policy"


@dataclass(frozen=True)
class OpponentLoss:
    """The owner's loss against one opponent, both seats averaged."""

    opponent: str
    loss: Interval


@dataclass(frozen=True)
class AbilityEffect:
    """One ability of one contestant under one pair of policies.

    Parameters
    ----------
    contestant, ability
        Whose, and which (Pacts: ``passive``, ``active``, ``court``).
    policies
        One per seat.
    loss
        Mean over opponents and both seats.
    as_first, as_second
        Mean over opponents with the owner in that seat.
    opponents
        By opponent.
    margin
        Points of the final margin that the owner loses, mean as in `loss`.
    games, differing
        Games played with and without it, and in how many of them the owner's share of the win differed.
    worth
        Whether it is sure that the ability helps or harms.
    p_value
        The adjusted p-value of "it makes no difference" (Holm, over all effects of the run).
    """

    contestant: str
    ability: str
    policies: tuple[str, ...]
    loss: Interval
    as_first: Interval
    as_second: Interval
    opponents: tuple[OpponentLoss, ...]
    margin: Interval
    games: int
    differing: int
    worth: Worth
    p_value: float


@dataclass(frozen=True)
class AbilityConclusion:
    """One ability over all pairs of policies; losses are not averaged over them.

    Parameters
    ----------
    contestant, ability
        Whose, and which.
    standing
        Whether what is said of it keeps its sign.
    helps, harms, open
        The pairs of policies under which it surely helps, surely harms, and neither is sure.
    """

    contestant: str
    ability: str
    standing: Standing
    helps: tuple[tuple[str, ...], ...]
    harms: tuple[tuple[str, ...], ...]
    open: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class AbilityStudy:
    """Everything on what abilities are worth.

    Parameters
    ----------
    abilities
        Those that were switched off, in their order.
    policies
        The pairs of policies that played, the order of every other list.
    effects
        By contestant, ability and policies.
    conclusions
        By contestant and ability.
    """

    abilities: tuple[str, ...]
    policies: tuple[tuple[str, ...], ...]
    effects: tuple[AbilityEffect, ...]
    conclusions: tuple[AbilityConclusion, ...]
