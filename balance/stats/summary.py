"""The summary for machines: the estimates as plain JSON values, and the schema that they keep to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from balance.stats.auction.summary import AuctionWriter
from balance.stats.comparisons import summary as comparison_summary
from balance.stats.details.summary import details_json
from balance.stats.json_values import Json, interval, number
from balance.stats.layouts.summary import layout_set_json
from balance.stats.metagame.summary import metagame_json
from balance.stats.pairings.summary import pairings_json
from balance.stats.questions.summary import answer_json
from balance.stats.results import (
    Agreement,
    BidPoint,
    BothWays,
    Conclusion,
    ContestantEstimate,
    Estimates,
    FairBid,
    Interval,
    OwnerBid,
    PairEstimate,
    PolicyMatch,
    PolicyPairEstimate,
    SettingEstimate,
    Verdict,
)
from balance.stats.settings.summary import by_setting_json, setting_study_json

SCHEMA_VERSION = 1
"""Raised when a key is renamed, removed or changes its meaning."""


@cache
def _schema_text() -> str:
    return resources.files("balance.stats").joinpath("summary.schema.json").read_text(encoding="utf-8")


def schema() -> Json:
    """Return the JSON Schema (draft 2020-12) of the summary, as shipped in the package."""
    return dict(json.loads(_schema_text()))


def summary(estimates: Estimates, *, run: Mapping[str, Any]) -> Json:
    """Return the estimates as JSON values: the report's figures for machines.

    Deterministic: equal estimates give equal values in equal order. Numbers are rounded to six places; what
    could not be estimated is null. Shares are 0–1 and the first seat's; seats and contestants go by name.

    Parameters
    ----------
    estimates
        What `balance.stats.estimates.estimate` returned.
    run
        What identifies the run; its keys are those of `run` in the schema.
    """
    e = estimates
    writer = _Writer(e.seats)
    return {
        "schema_version": SCHEMA_VERSION,
        "run": dict(run),
        "seats": list(e.seats),
        "setting_column": e.setting_column,
        "contestants": list(e.contestants),
        "headline_policies": list(e.headline_policies),
        "games": e.games,
        "headline_games": e.headline_games,
        "overall": interval(e.overall),
        "side_advantage": interval(e.side_advantage),
        "tie_rate": interval(e.tie_rate),
        "tie_break": {
            "rule": e.tie_break_rule,
            "to": writer.seat(e.tie_break_to),
            "advantage": interval(e.tie_break),
        },
        "unfairness": interval(e.unfairness),
        "least_fair": writer.extreme(e.least_fair),
        "pairs": [writer.pair(p) for p in e.pairs],
        "mirrors": [writer.pair(p) for p in e.mirrors],
        "both_ways": [writer.both_ways(b) for b in e.both_ways],
        "strengths": [writer.contestant(c) for c in e.strengths],
        "settings": [writer.setting(s) for s in e.settings],
        "policy_pairs": [writer.policy_pair(p) for p in e.policy_pairs],
        "policy_matches": [writer.policy_match(m) for m in e.policy_matches],
        "agreements": [writer.agreement(a) for a in e.agreements],
        "conclusions": [writer.conclusion(c) for c in e.conclusions],
        "setting_study": e.setting_study and setting_study_json(e.setting_study),
        "by_setting": e.by_setting and by_setting_json(e.by_setting),
        "layout_sets": [layout_set_json(one) for one in e.layout_sets],
        "owner_bids": [writer.owner_bid(o) for o in e.owner_bids],
        "pairings_model": None if e.pairings_model is None else pairings_json(e.pairings_model),
        "tie_break_study": e.tie_break_study and comparison_summary.tie_break_study(e.tie_break_study),
        "abilities": e.abilities and comparison_summary.abilities(e.abilities),
        "rulings": e.rulings and comparison_summary.rulings(e.rulings),
        "metagame": e.metagame and metagame_json(e.metagame, e.seats),
        "auctions": AuctionWriter(
            e.seats,
            interval=interval,
            fair_bid=writer.fair_bid,
            owner_bid=writer.owner_bid,
            number=number,
        ).study(e.auctions),
        "questions": [answer_json(one) for one in e.answers],
        "details": e.details and details_json(e.details, e.seats),
    }


class _Writer:
    """Writes results with seats by name.

    Parameters
    ----------
    seats
        The seats' names.
    """

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats

    def seat(self, index: int | None) -> str | None:
        return None if index is None else self.seats[index]

    def bid(self, signed: int) -> Json:
        to = None if signed == 0 else self.seats[0 if signed > 0 else 1]
        return {"to": to, "cubes": abs(signed)}

    def extreme(self, found: tuple[str, str, Interval] | None) -> Json | None:
        if found is None:
            return None
        first, second, share = found
        return {"first": first, "second": second, "share": interval(share)}

    def point(self, point: BidPoint) -> Json:
        return {**self.bid(point.bid), "share": interval(point.share), "excluded": point.excluded}

    def fair_bid(self, fair: FairBid) -> Json:
        return {
            "status": fair.status.value,
            "trailing": self.seat(fair.trailing),
            "bids": [self.bid(b) for b in fair.bids],
            "best": None if fair.best is None else self.bid(fair.best),
            "bracket": None if fair.bracket is None else [self.bid(b) for b in fair.bracket],
            "other_side_open": fair.other_side_open,
            "curve": [self.point(p) for p in fair.curve],
            "note": fair.note,
        }

    def pair(self, pair: PairEstimate) -> Json:
        favours = {Verdict.FIRST: 0, Verdict.SECOND: 1, Verdict.UNDECIDED: None}[pair.verdict]
        return {
            "first": pair.first,
            "second": pair.second,
            "share": interval(pair.share),
            "tie_rate": interval(pair.tie_rate),
            "tie_break": interval(pair.tie_break),
            "q_value": number(pair.q_value),
            "favours": self.seat(favours),
            "margin_mean": interval(pair.margin_mean),
            "fair_bid": self.fair_bid(pair.fair_bid),
        }

    def both_ways(self, one: BothWays) -> Json:
        return {
            "one": one.one,
            "other": one.other,
            "share": interval(one.share),
            "q_value": number(one.q_value),
            "ahead": one.ahead,
        }

    def contestant(self, one: ContestantEstimate) -> Json:
        return {
            "name": one.name,
            "strength": interval(one.strength),
            "as_first": interval(one.as_first),
            "as_second": interval(one.as_second),
            "difference": interval(one.difference),
            "ranks": None if one.ranks is None else list(one.ranks),
        }

    def setting(self, setting: SettingEstimate) -> Json:
        return {
            "name": setting.name,
            "share": interval(setting.share),
            "tie_rate": interval(setting.tie_rate),
            "least_fair": self.extreme(setting.least_fair),
        }

    def policy_pair(self, pair: PolicyPairEstimate) -> Json:
        return {
            "policies": list(pair.policies),
            "share": interval(pair.share),
            "tie_rate": interval(pair.tie_rate),
            "tie_break": interval(pair.tie_break),
            "settings": list(pair.settings),
        }

    def policy_match(self, match: PolicyMatch) -> Json:
        return {"policy": match.policy, "against": match.against, "share": interval(match.share)}

    def agreement(self, one: Agreement) -> Json:
        return {
            "first": one.first,
            "second": one.second,
            "shares": {name: interval(share) for name, share in one.shares.items()},
            "agrees": one.agrees,
            "contradicts": one.contradicts,
            "mark": one.mark.value,
        }

    def conclusion(self, one: Conclusion) -> Json:
        return {
            "claim": one.claim.value,
            "names": list(one.names),
            "values": {policy: interval(value) for policy, value in one.values.items()},
            "mark": one.mark.value,
        }

    def owner_bid(self, one: OwnerBid) -> Json:
        return {
            "owner": one.owner,
            "other": one.other,
            "status": one.status.value,
            "bids": list(one.bids),
            "note": one.note,
        }


__all__ = ["SCHEMA_VERSION", "Json", "interval", "number", "schema", "summary"]
