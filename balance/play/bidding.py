"""The auction at the table: what is asked of the person, and how the computer bids."""

from __future__ import annotations

from collections.abc import Mapping

from balance.engine.pacts.auction import PLAYERS, Auction, AuctionResult, other
from balance.engine.pacts.describe import SIDES
from balance.engine.system import Cell, PolicyHandle, RuleSystem
from balance.errors import IllegalActionError
from balance.play.prompt import Option, UnclearError, echo, pick, staying
from balance.play.table import Table
from balance.play.wishes import ESTIMATOR

GAMES = 1000  # for each side and number of cubes: half a percent of a win either way is seen
HOW = (
    f"(The computer lets {ESTIMATOR} play itself {GAMES} times for each bid; it bids one cube more as long as "
    "choosing the side at that price wins more of these games than passing.)"
)


class Bidder:
    """How the computer bids: by games of a quick policy against itself.

    Parameters
    ----------
    system, policies, layout
        What is played.
    auction
        The auction that is under way.
    """

    def __init__(
        self, system: RuleSystem, policies: Mapping[str, PolicyHandle], layout: str, auction: Auction
    ) -> None:
        self._system, self._policies, self._layout, self._auction = system, policies, layout, auction
        self._shares: dict[tuple[str, str, int], float] = {}

    def share(self, player: str, side: str, cubes: int) -> float:
        """Return the share of games won by `player` on `side`, the other side being given so many cubes."""
        pair = self._auction.pairing(player, side)
        bid = -cubes if side == SIDES[0] else cubes
        key = (pair[SIDES[0]], pair[SIDES[1]], bid)
        if key not in self._shares:
            cell = Cell(key[:2], self._layout, (ESTIMATOR, ESTIMATOR), bid)
            (rows,) = self._system.games([cell], self._policies, 0, GAMES)
            self._shares[key] = float(rows.shares.mean())
        won = self._shares[key]
        return won if side == SIDES[0] else 1 - won

    def best(self, player: str, cubes: int) -> str:
        """Return the side that `player` wins more with when it costs so many cubes; the own one of equals."""
        own = self._auction.sides[player]
        return max((own, other(own)), key=lambda side: self.share(player, side, cubes))

    def decide(self) -> int | str | None:
        """Return what the computer, to move, bids (None: it passes), or which side it takes."""
        auction = self._auction
        player, standing = auction.to_move, auction.standing
        if player is None:
            msg = "the auction is over"
            raise IllegalActionError(msg)
        if auction.phase == "choose":
            return self.best(player, standing)
        bid = standing + 1
        if bid not in auction.legal():
            return None
        rival = PLAYERS[1 - PLAYERS.index(player)]
        if standing:
            passing = 1 - self.share(rival, self.best(rival, standing), standing)
        else:
            passing = self.share(player, auction.sides[player], 0)
        return bid if self.share(player, self.best(player, bid), bid) > passing else None


def hold(table: Table, auction: Auction, person: str, bidder: Bidder) -> None:
    """Carry an auction out between the person (``first`` or ``second``) and the computer.

    Raises
    ------
    EOFError
        The person leaves.
    """
    table.show("", "Auction: bid cubes for the right to choose the side; the other player places them.", HOW)
    while (player := auction.to_move) is not None:
        choosing = auction.phase == "choose"
        if player == person:
            decision = _chosen(table, auction) if choosing else _bid(table, auction)
            auction.apply(decision)
            continue
        decision = bidder.decide()
        auction.apply(decision)
        if choosing:
            table.show(f"The computer takes {_pairing(auction, player, str(decision))}.")
        else:
            table.show("The computer passes." if decision is None else f"The computer bids {decision}.")
    table.show(outcome_words(auction.result()))


def outcome_words(result: AuctionResult) -> str:
    """Return how an auction ended, in a line."""
    if result.to is None:
        return "Nothing was bid: the sides stand."
    cubes = f"{result.cubes} cube{'' if result.cubes == 1 else 's'}"
    return f"The auction: {result.to.capitalize()} places {cubes} before round 1."


def _bid(table: Table, auction: Auction) -> int | None:
    """Ask for a bid."""
    bids = [entry for entry in auction.legal() if isinstance(entry, int)]
    if not bids:
        may = "Only a pass is left"
    elif len(bids) == 1:
        may = f"Bid {bids[0]}, or pass"
    else:
        may = f"Bid {bids[0]} to {bids[-1]} cubes, or pass"
    while True:
        try:
            answer = staying(table.ask(f"{may}:")).lower()
        except UnclearError as error:
            table.show(str(error))
            continue
        if answer in {"pass", "p", "0"}:
            return None
        number = int(answer) if answer.isascii() and answer.isdecimal() and len(answer) < 9 else 0
        if number in bids:
            return number
        table.show(f"{may}; got {echo(answer)}")


def _pairing(auction: Auction, player: str, side: str) -> str:
    return f"{side.capitalize()} ({auction.pairing(player, side)[side]})"


def _chosen(table: Table, auction: Auction) -> str:
    """Ask which side the winner takes."""
    player = str(auction.to_move)
    choices = [Option(_pairing(auction, player, side)) for side in SIDES]
    table.show(
        "The choice is yours.", *(f"{n:>2}  {choice.text}" for n, choice in enumerate(choices, start=1))
    )
    while True:
        try:
            return SIDES[choices.index(pick(choices, staying(table.ask("Which side:"))))]
        except UnclearError as error:
            table.show(str(error))
