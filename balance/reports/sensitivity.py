"""The page of a sensitivity run: verdicts, a tornado chart for each headline, every change in a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from balance.reports import sensitivity_words as words
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.parts import as_html, run_tables
from balance.reports.sensitivity_words import headline
from balance.reports.svg import house_style, to_svg
from balance.reports.templating import environment
from balance.reports.tornado import MARKS, MOST_BARS, tornado
from balance.stats.sensitivity.headlines import Kind
from balance.stats.sensitivity.results import Conclusion, Effect, HeadlineResult, Sensitivity, Verdict

ORDER = (
    Verdict.DEPENDS,
    Verdict.FADES,
    Verdict.OPEN,
    Verdict.STANDS,
    Verdict.UNDECIDED,
    Verdict.NONE,
)
"""Verdicts in the order of the list at the top: what does not stand comes first."""
TILES = {
    Verdict.STANDS: "conclusions stand under every variant",
    Verdict.DEPENDS: "turn under some variant",
    Verdict.FADES: "fade to even under some variant",
    Verdict.OPEN: "need more games to tell",
    Verdict.UNDECIDED: "are not told apart from even anyway",
}


@dataclass(frozen=True)
class Entry:
    """One headline as the page shows it."""

    key: str
    title: str
    badge: str
    claim: str
    verdict: str
    mover: str
    meanings: tuple[tuple[str, str], ...]
    figure: Markup | None


def render(found: Sensitivity, manifest: Mapping[str, Any]) -> str:
    """Return the results as one self-contained HTML page.

    Parameters
    ----------
    found
        Everything that the page says.
    manifest
        The run's manifest without times and command, so that the page depends on results alone.
    """
    seats, own = w.seats_of(manifest), w.words_of(manifest)
    found = words.sensible(found, own)
    meanings = {name: str(variant["meaning"]) for name, variant in manifest["variants"].items()}
    entries = [_entry(number, one, found, seats, meanings) for number, one in enumerate(found.headlines)]
    urgent = [number for kind in ORDER for number, one in enumerate(found.headlines) if one.verdict is kind]
    listed = [_played(found, manifest), _changes(found, seats), _values(found, seats), *run_tables(manifest)]
    context = {
        "title": str(manifest["name"]),
        "entries": entries,
        "verdicts": [entries[number] for number in urgent],
        "counts": _counts(found),
        "ties": [words.tie_break_words(one, seats, own.luck) for one in found.tie_breaks],
        "idle": [one.name for one in found.variants if one.changed == 0],
        "quiet": [one.name for one in found.variants if one.changed and not one.margins_changed],
        "others": _others(found, seats),
        "most": MOST_BARS,
        "first": w.name_of(seats[0]),
        "second": w.name_of(seats[1]),
        "policies": w.listing(list(dict.fromkeys(manifest["policies"]))),
        "players": manifest["players"],
        "words": own,
        "noun": own.contestant,
        "games": sum(one.games for one in found.variants),
        "tables": as_html(listed),
        "manifest": manifest,
    }
    return environment().get_template("sensitivity.html").render(context)


def _counts(found: Sensitivity) -> list[tuple[str, int]]:
    """Return how many headlines have each verdict, for the tiles at the top."""
    kinds = [one.verdict for one in found.headlines]
    return [(words, kinds.count(kind)) for kind, words in TILES.items() if kind in kinds]


def _entry(
    number: int,
    one: HeadlineResult,
    found: Sensitivity,
    seats: tuple[str, str],
    meanings: Mapping[str, str],
) -> Entry:
    figure = None
    if one.movers:
        what = words.measured(one.headline, seats)
        drawn = "; ".join(f"{e.variant} {w.change_cell(e.change)}" for e in one.movers[:MOST_BARS])
        with house_style():
            figure = to_svg(tornado(one.movers, what), f"tornado-{number}", f"{what}: {drawn}.")
    return Entry(
        key=f"headline-{number}",
        title=words.title(one, found, seats),
        badge=words.BADGES[one.verdict],
        claim=words.claim(one, found, seats),
        verdict=words.verdict_words(one, found),
        mover=words.mover_words(one),
        meanings=tuple((name, meanings[name]) for name in words.named(one)),
        figure=figure,
    )


def _others(found: Sensitivity, seats: tuple[str, str]) -> list[str]:
    """Return the variants under which another pairing is surely less fair than the base's worst."""
    return [
        f"{one.name}: {w.pairing(*one.worst, seats)}, {w.favoured_words(one.worst_share, seats)}"
        for one in found.variants
        if one.another_surely
    ]


def _effects(found: Sensitivity) -> dict[str, list[Effect]]:
    rows: dict[str, list[Effect]] = {one.name: [] for one in found.variants}
    for effect in found.effects:
        rows[effect.variant].append(effect)
    return rows


def _heads(found: Sensitivity) -> dict[str, str]:
    short = {
        Kind.SIDE: "Side advantage",
        Kind.TIE: "Tie-break",
        Kind.PAIR: "Least fair pairing",
        Kind.UNFAIRNESS: "Largest unfairness",
    }
    return {
        one.headline.key: short.get(one.headline.kind) or w.name_of(one.headline.contestant)
        for one in found.headlines
    }


def _matrix(found: Sensitivity, name: str, caption: str, cell: Any) -> Table:
    heads = _heads(found)
    keys = {key: f"column-{number}" for number, key in enumerate(heads)}
    return Table(
        name=name,
        caption=caption,
        columns={"variant": "Variant", **{keys[key]: head for key, head in heads.items()}},
        rows=[
            {"variant": variant, **{keys[effect.headline.key]: cell(effect) for effect in effects}}
            for variant, effects in _effects(found).items()
        ],
        numeric=list(keys.values()),
        strong=[
            any(effect.conclusion is Conclusion.CHANGES for effect in effects)
            for effects in _effects(found).values()
        ],
    )


def _changes(found: Sensitivity, seats: tuple[str, str]) -> Table:
    """List every change, with its interval."""
    caption = (
        f"Change in wins in 100 games, with its 95% interval ({w.name_of(seats[0])}'s, but for strengths)."
    )

    def cell(effect: Effect) -> str:
        if not effect.new.games:
            return w.NOTHING
        mark = MARKS.get(effect.conclusion, "")
        return (w.change_cell(effect.change) if effect.change.games else "0") + mark

    return _matrix(found, "changes-table", caption, cell)


def _values(found: Sensitivity, seats: tuple[str, str]) -> Table:
    """List every headline's value under every variant."""
    caption = f"Value under each variant, wins in 100 games ({w.name_of(seats[0])}'s, but for strengths)."
    return _matrix(found, "values-table", caption, lambda effect: words.value_cell(effect, effect.new))


def _played(found: Sensitivity, manifest: Mapping[str, Any]) -> Table:
    """List each variant, and how much of it was played."""
    seats = w.seats_of(manifest)
    rows = []
    for one in found.variants:
        all_games = one.changed * one.games_per_pair
        rows.append(
            {
                "variant": one.name,
                "meaning": str(manifest["variants"][one.name]["meaning"]),
                "changed": f"{one.changed} of {one.pairs}",
                "games": f"{one.games_per_pair:,}" if one.changed else w.NOTHING,
                "discordant": w.number(100 * one.discordant / all_games, 1) if all_games else w.NOTHING,
                "worst": f"{w.name_of(one.worst[0])} v {w.name_of(one.worst[1])}",
                "share": w.share_cell(one.worst_share),
            }
        )
    return Table(
        name="played-table",
        caption="Every variant: what it changes, what was played, and which pairing is farthest from even under it.",
        columns={
            "variant": "Variant",
            "meaning": "What it means",
            "changed": "Pairings whose rules differ",
            "games": "Games of each",
            "discordant": "Another winner, in 100 games",
            "worst": "Least fair pairing",
            "share": f"{w.name_of(seats[0])} wins in 100 there",
        },
        rows=rows,
        numeric=("changed", "games", "discordant", "share"),
    )


__all__ = ["headline", "render"]
