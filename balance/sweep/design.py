"""What a sweep plays: the cells of its first two stages and how many games each gets."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

from balance.config.played import MOST_CELL_GAMES
from balance.engine.system import Cell, RuleSystem
from balance.errors import BalanceError
from balance.sweep.options import seat_policies

if TYPE_CHECKING:
    from balance.config.run import Configuration


COURT_ONLY = "court_only"
ROUNDING = 1e-9  # so that 0.7 of ten blocks are seven


@dataclass(frozen=True)
class Planned:
    """A cell to be played: its games are numbered 0 … `games` − 1."""

    cell: Cell
    games: int
    stage: int  # 1: bid 0, 2: bids, 3: comparisons


def first_stage(configuration: Configuration, system: RuleSystem) -> list[Planned]:
    """Return the cells at bid 0: ordered pairs of different contestants × settings × policy pairs.

    Policy pairs stay in the configuration's order; where two of them name the same cell, the larger number of
    games is played. The auction needs its policies at bid 0 in each of its settings, so what the policy pairs
    lack of these is added.

    Raises
    ------
    BalanceError
        If a bid of the auction is larger than the rules admit.
    """
    seats, auction = system.columns.seats, configuration.auction
    entries: list[tuple[Any, dict[str, int]]] = [
        (entry, {name: games_of(entry, name, system) for name in settings_of(entry, system)})
        for entry in configuration.policy_pairs
    ]
    if auction is not None:
        _check_bids(auction.bids or (), system)
        names = seat_policies(auction, seats)
        played = {
            name for entry, settings in entries if seat_policies(entry, seats) == names for name in settings
        }
        lacking = [name for name in settings_of(auction, system) if name not in played]
        entries.append((auction, dict.fromkeys(lacking, auction.games)))
    planned: dict[Cell, Planned] = {}
    for entry, settings in entries:
        names = seat_policies(entry, seats)
        for pair in permutations(system.contestants(), 2):
            for setting, games in settings.items():
                cell = Cell(pair, setting, names)
                more = max(games, planned[cell].games if cell in planned else 0)
                planned[cell] = Planned(cell, more, 1)
    return list(planned.values())


def games_of(pair: Any, setting: str, system: RuleSystem) -> int:
    """Return the games of a cell of a policy pair in a setting.

    Where games take turns, a policy pair's games are those on each row (on each layout of a set); where the pair
    plays a share of a set only, on each of its first rows, in whole blocks. Games of the auction and of comparisons
    are not multiplied: they take turns as far as they go.

    Raises
    ------
    BalanceError
        These are too many.
    """
    turns = system.turns(setting)
    if turns is None:
        return int(pair.games)
    share = 1.0 if (part := getattr(pair, "set_share", None)) is None else part
    blocks = max(1, math.floor(turns.size / turns.block * share + ROUNDING))
    games = int(pair.games) * blocks * turns.block
    if games > MOST_CELL_GAMES:
        most = MOST_CELL_GAMES // (blocks * turns.block)
        msg = f"expected at most {most} games on each layout of {setting!r}; got {pair.games}"
        raise BalanceError(msg)
    return games


def second_stage(
    configuration: Configuration, system: RuleSystem, trailing: Mapping[tuple[str, str], int]
) -> list[Planned]:
    """Return the cells with bids, under the auction's policies and in its settings.

    Parameters
    ----------
    configuration, system
        What is played.
    trailing
        Ordered pair → the seat that trails at bid 0. Only that seat is given cubes, and a pair that is left
        out gets no bids. Where the reading ``court_only`` is asked for, an owner may receive cubes in either seat,
        so every pair gets the bids to both seats.
    """
    auction = configuration.auction
    if auction is None or auction.bids is None:
        return []
    both = owners_asked(configuration)
    names = seat_policies(auction, system.columns.seats)
    planned = []
    for pair in permutations(system.contestants(), 2):
        signs = (1, -1) if both else () if pair not in trailing else (1,) if trailing[pair] == 0 else (-1,)
        planned += [
            Planned(Cell(pair, setting, names, sign * bid), auction.games, 2)
            for setting in settings_of(auction, system)
            for sign in signs
            for bid in auction.bids
        ]
    return planned


def owners_asked(configuration: Configuration) -> bool:
    """Tell whether the auction's reading ``court_only`` is to be answered: it is in force, or asked for."""
    auction = configuration.auction
    asked = auction is not None and auction.both_readings
    return asked or configuration.rulings().get("auction_side") == COURT_ONLY


def settings_of(entry: Any, system: RuleSystem) -> list[str]:
    """Return the settings that an entry of the configuration is played on, in the configuration's order."""
    return [name for name in system.settings() if entry.settings is None or name in entry.settings]


def _check_bids(bids: Sequence[int], system: RuleSystem) -> None:
    largest = system.largest_bid()
    for bid in bids:
        if not 1 <= bid <= largest:
            msg = f"auction.bids: expected whole cubes from 1 to {largest}; got {bid}"
            raise BalanceError(msg)
