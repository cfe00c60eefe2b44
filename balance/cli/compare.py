"""`balance compare`: two finished runs against each other."""

from __future__ import annotations

import shlex
from pathlib import Path

import rich_click as click

from balance.cli.help import CHANGES, LIMITS, RESULTS, command
from balance.cli.output import echo, echo_sentences, echo_tables, print_json
from balance.cli.parameters import FILE, Number, json_option

FINEST, COARSEST = 0.1, 20.0


@command(
    CHANGES,
    {
        "what changed between two sweeps": "balance compare outputs/factions outputs/factions-new",
        "the same for programs": "balance compare outputs/factions outputs/factions-new --json",
    },
)
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.option(
    "--material",
    type=Number(FINEST, COARSEST),
    default=1.0,
    show_default=True,
    help="Change of a distance from its target that matters, in wins in 100 games.",
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
    "--out",
    type=FILE,
    help="Folder of the results.  [default: outputs/OLD-NEW-compare]",
    panel=RESULTS,
)
@json_option
@click.pass_context
def compare(
    context: click.RichContext,
    /,
    old: Path,
    new: Path,
    out: Path | None,
    *,
    material: float,
    alpha: float,
    as_json: bool,
) -> None:
    """Compare the finished runs in the folders OLD and NEW: what differs, and what it changed.

    Nothing is played. Where only a rule differs, `balance tweak` needs fewer games, since it plays the same decks.
    """
    from balance.compare.road import run_comparison
    from balance.reports import compare_words as words

    finished = run_comparison(
        old,
        new,
        out,
        material=material / 100,
        alpha=alpha,
        command=shlex.join(["balance", *context.obj]),
    )
    if as_json:
        print_json({"folder": str(finished.folder), "report": str(finished.report), **finished.told})
        return
    echo(f"report: {finished.report}")
    compared = finished.compared
    echo_sentences(words.verdict(compared))
    echo_tables(table for table in [words.changed_pairs(compared)] if table.rows)
    echo_sentences(filter(None, [words.pairing_advice(compared), *words.left_out(compared)]))
