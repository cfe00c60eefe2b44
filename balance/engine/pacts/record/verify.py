"""Checking records against the rules: a record holds, or its first wrong event is named.

The decisions of a record are played; what follows from each is told as the writer tells it. A record holds if its
decisions are legal and what it says beside them is part of what was told, in the same order.

Most records say all that was told as the writer writes it. So that is looked at first, with positions told as lines
and compared as bytes; any other record is gone through event by event.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from numpy.typing import NDArray

from balance.config.pacts.models import Configuration
from balance.engine.pacts.game import Game, deal_game, named_rules
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.layouts import layout_of
from balance.engine.pacts.record import wrong
from balance.engine.pacts.record.decisions import DEAL, Event, Key, number_of
from balance.engine.pacts.record.events import Teller
from balance.engine.pacts.record.headers import cell_of, problem_of
from balance.engine.pacts.record.path import Path
from balance.engine.pacts.record.positions import LineTeller
from balance.engine.pacts.record.read import Record
from balance.engine.pacts.record.wrong import Told, Wrong
from balance.engine.pacts.tables import Names, names_of, rules_digest
from balance.errors import RecordError

MOST_PAIRS = 2000  # on one layout each, that are kept for the next record


@dataclass(frozen=True)
class Verdict:
    """Whether one record holds.

    Parameters
    ----------
    record
        What was checked.
    wrong
        The first event that the rules do not allow; None where the record holds.
    """

    record: Record
    wrong: Wrong | None

    @property
    def holds(self) -> bool:
        """Whether the record holds."""
        return self.wrong is None

    @property
    def text(self) -> str:
        """One line: file, line, event and what is wrong; empty where the record holds."""
        return "" if self.wrong is None else f"{self.record.file}:{self.wrong}"


def verify(records: Iterable[Record], configuration: Configuration | None = None) -> Iterator[Verdict]:
    """Check records one by one.

    Parameters
    ----------
    records
        Games as `balance.engine.pacts.record.read.read_records` yields them.
    configuration
        What the games were played under; by default what the file itself gives.

    Raises
    ------
    RecordError
        There is no configuration, or a game was played under another one.
    """
    verifiers: dict[int, Verifier] = {}
    for record in records:
        given = record.configuration if configuration is None else configuration
        if given is None:
            msg = f"{record.file}: expected a configuration in the first line; name its file with --configuration"
            raise RecordError(msg)
        if id(given) not in verifiers:
            verifiers[id(given)] = Verifier(given)
        yield Verdict(record, verifiers[id(given)].wrong(record))


class Verifier:
    """Checks the games of one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.digest = configuration.digest()
        self.names = names_of(configuration)
        self.pair = lru_cache(maxsize=MOST_PAIRS)(self._pair)

    def wrong(self, record: Record) -> Wrong | None:
        """Return the first event of a record that the rules do not allow; None if it holds.

        Raises
        ------
        RecordError
            The game was played under another configuration, or a line is not one of a record.
        """
        found = self._wrong(record)
        if found is not None:
            _ = record.events  # a file with a line that is no event is refused as a whole
        return found

    def _wrong(self, record: Record) -> Wrong | None:
        header = record.header
        if header.configuration != self.digest:
            msg = (
                f"{record.file}:{record.header_line}: configuration: played under {header.configuration[:12]}…, "
                f"but checked against {self.digest}"
            )
            raise RecordError(msg)
        problem = problem_of(header, self.configuration)
        if problem is not None:
            return Wrong(record.header_line, "game", problem)
        layout = layout_of(self.configuration, header.layout, header.index)
        pair = self.pair(header.seelie.faction, header.unseelie.faction, layout)
        if header.rules not in {None, pair.digest}:
            return Wrong(
                record.header_line, "game", "rules: expected the digest of this pair's rules on this layout"
            )
        return _check(record, pair)

    def _pair(self, seelie: str, unseelie: str, layout: str) -> _Pair:
        """Return what the games of a pair on a layout share."""
        return _Pair(named_rules(self.configuration, seelie, unseelie, layout), self.names)


class _Pair:
    """What the games of one pair on one layout share."""

    def __init__(self, rules: NDArray[Any], names: Names) -> None:
        self.rules, self.names = rules, names
        self.teller = LineTeller(rules, names)
        self.random = self.rules[0]["random_regions"] == k.MIXED
        self.kinds = {str(card): kind for kind, card in enumerate(self.names.cards)}
        self._starts: dict[tuple[int, ...], tuple[Game, list[Event]]] = {}

    @cached_property
    def digest(self) -> str:
        """The digest of the rules."""
        return rules_digest(self.rules)

    def start(self, bid: int, tiles: list[int] | None) -> tuple[Game, list[Event]]:
        """Return a game before its first decision, and what is told of it; not to be changed."""
        key = (bid, *(tiles or ()))
        if key not in self._starts:
            game = Game(self.rules, self.names, tiles=tiles, bid=bid)
            if tiles is not None:  # too many to keep
                return game, self.teller.opening(game)
            self._starts[key] = game, self.teller.opening(game)
        return self._starts[key]

    def moves(self, record: Record) -> tuple[list[int], list[list[int]], list[int]]:
        """Return the decisions of a record as numbers, its deals as kinds, and the places of both in its events."""
        numbers, deals, places = [], [], []
        seelie, unseelie = self.teller.decisions.numbers
        for place, key in enumerate(record.keys):
            if key is None:
                continue
            places.append(place)
            if key[0] == "deal":
                numbers.append(DEAL)
                deals.append(self._deal(key))
            else:
                own = unseelie if record.given[place].get("side") == "unseelie" else seelie
                numbers.append(number_of(own, key))
        return numbers, deals, places

    def _deal(self, key: Key) -> list[int]:
        try:
            kinds = [self.kinds[card] for card in (*key[1], key[2])]
        except (KeyError, TypeError):
            kinds = []
        return kinds if len(kinds) == k.REVEALED else [k.NONE] * k.REVEALED


def _check(record: Record, pair: _Pair) -> Wrong | None:
    """Return the first wrong event behind a sound header."""
    cell = cell_of(record.header)
    tiles: list[int] | None = None
    if pair.random:
        found = wrong.tiles_of(record, pair.names.regions, pair.names.tiles)
        if isinstance(found, Wrong):
            return found
        tiles = found
    start, opening = pair.start(cell.bid, tiles)
    numbers, deals, places = pair.moves(record)
    path = Path(start.states, pair.rules, pair.teller.calm, numbers, deals)
    header, dealt, lying = record.header, None, None
    if header.seed is not None and header.index is not None:
        dealt, lying = deal_game(pair.rules, cell.key(header.seed), header.index)
    told = list(opening)
    for step in range(path.steps):
        told += pair.teller.move(path, step)
    if (
        told == record.given
        and path.at["phase"][-1] == k.OVER
        and (dealt is None or dealt[: len(deals)].tolist() == deals)
        and (lying is None or tiles is None or lying.tolist() == tiles)
        and not any(wrong.misfit(record.given[place]) for place in record.doubtful)
    ):
        return None
    teller = Teller(pair.rules, pair.names)
    blocks = [opening, *(teller.move(path, step) for step in range(path.steps))]
    return wrong.first_wrong(Told(record, teller, path, blocks, places, dealt, lying))


__all__ = ["Verdict", "Verifier", "verify"]
