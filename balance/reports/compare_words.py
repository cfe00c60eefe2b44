"""What two runs tell of a change, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.reports import bids
from balance.reports import wording as w
from balance.reports.before_after import DECIDED, MARKS, ORDER, mean_sentence, named, percent
from balance.reports.text_table import TextTable
from balance.stats.runs.results import BidDifference, Figure, RunsComparison
from balance.stats.tweak.results import TweakVerdict
from balance.sweep.between import Difference, Kind
from balance.words import Words

LONGEST, SHORT = 160, 40
"""Characters of a value that is shown, in a table and in a sentence; the rest stands in the runs' manifests."""
MOST_DIFFERENCES = 3
"""Differences that the verdict names."""
MOST_NAMES = 12
"""Factions or layouts that are named as left out."""
MOVED, OPEN = "moved", str(TweakVerdict.UNKNOWN)


@dataclass(frozen=True)
class Source:
    """One of the two runs.

    Parameters
    ----------
    label
        What it is called.
    path
        Its folder, as it was typed.
    manifest
        Its manifest.
    policies
        Who met without a bid, one per seat.
    settings
        Where games were played: its manifest may know others.
    page
        Address of its own page from this one; empty where there is none.
    """

    label: str
    path: str
    manifest: Mapping[str, Any]
    policies: tuple[tuple[str, ...], ...]
    settings: tuple[str, ...]
    page: str = ""


@dataclass(frozen=True)
class Compared:
    """Two runs, what differs between them, what they tell, and what counts as balanced (wins in 100 games)."""

    found: RunsComparison
    old: Source
    new: Source
    differences: tuple[Difference, ...]
    target: float
    band: tuple[float, float]

    @property
    def sure(self) -> str:
        """The level of intervals of single figures, in words."""
        return percent(self.found.alpha)

    @property
    def sources(self) -> tuple[Source, Source]:
        """The old run and the new one."""
        return self.old, self.new

    @property
    def words(self) -> Words:
        """What the runs call their things."""
        return w.words_of(self.new.manifest)

    @property
    def alike(self) -> bool:
        """Whether nothing differs that could change a share: rules, players, code."""
        return all(one.kind in (Kind.PLAYED, Kind.AIM) for one in self.differences)


def verdict(compared: Compared) -> tuple[str, ...]:
    """Return the verdict: the balance overall, what differs, the pairings, the sides, the tie-break."""
    found = compared.found
    if found.same:
        return (
            "Both folders hold the same run: the same configuration and the same games. Every change is exactly 0.",
        )
    seat, own = w.name_of(found.seats[0]), compared.words
    sides = f"{seat} over all pairings: {figure_words(found.overall, w.share_cell)}."
    ties = f"The tie-break, worth to {seat}: {figure_words(found.tie_break, w.change_cell)}."
    return (
        mean_sentence(
            found.unfairness.verdict,
            found.unfairness.change,
            pairings=len(found.pairs),
            material=found.material,
            sure=compared.sure,
        ),
        differences_sentence(compared),
        counts_sentence(compared),
        *((sides,) if own.sides else ()),
        *((ties,) if own.tie_break else ()),
    )


def counted(compared: Compared) -> dict[TweakVerdict, int]:
    """Return how many pairings have each verdict."""
    verdicts = [pair.verdict for pair in compared.found.pairs]
    return {one: verdicts.count(one) for one in ORDER}


def counts_sentence(compared: Compared) -> str:
    """Say what became of the pairings."""
    parts = [f"{number} {one}" for one, number in counted(compared).items() if number]
    return f"Of {w.count(len(compared.found.pairs), 'pairing')} that both runs played: {w.listing(parts)}."


def figure_words(figure: Figure, cell: Any) -> str:
    """Return a figure before and after, with its change and what that says."""
    return (
        f"{cell(figure.old)} in 100 before, {cell(figure.new)} after; "
        f"change {w.change_cell(figure.change)}, {figure.verdict}"
    )


def differences_sentence(compared: Compared) -> str:
    """Say what differs, rules first, and when it is luck alone that can have changed anything."""
    shown = [difference_words(one) for one in compared.differences[:MOST_DIFFERENCES]]
    rest = len(compared.differences) - len(shown)
    more = f"; and {w.count(rest, 'more value')}, listed below" if rest else ""
    if not compared.differences:
        return "Nothing differs between the configurations; what changes is luck."
    if compared.alike:
        return f"Rules, players and code are the same, so what changes is luck. What differs: {'; '.join(shown)}{more}."
    return f"What differs: {'; '.join(shown)}{more}."


def difference_words(one: Difference) -> str:
    """Return a difference as ``rulings.tie_break: seelie → shared``."""
    if one.where == "code_digest":
        return "the code of engine and players"
    return f"{one.where}: {value_words(one.old, SHORT)} → {value_words(one.new, SHORT)}"


def value_words(value: Any, longest: int = LONGEST) -> str:
    """Return a configured value, cut where it is long.

    Examples
    --------
    >>> value_words(None), value_words(True), value_words(["a", 2])
    ('not there', 'yes', 'a, 2')
    """
    if value is None:
        return "not there"
    text = w.plain(value)
    return text if len(text) <= longest else f"{text[:longest].rstrip()} …"


def left_out(compared: Compared) -> tuple[str, ...]:
    """Say what only one of the runs has, so that no figure here rests on it."""
    noun = w.words_of(compared.new.manifest).contestant
    setting = str(compared.new.manifest["columns"]["setting"])
    said = []
    contestants = [[str(name) for name in source.manifest["contestants"]] for source in compared.sources]
    settings = [source.settings for source in compared.sources]
    for words, names, kept in (
        (noun, contestants, compared.found.contestants),
        (setting, settings, compared.found.settings),
    ):
        shared = [name for name in names[0] if name in names[1] and name not in kept]
        for where, some in (
            ("Only in the old run", [name for name in names[0] if name not in names[1]]),
            ("Only in the new run", [name for name in names[1] if name not in names[0]]),
            ("Not played in both by the same policies", shared),
        ):
            if some:
                said.append(f"{where}: {words if len(some) == 1 else f'{words}s'} {_few(some)}.")
    met = len(compared.found.contestants)
    if missing := met * (met - 1) - len(compared.found.pairs):
        said.append(f"Not played in both: {w.count(missing, 'pairing')} of these {noun}s.")
    said += _headlines(compared)
    if not compared.found.bids and compared.words.bids:
        said.append("Fair bids are not compared: not both runs played bids with these policies.")
    return tuple(said)


def _few(names: Sequence[str]) -> str:
    """Return names as a sentence lists them; of very many, how many more there are."""
    if len(names) <= MOST_NAMES:
        return w.listing(names)
    return f"{', '.join(names[:MOST_NAMES])} and {len(names) - MOST_NAMES} more"


def _headlines(compared: Compared) -> list[str]:
    """Say whose headline is not what is compared here."""
    policies = compared.found.policies
    said = []
    for which, source in zip(("old", "new"), compared.sources, strict=True):
        headline = tuple(source.manifest["headline"])
        if headline != policies:
            said.append(
                f"The headline of the {which} run is {players(headline)}; compared are games of "
                f"{players(policies)}, which both runs have."
            )
    return said


def players(policies: Sequence[str]) -> str:
    """Return who played.

    Examples
    --------
    >>> players(("planner", "planner")), players(("planner", "greedy"))
    ('planner', 'planner against greedy')
    """
    return " against ".join(dict.fromkeys(policies))


def bid_verdict(one: BidDifference) -> str:
    """Say whether a pairing's fair bid surely moved."""
    return MOVED if one.apart else OPEN


def bid_change(one: BidDifference, seats: Sequence[str]) -> str:
    """Return by how much a fair bid may have moved, in cubes to the first seat."""
    if one.change is None:
        return w.NOTHING
    low, high = (w.number(end, signed=True) for end in one.change)
    return f"{low} to {high} {bids.UNIT}s to {w.name_of(seats[0])}" if low != high else f"{low} {bids.UNIT}s"


def changed_pairs(compared: Compared) -> TextTable:
    """Return the pairings that surely changed most, as a terminal shows them."""
    found = compared.found
    shown = named(found.pairs)
    decided = sum(pair.verdict in DECIDED for pair in found.pairs)
    seat = w.name_of(found.seats[0])
    return TextTable(
        head=("", " v ".join(map(w.name_of, found.seats)), "before", "after", "from target"),
        rows=[
            (
                MARKS[pair.verdict],
                f"{w.name_of(pair.first)} v {w.name_of(pair.second)}",
                w.share_cell(pair.old),
                w.share_cell(pair.new),
                w.change_cell(pair.distance),
            )
            for pair in shown
        ],
        title=f"Pairings that changed{' most' if len(shown) < decided else ''}: {seat}'s wins in 100",
        note=f"{MARKS[TweakVerdict.BETTER]} nearer to its target, {MARKS[TweakVerdict.WORSE]} farther from it"
        + (f"; {len(shown)} of {decided}" if len(shown) < decided else ""),
        right=(2, 3, 4),
    )


def pairing_advice(compared: Compared) -> str:
    """Recommend `balance tweak`, where one rule or another is what differs."""
    if not any(one.kind is Kind.RULES for one in compared.differences):
        return ""
    return (
        f"Two runs are two separate samples. balance tweak plays old and new rules on the same {compared.words.luck} "
        "and needs several times fewer games for the same answer."
    )


def level_words(level: float) -> str:
    """Return the level of a family's intervals, such as ``99.93%``."""
    return percent(1 - level)
