"""A planted truth through the whole road: cells → games → `tallies.parquet` → `summary.json`, and found again there.

The rule system is that of the coins, whose chances can be counted on one's fingers: the margin is one of 21 whole
numbers in a row, each as likely, shifted by skill, seat, weather and bid; north wins at 0 and above.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from balance import road
from balance.reports import page
from balance.stats.summary import schema
from tests.sweep.coins import Bids, Coins, CoinSystem, Pair

SKILL = {"ducat": 0, "florin": 2, "guilder": 5}
WEATHER = {"calm": 0, "storm": 1}


def lead(north: str, south: str, weather: str, bid: int = 0) -> int:
    """Return the mean margin."""
    return SKILL[north] - SKILL[south] + 1 + 2 * bid + WEATHER[weather]


def share(north: str, south: str, bid: int = 0, weather: str = "") -> float:
    """Return north's true win share, weathers averaged unless one is named: 11 margins of 21 are won at a lead of 0."""
    return float(
        np.mean([(11 + lead(north, south, w, bid)) / 21 for w in ([weather] if weather else WEATHER)])
    )


@pytest.fixture(autouse=True, scope="module")
def _no_page() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda *_: "")
        yield


def swept(folder: Path, games: int, seed: int = 1) -> dict[str, Any]:
    """Return the summary of a sweep as it lies in its folder."""
    coins: Any = Coins(
        seed=seed,
        policy_pairs=(Pair(north="left", south="left", games=games),),
        auction=Bids(north="left", south="left", games=games, bids=(1, 2, 3, 4)),
    )
    road.run_sweep(coins, lambda: (CoinSystem(coins), {}), folder)
    found: dict[str, Any] = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    jsonschema.validate(found, schema())
    return found


def beside(found: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], float]]:
    """Yield what the summary says, by kind, beside the truth."""
    pairs = list(permutations(SKILL, 2))
    for pair in found["pairs"]:
        names = pair["first"], pair["second"]
        yield "pair", pair["share"], share(*names)
        yield "tie rate", pair["tie_rate"], 1 / 21
        yield "tie-break", pair["tie_break"], 1 / 42
        yield "margin", pair["margin_mean"], float(np.mean([lead(*names, w) for w in WEATHER]))
        for point in pair["fair_bid"]["curve"]:
            sign = -1 if point["to"] == "south" else 1
            yield "curve", point["share"], share(*names, sign * point["cubes"])
    for one in found["strengths"]:
        rivals = [name for name in SKILL if name != one["name"]]
        first = float(np.mean([share(one["name"], r) for r in rivals]))
        second = float(np.mean([1 - share(r, one["name"]) for r in rivals]))
        yield "as first", one["as_first"], first
        yield "as second", one["as_second"], second
        yield "strength", one["strength"], (first + second) / 2
    for weather in found["settings"]:
        yield "setting", weather["share"], float(np.mean([share(*p, weather=weather["name"]) for p in pairs]))
    overall = float(np.mean([share(*p) for p in pairs]))
    yield "overall", found["overall"], overall
    yield "side advantage", found["side_advantage"], overall - 0.5
    yield "overall tie rate", found["tie_rate"], 1 / 21
    yield "overall tie-break", found["tie_break"]["advantage"], 1 / 42
    yield "unfairness", found["unfairness"], float(np.mean([abs(share(*p) - 0.5) for p in pairs]))
    least = found["least_fair"]
    yield "least fair", least["share"], share(least["first"], least["second"])


def test_many_games_find_every_planted_figure(tmp_path: Path) -> None:
    found = swept(tmp_path, 50_000)
    kinds = set()
    for kind, said, true in beside(found):
        kinds.add(kind)
        assert said["estimate"] == pytest.approx(true, abs=0.06 if kind == "margin" else 0.006), kind
        assert said["low"] <= said["estimate"] <= said["high"]
    assert len(kinds) == 15
    assert [s["name"] for s in found["strengths"]] == ["guilder", "florin", "ducat"]
    least = found["least_fair"]
    assert (least["first"], least["second"]) == ("guilder", "ducat")
    assert found["tie_break"]["to"] == "north"


def test_many_games_find_the_planted_bids(tmp_path: Path) -> None:
    """North's share is 1/2 at a mean lead of −1/2, which no whole bid meets but for half of the pairs."""
    for pair in swept(tmp_path, 50_000)["pairs"]:
        names = pair["first"], pair["second"]
        behind = share(*names) < 0.5
        bids = [0, *(b if behind else -b for b in (1, 2, 3, 4))]
        even = [b for b in bids if share(*names, b) == pytest.approx(0.5)]
        fair = pair["fair_bid"]
        assert fair["trailing"] == (None if even == [0] else "north" if behind else "south")
        said = [b["cubes"] * (-1 if b["to"] == "south" else 1) for b in fair["bids"]]
        assert said == even
        if not even:
            bracket = [b["cubes"] for b in fair["bracket"]]
            low, high = (share(*names, (1 if behind else -1) * b) for b in bracket)
            assert fair["status"] == "between bids"
            assert min(low, high) < 0.5 < max(low, high)
            assert bracket[1] == bracket[0] + 1


@pytest.mark.slow
def test_summaries_hold_the_planted_truth(tmp_path: Path) -> None:
    """Coverage of what is written, after rounding; one-sided for those that are conservative."""
    held: dict[str, list[bool]] = {}
    runs = 200
    for seed in range(runs):
        for kind, said, true in beside(swept(tmp_path / str(seed), 40, seed=100 + seed)):
            held.setdefault(kind, []).append(said["low"] - 1e-6 <= true <= said["high"] + 1e-6)
    for kind, hits in held.items():
        slack = 3.3 * np.sqrt(0.95 * 0.05 / (len(hits) if kind in ("pair", "margin", "curve") else runs))
        assert np.mean(hits) >= 0.948 - slack, (kind, np.mean(hits))
        if kind in ("pair", "margin", "curve", "strength", "overall"):
            assert np.mean(hits) <= 0.955 + slack, (kind, np.mean(hits))
