"""Settings (layouts) as a table: share, standing among all, least fair pair."""

from __future__ import annotations

from collections.abc import Sequence

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.players import HEADING, mark_cell, marks_of
from balance.stats.results import Claim, Estimates, Interval
from balance.stats.settings.results import SettingShare


def settings(estimates: Estimates) -> Table:
    """Every setting's share, tie rate, standing among all and least fair pair."""
    first = w.name_of(estimates.seats[0])
    rows = sorted(
        estimates.settings, key=lambda row: -row.share.estimate if w.known(row.share) else float("inf")
    )
    study = {one.name: one for one in (estimates.setting_study.settings if estimates.setting_study else ())}
    marks = marks_of(estimates, Claim.SETTING)
    columns = {"name": w.name_of(estimates.words.setting), "share": f"{first} wins in 100"}
    if study:
        columns |= {"held": f"Range for all {estimates.words.setting}s at once", "standing": "Standing"}
    if marks:
        columns["mark"] = HEADING
    return Table(
        name="settings-table",
        caption=f"All pairings together, by {estimates.words.setting}; where {first} does best comes first.",
        columns={
            **columns,
            "ties": "Games that end level, in 100",
            "worst": f"Least fair pairing there, {first} first",
            "worst_share": f"{first} wins in 100 in it",
        },
        rows=[
            {
                "name": w.name_of(row.name),
                "share": w.share_cell(row.share),
                "held": range_words(study[row.name].share) if row.name in study else w.NOTHING,
                "standing": standing_words(study.get(row.name), estimates.seats),
                "mark": mark_cell(marks.get((row.name,))),
                "ties": w.rate_cell(row.tie_rate),
                "worst": " v ".join(map(w.name_of, row.least_fair[:2])) if row.least_fair else w.NOTHING,
                "worst_share": w.share_cell(row.least_fair[2]) if row.least_fair else w.NOTHING,
            }
            for row in rows
        ],
        numeric=("held", "ties", "worst_share"),
        bars={"share": [row.share for row in rows]},
        choices=("standing", "mark"),
    )


def range_words(interval: Interval) -> str:
    """Return the ends of a share's interval: ``53–56``."""
    _, low, high = w.ends(interval)
    return f"{low}–{high}"


def standing_words(one: SettingShare | None, seats: Sequence[str]) -> str:
    """Say for which seats a setting may be the best."""
    if one is None:
        return w.NOTHING
    open_to = [
        w.name_of(seat)
        for seat, may in zip(seats, (one.may_be_highest, one.may_be_lowest), strict=False)
        if may
    ]
    if len(open_to) > 1:
        return "may be best for either"
    return f"may be best for {open_to[0]}" if open_to else "in between"
