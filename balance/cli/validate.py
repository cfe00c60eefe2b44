"""`balance validate`: check a configuration."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from balance.cli.output import echo
from balance.cli.parameters import FILE


@click.command()
@click.argument("configuration", metavar="FILE", type=FILE)
def validate(configuration: Path) -> None:
    """Check a configuration FILE and the game file that it names."""
    from balance.loading import configuration_at

    what = configuration_at(configuration)
    factions, layouts = len(what.pool()), len(what.layouts)
    echo(f"{configuration} is valid: {factions} factions, {layouts} layouts, {len(what.rulings())} rulings")
