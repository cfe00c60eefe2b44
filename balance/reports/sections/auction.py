"""The auction: brackets by pairing and setting, what is left after bidding, what the bidding yields, where cubes go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from balance.reports import bids, tables
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.blocks import Block, Section
from balance.stats.auction.results import AuctionPlay, AuctionStudy, Misjudgement, PairAuction, Placement

MOST_SETTINGS = 8
"""Settings that a table has columns for; the summary has them all."""
READINGS = {
    "court_and_faction": "Factions stay with their sides",
    "court_only": "Each player keeps the own faction",
}
MISSING = "No auction: an entry “auction” in the configuration plays bids."
TERMS = (
    (
        "Bracket of a bid",
        "The largest bid that surely favours one side still and the smallest that surely favours the other. Bids "
        "between may be even; cubes are whole, so there need not be one that is.",
    ),
)


def section(study: AuctionStudy | None, seats: Sequence[str], setting: str) -> Section:
    """Return what stands below the fair bids.

    Parameters
    ----------
    study
        All of the auction; None where no bids were played.
    seats
        Their names.
    setting
        What a setting is called.
    """
    base = Section("bids", "Fair bids", "What to bid", missing=MISSING)
    if study is None or not study.pairs:
        return base
    blocks = [_brackets(study, seats)]
    blocks += _by_setting(study, seats, setting)
    blocks += _plays(study, seats)
    blocks += _owners(study)
    blocks += _placements(study, seats, setting)
    return replace(base, blocks=tuple(blocks), terms=TERMS)


def reading_name(reading: str) -> str:
    """Return what a reading of the auction's rule means."""
    return READINGS.get(reading, reading)


def how_played(study: AuctionStudy) -> str:
    """Say who played how many games with bids, and how the bids were chosen."""
    players = " v ".join(map(w.name_of, dict.fromkeys(study.policies)))
    chosen = (
        " Bids were chosen while playing, so that games went where the sides change places; the ranges allow for that."
        if study.adaptive
        else ""
    )
    return f"{w.count(study.games, 'game')} with bids, played by {players}.{chosen}"


def falls_sentence(study: AuctionStudy) -> str:
    """Say whether more cubes ever make a side worse off, and that this was tested."""
    if not study.falls:
        return "That more cubes never make a side worse off was tested, not assumed: no pairing is proved to break it."
    named = w.listing([f"{w.name_of(first)} v {w.name_of(second)}" for first, second in study.falls])
    return f"More cubes are proved to make a side worse off (95%, all pairings together) in {named}."


def left_sentence(study: AuctionStudy) -> str:
    """Say how unfair pairings still are at their best whole-cube bids."""
    if study.even_best is None or not w.known(study.even_best):
        return "How even pairings get by bidding is not known: no best bid was played."
    return (
        f"With the best whole-cube bid in every pairing, a pairing is still {w.rate_cell(study.even_best)} wins in 100 "
        "away from even on average. Single distances in the table look smaller, since each bid "
        "was picked for looking even; the mean allows for that."
    )


def _amount(bid: int | None, seats: Sequence[str]) -> str:
    if bid is None:
        return w.NOTHING
    return bids.cubes((bid,), seats) if bid else "no bid"


def _fall_words(pair: PairAuction) -> str:
    """Say whether this pairing's curve falls, and whether that is proved."""
    monotone = pair.monotone
    if monotone.fall is None:
        return "never falls"
    return "falls" if monotone.proved_fall else "falls somewhere, may be luck"


def _brackets(study: AuctionStudy, seats: Sequence[str]) -> Block:
    first, second = (w.name_of(seat) for seat in seats)
    rows = sorted(
        study.pairs,
        key=lambda pair: -pair.left.estimate if pair.left is not None and w.known(pair.left) else 1.0,
    )
    return Block(
        heading="Between which bids the sides change places",
        paragraphs=(how_played(study), f"{left_sentence(study)} {falls_sentence(study)}"),
        table=Table(
            name="bracket-table",
            caption="The largest distance that is left first.",
            columns={
                "first": f"{first} plays",
                "second": f"{second} plays",
                "low": f"Surely favours {second} at",
                "high": f"Surely favours {first} at",
                "best": "Best whole-cube bid",
                "left": "Away from even at it, wins in 100",
                "monotone": "More cubes",
                "games": "Games with bids",
            },
            rows=[
                {
                    "first": w.name_of(pair.first),
                    "second": w.name_of(pair.second),
                    "low": _amount(pair.favours_second, seats),
                    "high": _amount(pair.favours_first, seats),
                    "best": bids.nearest_words(pair.fair_bid, seats)
                    if pair.fair_bid.best is None
                    else _amount(pair.fair_bid.best, seats),
                    "left": w.NOTHING if pair.left is None else w.rate_cell(pair.left),
                    "monotone": _fall_words(pair),
                    "games": f"{pair.games:,}",
                }
                for pair in rows
            ],
            numeric=("left", "games"),
            order={
                "low": [pair.favours_second for pair in rows],
                "high": [pair.favours_first for pair in rows],
                "best": [pair.fair_bid.best for pair in rows],
            },
        ),
    )


def _by_setting(study: AuctionStudy, seats: Sequence[str], setting: str) -> list[Block]:
    names = list(dict.fromkeys(pair.setting for pair in study.by_setting))
    if len(names) < 2:
        return []
    heading = f"Bids by {setting}"
    if len(names) > MOST_SETTINGS:
        more = f"{w.count(len(names), setting)} are too many for a table; summary.json lists them."
        return [Block(heading=heading, paragraphs=(more,))]
    found = {(pair.first, pair.second, pair.setting): pair for pair in study.by_setting}
    keys = {name: f"setting-{index}" for index, name in enumerate(names)}
    first, second = (w.name_of(seat) for seat in seats)

    def cell(one: PairAuction | None) -> str:
        if one is None:
            return w.NOTHING
        best, span = (words(one.fair_bid, seats) for words in (bids.nearest_words, bids.range_words))
        return best if span in (best, w.NOTHING) else f"{best} ({span})"

    return [
        Block(
            heading=heading,
            folded=True,
            table=Table(
                name="bid-settings-table",
                caption="The bid nearest to even; in brackets all that may be even.",
                columns={
                    "first": f"{first} plays",
                    "second": f"{second} plays",
                    **{keys[name]: w.name_of(name) for name in names},
                },
                rows=[
                    {
                        "first": w.name_of(pair.first),
                        "second": w.name_of(pair.second),
                        **{keys[name]: cell(found.get((pair.first, pair.second, name))) for name in names},
                    }
                    for pair in study.pairs
                ],
                order={
                    keys[name]: [_best(found.get((pair.first, pair.second, name))) for pair in study.pairs]
                    for name in names
                },
            ),
        )
    ]


def _best(one: PairAuction | None) -> int | None:
    return None if one is None else one.fair_bid.best


def outcome_words(play: AuctionPlay, seats: Sequence[str]) -> str:
    """Return how the bidding ends between two who know the curve, and how likely that is."""
    likely = f" (likely {w.number(100 * play.likely)} in 100)"
    if play.winner is None or play.takes is None:
        return f"nobody bids{likely}"
    who, takes = w.name_of(seats[play.winner]), w.name_of(seats[play.takes])
    cubes = w.count(play.bid, bids.UNIT)
    ends = f"stays {who}" if play.winner == play.takes else f"becomes {takes}"
    return f"{who}’s player bids {cubes} and {ends}{likely}"


def worst_misjudgement(plays: Sequence[AuctionPlay]) -> Misjudgement | None:
    """Return the costliest error of one cube by its estimate, over openers, who errs and which way."""
    known = [one for play in plays for one in play.misjudged if w.known(one.loss)]
    return max(known, key=lambda one: one.loss.estimate, default=None)


def misjudgement_words(one: Misjudgement | None, seat: str) -> str:
    """Say what the error costs, who errs, and how."""
    if one is None:
        return w.NOTHING
    who = "opener" if one.opener else "other"
    which = "high" if one.cubes > 0 else "low"
    return f"{w.change_cell(one.loss)}, if the {who} rates {w.name_of(seat)} a cube too {which}"


def _reading_sentences(study: AuctionStudy) -> tuple[str, ...]:
    said = []
    for reading in study.readings:
        gain, after = study.opener_gain.get(reading), study.unfairness_after.get(reading)
        if gain is None or after is None:
            continue
        force = " (in force)" if reading == study.ruling else ""
        opening = (
            f"whether opening the bidding is an advantage cannot be told ({w.change_cell(gain)} wins in 100)"
            if w.includes(gain, 0.0)
            else f"opening the bidding {'gains' if gain.estimate > 0 else 'costs'} {w.size_cell(gain)} wins in 100"
        )
        said.append(
            f"{reading_name(reading)}{force}: {opening}; after the auction a pairing is {w.rate_cell(after)} wins in "
            "100 away from even on average."
        )
    return tuple(said)


def _plays(study: AuctionStudy, seats: Sequence[str]) -> list[Block]:
    """Say what the alternating auction yields, a table for each reading, the one in force first."""
    if not study.plays:
        return []
    blocks = [
        Block(
            heading="What the auction yields between two players who know this",
            paragraphs=(
                "Bids rise by turns from 1 until one player passes; the last bidder chooses the side and the other is "
                "given the cubes. An opener who passes at once ends it too, and all stays as dealt; who opens "
                "from the better side does just that. Both know the curves of this page and think to the "
                "end. “Likely” says how often the bidding ends so, given what the games leave open.",
            ),
            points=_reading_sentences(study),
        )
    ]
    for reading in sorted(study.readings, key=lambda name: name != study.ruling):
        table = _plays_table(study, reading, seats)
        blocks.append(
            Block(heading=f"Pairing by pairing: {reading_name(reading).lower()}", folded=True, table=table)
        )
    return [block for block in blocks if block.table is None or block.table.rows]


def _plays_table(study: AuctionStudy, reading: str, seats: Sequence[str]) -> Table:
    pairs: dict[tuple[str, str], dict[int, AuctionPlay]] = {}
    for play in study.plays:
        if play.reading == reading:
            pairs.setdefault((play.first, play.second), {})[play.opener] = play
    names = [w.name_of(seat) for seat in seats]
    columns = {"first": f"{names[0]} plays", "second": f"{names[1]} plays"}
    for seat, name in enumerate(names):
        columns |= {f"end-{seat}": f"If {name}’s player opens", f"share-{seat}": "The opener wins in 100"}
    return Table(
        name=f"plays-{'ruled' if reading == study.ruling else 'other'}-table",
        caption="How the bidding ends, and the costliest error of one cube: what who errs loses, the other gains. "
        "It is the largest of eight estimates, so likely to exaggerate.",
        columns={**columns, "error": "An error of a cube costs"},
        rows=[
            {
                "first": w.name_of(first),
                "second": w.name_of(second),
                **{f"end-{seat}": outcome_words(play, seats) for seat, play in found.items()},
                **{f"share-{seat}": w.share_cell(play.share) for seat, play in found.items()},
                "error": misjudgement_words(worst_misjudgement(list(found.values())), seats[0]),
            }
            for (first, second), found in pairs.items()
        ],
        numeric=("share-0", "share-1"),
    )


def _owners(study: AuctionStudy) -> list[Block]:
    """List the owners' bids under the reading that is not in force; those in force have a table of their own."""
    if not study.owners or study.ruling == "court_only":
        return []
    return [
        Block(
            heading="If each player kept the own faction (the other reading)",
            folded=True,
            table=replace(tables.owner_bids(study.owners), name="owner-bid-other-table"),
        )
    ]


def _placements(study: AuctionStudy, seats: Sequence[str], setting: str) -> list[Block]:
    """Say where each side's policy puts the cubes, over everything and by setting."""
    whole = [one for one in study.placements if not one.first and not one.setting]
    if not whole:
        return []
    names = [w.name_of(seat) for seat in seats]
    places = list(dict.fromkeys(one.place for one in whole))
    found = {(one.seat, one.place): one for one in whole}
    blocks = [
        Block(
            heading="Where the cubes are put",
            paragraphs=tuple(
                favourite_sentence([one for one in whole if one.seat == seat], name)
                for seat, name in enumerate(names)
                if any(one.seat == seat for one in whole)
            ),
            table=Table(
                name="placements-table",
                caption="Of 100 cubes that a side is given, how many go where.",
                columns={"place": "Region", **{f"seat-{i}": name for i, name in enumerate(names)}},
                rows=[
                    {"place": w.name_of(place), **{f"seat-{i}": _part(found.get((i, place))) for i in (0, 1)}}
                    for place in places
                ],
                numeric=("seat-0", "seat-1"),
            ),
        )
    ]
    settings = list(dict.fromkeys(one.setting for one in study.placements if one.setting and not one.first))
    if 1 < len(settings) <= MOST_SETTINGS:
        there = {(o.setting, o.seat, o.place): o for o in study.placements if o.setting and not o.first}
        keys = {name: f"setting-{index}" for index, name in enumerate(settings)}
        blocks.append(
            Block(
                heading=f"Where the cubes are put, by {setting}",
                folded=True,
                table=Table(
                    name="placement-settings-table",
                    caption="Of 100 cubes that a side is given, how many go where.",
                    columns={
                        "place": "Region",
                        "seat": "Side",
                        **{keys[name]: w.name_of(name) for name in settings},
                    },
                    rows=[
                        {
                            "place": w.name_of(place),
                            "seat": seat_name,
                            **{keys[name]: _part(there.get((name, seat, place))) for name in settings},
                        }
                        for seat, seat_name in enumerate(names)
                        for place in places
                    ],
                    numeric=tuple(keys.values()),
                ),
            )
        )
    return blocks


def _part(one: Placement | None) -> str:
    return w.NOTHING if one is None else w.rate_cell(one.share)


def favourite_sentence(rows: Sequence[Placement], seat: str) -> str:
    """Name the place that gets most cubes; a favourite only where no other's interval reaches its own."""
    most, *others = sorted(rows, key=lambda one: -one.share.estimate)
    clear = all(one.share.high < most.share.low for one in others)
    if clear:
        return f"{seat} prefers {w.name_of(most.place)}: {w.rate_cell(most.share)} of 100 cubes."
    return f"{seat} puts most cubes on {w.name_of(most.place)}, {w.rate_cell(most.share)} of 100, but not clearly."
