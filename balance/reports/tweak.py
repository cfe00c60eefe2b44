"""The before-and-after page of a tweak check: verdicts, each pairing before → after, evidence, cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from balance.reports import tweak_tables as tables
from balance.reports import tweak_words as words
from balance.reports import wording as w
from balance.reports.before_after import MARKS, decided_sentences, ordered, percent, verdict_cell
from balance.reports.dumbbell import Axis, Lane, axis_of, lanes
from balance.reports.parts import Tile, as_html, run_tables
from balance.reports.templating import environment
from balance.reports.tweak_words import headline
from balance.stats.tweak.results import PairChange, Ranking, TweakResult, TweakVerdict

MOST_LANES = 24
"""Pairings drawn at once; the others are drawn where the reader unfolds them."""


@dataclass(frozen=True)
class Part:
    """One tweak as the page shows it."""

    key: str
    name: str
    changes: tuple[str, ...]
    meaning: str
    overall: str
    counts: str
    cost: str
    mark: str
    kind: str
    tiles: tuple[Tile, ...]
    decided: tuple[str, ...]
    largest: str
    axis: Axis | None
    lanes: tuple[Lane, ...]
    more: tuple[Lane, ...]
    identical: tuple[str, ...]
    replay: tuple[str, ...]
    tables: dict[str, Markup]


def render(results: Sequence[TweakResult], ranking: Ranking | None, manifest: Mapping[str, Any]) -> str:
    """Return the results as one self-contained HTML page.

    Parameters
    ----------
    results
        One per tweak, in the order of the command line.
    ranking
        All tweaks and the base, the best first; None with a single tweak.
    manifest
        The run's manifest without times and command, so that the page depends on results alone. Read are `name`,
        `columns`, `configuration_digest`, `seed`, `base` (the file as typed), `tweaks` (name → `path`, `meaning`,
        `changes`), `policies`, `players`, `layouts`, `checks`, `self_checks`, `examples`, `replay`,
        `rulings`, `assumptions` and `versions`; what is missing is left out.
    """
    seats = w.seats_of(manifest)
    parts = [_part(number, result, manifest, seats) for number, result in enumerate(results)]
    several = ranking if ranking is not None and len(results) > 1 else None
    names = [result.name for result in results]
    alpha = results[0].alpha / results[0].tweaks
    context = {
        "title": names[0] if len(names) == 1 else str(manifest.get("name", w.listing(names))),
        "parts": parts,
        "several": several is not None,
        "ranked": words.rank_sentence(several) if several is not None else "",
        "paired": sum(result.cost.paired for result in results),
        "first": w.name_of(seats[0]),
        "second": w.name_of(seats[1]),
        "words": w.words_of(manifest),
        "noun": w.words_of(manifest).contestant,
        "policies": w.listing(list(dict.fromkeys(manifest.get("policies", ())))),
        "players": dict(manifest.get("players", {})),
        "layouts": w.listing(list(map(str, manifest.get("layouts", ())))),
        "checks": [_check(one) for one in manifest.get("checks", ())],
        "self_checks": [_self_check(one) for one in manifest.get("self_checks", ())],
        "material": w.number(100 * results[0].material, 2).rstrip("0").rstrip("."),
        "sure": percent(alpha),
        "alpha": f"{100 * alpha:.4g}",
        "max_games": results[0].max_games,
        "commands": _commands(manifest),
        "tables": as_html(
            [*([tables.ranking(several)] if several is not None else []), *run_tables(manifest)]
        ),
        "manifest": manifest,
    }
    return environment().get_template("tweak.html").render(context)


def _part(number: int, result: TweakResult, manifest: Mapping[str, Any], seats: tuple[str, str]) -> Part:
    key = f"tweak-{number}"
    about = manifest.get("tweaks", {}).get(result.name, {})
    pairs = ordered(result.touched)
    axis = axis_of(pairs) if pairs else None
    drawn = lanes(pairs, axis, seats) if axis is not None else ()
    examples: tables.Examples = {
        (first, second): (gained, lost)
        for first, second, gained, lost in manifest.get("examples", {}).get(result.name, ())
    }
    verdict = result.overall.verdict if result.overall is not None else TweakVerdict.SAME
    listed = [
        tables.changes(result, seats, key),
        tables.discordant(result, seats, key, examples),
        tables.evidence(result, seats, key),
        tables.fair_bids(result, seats, key),
    ]
    if result.overall is not None:
        listed.append(tables.overall(result.overall, seats, key, w.words_of(manifest)))
    return Part(
        key=key,
        name=result.name,
        changes=tuple(map(str, about.get("changes", ()))),
        meaning=str(about.get("meaning", "")),
        overall=words.overall_sentence(result),
        counts=words.counts_sentence(result),
        cost=words.cost_sentence(result.cost),
        mark=MARKS[verdict],
        kind=verdict.name.lower(),
        tiles=_tiles(result),
        decided=decided_sentences(pairs, seats),
        largest=words.largest_sentence(result.overall, seats) if result.overall is not None else "",
        axis=axis,
        lanes=drawn[:MOST_LANES],
        more=drawn[MOST_LANES:],
        identical=tuple(f"{w.name_of(first)} v {w.name_of(second)}" for first, second in result.identical),
        replay=_replay(result.name, pairs, examples, manifest, seats),
        tables={name.removeprefix(f"{key}-"): html for name, html in as_html(listed).items()},
    )


def _tiles(result: TweakResult) -> tuple[Tile, ...]:
    """Return how many pairings have each verdict, and how many are proved identical."""
    shown = [
        Tile(str(number), verdict_cell(verdict))
        for verdict, number in words.counted(result).items()
        if result.touched
    ]
    return (*shown, Tile(str(len(result.identical)), "proved identical, not played"))


def _check(one: Mapping[str, Any]) -> tuple[str, str]:
    """Return the mark and the words of a limit: whose it is, whether it is met, and by which figure."""
    marks = {"met": "✓", "not met": "✗"}
    whose = f"{one['tweak']}, " if one.get("tweak") else ""
    figure = f"; {one['figure']}" if one.get("figure") else ""
    return marks.get(str(one["verdict"]), "?"), f"{whose}{one['text']}: {one['verdict']}{figure}."


def _self_check(one: Mapping[str, Any]) -> tuple[str, str]:
    mark = {True: "✓", False: "✗"}.get(one["passed"], "?")
    said = str(one["words"])
    return mark, f"{said[:1].upper()}{said[1:].rstrip('.')}."


def _commands(manifest: Mapping[str, Any]) -> tuple[str, ...]:
    files = [str(about.get("path", "TWEAK.yaml")) for about in manifest.get("tweaks", {}).values()]
    base = str(manifest.get("base", "BASE.yaml"))
    return (f"balance tweak {' '.join([base, *files])} --seed {manifest.get('seed', 'SEED')}",)


def _replay(
    name: str,
    pairs: Sequence[PairChange],
    examples: tables.Examples,
    manifest: Mapping[str, Any],
    seats: tuple[str, str],
) -> tuple[str, ...]:
    """Return the commands that tell one discordant game under both rules."""
    ways = manifest.get("replay", {})
    for pair in pairs:
        gained, lost = examples.get((pair.first, pair.second), ((), ()))
        some = [*gained, *lost]
        if some and "base" in ways and name in ways:
            *layout, number = some[0] if not isinstance(some[0], int) else (some[0],)
            where = f" --layout {layout[0]}" if layout else ""
            cell = (
                f"--{seats[0]} {_word(pair.first)} --{seats[1]} {_word(pair.second)}{where} --game {number}"
            )
            return tuple(
                " ".join(["balance replay", *map(str, ways[rules]), cell]) for rules in ("base", name)
            )
    return ()


def _word(name: str) -> str:
    """Return a name as a shell takes it."""
    return f"'{name}'" if " " in name else name


__all__ = ["headline", "render"]
