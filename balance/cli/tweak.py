"""`balance tweak`: whether the game is better balanced with some rules changed."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from balance.cli.help import CHANGES, LIMITS, RESULTS, SIZE, command
from balance.cli.output import cores, echo, echo_sentences, echo_tables, nothing_kept, print_json, say
from balance.cli.parameters import (
    FILE,
    Number,
    Whole,
    factions_option,
    greedy_option,
    jobs_option,
    json_option,
    layout_option,
    quiet_option,
    seed_option,
)

if TYPE_CHECKING:
    from balance.tweak.road import Finished

NOT_MET, NOT_YET_KNOWN = 1, 3
MOST_PAIRED = 1_000_000
FINEST, COARSEST = 0.1, 20.0


@command(
    CHANGES,
    {
        "one change": "balance tweak configs/factions.yaml configs/tweaks/dragons-move-4.yaml",
        "two changes, ranked": "balance tweak configs/factions.yaml configs/tweaks/dragons-move-4.yaml "
        "configs/tweaks/kelpies-place-2.yaml",
        "a limit for scripts: exit code 1 if it is not met": "balance tweak configs/factions.yaml "
        "configs/tweaks/shared-ties.yaml --check 'worse <= 2'",
    },
)
@click.argument("base", type=FILE)
@click.argument("tweaks", metavar="TWEAK...", type=FILE, nargs=-1, required=True)
@greedy_option
@layout_option
@factions_option
@seed_option
@click.option(
    "--max-games",
    type=Whole(200, MOST_PAIRED),
    default=20_000,
    show_default=True,
    help="Games of each pairing, under old and new rules each, after which no more are played.",
    panel=SIZE,
)
@click.option(
    "--others",
    type=Whole(0, MOST_PAIRED),
    help="Games of each pairing that is not touched.  [default: 0, or 1000 if a check needs them]",
    panel=SIZE,
)
@click.option(
    "--material",
    type=Number(FINEST, COARSEST),
    default=1.0,
    show_default=True,
    help="Change of a pairing's distance from its target that matters, in wins in 100 games.",
    panel=LIMITS,
)
@click.option(
    "--alpha",
    type=Number(0.0001, 0.5),
    default=0.05,
    show_default=True,
    help="Error rate of everything that is said.",
    panel=LIMITS,
)
@click.option(
    "--bids/--no-bids", default=True, show_default=True, help="Fair bids, old and new.", panel=LIMITS
)
@click.option(
    "--check",
    "limits",
    multiple=True,
    metavar="LIMIT",
    help="Limit such as 'max_unfairness < 8'; exit code 1 if one is not met, 3 if one is not yet known.",
    panel=LIMITS,
)
@click.option("--out", type=FILE, help="Folder of the results.  [default: outputs/NAME-tweak]", panel=RESULTS)
@json_option
@jobs_option
@quiet_option
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
    as_json: bool,
    bids: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Play BASE with the changes of each TWEAK on the same cards or dice, and say whether it is better balanced.

    A tweak is a YAML file that names only what changes. Games are played until the verdict of each pairing is known.
    Nothing is kept of an interrupted run.
    """
    goal = {name: options.pop(name) for name in ("material", "alpha", "max_games")}
    from balance.loading import configuration_at, systems_of, tweaks_at
    from balance.stats.limits import check_name, parse
    from balance.sweep.options import known, overridden, playing, quick_policy
    from balance.tweak.figures import names

    parsed = tuple(parse(text) for text in limits)
    read = configuration_at(base)
    options["policy"] = quick_policy(read, options["policy"])
    what = overridden(read, **options)
    what = what.model_copy(update={"policy_pairs": what.policy_pairs[:1], "auction": None})
    changed = tweaks_at(base, tweaks, **options)
    setting = known(what.words.setting, layout or next(iter(what.settings)), what.settings)
    for limit in parsed:
        check_name(limit, names(what.pool()))

    from balance.terminal import Teller
    from balance.tweak.games import STAGES
    from balance.tweak.road import DEFAULT_BIDS, Asked, goal_of, run_tweaks

    asked = Asked(
        goal_of(what, **{**goal, "material": goal["material"] / 100}),
        setting,
        others=others,
        bids=() if not bids or not read.words.bids else (read.auction and read.auction.bids) or DEFAULT_BIDS,
        limits=parsed,
        seed_given=options["seed"] is not None,
    )
    with nothing_kept(context), Teller(quiet=quiet, stages=STAGES) as teller:
        finished = run_tweaks(
            what,
            changed,
            lambda: systems_of(what, playing(what), say=teller.say),
            out or Path("outputs") / f"{what.name}-tweak",
            asked,
            jobs=jobs or cores(),
            command=shlex.join(["balance", *context.obj]),
            say=teller.say,
            tell=teller.tell,
        )
    if as_json:
        print_json(finished.brief())
    elif not quiet:
        _tell(finished)
    _leave(context, finished, quiet=quiet and not as_json)


def _tell(finished: Finished) -> None:
    """Print what was found."""
    from balance.tweak import words

    echo(f"report: {finished.report}")
    echo("")
    echo_sentences(words.opening(finished))
    echo_tables(words.tables(finished))
    echo("")
    for sentence, commands in words.examples(finished):
        echo_sentences([sentence])
        for line in commands:
            echo(f"  {line}")
    echo_sentences(words.closing(finished))


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
