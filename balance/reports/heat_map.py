"""The heat map of all pairings as a table to look at, in up to three views: by side, both ways, beyond strengths."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from balance.reports import wording as w
from balance.reports.anchors import pair_key
from balance.reports.templating import environment
from balance.stats.results import Estimates, Interval, Verdict

STEPS = 5  # shades on each side of even
MANY = 12  # more columns have narrow cells and upright headings
LEAST_REACH = 10  # in 100: the deepest shade of a map on which nothing strays far


@dataclass(frozen=True)
class Cell:
    """What one cell shows.

    Parameters
    ----------
    text
        The number, or an empty string.
    shade
        Class in the style sheet: ``first-1`` to ``first-5``, ``second-1`` to ``second-5``, ``even`` or ``empty``.
    strong
        Told apart from even.
    tip
        The pairing, the number, its interval and its games; why there is no number.
    link
        To the pairing's own section; empty for none.
    """

    text: str
    shade: str
    strong: bool
    tip: str
    link: str = ""


@dataclass(frozen=True)
class View:
    """One map.

    Parameters
    ----------
    key, name
        Its value among the choices, and what the choice is called.
    caption
        What a number means.
    corner
        What rows and columns are.
    rows
        Contestant → cells, in the order of the columns; the strongest first.
    more_first, more_second
        What orange and blue mean.
    reach
        How far from even the deepest shade begins, in words.
    bold
        What bold means.
    """

    key: str
    name: str
    caption: str
    corner: str
    rows: Mapping[str, tuple[Cell, ...]]
    more_first: str
    more_second: str
    reach: str
    bold: str


def to_html(estimates: Estimates, *, linked: bool = True) -> Markup:
    """Return the maps of a run with a choice between them.

    Parameters
    ----------
    estimates
        Of the run.
    linked
        Whether each number leads to the section of its pairing, `#pair-KEY`.
    """
    template = environment().get_template("heat_map.html")
    return Markup(
        template.render(views=views(estimates), many=MANY, steps=STEPS, linked=linked)
    )  # escapes all


def views(estimates: Estimates) -> list[View]:
    """Return the maps that a run has the figures for; the first is always there."""
    order = [strength.name for strength in estimates.strengths]
    order += [name for name in estimates.contestants if name not in order]
    found = [_by_side(estimates, order)]
    if estimates.both_ways:
        found.append(_both_ways(estimates, order))
    if estimates.pairings_model is not None and estimates.pairings_model.interactions:
        found.append(_beyond(estimates, order))
    return found


def _by_side(estimates: Estimates, order: list[str]) -> View:
    first, second = (w.name_of(seat) for seat in estimates.seats)
    pairs = {(pair.first, pair.second): pair for pair in (*estimates.pairs, *estimates.mirrors)}
    reach = _reach(pair.share.estimate - w.EVEN for pair in pairs.values())

    def cell(row: str, column: str) -> Cell:
        who = w.pairing(row, column, estimates.seats)
        pair = pairs.get((row, column))
        if pair is None or not w.known(pair.share):
            return _empty(who)
        told = f"{who}: {first} wins {_with_games(pair.share)}; {w.fairness(pair, estimates.seats)}"
        link = _link(estimates, row, column) if row != column else ""
        return Cell(
            text=in_100(pair.share.estimate, told=pair.verdict is not Verdict.UNDECIDED),
            shade=_shade(pair.share.estimate - w.EVEN, reach),
            strong=pair.verdict is not Verdict.UNDECIDED,
            tip=told,
            link=link,
        )

    return View(
        key="side",
        name="by side",
        caption=f"How many of 100 games {first} wins. Rows: what {first} plays; columns: what {second} plays.",
        corner=f"{first} ↓ {second} →",
        rows=_rows(order, cell),
        more_first=f"{first} wins more",
        more_second=f"{second} wins more",
        reach=_reach_words(reach),
        bold="told apart from even at 95%, all pairings considered together",
    )


def _both_ways(estimates: Estimates, order: list[str]) -> View:
    met = {(one.one, one.other): one for one in estimates.both_ways}
    reach = _reach(one.share.estimate - w.EVEN for one in met.values())

    def cell(row: str, column: str) -> Cell:
        names = f"{w.name_of(row)} against {w.name_of(column)}"
        one = met.get((row, column)) or met.get((column, row))
        if one is None or not w.known(one.share):
            return _empty(names)
        share = one.share if one.one == row else w.flipped(one.share)
        said = f"{w.name_of(one.ahead)} is ahead" if one.ahead else "not told apart from even"
        return Cell(
            text=in_100(share.estimate, told=one.ahead is not None),
            shade=_shade(share.estimate - w.EVEN, reach),
            strong=one.ahead is not None,
            tip=f"{names}, both ways averaged: {w.name_of(row)} wins {_with_games(share)}; {said}",
            link=_link(estimates, row, column),
        )

    return View(
        key="both",
        name="both ways averaged",
        caption="How many of 100 games the row wins against the column, the mean of playing it from either side.",
        corner="row ↓ against →",
        rows=_rows(order, cell),
        more_first="the row wins more",
        more_second="the column wins more",
        reach=_reach_words(reach),
        bold="told apart from even at 95%, all considered together",
    )


def _beyond(estimates: Estimates, order: list[str]) -> View:
    fit = estimates.pairings_model
    first, second = (w.name_of(seat) for seat in estimates.seats)
    left = {} if fit is None else {e.names: w.near_even(e.value) for e in fit.interactions}
    reach = _reach(value.estimate for value in left.values())

    def cell(row: str, column: str) -> Cell:
        who = w.pairing(row, column, estimates.seats)
        value = left.get((row, column))
        if value is None or not w.known(value):
            return _empty(who)
        sure = not w.includes(value, 0.0)
        return Cell(
            text=in_100(value.estimate, told=sure, mark=0.0, signed=True),
            shade=_shade(value.estimate, reach),
            strong=sure,
            tip=f"{who}: beyond side and strengths {w.change_words(value)} to {first}"
            f"{'' if sure else '; may be nothing'}",
            link=_link(estimates, row, column),
        )

    return View(
        key="beyond",
        name="deviation from what strengths predict",
        caption=f"What a pairing adds to {first}'s wins in 100, beyond what side and strengths make of an "
        f"otherwise even game (by the model below). Rows: what {first} plays; columns: what {second} plays.",
        corner=f"{first} ↓ {second} →",
        rows=_rows(order, cell),
        more_first=f"better for {first} than predicted",
        more_second=f"better for {second} than predicted",
        reach=f"from {w.number(100 * reach * (STEPS - 1) / STEPS)} in 100",
        bold="its own 95% range leaves out 0; about one in twenty would by luck alone",
    )


def in_100(value: float, *, told: bool, mark: float = w.EVEN, signed: bool = False) -> str:
    """Return a value in 100, whole; with decimals where it would else stand on the mark that it is told apart from."""
    decimals = 0
    while told and decimals < 2 and round(100 * value, decimals) == 100 * mark:
        decimals += 1
    return w.number(100 * value, decimals, signed=signed)


def _rows(order: list[str], cell: Callable[[str, str], Cell]) -> dict[str, tuple[Cell, ...]]:
    return {row: tuple(cell(row, column) for column in order) for row in order}


def _empty(who: str) -> Cell:
    return Cell("", "empty", strong=False, tip=f"{who}: {w.NO_GAMES}")


def _with_games(share: Interval) -> str:
    return f"{w.share_cell(share)} in 100 (95%), {w.count(share.games, 'game')}"


def _link(estimates: Estimates, first: str, second: str) -> str:
    return f"#pair-{pair_key(estimates.contestants, first, second)}"


def _reach(distances: Iterable[float]) -> float:
    """Return how far the scale goes on each side, a multiple of 5 in 100."""
    farthest = max((abs(distance) for distance in distances if math.isfinite(distance)), default=0.0)
    return max(LEAST_REACH, 5 * math.ceil(20 * farthest)) / 100


def _reach_words(reach: float) -> str:
    """Say where the deepest shades begin."""
    from_even = 100 * reach * (STEPS - 1) / STEPS
    return f"from {w.number(50 + from_even)}, and up to {w.number(50 - from_even)}"


def _shade(distance: float, reach: float) -> str:
    """Return the class of a distance from even: the farther, the deeper."""
    step = min(STEPS, math.ceil(STEPS * abs(distance) / reach - 1e-9))
    return "even" if step == 0 else f"{'first' if distance > 0 else 'second'}-{step}"
