"""What is said of sets of layouts, on planted truths: ``python -m balance.stats.layouts.coverage``.

Prints the tables of `docs/statistics.md`, "Proof: sets of layouts".
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from balance.engine.system import SettingTurns
from balance.stats.intervals import Array
from balance.stats.layouts.design import Design, Order
from balance.stats.layouts.results import LayoutSetStudy, PieceEffect
from balance.stats.layouts.study import Game, PlayedSet, layout_study

PLACES = 6
MIRROR = (1, 0, 2, 4, 3, 5)
NAMES = ("a", "b", "c", "d")


@dataclass(frozen=True)
class Truth:
    """A truth about a set of layouts, and how it is played.

    Parameters
    ----------
    pieces
        In the box.
    layouts
        How many are played: all of them, or the first blocks of a random order, or a list.
    games
        Of each pair on each layout.
    effect
        Standard deviation of what a piece on a place adds to the share, the same for all pairs, before means are
        taken off.
    special
        Standard deviation of what is special about a layout beside that, the same for all pairs.
    own
        The same of effects and of what is special, for each pair by itself.
    level
        Part of the games that end level; they count half.
    block
        Whether what is special is shared by a block (1), sums to nothing in each (-1) or neither (0).
    mirrored
        Whether the truth is the same for mirrored layouts.
    contestants
        How many.
    listed
        Whether the layouts are a list, each drawn by itself.
    """

    pieces: int = PLACES
    layouts: int = 720
    games: int = 1
    effect: float = 0.01
    special: float = 0.01
    own: float = 0.02
    level: float = 0.0
    block: int = 0
    mirrored: bool = False
    contestants: int = 4
    listed: bool = False

    @property
    def name(self) -> str:
        """The row of the table."""
        told = [
            f"{self.layouts} of {math.perm(self.pieces, PLACES):,}" + (" listed" if self.listed else ""),
            f"{self.contestants * (self.contestants - 1)} pairs",
            f"{self.games:g} games",
            f"{self.effect:g} / {self.special:g} / {self.own:g}",
        ]
        told += [f"{self.level:.0%} level"] if self.level else []
        told += [{1: "shared by blocks", -1: "opposed in blocks"}[self.block]] if self.block else []
        return ", ".join(told)


SCENARIOS = (
    Truth(effect=0, special=0, own=0),
    Truth(),
    Truth(contestants=2),
    Truth(games=2),
    Truth(games=2, effect=0.06, special=0.03, contestants=2),
    Truth(games=4, contestants=2),
    Truth(effect=0.06, special=0.03, contestants=3),
    Truth(games=20),
    Truth(games=20, effect=0.03, special=0.03, own=0.05, contestants=3),
    Truth(games=20, effect=0, special=0.03, level=0.1),
    Truth(pieces=12, layouts=1200),
    Truth(pieces=12, layouts=1200, games=20),
    Truth(pieces=12, layouts=1200, games=20, special=0.03, block=1),
    Truth(pieces=12, layouts=1200, games=20, special=0.03, block=-1),
    Truth(pieces=12, layouts=120, games=20),
    Truth(layouts=360, games=20),
    Truth(layouts=60, games=20, listed=True),
    Truth(layouts=40, games=2, listed=True),
)


@dataclass(frozen=True)
class Drawn:
    """A drawn truth: the order, and each pair's true shares by layout."""

    order: Order
    pairs: tuple[tuple[str, str], ...]
    shares: Array
    level: float
    """Mean share over pairs and all layouts of the box."""
    common: Array
    """Coefficients of the additive part of each pair, pairs × columns."""


def draw(random: np.random.Generator, truth: Truth) -> Drawn:
    """Draw an order and true shares."""
    order = _order(random, truth)
    design = Design(order, truth.pieces)
    columns = truth.pieces * PLACES
    names = NAMES[: truth.contestants]
    pairs = tuple(permutations(names, 2))
    every = random.normal(0, truth.effect, columns)
    common = every + random.normal(0, truth.own / 2, (len(pairs), columns))
    special = _special(random, truth, len(order))
    extra = special + random.normal(0, truth.own, (len(pairs), len(order)))
    if truth.mirrored:
        image = list(MIRROR)
        table = common.reshape(len(pairs), truth.pieces, PLACES)
        common = ((table + table[:, :, image]) / 2).reshape(len(pairs), columns)
        where = {row.tobytes(): at for at, row in enumerate(order)}
        partner = [where[np.ascontiguousarray(row[image]).tobytes()] for row in order]
        extra = (extra + extra[:, partner]) / 2
    levels = random.normal(0.52, 0.08, len(pairs))[:, None]
    fit = np.stack([design.fitted(own) for own in common])
    return Drawn(order, pairs, np.clip(levels + fit + extra, 0.02, 0.98), float(levels.mean()), common)


def _order(random: np.random.Generator, truth: Truth) -> Order:
    """Return all layouts in blocks, or the first of them, or a list; blocks and lists are random."""
    if truth.listed:
        rows = [random.permutation(truth.pieces)[:PLACES] for _ in range(truth.layouts)]
        return np.array(rows, np.int8)
    blocks = truth.layouts // truth.pieces
    found: dict[bytes, NDArray[np.int64]] = {}
    while len(found) < blocks:
        first = random.permutation(truth.pieces)[:PLACES]
        first = (first - first[0]) % truth.pieces
        found.setdefault(first.tobytes(), first)
    firsts = np.stack(list(found.values()))
    shifts = np.arange(truth.pieces)
    return ((firsts[:, None, :] + shifts[None, :, None]) % truth.pieces).reshape(-1, PLACES).astype(np.int8)


def _special(random: np.random.Generator, truth: Truth, layouts: int) -> Array:
    """Return what is special about each layout beside its pieces and places."""
    if truth.block == 0:
        return random.normal(0, truth.special, layouts)
    if truth.block == 1:
        return np.repeat(random.normal(0, truth.special, layouts // truth.pieces), truth.pieces)
    parts = random.normal(0, truth.special, (layouts // truth.pieces, truth.pieces))
    parts -= parts.mean(axis=1, keepdims=True)
    return np.asarray(parts.reshape(-1) * math.sqrt(truth.pieces / (truth.pieces - 1)))


def games(random: np.random.Generator, truth: Truth, drawn: Drawn) -> Iterator[Game]:
    """Draw the games: margins of 1, -1 and, if some end level, 0."""
    for pair, shares in zip(drawn.pairs, drawn.shares, strict=True):
        many = np.tile(shares, truth.games)
        won = np.where(random.random(many.size) < many, 1, -1)
        level = random.random(many.size) < truth.level
        yield pair, np.where(level, 0, won).astype(np.int16)


def study(random: np.random.Generator, truth: Truth, drawn: Drawn) -> LayoutSetStudy:
    """Return what is said of games drawn."""
    turns = SettingTurns(
        places=tuple(f"place {i}" for i in range(PLACES)),
        pieces=tuple(f"piece {i}" for i in range(truth.pieces)),
        order=drawn.order,
        block=1 if truth.listed else truth.pieces,
    )
    plan = PlayedSet("set", ("p", "p"), turns, (MIRROR,) if truth.mirrored else ())
    found = layout_study(
        plan, games(random, truth, drawn), contestants=NAMES[: truth.contestants], tie_to=None
    )
    assert found is not None, "there are layouts and pairs"
    return found


def holds(random: np.random.Generator, truth: Truth) -> Iterator[tuple[str, float]]:
    """Draw one data set and yield what is claimed of it, and whether it is true (or a number to average)."""
    drawn = draw(random, truth)
    found = study(random, truth, drawn)
    design = Design(drawn.order, truth.pieces)
    shares = (drawn.shares - 0.5) * (1 - truth.level) + 0.5
    true = shares.mean(axis=0)
    scale = 1 - truth.level

    def told(values: Array, common: Array) -> Array:
        coefficients = design.coefficients(values) if design.complete else common * scale
        return np.asarray(100 * design.contrasts @ coefficients)

    wanted = told(true, drawn.common.mean(axis=0))
    yield "effects", _inside(found.effects, wanted)
    yield (
        "of contestants",
        all(_inside(one.effects, told(*_own(drawn, shares, one.contestant))) for one in found.contestants),
    )
    sign = [
        np.sign(one.effect.estimate) == np.sign(value)
        for one, value in zip(found.effects, wanted, strict=True)
    ]
    yield "no false sign", all(s for s, one in zip(sign, found.effects, strict=True) if one.certain)
    spread = float(true.std(ddof=0 if design.complete else 1))
    if not truth.own or truth.games > 1 or truth.contestants > 3:
        yield "spread", found.spread.low <= spread + 1e-9 <= found.spread.high or math.isnan(found.spread.low)
    if not math.isnan(found.explained.estimate):
        part = _explained(truth, drawn, design, true)
        yield "explained", found.explained.low <= part <= found.explained.high
    overall = float(true.mean()) if design.complete else (drawn.level - 0.5) * scale + 0.5
    yield "share", found.share.low <= overall <= found.share.high
    far = found.furthest
    yield "raw error", 100 * float(np.mean([abs(one.raw.estimate - true[one.row]) for one in far]))
    yield "shrunken error", 100 * float(np.mean([abs(one.shrunken - true[one.row]) for one in far]))
    yield (
        "within 1.96 s.d.",
        float(np.mean([abs(one.shrunken - true[one.row]) <= 1.96 * one.deviation for one in far])),
    )


def _inside(told: Sequence[PieceEffect], wanted: Array) -> bool:
    """Tell whether all intervals that are given hold."""
    return all(
        math.isnan(one.effect.low) or one.effect.low <= value <= one.effect.high
        for one, value in zip(told, wanted, strict=True)
    )


def _explained(truth: Truth, drawn: Drawn, design: Design, shares: Array) -> float:
    """Return the part that piece × place explains: of these layouts if they are all, else of what they are from."""
    if design.complete:
        fit, whole = float(design.fitted(design.coefficients(shares)).var()), float(shares.var())
    else:
        fit = float(design.fitted(drawn.common.mean(axis=0)).var())
        whole = fit + truth.special**2 + truth.own**2 / len(drawn.pairs)
    return fit / whole if whole else 0.0


def _own(drawn: Drawn, shares: Array, name: str) -> tuple[Array, Array]:
    """Return a contestant's true shares by layout, and its coefficients."""
    signs = [1 if first == name else -1 if second == name else 0 for first, second in drawn.pairs]
    parts = [
        (sign * (share - 0.5), sign * own)
        for sign, share, own in zip(signs, shares, drawn.common, strict=True)
        if sign
    ]
    values, common = zip(*parts, strict=True)
    return np.mean(values, axis=0) + 0.5, np.mean(common, axis=0)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=1000, help="data sets of a truth")
    sets = parser.parse_args(arguments).sets
    for number, truth in enumerate(SCENARIOS):
        sys.stdout.write(f"{row(truth, sets, number)}\n")
        sys.stdout.flush()
    for number, truth in enumerate(
        Truth(mirrored=True, contestants=c, games=g) for c in (2, 4) for g in (1, 20)
    ):
        random = np.random.default_rng(100 + number)
        p_values = [study(random, truth, draw(random, truth)).mirrors[0].p_value for _ in range(sets)]
        sys.stdout.write(f"mirrored: {truth.name}: {100 * np.mean(np.array(p_values) <= 0.05):.1f}\n")


def row(truth: Truth, sets: int, seed: int) -> str:
    """Return a truth and how often what was said held."""
    random = np.random.default_rng(seed)
    held: dict[str, list[float]] = {}
    for _ in range(sets):
        for name, value in holds(random, truth):
            held.setdefault(name, []).append(float(value))
    told = (
        f"{name} {np.mean(values):.2f}" if "error" in name else f"{name} {100 * np.mean(values):.1f}"
        for name, values in held.items()
    )
    return f"{truth.name}: {', '.join(told)}"


if __name__ == "__main__":
    main()
