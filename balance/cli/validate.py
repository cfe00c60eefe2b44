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
    from balance.loading import configuration_at

    what = configuration_at(configuration)
    contestants, settings, rulings, words = what.pool(), what.settings, what.rulings(), what.words
    sets = what.set_sizes()
    if as_json:
        print_json(
            {
                "configuration": str(configuration),
                "name": what.name,
                "digest": what.digest(),
                "system": what.system,
                f"{words.contestant}s": list(contestants),
                f"{words.setting}s": list(settings),
                f"{words.setting}_sets": sets,
                "rulings": rulings,
            }
        )
        return
    by_hand = len(settings) - len(sets)
    told = [count(by_hand, words.setting)] if by_hand or not sets else []
    told += [f"the {size:,} {words.setting}s of {name}" for name, size in sets.items()]
    told = [count(len(contestants), words.contestant), *told, count(len(rulings), "ruling")]
    echo(f"{configuration} is valid: {', '.join(told)}")


def count(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
