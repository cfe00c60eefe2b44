"""Made-up tallies with the shape of a default sweep, and their estimates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from balance.config.pacts.words import WORDS
from balance.stats import estimates as stats
from balance.stats.auction.bids import second_stage
from balance.stats.planted import COLUMNS, Planted, example
from balance.stats.results import Estimates

FACTIONS = (
    "banshees", "changelings", "cu sidhe", "dragons", "fir bolg", "fomorians", "kelpies", "sluagh", "selkies",
)  # fmt: skip
LAYOUTS = ("standard", "mirrored", "early-center", "late-center", "poor-center", "heavy-left")
POLICIES = ("planner", "greedy", "random")
BIDS = (1, 2, 3, 4, 6, 8)


def _truth(truth: Planted, gap: int, own: bool) -> Planted:
    """Return what a less skilled policy makes of the truth, or what a gap in skill adds."""
    if own:
        return replace(truth, strength=truth.strength * (1 - 0.6 * gap), side=truth.side + 0.12 * gap)
    return replace(truth, side=truth.side + 0.9 * gap)


def tallies(
    factions: Sequence[str],
    layouts: Sequence[str],
    policies: Sequence[str],
    bids: Sequence[int],
    games: int,
    tie_break: str,
    seed: int,
) -> pl.DataFrame:
    """Return tallies of `games` games a pair in the headline; the first policy is the strongest."""
    random = np.random.default_rng(seed)
    truth = example(seed, contestants=len(factions), settings=len(layouts), tie_break=tie_break)
    cell = max(1, games // len(layouts))
    frames = [truth.draw(random, cell, policies=(policies[0], policies[0]))]
    for i, first in enumerate(policies):
        for j, second in enumerate(policies):
            if (i, j) != (0, 0):
                there = _truth(truth, i if i == j else j - i, i == j)
                played = there.draw(random, cell if i == j else max(1, cell // 6), policies=(first, second))
                frames.append(played.filter(pl.col("layout") == "s0") if i != j else played)
    if bids:
        to = second_stage(frames[0], columns=COLUMNS, policies=(policies[0],) * 2, tie_break=tie_break)
        for seat, sign in ((0, 1), (1, -1)):
            pairs = [(int(a[1:]), int(b[1:])) for (a, b), trailing in to.items() if trailing == seat]
            signed = sorted(sign * bid for bid in bids)
            if pairs:
                policy = (policies[0], policies[0])
                frames.append(
                    truth.draw(random, max(1, cell // 6), bids=signed, pairs=pairs, policies=policy)
                )
    names = {f"c{i}": name for i, name in enumerate(factions)}
    settings = {f"s{i}": name for i, name in enumerate(layouts)}
    frame = pl.concat(frames).with_columns(
        pl.col("seelie", "unseelie").replace_strict(names), pl.col("layout").replace_strict(settings)
    )
    return frame if games else frame.clear()


def estimates(
    factions: Sequence[str] = FACTIONS,
    *,
    layouts: Sequence[str] = LAYOUTS,
    policies: Sequence[str] = POLICIES,
    bids: Sequence[int] = BIDS,
    games: int = 1560,
    tie_break: str = "seelie",
    auction_side: str = "court_and_faction",
    seed: int = 7,
) -> Estimates:
    """Return what the statistics make of made-up tallies."""
    found = stats.estimate(
        tallies(factions, layouts, policies, bids, games, tie_break, seed),
        columns=COLUMNS,
        contestants=tuple(factions),
        headline=(policies[0], policies[0]),
        tie_break=tie_break,
        auction_side=auction_side,
    )
    return replace(found, words=WORDS)


def manifest() -> dict[str, Any]:
    """Return a manifest with the keys that the page shows, and the times that it must not."""
    return {
        "name": "factions",
        "system": "pacts",
        "configuration": {"name": "factions", "factions": {}},
        "configuration_digest": "5f2c" * 16,
        "seed": 20260101,
        "games": 224640,
        "command": "balance sweep secret-command.yaml",
        "started": "2031-12-24T18:00:00",
        "versions": {"balance": "0.1.0", "python": "3.11.2", "numba": "0.68.1", "numpy": "2.3.1"},
        "rulings": {
            "tie_break": "seelie", "setup_cubes": "three_each", "move_unit": "cubes",
            "removal_colour": "either", "auction_side": "court_and_faction",
        },
        "policies": {"planner": "plans <b>both</b> turns", "greedy": "takes what looks best"},
        "assumptions": {
            "board.borders": {"center": ["top-left", "top-right"], "top-left": ["center"]},
            "decks.common": {"PLACE 1 oak": 2, "PLACE 2 oak": 2},
            "tiles.other": ["1/6", "2/4", "2/6"],
        },
    }  # fmt: skip
