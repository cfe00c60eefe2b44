"""Games whose seats are mere labels: who beats whom with both ways averaged, and the seats as a check."""

from __future__ import annotations

from dataclasses import dataclass, replace

from balance.reports import anchors, verdict
from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.tables import q_cell
from balance.stats.results import BothWays, Estimates, Interval


@dataclass(frozen=True)
class Lead:
    """Two contestants and the win share of the one that is ahead by the estimates."""

    ahead: str
    behind: str
    share: Interval
    told: bool

    @property
    def names(self) -> str:
        """Return ``Dragons against Kelpies``."""
        return f"{w.name_of(self.ahead)} against {w.name_of(self.behind)}"


def lead(one: BothWays) -> Lead:
    """Return who is ahead by the estimates."""
    told = one.ahead is not None
    if one.share.estimate >= w.EVEN:
        return Lead(one.one, one.other, one.share, told)
    return Lead(one.other, one.one, w.flipped(one.share), told)


def by_distance(estimates: Estimates) -> list[BothWays]:
    """Return the pairings that were played both ways round, the farthest from even first."""
    known = [one for one in estimates.both_ways if w.known(one.share)]
    return sorted(known, key=lambda one: -abs(one.share.estimate - w.EVEN))


def least_fair(estimates: Estimates) -> Lead | None:
    """Return the pairing farthest from even, its interval widened for its having been picked; None if there is none."""
    ordered = by_distance(estimates)
    if not ordered:
        return None
    found = lead(ordered[0])
    return replace(found, share=verdict.for_all(found.share, len(ordered)))


def address(found: Lead | None, estimates: Estimates) -> str:
    """Return the key of a pairing's own section."""
    if found is None:
        return "pairings"
    return f"pair-{anchors.pair_key(estimates.contestants, found.ahead, found.behind)}"


def least_fair_sentence(estimates: Estimates) -> str:
    """Name the least fair pairing, both ways averaged, or say that none can be told apart from even."""
    found, ordered = least_fair(estimates), by_distance(estimates)
    if found is None:
        return "No pairing was played both ways round, so nothing can be said of any."
    share = f"{w.name_of(found.ahead)} wins {w.share_words(found.share)}"
    if not found.told:
        return f"No pairing can be told apart from an even one. The farthest from even is {found.names}: {share}."
    picked = f" (this allows for its being the worst of {len(ordered)})" if len(ordered) > 2 else ""
    others = [lead(one).names for one in verdict.as_unfair(ordered[0], ordered)]
    told = sum(one.ahead is not None for one in ordered)
    few = [
        *others[: verdict.NAMED],
        *([f"{len(others) - verdict.NAMED} more"] if len(others) > verdict.NAMED else []),
    ]
    close = "comes" if len(others) == 1 else "come"
    rivals = f" {w.listing(few)} {close} so close that it may be the worse one." if others else ""
    if len(others) > 1:
        rivals = rivals.replace("it may be the worse one", "one of them may be the worst")
    return (
        f"{found.names}: {share}{picked}.{rivals} Of {w.count(len(ordered), 'pairing')}, both ways averaged, {told} "
        f"{'is' if told == 1 else 'are'} told apart from even."
    )


def seat_check(estimates: Estimates) -> str:
    """Say whether the first seat wins half, as it must where seats are labels."""
    seat, side = w.name_of(estimates.seats[0]), estimates.side_advantage
    if not w.known(side):
        return "Seats are labels; no pairing was played both ways round, so that could not be checked."
    share = replace(side, estimate=0.5 + side.estimate, low=0.5 + side.low, high=0.5 + side.high)
    passed = w.includes(share)
    said = (
        "as it should"
        if passed
        else "which is off by more than its range; luck does so in one run of twenty, so try another seed"
    )
    return f"Seats are labels, a check: {seat} should win 50 in 100; it won {w.share_cell(share)}, {said}."


def pairs(estimates: Estimates) -> Table:
    """Every pairing with both ways averaged, the farthest from even first."""
    rows = [lead(one) for one in by_distance(estimates)]
    q_values = {frozenset((one.one, one.other)): one.q_value for one in estimates.both_ways}
    noun = w.name_of(estimates.words.contestant)
    return Table(
        name="both-ways-table",
        caption="Every pairing, both ways averaged, the farthest from even first; each by whoever is ahead.",
        columns={
            "ahead": noun,
            "behind": "Against",
            "share": "Wins in 100",
            "verdict": "Verdict",
            "q": "q",
            "games": "Games",
        },
        rows=[
            {
                "ahead": w.name_of(row.ahead),
                "behind": w.name_of(row.behind),
                "share": w.share_cell(row.share),
                "verdict": f"{w.name_of(row.ahead)} is ahead" if row.told else "not told apart from even",
                "q": q_cell(q_values[frozenset((row.ahead, row.behind))]),
                "games": f"{row.share.games:,}",
            }
            for row in rows
        ],
        numeric=("q", "games"),
        bars={"share": [row.share for row in rows]},
        strong=[row.told for row in rows],
        links={"ahead": [f"#{address(row, estimates)}" for row in rows]},
        choices=("ahead", "behind"),
    )


def example(estimates: Estimates) -> str:
    """Explain one number of the heat map."""
    ordered = by_distance(estimates)
    if not ordered:
        return ""
    found = lead(ordered[0])
    value = w.share_cell(found.share).partition(" ")[0]
    return (
        f"The {w.number(100 * found.share.estimate)} in row {w.name_of(found.ahead)}, column "
        f"{w.name_of(found.behind)} means: {w.name_of(found.ahead)} wins about {value} of 100 games against "
        f"{w.name_of(found.behind)}, half of them in either seat."
    )


def both_ways_words(estimates: Estimates, first: str, second: str) -> str:
    """Return a sentence on two contestants with both ways averaged; empty where they did not meet both ways."""
    for one in estimates.both_ways:
        if {one.one, one.other} == {first, second} and w.known(one.share):
            found = lead(one)
            told = "" if found.told else ": not told apart from even"
            return f"Both ways averaged, {w.name_of(found.ahead)} wins {w.share_words(found.share)}{told}."
    return ""
