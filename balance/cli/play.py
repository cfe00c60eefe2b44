"""`balance play`: a person against a policy, in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path

import rich_click as click
from click.exceptions import Exit

from balance.cli.output import say
from balance.cli.parameters import FILE, LARGEST_SEED, Whole


@click.command()
@click.argument("configuration", type=FILE)
@click.option("--side", metavar="SIDE", help="Your side, seelie or unseelie.  [default: asked]")
@click.option(
    "--seelie", metavar="FACTION", help="Seelie's faction, or random.  [default: two dealt, one kept]"
)
@click.option(
    "--unseelie", metavar="FACTION", help="Unseelie's faction, or random.  [default: two dealt, one kept]"
)
@click.option("--layout", metavar="NAME", help="Layout.  [default: the file's first]")
@click.option(
    "--against", metavar="POLICY", default="planner", show_default=True, help="Who plays the other side."
)
@click.option("--auction/--no-auction", default=False, help="Bid cubes for the right to choose the side.")
@click.option("--seed", type=Whole(0, LARGEST_SEED), help="Seed of the cards dealt.  [default: a new one]")
@click.option("--save", type=FILE, help="Keep the game in this file, however it is left.")
def play(
    configuration: Path,
    side: str | None,
    seelie: str | None,
    unseelie: str | None,
    layout: str | None,
    against: str,
    auction: bool,  # noqa: FBT001 (click hands it in by name)
    seed: int | None,
    save: Path | None,
) -> None:
    """Play a game of CONFIGURATION yourself."""
    from balance.loading import configuration_at
    from balance.play.wishes import Wishes, checked

    wishes = Wishes(
        seed=secrets.randbits(32) if seed is None else seed,
        side=side,
        seelie=seelie,
        unseelie=unseelie,
        layout=layout,
        against=against,
        auction=auction,
        save=save,
    )
    what = checked(configuration_at(configuration), wishes)

    from balance.loading import engine_of
    from balance.play.start import visit
    from balance.play.table import Terminal

    system, policies = engine_of(what, wishes.policies, say=say)
    code = visit(Terminal(), what, wishes, system, policies)
    if code:
        raise Exit(code)
