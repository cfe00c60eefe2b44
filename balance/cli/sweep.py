"""`balance sweep`: play every pairing and write a report; `balance report`: write it anew."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from balance.cli.completing import policies
from balance.cli.help import PLAYED, REPORTS, RESULTS, RUNNING, SIZE, command
from balance.cli.output import cores, echo, echo_tables, print_json
from balance.cli.parameters import (
    COARSEST,
    FILE,
    FINEST,
    LARGEST_EFFORT,
    LONGEST,
    MOST_GAMES,
    MOST_IN_ALL,
    SHORTEST,
    SMALLEST_EFFORT,
    Number,
    Whole,
    factions_option,
    jobs_option,
    json_option,
    layouts_option,
    quiet_option,
    seed_option,
)

if TYPE_CHECKING:
    from balance.road import Finished


@command(
    REPORTS,
    {
        "every pairing of the shipped game, some minutes": "balance sweep configs/factions.yaml",
        "a quick look": "balance sweep configs/factions.yaml --policy greedy --out outputs/greedy",
        "until the headline's pairings are known to 2 wins in 100 games": "balance sweep configs/factions.yaml "
        "--precision 2 --out outputs/fine",
        "the best answer that fits into ten minutes": "balance sweep configs/factions.yaml --minutes 10 "
        "--out outputs/ten-minutes",
    },
)
@click.argument("configuration", type=FILE)
@click.option(
    "--policy",
    metavar="NAME|A,B",
    help="Only games played by this policy, or by A against B; module:function is one in Python.",
    panel=PLAYED,
    shell_complete=policies,
)
@factions_option
@layouts_option
@seed_option
@click.option(
    "--games",
    type=Whole(1, MOST_GAMES),
    help="Games per cell (per layout of a set), of all policies and bids.",
    panel=SIZE,
)
@click.option(
    "--precision",
    type=Number(FINEST, COARSEST),
    help="Go on until the interval of each pairing reaches no farther than this, in wins in 100 games.",
    panel=SIZE,
)
@click.option(
    "--max-games",
    type=Whole(1, MOST_IN_ALL),
    help="The most games of these pairings in all.",
    panel=SIZE,
)
@click.option(
    "--minutes",
    type=Number(SHORTEST, LONGEST),
    help="Play as much as fits into this time: all numbers of games are multiplied by one factor.",
    panel=SIZE,
)
@click.option(
    "--effort",
    type=Number(SMALLEST_EFFORT, LARGEST_EFFORT),
    help="Multiply all numbers of games by this; --minutes says by how much it did.",
    panel=SIZE,
)
@click.option("--out", type=FILE, help="Folder of the results.  [default: outputs/NAME]", panel=RESULTS)
@json_option
@jobs_option
@click.option(
    "--backend",
    type=click.Choice(("threads", "loky", "dask")),
    default="threads",
    show_default=True,
    help="Where games are played: threads, processes (loky), or a Dask cluster, of one machine or many.",
    panel=RUNNING,
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Scheduler of the Dask cluster, as tcp://HOST:PORT; all its workers' threads play, or --jobs of them.",
    panel=RUNNING,
)
@quiet_option
@click.option(
    "--force",
    is_flag=True,
    help="Replace the run that the folder holds, and play every game anew.",
    panel=RUNNING,
)
@click.pass_context
def sweep(
    context: click.RichContext,
    /,
    configuration: Path,
    out: Path | None,
    jobs: int | None,
    minutes: float | None,
    effort: float | None,
    backend: str,
    scheduler: str | None,
    *,
    as_json: bool,
    quiet: bool,
    force: bool,
    **chosen: Any,
) -> None:
    """Play every pairing of CONFIGURATION and write a report.

    An interrupted sweep goes on where it stopped when the same command is given again.
    """
    began = time.monotonic()
    if minutes is not None and effort is not None:
        msg = "expected --minutes or --effort, not both: the time decides on the effort"
        raise click.UsageError(msg)

    from balance.loading import configuration_at, engine_of
    from balance.sweep.options import overridden, playing

    what = overridden(configuration_at(configuration), **chosen)

    from balance.road import run_sweep
    from balance.sweep.backends import opened
    from balance.sweep.budget import Budget
    from balance.sweep.signals import terminable
    from balance.terminal import Teller, stages_of

    with (
        terminable(),
        Teller(quiet=quiet, stages=stages_of(what.words)) as teller,
        opened(backend, scheduler=scheduler, limit=jobs, say=teller.say) as where,
    ):
        finished = run_sweep(
            what,
            lambda: engine_of(what, playing(what), say=teller.say),
            out or Path("outputs") / what.name,
            jobs=jobs or cores(),
            force=force,
            command=shlex.join(["balance", *context.obj]),
            say=teller.say,
            tell=teller.tell,
            budget=None if minutes is None else Budget(minutes, began),
            effort=effort,
            backend=where,
        )
    _tell(finished, as_json=as_json, quiet=quiet)


@command(
    REPORTS,
    {
        "summary and page of a finished run, without playing": "balance report outputs/factions",
        "what it found, for programs": "balance report outputs/factions --json",
        "a page that lists all results": "balance report --index",
    },
)
@click.argument("run", metavar="[RUN]", type=FILE, required=False)
@click.option(
    "--index",
    is_flag=True,
    help="List all results under the folder RUN instead, in its index.html.  [default of RUN: outputs]",
    panel=RESULTS,
)
@json_option
def report(run: Path | None, *, index: bool, as_json: bool) -> None:
    """Make the summary and the page of a finished RUN folder anew, without playing a game."""
    if index:
        _list(run or Path("outputs"), as_json=as_json)
        return
    if run is None:
        msg = "expected the folder of a finished run, such as outputs/factions; with --index, all results are listed"
        raise click.UsageError(msg)
    from balance.road import rebuild_report

    _tell(rebuild_report(run), as_json=as_json)


def _list(folder: Path, *, as_json: bool) -> None:
    """Write the index of a folder and say what it lists."""
    from balance.index import write_index
    from balance.stats.json_values import plain

    file, entries = write_index(folder)
    if as_json:
        print_json({"index": str(file), "results": [plain(entry) for entry in entries]})
        return
    echo(f"index: {file}")
    odd = sum(entry.state != "finished" for entry in entries)
    more = f"; {odd} unfinished or damaged" if odd else ""
    echo(f"{len(entries) - odd} finished results{more}")


def _tell(finished: Finished, *, as_json: bool, quiet: bool = False) -> None:
    """Print where the report is and what the run found."""
    if as_json:
        print_json(finished.brief())
    elif not quiet:
        echo(f"report: {finished.report}")
        if finished.effort:
            echo(finished.effort)
        echo_tables(finished.overview())
