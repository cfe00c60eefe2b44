"""`balance completion`: the script that lets a shell complete commands, options and names."""

from __future__ import annotations

import os

import rich_click as click
from click.shell_completion import get_completion_class, shell_complete

from balance.cli.help import FILES, command

PROGRAM, VARIABLE = "balance", "_BALANCE_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


@command(
    FILES,
    {
        "in this bash only; the same line in ~/.bashrc lasts": 'eval "$(balance completion bash)"',
        "for fish": "balance completion fish > ~/.config/fish/completions/balance.fish",
    },
)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.RichContext, /, shell: str) -> None:
    """Print the script that completes commands, options and names in SHELL: bash, zsh or fish."""
    found = get_completion_class(shell)
    assert found is not None, "click knows these shells"
    click.echo(found(context.find_root().command, {}, PROGRAM, VARIABLE).source())


def completed(cli: click.Command) -> int | None:
    """Answer a shell that asks what could come next, and return the exit code; None if no shell asks."""
    asked = os.environ.get(VARIABLE)
    if not asked:
        return None
    return shell_complete(cli, {}, PROGRAM, VARIABLE, asked)
