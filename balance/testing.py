"""What every rule system must do for sweeps, statistics and reports to be right: one check for the tests of each.

`check_rule_system` knows a system by `balance.engine.system.RuleSystem` alone. It finds no mistake in the rules
themselves: for these a system has tests of its own, clause by clause.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

import numpy as np

from balance.engine.system import Cell, CellTally, GameRows, PolicyHandle, RuleSystem
from balance.engine.two_seats import TwoSeatSystem

RETOLD: Final = 5
"""Games of a cell that are played step by step and told, which is slow."""


@dataclass(frozen=True)
class _Check:
    """A rule system, who plays it, and how many games of each cell are looked at."""

    system: RuleSystem
    policies: Mapping[str, PolicyHandle]
    games: int
    one_key: bool

    def cells(self) -> list[list[Cell]]:
        """Return cells by pair of policies: all pairs of contestants, mirrors among them, in all settings."""
        names, (first, *others) = self.system.contestants(), list(self.policies)
        pairs = [
            (first, first),
            *((first, other) for other in others),
            *((other, first) for other in others[:1]),
        ]
        return [
            [
                Cell((one, other), setting, pair)
                for setting in self.system.settings()
                for one in names
                for other in names
            ]
            for pair in pairs
        ]

    def play(self, cells: Sequence[Cell], first: int, games: int) -> list[CellTally]:
        return self.system.play(cells, self.policies, first, games)

    def rows(self, cells: Sequence[Cell], first: int, games: int) -> list[GameRows]:
        return self.system.games(cells, self.policies, first, games)


def check_rule_system(
    system: RuleSystem, policies: Mapping[str, PolicyHandle], *, games: int = 50, one_key: bool = True
) -> None:
    """Check that a rule system does what sweeps, statistics and reports rely on.

    Parameters
    ----------
    system
        Under a configuration with at least two contestants; every pair of them is played in every setting, so take a
        small one.
    policies
        The compiled policies that play, by name.
    games
        Games of each cell that are played; the first few of them are played step by step and told too.
    one_key
        Whether each fact counts a game under one key at most, as means of facts need.

    Raises
    ------
    AssertionError
        Something does not hold; the message says what, and of which cell.
    """
    check = _Check(system, policies, games, one_key)
    _check_names(check)
    for cells in check.cells():
        tallies = check.play(cells, 0, games)
        _check_chunks(check, cells, tallies)
        for cell, tally, rows in zip(cells, tallies, check.rows(cells, 0, games), strict=True):
            _check_tally(check, cell, tally, rows)
        for cell, rows in _sample(cells, check.rows(cells, 0, RETOLD)):
            _check_told(check, cell, rows)
    _check_changes(check)


def _expect(holds: object, what: str) -> None:
    """Raise with a message unless something holds; unlike `assert` it is never left out."""
    if not holds:
        raise AssertionError(what)


def _sample(cells: Sequence[Cell], rows: Sequence[GameRows]) -> Iterator[tuple[Cell, GameRows]]:
    """Yield the cells of the first two and the last contestant, of which single games are told."""
    names = list(dict.fromkeys(chain.from_iterable(cell.contestants for cell in cells)))
    few = {*names[:2], names[-1]}
    yield from (
        (cell, own) for cell, own in zip(cells, rows, strict=True) if few.issuperset(cell.contestants)
    )


def _check_names(check: _Check) -> None:
    """Check contestants, settings and policies: some of each, none twice."""
    for what, found, least in (
        ("contestants", list(check.system.contestants()), 2),
        ("settings", list(check.system.settings()), 1),
        ("policies", list(check.policies), 1),
        ("seats", list(check.system.columns.seats), 2),
    ):
        _expect(len(found) >= least, f"{what}: expected at least {least}; got {found}")
        _expect(len(set(found)) == len(found), f"{what}: a name stands there twice: {found}")


def _counts(tally: CellTally) -> tuple[object, ...]:
    """Return all that a tally has counted, in a form that can be compared."""
    trimmed = np.trim_zeros(tally.margin_counts)
    first = tally.margin_offset + int(np.argmax(tally.margin_counts > 0))
    facts = tuple(sorted(tally.facts, key=lambda row: (row.fact, row.key)))
    return tally.games, tally.wins, tally.ties, first, trimmed.tolist(), facts


def _check_chunks(check: _Check, cells: Sequence[Cell], whole: Sequence[CellTally]) -> None:
    """Check that the same games come out cell by cell, in another order, in chunks, and a second time."""
    cut = check.games // 3
    again = {
        "in another order": check.play(list(reversed(cells)), 0, check.games)[::-1],
        "cell by cell": [check.play([cell], 0, check.games)[0] for cell in cells],
        "in two chunks": [
            one + two
            for one, two in zip(
                check.play(cells, 0, cut), check.play(cells, cut, check.games - cut), strict=True
            )
        ],
        # a comparison's games under other rules keep the chance of the games without
        "as part of a comparison": [
            replace(tally, cell=cell)
            for cell, tally in zip(
                cells,
                check.play([replace(cell, rules="another") for cell in cells], 0, check.games),
                strict=True,
            )
        ],
    }
    for how, tallies in again.items():
        for cell, one, other in zip(cells, whole, tallies, strict=True):
            _expect(other.cell == cell, f"{cell.name}: played {how}, the tally is of {other.cell.name}")
            _expect(_counts(one) == _counts(other), f"{cell.name}: played {how}, other games come out")


def _check_tally(check: _Check, cell: Cell, tally: CellTally, rows: GameRows) -> None:
    """Check a tally against the single games, and its facts against the tally."""
    margins, shares = rows.margins.astype(np.int64), rows.shares
    low = int(margins.min())
    _expect(tally.games == check.games == len(margins) == len(shares), f"{cell.name}: games are missing")
    _expect(set(shares.tolist()) <= {0.0, 0.5, 1.0}, f"{cell.name}: a share is none of 0, 0.5 and 1")
    counted = low, np.bincount(margins - low).tolist()
    _expect(_counts(tally)[3:5] == counted, f"{cell.name}: margins of the tally are not those of the games")
    _expect(
        tally.wins == int((shares == 1.0).sum()), f"{cell.name}: wins of the tally are not those of the games"
    )
    _expect(
        tally.ties == int((margins == 0).sum()), f"{cell.name}: ties of the tally are not those of the games"
    )
    signs = np.sign(margins[margins != 0])
    _expect(
        np.array_equal(signs, np.sign(shares[margins != 0] - 0.5)),
        f"{cell.name}: the seat that is ahead has not won",
    )
    named = [(row.fact, row.key) for row in tally.facts]
    _expect(len(set(named)) == len(named), f"{cell.name}: a key of a fact stands there twice")
    by_fact: dict[str, int] = {}
    for row in tally.facts:
        where = f"{cell.name}: {row.fact}, {row.key}"
        _expect(0 <= row.wins <= row.games <= tally.games, f"{where}: {row.wins} wins of {row.games} games")
        by_fact[row.fact] = by_fact.get(row.fact, 0) + row.games
    if check.one_key:
        twice = [fact for fact, games in by_fact.items() if games > tally.games]
        _expect(not twice, f"{cell.name}: {', '.join(twice)}: counts games more than once")


def _check_told(check: _Check, cell: Cell, rows: GameRows) -> None:
    """Check the first games of a cell step by step: outcome, record and text."""
    system, seats = check.system, check.system.columns.seats
    for game, (margin, share) in enumerate(zip(rows.margins.tolist(), rows.shares.tolist(), strict=True)):
        where = f"{cell.name}, game {game}"
        outcome = system.outcome(cell, check.policies, game)
        first, second = outcome.scores
        _expect(
            first - second == margin,
            f"{where}: step by step the margin is {first - second}, in the loop {margin}",
        )
        won = {None: 0.5, 0: 1.0, 1: 0.0}[outcome.winner]
        _expect(won == share, f"{where}: step by step the first seat's share is {won}, in the loop {share}")
        record = system.record(cell, check.policies, game)
        _expect(record == system.record(cell, check.policies, game), f"{where}: a second record differs")
        lines = [json.loads(line) for line in system.record_file([record]).splitlines()]
        _expect(lines[-len(record) :] == record, f"{where}: the record is not made of JSON values")
        text = system.text(cell, check.policies, game)
        missing = [name for name in cell.contestants if name.lower() not in text.lower()]
        _expect(not missing, f"{where}: its text does not name {', '.join(missing)}")
        two_seats: object = system
        if isinstance(two_seats, TwoSeatSystem):
            _check_retold(two_seats, record, where)
            end = record[-1]
            winner = None if end["winner"] is None else seats.index(end["winner"])
            _expect(
                (end["margin"], winner) == (margin, outcome.winner), f"{where}: the record ends otherwise"
            )


def _check_retold(system: TwoSeatSystem, record: Sequence[dict[str, object]], where: str) -> None:
    """Check that a record can be worked out anew from its decisions and chance."""
    header, *events = json.loads(json.dumps(record))
    retold = json.loads(json.dumps(system.retold(header, events)))
    for number, (told, anew) in enumerate(zip(events, retold, strict=False), 1):
        _expect(told == anew, f"{where}: event {number}, worked out anew, is {anew}; told is {told}")
    _expect(
        len(events) == len(retold),
        f"{where}: worked out anew it has {len(retold)} events; told are {len(events)}",
    )


def _check_changes(check: _Check) -> None:
    """Check that every ability can be switched off and every variant plays, and that digests of rules tell of both."""
    system, name = check.system, next(iter(check.policies))
    names = system.contestants()
    for setting in system.settings():
        cells = [Cell((one, other), setting, (name, name)) for one in names for other in names]
        for ability in system.abilities():
            for owner in names:
                other = system.without(owner, ability)
                _check_change(check, other, cells, f"without {ability} of {owner}")
                for cell in cells:
                    same = system.rules_key(cell) == other.rules_key(cell)
                    _expect(
                        same or owner in cell.contestants,
                        f"{cell.name}: without {ability} of {owner}, who does not play, the rules differ",
                    )
        for change in system.variants(setting):
            if not change.absent:  # such a change plays no game
                _check_change(check, system.varied(setting, change.name), cells, change.name)


def _check_change(check: _Check, other: RuleSystem, cells: Sequence[Cell], how: str) -> None:
    """Check that other rules play, and that they have another digest wherever other games come out."""
    games = min(check.games, RETOLD)
    played = zip(cells, check.play(cells, 0, games), other.play(cells, check.policies, 0, games), strict=True)
    for cell, before, after in played:
        _expect(after.games == games, f"{cell.name}: {how}: games are missing")
        alike = check.system.rules_key(cell) == other.rules_key(cell)
        _expect(
            not alike or _counts(before) == _counts(after),
            f"{cell.name}: {how}: other games come out, but the digest of the rules is the same",
        )
