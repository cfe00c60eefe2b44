"""The points of the verdict: what a designer wants to know first, of what the game has."""

from __future__ import annotations

from dataclasses import dataclass

from balance.reports import labels, verdict
from balance.reports import wording as w
from balance.reports.sections import by_setting, rulings
from balance.stats.results import Estimates


@dataclass(frozen=True)
class Point:
    """One point of the verdict: its title, what it says, and the section that says more, by its key and in words."""

    title: str
    text: str
    key: str
    more: str


def points(estimates: Estimates, pair_key: str = "pairings") -> tuple[Point, ...]:
    """Return the verdict: least fair pair, whom to weaken, sides and ties, bids or settings, skill, what it rests on.

    Parameters
    ----------
    estimates
        All results.
    pair_key
        Where the page says more of the least fair pair.
    """
    words = estimates.words
    noun = words.contestant
    unfair = verdict.least_fair_sentence(estimates) if words.sides else labels.least_fair_sentence(estimates)
    bids = (
        Point("What to bid", verdict.bid_sentence(estimates), "bids", "bids")
        if words.bids
        else Point(
            f"{w.name_of(words.setting)}s",
            by_setting.sentence(estimates),
            "settings",
            f"all {words.setting}s",
        )
    )
    return (
        Point("Least fair pairing", unfair, pair_key, "that pairing"),
        Point(
            f"Strongest {noun}" if words.chosen else f"{w.name_of(noun)} to weaken",
            (verdict.strongest_sentence if words.chosen else verdict.weaken_sentence)(estimates, noun),
            "strengths",
            f"all {noun}s",
        ),
        _sides(estimates),
        bids,
        Point("Does skill matter", verdict.skill_sentence(estimates), "policies", "policies"),
        Point(
            "What it rests on",
            verdict.assumption_sentence(estimates, noun),
            rulings.KEY,
            "rulings and assumptions",
        ),
    )


def _sides(estimates: Estimates) -> Point:
    """Return what is said of the seats and of level games."""
    if not estimates.words.sides:
        text = f"{verdict.level_sentence(estimates)} {labels.seat_check(estimates)}"
        return Point("Level games", text, "level-games", "level games")
    side = f"{verdict.side_sentence(estimates, single=False)} {estimates.words.seats_meaning}".rstrip()
    if not estimates.words.tie_break:
        return Point(
            "Sides and level games",
            f"{side} {verdict.level_sentence(estimates)}",
            "level-games",
            "level games",
        )
    return Point(
        "Sides and tie-break",
        f"{side} {verdict.tie_break_sentence(estimates, most=False)}",
        "tie-break",
        "tie-break",
    )


def headline(estimates: Estimates) -> tuple[str, str, str]:
    """Return the run in three sentences: the sides overall, the least fair pair, level games."""
    words = estimates.words
    level = verdict.tie_break_sentence(estimates) if words.tie_break else verdict.level_sentence(estimates)
    if words.sides:
        return verdict.side_sentence(estimates), verdict.least_fair_sentence(estimates), level
    return labels.least_fair_sentence(estimates), labels.seat_check(estimates), level
