"""Sets of layouts: how much layouts differ, which tile where helps whom, and the layouts furthest from even."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balance.reports import layout_maps, shaded_table
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.layout_maps import LayoutMap
from balance.reports.sections.blocks import Block, Section
from balance.reports.shaded_table import STEPS, Cell, View, in_100, reach, shade
from balance.stats.layouts.results import FarLayout, LayoutSetStudy, MirrorCheck, PieceEffect
from balance.stats.results import Estimates, Interval

KEY = "layout-sets"
MOST_NAMED = 4  # effects in a list
MAP_COLUMNS = 3
LEAST_REACH = 0.01  # the deepest shade is never nearer to 0 than one win in 100
SURE = "95%, all tiles and regions considered together"


def section(estimates: Estimates, manifest: Mapping[str, Any]) -> Section:
    """Return what is said of every set of layouts that was played; without blocks where none was."""
    blocks: list[Block] = []
    for place, study in enumerate(estimates.layout_sets):
        blocks += [
            Block(
                heading=f"{_set_name(study)}, played by {w.policy_name(study.policies)}",
                paragraphs=tuple(_opening(study, estimates)),
            ),
            *_effects(study, estimates, place),
            _furthest(study, estimates, manifest, place),
        ]
    terms = _terms(estimates) if blocks else ()
    return Section(KEY, "Which tile where", "Which tile where helps whom", tuple(blocks), terms=terms)


def _terms(estimates: Estimates) -> tuple[tuple[str, str], ...]:
    first = w.name_of(estimates.seats[0])
    return (
        (
            "Effect of a tile on a region",
            f"How many more of 100 games {first} (or a faction) wins on layouts with this tile on this region "
            f"than on "
            "all layouts on average, what else lies where being the same on average.",
        ),
        (
            "Expected of more games",
            "What a layout's own games say, moved towards what its tiles and regions let expect as far as luck "
            "in so few "
            "games allows (empirical Bayes). The layouts with the most extreme games owe part of it to luck.",
        ),
    )


def _set_name(study: LayoutSetStudy) -> str:
    return f"“{study.name}”"


def _opening(study: LayoutSetStudy, estimates: Estimates) -> Iterator[str]:
    """Say what was played, how much its layouts differ, and whether mirrored ones agree."""
    first = w.name_of(estimates.seats[0])
    which = (
        f"all {study.layouts:,}" if study.layouts == study.size else f"{study.layouts:,} of {study.size:,}"
    )
    rest = "" if study.complete else " Its ranges allow for the layouts that were not played, too."
    yield (
        f"{w.count(study.games, 'game')} of {w.count(study.pairs, 'pairing')} on {which} layouts of the set. Over "
        f"all of "
        f"them {first} wins {w.share_words(study.share)}.{rest}"
    )
    yield _spread_words(study)
    if study.note:
        yield f"{study.note[:1].upper()}{study.note[1:]}."
    yield from (_mirror_words(check) for check in study.mirrors)
    if not study.mirrors:
        yield "The map has no symmetry under this configuration: no layout is the mirror image of another."


def _spread_words(study: LayoutSetStudy) -> str:
    if not w.known(study.spread):
        return (
            "How much layouts differ cannot be told from luck: with one pairing and one game a layout there is "
            "nothing to "
            "compare."
        )
    _, _, most = w.ends(study.spread, mark=0.0)
    if study.spread.low <= 0:
        return (
            "These games cannot tell the layouts apart: luck alone gives differences like these. If layouts "
            "differ, then by "
            f"a standard deviation of at most {most} wins in 100 (95%)."
        )
    told = (
        f"Layouts surely differ: with luck taken out, a typical one lies {w.rate_cell(study.spread)} wins in 100 "
        f"from "
        "their mean (standard deviation, 95%)."
    )
    if not w.known(study.explained):
        return told
    return f"{told} Which tile lies on which region explains {w.rate_cell(study.explained)}% of that (of the variance)."


def _mirror_words(check: MirrorCheck) -> str:
    moved = w.listing([f"{one} and {other}" for one, other in _exchanged(check.places)])
    what = (
        f"Exchanging {moved} leaves the rules as they are, so layouts that are mirror images must be as fair as each "
        "other."
    )
    if math.isnan(check.p_value):
        return f"{what} Too few of them were played to check it."
    pairs = w.count(check.layouts, "pair")
    if not check.broken:
        return f"{what} In {pairs} of them they are, as far as luck can tell (p = {check.p_value:.2g})."
    return (
        f"{what} In {pairs} of them they are not (p = {check.p_value:.2g}): whoever played treats regions "
        f"unequally that the "
        "rules do not, for example by taking the first of equal choices. Read small differences between layouts "
        "with that in mind."
    )


def _exchanged(places: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return each exchange of two places once; longer cycles as steps."""
    found = []
    for one, other in places:
        if (other, one) not in found:
            found.append((one, other))
    return found


def _effects(study: LayoutSetStudy, estimates: Estimates, place: int) -> list[Block]:
    """Return the shaded tables of effects, and all of them with their intervals."""
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    tables = {first: study.effects, **{w.name_of(c.contestant): c.effects for c in study.contestants}}
    known = [e.effect.estimate / 100 for effects in tables.values() for e in effects if _known(e)]
    if not known:
        return [Block(paragraphs=("These layouts cannot tell what a tile on a region does.",))]
    farthest = reach(known, least=LEAST_REACH, step=0.01)
    views = [
        _view(
            study,
            who,
            effects,
            farthest,
            more_second=f"{second} wins more" if who == first else f"{who} win less",
        )
        for who, effects in tables.items()
    ]
    return [
        Block(figure=shaded_table.to_html(views, group=f"tiles{place or ''}", linked=False)),
        _strongest(study, estimates),
        Block(
            heading="All effects with their ranges",
            folded=True,
            table=_effects_table(study, tables, place),
        ),
    ]


def _known(effect: PieceEffect) -> bool:
    return w.known(effect.effect)


def _as_share(effect: PieceEffect) -> Interval:
    """Return an effect in share of the win, as the words for changes take it."""
    told = effect.effect
    return Interval(told.estimate / 100, told.low / 100, told.high / 100, told.games, told.note)


def _view(
    study: LayoutSetStudy, who: str, effects: Sequence[PieceEffect], farthest: float, *, more_second: str
) -> View:
    width = len(study.places)
    verb = "wins" if more_second.endswith("wins more") else "win"

    def cell(effect: PieceEffect) -> Cell:
        where = f"{effect.piece} on {effect.place}"
        if not _known(effect):
            return Cell(
                "–",
                "empty",
                strong=False,
                tip=f"{where}: {effect.effect.note or 'cannot be told from others'}",
            )
        told = _as_share(effect)
        sure = "" if effect.certain else "; may be nothing"
        return Cell(
            text=in_100(told.estimate, told=effect.certain, mark=0.0, signed=True, least=1),
            shade=shade(told.estimate, farthest),
            strong=effect.certain,
            tip=f"{where}: {who} {verb} {w.change_words(told)} more{sure}; on {w.count(effect.layouts, 'layout')}",
        )

    return View(
        key=f"of-{who.lower().replace(' ', '-')}",
        name=who,
        caption=f"How many more of 100 games {who} {verb} with the row's tile on the column's region.",
        corner="tile ↓ region →",
        rows={
            piece: tuple(map(cell, effects[at * width : (at + 1) * width]))
            for at, piece in enumerate(study.pieces)
        },
        columns=study.places,
        more_first=f"{who} {verb} more",
        more_second=more_second,
        reach=f"from {w.number(100 * farthest * (STEPS - 1) / STEPS, 1)} in 100",
        bold=f"surely not nothing ({SURE})",
    )


def _strongest(study: LayoutSetStudy, estimates: Estimates) -> Block:
    """Name the effects that are surely there, the largest first: on the first seat, then on contestants."""
    first = w.name_of(estimates.seats[0])
    own = sorted((e for e in study.effects if e.certain), key=_size)
    each = sorted(
        ((w.name_of(one.contestant), e) for one in study.contestants for e in one.effects if e.certain),
        key=lambda pair: _size(pair[1]),
    )
    lines = []
    if own:
        number = w.count(len(own), "effect")
        lines.append(
            f"{number} of {len(study.effects)} on how often {first} wins surely there ({SURE}); the strongest "
            f"come first below."
        )
    else:
        lines.append(
            f"No tile on any region surely changes how often {first} wins ({w.NOT_ENOUGH}, or nothing to find)."
        )
    if each:
        lines.append(
            f"{w.count(len(each), 'effect')} on single factions surely there, the tables of all factions "
            f"considered together."
        )
    else:
        lines.append("No tile on any region surely helps or harms a single faction.")
    points = [_effect_words(first, "wins", e) for e in own[:MOST_NAMED]]
    points += [_effect_words(who, "win", e) for who, e in each[:MOST_NAMED]]
    return Block(
        heading="The strongest effects" if points else "", paragraphs=tuple(lines), points=tuple(points)
    )


def _size(effect: PieceEffect) -> float:
    return -abs(effect.effect.estimate)


def _effect_words(who: str, verb: str, effect: PieceEffect) -> str:
    told, more = effect.effect, "more" if effect.effect.estimate > 0 else "fewer"
    low, high = sorted((abs(told.low) / 100, abs(told.high) / 100))
    size = Interval(abs(told.estimate) / 100, low, high, told.games)
    return f"{who} {verb} {w.rate_cell(size)} {more} of 100 games with {effect.piece} on {effect.place}."


def _effects_table(study: LayoutSetStudy, tables: Mapping[str, Sequence[PieceEffect]], place: int) -> Table:
    rows = [(who, effect) for who, effects in tables.items() for effect in effects]
    return Table(
        name=f"tile-effects-{place + 1}",
        caption=f"Set {study.name}: wins in 100 more, or fewer, with the tile there. A table's ranges hold at once.",
        columns={
            "who": "Whose wins",
            "piece": "Tile",
            "place": "Region",
            "effect": "More wins in 100",
            "sure": "Sure?",
            "layouts": "Layouts",
        },
        rows=[
            {
                "who": who,
                "piece": e.piece,
                "place": e.place,
                "effect": w.change_cell(_as_share(e)) if _known(e) else w.NOTHING,
                "sure": "yes" if e.certain else w.NOT_ENOUGH,
                "layouts": f"{e.layouts:,}",
            }
            for who, e in rows
        ],
        numeric=("effect", "layouts"),
        strong=[e.certain for _, e in rows],
        order={"effect": [e.effect.estimate if _known(e) else None for _, e in rows]},
        choices=("who", "piece", "place", "sure"),
    )


def _furthest(study: LayoutSetStudy, estimates: Estimates, manifest: Mapping[str, Any], place: int) -> Block:
    """Return the layouts furthest from even: as played, as expected, and on fresh games."""
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    heading = "The layouts furthest from even"
    if not study.furthest:
        return Block(heading=heading, paragraphs=("No layout can be told from the others.",))
    lines = [
        "Picked by what to expect of more games, not by the games that were played: the most extreme of many owe "
        "much of it to "
        "luck."
    ]
    if study.again is not None:
        again = study.again
        lines.append(
            f"Played again by {w.policy_name(again.policies)} with {w.count(again.games, 'fresh game')} of each "
            f"pairing: the "
            f"{w.count(again.layouts, 'layout')} lay {w.number(100 * again.raw, 1)} wins in 100 from even in the "
            f"games that "
            f"picked them, {w.number(100 * again.shrunken, 1)} were expected, and {w.change_cell(again.fresh)} "
            f"came in fresh "
            f"games, counted in the direction expected.{_other_policies(study)}"
        )
    maps = [_map(one, study, first, second, manifest) for one in study.furthest]
    rows = math.ceil(len(maps) / MAP_COLUMNS)
    groups = [(_places(at, maps[at : at + rows]), maps[at : at + rows]) for at in range(0, len(maps), rows)]
    return Block(
        heading=heading,
        paragraphs=tuple(lines),
        table=_far_table(study, first, place),
        figure=layout_maps.to_html(groups),
        caption="Numbers on the regions: points before the flip (on dark), then after it (on light).",
    )


def _places(at: int, group: Sequence[LayoutMap]) -> str:
    """Return which of the furthest a column of maps shows."""
    return f"No. {at + 1}" if len(group) == 1 else f"No. {at + 1} to {at + len(group)}"


def _other_policies(study: LayoutSetStudy) -> str:
    if study.again is None or study.again.policies == study.policies:
        return ""
    return (
        f" {w.policy_name(study.again.policies)} plays otherwise than {w.policy_name(study.policies)}, so a "
        f"difference may be the "
        "policy's as well as luck's."
    )


def _far_table(study: LayoutSetStudy, first: str, place: int) -> Table:
    fresh = any(one.fresh is not None for one in study.furthest)
    columns = {
        "layout": f"Layout ({', '.join(study.places)})",
        "raw": f"{first}'s wins in 100, as played",
        "shrunken": "Expected of more games",
        "fresh": "In fresh games",
    }
    if not fresh:
        del columns["fresh"]
    return Table(
        name=f"furthest-layouts-{place + 1}",
        caption="Each with its own 95% range; that of a picked layout's own games is too hopeful.",
        columns=columns,
        rows=[
            {
                "layout": one.name,
                "raw": w.share_cell(one.raw),
                "shrunken": f"{w.number(100 * one.shrunken, 1)} (± {w.number(196 * one.deviation, 1)})",
                "fresh": w.share_cell(one.fresh) if one.fresh is not None else w.NOTHING,
            }
            for one in study.furthest
        ],
        numeric=("raw", "shrunken", "fresh"),
    )


def _map(
    one: FarLayout, study: LayoutSetStudy, first: str, second: str, manifest: Mapping[str, Any]
) -> LayoutMap:
    ahead = first if one.shrunken >= w.EVEN else second
    share = one.shrunken if one.shrunken >= w.EVEN else 1 - one.shrunken
    words = f"expect {ahead} to win {w.number(100 * share, 1)} in 100"
    tiles = dict(zip(study.places, one.pieces, strict=True))
    return LayoutMap(one.name, words, layout_maps.regions_of(manifest, tiles))
