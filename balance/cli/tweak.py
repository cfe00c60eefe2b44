"""`balance tweak`: whether the game is better balanced with some rules changed."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from balance.cli.output import cores, echo, say
from balance.cli.parameters import FILE, LARGEST_SEED, Names, Number, Whole

if TYPE_CHECKING:
    from balance.tweak.road import Finished

INTERRUPTED = 130
NOT_MET, NOT_YET_KNOWN = 1, 3
MOST_PAIRED = 1_000_000
FINEST, COARSEST = 0.1, 20.0


@click.command()
@click.argument("base", type=FILE)
@click.argument("tweaks", metavar="TWEAK...", type=FILE, nargs=-1, required=True)
@click.option("--out", type=FILE, help="Folder of the results.  [default: outputs/NAME-tweak]")
@click.option(
    "--material",
    type=Number(FINEST, COARSEST),
    default=1.0,
    show_default=True,
    help="Change of a pairing's distance from its target that matters, in wins in 100 games.",
)
@click.option(
    "--alpha",
    type=Number(0.0001, 0.5),
    default=0.05,
    show_default=True,
    help="Error rate of everything that is said.",
)
@click.option(
    "--max-games",
    type=Whole(200, MOST_PAIRED),
    default=20_000,
    show_default=True,
    help="Games of each pairing, under old and new rules each, after which no more are played.",
)
@click.option(
    "--policy",
    metavar="NAME|A,B",
    default="greedy",
    show_default=True,
    help="Who plays, on both sides, or A against B.",
)
@click.option("--layout", metavar="NAME", help="Layout.  [default: the file's first]")
@click.option("--factions", type=Names(), help="Only these factions.")
@click.option(
    "--others",
    type=Whole(0, MOST_PAIRED),
    help="Games of each pairing that is not touched.  [default: 0, or 1000 if a check needs them]",
)
@click.option("--bids/--no-bids", default=True, show_default=True, help="Fair bids, old and new.")
@click.option(
    "--check",
    "limits",
    multiple=True,
    metavar="LIMIT",
    help="Limit such as 'max_unfairness < 8'; exit code 1 if one is not met, 3 if one is not yet known.",
)
@click.option("--jobs", type=Whole(1, 1024), help="Threads.  [default: one per core]")
@click.option("--seed", type=Whole(0, LARGEST_SEED), help="Master seed.  [default: the file's]")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
@click.pass_context
def tweak(
    context: click.RichContext,
    /,
    base: Path,
    tweaks: tuple[Path, ...],
    out: Path | None,
    layout: str | None,
    others: int | None,
    limits: tuple[str, ...],
    jobs: int | None,
    *,
    bids: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Play BASE with the changes of each TWEAK on the same cards, and say whether it is better balanced.

    A tweak is a YAML file that names only what changes. Games are played until the verdict of each pairing is known.
    Nothing is kept of an interrupted run.
    """
    goal = {name: options.pop(name) for name in ("material", "alpha", "max_games")}
    from balance.loading import configuration_at, engine_of, tweaks_at
    from balance.stats.limits import check_name, parse
    from balance.sweep.options import known, overridden, playing
    from balance.tweak.figures import names

    parsed = tuple(parse(text) for text in limits)
    read = configuration_at(base)
    what = overridden(read, **options)
    what = what.model_copy(update={"policy_pairs": what.policy_pairs[:1], "auction": None})
    changed = tweaks_at(base, tweaks, **options)
    setting = known("layout", layout or next(iter(what.layouts)), what.layouts)
    for limit in parsed:
        check_name(limit, names(what.pool()))

    from balance.terminal import Teller
    from balance.tweak.games import STAGES
    from balance.tweak.road import DEFAULT_BIDS, Asked, goal_of, run_tweaks

    def engine() -> tuple[Any, Any]:
        _, policies = engine_of(what, playing(what), say=teller.say)

        from balance.engine.registry import rule_system  # engine_of has compiled it

        return rule_system, policies

    asked = Asked(
        goal_of(what, **{**goal, "material": goal["material"] / 100}),
        setting,
        others=others,
        bids=() if not bids else (read.auction and read.auction.bids) or DEFAULT_BIDS,
        limits=parsed,
        seed_given=options["seed"] is not None,
    )
    try:
        with Teller(quiet=quiet, stages=STAGES) as teller:
            finished = run_tweaks(
                what,
                changed,
                engine,
                out or Path("outputs") / f"{what.name}-tweak",
                asked,
                jobs=jobs or cores(),
                command=shlex.join(["balance", *context.obj]),
                say=teller.say,
                tell=teller.tell,
            )
    except KeyboardInterrupt:
        click.echo("error: interrupted; nothing was written, the same command starts anew", err=True)
        context.exit(INTERRUPTED)
    if not quiet:
        _tell(finished)
    _leave(context, finished, quiet=quiet)


def _tell(finished: Finished) -> None:
    """Print what was found."""
    from balance.tweak.words import lines

    for line in lines(finished):
        echo(line)


def _leave(context: click.RichContext, finished: Finished, *, quiet: bool) -> None:
    """End with the exit code that the limits ask for; a quiet run names those that are not met on stderr."""
    from balance.stats.limits import Outcome
    from balance.tweak.words import check_words

    missed = [
        (name, one)
        for name, several in finished.judged.items()
        for one in several
        if one.outcome is not Outcome.MET
    ]
    for name, one in missed if quiet else ():
        say(check_words(name, one))
    if missed:
        context.exit(NOT_YET_KNOWN if finished.outcome is Outcome.UNKNOWN else NOT_MET)
