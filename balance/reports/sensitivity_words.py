"""What a sensitivity run found, in sentences: one verdict a headline, and what moves it most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from balance.reports import wording as w
from balance.stats.results import Interval
from balance.stats.sensitivity.headlines import Headline, Kind
from balance.stats.sensitivity.results import Effect, HeadlineResult, Sensitivity, TieBreak, Verdict
from balance.words import Words

BADGES = {
    Verdict.STANDS: "stands",
    Verdict.DEPENDS: "depends",
    Verdict.FADES: "fades",
    Verdict.OPEN: "not enough games to tell",
    Verdict.UNDECIDED: "nothing to test",
    Verdict.NONE: "size only",
}
MOST_NAMED = 4
"""Variants named in one sentence; the tables have them all."""


def value_cell(one: HeadlineResult | Effect, value: Interval) -> str:
    """Return a headline's value for a table, signed where 0 is even."""
    if not w.known(value):
        return w.NOTHING
    if one.headline.mark == w.EVEN:
        return w.share_cell(value)
    if value.low == value.high:
        return w.number(100 * value.estimate, 1, signed=True)
    return w.change_cell(value)


def sensible(found: Sensitivity, words: Words) -> Sensitivity:
    """Leave out the conclusions that a game does not have: of its sides, or of its tie-break."""
    left_out = {*(() if words.sides else (Kind.SIDE,)), *(() if words.tie_break else (Kind.TIE,))}
    return replace(
        found,
        headlines=tuple(one for one in found.headlines if one.headline.kind not in left_out),
        effects=tuple(one for one in found.effects if one.headline.kind not in left_out),
        tie_breaks=found.tie_breaks if words.tie_break else (),
    )


def title(one: HeadlineResult, found: Sensitivity, seats: Sequence[str]) -> str:
    """Return what a headline is about, in a few words."""
    kind = one.headline.kind
    if kind is Kind.SIDE:
        return "Side advantage"
    if kind is Kind.TIE:
        return "Tie-break advantage"
    if kind is Kind.STRENGTH:
        return f"Strength of {w.name_of(one.headline.contestant)}"
    return (
        f"Least fair pairing: {w.pairing(*found.worst, seats)}" if kind is Kind.PAIR else "Largest unfairness"
    )


def measured(headline: Headline, seats: Sequence[str]) -> str:
    """Return what the axis of a headline's chart measures."""
    first = w.name_of(seats[0])
    return {
        Kind.SIDE: f"change of {first}'s wins in 100, all pairings both ways round",
        Kind.TIE: f"change of what ties are worth to {first}, wins in 100",
        Kind.STRENGTH: f"{w.name_of(headline.contestant)}: change of wins in 100 against all others",
        Kind.PAIR: f"change of {first}'s wins in 100 in that pairing",
        Kind.UNFAIRNESS: "change of the largest distance from even, wins in 100",
    }[headline.kind]


def claim(one: HeadlineResult, found: Sensitivity, seats: Sequence[str]) -> str:
    """Return what the base says of a headline, as a sentence."""
    base, kind = one.base, one.headline.kind
    first, second = (w.name_of(seat) for seat in seats)
    ahead = first if base.estimate > (one.headline.mark or 0.0) else second
    if kind is Kind.UNFAIRNESS:
        return f"The least fair pairing is {w.size_cell(base)} wins in 100 away from even."
    if one.verdict is Verdict.UNDECIDED:
        what = title(one, found, seats)
        return f"{what}: {value_cell(one, base)} wins in 100, not told apart from even under the base itself."
    if kind is Kind.SIDE:
        return f"{ahead} is ahead whatever is played there, by {w.size_cell(base)} wins in 100."
    if kind is Kind.TIE:
        return f"The tie-break helps {ahead}, by {w.size_cell(base)} wins in 100."
    if kind is Kind.STRENGTH:
        above = "more" if base.estimate > w.EVEN else "less"
        name = w.name_of(one.headline.contestant)
        return f"{name}: {above} than half of all games won, {w.share_cell(base)} in 100."
    return f"{w.pairing(*found.worst, seats)} favours {ahead}: {w.favoured_words(base, seats)}."


def verdict_words(one: HeadlineResult, found: Sensitivity) -> str:
    """Return a headline's verdict, with the variants that turn it, weaken it or leave it open."""
    own = {effect.variant: effect for effect in found.effects if effect.headline == one.headline}

    def listed(names: Sequence[str]) -> str:
        ordered = by_size(one, names)[:MOST_NAMED]
        words = [f"{name}, {value_cell(own[name], own[name].new)}" for name in ordered]
        more = len(names) - MOST_NAMED
        return "; ".join([*words, *([f"and {more} more"] if more > 0 else [])])

    absent = sum(not effect.new.games for effect in own.values())
    gone = f" ({w.count(absent, 'variant')} without it aside)" if absent else ""
    turns = f"Depends on {listed(one.depends)}." if one.depends else ""
    fades = f"Fades until it cannot be told from even under {listed(one.fades)}." if one.fades else ""
    unsettled = f"Not enough games to tell: {listed(one.unsettled)}." if one.unsettled else ""
    if one.verdict is Verdict.STANDS:
        return f"Holds under all {w.count(len(own) - absent, 'variant')}{gone}."
    if one.verdict is Verdict.UNDECIDED:
        return "Nothing to test."
    return " ".join(filter(None, [turns, fades, unsettled]))


def _most(one: HeadlineResult) -> Effect | None:
    """Return the largest sure change, or the largest estimate where none is sure."""
    return next((effect for effect in one.movers if effect.moved), one.movers[0] if one.movers else None)


def named(one: HeadlineResult) -> tuple[str, ...]:
    """Return the variants that a headline's sentences name, each once."""
    most = _most(one)
    listed = [
        name for names in (one.depends, one.fades, one.unsettled) for name in by_size(one, names)[:MOST_NAMED]
    ]
    return tuple(dict.fromkeys([*listed, *([most.variant] if most else [])]))


def by_size(one: HeadlineResult, names: Sequence[str]) -> list[str]:
    """Return variants by the size of the change under them, the largest first."""
    sizes = {effect.variant: abs(effect.change.estimate) for effect in one.movers}
    return sorted(names, key=lambda name: -sizes.get(name, 0.0))


def mover_words(one: HeadlineResult) -> str:
    """Name the variant that changes a headline most."""
    most = _most(one)
    if most is None:
        return "No variant changes it."
    if not most.moved:
        return f"No variant surely changes it; the largest estimate is {w.change_cell(most.change)}, {most.variant}."
    return f"Largest sure change: {w.change_cell(most.change)}, {most.variant}."


def tie_break_words(one: TieBreak, seats: Sequence[str], luck: str) -> str:
    """Return the tie-break's advantage in full, from both rules on the same decks."""
    total, mechanical, behavioural = (
        w.change_cell(part) for part in (one.total, one.mechanical, one.behavioural)
    )
    if not one.margins_changed:
        play = "these players do not play for it"
    elif w.includes(one.behavioural, 0.0):
        play = f"whether these players play for it is open, {behavioural}"
    else:
        play = f"what these players do for its sake {behavioural}"
    first, second = (w.name_of(seat) for seat in seats)
    return (
        f"Against sharing ties, having them is worth {total} wins in 100 (half the difference between ties to "
        f"{first} and ties to {second} on the same {luck}): the ties themselves {mechanical}; {play}."
    )


def headline(found: Sensitivity, manifest: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the verdict of every headline and its largest mover, a line each, for a terminal."""
    seats = w.seats_of(manifest)
    found = sensible(found, w.words_of(manifest))
    lines = []
    for one in found.headlines:
        parts = [claim(one, found, seats), verdict_words(one, found), mover_words(one)]
        lines.append(f"{BADGES[one.verdict]}: " + " ".join(part for part in parts if part))
    return tuple(lines)
