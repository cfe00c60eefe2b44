"""`balance replay`: one game, move by move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from balance.cli.output import say
from balance.cli.parameters import FILE, LARGEST_SEED, MOST_GAMES, Whole
from balance.cli.watch import NAMES, configuration_of_run, told, watch
from balance.errors import BalanceError

if TYPE_CHECKING:
    from balance.config import Configuration
    from balance.engine.system import Cell

FORMATS = ("text", "html")


@click.command()
@click.argument("source", metavar="CONFIGURATION|RUN", type=FILE)
@click.option("--seelie", metavar="FACTION", help="Seelie's faction.")
@click.option("--unseelie", metavar="FACTION", help="Unseelie's faction.")
@click.option("--game", type=Whole(0, MOST_GAMES), help="Number of the game.  [default: 0]")
@click.option("--layout", metavar="NAME", help="Layout.  [default: the file's first]")
@click.option("--seelie-policy", metavar="NAME", help="Who plays Seelie.  [default: the file's first]")
@click.option("--unseelie-policy", metavar="NAME", help="Who plays Unseelie.  [default: the file's first]")
@click.option("--bid-to", metavar="SEAT", help="Side that is given cubes: seelie or unseelie.")
@click.option("--bid", type=Whole(0, 1000), help="How many cubes.  [default: 0]")
@click.option("--seed", type=Whole(0, LARGEST_SEED), help="Master seed.  [default: the file's]")
@click.option("--format", "form", type=click.Choice(FORMATS), help="How the game is told.  [default: text]")
@click.option("--output", type=FILE, help="File to write; with --where, a folder.  [default: print]")
@click.option("--where", metavar="CONDITION", help="Search RUN, as: 'abs(margin) >= 10 and round 3 lead lost'.")
@click.option("--first", type=Whole(1, 1000), default=10, show_default=True, help="Games to list, with --where.")
@click.option("--games", type=Whole(1, 2**40), help="Games to scan, with --where.  [default: 20 seconds' worth]")
def replay(
    source: Path,
    game: int | None,
    seed: int | None,
    form: str | None,
    output: Path | None,
    where: str | None,
    first: int,
    games: int | None,
    **names: Any,
) -> None:
    """Tell one game of a sweep move by move: of CONFIGURATION, or of the folder of a finished RUN.

    With --where it lists games of RUN that fulfil a condition on margin, lead (after round 3), winner, tie_break,
    round 3 lead lost, bid and the names of the cell, with the commands that replay them, and says how rare they are;
    with --format it tells the first of them, or all that are listed into the folder --output.
    """
    if where is None:
        configuration = _configuration(source, seed)
        _tell(configuration, [(_cell(configuration, names), game or 0)], form or "text", output)
        return
    if game is not None or seed is not None:
        msg = f"expected either --where or --{'game' if game is not None else 'seed'}"
        raise BalanceError(msg)
    if not source.is_dir():
        msg = f"--where searches the folder of a finished run; got {source}, which is no folder"
        raise BalanceError(msg)
    found = watch(source, where, names=names, first=first, games=games, seconds=_SECONDS)
