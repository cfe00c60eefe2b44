"""How many games a scaled configuration comes to, and by how much it makes sense to scale one."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from balance.config.played import MOST_CELL_GAMES, MOST_GAMES
from balance.config.scaling import LARGEST_FACTOR, short_factor
from balance.engine.system import RuleSystem
from balance.sweep.again import AGAIN, sets_played
from balance.sweep.comparisons import third_stage
from balance.sweep.design import first_stage, owners_asked, settings_of
from balance.sweep.options import seat_policies
from balance.sweep.runner import lane_of

if TYPE_CHECKING:
    from balance.config.run import Configuration

Lane = tuple[str, ...]
"""What the speed of games depends on; see `balance.sweep.runner.lane_of`."""


def smallest(configuration: Configuration, system: RuleSystem) -> float:
    """Return the factor at which each cell has one game, or on a set of layouts the fewest that are balanced."""
    planned = [*first_stage(configuration, system), *third_stage(configuration, system)]
    bids = [] if configuration.auction is None else [configuration.auction.games]
    return short_factor(1 / max([*(plan.games for plan in planned), *bids]))


def largest(configuration: Configuration, system: RuleSystem) -> float:
    """Return the largest factor that makes sense: 1 where a precision says when there are enough games."""
    if configuration.precision is not None:
        return 1.0
    planned = first_stage(configuration, system)
    most = [MOST_GAMES if system.turns(plan.cell.setting) is None else MOST_CELL_GAMES for plan in planned]
    limits = (games / plan.games for games, plan in zip(most, planned, strict=True))
    return short_factor(min([LARGEST_FACTOR, *limits]))


def games_of(configuration: Configuration, system: RuleSystem) -> tuple[Counter[Lane], Counter[Lane]]:
    """Return how many games a configuration's sweep plays under each set of policies and comparison.

    Parameters
    ----------
    configuration, system
        What is played.

    Returns
    -------
    games
        Without bids and under other rules; with a wanted precision, the most that it may take.
    chosen
        The most games of cells that are chosen from what was played: bids, and layouts played again.
    """
    games: Counter[Lane] = Counter()
    for plan in [*first_stage(configuration, system), *third_stage(configuration, system)]:
        games[lane_of(plan.cell)] += plan.games
    pairs = math.perm(len(system.contestants()), 2)
    if (wanted := configuration.precision) is not None:
        headline = (*seat_policies(configuration.policy_pairs[0], system.columns.seats), "")
        most = wanted.games_that_suffice(pairs) if wanted.max_games is None else wanted.max_games
        games[headline] = max(games[headline], most)
    entry, chosen = configuration.auction, Counter[Lane]()
    if entry is not None:
        sides = 2 if owners_asked(configuration) else 1
        each = entry.games * (1 if entry.bids is None else len(entry.bids)) * sides
        chosen[(*seat_policies(entry, system.columns.seats), "")] = (
            each * pairs * len(settings_of(entry, system))
        )
    if (again := configuration.played_again) is not None:
        policies = (again.policy,) * len(system.columns.seats)
        sets = len(sets_played(configuration, system))
        chosen[(*policies, AGAIN)] = again.games * again.layouts * pairs * sets
    return games, chosen
