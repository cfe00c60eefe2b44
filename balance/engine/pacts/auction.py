"""The auction before a game (Variant 2 of the rulebook): two players bid cubes for the right to choose the side.

A small state machine of its own: it ends before the first position of the game exists. Players are ``"first"``, who
opens, and ``"second"``. They bid in turns, each bid a whole number of cubes above the standing one; one pass ends the
bidding. Who made the standing bid then chooses, and the other player gets that many cubes to place. Where the opener
passes at once nothing was bid: the sides stand and nobody gets cubes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.tables import stable_key
from balance.errors import IllegalActionError

PLAYERS = ("first", "second")


@dataclass(frozen=True)
class AuctionResult:
    """How an auction ended.

    Parameters
    ----------
    sides
        Player → the side played.
    factions
        Side → its faction.
    cubes
        Cubes to place before round 1; 0 where nothing was bid.
    to
        The side that places them; None where nothing was bid.
    chosen
        The side that the winner took; None where nothing was bid.
    bids
        Every bid in order, as (player, cubes); None passes.
    """

    sides: Mapping[str, str]
    factions: Mapping[str, str]
    cubes: int
    to: str | None
    chosen: str | None
    bids: tuple[tuple[str, int | None], ...]

    @property
    def signed(self) -> int:
        """The cubes on the axis of a cell's bid: positive to Seelie, negative to Unseelie."""
        return self.cubes if self.to == SIDES[0] else -self.cubes

    def record(self) -> dict[str, Any] | None:
        """Return the `auction` field of a game record's header (docs/record.md); None where nothing was bid."""
        if not self.cubes:
            return None
        bids = [{"player": player, "bid": bid} for player, bid in self.bids]
        return {"cubes": self.cubes, "to": self.to, "bids": bids, "chosen": self.chosen}


class Auction:
    """An auction in progress.

    Parameters
    ----------
    sides
        Player → side before the auction; these stand if nothing is bid.
    factions
        Side → faction before the auction.
    largest
        The largest bid: the supply that set-up leaves, in cubes.
    bids
        The ruling `auction_bids`: ``any_higher`` or ``raise_by_one``.
    side
        The ruling `auction_side`: under ``court_and_faction`` each faction stays with its side, and the winner takes
        both; under ``court_only`` each faction stays with its player.
    """

    def __init__(
        self,
        sides: Mapping[str, str],
        factions: Mapping[str, str],
        *,
        largest: int,
        bids: str = "any_higher",
        side: str = "court_and_faction",
    ) -> None:
        self.sides, self.factions, self.largest = dict(sides), dict(factions), largest
        self.by_one, self.own_faction = bids == "raise_by_one", side == "court_only"
        self.bids: list[tuple[str, int | None]] = []
        self.chosen: str | None = None

    @property
    def standing(self) -> int:
        """The highest bid so far, in cubes; 0 before the first."""
        return max((bid for _, bid in self.bids if bid is not None), default=0)

    @property
    def phase(self) -> str:
        """``bid``, ``choose`` (the winner takes a side) or ``over``."""
        if not self.bids or self.bids[-1][1] is not None:
            return "bid"
        return "over" if self.chosen is not None or self.standing == 0 else "choose"

    @property
    def winner(self) -> str | None:
        """The player whose bid was left unchallenged; None while bids are made, or where nothing was bid."""
        return self.bids[-2][0] if self.phase != "bid" and self.standing else None

    @property
    def to_move(self) -> str | None:
        """The player who decides next; None once the auction is over."""
        if self.phase == "bid":
            return PLAYERS[len(self.bids) % 2]
        return self.winner if self.phase == "choose" else None

    def legal(self) -> tuple[int | str | None, ...]:
        """Return what the player to move may do: bids in cubes, ascending, then None for a pass; or the two sides."""
        if self.phase == "choose":
            return SIDES
        if self.phase == "over":
            return ()
        lowest = self.standing + 1
        highest = min(lowest, self.largest) if self.by_one else self.largest
        return (*range(lowest, highest + 1), None)

    def apply(self, decision: int | str | None) -> None:
        """Bid so many cubes, pass (None), or take a side.

        Raises
        ------
        IllegalActionError
            The auction does not admit it.
        """
        legal = self.legal()
        if type(decision) not in {int, str, type(None)} or decision not in legal:  # 3.0 and True are no bids
            shown = ", ".join("pass" if entry is None else str(entry) for entry in legal)
            who = f"auction, {self.to_move or 'nobody'} to decide"
            msg = f"{who}: {decision!r} is not legal; legal: {shown or 'nothing'}"
            raise IllegalActionError(msg)
        if isinstance(decision, str):
            self.chosen = decision
        else:
            self.bids.append((PLAYERS[len(self.bids) % 2], decision))

    def pairing(self, player: str, side: str) -> dict[str, str]:
        """Return side → faction if `player` takes `side`."""
        if not self.own_faction or self.sides[player] == side:
            return dict(self.factions)
        return {side: self.factions[other(side)] for side in SIDES}

    def result(self) -> AuctionResult:
        """Return how the auction ended.

        Raises
        ------
        IllegalActionError
            It is not over.
        """
        if self.phase != "over":
            msg = f"the auction is not over: {self.to_move} is to decide"
            raise IllegalActionError(msg)
        bids = tuple(self.bids)
        if self.winner is None or self.chosen is None:
            return AuctionResult(dict(self.sides), dict(self.factions), 0, None, None, bids)
        loser, left = PLAYERS[1 - PLAYERS.index(self.winner)], other(self.chosen)
        sides = {self.winner: self.chosen, loser: left}
        return AuctionResult(
            sides, self.pairing(self.winner, self.chosen), self.standing, left, self.chosen, bids
        )


def opener(seed: int) -> str:
    """Return the side that opens the bidding: even chances, fixed by the seed."""
    return SIDES[stable_key(f"opener|{seed}") % 2]


def other(side: str) -> str:
    """Return the other side.

    Examples
    --------
    >>> other("seelie")
    'unseelie'
    """
    return SIDES[1 - SIDES.index(side)]


__all__ = ["PLAYERS", "Auction", "AuctionResult", "opener", "other"]
