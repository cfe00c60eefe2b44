"""`balance sensitivity`: what the conclusions rest on."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import rich_click as click

from balance.cli.help import CHANGES, PLAYED, RESULTS, SIZE, command
from balance.cli.output import cores, echo, echo_tables, nothing_kept, print_json
from balance.cli.parameters import (
    COARSEST,
    FILE,
    FINEST,
    MOST_GAMES,
    Names,
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
from balance.errors import BalanceError


@command(
    CHANGES,
    {
        "every ruling and assumption, some minutes": "balance sensitivity configs/factions.yaml",
        "two rulings only, on few games": "balance sensitivity configs/factions.yaml "
        "--only tie_break,move_unit --games 200",
        "as the strongest program plays": "balance sensitivity configs/factions.yaml --policy planner "
        "--precision 3",
    },
)
@click.argument("configuration", type=FILE)
@greedy_option
@layout_option
@factions_option
@click.option("--only", type=Names(), help="Only these variants, or variants of these.", panel=PLAYED)
@seed_option
@click.option(
    "--precision",
    type=Number(FINEST, COARSEST),
    default=1.0,
    show_default=True,
    help="Wanted half width of the intervals, in wins in 100 games.",
    panel=SIZE,
)
@click.option(
    "--games",
    type=Whole(1, MOST_GAMES),
    help="Games per pairing, instead of a precision.",
    panel=SIZE,
)
@click.option(
    "--out",
    type=FILE,
    help="Folder of the results.  [default: outputs/NAME-sensitivity]",
    panel=RESULTS,
)
@json_option
@jobs_option
@quiet_option
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
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Change every ruling and assumption of CONFIGURATION, one at a time, and say which conclusions change.

    Nothing is kept of an interrupted run.
    """
    from balance.config.run import chosen_variants
    from balance.loading import configuration_at, systems_of
    from balance.sweep.options import known, overridden, playing, quick_policy

    read = configuration_at(configuration)
    what = overridden(read, **{**options, "policy": quick_policy(read, options["policy"])})
    what = what.model_copy(
        update={"policy_pairs": what.policy_pairs[:1], "auction": None, "comparisons": None}
    )
    setting = known(what.words.setting, layout or next(iter(what.settings)), what.settings)
    found = chosen_variants(what.variants(setting), only)
    if not found:
        msg = f"{configuration} has no variants: no ruling, value or {what.words.setting} with another option"
        raise BalanceError(msg)

    from balance.sensitivity import STAGES, Size, run_sensitivity
    from balance.terminal import Teller

    with nothing_kept(context), Teller(quiet=quiet, stages=STAGES) as teller:
        finished = run_sensitivity(
            what,
            found,
            lambda: systems_of(what, playing(what), say=teller.say),
            out or Path("outputs") / f"{what.name}-sensitivity",
            layout=setting,
            size=Size(precision / 100, games),
            jobs=jobs or cores(),
            command=shlex.join(["balance", *context.obj]),
            say=teller.say,
            tell=teller.tell,
        )
    if as_json:
        print_json(finished.brief())
    elif not quiet:
        echo(f"report: {finished.report}")
        echo_tables([finished.overview()])
