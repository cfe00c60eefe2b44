"""The sections of all pairings, and the list to pick one from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from balance.reports import anchors, verdict
from balance.reports import wording as w
from balance.reports.data_table import Table, to_html
from balance.reports.pairs import drawings, small_tables
from balance.reports.pairs import sentences as said
from balance.reports.watching import REASONS, Watched
from balance.stats.details.results import Details, PairDetails
from balance.stats.results import Estimates, PairEstimate, Verdict

MANY = 200
"""With more pairings than this each section is shorter: few cards, no splits, one drawing."""

PARTS = {
    "rounds": "scores and leads after each round",
    "cards": "cards",
    "splits": "splits",
    "token": "the second-player token",
}

TERMS = (
    (
        "Goes with winning",
        "A side's wins in games in which it played a card at least once, less its wins in games without it. It need "
        "not be the cause: a card is played when it helps, and who leads can afford more. The mark allows for all "
        "cards of all pairings (Fisher's exact test, Benjamini–Hochberg, 5% false alarms); the range is that of the "
        "one card alone.",
    ),
    (
        "Range of a share of splits",
        "A game has several splits, which may hang together. The range is as wide as if all of one game were alike.",
    ),
)


@dataclass(frozen=True)
class OnePair:
    """What stands in the section of one pairing.

    Parameters
    ----------
    key, heading
        Its place in addresses, and what it is called.
    sentences
        What matters first.
    histogram, leads
        Drawings, None where nothing was counted for them.
    tables
        As HTML.
    token
        A sentence on the second-player token, or nothing.
    games
        Games to watch: what it is, how it ended, the address, the command.
    seats
        Whom the drawings tell apart: the sides, or the contestants where seats are mere labels.
    numbers
        What the tables are about.
    swapped
        Address and words of the same contestants with sides swapped, None where they were not played.
    before, after
        The keys and names of the neighbours in the list.
    """

    key: str
    heading: str
    sentences: Sequence[str]
    histogram: drawings.Histogram | None
    leads: drawings.LeadBars | None
    tables: Sequence[Markup]
    token: str
    games: Sequence[tuple[str, str, str, str]]
    seats: tuple[str, str]
    numbers: str
    swapped: tuple[str, str] | None
    before: tuple[str, str] | None
    after: tuple[str, str] | None


@dataclass(frozen=True)
class Pairs:
    """All pairings of a run, in the order of strength.

    Parameters
    ----------
    groups
        For the list: what the first seat plays, and keys and names of its pairings.
    sections
        One a pairing.
    chosen
        The key of the one that is shown at first.
    missing
        A line on what the run did not count, or nothing.
    shared
        A line on level games where ties are shared, or nothing.
    terms
        For the glossary.
    """

    groups: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    sections: Sequence[OnePair]
    chosen: str
    missing: str
    shared: str
    terms: Sequence[tuple[str, str]]


def pairs(estimates: Estimates, watched: Iterable[Watched] = ()) -> Pairs:
    """Return what the page says of every pairing by itself.

    Parameters
    ----------
    estimates
        The run's.
    watched
        Games to watch.
    """
    ordered = in_order(estimates)
    keys = {
        (pair.first, pair.second): anchors.pair_key(estimates.contestants, pair.first, pair.second)
        for pair in ordered
    }
    worst = verdict.least_fair(estimates) or (ordered[0] if ordered else None)
    writer = _Writer(estimates, keys, watched)
    names = [(keys[pair.first, pair.second], _short(pair)) for pair in ordered]
    neighbours = zip([None, *names], [*names[1:], None], strict=False)
    return Pairs(
        groups=[
            (w.name_of(first), [(keys[p.first, p.second], _short(p)) for p in own])
            for first, own in groupby(ordered, key=lambda pair: pair.first)
        ],
        sections=[
            writer.section(pair, before, after)
            for pair, (before, after) in zip(ordered, neighbours, strict=True)
        ],
        chosen=keys[worst.first, worst.second] if worst else "",
        missing=_missing(estimates.details),
        shared=_shared(estimates),
        terms=_terms(estimates.details),
    )


def _terms(details: Details | None) -> tuple[tuple[str, str], ...]:
    """Return the terms of what was counted."""
    counted = () if details is None else details.pairs
    cards, splits = any(one.cards for one in counted), any(one.splits for one in counted)
    return tuple(term for term, there in zip(TERMS, (cards, splits), strict=True) if there)


def in_order(estimates: Estimates) -> list[PairEstimate]:
    """Return the pairs by the strength of the first contestant, then by that of the second."""
    rank = {one.name: place for place, one in enumerate(estimates.strengths)}
    return sorted(estimates.pairs, key=lambda pair: (rank.get(pair.first, 0), rank.get(pair.second, 0)))


def _short(pair: PairEstimate) -> str:
    return f"{w.name_of(pair.first)} v {w.name_of(pair.second)}"


def _missing(details: Details | None) -> str:
    """Say what cannot be shown."""
    if details is None or len(details.missing) == len(PARTS):
        return ""  # a game without any of these, or a run that is older than them
    absent = [words for part, words in PARTS.items() if part in details.missing]
    return f"This run did not count {w.listing(absent)}, so nothing is said of them here." if absent else ""


def _shared(estimates: Estimates) -> str:
    """Say how level games count where ties are shared."""
    details = estimates.details
    if details is None or not details.shared or len(details.missing) == len(PARTS):
        return ""
    first, second = map(w.name_of, estimates.seats)
    return (
        f"Ties are shared in this run, but by round, card and split only outright wins of {first} were counted: "
        f"in those tables a level game counts as {second}'s."
    )


class _Writer:
    """Writes the sections of one run."""

    def __init__(
        self, estimates: Estimates, keys: dict[tuple[str, str], str], watched: Iterable[Watched]
    ) -> None:
        self.estimates = estimates
        self.keys = keys
        known = estimates.details.pairs if estimates.details is not None else ()
        self.details = {(one.first, one.second): one for one in known}
        self.agreements = {(one.first, one.second): one for one in estimates.agreements}
        self.pairs = {(pair.first, pair.second): pair for pair in estimates.pairs}
        self.short = len(estimates.pairs) > MANY
        self.games: dict[tuple[str, str], list[Watched]] = {}
        for game in watched:
            self.games.setdefault((game.first, game.second), []).append(game)

    def section(
        self, pair: PairEstimate, before: tuple[str, str] | None, after: tuple[str, str] | None
    ) -> OnePair:
        names = pair.first, pair.second
        seats = w.may_favour(pair, self.estimates)
        details = self.details.get(names)
        return OnePair(
            key=self.keys[names],
            heading=said.heading(*names, self.estimates.seats),
            sentences=said.sentences(pair, self.agreements.get(names), self.estimates),
            histogram=None
            if details is None
            else drawings.histogram(details.margins, seats, self.estimates.words.point),
            leads=None
            if self.short or details is None or not details.rounds
            else drawings.lead_bars(details.rounds, seats),
            tables=[to_html(table) for table in self._tables(pair, details) if table.rows],
            token="" if details is None else said.token_sentence(details.token, seats),
            games=[
                (
                    *said.watched_words(
                        game, self.estimates.words, undecided=pair.verdict is Verdict.UNDECIDED
                    ),
                    game.href,
                    game.command,
                )
                for game in sorted(self.games.get(names, []), key=_reason)
            ],
            seats=seats,
            numbers=self._numbers(details),
            swapped=self._swapped(pair),
            before=before,
            after=after,
        )

    def _tables(self, pair: PairEstimate, details: PairDetails | None) -> list[Table]:
        if details is None:
            return []
        seats, key = w.may_favour(pair, self.estimates), self.keys[pair.first, pair.second]
        return [
            small_tables.endings(key, pair, details, seats, self.estimates.words.point),
            small_tables.rounds(key, details, seats),
            small_tables.cards(key, details, seats, 2 if self.short else 4),
            *([] if self.short else [small_tables.splits(key, details, seats)]),
        ]

    def _numbers(self, details: PairDetails | None) -> str:
        """Return what the tables are about."""
        if details is None:
            return "margins"
        there = {
            "rounds": details.rounds,
            "cards": details.cards,
            "splits": () if self.short else details.splits,
        }
        return w.listing(["margins", *(name for name, rows in there.items() if rows)])

    def _swapped(self, pair: PairEstimate) -> tuple[str, str] | None:
        other = self.pairs.get((pair.second, pair.first))
        if other is None or not w.known(other.share):
            return None
        first = w.name_of(w.may_favour(other, self.estimates)[0])
        words = (
            f"With {verdict.sides_of(self.estimates)} swapped {first} wins {w.share_cell(other.share)} in 100"
        )
        return self.keys[pair.second, pair.first], words


def _reason(game: Watched) -> int:
    return REASONS.index(game.reason) if game.reason in REASONS else len(REASONS)
