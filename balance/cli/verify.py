"""`balance verify`: check game records against the rules."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

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
    from balance.config.load import systems
    from balance.loading import configuration_at, say_if_it_compiles

    what = None if configuration is None else configuration_at(configuration)

    from balance.engine.record_lines import begun, opened

    records, wrong = 0, list[str]()
    with ExitStack() as open_files, without_collector():
        piped = str(file) == "-"
        stream = _standard_input() if piped else open_files.enter_context(opened(file, str(file)))
        name = "standard input" if piped else str(file)
        named, whole = begun(stream, name)
        system = named if what is None else what.system
        if system in systems():
            say_if_it_compiles(say, str(system))

        from balance.engine.registry import verdicts

        for verdict in verdicts(system)(whole, name, what):
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


def _standard_input() -> BinaryIO:
    if sys.stdin is None:  # closed by whoever started the program
        msg = "standard input: cannot be read: it is closed"
        raise RecordError(msg)
    return sys.stdin.buffer


def _records(number: int) -> str:
    return f"{number:,} record" if number == 1 else f"{number:,} records"
