"""`balance plan`: how many games and minutes a wanted interval or a detectable difference needs."""

from __future__ import annotations

import math
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from balance.cli.completing import policies as complete_policies
from balance.cli.help import PLAYED, REPORTS, SIZE, command
from balance.cli.output import cores, echo, echo_sentences, echo_tables, print_json, say
from balance.cli.parameters import (
    COARSEST,
    FILE,
    FINEST,
    Number,
    factions_option,
    jobs_option,
    json_option,
    layouts_option,
    seed_option,
)
from balance.errors import BalanceError

if TYPE_CHECKING:
    from balance.plan import Known, Measured, Row, Wanted
    from balance.reports.text_table import TextTable
    from balance.words import Words

LEAST = 0.1  # minutes that are told apart from none


@command(
    REPORTS,
    {
        "intervals of ± 1 win in 100 games": "balance plan configs/factions.yaml --precision 1",
        "a change of 2 wins in 100 games": "balance plan configs/factions.yaml --difference 2 --policy greedy",
        "measured on a tweak": "balance plan configs/factions.yaml --difference 2 --policy greedy "
        "--tweak configs/tweaks/shared-ties.yaml",
        "with the shares of a finished run": "balance plan configs/factions.yaml --from outputs/factions",
    },
)
@click.argument("configuration", type=FILE)
@click.option(
    "--policy",
    metavar="NAME|A,B",
    help="Who plays.  [default: the file's first pair]",
    panel=PLAYED,
    shell_complete=complete_policies,
)
@factions_option
@layouts_option
@seed_option
@click.option(
    "--precision",
    type=Number(FINEST, COARSEST),
    help="Wanted half width of 95% intervals, in wins in 100 games.  [default: 1, without --difference]",
    panel=SIZE,
)
@click.option(
    "--difference",
    type=Number(FINEST, 50.0),
    help="Change of a win share that a tweak's check is to tell from none, in wins in 100 games.",
    panel=SIZE,
)
@click.option(
    "--power",
    type=Number(0.5, 0.999),
    default=0.8,
    show_default=True,
    help="Chance of telling the difference.",
    panel=SIZE,
)
@click.option(
    "--alpha",
    type=Number(0.0001, 0.5),
    default=0.05,
    show_default=True,
    help="Chance of telling one that is not there.",
    panel=SIZE,
)
@click.option(
    "--variance-ratio",
    type=Number(1.0, 100.0),
    default=2.0,
    show_default=True,
    help="How many times smaller the same luck makes the variance of a change.",
    panel=SIZE,
)
@click.option("--tweak", type=FILE, help="Measure that on a few games of this tweak instead.", panel=SIZE)
@click.option(
    "--from",
    "run",
    type=FILE,
    help="Plan with the shares and tie rates of this finished run.",
    panel=SIZE,
)
@json_option
@jobs_option
def plan(
    configuration: Path,
    precision: float | None,
    difference: float | None,
    power: float,
    alpha: float,
    variance_ratio: float,
    tweak: Path | None,
    run: Path | None,
    policy: str | None,
    contestants: tuple[str, ...] | None,
    settings: tuple[str, ...] | None,
    jobs: int | None,
    seed: int | None,
    *,
    as_json: bool,
) -> None:
    """Say how many games and minutes a wanted interval or a detectable difference needs.

    Times a few seconds of games of CONFIGURATION on this machine.
    """
    from balance.loading import configuration_at, engine_of, tweaks_at
    from balance.sweep.options import overridden, seat_policies

    chosen: dict[str, Any] = {
        "policy": policy,
        "contestants": contestants,
        "settings": settings,
        "seed": seed,
    }
    what = overridden(configuration_at(configuration), **chosen)
    names = seat_policies(what.policy_pairs[0], what.seats)

    if tweak is not None and difference is None:
        msg = f"expected --difference with --tweak {tweak}"
        raise BalanceError(msg)
    changed = [] if tweak is None else tweaks_at(configuration, [tweak], **chosen)

    from balance.plan import Wanted, cells_of, known, measured, rows

    if precision is None and difference is None:
        precision = 1.0
    wanted = Wanted(
        half_width=None if precision is None else precision / 100,
        difference=None if difference is None else difference / 100,
        power=power,
        alpha=alpha,
        ratio=variance_ratio,
    )
    system, policies = engine_of(what, names, say=say)
    rests_on = known(what, system, policies, run=run, jobs=jobs or cores())
    pilot = None
    for one in changed:
        other, _ = engine_of(one.configuration, names, say=say)
        pilot = measured(system, other, policies, cells_of(what, system), jobs=jobs or cores())
    found = rows(wanted, rests_on, what.words, pilot)
    if as_json:
        print_json(_values(wanted, rests_on, found, pilot))
        return
    echo_tables([_table(found)])
    echo("")
    echo_sentences(_told(wanted, rests_on, what.words, pilot))


def _values(wanted: Wanted, rests_on: Known, found: list[Row], pilot: Measured | None) -> dict[str, Any]:
    """Return the answer as JSON values; what no number of games would do is null."""
    from balance.stats.json_values import number

    return {
        "wanted": asdict(wanted),
        "rows": [{key: _number(value) for key, value in asdict(row).items()} for row in found],
        "pairings": rests_on.pairs,
        "games_per_second": number(rests_on.speed),
        "tie_rate": number(rests_on.tie_rate),
        "rests_on": {
            "shares": rests_on.from_shares,
            "tie_rate": rests_on.from_ties,
            "speed": rests_on.from_speed,
        },
        "pilot": None if pilot is None else asdict(pilot),
    }


def _number(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _table(found: list[Row]) -> TextTable:
    """Return the games and minutes of everything that may be known."""
    from balance.reports.text_table import TextTable

    return TextTable(
        head=("to know", "per pairing", "in all", "minutes"),
        rows=[
            (
                f"{row.what} ({row.note})" if row.note else row.what,
                _count(row.per_pairing),
                _count(row.games),
                _minutes(row.minutes),
            )
            for row in found
        ],
        title="Games that are needed",
        right=(1, 2, 3),
    )


def _told(wanted: Wanted, rests_on: Known, words: Words, pilot: Measured | None) -> list[str]:
    """Return what the answer rests on."""
    told = [f"speed: {rests_on.speed:,.0f} games a second, {rests_on.from_speed}"]
    if wanted.half_width is not None:
        told += [
            f"shares: {rests_on.from_shares}",
            f"tie rate: {rests_on.tie_rate:.1%}, {rests_on.from_ties}",
        ]
    if wanted.difference is not None:
        ratio = (
            f"taken to make its variance {wanted.ratio:g} times smaller (--variance-ratio)"
            if pilot is None
            else f"make its variance {pilot.ratio:.1f} times smaller in {pilot.games:,} games of "
            f"{pilot.touched} pairings"
        )
        told.append(
            f"change: told with a chance of {wanted.power:.0%}, {wanted.alpha:.1%} if there is none; "
            f"the same {words.luck} {'are ' if pilot is None else ''}{ratio}"
        )
    return told


def _count(games: float) -> str:
    return f"{games:,.0f}" if math.isfinite(games) else "too many"


def _minutes(minutes: float) -> str:
    if minutes < LEAST:
        return f"< {LEAST}"
    return f"{minutes:,.1f}" if math.isfinite(minutes) else "too many"
