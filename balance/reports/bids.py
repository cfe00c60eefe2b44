"""Bids as plain words: which are fair, which is nearest to even, what others would do."""

from __future__ import annotations

from collections.abc import Sequence

from balance.reports import wording as w
from balance.stats.results import BidPoint, BidStatus, FairBid, OwnerBid, PairEstimate

UNIT = "cube"  # what a bid is counted in
WIDE = 4  # whole bids between the ends of a range that more games should narrow
OUT_OF_REACH = "out of reach"
UNPLAYED = "not played"


def _runs(amounts: Sequence[int]) -> str:
    if len(amounts) > 2 and amounts[-1] - amounts[0] == len(amounts) - 1:
        return f"{amounts[0]} to {amounts[-1]}"
    return w.listing([str(amount) for amount in amounts], "or")


def cubes(bids: Sequence[int], seats: Sequence[str], unit: str = UNIT) -> str:
    """Return signed bids in words, or other signed amounts of a `unit`.

    Examples
    --------
    >>> cubes((-2, -3), ("seelie", "unseelie")), cubes((0, 1), ("seelie", "unseelie"))
    ('2 or 3 cubes to Unseelie', 'none, or 1 cube to Seelie')
    """
    parts = ["none"] if 0 in bids else []
    for seat, sign in ((seats[0], 1), (seats[1], -1)):
        amounts = sorted(abs(bid) for bid in bids if bid * sign > 0)
        if amounts:
            plural = unit if amounts == [1] else f"{unit}s"
            parts.append(f"{_runs(amounts)} {plural} to {w.name_of(seat)}")
    return ", or ".join(parts)


def give(bids: Sequence[int], seats: Sequence[str]) -> str:
    """Return signed bids, all to one seat, as an instruction.

    Examples
    --------
    >>> give((-2, -3), ("seelie", "unseelie")), give((0,), ("seelie", "unseelie"))
    ('give Unseelie 2 or 3 cubes', 'give nothing')
    """
    amounts = sorted(abs(bid) for bid in bids)
    if amounts == [0]:
        return "give nothing"
    seat = seats[0] if max(bids) > 0 else seats[1]
    return f"give {w.name_of(seat)} {_runs(amounts)} {UNIT if amounts == [1] else f'{UNIT}s'}"


def nearest_words(fair: FairBid, seats: Sequence[str]) -> str:
    """Return the bid nearest to even, or why there is none."""
    if fair.status is BidStatus.NOT_PLAYED:
        return UNPLAYED
    if fair.status is BidStatus.OUT_OF_REACH:
        return OUT_OF_REACH
    if fair.status is BidStatus.BETWEEN and fair.bracket is not None:
        few, many = sorted(abs(bid) for bid in fair.bracket)
        seat = seats[0] if max(fair.bracket) > 0 else seats[1]
        return f"between {few} and {many} {UNIT}s to {w.name_of(seat)}"
    if fair.best is None:
        return cubes(fair.bids, seats) or w.NOT_ENOUGH
    return cubes((fair.best,), seats)


def range_words(fair: FairBid, seats: Sequence[str]) -> str:
    """Return all bids that cannot be told apart from even."""
    if fair.status is BidStatus.FOUND:
        return cubes(fair.bids, seats) or w.NOTHING
    return w.NOTHING


def _points(fair: FairBid) -> list[BidPoint]:
    """Return the played bids that say what is left: the best one, its neighbours if it was not played."""
    axis = sorted(fair.curve, key=lambda point: point.bid)
    if fair.status is BidStatus.OUT_OF_REACH:
        return sorted(axis, key=lambda point: abs(point.bid))[-1:]
    if fair.status is BidStatus.BETWEEN and fair.bracket is not None:
        return [point for point in axis if point.bid in fair.bracket]
    if fair.best is None:
        return []
    exact = [point for point in axis if point.bid == fair.best]
    below = [point for point in axis if point.bid < fair.best]
    above = [point for point in axis if point.bid > fair.best]
    return exact or [*below[-1:], *above[:1]]


def left_words(fair: FairBid) -> str:
    """Return the first seat's share at the bid nearest to even, or at the played bids around it."""
    points = sorted(_points(fair), key=lambda point: abs(point.bid))
    if fair.status is BidStatus.FOUND and [point.bid for point in points] == [fair.best]:
        return w.share_cell(points[0].share)
    return "; ".join(f"at {abs(point.bid)}: {w.share_cell(point.share)}" for point in points) or w.NOTHING


def advice(fair: FairBid, seats: Sequence[str]) -> str:
    """Say what to bid in one pair, which other bids may be even, and what the rest would do."""
    played = sorted({abs(point.bid) for point in fair.curve})
    if fair.status is BidStatus.NOT_PLAYED:
        return "no bids were played for it"
    if fair.status is BidStatus.OUT_OF_REACH:
        seat = seats[0] if max(point.bid for point in fair.curve) > 0 else seats[1]
        most = f"{w.count(played[-1], UNIT)} to {w.name_of(seat)}, the most that was played"
        return f"{OUT_OF_REACH}, for even {most}, leave that side behind"
    if fair.status is BidStatus.BETWEEN and fair.bracket is not None:
        return _straddled(fair.bracket, fair.best, seats)
    signs = {bid > 0 for bid in fair.bids if bid}
    if len(signs) > 1:
        return cubes((fair.best,) if fair.best is not None else fair.bids, seats)
    if not fair.bids:
        return w.NOT_ENOUGH
    amounts = sorted(abs(bid) for bid in fair.bids)
    words = give(fair.bids if fair.best is None else (fair.best,), seats)
    if fair.best is not None and len(amounts) > 1:
        to = "" if fair.best else f" to {w.name_of(seats[0 if True in signs else 1])}"
        words += f" ({_runs(amounts)}{to} may be even)"
    return words + _others(fair, seats, played)


def _straddled(bracket: tuple[int, int], best: int | None, seats: Sequence[str]) -> str:
    """Say which whole bids are too few and too many, where none is even, and which of them is nearer."""
    few, many = sorted(abs(bid) for bid in bracket)
    to = w.name_of(seats[0] if max(bracket) > 0 else seats[1])
    nearest = "none" if best == 0 else "" if best is None else str(abs(best))
    near = f"; {nearest} {'is' if nearest in ('none', '1') else 'are'} nearest to even" if nearest else ""
    if few == 0:
        return f"no cubes are too few and {w.count(many, UNIT)} to {to} too many{near}"
    return f"{w.count(few, UNIT)} to {to} {'is' if few == 1 else 'are'} too few and {many} too many{near}"


def asked(fair: FairBid, seats: Sequence[str], *, where: str = "", sides_chosen: bool = True) -> str:
    """Say what who holds the trailing side should ask for, and what to offer for the choice of side.

    Empty where the bids do not tell a trailing side: `advice` says what is left to say.

    Parameters
    ----------
    fair
        The pair's fair bid.
    seats
        Their names.
    where
        Follows the side's name.
    sides_chosen
        Whether the auction's winner picks the side with its contestant, so that it is clear which to take.
    """
    signs = {point.bid > 0 for point in fair.curve if point.bid}
    amounts = sorted(abs(bid) for bid in fair.bids)
    if len(signs) != 1 or 0 in amounts or fair.other_side_open:
        return ""
    behind, ahead = map(w.name_of, seats[:2] if True in signs else seats[1::-1])
    played = max(abs(point.bid) for point in fair.curve)
    if fair.status is BidStatus.OUT_OF_REACH:
        told = (
            f"As {behind}{where}, ask for more than {w.count(played, UNIT)}, the most that was played: even those "
            f"leave {behind} behind."
        )
        return f"{told} Where you bid for the side, bid for {ahead}." if sides_chosen else told
    if fair.status is BidStatus.BETWEEN and fair.bracket is not None:
        few, ask = sorted(abs(bid) for bid in fair.bracket)
        offer, span, fewer, more = few, "", f"{few} leave {ahead} ahead", f"{ask} put {behind} ahead"
    elif fair.status is BidStatus.FOUND and amounts:
        ask = offer = abs(fair.best) if fair.best is not None else amounts[0]
        even = f"{_runs(amounts)} may be even" if len(amounts) > 1 else "no other number may be even"
        span = f" (95%: {even})"
        fewer = f"fewer leave {ahead} ahead"
        more = f"more put {behind} ahead" if played > amounts[-1] else "more were not played"
    else:
        return ""
    told = f"As {behind}{where}, ask for {w.count(ask, UNIT)}{span}: {fewer}, {more}."
    if not sides_chosen:
        return told
    until = f"bid up to {w.count(offer, UNIT)} for {ahead}" if offer else f"do not bid for {ahead}"
    taken = f"once the other bids {ask}, pass and take the cubes as {behind}"
    return f"{told} Where you bid for the side, {until}; {taken}."


def _others(fair: FairBid, seats: Sequence[str], played: Sequence[int]) -> str:
    """Say what fewer and more cubes would do, where all go to one seat."""
    if fair.other_side_open:
        return "; bids to the other side were not played"
    amounts = [abs(bid) for bid in fair.bids]
    if not any(amounts):
        return ""
    first, second = (w.name_of(seat) for seat in seats[:2])
    behind, ahead = (first, second) if max(fair.bids) > 0 else (second, first)
    more = f"more favour {behind}" if played[-1] > max(amounts) else "more were not played"
    return f"; fewer favour {ahead}, {more}" if min(amounts) > 0 else f"; {more}"


def owner_words(owner: OwnerBid) -> str:
    """Return the bids at which an owner is indifferent between the side and the cubes."""
    if owner.status is BidStatus.FOUND and owner.bids:
        amounts = sorted(owner.bids)
        return f"{_runs(amounts)} {UNIT if amounts == [1] else f'{UNIT}s'}"
    if owner.status is BidStatus.OUT_OF_REACH:
        return OUT_OF_REACH
    return UNPLAYED if owner.status is BidStatus.NOT_PLAYED else w.NOT_ENOUGH


def to_bid(fair: FairBid, seats: Sequence[str]) -> tuple[str, ...]:
    """Say what to bid in one pair: to who wants the better side, and to who is left with the other.

    Whoever wins the bidding chooses the side, and the other player is given the cubes. So both players ask the same,
    whichever side was dealt to them: up to where is the better side worth its cubes, and from where on are the cubes?

    Examples
    --------
    >>> fair = FairBid(BidStatus.BETWEEN, 1, (), (-2, -3), (), best=-2)
    >>> for sentence in to_bid(fair, ("seelie", "unseelie")):
    ...     print(sentence)
    Who wants Seelie, the better side: bid up to 2 cubes, surely a bargain; 3 would surely be too dear (95%).
    Who is left with Unseelie: outbid anything below 3 cubes; from 3 on, pass and take the cubes.
    """
    if fair.status is BidStatus.NOT_PLAYED:
        return ("No bids were played for this pairing.",)
    most = max(abs(point.bid) for point in fair.curve) if fair.curve else 0
    if fair.status is BidStatus.OUT_OF_REACH:
        better, other = _sides(seats, to_first=max(point.bid for point in fair.curve) > 0)
        return (
            f"Who wants {better}, the better side: up to {w.count(most, UNIT)}, the most that was played, any bid is "
            "surely a bargain (95%).",
            f"Who is left with {other}: no bid that was played makes up for it; bid for {better} as well.",
        )
    if fair.status is BidStatus.BETWEEN and fair.bracket is not None:
        few, many = sorted(abs(bid) for bid in fair.bracket)
        return _between(few, many, *_sides(seats, to_first=max(fair.bracket) > 0))
    if fair.best is None:
        return (f"There are {w.NOT_ENOUGH} what to bid.",)
    if 0 in fair.bids or min(fair.bids) * max(fair.bids) < 0:
        may = cubes(fair.bids, seats)
        return (
            f"Neither side is surely the better one (95%), so there is no need to bid. May be even: {may}.",
            "If the other bids more than that, pass and take the cubes.",
        )
    return _found(fair, most, *_sides(seats, to_first=fair.best > 0))


def _between(few: int, many: int, better: str, other: str) -> tuple[str, ...]:
    """Say what to bid where one number of cubes is too few and the next too many."""
    if few == 0:
        return (
            f"{better} is the better side, but not by a cube: {w.count(many, UNIT)} would surely be too dear (95%). Do "
            "not bid for it.",
            "If the other bids, pass and take the cubes.",
        )
    return (
        f"Who wants {better}, the better side: bid up to {w.count(few, UNIT)}, surely a bargain; {many} would "
        "surely be too dear (95%).",
        _left(many, other),
    )


def _found(fair: FairBid, most: int, better: str, other: str) -> tuple[str, ...]:
    """Say what to bid where some whole number of cubes may be even."""
    low, high, best = (min(map(abs, fair.bids)), max(map(abs, fair.bids)), abs(fair.best or 0))
    span = f"{_runs(range(low, high + 1))} may be even" if high > low else "Only that bid may be even"
    more = "more surely too dear (95%)" if high < most else "more were not played"
    wide = " More games would narrow this down." if high - low >= WIDE else ""
    return (
        f"Who wants {better}, the better side: bid up to {w.count(best, UNIT)}. {span}; fewer are surely a bargain, "
        f"{more}.{wide}",
        _left(best, other),
    )


def _left(fair: int, other: str) -> str:
    ask = (
        f"outbid anything below {w.count(fair, UNIT)}; from {fair} on, pass"
        if fair > 1
        else "if the other bids, pass"
    )
    return f"Who is left with {other}: {ask} and take the cubes."


def _sides(seats: Sequence[str], *, to_first: bool) -> tuple[str, str]:
    """Return the better side and the one that is given the cubes."""
    first, second = (w.name_of(seat) for seat in seats[:2])
    return (second, first) if to_first else (first, second)


def owners_bid(pair: PairEstimate, owners: Sequence[OwnerBid]) -> tuple[str, ...]:
    """Say what each player of a pair bids who keeps the own contestant whichever side is chosen."""
    own = [one for one in owners if {one.owner, one.other} == {pair.first, pair.second}]
    told = "; ".join(f"{w.name_of(one.owner)}: {owner_words(one)}" for one in own)
    return (
        "Each player keeps the own contestant, so who wins the bidding chooses the side alone, and the curve of the "
        "other seating counts as well.",
        f"Worth bidding up to, for the right to choose: {told}."
        if told
        else f"There are {w.NOT_ENOUGH} what to bid.",
    )
