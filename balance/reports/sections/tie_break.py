"""The tie-break with both rules on the same decks, and the points that would level a pairing instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from balance.reports import bids
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.blocks import Block, Section
from balance.stats.comparisons.tie_break_results import (
    Handicap,
    HandicapStatus,
    PolicyTieBreak,
    TieBreakEffect,
    TieBreakStudy,
)

UNIT = "point"
MISSING = "No tie-break study: nothing was played."
NOT_COMPARED = (
    "Not in this run: an entry “comparisons: tie_break” in the configuration adds what players do for ties."
)
TERMS = (
    (
        "Total, mechanical and behavioural tie-break advantage",
        "Total: half the difference of a side's wins between having the ties and the other side's having them, "
        "on the same decks. Mechanical: a quarter of the sum of both tie rates. Behavioural: what is left, because "
        "players who know the rule play for it.",
    ),
)
COLUMNS = {
    "total": "Total",
    "mechanical": "Mechanical",
    "behavioural": "Behavioural",
    "games": "Games under each rule",
    "differing": "Other final margin, games",
}


def section(study: TieBreakStudy | None, seats: Sequence[str], setting: str, to: str) -> Section:
    """Return what stands below the mechanical tie-break.

    Parameters
    ----------
    study
        Both rules compared, and handicaps; None where nothing was played.
    seats
        Their names.
    setting
        What a setting is called.
    to
        Whom the tie-break is said to help: the seat that ties go to, or words that stand for it.
    """
    base = Section(
        "tie-break",
        "Tie-break",
        "What the tie-break is worth",
        missing=MISSING,
    )
    if study is None:
        return base
    blocks: list[Block] = []
    if not study.policies:
        blocks.append(Block(heading="Both rules on the same decks", paragraphs=(NOT_COMPARED,)))
    else:
        blocks.append(_policies(study.policies, to))
        for index, one in enumerate(study.policies):
            blocks += _details(one, index, seats, setting)
    if study.handicap.status is not HandicapStatus.NOT_PLAYED:
        blocks += _handicaps(study, seats, setting)
    return replace(base, blocks=tuple(blocks), terms=TERMS if study.policies else ())


def effect_row(effect: TieBreakEffect) -> dict[str, str]:
    """Return a tie-break's parts for a table."""
    return {
        "total": w.change_cell(effect.total),
        "mechanical": w.change_cell(effect.mechanical),
        "behavioural": w.change_cell(effect.behavioural),
        "games": f"{effect.games:,}",
        "differing": f"{effect.differing:,}",
    }


def policy_sentence(one: PolicyTieBreak, to: str) -> str:
    """Say what the tie-break is worth under one pair of policies, and whether they play for it."""
    effect = one.overall
    worth = f"{w.policy_name(one.policies)}: to {to}, having the ties is worth {w.change_words(effect.total)}"
    if one.exact:
        return f"{worth}. These players do not look at the tie-break: every game went alike under both rules."
    behavioural = w.change_cell(effect.behavioural)
    if w.includes(effect.behavioural, 0.0):
        return f"{worth}. Whether these players play for it is open: {behavioural}."
    kind = "more" if effect.behavioural.estimate > 0 else "less"
    return (
        f"{worth}. Of this, {behavioural} comes from playing for it: {kind} than the ties alone would give."
    )


def _policies(policies: Sequence[PolicyTieBreak], to: str) -> Block:
    return Block(
        heading="Both rules on the same decks",
        paragraphs=(
            "The same games were played once with ties to one side and once with ties to the other. "
            f"Wins in 100 games to {to}.",
        ),
        points=tuple(policy_sentence(one, to) for one in policies),
        table=Table(
            name="tie-break-policies-table",
            caption="By who plays, pairings weighted equally.",
            columns={"name": "Both sides played by", **COLUMNS},
            rows=[{"name": w.policy_name(one.policies), **effect_row(one.overall)} for one in policies],
            numeric=tuple(COLUMNS),
        ),
    )


def _details(one: PolicyTieBreak, index: int, seats: Sequence[str], setting: str) -> list[Block]:
    name = w.policy_name(one.policies)
    first, second = (w.name_of(seat) for seat in seats)
    pairs = sorted(
        one.pairs,
        key=lambda pair: -pair.effect.total.estimate if w.known(pair.effect.total) else 1.0,
    )
    blocks = [
        Block(
            heading=f"By pairing, played by {name}",
            folded=True,
            table=Table(
                name=f"tie-break-pairs-{index}-table",
                caption="The largest total first.",
                columns={"first": f"{first} plays", "second": f"{second} plays", **COLUMNS},
                rows=[
                    {
                        "first": w.name_of(pair.first),
                        "second": w.name_of(pair.second),
                        **effect_row(pair.effect),
                    }
                    for pair in pairs
                ],
                numeric=tuple(COLUMNS),
            ),
        )
    ]
    if len(one.settings) > 1:
        blocks.append(
            Block(
                heading=f"By {setting}, played by {name}",
                folded=True,
                table=Table(
                    name=f"tie-break-settings-{index}-table",
                    caption="Pairings weighted equally.",
                    columns={"name": w.name_of(setting), **COLUMNS},
                    rows=[{"name": w.name_of(row.name), **effect_row(row.effect)} for row in one.settings],
                    numeric=tuple(COLUMNS),
                ),
            )
        )
    return blocks


def handicap_words(handicap: Handicap, seats: Sequence[str]) -> str:
    """Return the points nearest to even, or why there are none."""
    if handicap.status is HandicapStatus.NOT_PLAYED:
        return bids.UNPLAYED
    if handicap.status is HandicapStatus.OPEN or handicap.best is None:
        return w.NOT_ENOUGH
    return bids.cubes((handicap.best,), seats, UNIT)


def handicap_range(handicap: Handicap, seats: Sequence[str]) -> str:
    """Return all points that may level it, or the two neighbours between which the level lies."""
    if handicap.status is HandicapStatus.BETWEEN and handicap.bracket is not None:
        low, high = (bids.cubes((points,), seats, UNIT) for points in handicap.bracket)
        return f"none: between {low} and {high}"
    known = bids.cubes(handicap.points, seats, UNIT)
    if handicap.status is HandicapStatus.OPEN:
        return f"{known}, and more than any margin seen" if known else w.NOTHING
    return known or w.NOTHING


def _share_at(handicap: Handicap) -> str:
    at = [point for point in handicap.curve if point.points == handicap.best]
    return w.share_cell(at[0].share) if at else w.NOTHING


def _handicap_row(handicap: Handicap, seats: Sequence[str]) -> dict[str, str]:
    return {
        "best": handicap_words(handicap, seats),
        "share": _share_at(handicap),
        "range": handicap_range(handicap, seats),
        "note": handicap.note,
    }


def _handicap_order(handicaps: Sequence[Handicap]) -> dict[str, list[int | None]]:
    """Sort by points on one axis, those given to the second seat first."""
    return {
        "best": [one.best for one in handicaps],
        "range": [min(one.points, default=None) for one in handicaps],
    }


def _curve(handicap: Handicap, seats: Sequence[str]) -> Markup | None:
    from balance.reports import figures  # slow to import, and not needed for pages without this figure
    from balance.reports.svg import house_style, to_svg

    with house_style():
        plate = figures.handicap(handicap, seats)
        return None if plate is None else to_svg(plate.draw(), "handicap", plate.text)


def _handicaps(study: TieBreakStudy, seats: Sequence[str], setting: str) -> list[Block]:
    first, second = (w.name_of(seat) for seat in seats)
    whole = study.handicap
    columns = {
        "best": "Points nearest to even",
        "share": f"{first} wins in 100 then",
        "range": "All points that may be even",
    }
    if any(
        handicap.note
        for handicap in (
            *(one.handicap for one in study.pair_handicaps),
            *(one.handicap for one in study.setting_handicaps),
        )
    ):
        columns["note"] = "Remarks"
    blocks = [
        Block(
            heading="Points instead of a tie-break",
            paragraphs=(
                "What if one side were given points at the end? Counted from the final margins of games in which "
                f"nobody played for them. Over all pairings, nearest to even: {handicap_words(whole, seats)}; all that "
                f"may be even: {handicap_range(whole, seats)}.",
            ),
            figure=_curve(whole, seats) if len(whole.curve) > 1 else None,
            caption="Filled dots: points that may make the pairings even on average. Hollow dots: points that do not.",
        )
    ]
    if study.pair_handicaps:
        blocks.append(
            Block(
                heading="Points by pairing",
                folded=True,
                table=Table(
                    name="handicap-pairs-table",
                    caption="Points given at the end, by pairing.",
                    columns={"first": f"{first} plays", "second": f"{second} plays", **columns},
                    rows=[
                        {
                            "first": w.name_of(one.first),
                            "second": w.name_of(one.second),
                            **_handicap_row(one.handicap, seats),
                        }
                        for one in study.pair_handicaps
                    ],
                    order=_handicap_order([one.handicap for one in study.pair_handicaps]),
                ),
            )
        )
    if len(study.setting_handicaps) > 1:
        blocks.append(
            Block(
                heading=f"Points by {setting}",
                folded=True,
                table=Table(
                    name="handicap-settings-table",
                    caption=f"Points given at the end, by {setting}, pairings weighted equally.",
                    columns={"name": w.name_of(setting), **columns},
                    rows=[
                        {"name": w.name_of(one.name), **_handicap_row(one.handicap, seats)}
                        for one in study.setting_handicaps
                    ],
                    order=_handicap_order([one.handicap for one in study.setting_handicaps]),
                ),
            )
        )
    return blocks
