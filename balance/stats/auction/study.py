"""All that a run says of the auction, from its tallies and facts: one function, `auction_study`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import polars as pl

from balance.stats.auction.bids import PairBids, fair_bid, pair_bids, told_ends, told_signs
from balance.stats.auction.curve import falls
from balance.stats.auction.owner import COURT_ONLY, owner_bids
from balance.stats.auction.plays import auction_plays, left_over, mean_left
from balance.stats.auction.results import AuctionStudy, PairAuction, Placement
from balance.stats.entries import entry
from balance.stats.intervals import LEVEL, share_interval
from balance.stats.paired import holm
from balance.stats.pooling import bids_by, with_policies, without_mirrors
from balance.stats.results import BidStatus, FairBid, Interval

COURT_AND_FACTION = "court_and_faction"
PAIR = ("first", "second")


@dataclass(frozen=True)
class AuctionRules:
    """How bids were chosen, and how players bid.

    Parameters
    ----------
    side
        The ruling `auction_side` in force.
    looks
        Games a cell at which bids were looked at while they were chosen; empty: bids were given beforehand.
    largest
        The largest bid that the rules admit, in cubes.
    by_one
        Whether a bid must be exactly one above the standing one.
    """

    side: str = COURT_AND_FACTION
    looks: tuple[int, ...] = ()
    largest: int = 0
    by_one: bool = False


def auction_study(
    frame: pl.DataFrame,
    fair: Mapping[tuple[str, str], FairBid],
    *,
    contestants: Sequence[str],
    settings: Sequence[str],
    policies: tuple[str, ...],
    tie_break: str,
    rules: AuctionRules,
    placements: tuple[Placement, ...] = (),
) -> AuctionStudy | None:
    """Return what a run says of the auction; None where no bid was played.

    Parameters
    ----------
    frame
        Normalised tallies.
    fair
        The fair bid of each pair, from `balance.stats.auction.bids.fair_bids`.
    contestants, settings
        Names in the order in which to list them.
    policies
        Who played the bids.
    tie_break
        The tie-break in force.
    rules
        How bids were chosen and how players bid.
    placements
        Where cubes were placed.
    """
    mine = without_mirrors(with_policies(frame, policies))
    bid_games = int(mine.filter(pl.col("bid") != 0)["games"].sum())
    if not bid_games:
        return None
    order = [(a, b) for a in contestants for b in contestants if a != b]
    played = pair_bids(mine, policies=policies, tie_break=tie_break, looks=rules.looks)
    found = [_pair(pair, "", played[pair], fair[pair], rules) for pair in order if pair in played]
    pairs = tuple(_adjusted(found))
    owners = owner_bids(
        mine, contestants=contestants, policies=policies, tie_break=tie_break, looks=rules.looks
    )
    answered = any(owner.status is not BidStatus.NOT_PLAYED for owner in owners)
    readings = (COURT_AND_FACTION, COURT_ONLY) if answered else (COURT_AND_FACTION,)
    curves = {pair: (one.bids, one.counts) for pair, one in played.items() if len(one.bids) > 1}
    plays = auction_plays(
        {pair: curves[pair] for pair in order if pair in curves},
        readings=readings,
        largest=rules.largest or max(abs(b) for bids, _ in curves.values() for b in bids),
        by_one=rules.by_one,
    )
    return AuctionStudy(
        policies=policies,
        adaptive=bool(rules.looks),
        readings=readings,
        ruling=rules.side,
        games=bid_games,
        pairs=pairs,
        by_setting=tuple(_adjusted(_by_setting(mine, order, settings, tie_break, rules))),
        falls=tuple((pair.first, pair.second) for pair in pairs if pair.monotone.proved_fall),
        even_best=_even_best(pairs, played),
        owners=owners if answered else (),
        plays=plays.plays,
        opener_gain=plays.opener_gain,
        unfairness_after=plays.unfairness_after,
        placements=placements,
    )


def _pair(
    pair: tuple[str, str], setting: str, one: PairBids, fair: FairBid, rules: AuctionRules
) -> PairAuction:
    """Return what is said of one pair on one setting or all; its p-value is not adjusted yet."""
    below, above = told_ends(one.bids, told_signs(one.bids, one.counts, one.cells, rules.looks))
    games = sum(n for bid, n in zip(one.bids, one.counts.games, strict=True) if bid)
    return PairAuction(
        first=pair[0],
        second=pair[1],
        setting=setting,
        fair_bid=fair,
        favours_second=below,
        favours_first=above,
        left=left_at(fair, one),
        monotone=falls(one.bids, one.counts),
        games=int(games),
    )


def left_at(fair: FairBid, one: PairBids) -> Interval | None:
    """Return how far from even the pair is at its best whole-cube bid, if that was played.

    The bid was picked, so the level is raised to hold for every bid that might have been (Šidák 1967).
    """
    if fair.best is None or fair.best not in one.bids:
        return None
    candidates = _candidates(fair, one)
    counts = one.counts.take([one.bids.index(fair.best)])
    low, high = share_interval(counts, level=LEVEL ** (1 / max(1, len(candidates))))
    ends = float(low[0]) - 0.5, float(high[0]) - 0.5
    nearest = 0.0 if ends[0] <= 0 <= ends[1] else min(abs(ends[0]), abs(ends[1]))
    return entry(
        abs(float(counts.share[0]) - 0.5), nearest, max(abs(ends[0]), abs(ends[1])), float(counts.games[0])
    )


def _candidates(fair: FairBid, one: PairBids) -> list[int]:
    """Return the bids played from which the best one was picked."""
    return [bid for bid in one.bids if bid in (fair.bids or fair.bracket or ())]


def _adjusted(pairs: Sequence[PairAuction]) -> Iterator[PairAuction]:
    """Yield the pairs with the p-values of their falls adjusted over all of them."""
    adjusted = holm([pair.monotone.p_value for pair in pairs])
    for pair, p_value in zip(pairs, adjusted, strict=True):
        yield replace(pair, monotone=replace(pair.monotone, adjusted=float(p_value)))


def _by_setting(
    frame: pl.DataFrame,
    order: Sequence[tuple[str, str]],
    settings: Sequence[str],
    tie_break: str,
    rules: AuctionRules,
) -> list[PairAuction]:
    """Return every pair on each setting that bids were played on."""
    parts = bids_by(frame, (*PAIR, "setting"), tie_break)
    answers = []
    for pair in order:
        for setting in settings:
            bids, counts = parts.get((*pair, setting), ([], None))
            if counts is None or not any(bids):
                continue
            one = PairBids(bids, counts, 1)
            fair = fair_bid(one.bids, one.counts, looks=rules.looks)
            answers.append(_pair(pair, setting, one, fair, rules))
    return answers


def _even_best(pairs: Sequence[PairAuction], played: Mapping[tuple[str, str], PairBids]) -> Interval | None:
    """Return the mean distance from even over pairs, each at its best whole-cube bid."""
    best = {
        (pair.first, pair.second): (
            one.bids,
            one.counts,
            pair.fair_bid.best,
            len(_candidates(pair.fair_bid, one)),
        )
        for pair, one in ((pair, played[pair.first, pair.second]) for pair in pairs)
        if pair.fair_bid.best is not None and len(one.bids) > 1
    }
    if not best:
        return None
    games = sum(int(counts.games.sum()) for _, counts, _, _ in best.values())
    found = mean_left(left_over(best), games)
    return found if len(best) == len(pairs) else replace(found, note=f"{len(best)} of {len(pairs)} pairs")
