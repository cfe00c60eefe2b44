"""Reads the numbers of a page, and looks for each among the intervals of a summary.

Written from the summary's schema and the page's way of printing, `57 (55–59)`, without the package's own wording.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

NUMBER = r"[−+]?\d[\d,]*(?:\.\d+)?"
PRINTED = re.compile(rf"({NUMBER}) \(({NUMBER})(?:–| to )({NUMBER})\)")
SPOKEN = re.compile(
    rf"about ({NUMBER}) (?:wins )?in 100[^.;]{{0,40}}?, very likely \(95%\) between ({NUMBER}) and ({NUMBER})"
)
UNREAD = {"script", "style"}


class Words(HTMLParser):
    """Collects a page's text, each cell, line and sentence by itself."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: list[str] = [""]
        self.hidden = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNREAD:
            self.hidden += 1
        if tag not in ("b", "strong", "em", "a", "span", "code"):
            self.parts.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in UNREAD:
            self.hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts[-1] += " ".join(data.split()) + " " if data.strip() else ""


def printed(page: str) -> list[tuple[str, str, str]]:
    """Return every number of a page that has an interval, with its ends, as they are printed."""
    found = []
    for part in Words(page).parts:
        for pattern in (PRINTED, SPOKEN):
            found += [match.groups() for match in pattern.finditer(part)]
    return [(a, b, c) for a, b, c in found]


def intervals(value: Any) -> Iterator[tuple[float, float, float]]:
    """Walk through a summary and return estimate, low and high of every interval in it."""
    if isinstance(value, dict):
        if "card_columns" in value:
            yield from _of_cards(value)
        estimate, low, high = (value.get(name) for name in ("estimate", "low", "high"))
        if estimate is not None and low is not None and high is not None:  # null: the page prints no number
            yield estimate, low, high
        if isinstance(level := value.get("tie_rate"), dict) and level["estimate"] is not None:
            # what ties would be worth to a side that got them all, where they are shared
            yield level["estimate"] / 2, level["low"] / 2, level["high"] / 2
        for inner in value.values():
            yield from intervals(inner)
    elif isinstance(value, list):
        # a setting's row has a fourth number, the share to expect of more games
        numbers = len(value) in (3, 4) and all(isinstance(x, float) for x in value)
        if numbers and value[1] <= value[0] <= value[2]:
            yield value[0], value[1], value[2]
        for inner in value:
            yield from intervals(inner)


def _of_cards(details: Any) -> Iterator[tuple[float, float, float]]:
    """Return the intervals of cards, whose rows stand under the names of their columns."""
    at = {name: place for place, name in enumerate(details["card_columns"])}
    wanted = [
        [at[name] for name in names]
        for names in (
            ("played", "played_low", "played_high"),
            ("unplayed", "unplayed_low", "unplayed_high"),
            ("difference", "low", "high"),
        )
    ]
    for pair in details["pairs"]:
        for row in pair["cards"]:
            for places in wanted:
                estimate, low, high = (row[place] for place in places)
                if None not in (estimate, low, high):
                    yield estimate, low, high


def expit(log_odds: float) -> float:
    """Return the probability of log odds."""
    return 1 / (1 + math.exp(-log_odds))


def plain(text: str) -> float:
    """Return a printed number as a number."""
    return float(text.replace("−", "-").replace(",", "").replace("+", ""))


def unknown(page: str, summary: Any) -> list[tuple[str, str, str]]:
    """Return the printed intervals that are none of the summary's."""
    wanted: dict[tuple[int, int], list[list[float]]] = {}
    shown = [([plain(text) for text in triple], triple) for triple in dict.fromkeys(printed(page))]
    for numbers, triple in shown:
        decimals = _decimals(triple)
        for step in (-1, 0, 1):
            wanted.setdefault((decimals, round(numbers[0] * 10**decimals) + step), []).append(numbers)
    found = set()
    for view in _views(set(intervals(summary))):
        for decimals in range(3):
            for numbers in wanted.get((decimals, round(view[0] * 10**decimals)), ()):
                slack = 0.5 * 10**-decimals + 1e-4  # summary.json rounds to six decimals
                if all(abs(x - y) <= slack for x, y in zip(view, numbers, strict=True)):
                    found.add(tuple(numbers))
    return [triple for numbers, triple in shown if tuple(numbers) not in found]


def _decimals(triple: tuple[str, ...]) -> int:
    return max(len(text.partition(".")[2]) for text in triple)


def _views(given: set[tuple[float, float, float]]) -> Iterator[tuple[float, float, float]]:
    """Return each interval as itself, in 100, with its sign turned, from the other side, and as log odds of a win."""
    for estimate, low, high in given:
        for scale, shift in ((1, 0), (-1, 0), (100, 0), (-100, 0), (-100, 100)):
            ends = sorted((scale * low + shift, scale * high + shift))
            yield scale * estimate + shift, ends[0], ends[1]
        if max(map(abs, (estimate, low, high))) < 30:
            for sign in (1, -1):
                ends = sorted(100 * sign * (expit(x) - 0.5) for x in (low, high))
                yield 100 * sign * (expit(estimate) - 0.5), ends[0], ends[1]
