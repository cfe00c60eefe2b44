"""The auction's part of the summary: `AuctionStudy` as JSON values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from balance.stats.auction.results import AuctionPlay, AuctionStudy, Monotonicity, PairAuction, Placement
from balance.stats.results import FairBid, Interval, OwnerBid

Json = dict[str, Any]


class AuctionWriter:
    """Writes an auction study.

    Parameters
    ----------
    seats
        The seats' names.
    interval, fair_bid, owner_bid, number
        How `balance.stats.summary` writes these.
    """

    def __init__(
        self,
        seats: Sequence[str],
        *,
        interval: Callable[[Interval], Json],
        fair_bid: Callable[[FairBid], Json],
        owner_bid: Callable[[OwnerBid], Json],
        number: Callable[[float], float | None],
    ) -> None:
        self.seats = seats
        self.interval, self.fair_bid, self.owner_bid, self.number = interval, fair_bid, owner_bid, number

    def study(self, study: AuctionStudy | None) -> Json | None:
        """Return the study; None where no bid was played."""
        if study is None:
            return None
        return {
            "policies": list(study.policies),
            "adaptive": study.adaptive,
            "readings": list(study.readings),
            "ruling": study.ruling,
            "games": study.games,
            "pairs": [self.pair(pair) for pair in study.pairs],
            "by_setting": [self.pair(pair) for pair in study.by_setting],
            "falls": [list(pair) for pair in study.falls],
            "even_best": None if study.even_best is None else self.interval(study.even_best),
            "owners": [self.owner_bid(owner) for owner in study.owners],
            "plays": [self.play(play) for play in study.plays],
            "opener_gain": {name: self.interval(value) for name, value in study.opener_gain.items()},
            "unfairness_after": {
                name: self.interval(value) for name, value in study.unfairness_after.items()
            },
            "placements": [self.placed(list(group)) for _, group in groupby(study.placements, _group)],
        }

    def bid(self, signed: int | None) -> Json | None:
        """Return a signed bid; None for none."""
        if signed is None:
            return None
        to = None if signed == 0 else self.seats[0 if signed > 0 else 1]
        return {"to": to, "cubes": abs(signed)}

    def pair(self, pair: PairAuction) -> Json:
        """Return one pair; the curve stands with the pair itself, that of a setting in the tallies alone."""
        fair = {key: value for key, value in self.fair_bid(pair.fair_bid).items() if key != "curve"}
        return {
            "first": pair.first,
            "second": pair.second,
            "setting": pair.setting or None,
            **fair,
            "favours_second": self.bid(pair.favours_second),
            "favours_first": self.bid(pair.favours_first),
            "left": None if pair.left is None else self.interval(pair.left),
            "monotone": self.monotone(pair.monotone),
            "games": pair.games,
        }

    def monotone(self, found: Monotonicity) -> Json:
        """Return whether the curve falls."""
        return {
            "p_value": self.number(found.p_value),
            "adjusted": self.number(found.adjusted),
            "fall": None if found.fall is None else [self.bid(bid) for bid in found.fall],
            "drop": None if found.drop is None else self.interval(found.drop),
        }

    def play(self, play: AuctionPlay) -> Json:
        """Return what the alternating auction yields in one pair."""
        return {
            "reading": play.reading,
            "first": play.first,
            "second": play.second,
            "opener": self.seats[play.opener],
            "bid": play.bid,
            "winner": None if play.winner is None else self.seats[play.winner],
            "takes": None if play.takes is None else self.seats[play.takes],
            "likely": self.number(play.likely),
            "share": self.interval(play.share),
            "misjudged": [
                {
                    "who": "opener" if one.opener else "other",
                    "cubes": one.cubes,
                    "loss": self.interval(one.loss),
                }
                for one in play.misjudged
            ],
            "note": play.note,
        }

    def placed(self, group: Sequence[Placement]) -> Json:
        """Return where one seat's cubes went, the favourite place first."""
        one = group[0]
        return {
            "first": one.first or None,
            "second": one.second or None,
            "setting": one.setting or None,
            "seat": self.seats[one.seat],
            "cubes": sum(place.cubes for place in group),
            "games": one.share.games,
            "places": {
                place.place: [
                    self.number(x) for x in (place.share.estimate, place.share.low, place.share.high)
                ]
                for place in group
            },
        }


def _group(one: Placement) -> tuple[str, str, str, int]:
    return one.first, one.second, one.setting, one.seat
