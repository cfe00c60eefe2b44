"""The figures of a tweak's and of a sensitivity run's summary."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balance.reports import wording as w
from balance.reports.anchors import slugs
from balance.reports.figures.plates import Plate, dots, numbers, players_of
from balance.reports.figures.run import LONG
from balance.reports.figures.style import MOST_ROWS, Series
from balance.reports.sensitivity_words import measured
from balance.reports.svg import colours
from balance.reports.tornado import MOST_BARS, tornado
from balance.stats.results import Interval
from balance.stats.sensitivity.headlines import Headline, Kind
from balance.stats.sensitivity.results import Conclusion, Effect

Json = Mapping[str, Any]


def tweak_plates(summary: Json, manifest: Json) -> Iterator[Plate]:
    """Yield for each tweak every pairing that it touches, before and after."""
    seats, theme = w.seats_of(manifest), colours()
    first = w.name_of(seats[0])
    addresses = slugs([tweak["name"] for tweak in summary["tweaks"]])
    for tweak in summary["tweaks"]:
        touched = sorted(tweak["touched"], key=lambda one: -abs(_read(one["change"]).estimate))
        rows = touched[:MOST_ROWS]
        some = f" The {MOST_ROWS} that change most of {len(touched)}." if len(touched) > len(rows) else ""
        plate = dots(
            f"tweak-{addresses[tweak['name']]}",
            f"{tweak['name']}: before and after",
            label=f"{first} wins in 100 games",
            column="pairing",
            names=[f"{w.name_of(one['first'])} v {w.name_of(one['second'])}" for one in rows],
            series=(
                Series("before", theme.muted, [_read(one["old"]) for one in rows]),
                Series("after", theme.first, [_read(one["new"]) for one in rows]),
            ),
            games=sum(one["games"] for one in touched),
            players=players_of(summary["run"]["policies"]),
            longest=LONG,
            height=0.46,
            keys=[dict(zip(seats, (one["first"], one["second"]), strict=True)) for one in rows],
            key=f"The same {w.words_of(manifest).luck} under both rules.{some}",
        )
        if plate is not None:
            yield plate


def sensitivity_plates(summary: Json, manifest: Json) -> Iterator[Plate]:
    """Yield for each conclusion how far every ruling and assumption moves it."""
    seats = w.seats_of(manifest)
    addresses = slugs([one["headline"] for one in summary["headlines"]])
    for one in summary["headlines"]:
        effects = [_effect(one, mover) for mover in one["movers"][:MOST_BARS]]
        effects = [effect for effect in effects if w.known(effect.change)]
        if effects:
            yield _tornado(addresses[one["headline"]], effects, seats, players_of(summary["run"]["policies"]))


def _tornado(name: str, effects: Sequence[Effect], seats: Sequence[str], players: str) -> Plate:
    headline = effects[0].headline
    label = measured(headline, seats)
    said = "; ".join(f"{effect.variant} {w.change_cell(effect.change)}" for effect in effects)
    return Plate(
        name=f"sensitivity-{name}",
        title=f"What moves it: {headline.key}",
        text=f"{label}: {said}. In brackets 95% intervals.",
        key="Filled bars: surely moved. ◆: the conclusion changes. ◇: it fades. Thin lines: 95% intervals.",
        games=max(effect.change.games for effect in effects),
        players=players,
        rows=[
            {
                "variant": effect.variant,
                **numbers(effect.change),
                "sure": "yes" if effect.moved else "no",
                "conclusion": str(effect.conclusion),
            }
            for effect in effects
        ],
        draw=lambda: tornado(effects, label),
    )


def _effect(one: Json, mover: Json) -> Effect:
    kind, _, contestant = one["headline"].partition(": ")
    conclusion = next(
        (
            said
            for key, said in (("depends_on", Conclusion.CHANGES), ("fades_under", Conclusion.FADES))
            if mover["variant"] in one[key]
        ),
        Conclusion.NONE,
    )
    base, change = _read(one["base"]), _read(mover["change"])
    headline = Headline(Kind(kind), contestant)
    return Effect(
        mover["variant"], headline, base, base, change, conclusion=conclusion, moved=bool(mover["sure"])
    )


def _read(value: Json) -> Interval:
    """Return an interval as the summary writes it."""
    middle, low, high = (
        math.nan if value[key] is None else value[key] for key in ("estimate", "low", "high")
    )
    return Interval(middle, low, high, value["games"], value["note"])
