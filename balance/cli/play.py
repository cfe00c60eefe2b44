"""`balance play`: a person against a policy, in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import rich_click as click
from click.exceptions import Exit

from balance.cli.completing import contestants, policies, sides
from balance.cli.help import GAMES, PLAYED, RESULTS, command
from balance.cli.output import say
from balance.cli.parameters import FILE, LARGEST_SEED, Whole, layout_option
from balance.errors import BalanceError


@command(
    GAMES,
    {
        "against the planner; side and factions are asked": "balance play configs/factions.yaml",
        "a side and an opponent": "balance play configs/factions.yaml --side seelie --against greedy",
        "with the auction, and kept in a file": "balance play configs/factions.yaml --auction "
        "--save outputs/mine.jsonl",
        "go on with it": "balance play configs/factions.yaml --load outputs/mine.jsonl",
    },
)
@click.argument("configuration", type=FILE)
@click.option(
    "--side",
    metavar="SIDE",
    help="Your side, seelie or unseelie.  [default: asked]",
    panel=PLAYED,
    shell_complete=sides,
)
@click.option(
    "--seelie",
    metavar="FACTION",
    help="Seelie's faction, or random.  [default: two dealt, one kept]",
    panel=PLAYED,
    shell_complete=contestants,
)
@click.option(
    "--unseelie",
    metavar="FACTION",
    help="Unseelie's faction, or random.  [default: two dealt, one kept]",
    panel=PLAYED,
    shell_complete=contestants,
)
@layout_option
@click.option(
    "--against",
    metavar="POLICY",
    help="Who plays the other side.  [default: planner]",
    panel=PLAYED,
    shell_complete=policies,
)
@click.option(
    "--auction/--no-auction",
    default=False,
    help="Bid cubes for the right to choose the side.",
    panel=PLAYED,
)
@click.option(
    "--seed",
    type=Whole(0, LARGEST_SEED),
    help="Seed of what is dealt.  [default: a new one]",
    panel=PLAYED,
)
@click.option("--save", type=FILE, help="Keep the game in this file, however it is left.", panel=RESULTS)
@click.option("--load", type=FILE, help="Go on with a game that was saved.", panel=RESULTS)
def play(configuration: Path, save: Path | None, load: Path | None, **chosen: Any) -> None:
    """Play a game of CONFIGURATION yourself, against a policy."""
    from balance.config.pacts.only import of_pacts
    from balance.loading import configuration_at
    from balance.play.wishes import Wishes, checked

    given = {name: value for name, value in chosen.items() if value is not None and value is not False}
    told = [name for name in given if name != "against"]
    if load is not None and told:
        msg = f"expected no --{told[0]} with --load: the saved game says it"
        raise BalanceError(msg)
    wishes = Wishes(**{"seed": secrets.randbits(32), **given}, save=save)
    read = of_pacts(configuration_at(configuration), "balance play")
    what = checked(read, wishes)

    from balance.loading import engine_of

    system, policies = engine_of(what, wishes.policies, say=say)

    from balance.play.resuming import saved_game
    from balance.play.start import visit
    from balance.play.table import Terminal

    saved = None
    if load is not None:
        saved = saved_game(load, what)
        if saved.against != given.get("against", saved.against if saved.against in what.policies else None):
            msg = (
                f"{load}: the game is played against {saved.against!r}: expected --against {saved.against} "
                "(a policy in Python is started only if the command names it)"
            )
            raise BalanceError(msg)
        wishes = Wishes(seed=saved.match.seed, against=saved.against, save=save)
        system, policies = engine_of(checked(what, wishes), wishes.policies, say=say)
    code = visit(Terminal(), what, wishes, system, policies, saved=saved)
    if code:
        raise Exit(code)
