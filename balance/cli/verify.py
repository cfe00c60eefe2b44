"""`balance verify`: check game records against the rules."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, BinaryIO

import rich_click as click
from click.exceptions import Exit

from balance.cli.help import GAMES, PLAYED, command
from balance.cli.output import echo, print_json, say, without_collector
from balance.cli.parameters import FILE, json_option
from balance.errors import RecordError

DO_NOT_HOLD = 1


@command(
    GAMES,
    {
        "a game that replay wrote with --format jsonl": "balance verify outputs/game.jsonl",
        "from another program, one JSON object back": "balance verify - --json < outputs/game.jsonl",
    },
)
@click.argument("file", type=FILE)
@click.option(
    "--configuration",
    type=FILE,
    help="What the games were played under.  [default: what FILE itself gives]",
    panel=PLAYED,
)
@json_option
def verify(file: Path, configuration: Path | None, *, as_json: bool) -> None:
    """Check the game records in FILE, or on the standard input if it is -, against the rules."""
    from balance.loading import configuration_at, say_if_it_compiles

    what: Any = None if configuration is None else configuration_at(configuration)
    say_if_it_compiles(say, "pacts")

    from balance.engine.pacts.record.read import read_records
    from balance.engine.pacts.record.verify import verify as verified

    source: Path | BinaryIO = file
    if str(file) == "-":
        if sys.stdin is None:  # closed by whoever started the program
            msg = "standard input: cannot be read: it is closed"
            raise RecordError(msg)
        source = sys.stdin.buffer
    records, wrong = 0, list[str]()
    with without_collector():
        for verdict in verified(read_records(source), what):
            records += 1
            if not verdict.holds:
                wrong.append(verdict.text)
                if not as_json:
                    echo(verdict.text)
    if as_json:
        print_json({"file": str(file), "records": records, "hold": records - len(wrong), "mistakes": wrong})
    elif wrong:
        echo(f"{len(wrong)} of {_records(records)} {'does' if len(wrong) == 1 else 'do'} not hold")
    else:
        echo(f"{_records(records)} {'holds' if records == 1 else 'hold'}")
    if wrong:
        raise Exit(DO_NOT_HOLD)


def _records(number: int) -> str:
    return f"{number:,} record" if number == 1 else f"{number:,} records"
