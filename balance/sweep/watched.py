"""Games to watch: a few games that stand for each pairing, chosen after a sweep and kept as records.

They come from the first games of the pairing's cells under the headline policies, so that which they are does not
depend on how the sweep was cut up or interrupted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl
from joblib import Parallel, delayed
from numpy.typing import NDArray

from balance.engine.system import Cell, Columns, PolicyHandle, RuleSystem
from balance.errors import RunFolderError
from balance.sweep.store import cell_of, key_names, key_schema, key_values, read_frame

GAMES: Final = "games.parquet"

TYPICAL, CLOSE, UPSET = REASONS = ("typical", "close", "upset")
"""Why a game was chosen, in the order in which a pairing's games are told.

Typical: its margin is nearest the pairing's mean. Close: its margin is nearest 0. Upset: the seat that wins fewer games
of the pairing wins it, by most.
"""

MOST_PAIRS: Final = 100
"""Pairings that get games, those farthest from even: a page each for more would outweigh the report many times."""

LOOKED_AT: Final = 24
"""Games of a pairing that are chosen from, over all its settings: enough that one is near the mean and most pairings
have an upset, and played in a second or two for a whole sweep."""

_MOST_SETTINGS: Final = LOOKED_AT // 3  # so that no setting has fewer than three games


@dataclass(frozen=True)
class _Pairing:
    """A pairing under the headline policies: its cells, games of each to look at, and how it goes overall."""

    cells: tuple[Cell, ...]
    games: int
    mean: float  # margin in points
    share: float  # first seat's

    @property
    def trailing(self) -> int | None:
        """The seat that wins fewer games; None if neither does."""
        return None if self.share == 0.5 else int(self.share > 0.5)


def games_schema(columns: Columns) -> pl.Schema:
    """Return the schema of ``games.parquet``: one row for each game to watch, by pairing and reason.

    `winner` is a seat, empty where a level game is shared; `record` holds the game's lines, see docs/record.md.
    """
    numbers = {"game": pl.Int64(), "margin": pl.Int64()}
    texts = dict.fromkeys(("reason", "winner", "record"), pl.String())
    return pl.Schema({**key_schema(columns), **numbers, **texts})


def games_frame(
    system: RuleSystem,
    policies: Mapping[str, PolicyHandle],
    tallies: pl.DataFrame,
    headline: Sequence[str],
    *,
    shared_ties: bool,
    jobs: int = 1,
) -> pl.DataFrame:
    """Choose the games to watch of a finished sweep and play each once more, for its record.

    Parameters
    ----------
    system, policies
        What played the sweep. A system that has nothing to show gets no games.
    tallies
        The sweep's tallies.
    headline
        The policies, one a seat, whose games are chosen from.
    shared_ties
        Whether level games count half for each seat.
    jobs
        Threads; what is chosen does not depend on them.
    """
    columns = system.columns
    pairings = (
        _pairings(tallies, columns, headline, shared_ties=shared_ties) if system.can_be_watched() else []
    )
    found: list[list[list[Any]]] = Parallel(n_jobs=jobs, prefer="threads")(
        delayed(_watched)(system, policies, pairing) for pairing in pairings
    )
    rows = [row for pairing in found for row in pairing]
    return pl.DataFrame(rows, schema=games_schema(columns), orient="row")


def read_games(path: Path, columns: Columns, *, sha256: str) -> pl.DataFrame:
    """Return the games to watch of a run, whose digest must begin with `sha256`.

    Raises
    ------
    RunFolderError
        If the file is missing, cannot be read, is another, has another schema or unknown reasons.
    """
    frame = read_frame(path, games_schema(columns), sha256)
    if not set(frame["reason"]) <= set(REASONS):
        msg = f"{path} is damaged: reasons other than {', '.join(REASONS)}"
        raise RunFolderError(msg)
    return frame


def record_of(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the record of a row of ``games.parquet``: its header, then everything that happened."""
    return [json.loads(line) for line in row["record"].splitlines()]


def choose(
    margins: NDArray[np.int64], shares: NDArray[np.float64], *, mean: float, trailing: int | None
) -> dict[str, int]:
    """Return the place of the game that was chosen for each reason; no two are the same, the first of equals is taken.

    Parameters
    ----------
    margins, shares
        Of each game: first seat's points less second's, and the first seat's share of the win.
    mean
        The pairing's mean margin in points.
    trailing
        The seat whose win is an upset; None for neither.

    Examples
    --------
    >>> choose(np.array([9, 4, -1, -7]), np.array([1.0, 1.0, 0.0, 0.0]), mean=5.2, trailing=1)
    {'upset': 3, 'close': 2, 'typical': 1}
    """
    size = np.abs(margins).astype(np.float64)
    won = np.zeros(len(margins), np.bool_) if trailing is None else shares == (1.0 if trailing == 0 else 0.0)
    ranks = {UPSET: np.where(won, -size, np.inf), CLOSE: size, TYPICAL: np.abs(margins - mean)}
    found: dict[str, int] = {}
    for reason, rank in ranks.items():  # the scarcest first
        rank[list(found.values())] = np.inf
        if rank.min(initial=np.inf) < np.inf:
            found[reason] = int(rank.argmin())
    return found


def _pairings(
    tallies: pl.DataFrame, columns: Columns, headline: Sequence[str], *, shared_ties: bool
) -> list[_Pairing]:
    """Return the pairings that get games, in the order of their names."""
    first, second = columns.seats
    played = (pl.col(name) == policy for name, policy in zip(columns.policies, headline, strict=True))
    own = tallies.filter(*played, pl.col("bid") == 0, pl.col(first) != pl.col(second)).sort(
        key_names(columns)
    )
    found = []
    for _, part in own.group_by(first, second, maintain_order=True):
        rows = part.to_dicts()
        games = sum(row["games"] for row in rows)
        wins = sum(row[columns.wins] + (row["ties"] / 2 if shared_ties else 0) for row in rows)
        points = sum(row["games"] * row["margin_mean"] for row in rows)
        cells = tuple(cell_of(row, columns) for row in rows[:_MOST_SETTINGS])
        looked_at = min(LOOKED_AT // len(cells), *(row["games"] for row in rows[:_MOST_SETTINGS]), LOOKED_AT)
        if looked_at:
            found.append(_Pairing(cells, looked_at, points / games, wins / games))
    far = sorted(found, key=lambda pairing: -abs(pairing.share - 0.5))[:MOST_PAIRS]
    return [pairing for pairing in found if pairing in far]


def _watched(system: RuleSystem, policies: Mapping[str, PolicyHandle], pairing: _Pairing) -> list[list[Any]]:
    """Return a pairing's rows of ``games.parquet``."""
    columns = system.columns
    played = system.games(pairing.cells, policies, 0, pairing.games)
    margins = np.stack([rows.margins for rows in played], axis=1).astype(np.int64)  # by game, then cell
    shares = np.stack([rows.shares for rows in played], axis=1)
    chosen = choose(margins.ravel(), shares.ravel(), mean=pairing.mean, trailing=pairing.trailing)
    found = []
    for reason in REASONS:
        if reason not in chosen:
            continue
        game, number = divmod(chosen[reason], len(pairing.cells))
        cell, share = pairing.cells[number], float(shares[game, number])
        winner = {1.0: columns.seats[0], 0.0: columns.seats[1]}.get(share, "")
        lines = (
            json.dumps(event, ensure_ascii=False) + "\n" for event in system.record(cell, policies, game)
        )
        place = [*key_values(cell, columns), game, int(margins[game, number])]
        found.append([*place, reason, winner, "".join(lines)])
    return found
