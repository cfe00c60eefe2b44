"""What only some runs have, made up by hand with numbers that can be followed: model, tie-break, abilities, auction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from balance.stats.auction.results import (
    AuctionPlay,
    AuctionStudy,
    Misjudgement,
    Monotonicity,
    PairAuction,
    Placement,
)
from balance.stats.comparisons.abilities_results import (
    AbilityConclusion,
    AbilityEffect,
    AbilityStudy,
    OpponentLoss,
    Standing,
    Worth,
)
from balance.stats.comparisons.tie_break_results import (
    Handicap,
    HandicapPoint,
    HandicapStatus,
    PairHandicap,
    PairTieBreak,
    PolicyTieBreak,
    SettingHandicap,
    SettingTieBreak,
    TieBreakEffect,
    TieBreakStudy,
)
from balance.stats.pairings.results import (
    Connection,
    Effect,
    Fit,
    FitTest,
    Method,
    MirrorCheck,
    PairingsFit,
    Prediction,
    Spread,
    Term,
    Ties,
    Triple,
)
from balance.stats.results import BidPoint, BidStatus, FairBid, Interval, OwnerBid
from tests.reports.synthetic import FACTIONS, LAYOUTS

REGIONS = ("top-left", "top-right", "center", "bottom-left", "bottom-middle", "bottom-right")
PLANNER, GREEDY = ("planner", "planner"), ("greedy", "greedy")


def around(middle: float, half: float, games: int = 900, note: str = "") -> Interval:
    """Return an interval by its middle and half its width."""
    return Interval(middle, middle - half, middle + half, games, note)


def _effect(term: Term, *names: str, value: float, half: float = 0.06) -> Effect:
    return Effect(term, names, around(value, half), half / 1.96)


def pairings(factions: Sequence[str] = FACTIONS) -> PairingsFit:
    """Return a fitted model; one cell was not played, one mirror does not agree, one circle of three is certain."""
    size = len(factions)
    worth = {name: 0.1 * (size // 2 - place) for place, name in enumerate(factions)}
    pairs = list(permutations(factions, 2))
    a, b, c = (*factions, *factions)[:3]
    unplayed = Interval(0.52, 0.44, 0.6, 0, "not played")
    return PairingsFit(
        method=Method.POOLED,
        ties=Ties.HALF,
        reference=None,
        contestants=tuple(factions),
        settings=("standard", "mirrored"),
        games=9000,
        side=_effect(Term.SIDE, value=0.1, half=0.05),
        strengths=tuple(_effect(Term.STRENGTH, name, value=worth[name]) for name in factions),
        as_first=tuple(_effect(Term.SEAT, name, value=worth[name] + 0.02) for name in factions),
        as_second=tuple(_effect(Term.SEAT, name, value=worth[name] - 0.02) for name in factions),
        interactions=tuple(
            _effect(Term.INTERACTION, *both, value=0.3 * (-1) ** place / (1 + place))
            for place, both in enumerate(pairs)
        ),
        setting_effects=(),
        contestant_settings=(),
        players=(),
        tie=None,
        spreads=(Spread(Term.INTERACTION, around(0.1, 0.02), len(pairs)),),
        pairs=tuple(Prediction(*both, "", around(0.53, 0.02), 0.12, 0.04, 0.55) for both in pairs),
        cells=(Prediction(a, b, "mirrored", unplayed, 0.08, 0.16, math.nan),),
        tests=(
            FitTest(
                "do strengths and side alone explain the pairs?", 131.2, 55, 0.00001, "chi-square",
                Fit.FALLS_SHORT, "Single pairings differ by more than luck.",
            ),
            FitTest("do settings change pairs?", 40.0, 38, 0.38, "bootstrap of 200 data sets", Fit.SUFFICES),
            FitTest("do settings change contestants?", math.nan, 0, math.nan, "", Fit.UNTESTED, "too few games"),
        ),
        triples=(
            Triple((a, b, c), (around(0.4, 0.1), around(0.3, 0.1), around(0.2, 0.1)), 0.0001, 0.02),
            Triple((a, c, b), (around(0.1, 0.1), around(0.1, 0.1), around(0.1, 0.1)), 0.2, 1.0),
        ),
        mirrors=(
            MirrorCheck(a, around(0.53, 0.03), around(0.525, 0.01, 0), 0.7, 1.0, True),
            MirrorCheck(b, around(0.61, 0.03), around(0.525, 0.01, 0), 0.001, 0.002, False),
        ),
        connection=Connection((tuple(factions),), (tuple(factions),)),
        log_likelihood=-6200.0,
        deviance=60.0,
        freedom=math.nan,
        notes=("Effects of cells are small and were left out.",),
    )  # fmt: skip


def _tie(total: float, mechanical: float, *, exact: bool = False) -> TieBreakEffect:
    rest = (
        Interval(0.0, -0.002, 0.002, 900, "exact: every game went alike")
        if exact
        else around(total - mechanical, 0.01)
    )
    return TieBreakEffect(around(total, 0.012), around(mechanical, 0.004), rest, 900, 0 if exact else 311)


def _handicap(share_at_nil: float, best: int) -> Handicap:
    curve = tuple(
        HandicapPoint(
            points, around(share_at_nil + 0.03 * points, 0.01), abs(share_at_nil + 0.03 * points - 0.5) > 0.01
        )
        for points in range(-6, 7)
    )
    level = tuple(point.points for point in curve if not point.excluded)
    return Handicap(HandicapStatus.FOUND, level or (best,), None, best, curve)


def tie_break(factions: Sequence[str] = FACTIONS, layouts: Sequence[str] = LAYOUTS) -> TieBreakStudy:
    """Return a study in which planners play for the tie and greedy players do not look at it."""
    pairs = list(permutations(factions, 2))
    between = Handicap(HandicapStatus.BETWEEN, (), (-2, -1), -1, _handicap(0.535, -1).curve)
    far = Handicap(HandicapStatus.OPEN, (3, 4), None, None, (), "few games")
    return TieBreakStudy(
        policies=(
            PolicyTieBreak(
                PLANNER, _tie(0.061, 0.04),
                tuple(PairTieBreak(*both, _tie(0.04 + 0.0005 * i, 0.03)) for i, both in enumerate(pairs)),
                tuple(SettingTieBreak(name, _tie(0.06, 0.04)) for name in layouts), False,
            ),
            PolicyTieBreak(
                GREEDY, _tie(0.041, 0.041, exact=True),
                tuple(PairTieBreak(*both, _tie(0.041, 0.041, exact=True)) for both in pairs), (), True,
            ),
        ),
        handicap=_handicap(0.53, -1),
        pair_handicaps=tuple(
            PairHandicap(*both, (between, far, _handicap(0.47, 1))[i % 3]) for i, both in enumerate(pairs)
        ),
        setting_handicaps=tuple(SettingHandicap(name, _handicap(0.53, -1)) for name in layouts),
    )  # fmt: skip


def abilities(factions: Sequence[str] = FACTIONS) -> AbilityStudy:
    """Return a study: the first contestant's passive turns with skill, its court set is worth most."""
    kinds = ("passive", "active", "court")
    effects, conclusions = [], []
    for place, name in enumerate(factions):
        for number, kind in enumerate(kinds):
            turns = place == number == 0
            losses = {PLANNER: 0.02 + 0.03 * number - 0.001 * place, GREEDY: -0.02 if turns else 0.015}
            for policies, loss in losses.items():
                rivals = [other for other in factions if other != name]
                effects.append(
                    AbilityEffect(
                        name,
                        kind,
                        policies,
                        around(loss, 0.008),
                        around(loss + 0.01, 0.011),
                        around(loss - 0.01, 0.011),
                        tuple(OpponentLoss(other, around(loss, 0.03)) for other in rivals),
                        around(20 * loss, 0.1),
                        1600,
                        412,
                        Worth.HARMS if loss < 0 else Worth.HELPS,
                        0.002,
                    )
                )
            helps = (PLANNER,) if turns else (PLANNER, GREEDY)
            standing = Standing.TURNS if turns else Standing.HELPS
            conclusions.append(AbilityConclusion(name, kind, standing, helps, (GREEDY,) if turns else (), ()))
    return AbilityStudy(kinds, (PLANNER, GREEDY), tuple(effects), tuple(conclusions))  # fmt: skip


def _fair(share: float) -> FairBid:
    """Return bids to the second seat, three points a cube, as far from even as the share at bid 0 says."""
    best = -max(1, round((share - 0.5) / 0.03))
    curve = tuple(
        BidPoint(bid, around(share + 0.03 * bid, 0.02), abs(share + 0.03 * bid - 0.5) > 0.02)
        for bid in range(0, -7, -1)
    )
    level = tuple(point.bid for point in curve if not point.excluded)
    return FairBid(BidStatus.FOUND, 0, level, None, curve, best=best)


def _auction(first: str, second: str, setting: str, share: float, *, falls: bool = False) -> PairAuction:
    fair = _fair(share)
    still = [point.bid for point in fair.curve if point.share.low > 0.5]
    turned = [point.bid for point in fair.curve if point.share.high < 0.5]
    drop = around(0.03, 0.02)
    return PairAuction(
        first, second, setting, fair,
        favours_second=max(turned, default=None), favours_first=min(still, default=None),
        left=around(0.012, 0.008),
        monotone=Monotonicity(0.0001, 0.007, (-5, -4), drop) if falls else Monotonicity(1.0, 1.0),
        games=2100,
    )  # fmt: skip


def _play(first: str, second: str, opener: int, reading: str) -> AuctionPlay:
    errors = tuple(
        Misjudgement(own, cubes, around(0.01 + 0.01 * own + 0.005 * cubes, 0.004))
        for own in (True, False)
        for cubes in (1, -1)
    )
    nobody = first < second
    return AuctionPlay(
        reading, first, second, opener, 0 if nobody else 2, None if nobody else opener, None if nobody else 0, 0.64,
        around(0.51 if opener == 0 else 0.49, 0.02), errors,
    )  # fmt: skip


def auctions(factions: Sequence[str] = FACTIONS, layouts: Sequence[str] = LAYOUTS) -> AuctionStudy:
    """Return a study in which one pairing is proved to fall, and both readings were worked out."""
    pairs = list(permutations(factions, 2))
    readings = ("court_and_faction", "court_only")
    puts = (0.3, 0.1, 0.25, 0.05, 0.2, 0.1)
    return AuctionStudy(
        policies=PLANNER,
        adaptive=True,
        readings=readings,
        ruling=readings[0],
        games=2100 * len(pairs),
        pairs=tuple(_auction(*both, "", 0.53 + 0.01 * (i % 9), falls=i == 3) for i, both in enumerate(pairs)),
        by_setting=tuple(_auction(*both, name, 0.56) for both in pairs for name in layouts),
        falls=tuple(pairs[3:4]),
        even_best=around(0.012, 0.003),
        owners=(OwnerBid(*pairs[0], (1, 2), BidStatus.FOUND),),
        plays=tuple(
            _play(*both, opener, reading) for both in pairs for opener in (0, 1) for reading in readings
        ),
        opener_gain={"court_and_faction": around(0.004, 0.002), "court_only": around(0.001, 0.002)},
        unfairness_after={"court_and_faction": around(0.011, 0.003), "court_only": around(0.02, 0.003)},
        placements=tuple(
            Placement("", "", name, seat, region, around(part, 0.02 if seat == 0 else 0.06), 4000)
            for name in ("", *layouts)
            for seat in (0, 1)
            for region, part in zip(REGIONS, puts, strict=True)
        ),
    )


def studies(factions: Sequence[str] = FACTIONS, layouts: Sequence[str] = LAYOUTS) -> dict[str, Any]:
    """Return all of them under the names of the fields of `Estimates`."""
    return {
        "pairings_model": pairings(factions),
        "tie_break_study": tie_break(factions, layouts),
        "abilities": abilities(factions),
        "auctions": auctions(factions, layouts),
    }
