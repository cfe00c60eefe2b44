"""`balance sweep`: play every pairing and write a report; `balance report`: write it anew."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import rich_click as click

from balance.cli.output import cores, echo_headline
from balance.cli.parameters import (
    COARSEST,
    FILE,
    FINEST,
    LARGEST_SEED,
    MOST_GAMES,
    MOST_IN_ALL,
    Names,
    Number,
    Whole,
)


@click.command()
@click.argument("configuration", type=FILE)
@click.option("--out", type=FILE, help="Folder of the results.  [default: outputs/NAME]")
@click.option("--games", type=Whole(1, MOST_GAMES), help="Games per cell, of all policies and bids.")
@click.option(
    "--precision",
    type=Number(FINEST, COARSEST),
    help="Go on until the interval of each pairing reaches no farther than this, in wins in 100 games.",
)
@click.option("--max-games", type=Whole(1, MOST_IN_ALL), help="The most games of these pairings in all.")
@click.option("--jobs", type=Whole(1, 1024), help="Threads.  [default: one per core]")
@click.option("--seed", type=Whole(0, LARGEST_SEED), help="Master seed.  [default: the file's]")
@click.option(
    "--policy",
    metavar="NAME|A,B",
    help="Only games played by this policy, or by A against B; module:function is one in Python.",
)
@click.option("--factions", type=Names(), help="Only these factions.")
@click.option("--layouts", type=Names(), help="Only these layouts.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
@click.option(
    "--force", is_flag=True, help="Replace the run that the folder holds, and play every game anew."
)
@click.pass_context
def sweep(
    context: click.RichContext,
    /,
    configuration: Path,
    out: Path | None,
    jobs: int | None,
    *,
    quiet: bool,
    force: bool,
    **chosen: Any,
) -> None:
    """Play every pairing of CONFIGURATION and write a report.

    An interrupted sweep goes on where it stopped when the same command is given again.
    """
    from balance.loading import configuration_at, engine_of
    from balance.sweep.options import overridden, playing

    what = overridden(configuration_at(configuration), **chosen)

    from balance.road import run_sweep
    from balance.terminal import Teller

    with Teller(quiet=quiet) as teller:
        finished = run_sweep(
            what,
            lambda: engine_of(what, playing(what), say=teller.say),
            out or Path("outputs") / what.name,
            jobs=jobs or cores(),
            force=force,
            command=shlex.join(["balance", *context.obj]),
            say=teller.say,
            tell=teller.tell,
        )
    if not quiet:
        echo_headline(finished)


@click.command()
@click.argument("run", type=FILE)
def report(run: Path) -> None:
    """Make the summary and the page of a finished RUN folder anew, without playing a game."""
    from balance.road import rebuild_report

    echo_headline(rebuild_report(run))
