"""The road of `balance plan`: how many games and minutes a wanted interval or a detectable difference needs."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from balance.engine.system import Cell, Columns, PolicyHandle, RuleSystem, tie_rule
from balance.errors import BalanceError, RunFolderError
from balance.stats import planning
from balance.stats.intervals import Counts, share_interval
from balance.stats.matrix import PAIR
from balance.stats.pooling import normalise, pool, ties_of, with_policies, without_mirrors
from balance.sweep.design import Planned
from balance.sweep.manifest import read_manifest
from balance.sweep.options import seat_policies
from balance.sweep.paired import SHARES, changes, play_paired
from balance.sweep.paired import Wanted as PairedGames
from balance.sweep.runner import play
from balance.sweep.store import TALLIES, read_tallies
from balance.words import Words

if TYPE_CHECKING:
    from balance.config.run import Configuration

PILOT = 20
"""Games of each pairing from which the tie rate is estimated; they are timed too."""
PAIRED = 200
"""Paired games of each touched pairing from which the variance of a tweak's change is estimated."""
TIMED = 2.0
"""Seconds that the timing run takes at least."""
_GROWTH = 4


@dataclass(frozen=True)
class Wanted:
    """What is asked for.

    Parameters
    ----------
    half_width
        Of 95% intervals, in win share; None: no interval is asked for.
    difference
        Of two win shares, to be told from none; None: no comparison is asked for.
    power, alpha
        Chance of telling the difference; chance of telling one that is not there.
    ratio
        How many times smaller pairing on the same decks makes a difference's variance; 1 is no gain.
    """

    half_width: float | None = 0.01
    difference: float | None = None
    power: float = 0.8
    alpha: float = 0.05
    ratio: float = 2.0


@dataclass(frozen=True)
class Known:
    """What the plan rests on.

    Parameters
    ----------
    pairs
        How many pairings there are.
    shares
        Share to plan with of each pairing; the largest variance that is not excluded.
    tie_rate
        To plan with, likewise.
    speed
        Games a second on this machine.
    from_shares, from_ties, from_speed
        Where each comes from, in words.
    """

    pairs: int
    shares: tuple[float, ...]
    tie_rate: float
    speed: float
    from_shares: str
    from_ties: str
    from_speed: str


@dataclass(frozen=True)
class Measured:
    """What a pilot says of a tweak.

    Parameters
    ----------
    touched
        Pairings that it changes.
    games
        Paired games of the pilot, all pairings together.
    ratio
        How many times smaller pairing makes the variance of a change.
    """

    touched: int
    games: int
    ratio: float


@dataclass(frozen=True)
class Row:
    """One thing to be known and what it costs; `games` counts all games of all pairings that it takes."""

    what: str
    per_pairing: float
    games: float
    minutes: float
    note: str = ""


def known(
    configuration: Configuration,
    system: RuleSystem,
    policies: Mapping[str, PolicyHandle],
    *,
    run: Path | None = None,
    jobs: int = 1,
) -> Known:
    """Return shares, tie rate and speed to plan with: from a finished run where one is named, else from a timing run.

    Parameters
    ----------
    configuration, system, policies
        What is to be played; the headline's policies are timed, on its first setting.
    run
        A finished run under the same policies: its shares and tie rates are planned with.
    jobs
        Threads.

    Raises
    ------
    RunFolderError
        The run is of other policies or has none of the pairings.
    """
    cells = cells_of(configuration, system)
    names, pairs = cells[0].policies, [cell.contestants for cell in cells]
    ties, speed, seconds = _timed(system, policies, cells, jobs)
    from_speed = (
        f"measured here in {seconds:.0f} s, {' against '.join(names)}, {jobs} thread{'s' * (jobs > 1)}"
    )
    if run is None:
        return Known(
            pairs=len(pairs),
            shares=(0.5,) * len(pairs),
            tie_rate=_hardest(ties),
            speed=speed,
            from_shares="1/2 for every pairing, which needs the most games",
            from_ties=f"{PILOT} games of each pairing, played just now",
            from_speed=from_speed,
        )
    shares, tied, missing = _played(run, names, pairs)
    without = f"; 1/2 for {missing} pairings that it has not" if missing else ""
    return Known(
        pairs=len(pairs),
        shares=shares,
        tie_rate=tied,
        speed=speed,
        from_shares=f"{run}, the end of each interval that is nearest to 1/2{without}",
        from_ties=str(run),
        from_speed=from_speed,
    )


def measured(
    base: RuleSystem,
    changed: RuleSystem,
    policies: Mapping[str, PolicyHandle],
    cells: Sequence[Cell],
    *,
    jobs: int = 1,
) -> Measured:
    """Return how much pairing helps with a tweak, from a pilot of its touched pairings.

    Parameters
    ----------
    base, changed
        The rules as they are, and as the tweak has them.
    policies
        By name.
    cells
        Every ordered pair once, on one setting, under the same policies.
    jobs
        Threads.

    Raises
    ------
    BalanceError
        If no pairing is touched or no game of the pilot ends otherwise.
    """
    touched = [cell for cell, own in zip(cells, changes(base, changed, cells), strict=True) if own]
    if not touched:
        msg = "the tweak changes the rules of no pairing: there is no difference to tell"
        raise BalanceError(msg)
    wanted = [PairedGames(cell, 0, PAIRED, (PAIRED,)) for cell in touched]
    joint = play_paired(base, [changed], policies, wanted, jobs=jobs).joint[0]
    ratio = planning.paired_gain(joint, SHARES)
    if math.isinf(ratio):
        msg = f"the tweak changes the winner of none of {int(joint.sum()):,} games: there is no variance to plan with"
        raise BalanceError(msg)
    return Measured(len(touched), int(joint.sum()), max(ratio, 1.0))


def rows(wanted: Wanted, rests_on: Known, words: Words, tweak: Measured | None = None) -> list[Row]:
    """Return the table of the plan; a tweak's pilot stands in for `Wanted.ratio`."""
    found: list[Row] = []
    if wanted.half_width is not None:
        found += _intervals(wanted.half_width, rests_on, words)
    if wanted.difference is not None:
        found += _comparisons(wanted, rests_on, words, tweak)
    return found


def cells_of(configuration: Configuration, system: RuleSystem) -> list[Cell]:
    """Return every ordered pair once, under the headline's policies and on its first setting."""
    entry = configuration.policy_pairs[0]
    setting = next(name for name in system.settings() if name in (entry.settings or system.settings()))
    names = seat_policies(entry, system.columns.seats)
    return [Cell(pair, setting, names) for pair in permutations(system.contestants(), 2)]


def _intervals(half_width: float, rests_on: Known, words: Words) -> list[Row]:
    reach = f"± {100 * half_width:g}"
    each = np.ceil(planning.games_for_share(np.array(rests_on.shares), half_width))
    variance = float(np.mean([share * (1 - share) for share in rests_on.shares]))
    tied = rests_on.tie_rate
    mean = planning.games_for_mean(variance, half_width) / rests_on.pairs
    of_ties = planning.games_for_mean(tied * (1 - tied) / 4, half_width) / rests_on.pairs
    spread = "" if each.min() == each.max() else f"from {each.min():,.0f} to {each.max():,.0f}"
    share = _row(f"share of each pairing {reach}", float(each.mean()), rests_on, rests_on.pairs, spread)
    sides = _row(f"side advantage {reach}", mean, rests_on, rests_on.pairs)
    if not words.tie_break:
        return [share, *([sides] if words.sides else [])]
    return [
        share,
        _row(
            f"tie-break of each pairing {reach}",
            float(planning.games_for_share(tied, 2 * half_width)),
            rests_on,
            rests_on.pairs,
        ),
        sides,
        _row(f"tie-break of all pairings {reach}", of_ties, rests_on, rests_on.pairs),
    ]


def _comparisons(wanted: Wanted, rests_on: Known, words: Words, tweak: Measured | None) -> list[Row]:
    assert wanted.difference is not None, "something is to be told"
    change, power, alpha = wanted.difference, wanted.power, wanted.alpha
    discordant = min(0.5 / (tweak.ratio if tweak else wanted.ratio) + change**2, 1.0)
    fixed = planning.games_for_paired(change, discordant, power=power, alpha=alpha)
    looked = planning.sequential_games(change, discordant, power=power, alpha=alpha)
    apart = planning.games_for_independent(change, 0.5 - change / 2, power=power, alpha=alpha)
    part = f"{100 * wanted.power:g}%"
    what = f"change of {100 * change:g} in one pairing"
    found = [
        _row(
            f"{what}, one look at paired games",
            fixed,
            rests_on,
            2,
            f"old and new rules on the same {words.luck}",
        ),
        _row(
            f"{what}, looked at after every batch",
            looked.mean,
            rests_on,
            2,
            "on average, as balance tweak looks",
        ),
        _row(
            f"{what}, through in {part} of cases", looked.enough, rests_on, 2, "looked at after every batch"
        ),
        _row(
            f"{what}, independent games",
            apart,
            rests_on,
            2,
            f"old and new rules on {words.luck} of their own",
        ),
    ]
    if tweak is not None:
        every = f"change of {100 * change:g} in each of {tweak.touched} touched pairings"
        found.append(
            _row(f"{every}, after every batch", looked.mean, rests_on, 2 * tweak.touched, "on average")
        )
    return found


def _row(what: str, each: float, rests_on: Known, times: int, note: str = "") -> Row:
    """Return a row; `times` is how many games are played for one game a pairing."""
    games = math.ceil(each) if math.isfinite(each) else math.inf
    return Row(what, games, games * times, games * times / rests_on.speed / 60, note)


def _timed(
    system: RuleSystem, policies: Mapping[str, PolicyHandle], cells: Sequence[Cell], jobs: int
) -> tuple[Counts, float, float]:
    """Return the ties of a pilot, games a second, and how long that took."""
    system.warm_up(policies)
    start = time.perf_counter()
    pilot = play(system, policies, [Planned(cell, PILOT, 1) for cell in cells], jobs=jobs)
    played, games = PILOT, PILOT * len(cells)
    while time.perf_counter() - start < TIMED:
        more = [Planned(cell, played * _GROWTH, 1) for cell in cells]
        play(system, policies, more, jobs=jobs)
        played *= _GROWTH
        games += played * len(cells)
    seconds = time.perf_counter() - start
    ties = sum(tally.ties for tally in pilot.values())
    return Counts.of([ties], [PILOT * len(cells)]), games / seconds, seconds


def _hardest(counts: Counts) -> float:
    """Return the point of an interval that is nearest to 1/2: there a share needs the most games."""
    low, high = share_interval(counts)
    return float(np.clip(0.5, low[0], high[0]))


def _played(
    run: Path, names: tuple[str, ...], pairs: Sequence[tuple[str, ...]]
) -> tuple[tuple[float, ...], float, int]:
    """Return what a finished run says of each pairing's share, of the tie rate, and how many pairings it lacks."""
    manifest = read_manifest(run)
    if tuple(manifest["headline"]) != names:
        msg = (
            f"{run} was played by {' against '.join(manifest['headline'])}; expected {' against '.join(names)} "
            f"(--policy plans for others)"
        )
        raise RunFolderError(msg)
    columns = Columns(tuple(manifest["columns"]["seats"]), manifest["columns"]["setting"])
    tallies = read_tallies(run / TALLIES, columns, sha256=manifest["files"][TALLIES])
    frame = without_mirrors(with_policies(normalise(tallies, columns), names)).filter(pl.col("bid") == 0)
    own = pool(frame, PAIR)
    halves = own["ties"].to_numpy() if tie_rule(manifest["rulings"]) == "shared" else 0.0
    low, high = share_interval(Counts.of(own["wins"].to_numpy(), own["games"].to_numpy(), halves))
    hardest = np.clip(0.5, low, high)
    place = {pair: i for i, pair in enumerate(own.select(PAIR).iter_rows())}
    found = tuple(float(hardest[place[pair]]) if pair in place else 0.5 for pair in pairs)
    missing = sum(pair not in place for pair in pairs)
    if missing == len(pairs):
        msg = f"{run} has none of the pairings that are to be planned"
        raise RunFolderError(msg)
    ties = ties_of(own)
    whole = Counts.of([ties.wins.sum()], [ties.games.sum()])
    return found, _hardest(whole), missing
