"""The list of all results under a folder, as one page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.parts import as_html
from balance.reports.templating import environment
from balance.stats.results import Interval
from balance.stats.tweak.results import TweakVerdict
from balance.words import Words

SWEEP, TWEAK, SENSITIVITY, COMPARISON = "sweep", "tweak", "sensitivity", "comparison"
FINISHED, UNFINISHED, DAMAGED = "finished", "unfinished", "damaged"
VERDICTS = tuple(str(one) for one in TweakVerdict)


@dataclass(frozen=True)
class Entry:
    """One folder of results.

    Parameters
    ----------
    folder
        From the folder of the page, with slashes.
    kind
        Which command wrote it.
    state
        Finished, unfinished or damaged.
    name
        Of the run.
    finished
        When, in the manifest's words; may be empty.
    games
        Played or compared; None where it is not known.
    policies
        Who played.
    said
        Sentences: the verdict, or what is wrong.
    page
        Address of its page; empty where there is none.
    """

    folder: str
    kind: str
    state: str
    name: str = ""
    finished: str = ""
    games: int | None = None
    policies: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    page: str = ""

    @property
    def moment(self) -> float:
        """When it was finished, in seconds; 0 where that is not known."""
        try:
            told = datetime.fromisoformat(self.finished)
        except ValueError:
            return 0.0
        return (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp()

    @property
    def when(self) -> str:
        """When it was finished, to the minute."""
        return f"{datetime.fromtimestamp(self.moment, UTC):%Y-%m-%d %H:%M}" if self.moment else w.NOTHING

    @property
    def title(self) -> str:
        """What it is called: its name, else its folder."""
        return self.name or self.folder


def render(entries: Sequence[Entry], folder: str) -> str:
    """Return the page; the latest result first.

    Parameters
    ----------
    entries
        In any order.
    folder
        What the folder is called.
    """
    listed = sorted(entries, key=lambda one: (-one.moment, one.folder))
    trouble = [one for one in listed if one.state != FINISHED]
    context = {
        "title": folder,
        "entries": listed,
        "trouble": trouble,
        "finished": len(listed) - len(trouble),
        "tables": as_html([_table(listed)]),
    }
    return environment().get_template("index.html").render(context)


def _table(entries: Sequence[Entry]) -> Table:
    return Table(
        name="runs-table",
        caption="The latest first; times are UTC. A name leads to the page.",
        columns={
            "name": "Name",
            "kind": "Kind",
            "finished": "Finished",
            "games": "Games",
            "policies": "Players",
            "said": "Verdict",
            "folder": "Folder",
        },
        rows=[
            {
                "name": one.title,
                "kind": one.kind if one.state == FINISHED else f"{one.kind}, {one.state}",
                "finished": one.when,
                "games": w.NOTHING if one.games is None else f"{one.games:,}",
                "policies": ", ".join(dict.fromkeys(one.policies)),
                "said": one.said[0] if one.said else "",
                "folder": one.folder,
            }
            for one in entries
        ],
        numeric=("games",),
        order={
            "finished": [one.moment or None for one in entries],
            "games": [one.games for one in entries],
        },
        choices=("kind",),
        links={"name": [one.page for one in entries]},
    )


def sweep_words(summary: Mapping[str, Any], words: Words) -> tuple[str, ...]:
    """Return what a sweep's summary says: the least fair pairing and the sides."""
    if not words.sides:
        return _both_ways(summary)
    seats = [str(seat) for seat in summary["seats"]]
    said = []
    worst = summary.get("least_fair")
    if worst:
        share, named = _interval(worst["share"]), w.pairing(worst["first"], worst["second"], seats)
        what = "Farthest from even, but not told apart" if w.includes(share) else "Least fair"
        said.append(f"{what}: {named}, where {w.favoured_words(share, seats)}.")
    overall = _interval(summary["overall"])
    said.append(f"Over all pairings {w.favoured_words(overall, seats)}.")
    return tuple(said)


def _both_ways(summary: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the pairing farthest from even, both ways averaged, where seats are mere labels."""
    met = [one for one in summary["both_ways"] if w.known(_interval(one["share"]))]
    if not met:
        return ()
    one = max(met, key=lambda one: abs(float(one["share"]["estimate"]) - w.EVEN))
    share = _interval(one["share"])
    names = (one["one"], one["other"]) if share.estimate >= w.EVEN else (one["other"], one["one"])
    share = share if share.estimate >= w.EVEN else w.flipped(share)
    what = "Least fair" if one["ahead"] else "Farthest from even, but not told apart"
    first, second = map(w.name_of, names)
    return (f"{what}: {first} against {second}, where {first} wins {w.share_words(share)}.",)


def tweak_words(summary: Mapping[str, Any], _words: Words) -> tuple[str, ...]:
    """Return what a tweak's summary says, tweak by tweak: the verdict overall and how many pairings have which."""
    said = []
    for tweak in summary["tweaks"]:
        verdicts = [pair["verdict"] for pair in tweak["touched"]]
        parts = [f"{verdicts.count(one)} {one}" for one in VERDICTS if one in verdicts]
        overall = tweak["overall"]["verdict"] if tweak["overall"] else "nothing changes without bids"
        of = f"; of {w.count(len(verdicts), 'pairing')} touched {w.listing(parts)}" if parts else ""
        said.append(f"{tweak['name']}: overall {overall}{of}.")
    return tuple(said)


def sensitivity_words(summary: Mapping[str, Any], _words: Words) -> tuple[str, ...]:
    """Return what a sensitivity run's summary says: how many conclusions hang on a variant."""
    headlines = summary["headlines"]
    hanging = [str(one["headline"]).replace("_", " ") for one in headlines if one["depends_on"]]
    of = w.count(len(headlines), "conclusion")
    if not hanging:
        return (f"No conclusion of {of} is known to hang on one of {len(summary['variants'])} variants.",)
    return (f"{len(hanging)} of {of} hang on a ruling or an assumption: {w.listing(hanging)}.",)


def comparison_words(summary: Mapping[str, Any], _words: Words) -> tuple[str, ...]:
    """Return a comparison's own verdict."""
    return tuple(map(str, summary["verdict"]))


def _interval(value: Mapping[str, Any]) -> Interval:
    estimate, low, high = (
        math.nan if value[key] is None else float(value[key]) for key in ("estimate", "low", "high")
    )
    return Interval(estimate, low, high, int(value["games"]))
