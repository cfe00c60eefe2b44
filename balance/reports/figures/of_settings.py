"""What settings do: the first seat's win share in each, or each contestant's where seats are labels."""

from __future__ import annotations

from collections.abc import Sequence

from balance.reports import wording as w
from balance.reports.figures.plates import Plate, dots, players_of
from balance.reports.figures.style import MOST_ROWS, Series
from balance.reports.svg import colours
from balance.stats.results import Estimates, SettingEstimate


def extremes(rows: Sequence[SettingEstimate]) -> tuple[SettingEstimate, ...]:
    """Return the settings by the first seat's share; only the outermost where there are too many to draw."""
    ordered = sorted((row for row in rows if w.known(row.share)), key=lambda row: -row.share.estimate)
    if len(ordered) <= MOST_ROWS:
        return tuple(ordered)
    half = MOST_ROWS // 2
    return (*ordered[:half], *ordered[-half:])


def settings(estimates: Estimates, noun: str) -> Plate | None:
    """Return the first seat's win share in each setting, all pairs pooled."""
    if len(estimates.settings) < 2:
        return None
    if not estimates.words.sides:
        return by_setting(estimates, noun)
    rows = extremes(estimates.settings)
    first, setting = w.name_of(estimates.seats[0]), estimates.words.setting
    half = MOST_ROWS // 2
    some = f"Only the {half} best and the {half} worst for {first} of {len(estimates.settings)}."
    return dots(
        f"{setting}s",
        f"{w.name_of(setting)}s compared",
        label=f"{first} wins in 100 games, all pairings together",
        column=setting,
        names=[row.name for row in rows],
        series=(Series(first, colours().first, [row.share for row in rows]),),
        games=estimates.headline_games,
        players=players_of(estimates.headline_policies),
        height=0.36,
        key=some if len(estimates.settings) > len(rows) else "",
    )


def by_setting(estimates: Estimates, noun: str) -> Plate | None:
    """Return each contestant's win share against all others in every setting, where there are few of them."""
    found, theme = estimates.by_setting, colours()
    inks = (theme.ink, theme.first, theme.second, theme.third, theme.muted)
    if found is None or len(found.settings) > len(inks):
        return None
    names = [one.name for one in estimates.strengths if one.name in found.strengths]
    setting = estimates.words.setting
    return dots(
        f"{setting}s",
        f"{w.name_of(noun)}s by {setting}",
        label="wins in 100 games against all others",
        column=noun,
        names=names,
        series=[
            Series(w.name_of(one), ink, [found.strengths[name][one] for name in names])
            for one, ink in zip(found.settings, inks, strict=False)
        ],
        games=estimates.headline_games,
        players=players_of(estimates.headline_policies),
    )
