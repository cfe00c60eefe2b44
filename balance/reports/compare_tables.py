"""What two runs tell of a change, as tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import quote

from balance.reports import bids
from balance.reports import compare_words as words
from balance.reports import wording as w
from balance.reports.anchors import pair_key
from balance.reports.before_after import DECIDED, ORDER, changes_table, estimates, ordered, verdict_cell
from balance.reports.compare_words import Compared, Source
from balance.reports.data_table import Table
from balance.stats.results import Interval
from balance.stats.runs.results import Figure

Cell = Callable[[Interval], str]


def differences(compared: Compared) -> Table:
    """Return every value that differs between the runs."""
    return Table(
        name="differences-table",
        caption="Every value that differs. Where a value comes from, and what a run is called, is left out.",
        columns={"where": "Value", "kind": "Bears on", "old": "Old run", "new": "New run"},
        rows=[
            {
                "where": one.where,
                "kind": str(one.kind),
                "old": words.value_words(one.old),
                "new": words.value_words(one.new),
            }
            for one in compared.differences
        ],
        choices=("kind",),
    )


def pairs(compared: Compared) -> Table:
    """Return every pairing that both runs played, verdicts first."""
    listed = ordered(compared.found.pairs)
    links = {
        key: [_section(source, pair.first, pair.second) for pair in listed]
        for key, source in (("old", compared.old), ("new", compared.new))
        if source.page
    }
    return changes_table(
        listed,
        compared.found.seats,
        name="pairs-table",
        caption="Every pairing that both runs played; a minus in “distance from target” is nearer. "
        f"Changes: {words.level_words(compared.found.pair_level)} ranges.",
        links=links,
    )


def _section(source: Source, first: str, second: str) -> str:
    """Return the address of a pairing's own section in a run's page."""
    return f"{source.page}#pair-{quote(pair_key(source.manifest['contestants'], first, second))}"


def together(compared: Compared) -> Table:
    """Return the figures of all pairings together."""
    found, seat = compared.found, w.name_of(compared.found.seats[0])
    lines: list[tuple[str, Figure, Cell]] = [("Mean distance from the target", found.unfairness, w.rate_cell)]
    if compared.words.sides:
        lines.append((f"Side: {seat} over all pairings", found.overall, w.share_cell))
    if compared.words.tie_break:
        lines.append((f"Tie-break, mechanical, to {seat}", found.tie_break, w.change_cell))
    return _figures(
        [(name, figure, cell) for name, figure, cell in lines],
        name="together-table",
        caption=f"All pairings that both runs played, each counted alike; {compared.sure} ranges.",
        heading="Wins in 100",
    )


def family(members: Sequence[Figure], *, name: str, heading: str, level: float) -> Table:
    """Return factions, or layouts, a row each."""
    return _figures(
        [(w.name_of(one.name), one, w.share_cell) for one in members],
        name=name,
        caption="Wins in 100 games; a minus in “distance” is nearer to even. "
        f"Changes: {words.level_words(level)} ranges.",
        heading=heading,
    )


def _figures(lines: Sequence[tuple[str, Figure, Cell]], *, name: str, caption: str, heading: str) -> Table:
    figures = [figure for _, figure, _ in lines]
    return Table(
        name=name,
        caption=caption,
        columns={
            "name": heading,
            "verdict": "Verdict",
            "old": "Before",
            "new": "After",
            "change": "Change",
            "distance": "Distance",
        },
        rows=[
            {
                "name": said,
                "verdict": verdict_cell(figure.verdict),
                "old": cell(figure.old),
                "new": cell(figure.new),
                "change": w.change_cell(figure.change),
                "distance": w.change_cell(figure.distance),
            }
            for said, figure, cell in lines
        ],
        numeric=("old", "new", "change", "distance"),
        strong=[figure.verdict in DECIDED for figure in figures],
        order={
            "verdict": [ORDER.index(figure.verdict) for figure in figures],
            **{
                key: estimates([getattr(figure, key) for figure in figures])
                for key in ("old", "new", "change", "distance")
            },
        },
    )


def fair_bids(compared: Compared) -> Table:
    """Return the fair bids of every pairing whose bids both runs played."""
    seats, listed = compared.found.seats, compared.found.bids
    listed = tuple(sorted(listed, key=lambda one: not one.apart))
    return Table(
        name="bids-table",
        caption="The bid nearest to even, all bids that may be even (95%, pairing by pairing), and how far the fair "
        "bid may have moved.",
        columns={
            "pair": " v ".join(map(w.name_of, seats)),
            "verdict": "Verdict",
            "old": "Bid before",
            "new": "After",
            "change": "May have moved by",
            "old_range": "May be even before",
            "new_range": "After",
        },
        rows=[
            {
                "pair": f"{w.name_of(one.first)} v {w.name_of(one.second)}",
                "verdict": words.bid_verdict(one),
                "old": bids.nearest_words(one.old, seats),
                "new": bids.nearest_words(one.new, seats),
                "change": words.bid_change(one, seats),
                "old_range": bids.range_words(one.old, seats),
                "new_range": bids.range_words(one.new, seats),
            }
            for one in listed
        ],
        strong=[one.apart for one in listed],
        order={
            "old": [one.old.best for one in listed],
            "new": [one.new.best for one in listed],
            "change": [None if one.change is None else sum(one.change) / 2 for one in listed],
        },
        choices=("verdict",),
    )


def runs(compared: Compared) -> Table:
    """Return what both runs are, and by what they were made."""

    def cells(name: str, read: Callable[[Source], object]) -> dict[str, str]:
        return {"name": name, "old": str(read(compared.old)), "new": str(read(compared.new))}

    told = [source.manifest.get("versions", {}) for source in compared.sources]
    versions = [
        {"name": name, "old": str(told[0].get(name, w.NOTHING)), "new": str(told[1].get(name, w.NOTHING))}
        for name in dict.fromkeys([*told[0], *told[1]])
    ]
    return Table(
        name="runs-table",
        caption="Both runs. The configuration in full stands in each run's manifest.json.",
        columns={"name": "", "old": "Old run", "new": "New run"},
        rows=[
            cells("Name", lambda source: source.manifest["name"]),
            cells("Folder", lambda source: source.path),
            cells("Games", lambda source: f"{source.manifest['games']:,}"),
            cells("Headline", lambda source: words.players(source.manifest["headline"])),
            cells("Seed", lambda source: source.manifest["seed"]),
            cells("Configuration digest", lambda source: source.manifest["configuration_digest"][:16]),
            cells("Code digest", lambda source: source.manifest["code_digest"][:16]),
            *versions,
        ],
    )
