"""What every run checks of itself: the same rules twice play the same games, and mirrors agree with the model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from balance.engine.system import Cell, RuleSystem
from balance.errors import FitError, SelfCheckError
from balance.stats.pairings.fitting import fit_pairings
from balance.stats.pairings.results import MirrorCheck
from balance.sweep.paired import SHARES, Paired, Wanted, Whole
from balance.tweak.games import AGAIN, MIRRORS, Arm, Table

SAME_GAMES = 20
"""Games of each touched pair that the base plays twice."""
MIRROR_GAMES = 500
"""Games of each contestant against itself, under each of the rules."""


@dataclass(frozen=True)
class SelfCheck:
    """One check: its name, whether it passed (None: it could not be made), and what was found, in a sentence."""

    name: str
    passed: bool | None
    words: str


def against_itself(table: Table, again: RuleSystem) -> SelfCheck:
    """Play the base against itself through the same machinery and count games that come out differently.

    Parameters
    ----------
    table
        What plays.
    again
        The base's rules once more, made anew.

    Raises
    ------
    SelfCheckError
        If any does; the message names one.
    """
    places = [place for place, touched in enumerate(table.touched()) if touched] or [0]
    wanted = [Wanted(table.cells[place], 0, 0, (SAME_GAMES,)) for place in places]
    found = table.play([again], wanted, AGAIN)
    games = int(found.games.sum())
    if found.margins[0, :, 1].any() or _discordant(found):
        raise SelfCheckError(_not_the_same(table, found))
    words = f"the base against itself: {games:,} games played twice, 0 of them discordant"
    return SelfCheck("unchanged rules", passed=True, words=words)


def _discordant(found: Paired) -> int:
    joint = found.joint[0].sum(axis=0)
    return int(joint.sum() - np.trace(joint))


def _not_the_same(table: Table, found: Paired) -> str:
    """Say which game of which cell came out differently, and under what seed."""
    place = int(np.flatnonzero(found.margins[0, :, 1])[0])
    cell, seed = found.cells[place], table.base.seed
    pair = cell.contestants
    examples = found.examples.get((0, place))
    numbers = sorted((*examples.gained, *examples.lost)) if examples is not None else []
    which = f"game {numbers[0]}" if numbers else f"one of games 0 to {SAME_GAMES - 1}"
    return (
        f"the unchanged rules against themselves do not play the same games: {which} of {' against '.join(pair)} on "
        f"{cell.setting}, played by {' and '.join(cell.policies)}, came out differently, though both had seed {seed} "
        f"(key {cell.key(seed)}); a policy must draw no random numbers but those that it is given"
    )


def mirrors(table: Table) -> list[SelfCheck]:
    """Play touched contestants against themselves under old and new rules; compare with the model's side term."""
    cells = _mirror_cells(table)
    if not cells:
        words = "no contestant's game against itself changes its rules"
        return [SelfCheck("mirrors", passed=None, words=words)]
    wanted = [
        Wanted(cell, 0, 0, tuple(MIRROR_GAMES if touched else 0 for touched in arms))
        for cell, arms in cells.items()
    ]
    found = table.play([arm.system for arm in table.arms], wanted, MIRRORS)
    checks = []
    for number, arm in enumerate(table.arms):
        if arm.touched.any() and found.joint[number].any():
            for rules, axis in (("old", 1), ("new", 0)):
                checks.append(
                    _against_model(table, arm, found.joint[number].sum(axis=1 + axis), cells, rules)
                )
    return checks


def _mirror_cells(table: Table) -> dict[Cell, list[bool]]:
    """Return every contestant's game against itself that a tweak touches, and which tweaks do."""
    model = table.cells[0]
    found = {}
    for name in table.base.contestants():
        cell = Cell((name, name), model.setting, model.policies)
        old = table.base.rules_key(cell)
        arms = [name in arm.system.contestants() and arm.system.rules_key(cell) != old for arm in table.arms]
        if any(arms):
            found[cell] = arms
    return found


def _against_model(
    table: Table, arm: Arm, played: Whole, cells: Mapping[Cell, Sequence[bool]], rules: str
) -> SelfCheck:
    """Compare one rule's mirrors with the model fitted to the same rule's pairs."""
    side = arm.joint.sum(axis=2 if rules == "old" else 1)
    rows = [_row(pair, counts) for pair, counts in zip(table.pairs(), side, strict=True) if counts.any()]
    rows += [
        _row(cell.contestants, counts) for cell, counts in zip(cells, played, strict=True) if counts.any()
    ]
    name = f"mirrors, {arm.name}, {rules} rules"
    try:
        found = fit_pairings(pl.DataFrame(rows)).mirrors
    except FitError as error:
        return SelfCheck(name, passed=None, words=f"{name}: {error}")
    far = [one for one in found if not one.agrees]
    shown = "; ".join(_mirror_words(one) for one in far or found[:1])
    words = f"{name}: {len(found) - len(far)} of {len(found)} agree with the model ({shown})"
    return SelfCheck(name, passed=not far, words=words)


def _row(pair: tuple[str, ...], counts: Whole) -> dict[str, Any]:
    halves = int(counts[SHARES == 0.5].sum())
    games, wins = int(counts.sum()), int(counts[SHARES == 1].sum())
    return {"first": pair[0], "second": pair[1], "games": games, "wins": wins, "ties": halves}


def _mirror_words(one: MirrorCheck) -> str:
    seen, expected = one.observed, one.expected
    return (
        f"{one.contestant}: {100 * seen.estimate:.1f}, expected {100 * expected.estimate:.1f} "
        f"({100 * expected.low:.1f} to {100 * expected.high:.1f})"
    )
