"""What `balance fit` found, as lines of text and tables for a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from scipy.special import expit

from balance.fit.road import Fitted, Strength
from balance.reports import wording as w
from balance.reports.text_table import TextTable
from balance.stats.pairings.results import Fit, FitTest, Method, PairingsFit, Ties
from balance.stats.played.combined import Combined
from balance.stats.played.disagreement import FALSE_DISCOVERIES, Disagreement
from balance.stats.results import Interval

Row = tuple[str, ...]
MOST_ROWS = 40
TRIPLES = 3

TIES = {
    Ties.HALF: "a tie counts as half a win to each",
    Ties.DAVIDSON: "ties are a result of their own (Davidson's model)",
    Ties.RAO_KUPPER: "ties are a result of their own (Rao and Kupper's model)",
}


def opening(fitted: Fitted) -> Iterator[str]:
    """Yield what was read and how it was fitted."""
    model = fitted.model
    for one in fitted.given:
        what = f"{'simulated ' if one.manifest is not None else ''}{'game' if one.games == 1 else 'games'}"
        columns = ", ".join(f"{name} = {_column(column)}" for name, column in one.columns.items())
        yield f"{one.path}: {one.games:,} {what}{f'; {columns}' if columns else ''}"
    if fitted.prior is not None:
        yield f"prior: {fitted.prior.path}, {fitted.prior.games:,} simulated games"
    terms = ["strengths"] if model.side is None else ["side", "strengths"]
    terms += ["interactions"] if model.interactions else []
    terms += [_settings(fitted)] if model.setting_effects else []
    terms += ["players"] if model.players else []
    ties = f"; {TIES[model.ties]}" if _any_ties(fitted) or model.ties is not Ties.HALF else ""
    yield f"model: {', '.join(terms)}; {model.method.value}{ties}"


def _settings(fitted: Fitted) -> str:
    """Return what the settings are called, by the run that is fitted or used as a prior if there is one."""
    runs = (one.manifest for one in (*fitted.given, fitted.prior) if one is not None and one.manifest)
    return next((f"{w.words_of(manifest).setting}s" for manifest in runs), "layouts")


def _any_ties(fitted: Fitted) -> bool:
    return any(one.counts["ties"].sum() for one in fitted.given)


def _column(column: object) -> str:
    return " and ".join(column) if isinstance(column, list) else str(column)


def _table(head: Row, rows: Sequence[Row], *, note: bool = False) -> TextTable:
    """Return a table of numbers behind a column of names; a `note` may stand in the last."""
    more = len(rows) - MOST_ROWS
    return TextTable(
        head,
        rows[:MOST_ROWS],
        note=f"and {more} more; --json or --out gives all" if more > 0 else "",
        right=tuple(range(1, len(head) - note)),
    )


def strengths_table(fitted: Fitted) -> TextTable:
    """Return the strengths."""
    head: Row
    if fitted.prior is not None:
        head = (
            "",
            "simulated",
            "both together (95%)",
            "log odds against the run",
            "standard error",
            "games",
            "",
        )
        return _table(head, [_beside(one) for one in fitted.strengths], note=True)
    reference = fitted.model.reference
    share = "wins in 100 against an average opponent (95%)"
    head = ("", f"log odds against {reference or 'the mean'}", "standard error", share, "games")
    return _table(head, _rows(fitted.strengths, reference))


def _beside(one: Strength) -> Row:
    note = f" ({one.share.note})" if one.share.note else ""
    return (
        one.name,
        f"{100 * float(expit(one.simulated or 0.0)):.1f}",
        f"{in_100(one.share)}{note}",
        signed(one.log_odds.estimate),
        f"{one.error:.3f}",
        f"{one.log_odds.games:,}",
        "they disagree" if one.differs else "",
    )


def players_table(fitted: Fitted) -> TextTable:
    """Return the players' skills; no rows without players."""
    head = (
        "player",
        "log odds against the mean player",
        "standard error",
        "wins in 100 between equal hands (95%)",
        "games",
    )
    return _table(head, _rows(fitted.players, None))


def _rows(strengths: Sequence[Strength], reference: str | None) -> list[Row]:
    rows: list[Row] = []
    for one in strengths:
        note = f" ({one.share.note})" if one.share.note else ""
        rows.append(
            (
                one.name,
                signed(one.log_odds.estimate),
                "reference" if one.name == reference else f"{one.error:.3f}",
                f"{in_100(one.share)}{note}",
                f"{one.log_odds.games:,}",
            )
        )
    return rows


def pairs_table(fitted: Fitted) -> TextTable:
    """Return the pairs that people played beside a run; no rows without one."""
    head = ("first v second", "played", "games", "simulated", "played − simulated", "")
    return _table(head, [_pair(one) for one in fitted.pairs], note=True)


def _pair(one: Disagreement) -> Row:
    return (
        f"{one.first} v {one.second}",
        w.share_cell(one.played),
        f"{one.played.games:,}",
        w.share_cell(one.simulated),
        w.change_cell(one.difference),
        "they disagree" if one.differs else "",
    )


def closing(fitted: Fitted) -> Iterator[str]:
    """Yield the side advantage, how well the model fits, and what should be known."""
    model = fitted.model
    if fitted.side is not None and model.side is not None:
        first = fitted.given[0].sides[0]
        words = f"side, by these games alone: {first}" if fitted.prior else f"side: {first}"
        yield (
            f"{words} wins {in_100(fitted.side)} in 100 between equals; log odds {signed(model.side.value.estimate)}, "
            f"standard error {model.side.error:.3f}{_noted(fitted.side)}"
        )
    if model.tie is not None:
        yield f"ties: log of the tie parameter {signed(model.tie.value.estimate)}, standard error {model.tie.error:.3f}"
    kind = "spread, by these games alone" if fitted.prior else "spread"
    for spread in model.spreads:
        value = spread.deviation
        yield f"{kind} ({spread.term.value}): {value.estimate:.2f} log odds ({value.low:.2f} to {value.high:.2f})"
    if fitted.combined is not None:
        yield from _agreement(fitted, fitted.combined)
    yield from _fit(model)
    for note in fitted.notes:
        yield f"note: {note}"


def _fit(model: PairingsFit) -> Iterator[str]:
    """Yield how well the model fits, cycles and mirrors."""
    if model.players:
        yield "fit: not tested, since players' skill is in the model; --players none leaves it out and tests"
    for test in model.tests:
        yield f"fit: {_test(test)}"
    if model.method is Method.LIKELIHOOD and not math.isnan(model.freedom) and model.freedom > 0:
        yield f"deviance: {model.deviance:.3f} on {model.freedom:.0f} degrees of freedom"
    certain = [t for t in model.triples if t.certain]
    for triple in certain[:TRIPLES]:
        a, b, c = triple.contestants
        yield f"no order: {a} beats {b}, {b} beats {c}, {c} beats {a}"
    if model.mirrors and all(check.agrees for check in model.mirrors):
        yield f"mirrors: {len(model.mirrors)} checked against the side's advantage, all as the model expects"
    for check in model.mirrors:
        if not check.agrees:
            yield (
                f"mirror: {check.contestant} against itself, first side {in_100(check.observed)} in 100; "
                f"the model expects {in_100(check.expected)}"
            )


def _agreement(fitted: Fitted, both: Combined) -> Iterator[str]:
    side = both.side.value
    first = fitted.prior.sides[0] if fitted.prior else fitted.given[0].sides[0]
    yield (
        f"people against the run, log odds: {first} {signed(side.estimate)} "
        f"({signed(side.low)} to {signed(side.high)}); contestants differ by {_spread(both.contestant_spread)}, "
        f"pairs by another {_spread(both.pair_spread)}"
    )
    names = [
        f"{one.name} ({'stronger' if one.log_odds.estimate > 0 else 'weaker'} with people)"
        for one in fitted.strengths
        if one.differs
    ]
    who = ", ".join(names) if names else "none"
    yield f"strengths that people and run disagree about beyond chance: {who}"
    found = [one for one in fitted.pairs if one.differs]
    checked = len(fitted.pairs)
    if found:
        pairs = ", ".join(f"{one.first}–{one.second}" for one in found[:5])
        more = f" and {len(found) - 5} more" if len(found) > 5 else ""
        yield (
            f"people and run disagree in {len(found)} of {checked} pairs: {pairs}{more} "
            f"(at most {FALSE_DISCOVERIES:.0%} of them by chance)"
        )
    else:
        yield f"people and run disagree in none of {checked} pairs beyond chance"


def _spread(value: Interval) -> str:
    return f"{value.estimate:.2f} ({value.low:.2f} to {value.high:.2f})"


def _test(test: FitTest) -> str:
    if test.answer is Fit.UNTESTED:
        return f"{test.question} cannot be tested: {test.note}"
    numbers = f"deviance {test.statistic:.1f} on {test.freedom}, p = {_p(test.p_value)}, {test.method}"
    answer = "no, they fall short" if test.answer is Fit.FALLS_SHORT else "nothing against it"
    note = f"; {test.note}" if test.note else ""
    return f"{test.question} {answer} ({numbers}){note}"


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def in_100(value: Interval) -> str:
    """Return a share with its interval, as wins in 100 games."""
    return f"{100 * value.estimate:.1f} ({100 * value.low:.1f} to {100 * value.high:.1f})"


def _noted(value: Interval) -> str:
    return f" ({value.note})" if value.note else ""


def signed(value: float, decimals: int = 3) -> str:
    """Return log odds, or a change, with their sign; no sign before a zero."""
    text = f"{value:+.{decimals}f}"
    return text.replace("-", "−") if float(text) else text[1:]
