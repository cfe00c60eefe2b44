"""What a sweep plays, stage by stage: each stage may look at what was counted before it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from balance.config.played import MOST_GAMES
from balance.engine.system import Cell, CellTally, RuleSystem, tie_rule
from balance.stats.auction import bids as auction
from balance.stats.auction.looks import looks_of
from balance.stats.auction.owner import four_cells
from balance.stats.auction.owner_plan import share_out_owners
from balance.stats.auction.plan import Bids, bids_played, share_out
from balance.stats.intervals import Counts
from balance.stats.layouts.study import PlayedSet, layout_studies
from balance.stats.planning import games_wanted, half_widths
from balance.sweep.again import fresh_cells, sets_played
from balance.sweep.comparisons import own_tallies, third_stage
from balance.sweep.design import COURT_ONLY, Planned, first_stage, owners_asked, second_stage, settings_of
from balance.sweep.options import seat_policies
from balance.sweep.store import tally_frame

if TYPE_CHECKING:
    from balance.config.run import Configuration

Tallies = Mapping[Cell, CellTally]
Plan = Callable[[Tallies], list[Planned]]
"""What a stage wants played in all, given every tally so far: it is asked again until nothing of that is missing.

Its answer depends on complete tallies alone, so it is the same for any number of jobs and after any interruption.
"""


Margins = Callable[[Tallies], Iterable[tuple[Cell, NDArray[np.int16]]]]
"""Given all tallies: the cells of sets, and their margins by game."""


def stages(configuration: Configuration, system: RuleSystem, margins: Margins = lambda _: ()) -> list[Plan]:
    """Return a sweep's stages in order: games without cubes, bids, owners' bids, the same games under other rules.

    Where a precision is wanted, more games without cubes follow on the first. Where sets of layouts are played, fresh
    games on those furthest from even come last; `margins` is asked for then.
    """
    fresh: dict[str, list[Planned]] = {}

    def again(tallies: Tallies) -> list[Planned]:
        if "planned" not in fresh:  # what it looks at is complete
            fresh["planned"] = _again(configuration, system, margins, tallies)
        return fresh["planned"]

    return [
        lambda _: first_stage(configuration, system),
        lambda tallies: _more(configuration, system, tallies),
        lambda tallies: _bids(configuration, system, tallies),
        lambda tallies: _owners_bids(configuration, system, tallies),
        lambda _: third_stage(configuration, system),
        again,
    ]


def unplayed(planned: Iterable[Planned], tallies: Tallies) -> list[Planned]:
    """Return the planned cells that lack games."""
    return [plan for plan in planned if plan.cell not in tallies or tallies[plan.cell].games < plan.games]


def unreached(
    configuration: Configuration, system: RuleSystem, tallies: Tallies
) -> list[tuple[tuple[str, ...], float]]:
    """Return the headline's pairs whose intervals are wider than wanted, with half their width in win share."""
    if configuration.precision is None:
        return []
    pairs, counts = _headline(configuration, system, tallies)
    widths = half_widths(counts)
    return [
        (pair, float(width))
        for pair, width in zip(pairs, widths, strict=True)
        if width > configuration.precision.half_width
    ]


def _more(configuration: Configuration, system: RuleSystem, tallies: Tallies) -> list[Planned]:
    """Return the headline's cells with the games of the next look; none where no precision is wanted."""
    precision = configuration.precision
    if precision is None:
        return []
    pairs, counts = _headline(configuration, system, tallies)
    wanted = games_wanted(
        counts,
        precision.half_width,
        most=precision.max_games or math.inf,
        step=[len(cells) for cells in pairs.values()],
    )
    return [
        plan
        for cells, games in zip(pairs.values(), wanted, strict=True)
        for plan in _levelled(cells, int(games))
    ]


def _headline(
    configuration: Configuration, system: RuleSystem, tallies: Tallies
) -> tuple[dict[tuple[str, ...], list[CellTally]], Counts]:
    """Return the cells of each pair of different contestants under the headline's policies, and the pairs' counts."""
    names = seat_policies(configuration.policy_pairs[0], system.columns.seats)
    pairs: dict[tuple[str, ...], list[CellTally]] = {}
    for tally in own_tallies(tallies):
        cell = tally.cell
        if cell.policies == names and cell.bid == 0 and len(set(cell.contestants)) > 1:
            pairs.setdefault(cell.contestants, []).append(tally)
    shared = tie_rule(configuration.rulings()) == "shared"
    sums = [
        (
            sum(tally.wins for tally in cells),
            sum(tally.games for tally in cells),
            sum(tally.ties for tally in cells) if shared else 0,
        )
        for cells in pairs.values()
    ]
    wins, games, ties = zip(*sums, strict=True)
    return pairs, Counts.of(wins, games, ties)


def _levelled(cells: Sequence[CellTally], games: int) -> list[Planned]:
    """Return a pair's cells with so many games in all, those that have the fewest raised to one level."""
    sizes = sorted(tally.games for tally in cells)
    level = min((games - sum(sizes[few:])) // few for few in range(1, len(sizes) + 1))
    return [Planned(tally.cell, max(tally.games, min(level, MOST_GAMES)), 1) for tally in cells]


def _bids(configuration: Configuration, system: RuleSystem, tallies: Tallies) -> list[Planned]:
    """Return the cells with bids: chosen from what was played, or those of the file, to the trailing side."""
    entry = configuration.auction
    if entry is None:
        return []
    names = seat_policies(entry, system.columns.seats)
    mine = [tally for tally in own_tallies(tallies) if tally.cell.policies == names]
    tie_break = tie_rule(configuration.rulings())
    if entry.bids is None:
        return _chosen_bids(configuration, system, mine)
    trailing = auction.second_stage(
        tally_frame([tally for tally in mine if tally.cell.bid == 0], system.columns),
        columns=system.columns,
        policies=names,
        tie_break=tie_break,
        settings=settings_of(entry, system),
    )
    return second_stage(configuration, system, trailing)


def _chosen_bids(
    configuration: Configuration, system: RuleSystem, tallies: Iterable[CellTally]
) -> list[Planned]:
    """Return the cells with bids that were chosen from what was played: all of them, further games included."""
    entry = configuration.auction
    if entry is None or configuration.rulings().get("auction_side") == COURT_ONLY:
        return []
    names = seat_policies(entry, system.columns.seats)
    planned = []
    for pair, settings in _played(configuration, system, tallies).items():
        more = share_out(
            settings, looks=looks_of(entry.games), games=entry.games, largest=_largest(entry.largest, system)
        )
        for setting, (bids, counts) in settings.items():
            games = dict(zip(bids, map(int, counts.games), strict=True)) | more.get(setting, {})
            had = dict(zip(bids, counts.games, strict=True))
            planned += [
                (had.get(bid, 0), Planned(Cell(pair, setting, names, bid), n, 2))
                for bid, n in sorted(games.items())
                if bid
            ]
    # cells that lack the same games stand together, so that they can be played in one go
    return [plan for _, plan in sorted(planned, key=lambda entry: (entry[0], entry[1].games))]


def _owners_bids(configuration: Configuration, system: RuleSystem, tallies: Tallies) -> list[Planned]:
    """Return the further cells that the reading ``court_only`` needs, where it is asked for and bids are adaptive."""
    entry = configuration.auction
    if entry is None or entry.bids is not None or not owners_asked(configuration):
        return []
    names = seat_policies(entry, system.columns.seats)
    played = _played(
        configuration, system, [tally for tally in own_tallies(tallies) if tally.cell.policies == names]
    )
    planned = []
    for one, other in combinations(system.contestants(), 2):
        orders = {pair: played[pair] for pair in ((one, other), (other, one)) if pair in played}
        if len(orders) < 2:
            continue
        more = share_out_owners(
            orders, looks=looks_of(entry.games), games=entry.games, largest=_largest(entry.largest, system)
        )
        for bid, look in sorted(more.items()):
            for first, second, signed in four_cells(one, other, bid):
                cells = [Cell((first, second), s, names, signed) for s in orders[first, second]]
                games = max([look, *(tallies[cell].games for cell in cells if cell in tallies)])
                planned += [Planned(cell, games, 2) for cell in cells]
    return planned


def _played(
    configuration: Configuration, system: RuleSystem, tallies: Iterable[CellTally]
) -> dict[tuple[str, str], dict[str, Bids]]:
    """Return what the auction's policies played of each pair in each of its settings."""
    return bids_played(
        tally_frame(tallies, system.columns),
        columns=system.columns,
        settings=settings_of(configuration.auction, system),
        tie_break=tie_rule(configuration.rulings()),
    )


def _largest(asked: int | None, system: RuleSystem) -> int:
    """Return the largest bid that may be chosen."""
    most = system.largest_bid()
    return most if asked is None else min(asked, most)


def _again(
    configuration: Configuration, system: RuleSystem, margins: Margins, tallies: Tallies
) -> list[Planned]:
    """Return fresh games on those layouts of each set that are furthest from even."""
    entry = configuration.played_again
    if entry is None:
        return []
    plans = [
        PlayedSet(told["name"], tuple(told["policies"]), turns)
        for told in sets_played(configuration, system)
        if (turns := system.turns(told["name"])) is not None
    ]
    seats, rule = system.columns.seats, tie_rule(configuration.rulings())
    studies = layout_studies(
        plans,
        margins(tallies),
        contestants=(),  # no tables are asked for
        tie_to=seats.index(rule) if rule in seats else None,
        furthest=entry.layouts,
    )
    rows = [(study.name, far.row) for study in studies for far in study.furthest]
    return fresh_cells(configuration, system, rows)
