"""The heat map of all pairings as a table to look at, in up to three views: by side, both ways, beyond strengths."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from balance.reports import shaded_table
from balance.reports import wording as w
from balance.reports.anchors import pair_key
from balance.reports.shaded_table import STEPS, Cell, View, in_100, reach, reach_words, shade
from balance.stats.results import Estimates, Interval, Verdict

ORDERED = "The strongest come first."
LINKED = "Each number leads to its pairing."


def to_html(estimates: Estimates, *, linked: bool = True) -> Markup:
    """Return the maps of a run with a choice between them.

    Parameters
    ----------
    estimates
        Of the run.
    linked
        Whether each number leads to the section of its pairing, `#pair-KEY`.
    """
    closing = f"{ORDERED} {LINKED}" if linked else ORDERED
    return shaded_table.to_html(views(estimates), group="heat", closing=closing, linked=linked)


def views(estimates: Estimates) -> list[View]:
    """Return the maps that a run has the figures for; the first is always there."""
    order = [strength.name for strength in estimates.strengths]
    order += [name for name in estimates.contestants if name not in order]
    found = [_by_side(estimates, order)]
    if estimates.both_ways:
        found.insert(1 if estimates.words.sides else 0, _both_ways(estimates, order))
    if not estimates.words.sides:
        return found
    if estimates.pairings_model is not None and estimates.pairings_model.interactions:
        found.append(_beyond(estimates, order))
    return found


def _by_side(estimates: Estimates, order: list[str]) -> View:
    first, second = (w.name_of(seat) for seat in estimates.seats)
    pairs = {(pair.first, pair.second): pair for pair in (*estimates.pairs, *estimates.mirrors)}
    farthest = reach(pair.share.estimate - w.EVEN for pair in pairs.values())

    def cell(row: str, column: str) -> Cell:
        who = w.pairing(row, column, estimates.seats)
        pair = pairs.get((row, column))
        if pair is None or not w.known(pair.share):
            return _empty(who)
        told = f"{who}: {first} wins {_with_games(pair.share)}; {w.fairness(pair, w.may_favour(pair, estimates))}"
        link = _link(estimates, row, column) if row != column else ""
        return Cell(
            text=in_100(pair.share.estimate, told=pair.verdict is not Verdict.UNDECIDED),
            shade=shade(pair.share.estimate - w.EVEN, farthest),
            strong=pair.verdict is not Verdict.UNDECIDED,
            tip=told,
            link=link,
        )

    return View(
        key="side",
        name="by side" if estimates.words.sides else "seat by seat",
        caption=f"How many of 100 games {first} wins. Rows: what {first} plays; columns: what {second} plays.",
        corner=f"{first} ↓ {second} →",
        rows=_rows(order, cell),
        more_first=f"{first} wins more",
        more_second=f"{second} wins more",
        reach=reach_words(50, farthest),
        bold="told apart from even at 95%, all pairings considered together",
    )


def _both_ways(estimates: Estimates, order: list[str]) -> View:
    met = {(one.one, one.other): one for one in estimates.both_ways}
    farthest = reach(one.share.estimate - w.EVEN for one in met.values())

    def cell(row: str, column: str) -> Cell:
        names = f"{w.name_of(row)} against {w.name_of(column)}"
        one = met.get((row, column)) or met.get((column, row))
        if one is None or not w.known(one.share):
            return _empty(names)
        share = one.share if one.one == row else w.flipped(one.share)
        said = f"{w.name_of(one.ahead)} is ahead" if one.ahead else "not told apart from even"
        return Cell(
            text=in_100(share.estimate, told=one.ahead is not None),
            shade=shade(share.estimate - w.EVEN, farthest),
            strong=one.ahead is not None,
            tip=f"{names}, both ways averaged: {w.name_of(row)} wins {_with_games(share)}; {said}",
            link=_link(estimates, row, column),
        )

    return View(
        key="both",
        name="both ways averaged",
        caption="How many of 100 games the row wins against the column, the mean of playing it from either "
        f"{'side' if estimates.words.sides else 'seat'}.",
        corner="row ↓ against →",
        rows=_rows(order, cell),
        more_first="the row wins more",
        more_second="the column wins more",
        reach=reach_words(50, farthest),
        bold="told apart from even at 95%, all considered together",
    )


def _beyond(estimates: Estimates, order: list[str]) -> View:
    fit = estimates.pairings_model
    first, second = (w.name_of(seat) for seat in estimates.seats)
    left = {} if fit is None else {e.names: w.near_even(e.value) for e in fit.interactions}
    farthest = reach(value.estimate for value in left.values())

    def cell(row: str, column: str) -> Cell:
        who = w.pairing(row, column, estimates.seats)
        value = left.get((row, column))
        if value is None or not w.known(value):
            return _empty(who)
        sure = not w.includes(value, 0.0)
        return Cell(
            text=in_100(value.estimate, told=sure, mark=0.0, signed=True),
            shade=shade(value.estimate, farthest),
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
        reach=f"from {w.number(100 * farthest * (STEPS - 1) / STEPS)} in 100",
        bold="its own 95% range leaves out 0; about one in twenty would by luck alone",
    )


def _rows(order: list[str], cell: Callable[[str, str], Cell]) -> dict[str, tuple[Cell, ...]]:
    return {row: tuple(cell(row, column) for column in order) for row in order}


def _empty(who: str) -> Cell:
    return Cell("", "empty", strong=False, tip=f"{who}: {w.NO_GAMES}")


def _with_games(share: Interval) -> str:
    return f"{w.share_cell(share)} in 100 (95%), {w.count(share.games, 'game')}"


def _link(estimates: Estimates, first: str, second: str) -> str:
    return f"#pair-{pair_key(estimates.contestants, first, second)}"
