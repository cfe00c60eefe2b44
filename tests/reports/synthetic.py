"""Made-up estimates with the shape of a default sweep, for tests and for looking at the page."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from balance.stats.results import (
    Agreement,
    BidPoint,
    BidStatus,
    ContestantEstimate,
    Estimates,
    FairBid,
    Interval,
    PairEstimate,
    PolicyMatch,
    PolicyPairEstimate,
    SettingEstimate,
    Verdict,
)

FACTIONS = (
    "banshees", "changelings", "cu sidhe", "dragons", "fir bolg", "fomorians", "kelpies", "sluagh", "selkies",
)  # fmt: skip
LAYOUTS = ("standard", "high-center", "flat", "split", "north-heavy", "reversed")
BIDS = (1, 2, 3, 4, 6, 8)


def interval(value: float, games: int, note: str = "") -> Interval:
    """Return a Wilson interval around a share."""
    if games == 0:
        return Interval(math.nan, 0.0, 1.0, 0, note)
    z = 1.959964
    middle = (value + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(value * (1 - value) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Interval(value, max(0.0, middle - half), min(1.0, middle + half), games, note)


def _mean(values: Sequence[float], half: float, games: int) -> Interval:
    value = sum(values) / len(values)
    return Interval(value, value - half, value + half, games)


def _bid(share: float, rng: random.Random, games: int, bids: Sequence[int]) -> FairBid:
    start = BidPoint(0, interval(share, games), excluded=abs(share - 0.5) > 0.026)
    if not bids:
        return FairBid(BidStatus.NOT_PLAYED, None, (), None, (start,))
    if not start.excluded:
        return FairBid(BidStatus.FOUND, None, (0,), None, (start,))
    sign, trailing = (-1, 1) if share > 0.5 else (1, 0)
    per_cube = rng.uniform(0.012, 0.03)
    curve = [start]
    for bid in bids:
        value = round((share + sign * per_cube * bid) * 258) / 258
        point = interval(value, 258)
        curve.append(BidPoint(sign * bid, point, excluded=not point.low <= 0.5 <= point.high))
    left = tuple(point.bid for point in curve if not point.excluded)
    ahead = share > 0.5
    crossed = [a.bid for a in curve if (a.share.estimate > 0.5) != ahead]
    if left:
        return FairBid(BidStatus.FOUND, trailing, left, None, tuple(curve))
    if not crossed:
        return FairBid(BidStatus.OUT_OF_REACH, trailing, (), None, tuple(curve))
    return FairBid(BidStatus.BETWEEN, trailing, (), (crossed[0] - sign, crossed[0]), tuple(curve))


def estimates(
    factions: Sequence[str] = FACTIONS,
    *,
    layouts: Sequence[str] = LAYOUTS,
    policies: Sequence[str] = ("planner", "greedy", "random"),
    bids: Sequence[int] = BIDS,
    games: int = 1560,
    tie_break_rule: str = "seelie",
    seed: int = 7,
) -> Estimates:
    """Return estimates of made-up contestants; the first policy is the headline."""
    rng = random.Random(seed)
    power = {name: rng.gauss(0, 0.22) for name in factions}
    note = "not enough games to tell" if games < 100 else ""
    pairs: list[PairEstimate] = []
    agreements: list[Agreement] = []
    true: dict[tuple[str, str], float] = {}
    for a in factions:
        for b in factions:
            if a == b:
                continue
            logit = 0.12 + power[a] - power[b] + rng.gauss(0, 0.12)
            true[a, b] = 1 / (1 + math.exp(-logit))
            share = interval(round(true[a, b] * games) / games if games else 0.5, games, note)
            ties = interval(rng.uniform(0.06, 0.1), games)
            low = share.low > 0.5 and games > 0
            high = share.high < 0.5 and games > 0
            verdict = Verdict.FIRST if low else Verdict.SECOND if high else Verdict.UNDECIDED
            margin = 3 * (true[a, b] - 0.5) * 10
            worth = Interval(ties.estimate / 2, ties.low / 2, ties.high / 2, games)
            pairs.append(
                PairEstimate(
                    a, b, share, ties, worth,
                    q_value=0.0004 if low or high else 0.31,
                    verdict=verdict,
                    margin_mean=Interval(margin, margin - 0.4, margin + 0.4, games),
                    fair_bid=_bid(share.estimate, rng, games, bids),
                )
            )  # fmt: skip
            shares = {
                policy: interval(
                    round(260 * (0.5 + (true[a, b] - 0.5) * (1 - 0.4 * k) + 0.03 * k)) / 260, 260
                )
                for k, policy in enumerate(policies)
            }
            signs = {s.low > 0.5 for s in shares.values() if not s.low <= 0.5 <= s.high}
            agreements.append(Agreement(a, b, shares, agrees=len(signs) < 2 and rng.random() > 0.1))
    total = games * len(pairs)
    half = 0.98 / math.sqrt(total) if total else 0.5
    strengths = []
    for name in factions:
        first = [v for (a, _), v in true.items() if a == name]
        second = [1 - v for (_, b), v in true.items() if b == name]
        strengths.append(
            ContestantEstimate(
                name,
                _mean(first + second, 3 * half, 2 * len(first) * games),
                _mean(first, 4 * half, len(first) * games),
                _mean(second, 4 * half, len(first) * games),
            )
        )
    overall = _mean(list(true.values()), half, total)
    worst = max(pairs, key=lambda p: abs(p.share.estimate - 0.5))
    tie = interval(0.081, total) if total else interval(0.5, 0)
    worth = Interval(tie.estimate / 2, tie.low / 2, tie.high / 2, total)
    return Estimates(
        seats=("seelie", "unseelie"),
        setting_column="layout",
        contestants=tuple(factions),
        headline_policies=(policies[0], policies[0]),
        tie_break_rule=tie_break_rule,
        games=2 * total,
        headline_games=total,
        pairs=tuple(pairs),
        overall=overall,
        side_advantage=Interval(overall.estimate - 0.5, overall.low - 0.5, overall.high - 0.5, total),
        tie_rate=tie,
        tie_break=worth,
        unfairness=Interval(0.061, 0.058, 0.064, total),
        strengths=tuple(sorted(strengths, key=lambda s: -s.strength.estimate)),
        settings=tuple(
            SettingEstimate(
                name,
                interval(0.53 + rng.uniform(-0.03, 0.03), total // len(layouts)),
                interval(0.08, total // len(layouts)),
                (worst.first, worst.second, interval(worst.share.estimate, games // len(layouts))),
            )
            for name in layouts
        ),
        policy_pairs=tuple(
            PolicyPairEstimate(
                (p, q), interval(0.53 if p == q else 0.7, total), tie, worth, tuple(layouts[:6])
            )
            for p in policies
            for q in policies
        ),
        policy_matches=tuple(
            PolicyMatch(p, q, interval(0.7 + 0.1 * i, 14400 if games > 100 else games))
            for i, p in enumerate(policies)
            for q in policies[i + 1 :]
        ),
        agreements=tuple(agreements),
    )


def manifest() -> dict[str, Any]:
    """Return a manifest with the keys that the page shows, and the times that it must not."""
    return {
        "name": "factions",
        "configuration": {"name": "factions"},
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
        "assumptions": {
            "board.borders": {"center": ["top-left", "top-right"], "top-left": ["center"]},
            "decks.common": {"PLACE 1 oak": 2, "PLACE 2 oak": 2},
            "tiles.other": ["1/6", "2/4", "2/6"],
        },
    }  # fmt: skip
