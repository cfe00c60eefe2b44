"""A pairing in a few sentences: who wins, what to bid, what the tie-break adds, whether skill matters."""

from __future__ import annotations

from collections.abc import Sequence

from balance.reports import bids, verdict
from balance.reports import wording as w
from balance.reports.watching import Watched
from balance.stats.details.results import TokenHolding
from balance.stats.results import Agreement, BidStatus, Estimates, Mark, PairEstimate, Verdict

WATCHED = {"typical": "A typical game", "close": "A close game", "upset": "An upset"}


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
    seats = estimates.seats
    if not w.known(pair.share):
        return ["No games of this pairing were played."]
    found = [f"{w.favoured_words(pair.share, seats)}{_verdict(pair, seats)}."]
    if pair.fair_bid.status is not BidStatus.NOT_PLAYED:
        found.append(f"What to bid: {bids.advice(pair.fair_bid, seats)}.")
    found.append(_ties(pair, verdict.beneficiary(estimates)))
    if agreement is not None and len(agreement.shares) > 1:
        found.append(_skill(agreement, estimates))
    return found


def _verdict(pair: PairEstimate, seats: Sequence[str]) -> str:
    if pair.verdict is not Verdict.UNDECIDED:
        return f", so the pairing {w.fairness(pair, seats)}"
    close = w.fairness(pair, seats).startswith("close")
    return ": close to even, and not told apart from it" if close else ": not told apart from even"


def _ties(pair: PairEstimate, to: str | None) -> str:
    """Say how many games end level and what that is worth."""
    rate = f"{w.rate_cell(pair.tie_rate)} in 100 games end level"
    if to is None:
        return f"{rate}; the win is shared."
    return f"{rate}; as ties go to {w.name_of(to)}, that is worth {w.rate_cell(pair.tie_break)} wins in 100 to it."


def _skill(agreement: Agreement, estimates: Estimates) -> str:
    """Say whether other policies favour the same side, as far as it is told: estimates alone prove nothing."""
    listed = w.listing([f"{name} {w.share_cell(share)}" for name, share in agreement.shares.items()])
    same = f"on {estimates.setting_column}s that all played"
    wins = f"{w.name_of(estimates.seats[0])} wins in 100 by who plays both sides, {same}: {listed}"
    if agreement.contradicts:
        return f"Who is favoured depends on skill. {wins}."
    if agreement.mark is Mark.AGREES:
        return f"Every policy favours the same side. {wins}."
    return f"Whether skill changes who is ahead is not settled. {wins}."


def token_sentence(held: Sequence[TokenHolding], seats: Sequence[str]) -> str:
    """Say how often each side goes second in a round."""
    if not held:
        return ""
    parts = [f"{w.name_of(seats[one.seat])} in {w.rate_cell(one.rounds)}" for one in held]
    return f"The second-player token goes, in 100 rounds, to {w.listing(parts)}."


def watched_words(game: Watched) -> tuple[str, str]:
    """Return what a game is, and how it ended and where."""
    ended = (
        f"{w.name_of(game.winner)} wins by {w.count(abs(game.margin), 'point')}"
        if game.margin and game.winner
        else f"level, {w.name_of(game.winner)} wins the tie-break"
        if game.winner
        else "level, the win is shared"
    )
    return WATCHED.get(game.reason, w.name_of(game.reason)), f"{ended}, on {w.name_of(game.setting)}"
