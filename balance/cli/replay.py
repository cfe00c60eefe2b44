"""`balance replay`: one game, move by move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from balance.cli.output import say
from balance.cli.parameters import FILE, LARGEST_SEED, MOST_GAMES, Whole
from balance.errors import BalanceError

if TYPE_CHECKING:
    from balance.engine.system import Cell, PolicyHandle, RuleSystem

    Form = Callable[[RuleSystem, Cell, Mapping[str, PolicyHandle], int], str]


def _text(system: RuleSystem, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> str:
    return system.text(cell, policies, game)


def _jsonl(system: RuleSystem, cell: Cell, policies: Mapping[str, PolicyHandle], game: int) -> str:
    return system.record_file([system.record(cell, policies, game)])


FORMATS: dict[str, Form] = {"text": _text, "jsonl": _jsonl}
"""What a game can be printed as: name → function of a system, a cell, its policies and the number of the game."""


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
@click.option(
    *("--format", "form"),
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="Text to read, or a game record (JSON Lines) to check and keep.",
)
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
    form: str,
) -> None:
    """Print one game of a sweep of CONFIGURATION move by move, or as a game record."""
    from balance.loading import configuration_at, engine_of
    from balance.sweep.options import named_cell, overridden

    what = overridden(configuration_at(configuration), seed=seed)
    policies = (seelie_policy, unseelie_policy)
    cell = named_cell(what, (seelie, unseelie), layout=layout, policies=policies, bid_to=bid_to, bid=bid)
    system, handles = engine_of(what, cell.policies, say=say)
    if bid > system.largest_bid():
        msg = f"expected a bid of at most {system.largest_bid()} cubes; got {bid}"
        raise BalanceError(msg)
    click.echo(FORMATS[form](system, cell, handles, game).rstrip("\n"))
