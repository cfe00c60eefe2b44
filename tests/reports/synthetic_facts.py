"""Made-up games behind made-up tallies, counted as facts are: leads, scores, cards, splits and the token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

CARDS = ("ABILITY", "MOVE 1", "MOVE 2", "PLACE 1 WILD", "PLACE 1 oak", "PLACE 2 ash", "PLACE 3 thorn", "POINTS")
SEATS = ("seelie", "unseelie")
ROUNDS = 6
SHAPES = ((3, 2), (4, 1), (5, 0))

Whole = NDArray[np.int64]


def facts(tallies: pl.DataFrame, policies: Sequence[str], *, seed: int = 5) -> pl.DataFrame:
    """Return facts of the games without a bid under one pair of policies; `tallies` decide how they ended."""
    random = np.random.default_rng(seed)
    own = tallies.filter(
        pl.col("bid") == 0, pl.col("seelie_policy") == policies[0], pl.col("unseelie_policy") == policies[1]
    )
    cell = ["seelie", "unseelie", "layout", "seelie_policy", "unseelie_policy", "bid_to", "bid"]
    parts = []
    for row in own.iter_rows(named=True):
        found = list(_cell(row, random))
        frame = pl.DataFrame(found, schema=["fact", "key", "games", "wins", "sum"], orient="row")
        parts.append(frame.select(*(pl.lit(row[name]).alias(name) for name in cell), pl.all()))
    return pl.concat(parts)


def _cell(row: dict[str, Any], random: np.random.Generator) -> Iterator[tuple[str, str, int, int, int]]:
    margins = np.repeat(row["margin_offset"] + np.arange(len(row["margin_counts"])), row["margin_counts"])
    ties_win = row["seelie_wins"] == (margins >= 0).sum()
    won = (margins > 0) | ((margins == 0) & ties_win)

    def line(fact: str, key: str, times: Whole, *, value: Whole | None = None) -> tuple[str, str, int, int, int]:
        on = times > 0
        return fact, key, int(on.sum()), int(won[on].sum()), int((times if value is None else value)[on].sum())

    games = len(margins)
    everyone = np.ones(games, np.int64)
    for number in range(1, ROUNDS + 1):
        part = number / ROUNDS
        lead = np.rint(margins * part + random.normal(0, 2 * (1 - part), games)).astype(np.int64)
        score = random.poisson(2, games) + 3 * number
        for seat, own in zip(SEATS, (score, score - lead), strict=True):
            yield line("score_after_round", f"{number} {seat}", everyone, value=own)
        for leader, on in (("seelie", lead > 0), ("unseelie", lead < 0), ("level", lead == 0)):
            if on.any():
                yield line("lead_after_round", f"{number} {leader}", on.astype(np.int64), value=lead)
        if number == ROUNDS // 2:
            for value in np.unique(lead):
                on = (lead == value).astype(np.int64)
                yield line("margin_after_round_3", str(value), on, value=margins)
    for side, seat in enumerate(SEATS):
        ahead = won if side == 0 else ~won
        for place, card in enumerate(CARDS):
            played = random.poisson(0.4 + 0.1 * place + 0.5 * ahead * (place % 3 == 0), games)
            if played.any():
                yield line("cards_played", f"{seat} {card}", played)
                yield line("cards_taken", f"{seat} {card}", played + random.binomial(1, 0.2, games))
        shape = random.choice(len(SHAPES), (games, ROUNDS // 2), p=(0.6, 0.3, 0.1))
        larger = random.random((games, ROUNDS // 2)) < 0.7
        for number, (most, least) in enumerate(SHAPES):
            for kept, which in (("larger", larger), ("smaller", ~larger)):
                times = ((shape == number) & which).sum(axis=1)
                if times.any():
                    yield line("split", f"{seat} {most}-{least} {kept}", times)
    held = random.binomial(ROUNDS, 0.5, games)
    for seat, rounds in zip(SEATS, (held, ROUNDS - held), strict=True):
        yield line("token", seat, rounds)
