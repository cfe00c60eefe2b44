"""Results as tables: one function per table of the page."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from balance.config.load import form_of
from balance.config.rulings import Ruling
from balance.reports import anchors, bids, verdict
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.players import HEADING, ORDER, mark_cell, mark_words
from balance.stats.auction.bids import UNPLAYED
from balance.stats.results import (
    Agreement,
    Estimates,
    Mark,
    OwnerBid,
    PairEstimate,
    Verdict,
)


def _seat_columns(estimates: Estimates) -> dict[str, str]:
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    return {"first": f"{first} plays", "second": f"{second} plays"}


def _pair_row(pair: PairEstimate | Agreement) -> dict[str, str]:
    return {"first": w.name_of(pair.first), "second": w.name_of(pair.second)}


def _pair_links(rows: Sequence[PairEstimate | Agreement], estimates: Estimates) -> dict[str, list[str]]:
    """Lead from each row's first column to the pairing's own section."""
    names = estimates.contestants
    return {"first": [f"#pair-{anchors.pair_key(names, row.first, row.second)}" for row in rows]}


def _by_unfairness(pairs: Sequence[PairEstimate]) -> list[PairEstimate]:
    return sorted(
        pairs,
        key=lambda pair: (
            not w.known(pair.share),
            -abs(pair.share.estimate - w.EVEN) if w.known(pair.share) else 0,
        ),
    )


def _skill_marks(estimates: Estimates) -> dict[tuple[str, str], Mark]:
    return {(a.first, a.second): a.mark for a in estimates.agreements if len(a.shares) > 1}


def pairs(estimates: Estimates) -> Table:
    """Every pair's win share and verdict, the least fair first."""
    rows = _by_unfairness(estimates.pairs)
    first = w.name_of(estimates.seats[0])
    marks = _skill_marks(estimates)
    seated = "" if estimates.words.sides else " as it sat"
    columns = {
        **_seat_columns(estimates),
        "share": f"{first} wins in 100",
        "verdict": "Verdict",
        "margin": f"Mean margin, {estimates.words.point}s",
    }
    if marks:
        columns["skill"] = HEADING
    columns |= {"q": "q", "games": "Games"}
    return Table(
        name="pairs-table",
        caption=f"Every pairing{seated}, the least fair first. Margin: {first}'s score minus the other's.",
        columns=columns,
        rows=[
            {
                **_pair_row(pair),
                "share": w.share_cell(pair.share),
                "verdict": w.fairness(pair, w.may_favour(pair, estimates)),
                "margin": w.points_cell(pair.margin_mean),
                "q": q_cell(pair.q_value) if w.known(pair.share) else w.NOTHING,
                "games": f"{pair.share.games:,}",
                "skill": mark_cell(marks.get((pair.first, pair.second))),
            }
            for pair in rows
        ],
        numeric=("margin", "q", "games"),
        bars={"share": [pair.share for pair in rows]},
        strong=[pair.verdict is not Verdict.UNDECIDED for pair in rows],
        links=_pair_links(rows, estimates),
        order={"q": [pair.q_value for pair in rows]},
        choices=("first", "second", "verdict", "skill"),
    )


def q_cell(value: float) -> str:
    """Return an adjusted p-value to two decimals, or ``< 0.01``."""
    return "< 0.01" if value < 0.01 else w.number(value, 2)


def tie_break(estimates: Estimates) -> Table:
    """Tie rate and mechanical tie-break advantage of every pair, the largest first."""
    rows = sorted(
        estimates.pairs, key=lambda pair: -pair.tie_rate.estimate if w.known(pair.tie_rate) else 1.0
    )
    seat = verdict.beneficiary(estimates)
    to = w.name_of(seat) if seat else "a side that got the ties"
    ruled = estimates.words.tie_break
    worth = ", and what the tie-break is worth" if ruled else ""
    return Table(
        name="tie-break-table",
        caption=f"How often games end level{worth}, the largest first.",
        columns={
            **_seat_columns(estimates),
            "rate": "Games that end level, in 100",
            **({"worth": f"Worth to {to}, wins in 100"} if ruled else {}),
        },
        rows=[
            {
                **_pair_row(pair),
                "rate": w.rate_cell(pair.tie_rate),
                "worth": w.rate_cell(pair.tie_break if seat else verdict.tie_worth(pair.tie_rate)),
            }
            for pair in rows
        ],
        numeric=("rate", "worth"),
        links=_pair_links(rows, estimates),
        choices=("first", "second"),
    )


def fair_bids(estimates: Estimates) -> Table:
    """Every pair's fair bid, the least fair pair first."""
    first = w.name_of(estimates.seats[0])
    rows = _by_unfairness(estimates.pairs)
    columns = {
        **_seat_columns(estimates),
        "share": f"{first} wins in 100, no bid",
        "best": "Bid nearest to even",
        "left": f"{first} wins in 100 then",
        "range": "All bids that may be even",
    }
    if any(pair.fair_bid.note for pair in rows):
        columns["note"] = "Remarks"
    return Table(
        name="fair-bid-table",
        caption="The bid that makes each pairing even, the least fair first.",
        columns=columns,
        rows=[
            {
                **_pair_row(pair),
                "share": w.share_cell(pair.share),
                "best": bids.nearest_words(pair.fair_bid, estimates.seats),
                "left": bids.left_words(pair.fair_bid),
                "range": bids.range_words(pair.fair_bid, estimates.seats),
                "note": "; ".join(map(_remark, _parts(pair.fair_bid.note))),
            }
            for pair in rows
        ],
        order={
            "share": [pair.share.estimate if w.known(pair.share) else None for pair in rows],
            "best": [None if pair.fair_bid.best is None else float(pair.fair_bid.best) for pair in rows],
            "range": [min(pair.fair_bid.bids, default=None) for pair in rows],
        },
        choices=("first", "second"),
        strong=[pair.verdict is not Verdict.UNDECIDED for pair in rows],
        links=_pair_links(rows, estimates),
    )


def _parts(note: str) -> list[str]:
    return [part for part in note.split("; ") if part]


def _remark(part: str) -> str:
    """Return a remark on a fair bid, short enough for a cell."""
    return f"{part.removeprefix(UNPLAYED)} not played" if part.startswith(UNPLAYED) else part


def owner_bids(owners: Sequence[OwnerBid]) -> Table:
    """Under `auction_side: court_only`, the bid at which each owner is indifferent."""
    return Table(
        name="owner-bid-table",
        caption="The bid at which an owner may as well choose the side while the other places the cubes, as place them "
        "on the side that is left.",
        columns={"owner": "Owner of", "other": "Against", "bid": "Fair bid", "note": "Remarks"},
        rows=[
            {
                "owner": w.name_of(row.owner),
                "other": w.name_of(row.other),
                "bid": bids.owner_words(row),
                "note": row.note,
            }
            for row in owners
        ],
    )


def mirrors(estimates: Estimates) -> Table:
    """Contestants against themselves: only the side differs."""
    first, sides = w.name_of(estimates.seats[0]), verdict.sides_of(estimates)
    return Table(
        name="mirrors-table",
        caption=f"Each against itself, where only the {sides[:-1]} differs; a check that is in no other figure.",
        columns={
            "name": f"Both {sides} play",
            "share": f"{first} wins in 100",
            "verdict": "Verdict",
            "games": "Games",
        },
        rows=[
            {
                "name": w.name_of(pair.first),
                "share": w.share_cell(pair.share),
                "verdict": w.fairness(pair, estimates.seats),
                "games": f"{pair.share.games:,}",
            }
            for pair in estimates.mirrors
        ],
        numeric=("games",),
        bars={"share": [pair.share for pair in estimates.mirrors]},
    )


def policies(estimates: Estimates) -> Table:
    """Every pair of policies: first seat's share, ties, tie-break."""
    first = w.name_of(estimates.seats[0])
    return Table(
        name="policies-table",
        caption="All pairings together, by who plays.",
        columns={
            **{f"seat-{i}": f"{w.name_of(seat)} played by" for i, seat in enumerate(estimates.seats)},
            "share": f"{first} wins in 100",
            "ties": "Games that end level, in 100",
            **({"worth": "Tie-break worth, wins in 100"} if estimates.words.tie_break else {}),
            "settings": f"Played {estimates.words.where} {estimates.words.setting}s",
            "games": "Games",
        },
        rows=[
            {
                **{f"seat-{i}": policy for i, policy in enumerate(row.policies)},
                "share": w.share_cell(row.share),
                "ties": w.rate_cell(row.tie_rate),
                "worth": w.rate_cell(row.tie_break),
                "settings": f"{len(row.settings)}"
                if len(row.settings) > 3
                else ", ".join(map(w.name_of, row.settings)),
                "games": f"{row.share.games:,}",
            }
            for row in estimates.policy_pairs
        ],
        numeric=("ties", "worth", "games"),
        bars={"share": [row.share for row in estimates.policy_pairs]},
        choices=[f"seat-{i}" for i in range(len(estimates.seats))],
    )


def agreements(estimates: Estimates) -> Table:
    """Every pair under every self-play policy; those that change sides first."""
    names = list(dict.fromkeys(policy for a in estimates.agreements for policy in a.shares))
    first = w.name_of(estimates.seats[0])
    rows = sorted(estimates.agreements, key=lambda a: ORDER[a.mark])
    return Table(
        name="agreements-table",
        caption=f"{first} wins in 100 games when both {verdict.sides_of(estimates)} are played by the policy named, "
        f"{estimates.words.where} the same {estimates.words.setting}s.",
        columns={
            **_seat_columns(estimates),
            "skill": HEADING,
            **{f"policy-{index}": name for index, name in enumerate(names)},
        },
        rows=[
            {
                **_pair_row(row),
                "skill": mark_words(row.mark),
                **{
                    f"policy-{index}": w.share_cell(row.shares[name]) if name in row.shares else w.NOTHING
                    for index, name in enumerate(names)
                },
            }
            for row in rows
        ],
        numeric=[f"policy-{index}" for index in range(len(names))],
        strong=[row.mark is Mark.DEPENDS for row in rows],
        order={"skill": [ORDER[row.mark] for row in rows]},
        choices=("first", "second", "skill"),
        links=_pair_links(rows, estimates),
    )


def rulings(values: Mapping[str, str], system: str) -> Table:
    """List the rulings in force, with what they settle where the rule system's configuration knows it."""
    rows, told = [], known_rulings(system)
    for name, option in values.items():
        known = told.get(name)
        meanings = {} if known is None else {o.name: o.meaning for o in known.options}
        settled = known.options[0].meaning if known is not None and known.source == "rulebook" else ""
        rows.append(
            {
                "key": name,
                "question": (known.question + (f" (the rulebook: {settled})" if settled else ""))
                if known and option in meanings
                else "",
                "value": str(option),
                "meaning": meanings.get(option, ""),
            }
        )
    return Table(
        name="rulings-table",
        caption="How the rules were read.",
        columns={"key": "Ruling", "question": "What it settles", "meaning": "Decided", "value": "Option"},
        rows=rows,
    )


def known_rulings(system: str) -> Mapping[str, Ruling]:
    """Return the rulings that a rule system's configuration knows; none of a system that is not there."""
    try:
        room, form = importlib.import_module(f"balance.config.{system}"), form_of(system)
    except ModuleNotFoundError:
        return {}
    found: Mapping[str, Ruling] = getattr(room, "RULINGS", None) or getattr(form, "rulings", {})
    return found


def named_values(name: str, caption: str, heads: tuple[str, str], values: Mapping[str, Any]) -> Table:
    """Names and values of a manifest's dictionary, such as rulings, assumptions or versions."""
    return Table(
        name=name,
        caption=caption,
        columns={"key": heads[0], "value": heads[1]},
        rows=[{"key": str(key), "value": w.plain(value)} for key, value in values.items()],
        plain=True,
    )
