"""`balance plan`: how many games and minutes a wanted interval or a detectable difference needs."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from balance.cli.output import cores, echo, say
from balance.cli.parameters import COARSEST, FILE, FINEST, LARGEST_SEED, Names, Number, Whole

if TYPE_CHECKING:
    from balance.plan import Known, Row, Wanted


@click.command()
@click.argument("configuration", type=FILE)
@click.option(
    "--precision",
    type=Number(FINEST, COARSEST),
    help="Wanted half width of 95% intervals, in wins in 100 games.  [default: 1, without --difference]",
)
@click.option(
    "--difference",
    type=Number(FINEST, 50.0),
    help="Change of a win share that a tweak's check is to tell from none, in wins in 100 games.",
)
@click.option(
    "--power",
    type=Number(0.5, 0.999),
    default=0.8,
    show_default=True,
    help="Chance of telling the difference.",
)
@click.option(
    "--alpha",
    type=Number(0.0001, 0.5),
    default=0.05,
    show_default=True,
    help="Chance of telling one that is not there.",
)
@click.option(
    "--variance-ratio",
    type=Number(1.0, 100.0),
    default=2.0,
    show_default=True,
    help="How many times smaller the same decks make the variance of a change.",
)
@click.option("--from", "run", type=FILE, help="Plan with the shares and tie rates of this finished run.")
@click.option("--policy", metavar="NAME|A,B", help="Who plays.  [default: the file's first pair]")
@click.option("--factions", type=Names(), help="Only these factions.")
@click.option("--layouts", type=Names(), help="Only these layouts.")
@click.option("--jobs", type=Whole(1, 1024), help="Threads.  [default: one per core]")
@click.option(
    "--seed", type=Whole(0, LARGEST_SEED), help="Master seed of the timed games.  [default: the file's]"
)
def plan(
    configuration: Path,
    precision: float | None,
    difference: float | None,
    power: float,
    alpha: float,
    variance_ratio: float,
    run: Path | None,
    policy: str | None,
    factions: tuple[str, ...] | None,
    layouts: tuple[str, ...] | None,
    jobs: int | None,
    seed: int | None,
) -> None:
    """Say how many games and minutes a wanted interval or a detectable difference needs.

    Times a few seconds of games of CONFIGURATION on this machine.
    """
    from balance.loading import configuration_at, engine_of
    from balance.sweep.options import overridden, seat_policies, seats_of

    what = overridden(
        configuration_at(configuration), policy=policy, factions=factions, layouts=layouts, seed=seed
    )
    names = seat_policies(what.policy_pairs[0], seats_of(what))

    from balance.plan import Wanted, known, rows

    if precision is None and difference is None:
        precision = 1.0
    wanted = Wanted(
        half_width=None if precision is None else precision / 100,
        difference=None if difference is None else difference / 100,
        power=power,
        alpha=alpha,
        ratio=variance_ratio,
    )
    rests_on = known(what, *engine_of(what, names, say=say), run=run, jobs=jobs or cores())
    for line in _told(wanted, rests_on, rows(wanted, rests_on)):
        echo(line)


def _told(wanted: Wanted, rests_on: Known, found: list[Row]) -> list[str]:
    """Return the lines of the answer."""
    head = ("to know", "games per pairing", "games in all", "minutes", "")
    cells = [
        head,
        *((r.what, _count(r.per_pairing), _count(r.games), _minutes(r.minutes), r.note) for r in found),
    ]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    table = [
        "  ".join([row[0].ljust(widths[0]), *(row[i].rjust(widths[i]) for i in (1, 2, 3)), row[4]]).rstrip()
        for row in cells
    ]
    told = [*table, f"speed: {rests_on.speed:,.0f} games a second, {rests_on.from_speed}"]
    if wanted.half_width is not None:
        told += [
            f"shares: {rests_on.from_shares}",
            f"tie rate: {rests_on.tie_rate:.1%}, {rests_on.from_ties}",
        ]
    if wanted.difference is not None:
        told.append(
            f"change: told with a chance of {wanted.power:.0%}, {wanted.alpha:.1%} if there is none; the "
            f"same decks are taken to make its variance {wanted.ratio:g} times smaller (--variance-ratio)"
        )
    return told


def _count(games: float) -> str:
    return f"{games:,.0f}" if math.isfinite(games) else "too many"


def _minutes(minutes: float) -> str:
    return f"{minutes:,.1f}" if math.isfinite(minutes) else "too many"
