"""How long `balance fit` takes for ten million games: ``python -m benchmarks.played``."""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

import numpy as np
import polars as pl

from benchmarks import measure
from benchmarks.measure import Row

GAMES = 10_000_000
PLAYERS = 200
FACTIONS = tuple(f"faction {i + 1}" for i in range(9))
LAYOUTS = ("standard", "mirrored", "random")
MOST_SECONDS, MOST_MEMORY = 20.0, 2048.0  # MiB


def played_rows(runs: int) -> list[Row]:
    """Return the rows: CSV without and with players, Parquet with players; seconds and peak memory."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        frame = games(GAMES)
        text, parquet = Path(folder) / "games.csv", Path(folder) / "games.parquet"
        frame.write_csv(text)
        frame.write_parquet(parquet)
        del frame
        for what, file, options in (
            ("CSV", text, ["--players", "none"]),
            (f"CSV with {PLAYERS} players", text, []),
            (f"Parquet with {PLAYERS} players", parquet, []),
        ):
            command = [sys.executable, "-m", "balance", "fit", str(file), *options]
            found = [measure.process(command) for _ in range(runs)]
            name = f"`balance fit`, {GAMES / 1e6:.0f} million games, {what}"
            seconds = statistics.median(s for s, _ in found)
            rows.append(measure.reached(name, seconds, "s", most=MOST_SECONDS, runs=runs))
            memory = max(mib for _, mib in found)
            rows.append(measure.reached(f"{name}: peak memory", memory, "MiB", most=MOST_MEMORY, runs=runs))
    return rows


def games(count: int) -> pl.DataFrame:
    """Return played games, one a row, as a club would write them down."""
    random = np.random.default_rng(1)
    strength, skill = random.normal(0, 0.4, len(FACTIONS)), random.normal(0, 0.6, PLAYERS)
    first, player = random.integers(0, len(FACTIONS), count), random.integers(0, PLAYERS, count)
    second = (first + random.integers(1, len(FACTIONS), count)) % len(FACTIONS)
    other = (player + random.integers(1, PLAYERS, count)) % PLAYERS
    odds = 0.2 + strength[first] - strength[second] + skill[player] - skill[other]
    won = random.random(count) < 1 / (1 + np.exp(-odds))
    winner = np.where(random.random(count) < 0.03, len(FACTIONS), np.where(won, first, second))
    names = pl.Series(FACTIONS)
    people = pl.Series([f"player {i:03d}" for i in range(PLAYERS)])
    return pl.DataFrame(
        {
            "date": pl.Series(["2026-03-01"]).gather(np.zeros(count, np.int64)),
            "seelie": names.gather(first),
            "unseelie": names.gather(second),
            "seelie_player": people.gather(player),
            "unseelie_player": people.gather(other),
            "layout": pl.Series(LAYOUTS).gather(random.integers(0, len(LAYOUTS), count)),
            "winner": pl.Series([*FACTIONS, "tie"]).gather(winner),
        }
    )


if __name__ == "__main__":
    print(measure.table(played_rows(1)))
