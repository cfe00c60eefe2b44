"""A planted truth: tallies drawn from known chances, to see whether the estimates find them again.

Used by `balance.stats.coverage` and by tests; no real run passes through here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import expit

from balance.engine.system import Columns
from balance.stats.intervals import Array
from balance.stats.truth import Truth

COLUMNS = Columns(("seelie", "unseelie"), "layout")
POLICIES = ("planner", "planner")
MARGINS = 4
"""Decided games end with margins of 1 to 4 points, equally likely."""


@dataclass(frozen=True)
class Planted:
    """Known chances over pairs of contestants, settings and bids.

    The log odds that the first seat wins a decided game are
    `side + strength[a] − strength[b] + interaction[a, b] + setting + slope · bid`; ties come first, at a
    rate of their own per pair.

    Parameters
    ----------
    strength
        Log odds, one per contestant.
    interaction
        Log odds, contestants × contestants.
    setting
        Log odds, one per setting.
    tie
        Tie rate, contestants × contestants, 0–1.
    side
        Log odds.
    slope
        Log odds per cube.
    tie_break
        `seelie`, `unseelie` or `shared`.
    """

    strength: Array
    interaction: Array
    setting: Array
    tie: Array
    side: float = 0.1
    slope: float = 0.15
    tie_break: str = "seelie"
    names: tuple[str, ...] = field(init=False)
    settings: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(f"c{i}" for i in range(len(self.strength))))
        object.__setattr__(self, "settings", tuple(f"s{i}" for i in range(len(self.setting))))

    def decided(self, bid: int = 0) -> Array:
        """Return the first seat's chance in decided games: contestants × contestants × settings."""
        ahead = self.strength[:, None] - self.strength[None, :] + self.interaction
        return np.asarray(expit(self.side + self.slope * bid + ahead[:, :, None] + self.setting))

    def share(self, bid: int = 0) -> Array:
        """Return the first seat's true win share, settings equally weighted: contestants × contestants."""
        return np.asarray(self.decided(bid).mean(axis=-1) * (1 - self.tie) + self._to_first() * self.tie)

    def truth(self) -> Truth:
        """Return every true figure at bid 0."""
        decided, off = self.decided(), ~np.eye(len(self.names), dtype=bool)
        in_setting = decided * (1 - self.tie[..., None]) + self._to_first() * self.tie[..., None]
        return Truth(
            names=self.names,
            share=self.share(),
            tie=self.tie,
            margin=(2 * decided.mean(axis=-1) - 1) * (1 - self.tie) * (MARGINS + 1) / 2,
            by_setting={s: float(in_setting[off][:, j].mean()) for j, s in enumerate(self.settings)},
            tie_break=self.tie_break,
        )

    def _to_first(self) -> float:
        return {"seelie": 1.0, "unseelie": 0.0}.get(self.tie_break, 0.5)

    def draw(
        self,
        random: np.random.Generator,
        games: int,
        *,
        bids: Sequence[int] = (0,),
        pairs: Sequence[tuple[int, int]] | None = None,
        policies: tuple[str, str] = POLICIES,
    ) -> pl.DataFrame:
        """Return tallies of `games` games a cell, in the columns of `tallies.parquet`.

        Parameters
        ----------
        random
            Where the draws come from.
        games
            Games per cell.
        bids
            Signed bids, each played in every setting.
        pairs
            Contestants by index; every ordered pair but mirrors by default.
        policies
            The names written into the policy columns; they change no chance.
        """
        n = len(self.names)
        chosen = np.array(pairs or [(a, b) for a in range(n) for b in range(n) if a != b])
        pair, setting, bid = (
            axis.ravel()
            for axis in np.meshgrid(np.arange(len(chosen)), np.arange(len(self.settings)), np.array(bids))
        )
        a, b = chosen[pair].T
        chance = np.stack([self.decided(int(x)) for x in bids])
        p = chance[_index(bids, bid), a, b, setting]
        tied = random.binomial(games, self.tie[a, b])
        won = random.binomial(games - tied, p)
        spread = np.full(MARGINS, 1 / MARGINS)
        margins = np.concatenate(
            [
                random.multinomial(games - tied - won, spread)[:, ::-1],
                tied[:, None],
                random.multinomial(won, spread),
            ],
            axis=1,
        )
        points = np.arange(-MARGINS, MARGINS + 1)
        names, settings = np.array(self.names), np.array(self.settings)
        return pl.DataFrame(
            {
                "seelie": names[a],
                "unseelie": names[b],
                "layout": settings[setting],
                "seelie_policy": [policies[0]] * len(a),
                "unseelie_policy": [policies[1]] * len(a),
                "bid_to": np.where(bid > 0, "seelie", np.where(bid < 0, "unseelie", "")),
                "bid": np.abs(bid),
                "games": np.full(len(a), games),
                "seelie_wins": won + (tied if self.tie_break == "seelie" else 0),
                "ties": tied,
                "margin_mean": margins @ points / games,
                "margin_counts": margins.tolist(),
                "margin_offset": np.full(len(a), -MARGINS),
                "stage": np.where(bid == 0, 1, 2),
            }
        )


def _index(bids: Sequence[int], bid: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the place of each bid in `bids`."""
    order = np.argsort(bids)
    return np.asarray(order[np.searchsorted(np.asarray(bids)[order], bid)], np.int64)


def example(
    seed: int, *, contestants: int = 9, settings: int = 6, tie_break: str = "seelie", spread: float = 0.25
) -> Planted:
    """Return a truth like that of a real run: strengths, interactions and settings drawn once from a seed.

    Parameters
    ----------
    seed
        Of the truth; equal seeds give equal truths.
    contestants, settings
        How many.
    tie_break
        The rule in force.
    spread
        Standard deviation of the strengths, in log odds; interactions and settings have a third of it.
    """
    random = np.random.default_rng(seed)
    return Planted(
        strength=random.normal(0, spread, contestants),
        interaction=random.normal(0, spread / 3, (contestants, contestants)),
        setting=random.normal(0, spread / 3, settings),
        tie=random.uniform(0.02, 0.12, (contestants, contestants)),
        tie_break=tie_break,
    )
