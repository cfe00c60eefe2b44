"""`balance compare`: two finished runs against each other."""

from __future__ import annotations

import shlex
from pathlib import Path

import rich_click as click

from balance.cli.output import echo
from balance.cli.parameters import FILE, Number

FINEST, COARSEST = 0.1, 20.0


@click.command()
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.option("--out", type=FILE, help="Folder of the results.  [default: outputs/OLD-NEW-compare]")
@click.option(
    "--material",
    type=Number(FINEST, COARSEST),
    default=1.0,
    show_default=True,
    help="Change of a distance from its target that matters, in wins in 100 games.",
)
@click.option(
    "--alpha",
    type=Number(0.0001, 0.5),
    default=0.05,
    show_default=True,
    help="Error rate of everything that is said.",
)
@click.option("--json", "as_json", is_flag=True, help="Print comparison.json instead of sentences.")
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
    from balance.sweep.files import json_bytes

    finished = run_comparison(
        old,
        new,
        out,
        material=material / 100,
        alpha=alpha,
        command=shlex.join(["balance", *context.obj]),
    )
    if as_json:
        click.echo(json_bytes(finished.told).decode(), nl=False)
        return
    echo(f"report: {finished.report}")
    for line in finished.lines:
        echo(line)
