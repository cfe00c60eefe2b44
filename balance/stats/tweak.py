"""Is a tweak better balanced? A pure function of the counts of paired games, asked at every look.

Old and new rules meet the same decks; what is counted of a game is its result under both. Formulas, sources and proofs:
`docs/statistics.md`, section "Tweaks".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from balance.stats.intervals import Array
from balance.stats.paired import Flags
from balance.stats.tweak_results import Ranking, TweakResult

LOOK_GAMES = 200
"""Fewest paired games of a pair before the first look: below, nothing but noise is to be seen."""


@dataclass(frozen=True)
class Goal:
    """What a designer wants to know.

    Parameters
    ----------
    target
        Share that each pair should have (first seat's), one per pair, or one for all.
    band
        Lowest and highest share that is acceptable, each one per pair, or one for all.
    material
        Change of the distance from the target that matters (share: 0.01 is one point).
    alpha
        Error rate of everything that is said of one call, however often it was looked at.
    max_games
        Paired games of a pair after which no more are wanted.
    tweaks
        How many tweaks are compared in the same run: each is judged at `alpha` / `tweaks`.
    """

    target: Array | float = 0.5
    band: tuple[Array | float, Array | float] = (0.45, 0.55)
    material: float = 0.01
    alpha: float = 0.05
    max_games: int = 50_000
    tweaks: int = 1


@dataclass(frozen=True)
class TweakCounts:
    """Games of one tweak and its base, one entry per ordered pair; results as `balance.sweep.paired` codes them.

    Layouts are pooled: every look comes after as many games on each layout (whole rounds), in every pair.

    Parameters
    ----------
    pairs
        First and second contestant. All pairs of the base, no mirrors.
    touched
        Whether the pair's rules differ.
    joint
        Games by old and new result, shape (pairs, results, results); zero where not touched.
    common
        Those of `joint` from the rounds that all touched pairs played: every touched pair has as many. The overall
        figures rest on them, since pairs that stopped early, each when it looked best, would bias a mean.
    base
        Games under the old rules of untouched pairs, by result, shape (pairs, results). Games of touched pairs are
        ignored, as `joint` has them. All zero if only changes are asked for. A fixed number: not looked at.
    """

    pairs: tuple[tuple[str, str], ...]
    touched: Flags
    joint: Array
    common: Array
    base: Array


@dataclass(frozen=True)
class Wants:
    """Which games are still wanted.

    Parameters
    ----------
    pairs
        One per pair: whether it wants more games. While the overall verdict is open, all touched pairs do (add the
        games of all of them to `common` too); afterwards only pairs without a verdict of their own and fewer games than the
        largest number.
    overall
        Whether games are still wanted for the overall verdict: then all touched pairs are to be played as often.
    """

    pairs: Flags
    overall: bool


def judge(name: str, counts: TweakCounts, goal: Goal) -> TweakResult:
    """Return everything that the games tell of a tweak.

    Raises
    ------
    ValueError
        If the touched pairs of `counts.common` have unlike numbers of games.
    """
    raise NotImplementedError


def wants(result: TweakResult, counts: TweakCounts, goal: Goal) -> Wants:
    """Return which games are still wanted after a look; none once everything is known or as many as allowed."""
    raise NotImplementedError


def rank(results: Sequence[TweakResult]) -> Ranking:
    """Return the tweaks of one run (judged with `Goal.tweaks`), the best balanced first, the base among them."""
    raise NotImplementedError
