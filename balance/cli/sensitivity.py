"""`balance sensitivity`: what the conclusions rest on."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import rich_click as click

from balance.cli.output import cores, echo
from balance.cli.parameters import COARSEST, FILE, FINEST, LARGEST_SEED, MOST_GAMES, Names, Number, Whole
from balance.errors import BalanceError

INTERRUPTED = 130


@click.command()
@click.argument("configuration", type=FILE)
@click.option("--out", type=FILE, help="Folder of the results.  [default: outputs/NAME-sensitivity]")
@click.option(
    "--policy",
    metavar="NAME|A,B",
    default="greedy",
    show_default=True,
    help="Who plays, on both sides, or A against B.",
)
@click.option("--layout", metavar="NAME", help="Layout.  [default: the file's first]")
@click.option("--only", type=Names(), help="Only these variants, or variants of these.")
@click.option("--factions", type=Names(), help="Only these factions.")
@click.option(
    "--precision",
    type=Number(FINEST, COARSEST),
    default=1.0,
    show_default=True,
    help="Wanted half width of the intervals, in wins in 100 games.",
)
@click.option("--games", type=Whole(1, MOST_GAMES), help="Games per pairing, instead of a precision.")
@click.option("--jobs", type=Whole(1, 1024), help="Threads.  [default: one per core]")
@click.option("--seed", type=Whole(0, LARGEST_SEED), help="Master seed.  [default: the file's]")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
@click.pass_context
def sensitivity(
    context: click.RichContext,
    /,
    configuration: Path,
    out: Path | None,
    layout: str | None,
    only: tuple[str, ...] | None,
    precision: float,
    games: int | None,
    jobs: int | None,
    *,
    quiet: bool,
    **options: Any,
) -> None:
    """Change every ruling and assumption of CONFIGURATION, one at a time, and say which conclusions change.

    Nothing is kept of an interrupted run.
    """
    from balance.config.variants import chosen, variants
    from balance.loading import configuration_at, engine_of
    from balance.sweep.options import known, overridden, playing

    what = overridden(configuration_at(configuration), **options)
    what = what.model_copy(
        update={"policy_pairs": what.policy_pairs[:1], "auction": None, "comparisons": None}
    )
    setting = known("layout", layout or next(iter(what.layouts)), what.layouts)
    found = chosen(variants(what, layout=setting), only)
    if not found:
        msg = f"{configuration} has no variants: no ruling, value or layout with another option"
        raise BalanceError(msg)

    from balance.sensitivity import STAGES, Size, run_sensitivity
    from balance.terminal import Teller

    def engine() -> tuple[Any, Any]:
        _, policies = engine_of(what, playing(what), say=teller.say)

        from balance.engine.registry import rule_system  # engine_of has compiled it

        return rule_system, policies

    try:
        with Teller(quiet=quiet, stages=STAGES) as teller:
            finished = run_sensitivity(
                what,
                found,
                engine,
                out or Path("outputs") / f"{what.name}-sensitivity",
                layout=setting,
                size=Size(precision / 100, games),
                jobs=jobs or cores(),
                command=shlex.join(["balance", *context.obj]),
                say=teller.say,
                tell=teller.tell,
            )
    except KeyboardInterrupt:
        click.echo("error: interrupted; nothing was written, the same command starts anew", err=True)
        context.exit(INTERRUPTED)
    if not quiet:
        for line in (f"report: {finished.report}", *finished.headline):
            echo(line)
