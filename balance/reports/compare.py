"""The page of a comparison of two runs: verdict, what differs, each pairing old → new, the rest as tables."""

from __future__ import annotations

import shlex

from balance.reports import compare_tables as tables
from balance.reports import compare_words as words
from balance.reports import wording as w
from balance.reports.before_after import MARKS, decided_sentences, distance_words, ordered, verdict_cell
from balance.reports.compare_words import Compared, Source
from balance.reports.dumbbell import Axis, Lane, axis_of, axis_over, lane, lanes
from balance.reports.parts import Tile, as_html
from balance.reports.templating import environment
from balance.stats.runs.results import Figure

MOST_LANES = 24
"""Pairings drawn at once; the others are drawn where the reader unfolds them."""

Drawn = tuple[Axis, tuple[Lane, ...]]


def render(compared: Compared) -> str:
    """Return a comparison as one self-contained HTML page; the same results give the same bytes."""
    found = compared.found
    pairs = ordered(found.pairs)
    axis = axis_of(pairs)
    drawn = lanes(pairs, axis, found.seats)
    noun, setting = compared.words.contestant, compared.words.setting
    listed = [
        tables.differences(compared),
        tables.pairs(compared),
        tables.together(compared),
        tables.family(
            found.strengths, name="strengths-table", heading=w.name_of(noun), level=found.strength_level
        ),
        tables.family(
            found.by_setting, name="settings-table", heading=w.name_of(setting), level=found.setting_level
        ),
        tables.fair_bids(compared),
        tables.runs(compared),
    ]
    sentences = words.verdict(compared)
    verdict = found.unfairness.verdict
    context = {
        "title": f"{compared.old.label} → {compared.new.label}",
        "compared": compared,
        "found": found,
        "said": sentences[0],
        "sentences": sentences[1:],
        "mark": MARKS[verdict],
        "kind": verdict.name.lower(),
        "tiles_shown": () if found.same else _tiles(compared),
        "decided": decided_sentences(pairs, found.seats),
        "first": w.name_of(found.seats[0]),
        "words": compared.words,
        "together": listing_of(compared),
        "noun": noun,
        "setting": setting,
        "players": words.players(found.policies),
        "axis": axis,
        "lanes": drawn[:MOST_LANES],
        "more": drawn[MOST_LANES:],
        "strengths": _drawn(found.strengths),
        "moved_bids": sum(one.apart for one in found.bids),
        "left_out": words.left_out(compared),
        "advice": words.pairing_advice(compared),
        "alpha": f"{100 * found.alpha:.4g}",
        "material": w.number(100 * found.material, 2).rstrip("0").rstrip("."),
        "levels": {
            "pairs": words.level_words(found.pair_level),
            "strengths": words.level_words(found.strength_level),
            "settings": words.level_words(found.setting_level),
        },
        "target": f"{compared.target:g}",
        "band": tuple(f"{end:g}" for end in compared.band),
        "commands": _commands(compared),
        "tables": as_html(listed),
    }
    return environment().get_template("compare.html").render(context)


def listing_of(compared: Compared) -> str:
    """Return what is told of all pairings together, beside their distance from the target."""
    told = [
        *(["sides"] if compared.words.sides else []),
        *(["tie-break"] if compared.words.tie_break else []),
    ]
    return w.listing(told)


def _tiles(compared: Compared) -> tuple[Tile, ...]:
    """Return how many pairings have each verdict."""
    return tuple(
        Tile(str(number), verdict_cell(verdict)) for verdict, number in words.counted(compared).items()
    )


def _drawn(figures: tuple[Figure, ...]) -> Drawn | None:
    """Return each figure before and after on an axis of its own."""
    if not figures:
        return None
    axis = axis_over(
        [one.target for one in figures], [share for one in figures for share in (one.old, one.new)]
    )
    return axis, tuple(
        lane(one.name, one.verdict, _label(one), one.target, (one.old, one.new), axis) for one in figures
    )


def _label(one: Figure) -> str:
    shares = f"{w.share_cell(one.old)} before, {w.share_cell(one.new)} after"
    return f"{w.name_of(one.name)}: {one.verdict}. Wins {shares}; {distance_words(one.distance)}."


def _commands(compared: Compared) -> tuple[str, ...]:
    def sweep(source: Source) -> str:
        return f"balance sweep CONFIGURATION.yaml --seed {source.manifest['seed']} --out {shlex.quote(source.path)}"

    paths = " ".join(shlex.quote(source.path) for source in compared.sources)
    return (sweep(compared.old), sweep(compared.new), f"balance compare {paths}")
