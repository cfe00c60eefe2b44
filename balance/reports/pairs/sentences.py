"""A pairing in a few sentences: who wins, what to bid, what the tie-break adds, whether skill matters."""

from __future__ import annotations

from collections.abc import Sequence

from balance.reports import bids, labels, verdict
from balance.reports import wording as w
from balance.reports.watching import Watched
from balance.stats.details.results import TokenHolding
from balance.stats.results import Agreement, BidStatus, Estimates, Mark, PairEstimate, Verdict
from balance.words import Words

WATCHED = {"typical": "A typical game", "close": "A close game", "upset": "An upset"}
NO_UPSET = "Won by the side with fewer wins"
"""What is said in place of an upset where the pairing is not told apart from even, so that nobody can be upset."""


def heading(first: str, second: str, seats: Sequence[str]) -> str:
    """Return ``Kelpies (Seelie) against Fomorians (Unseelie)``."""
    return f"{w.name_of(first)} ({w.name_of(seats[0])}) against {w.name_of(second)} ({w.name_of(seats[1])})"


def sentences(pair: PairEstimate, agreement: Agreement | None, estimates: Estimates) -> list[str]:
    """Return what a reader wants to know of a pairing first.

    Parameters
    ----------
    pair
        The pairing.
    agreement
        What other policies say of it, None where no other played it.
    estimates
        The run's.
    """
    seats = w.may_favour(pair, estimates)
    if not w.known(pair.share):
        return ["No games of this pairing were played."]
    so = f"{w.favoured_words(pair.share, seats)}{_verdict(pair, seats)}."
    if estimates.words.sides:
        found = [f"{so}{_picked(pair, estimates)}"]
    else:
        both = labels.both_ways_words(estimates, pair.first, pair.second)
        found = [*filter(None, [both]), f"Seated so, {so}"]
    if pair.fair_bid.status is not BidStatus.NOT_PLAYED:
        kept = verdict.keeps_contestants(estimates)
        what = "What would make it even" if kept else "What to bid"
        found.append(f"{what}: {bids.advice(pair.fair_bid, seats)}.")
        found += bids.owners_bid(pair, estimates.owner_bids)[1:] if kept else ()
    found.append(_ties(pair, verdict.beneficiary(estimates)))
    if agreement is not None and len(agreement.shares) > 1:
        found.append(_skill(agreement, seats, estimates.words))
    return found


def _verdict(pair: PairEstimate, seats: Sequence[str]) -> str:
    if pair.verdict is not Verdict.UNDECIDED:
        return f", so the pairing {w.fairness(pair, seats)}"
    close = w.fairness(pair, seats).startswith("close")
    return ": close to even, and not told apart from it" if close else ": not told apart from even"


def _picked(pair: PairEstimate, estimates: Estimates) -> str:
    """Say why the verdict's range of the least fair pair is wider."""
    found = estimates.least_fair
    if found is None or found[:2] != (pair.first, pair.second) or len(estimates.pairs) <= 2:
        return ""
    share = verdict.least_fair_share(estimates)
    span = w.share_cell(w.flipped(share) if share.estimate < w.EVEN else share).partition(" ")[2]
    return f" The verdict's range {span} is wider: it allows for this one's being the worst of {len(estimates.pairs)}."


def _ties(pair: PairEstimate, to: str | None) -> str:
    """Say how many games end level and what that is worth."""
    rate = f"{w.rate_cell(pair.tie_rate)} in 100 games end level"
    if to is None:
        return f"{rate}; the win is shared."
    return f"{rate}; as ties go to {w.name_of(to)}, that is worth {w.rate_cell(pair.tie_break)} wins in 100 to it."


def _skill(agreement: Agreement, seats: Sequence[str], words: Words) -> str:
    """Say whether other policies surely favour the same side: the mark, not which side of even the estimates lie on."""
    listed = w.listing([f"{name} {w.share_cell(share)}" for name, share in agreement.shares.items()])
    wins = f"{w.name_of(seats[0])} wins in 100 {words.where} the {words.setting}s that all of them played: {listed}"
    if agreement.mark is Mark.DEPENDS:
        return f"Who is favoured depends on skill. {wins}."
    if agreement.mark is Mark.AGREES:
        return f"Every policy has the same {'side' if words.sides else words.contestant} ahead. {wins}."
    return f"Whether skill changes who is ahead is not settled. {wins}."


def token_sentence(held: Sequence[TokenHolding], seats: Sequence[str]) -> str:
    """Say how often each side goes second in a round."""
    if not held:
        return ""
    parts = [f"{w.name_of(seats[one.seat])} in {w.rate_cell(one.rounds)}" for one in held]
    return f"The second-player token, whose holder takes the later turn, goes in 100 rounds to {w.listing(parts)}."


def watched_words(game: Watched, words: Words, *, undecided: bool = False) -> tuple[str, str]:
    """Return what a game is, and how it ended and where; in an `undecided` pairing no win is an upset."""
    ended = (
        f"{w.name_of(game.winner)} wins by {w.count(abs(game.margin), words.point)}"
        if game.margin and game.winner
        else f"level, {w.name_of(game.winner)} wins the tie-break"
        if game.winner
        else "level, the win is shared"
    )
    what = (
        NO_UPSET if undecided and game.reason == "upset" else WATCHED.get(game.reason, w.name_of(game.reason))
    )
    return what, f"{ended}, {words.where} {w.name_of(game.setting)}"
