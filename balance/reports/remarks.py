"""Sentences of single sections, beyond the verdict: what a seat is worth, unfairness, who beats whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from balance.config.scaling import effort_words
from balance.reports import verdict
from balance.reports import wording as w
from balance.stats.results import Estimates

SEATED = ", so the side's advantage is included"
"""How a note ends that matters only where seats are more than labels."""


def match_sentences(estimates: Estimates) -> tuple[str, ...]:
    """Say which policy beats which; this is how far the players can be trusted."""
    sentences = []
    for match in estimates.policy_matches:
        even = not w.known(match.share) or w.includes(match.share)
        relation = "against" if even else "beats" if match.share.estimate > w.EVEN else "loses to"
        names = w.name_of(match.policy), w.name_of(match.against)
        sentences.append(f"{names[0]} {relation} {names[1]}: it wins {w.share_words(match.share)}.")
    if not estimates.words.sides:
        return tuple(sentence.replace(SEATED, "") for sentence in sentences)
    return tuple(sentences)


def side_advantage_words(estimates: Estimates) -> str:
    """Say what a seat alone is worth, whatever the contestants."""
    side = estimates.side_advantage
    if not w.known(side):
        return ""
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    if w.includes(side, 0.0):
        middle, low, high = (w.number(100 * x, 1, signed=True) for x in (side.estimate, side.low, side.high))
        return f"The side alone gives no sure advantage: {middle} wins in 100 to {first} ({low} to {high})."
    if side.estimate > 0:
        return f"The side alone is worth {verdict.wins_words(side)}, to {first}, whatever is played there."
    turned = replace(side, estimate=-side.estimate, low=-side.high, high=-side.low)
    return f"The side alone is worth {verdict.wins_words(turned)}, to {second}, whatever is played there."


def unfairness_words(estimates: Estimates) -> str:
    """Return how far from even the pairs are on average."""
    if not w.known(estimates.unfairness):
        return ""
    rough = f"; {estimates.unfairness.note}" if estimates.unfairness.note else ""
    return (
        f"On average a pairing is {w.rate_cell(estimates.unfairness)} wins in 100 away from even "
        f"(corrected for what chance alone would give{rough})."
    )


def effort_sentence(manifest: Mapping[str, Any]) -> str:
    """Say what part of the configured games was played, where their numbers were scaled; else nothing.

    It is the same whether the factor was given or found in a given time, so that the pages are.
    """
    factor = (manifest.get("budget") or {}).get("factor")
    if factor is None:
        return ""
    every = "" if factor >= 1 else ", at least one of each cell"
    shares = {pair.get("set_share") for pair in manifest["configuration"].get("policy_pairs", ())} - {None}
    part = f", each on about {100 * min(shares):.3g}% of the layouts of a set" if shares else ""
    return f"Played: {effort_words(factor)}{every}{part} (--effort {factor:.12g})."
