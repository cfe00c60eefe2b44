"""`balance validate`: check a configuration."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from balance.cli.help import FILES, command
from balance.cli.output import echo, print_json
from balance.cli.parameters import FILE, json_option


@command(
    FILES,
    {
        "the shipped game": "balance validate configs/factions.yaml",
        "what is in it, for programs": "balance validate configs/factions.yaml --json",
    },
)
@click.argument("configuration", metavar="FILE", type=FILE)
@json_option
def validate(configuration: Path, *, as_json: bool) -> None:
    """Check a configuration FILE and the game file that it names."""
    from balance.config.pacts.laid import size_of
    from balance.loading import configuration_at

    what = configuration_at(configuration)
    factions, layouts, rulings = what.pool(), what.layouts, what.rulings()
    sizes = {name: size_of(layout, what.game) for name, layout in layouts.items()}
    sets = {name: size for name, size in sizes.items() if size is not None}
    if as_json:
        print_json(
            {
                "configuration": str(configuration),
                "name": what.name,
                "digest": what.digest(),
                "factions": list(factions),
                "layouts": list(layouts),
                "layout_sets": sets,
                "rulings": rulings,
            }
        )
        return
    by_hand = len(layouts) - len(sets)
    told = [f"{by_hand} layouts"] if by_hand or not sets else []
    told += [f"the {size:,} layouts of {name}" for name, size in sets.items()]
    echo(f"{configuration} is valid: {len(factions)} factions, {', '.join(told)}, {len(rulings)} rulings")
