"""The headline: the least fair pairing, the favoured side, what the tie-break and a bid are worth, skill."""

from __future__ import annotations

from collections.abc import Sequence

from balance.reports import wording as w
from balance.stats.results import BidStatus, Estimates, FairBid, Interval, PairEstimate, Verdict


def least_fair(pairs: Sequence[PairEstimate]) -> PairEstimate | None:
    """Return the pair farthest from even: among those told apart from even if there are any."""
    played = [pair for pair in pairs if w.known(pair.share)]
    decided = [pair for pair in played if pair.verdict is not Verdict.UNDECIDED]
    return max(decided or played, key=lambda pair: abs(pair.share.estimate - w.EVEN), default=None)


def as_unfair(worst: PairEstimate, pairs: Sequence[PairEstimate]) -> int:
    """Count the other decided pairs that may be as far from even as the worst one."""
    nearer = min(abs(worst.share.low - w.EVEN), abs(worst.share.high - w.EVEN))
    return sum(
        pair is not worst
        and pair.verdict is not Verdict.UNDECIDED
        and max(pair.share.high - w.EVEN, w.EVEN - pair.share.low) >= nearer
        for pair in pairs
    )


def least_fair_sentence(estimates: Estimates) -> str:
    """Name the least fair pairing, or say that none can be told apart from even."""
    worst = least_fair(estimates.pairs)
    if worst is None:
        return "No pairing has been played, so nothing can be said yet."
    named = w.pairing(worst.first, worst.second, estimates.seats)
    share = w.favoured_words(worst.share, estimates.seats)
    if worst.verdict is Verdict.UNDECIDED:
        return f"No pairing can be told apart from an even one. The farthest from even is {named}: {share}."
    others = as_unfair(worst, estimates.pairs)
    if others == 0:
        rivals = ""
    elif others == 1:
        rivals = ". One other pairing comes so close that it may be the worse one"
    else:
        rivals = f". {others} other pairings come so close that one of them may be the worst"
    return f"The least fair pairing is {named}: {share}{rivals}."


def side_sentence(estimates: Estimates) -> str:
    """Say which side is favoured over all pairings, and in how many single ones."""
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    total = len(estimates.pairs)
    to_first = sum(pair.verdict is Verdict.FIRST for pair in estimates.pairs)
    to_second = sum(pair.verdict is Verdict.SECOND for pair in estimates.pairs)
    if not w.known(estimates.overall):
        return f"Which side is favoured overall is {w.share_words(estimates.overall)}."
    over = f"Over all {w.count(total, 'pairing')}, {w.favoured_words(estimates.overall, estimates.seats)}"
    if w.includes(estimates.overall):
        over += ", so neither side can be called favoured"
    open_pairs = total - to_first - to_second
    return (
        f"{over}. Taken one by one, {to_first} very likely favour {first}, {to_second} favour {second}, "
        f"and {open_pairs} cannot be told apart from even."
    )


def beneficiary(estimates: Estimates) -> str | None:
    """Return the seat that ties go to, or None where they are shared."""
    return estimates.tie_break_rule if estimates.tie_break_rule in estimates.seats else None


def advantage_words(interval: Interval) -> str:
    """Return a tie-break advantage as words: ``about 4.1 wins in 100 games, very likely (95%) between …``."""
    if not w.known(interval):
        return f"unknown: {w.NO_GAMES}"
    middle, low, high = w.ends(interval, mark=0.0)
    if interval.low == interval.high:
        return f"exactly {middle} wins in 100 games"
    sure = f"but {interval.note} (95%: " if interval.note else "very likely (95%) "
    return f"about {middle} wins in 100 games, {sure}between {low} and {high}{')' if interval.note else ''}"


def tie_break_sentence(estimates: Estimates) -> str:
    """Say whom the tie-break helps and by how much, and where it matters most."""
    if not w.known(estimates.tie_rate):
        return f"What the tie-break is worth is unknown: {w.NO_GAMES}."
    rate = w.rate_words(estimates.tie_rate)
    seat = beneficiary(estimates)
    worth = advantage_words(estimates.tie_break)
    if estimates.tie_rate.estimate == 0:
        return f"No game ended level, so the tie-break decided nothing (tie rate: {rate})."
    if seat is None:
        return (
            f"Ties are shared and so help nobody: {rate} end level. "
            f"Giving them to one side would be worth {worth} to that side."
        )
    most = max(
        estimates.pairs, key=lambda pair: (w.known(pair.tie_break), pair.tie_break.estimate), default=None
    )
    where = ""
    if most is not None and w.known(most.tie_break) and len(estimates.pairs) > 1:
        middle = w.ends(most.tie_break, mark=0.0)[0]
        where = f"; most in {w.pairing(most.first, most.second, estimates.seats)}, about {middle}"
    return f"The tie-break helps {w.name_of(seat)}: against sharing the ties it is worth {worth}{where}."


def bid_advice(fair: FairBid, seats: Sequence[str]) -> str:
    """Say what to bid in one pair."""
    words = w.fair_bid_words(fair, seats)
    if fair.status is BidStatus.FOUND:
        return (
            f"{words} to make it even"
            if fair.bids != (0,)
            else "nothing: without a bid it may already be even"
        )
    if fair.status is BidStatus.OUT_OF_REACH:
        largest = max((abs(point.bid) for point in fair.curve), default=0)
        return (
            f"an even price is out of reach: {w.count(largest, w.UNIT)}, the largest bid played, are too few"
        )
    if fair.status is BidStatus.BETWEEN:
        return f"the even price lies {words}, and no whole number of {w.UNIT}s is exactly even"
    return w.NOT_ENOUGH


def bid_sentence(estimates: Estimates) -> str:
    """Say what to bid in the least fair pairing, and how far bids reach over all unfair ones."""
    if all(pair.fair_bid.status is BidStatus.NOT_PLAYED for pair in estimates.pairs):
        return "No bids were played, so this page cannot say what to bid."
    worst = least_fair(estimates.pairs)
    if worst is None:
        return f"What to bid is unknown: {w.NO_GAMES}."
    bidden = [
        pair
        for pair in estimates.pairs
        if pair.verdict is not Verdict.UNDECIDED and pair.fair_bid.status is not BidStatus.NOT_PLAYED
    ]
    found = sum(pair.fair_bid.status in (BidStatus.FOUND, BidStatus.BETWEEN) for pair in bidden)
    reach = sum(pair.fair_bid.status is BidStatus.OUT_OF_REACH for pair in bidden)
    if worst.fair_bid.status is BidStatus.NOT_PLAYED:
        advice = "What to bid in the least fair pairing was not played"
    else:
        advice = f"What to bid in the least fair pairing: {bid_advice(worst.fair_bid, estimates.seats)}"
    if not bidden:
        return f"{advice}."
    return (
        f"{advice}. Of the {w.count(len(bidden), 'pairing')} that favour a side, a bid within those played "
        f"evens out {found}; {reach} stay out of reach."
    )


def skill_sentence(estimates: Estimates) -> str:
    """Say how far the policy changes the answer; never averaged away."""
    policies = sorted({policy for agreement in estimates.agreements for policy in agreement.shares})
    if len(policies) < 2:
        only = w.listing(estimates.headline_policies) if estimates.headline_policies else "one policy"
        if len(set(estimates.headline_policies)) == 1:
            only = estimates.headline_policies[0]
        return (
            f"Only {only} was played on both sides, so this page cannot say how far skill changes the answer."
        )
    changed = [a for a in estimates.agreements if not a.agrees]
    total = len(estimates.agreements)
    names = w.listing(policies)
    if not changed:
        return f"The favoured side is the same between {names} in all {w.count(total, 'pairing')}."
    worst = least_fair(estimates.pairs)
    fate = ""
    if worst is not None:
        same = any((a.first, a.second) == (worst.first, worst.second) for a in changed)
        fate = f"; the least fair one {'is among them' if same else 'is not among them'}"
    return (
        f"How well people play matters: between {names}, the favoured side changes in "
        f"{len(changed)} of {w.count(total, 'pairing')}, marked “depends on skill”{fate}."
    )


def headline(estimates: Estimates) -> tuple[str, ...]:
    """Return the verdict, one point each: least fair pair, sides, tie-break, bid, skill."""
    return (
        least_fair_sentence(estimates),
        side_sentence(estimates),
        tie_break_sentence(estimates),
        bid_sentence(estimates),
        skill_sentence(estimates),
    )


def match_sentences(estimates: Estimates) -> tuple[str, ...]:
    """Say which policy beats which; this is how far the players can be trusted."""
    sentences = []
    for match in estimates.policy_matches:
        share = match.share
        if not w.known(share) or (w.includes(share)):
            relation = "against"
        else:
            relation = "beats" if share.estimate > w.EVEN else "loses to"
        sentences.append(f"{match.policy} {relation} {match.against}: it wins {w.share_words(share)}.")
    return tuple(sentences)


def unfairness_words(estimates: Estimates) -> str:
    """Return how far from even the pairs are on average."""
    if not w.known(estimates.unfairness):
        return ""
    return (
        f"On average a pairing is {w.rate_cell(estimates.unfairness)} wins in 100 away from even "
        "(corrected for the part that chance alone would give)."
    )
