"""Results → one HTML file that opens offline and is the same bytes for the same results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from balance.reports import (
    anchors,
    bid_curves,
    bids,
    heat_map,
    labels,
    points,
    remarks,
    shaded_table,
    strengths_table,
    tables,
    verdict,
)
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.figures import FIGURES
from balance.reports.pairs.section import pairs
from balance.reports.parts import Tile, as_html, run_tables, tile
from balance.reports.sections import (
    abilities,
    auction,
    layout_sets,
    metagame,
    model,
    players,
    questions,
    rulings,
    settings,
    tie_break,
)
from balance.reports.sections.blocks import Section, missing
from balance.reports.svg import house_style, to_svg
from balance.reports.templating import environment
from balance.reports.watching import Watched
from balance.stats.results import BidStatus, Claim, Estimates, Mark, PairEstimate, Verdict
from balance.words import Words


def render(estimates: Estimates, manifest: dict[str, Any], watched: Sequence[Watched] = ()) -> str:
    """Return the report as one self-contained HTML page.

    Parameters
    ----------
    estimates
        Everything that the page says, with intervals.
    manifest
        The run's manifest: `rulings`, `assumptions`, `policies` (name → summary), `configuration_digest`, `seed` and
        `versions` are shown; times and the command are not, so that the page depends on results alone.
    watched
        Games to watch, pairing by pairing; none where the run has none.
    """
    seats, words = estimates.seats, estimates.words
    worst = verdict.least_fair(estimates)
    labelled = labels.address(labels.least_fair(estimates), estimates)
    address = _address(worst, estimates) if words.sides else labelled
    sections = _sections(estimates, manifest)
    each = pairs(estimates, watched)
    context = {
        "sections": sections,
        "pairs": each,
        "missing": missing(sections.values()),
        "title": _title(manifest, words),
        "e": estimates,
        "words": words,
        "noun": words.contestant,
        "sides": verdict.sides_of(estimates),
        "on_both_sides": "on both sides" if words.sides else "in both seats",
        "side": remarks.side_advantage_words(estimates) if words.sides else labels.seat_check(estimates),
        "levels": verdict.level_sentence(estimates),
        "first": w.name_of(seats[0]),
        "second": w.name_of(seats[1]),
        "points": points.points(estimates, address if each.sections else "pairings"),
        "tiles_shown": _tiles(estimates, worst),
        "policies": w.listing(list(dict.fromkeys(estimates.headline_policies))),
        "beneficiary": verdict.beneficiary(estimates),
        "bids_played": any(pair.fair_bid.status is not BidStatus.NOT_PLAYED for pair in estimates.pairs),
        "players": {k: v for k, v in dict(manifest.get("policies", {})).items() if k in _played(estimates)},
        "matches": remarks.match_sentences(estimates),
        "changed": sum(a.mark is Mark.DEPENDS for a in estimates.agreements),
        "unsettled": sum(a.mark is Mark.OPEN for a in estimates.agreements),
        "legend": players.LEGEND,
        "conclusions": any(players.makes_sense(one.claim, words) for one in estimates.conclusions),
        "tie_break_mark": players.mark_sentence(estimates, Claim.TIE_BREAK),
        "strongest_mark": players.mark_sentence(estimates, Claim.STRONGEST),
        "bids_by": players.bids_sentence(
            estimates.auctions.policies if estimates.auctions is not None else (),
            len(verdict.self_play(estimates)),
        ),
        "self_play": verdict.self_play(estimates),
        "unfairness": remarks.unfairness_words(estimates),
        "example": _example(worst, estimates) if words.sides else labels.example(estimates),
        "heat_map": heat_map.to_html(estimates, linked=bool(each.sections)),
        "figures": _figures(estimates),
        "bid_curves": bid_curves.views(estimates),
        "tables": as_html(_tables(estimates, manifest)),
        "manifest": manifest,
        "effort": remarks.effort_sentence(manifest),
        "watched": tuple(watched),
    }
    return environment().get_template("page.html").render(context)


def _title(manifest: Mapping[str, Any], words: Words) -> str:
    """Return what the run is called; one that is named as its rule system has the title of the game."""
    name = str(manifest.get("name") or manifest.get("configuration", {}).get("name") or "run")
    return words.title if name == manifest.get("system") and words.title else name


def _address(pair: PairEstimate | None, estimates: Estimates) -> str:
    """Return the key of a pair's own section."""
    if pair is None:
        return "pairings"
    return f"pair-{anchors.pair_key(estimates.contestants, pair.first, pair.second)}"


def _sections(estimates: Estimates, manifest: dict[str, Any]) -> dict[str, Section]:
    """Return the sections of what only some runs have, by key."""
    seats, words = estimates.seats, estimates.words
    setting = words.setting
    to = w.name_of(verdict.beneficiary(estimates) or "") or "the side that gets ties"
    found = (
        questions.section(estimates.answers),
        model.section(estimates.pairings_model, seats, words),
        metagame.section(estimates.metagame, seats, words),
        *((tie_break.section(estimates.tie_break_study, seats, setting, to),) if words.tie_break else ()),
        *((auction.section(estimates.auctions, seats, setting),) if words.bids else ()),
        abilities.section(estimates.abilities, seats, words),
        settings.section(estimates, manifest),
        layout_sets.section(estimates, manifest),
        rulings.section(estimates.rulings, seats, words),
    )
    return {section.key: section for section in found}


def _played(estimates: Estimates) -> set[str]:
    """Return every policy that played a game of the run."""
    played = [row.policies for row in estimates.policy_pairs]
    if estimates.auctions is not None:
        played.append(estimates.auctions.policies)
    if estimates.tie_break_study is not None:
        played += [one.policies for one in estimates.tie_break_study.policies]
    if estimates.abilities is not None:
        played += estimates.abilities.policies
    if estimates.rulings is not None:
        played += [one.policies for one in estimates.rulings.policies]
    return {policy for policies in played for policy in policies}


def _tiles(estimates: Estimates, worst: PairEstimate | None) -> list[Tile]:
    first, words = w.name_of(estimates.seats[0]), estimates.words
    found = []
    lead = None if words.sides else labels.least_fair(estimates)
    if lead is not None:
        which = "the least fair pairing" if lead.told else "farthest from even, but not told apart"
        what = f"wins in 100 for {w.name_of(lead.ahead)} against {w.name_of(lead.behind)}, {which}"
        found.append(tile(w.share_cell(lead.share), what))
    if worst is not None and words.sides:
        share = verdict.least_fair_share(estimates)
        behind = share.estimate < w.EVEN
        share = w.flipped(share) if behind else share
        seat = w.name_of(estimates.seats[1 if behind else 0])
        names = f"{w.name_of(worst.first)} v {w.name_of(worst.second)}"
        open_yet = worst.verdict is Verdict.UNDECIDED
        which = "farthest from even, but not told apart" if open_yet else "the least fair pairing"
        found.append(tile(w.share_cell(share), f"wins in 100 for {seat} in {names}, {which}"))
    if strongest := verdict.weakened(estimates):
        first_one, others = strongest
        more = f", or {others} more as strong" if others else ""
        both = f"both {verdict.sides_of(estimates)}"
        what = f"wins in 100 for {w.name_of(first_one.name)}, the strongest over {both}{more}"
        found.append(tile(w.share_cell(first_one.strength), what))
    check = "" if words.sides else ", a check: 50 is right"
    found.append(tile(w.share_cell(estimates.overall), f"wins in 100 for {first} over all pairings{check}"))
    seat_to = verdict.beneficiary(estimates)
    to = w.name_of(seat_to) if seat_to else "a side that got all ties"
    worth = w.rate_cell(verdict.tie_worth(estimates.tie_rate))
    if words.tie_break:
        found.append(tile(worth, f"wins in 100 that the tie-break is worth to {to}"))
    else:
        found.append(tile(w.rate_cell(estimates.tie_rate), "games in 100 end level, half a win each"))
    if worst is not None and words.bids and worst.fair_bid.status is not BidStatus.NOT_PLAYED:
        seats = estimates.seats
        bid = bids.nearest_words(worst.fair_bid, seats)
        span = bids.range_words(worst.fair_bid, seats)
        there = "that pairing" if worst.verdict is Verdict.UNDECIDED else "the least fair pairing"
        what = "what would even out" if verdict.keeps_contestants(estimates) else "the fair bid in"
        found.append(
            Tile(
                bid,
                f"{what} {there}",
                f"95%: {span}" if span not in (bid, w.NOTHING) else "",
            )
        )
    return found


def _example(worst: PairEstimate | None, estimates: Estimates) -> str:
    """Explain one number of the heat map."""
    if worst is None:
        return ""
    value = shaded_table.in_100(worst.share.estimate, told=worst.verdict is not Verdict.UNDECIDED)
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    row, column = w.name_of(worst.first), w.name_of(worst.second)
    return (
        f"The {value} in row {row}, column {column} means: when {first} plays {row} and {second} plays "
        f"{column}, {first} wins about {value} of 100 games."
    )


def _figures(estimates: Estimates) -> dict[str, Markup]:
    """Return the figures that the page has as drawings of the whole run."""
    with house_style():
        plates = {
            key: FIGURES[key](estimates, estimates.words.contestant) for key in ("strengths", "settings")
        }
        return {
            key: to_svg(plate.draw(), key, plate.text) for key, plate in plates.items() if plate is not None
        }


def _tables(estimates: Estimates, manifest: dict[str, Any]) -> list[Table]:
    words = estimates.words
    found = [
        tables.pairs(estimates),
        *(() if words.sides else (labels.pairs(estimates),)),
        strengths_table.strengths(estimates, words.contestant),
        tables.tie_break(estimates),
        *((tables.fair_bids(estimates),) if words.bids else ()),
        tables.policies(estimates),
        players.players_table(estimates, words.contestant),
        *run_tables(manifest),
    ]
    if any(len(a.shares) > 1 for a in estimates.agreements):
        found.append(tables.agreements(estimates))
    found += [tables.owner_bids(estimates.owner_bids), tables.mirrors(estimates)]
    return found
