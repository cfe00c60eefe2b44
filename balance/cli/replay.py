"""`balance replay`: one game, move by move."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from balance.cli.output import say
from balance.cli.parameters import FILE, LARGEST_SEED, MOST_GAMES, Whole
from balance.errors import BalanceError


@click.command()
@click.argument("configuration", type=FILE)
@click.option("--seelie", metavar="FACTION", required=True, help="Seelie's faction.")
@click.option("--unseelie", metavar="FACTION", required=True, help="Unseelie's faction.")
@click.option("--game", type=Whole(0, MOST_GAMES), default=0, show_default=True, help="Number of the game.")
@click.option("--layout", metavar="NAME", help="Layout.  [default: the file's first]")
@click.option(
    "--seelie-policy",
    metavar="NAME",
    help="Who plays Seelie, a name or module:function.  [default: the file's first]",
)
@click.option(
    "--unseelie-policy",
    metavar="NAME",
    help="Who plays Unseelie, a name or module:function.  [default: the file's first]",
)
@click.option("--bid-to", metavar="SEAT", help="Side that is given cubes: seelie or unseelie.")
@click.option("--bid", type=Whole(0, 1000), default=0, show_default=True, help="How many cubes.")
@click.option("--seed", type=Whole(0, LARGEST_SEED), help="Master seed.  [default: the file's]")
def replay(
    configuration: Path,
    seelie: str,
    unseelie: str,
    game: int,
    layout: str | None,
    seelie_policy: str | None,
    unseelie_policy: str | None,
    bid_to: str | None,
    bid: int,
    seed: int | None,
) -> None:
    """Print one game of a sweep of CONFIGURATION move by move."""
    from balance.loading import configuration_at, engine_of
    from balance.sweep.options import named_cell, overridden

    what = overridden(configuration_at(configuration), seed=seed)
    policies = (seelie_policy, unseelie_policy)
    cell = named_cell(what, (seelie, unseelie), layout=layout, policies=policies, bid_to=bid_to, bid=bid)
    system, handles = engine_of(what, cell.policies, say=say)
    if bid > system.largest_bid():
        msg = f"expected a bid of at most {system.largest_bid()} cubes; got {bid}"
        raise BalanceError(msg)
    click.echo(system.text(cell, handles, game).rstrip("\n"))
