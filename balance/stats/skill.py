"""What depends on skill: pairs of policies, and one policy against another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import polars as pl

from balance.stats.entries import mean_entry, tie_break_entry
from balance.stats.matrix import PAIR
from balance.stats.pooling import counts_of, policy_pairs_of, pool, ties_of, with_policies
from balance.stats.results import PolicyMatch, PolicyPairEstimate


def policy_pairs(
    frame: pl.DataFrame, *, headline: Sequence[str], tie_break: str, settings: Sequence[str]
) -> tuple[PolicyPairEstimate, ...]:
    """Return the first seat's share for every pair of policies at bid 0, contestants' pairs weighted equally.

    The headline pair comes first, then the order of the tallies; `settings` are listed in the order given.
    `frame` is normalised, bid 0, without mirrors.
    """
    answers = []
    for policies in sorted(policy_pairs_of(frame), key=lambda p: p != tuple(headline)):
        rows = with_policies(frame, policies)
        pairs = pool(rows, PAIR)
        tie_rate = mean_entry(ties_of(pairs))
        played = set(rows["setting"])
        answers.append(
            PolicyPairEstimate(
                policies=policies,
                share=mean_entry(counts_of(pairs, tie_break)),
                tie_rate=tie_rate,
                tie_break=tie_break_entry(tie_rate, tie_break),
                settings=tuple(s for s in settings if s in played),
            )
        )
    return tuple(answers)


def policy_matches(frame: pl.DataFrame, *, tie_break: str) -> tuple[PolicyMatch, ...]:
    """Return each pair of different policies, both seats averaged, the stronger policy first.

    Over the contestants' pairs and settings that were played both ways round, pairs weighted equally.
    Policies that met one way round only are compared on that, and the note says so. `frame` is normalised,
    bid 0, without mirrors.
    """
    met = policy_pairs_of(frame)
    answers = []
    for one, other in combinations(sorted({p for pair in met for p in pair}), 2):
        there, back = with_policies(frame, (one, other)), with_policies(frame, (other, one))
        if there.is_empty() and back.is_empty():
            continue
        note = ""
        key = [*PAIR, "setting"]
        both = there.join(back, on=key, how="semi"), back.join(there, on=key, how="semi")
        if both[0].is_empty():
            note = "met in one seat only, so the side's advantage is included"
        else:
            there, back = both
        counts = counts_of(pool(there, PAIR), tie_break).joined(
            counts_of(pool(back, PAIR), tie_break).flipped()
        )
        share = float(np.mean(counts.share))
        names, seen = ((one, other), counts) if share >= 0.5 else ((other, one), counts.flipped())
        answers.append(PolicyMatch(*names, mean_entry(seen, note=note)))
    return tuple(answers)
