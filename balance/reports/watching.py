"""Games to watch: a few games of each pairing, with the page that shows each and the command that replays it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from balance.engine.system import Cell, Columns
from balance.errors import RunFolderError, raised
from balance.reports.anchors import pair_key
from balance.sweep.folder import PAGES, REPORT
from balance.sweep.manifest import MANIFEST
from balance.sweep.store import cell_of
from balance.sweep.watched import GAMES, REASONS, record_of


@dataclass(frozen=True)
class Watched:
    """One game that is worth watching.

    Parameters
    ----------
    first, second
        The contestants in the first and the second seat.
    setting
        The setting that it was played under (Pacts: the layout).
    game
        Its number in its cell, from 0.
    reason
        Why it was chosen: one of `REASONS`.
    margin
        Its final margin in points, first seat less second.
    winner
        The seat that won; empty where a level game is shared.
    href
        The address of its page, relative to the report's.
    command
        What shows the same game, given in the run's folder.
    """

    first: str
    second: str
    setting: str
    game: int
    reason: str
    margin: int
    winner: str
    href: str
    command: str


def games_to_watch(games: pl.DataFrame, columns: Columns, contestants: Sequence[str]) -> tuple[Watched, ...]:
    """Return a run's games to watch, pairing by pairing, each pairing's in the order of `REASONS`.

    Parameters
    ----------
    games
        The rows of ``games.parquet``.
    columns
        The names of its columns.
    contestants
        All of the run, in its order.
    """
    first, second = columns.seats
    return tuple(
        Watched(
            first=row[first],
            second=row[second],
            setting=row[columns.setting],
            game=row["game"],
            reason=row["reason"],
            margin=row["margin"],
            winner=row["winner"],
            href=f"{PAGES}/{pair_key(contestants, row[first], row[second])}-{row['reason']}.html",
            command=replay_command(cell_of(row, columns), row["game"], columns),
        )
        for row in games.drop("record").iter_rows(named=True)
    )


class WatchedPages(Mapping[str, bytes]):
    """The pages of a run's games to watch by address; each is made when it is asked for, for together they are large.

    Parameters
    ----------
    games
        The rows of ``games.parquet``.
    watched
        What `games_to_watch` returned for them.
    manifest
        The run's manifest: its configuration says what the board looks like.
    """

    def __init__(self, games: pl.DataFrame, watched: Sequence[Watched], manifest: Mapping[str, Any]) -> None:
        self._games, self._contents = games, manifest.get("configuration", {})
        self._contestants = tuple(manifest["contestants"])
        self._rows = {one.href: (number, one) for number, one in enumerate(watched)}

    def __getitem__(self, href: str) -> bytes:
        """Return the page at one address.

        Raises
        ------
        RunFolderError
            If the run's files say of the game what no game can be.
        """
        from balance.reports.replay.page import (
            render_record,  # it brings the engine of Pacts, whose games alone are shown
        )

        number, one = self._rows[href]
        back = f"../{REPORT}#pair-{pair_key(self._contestants, one.first, one.second)}"
        try:
            record = record_of(self._games.row(number, named=True))
            page = render_record(self._contents, record, back=back)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            msg = f"{GAMES} or {MANIFEST} is damaged: game {one.game} of {href} cannot be shown ({raised(error)})"
            raise RunFolderError(msg) from error
        return page.encode(errors="backslashreplace")

    def __iter__(self) -> Iterator[str]:
        """Yield the addresses."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Return how many pages there are."""
        return len(self._rows)


def replay_command(cell: Cell, game: int, columns: Columns, *, folder: str = ".") -> str:
    """Return the command that replays a game of a run.

    Parameters
    ----------
    folder
        The run's folder, as seen from where the command is given.
    """
    words = ["balance", "replay", folder]
    names = (*columns.seats, columns.setting, *columns.policies)
    for option, value in zip(names, (*cell.contestants, cell.setting, *cell.policies), strict=True):
        words += [f"--{option.replace('_', '-')}", value]
    if cell.bid:
        words += ["--bid-to", columns.seats[cell.bid < 0], "--bid", str(abs(cell.bid))]
    return shlex.join([*words, "--game", str(game)])


__all__ = ["REASONS", "Watched", "WatchedPages", "games_to_watch", "replay_command"]
