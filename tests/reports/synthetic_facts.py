"""Made-up games behind made-up tallies, counted as facts are: leads, scores, cards, splits and the token."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

CARDS = (
    "ABILITY",
    "MOVE 1",
    "MOVE 2",
    "PLACE 1 WILD",
    "PLACE 1 oak",
    "PLACE 2 ash",
    "PLACE 3 thorn",
    "POINTS",
)
SEATS = ("seelie", "unseelie")
ROUNDS = 6
SHAPES = ((3, 2), (4, 1), (5, 0))

Whole = NDArray[np.int64]
Line = tuple[str, str, int, int, int]


def facts(tallies: pl.DataFrame, policies: Sequence[str], *, seed: int = 5) -> pl.DataFrame:
    """Return facts of the games without a bid under one pair of policies; `tallies` decide how they ended."""
    random = np.random.default_rng(seed)
    own = tallies.filter(
        pl.col("bid") == 0, pl.col("seelie_policy") == policies[0], pl.col("unseelie_policy") == policies[1]
    )
    cell = ["seelie", "unseelie", "layout", "seelie_policy", "unseelie_policy", "bid_to", "bid"]
    parts = []
    for row in own.iter_rows(named=True):
        games = _Games(row, random)
        found = [*games.rounds(), *games.cards(), *games.splits()]
        frame = pl.DataFrame(found, schema=["fact", "key", "games", "wins", "sum"], orient="row")
        parts.append(frame.select(*(pl.lit(row[name]).alias(name) for name in cell), pl.all()))
    return pl.concat(parts)


class _Games:
    """The games of one cell, each with its margin and whether the first seat won."""

    def __init__(self, row: dict[str, Any], random: np.random.Generator) -> None:
        margins = row["margin_offset"] + np.arange(len(row["margin_counts"]))
        self.margins = np.repeat(margins, row["margin_counts"])
        ties_win = row["seelie_wins"] == (self.margins >= 0).sum()
        self.won = (self.margins > 0) | ((self.margins == 0) & ties_win)
        self.random = random

    def line(self, fact: str, key: str, times: Whole, value: Whole | None = None) -> list[Line]:
        """Return one row; none where it never happened. `value` is summed instead of `times` if given."""
        on = times > 0
        total = int((times if value is None else value)[on].sum())
        return [(fact, key, int(on.sum()), int(self.won[on].sum()), total)] if on.any() else []

    def rounds(self) -> Iterator[Line]:
        games = len(self.margins)
        for number in range(1, ROUNDS + 1):
            part = number / ROUNDS
            noise = self.random.normal(0, 2 * (1 - part), games)
            lead = np.rint(self.margins * part + noise).astype(np.int64)
            score = self.random.poisson(2, games) + 3 * number
            for seat, own in zip(SEATS, (score, score - lead), strict=True):
                yield from self.line("score_after_round", f"{number} {seat}", np.ones(games, np.int64), own)
            for leader, sign in (("seelie", 1), ("unseelie", -1), ("level", 0)):
                on = (np.sign(lead) == sign).astype(np.int64)
                yield from self.line("lead_after_round", f"{number} {leader}", on, lead)
            for value in np.unique(lead) if number == ROUNDS // 2 else ():
                on = (lead == value).astype(np.int64)
                yield from self.line("margin_after_round_3", str(value), on, self.margins)

    def cards(self) -> Iterator[Line]:
        games = len(self.margins)
        for seat, ahead in zip(SEATS, (self.won, ~self.won), strict=True):
            for place, card in enumerate(CARDS):
                played = self.random.poisson(0.4 + 0.1 * place + 0.5 * ahead * (place % 3 == 0), games)
                taken = played + self.random.binomial(1, 0.2, games)
                yield from self.line("cards_played", f"{seat} {card}", played)
                yield from self.line("cards_taken", f"{seat} {card}", taken)

    def splits(self) -> Iterator[Line]:
        games = len(self.margins)
        for seat in SEATS:
            shape = self.random.choice(len(SHAPES), (games, ROUNDS // 2), p=(0.6, 0.3, 0.1))
            larger = self.random.random((games, ROUNDS // 2)) < 0.7
            for number, (most, least) in enumerate(SHAPES):
                for kept, which in (("larger", larger), ("smaller", ~larger)):
                    times = ((shape == number) & which).sum(axis=1)
                    yield from self.line("split", f"{seat} {most}-{least} {kept}", times)
        held = self.random.binomial(ROUNDS, 0.5, games)
        for seat, rounds in zip(SEATS, (held, ROUNDS - held), strict=True):
            yield from self.line("token", seat, rounds)
