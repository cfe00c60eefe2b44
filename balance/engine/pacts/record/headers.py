"""Checking the header of a game against its configuration: names, digests, rulings and the auction."""

from __future__ import annotations

from collections.abc import Iterator

from balance.config.pacts.laid import split_row
from balance.config.pacts.models import Configuration
from balance.engine.pacts import VERSION
from balance.engine.pacts.layouts import layout_of
from balance.engine.pacts.record.heads import Auction, GameLine
from balance.engine.record_checks import other_rulings, unknown
from balance.engine.system import Cell
from balance.errors import ConfigurationError


def problem_of(header: GameLine, configuration: Configuration) -> str | None:
    """Return the first thing in a header that cannot be, by the configuration; None if all can."""
    return next(_problems(header, configuration), None)


def cell_of(header: GameLine) -> Cell:
    """Return the cell whose game a header names by seed and index."""
    auction = header.auction
    cubes = 0 if auction is None else auction.cubes if auction.to == "seelie" else -auction.cubes
    return Cell(
        (header.seelie.faction, header.unseelie.faction),
        header.layout,
        (header.seelie.policy or "", header.unseelie.policy or ""),
        cubes,
    )


def _problems(header: GameLine, configuration: Configuration) -> Iterator[str]:
    if header.rules_version != VERSION:
        yield f"rules_version: expected {VERSION}, that of the rules here; got {header.rules_version}"
    for field, faction in (("seelie", header.seelie.faction), ("unseelie", header.unseelie.faction)):
        yield from unknown(f"{field}.faction", faction, configuration.factions)
    yield from _layout(header, configuration)
    if header.rulings is not None:
        yield from other_rulings(header.rulings, configuration.rulings())
    if (header.seed is None) != (header.index is None):
        yield "expected seed and index, or neither of them"
    elif header.seed is not None and None in (header.seelie.policy, header.unseelie.policy):
        yield "expected a policy for each side beside seed and index"
    if header.auction is not None:
        yield from _auction(header.auction, configuration)


def _layout(header: GameLine, configuration: Configuration) -> Iterator[str]:
    """Yield a layout that there is not, or a set of them where no index says which layout's turn it was."""
    name = header.layout
    if name in configuration.layouts or split_row(name)[1] is None:
        yield from unknown("layout", name, configuration.layouts)
    if name in configuration.layouts and header.index is not None:
        return
    try:
        layout_of(configuration, name, header.index)
    except ConfigurationError as error:
        yield f"layout: {error}"


def _auction(auction: Auction, configuration: Configuration) -> Iterator[str]:
    most = configuration.game.supply()
    if auction.cubes > most:
        yield f"auction.cubes: expected at most {most}, the supply that set-up leaves; got {auction.cubes}"
    if auction.chosen == auction.to:
        yield f"auction.to: expected the side that the winner did not choose; got {auction.to}"
    if auction.bids is not None:
        yield from _bids(
            auction, by_one=configuration.game.ruling("auction_bids") == "raise_by_one", most=most
        )


def _bids(auction: Auction, *, by_one: bool, most: int) -> Iterator[str]:
    """Yield what is wrong with the bidding: players in turn, each bid higher, one pass ends it."""
    bids, last = auction.bids or (), 0
    for number, bid in enumerate(bids):
        field = f"auction.bids[{number}]"
        player = ("first", "second")[number % 2]
        if bid.player != player:
            yield f"{field}.player: expected {player}, as players bid in turn; got {bid.player}"
        if bid.bid is None:
            if number < len(bids) - 1:
                yield f"{field}: expected no bid behind a pass"
            break
        if by_one and bid.bid != last + 1:
            yield f"{field}.bid: expected {last + 1}, one more than before; got {bid.bid}"
        if not last < bid.bid <= most:
            yield f"{field}.bid: expected a bid from {last + 1} to {most}; got {bid.bid}"
        last = bid.bid
    else:
        yield "auction.bids: expected a pass at the end: null"
    if last != auction.cubes:
        yield f"auction.cubes: expected the last bid, {last}; got {auction.cubes}"


__all__ = ["cell_of", "problem_of"]
