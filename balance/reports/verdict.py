"""The headline: the least fair pairing, the favoured side, what the tie-break and a bid are worth, skill."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from balance.reports import bids
from balance.reports import wording as w
from balance.reports.sections import rulings
from balance.stats.auction.owner import COURT_ONLY
from balance.stats.intervals import LEVEL, quantile
from balance.stats.results import (
    BidStatus,
    BothWays,
    Claim,
    ContestantEstimate,
    Estimates,
    Interval,
    Mark,
    PairEstimate,
    Verdict,
)

NAMED = 3  # rivals of the least fair pair that a sentence names
PICKED = "picked as the farthest"  # how the note of the least fair pair's interval begins
Met = TypeVar("Met", PairEstimate, BothWays)


def least_fair(estimates: Estimates) -> PairEstimate | None:
    """Return the pair farthest from even, None if none was played."""
    played = [pair for pair in estimates.pairs if w.known(pair.share)]
    if estimates.least_fair is not None:
        named = estimates.least_fair[:2]
        played = [pair for pair in played if (pair.first, pair.second) == named] or played
    return max(played, key=lambda pair: abs(pair.share.estimate - w.EVEN), default=None)


def least_fair_share(estimates: Estimates) -> Interval:
    """Return the least fair pair's share, with the interval that allows for its having been picked."""
    worst = least_fair(estimates)
    if estimates.least_fair is not None:
        share = estimates.least_fair[2]
        kept = [part for part in share.note.split("; ") if part and not part.startswith(PICKED)]
        return replace(share, note="; ".join(kept))
    return Interval(0.5, 0.0, 1.0, 0) if worst is None else worst.share


def as_unfair(worst: Met, pairs: Sequence[Met]) -> list[Met]:
    """Return the other pairs that may be farther from even than the one picked as the farthest, the farthest first.

    The truly farthest is picked or among them at 95%, however many pairs there are: it is left out only where the
    picked one is wrongly told to be farther, each comparison at its part of the error (`docs/statistics.md`, Verdicts).
    """
    others = [pair for pair in pairs if pair is not worst and w.known(pair.share)]
    if not others:
        return []
    scale = quantile(1 - 2 * (1 - LEVEL) / len(others)) / quantile()  # one-sided
    own = worst.share if worst.share.estimate >= w.EVEN else w.flipped(worst.share)
    below = own.estimate - own.low
    near = [
        pair
        for pair in others
        if any(
            own.estimate - seen.estimate <= scale * math.hypot(below, seen.high - seen.estimate)
            for seen in (pair.share, w.flipped(pair.share))
        )
    ]
    return sorted(near, key=lambda pair: -abs(pair.share.estimate - w.EVEN))


def least_fair_sentence(estimates: Estimates) -> str:
    """Name the least fair pairing, or say that none can be told apart from even."""
    worst = least_fair(estimates)
    if worst is None:
        return "No pairing has been played, so nothing can be said yet."
    named = w.pairing(worst.first, worst.second, estimates.seats)
    share = w.favoured_words(least_fair_share(estimates), estimates.seats)
    if worst.verdict is Verdict.UNDECIDED:
        return f"No pairing can be told apart from an even one. The farthest from even is {named}: {share}."
    total = len(estimates.pairs)
    picked = f" (this allows for its being the worst of {total})" if total > 2 else ""
    others = [
        f"{w.name_of(pair.first)} v {w.name_of(pair.second)}" for pair in as_unfair(worst, estimates.pairs)
    ]
    if not others:
        rivals = ""
    elif len(others) == 1:
        rivals = f" {others[0]} comes so close that it may be the worse one."
    else:
        few = [*others[:NAMED], *([f"{len(others) - NAMED} more"] if len(others) > NAMED else [])]
        rivals = f" {w.listing(few)} come so close that one of them may be the worst."
    return f"{_sentence(named)}: {share}{picked}.{rivals}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def side_sentence(estimates: Estimates, *, single: bool = True) -> str:
    """Say which side is favoured over all pairings, and in how many single ones if that is asked for."""
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    total = len(estimates.pairs)
    to_first = sum(pair.verdict is Verdict.FIRST for pair in estimates.pairs)
    to_second = sum(pair.verdict is Verdict.SECOND for pair in estimates.pairs)
    if not w.known(estimates.overall):
        return f"Which side is favoured overall is {w.share_words(estimates.overall)}."
    all_of_them = "both pairings" if total == 2 else f"all {w.count(total, 'pairing')}"
    over = f"Over {all_of_them}, {w.favoured_words(estimates.overall, estimates.seats)}"
    if w.includes(estimates.overall):
        over += ", so neither side can be called favoured"
    if not single:
        return f"{over}."
    return (
        f"{over}. Taken one by one, {to_first} very likely {_favour(to_first)} {first}, "
        f"{to_second} {_favour(to_second)} {second}, and {total - to_first - to_second} cannot be told apart from even."
    )


def _favour(pairings: int) -> str:
    return "favours" if pairings == 1 else "favour"


def for_all(interval: Interval, number: int) -> Interval:
    """Return an interval widened so that as many of its kind hold together (Šidák)."""
    factor = quantile(LEVEL ** (1 / number)) / quantile()
    low, high = (
        interval.estimate + factor * (end - interval.estimate) for end in (interval.low, interval.high)
    )
    return replace(interval, low=low, high=high)


def _may_lead(listed: Sequence[ContestantEstimate], *, strongest: bool) -> list[ContestantEstimate]:
    """Return who may be the strongest (or the weakest), the clearest first; empty where it may be no more than even."""
    spans = [for_all(one.strength, len(listed)) for one in listed]
    if not strongest:
        listed, spans = listed[::-1], [w.flipped(span) for span in spans[::-1]]
    if len(listed) < 2 or spans[0].low <= w.EVEN:
        return []
    return [one for one, span in zip(listed, spans, strict=True) if span.high >= spans[0].low]


def weakened(estimates: Estimates) -> tuple[ContestantEstimate, int] | None:
    """Return who is surely too strong and leads, and how many others may be as strong; None where nobody is."""
    listed = [one for one in estimates.strengths if w.known(one.strength)]
    strong = _may_lead(listed, strongest=True)
    return (strong[0], len(strong) - 1) if strong else None


def weaken_sentence(estimates: Estimates, noun: str) -> str:
    """Name whom to weaken and whom to strengthen first, as far as they are told apart from the others."""
    listed = [one for one in estimates.strengths if w.known(one.strength)]
    strong, weak = (_may_lead(listed, strongest=which) for which in (True, False))
    if len(listed) < 2:
        return f"Which {noun} to weaken cannot be said: pairings have to be played both ways round."
    if not strong:
        first = listed[0]
        return (
            f"No {noun} can be called too strong. By the estimates {w.name_of(first.name)} comes first, with "
            f"{w.share_words(first.strength)}{_of_many(listed)}."
        )
    names = [w.name_of(one.name) for one in strong]
    won = f"over all opponents and both {sides_of(estimates)} this {noun} wins {w.share_words(strong[0].strength)}"
    if len(strong) == 1:
        told = f"Weaken {names[0]} first: {won}, more than any other."
    else:
        few = [*names[:3], *([f"{len(names) - 3} more"] if len(names) > 3 else [])]
        told = f"Weaken {w.listing(few, 'or')} first, they are not told apart. {names[0]}: {won}{_of_many(listed)}."
    told += _by_others(strong[0].name, estimates)
    if not weak:
        return told
    least = w.listing([w.name_of(one.name) for one in weak[:3]], "or")
    return f"{told} Strengthen {least}: {w.share_cell(weak[0].strength)} in 100."


def strongest_sentence(estimates: Estimates, noun: str) -> str:
    """Name which way to play wins most and which least, where contestants are chosen and none is to be weakened."""
    listed = [one for one in estimates.strengths if w.known(one.strength)]
    if len(listed) < 2:
        return f"Which {noun} wins most cannot be said: pairings have to be played both ways round."
    strong, weak = (_may_lead(listed, strongest=which) for which in (True, False))
    first = strong[0] if strong else listed[0]
    won = (
        f"over all opponents and both {sides_of(estimates)} this {noun} wins {w.share_words(first.strength)}"
    )
    leads = f"{w.name_of(first.name)}: {won}"
    if not strong:
        return (
            f"No {noun} is surely ahead of the others. First by the estimates is {leads}{_of_many(listed)}."
        )
    names = w.listing([w.name_of(one.name) for one in strong])
    told = f"{leads}, more than any other." if len(strong) == 1 else f"{names} lead, not told apart. {leads}."
    told += _by_others(first.name, estimates)
    if not weak:
        return told
    last = w.listing([w.name_of(one.name) for one in weak], "or")
    return f"{told} Last: {last}, {w.share_cell(weak[0].strength)} in 100."


def _by_others(name: str, estimates: Estimates) -> str:
    """Add who is not the strongest with other players, where that is not the same for all of them."""
    for one in estimates.conclusions:
        if one.claim is Claim.STRONGEST and one.names == (name,) and one.mark is not Mark.AGREES:
            ranks = [f"{rank_cell(value)} with {policy}" for policy, value in one.values.items()]
            what = "depends on skill" if one.mark is Mark.DEPENDS else "is not settled for other players"
            return f" That it comes first {what}: its rank is {w.listing(ranks)}."
    return ""


def rank_cell(value: Interval) -> str:
    """Return a rank, with its range where it is not sure."""
    if value.low == value.high:
        return f"{value.estimate:.0f}"
    return f"{value.estimate:.0f} ({value.low:.0f}–{value.high:.0f})"


def _of_many(listed: Sequence[ContestantEstimate]) -> str:
    """Say that a range of its own does not allow for having been picked, where others may be ahead in truth."""
    return (
        f" (a range for itself: who comes first of {len(listed)} is likely less ahead)"
        if len(listed) > 2
        else ""
    )


def assumption_sentence(estimates: Estimates, noun: str) -> str:
    """Say which ruling or assumption matters most, as far as it was tried and is told apart."""
    study = estimates.rulings
    if study is None:
        return "Which ruling or assumption matters most was not tried in this run."
    one = rulings.headline_policies(study, estimates.headline_policies)
    players = w.listing(list(dict.fromkeys(one.policies)))
    told = rulings.most_sentence(study, one, noun)
    told = f"none{told.removeprefix('None')}" if told.startswith("None of") else told
    side = f" {rulings.side_sentence(study, one, estimates.seats)}" if estimates.words.sides else ""
    return f"Of the rulings and assumptions, tried one by one with {players}: {told}{side}"


def beneficiary(estimates: Estimates) -> str | None:
    """Return the seat that ties go to, or None where they are shared."""
    return None if estimates.tie_break_to is None else estimates.seats[estimates.tie_break_to]


def tie_worth(tie_rate: Interval) -> Interval:
    """Return what ties would be worth to a seat that got them: half their rate."""
    return replace(tie_rate, estimate=tie_rate.estimate / 2, low=tie_rate.low / 2, high=tie_rate.high / 2)


def sides_of(estimates: Estimates) -> str:
    """Return what both seats are called: sides, where the rules treat them unlike."""
    return "sides" if estimates.words.sides else "seats"


def level_sentence(estimates: Estimates) -> str:
    """Say how often games end level where nobody has the ties."""
    if not w.known(estimates.tie_rate):
        return f"How often games end level is unknown: {w.NO_GAMES}."
    if estimates.tie_rate.estimate == 0:
        return f"No game of {estimates.tie_rate.games:,} ended level."
    return f"Level games are half a win each: {w.rate_words(estimates.tie_rate)} end so."


def wins_words(interval: Interval) -> str:
    """Return a number of wins: ``about 4.1 wins in 100 games, very likely (95%) between 3.9 and 4.3``."""
    return w.rate_words(interval).replace(" in 100 games", " wins in 100 games", 1)


def tie_break_sentence(estimates: Estimates, *, most: bool = True) -> str:
    """Say whom the tie-break helps and by how much, and where it matters most if that is asked for."""
    if not w.known(estimates.tie_rate):
        return f"What the tie-break is worth is unknown: {w.NO_GAMES}."
    seat = beneficiary(estimates)
    worth = wins_words(tie_worth(estimates.tie_rate))
    if estimates.tie_rate.estimate == 0:
        return f"No game ended level, so the tie-break decided nothing; at most it is worth {worth}."
    if seat is None:
        return f"Ties are shared and help nobody; to a side that got them all they would be worth {worth}."
    played = [pair for pair in estimates.pairs if w.known(pair.tie_break)]
    where = ""
    if most and len(played) > 1:
        top = max(played, key=lambda pair: pair.tie_break.estimate)
        there = w.pairing(top.first, top.second, estimates.seats)
        where = f" By the estimates most in {there}, {w.rate_cell(top.tie_break)}."
    return (
        f"The tie-break helps {w.name_of(seat)}: against sharing the ties it is worth {worth}.{where}"
        f"{_with_play(estimates)}"
    )


def _with_play(estimates: Estimates) -> str:
    """Add what the tie-break is worth to players who know it, where both rules were played."""
    study = estimates.tie_break_study
    played = study.policies if study is not None else ()
    own = [one for one in played if one.policies == estimates.headline_policies and not one.exact]
    if not own or w.includes(own[0].overall.behavioural, 0.0):
        return ""
    total = w.change_cell(own[0].overall.total)
    return f" Counting what players do for it, it is worth {total} wins in 100."


def bid_sentence(estimates: Estimates) -> str:
    """Say what to bid in the least fair pairing, and how far bids reach over all unfair ones."""
    if all(pair.fair_bid.status is BidStatus.NOT_PLAYED for pair in estimates.pairs):
        return "No bids were played, so this page cannot say what to bid."
    worst = least_fair(estimates)
    if worst is None:
        return f"What to bid is unknown: {w.NO_GAMES}."
    which = "that pairing" if worst.verdict is Verdict.UNDECIDED else "that least fair pairing"
    if keeps_contestants(estimates):
        return f"What to bid in {which}: {' '.join(bids.owners_bid(worst, estimates.owner_bids))}"
    advice = (
        ""
        if worst.verdict is Verdict.UNDECIDED
        else bids.asked(worst.fair_bid, estimates.seats, where=" in the least fair pairing")
    )
    advice = advice or f"What to bid in {which}: {bids.advice(worst.fair_bid, estimates.seats)}."
    bidden = [
        pair
        for pair in estimates.pairs
        if pair.verdict is not Verdict.UNDECIDED and pair.fair_bid.status is not BidStatus.NOT_PLAYED
    ]
    if len(bidden) < 2:
        return advice
    reach = sum(pair.fair_bid.status is BidStatus.OUT_OF_REACH for pair in bidden)
    most = max(abs(point.bid) for pair in bidden for point in pair.fair_bid.curve)
    if not reach:
        return advice
    far = "1 is" if reach == 1 else f"{reach} are"
    return (
        f"{advice} Of the {len(bidden)} pairings that favour a side, {far} out of reach of the bids that were played "
        f"(up to {w.count(most, bids.UNIT)})."
    )


def keeps_contestants(estimates: Estimates) -> bool:
    """Return whether the auction's winner chooses the side alone: what a player bids then hangs on both seatings."""
    return estimates.auctions is not None and estimates.auctions.ruling == COURT_ONLY


def self_play(estimates: Estimates) -> tuple[str, ...]:
    """Return the policies that were played against themselves, the headline's first."""
    return tuple(dict.fromkeys(policy for a in estimates.agreements for policy in a.shares))


def skill_sentence(estimates: Estimates) -> str:
    """Say how far the policy changes the answer; never averaged away."""
    policies = self_play(estimates)
    if len(policies) < 2:
        only = w.listing(list(dict.fromkeys(estimates.headline_policies))) or "one policy"
        both = f"{'on' if estimates.words.sides else 'in'} both {sides_of(estimates)}"
        return f"Only {only} was played {both}, so how far skill changes the answer is unknown."
    words = estimates.words
    total = w.count(len(estimates.agreements), "pairing" if words.sides else "seating")
    what = "the favoured side" if words.sides else "who is ahead"
    changed = [a for a in estimates.agreements if a.contradicts]
    names = w.listing(policies)
    if not changed:
        same = f"In none of {total} does skill surely change {what} ({names})."
        return same + _by_policy(estimates)
    if not words.sides:
        return f"Skill surely changes {what} in {len(changed)} of {total} ({names})."
    worst = least_fair(estimates)
    among = worst is not None and any((a.first, a.second) == (worst.first, worst.second) for a in changed)
    return (
        f"Skill surely changes the favoured side in {len(changed)} of {total} ({names}); the least fair one is "
        f"{'' if among else 'not '}among them.{_by_policy(estimates)}"
    )


def _by_policy(estimates: Estimates) -> str:
    """Say who wins by who plays, everything else being the same: other settings would be taken for skill."""
    if not estimates.words.sides:
        return ""
    values = next((one.values for one in estimates.conclusions if one.claim is Claim.SIDE), {})
    shares = [f"{w.share_cell(share)} with {policy}" for policy, share in values.items() if w.known(share)]
    if len(shares) < 2:
        return ""
    same = f"Over the same pairings and {estimates.words.setting}s"
    return f" {same}, {w.name_of(estimates.seats[0])} wins in 100: {w.listing(shares)} on both sides."
