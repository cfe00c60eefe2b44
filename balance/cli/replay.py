"""`balance replay`: one game, move by move, of a configuration or of a finished run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from balance.cli.help import GAMES, PLAYED, RESULTS, SEARCH, command
from balance.cli.output import echo, print_json, say
from balance.cli.parameters import FILE, LARGEST_SEED, MOST_CELL_GAMES, Whole, json_option
from balance.cli.seats import SeatCommand, option_of
from balance.cli.watch import as_json as search_as_json
from balance.cli.watch import configuration_of_run, told, watch
from balance.errors import BalanceError

if TYPE_CHECKING:
    from balance.config.run import Configuration
    from balance.engine.system import Cell, RuleSystem

LISTED = 10  # games, by default
SECONDS = 20.0  # that a search takes by default
SUFFIXES = {"text": "txt", "jsonl": "jsonl", "html": "html"}
"""Of the files that each format is written to; the formats are those of `_formed`."""


@command(
    GAMES,
    {
        "game 7 of a pairing, move by move": "balance replay configs/factions.yaml --seelie dragons "
        "--unseelie kelpies --game 7",
        "as a page": "balance replay outputs/factions --seelie dragons --unseelie kelpies "
        "--format html --output outputs/game.html",
        "games of a run worth watching": "balance replay outputs/factions "
        "--where 'abs(margin) >= 10 and round 3 lead lost'",
    },
    cls=SeatCommand,
)
@click.argument("source", metavar="CONFIGURATION|RUN", type=FILE)
@click.option(
    "--game", type=Whole(0, MOST_CELL_GAMES), help="Number of the game.  [default: 0]", panel=PLAYED
)
@click.option("--tweak", type=FILE, help="Tweak file: the game under its rules.", panel=PLAYED)
@click.option(
    "--seed",
    type=Whole(0, LARGEST_SEED),
    help="Master seed; a run has its own.  [default: the file's]",
    panel=PLAYED,
)
@click.option(
    "--where",
    metavar="CONDITION",
    help="Search RUN: 'abs(margin) >= 10 and round 3 lead lost'.",
    panel=SEARCH,
)
@click.option("--first", type=Whole(1, 1000), help="Games that --where lists.  [default: 10]", panel=SEARCH)
@click.option(
    "--games",
    type=Whole(1, 2**40),
    help="Games that --where scans.  [default: 20 seconds' worth]",
    panel=SEARCH,
)
@click.option(
    "--format",
    "form",
    type=click.Choice(list(SUFFIXES)),
    help="Text, a record (JSON Lines), or a page.  [default: text]",
    panel=RESULTS,
)
@click.option(
    "--output",
    type=FILE,
    help="File to write; with --where, a folder.  [default: print]",
    panel=RESULTS,
)
@json_option
def replay(
    source: Path,
    tweak: Path | None,
    game: int | None,
    seed: int | None,
    form: str | None,
    output: Path | None,
    where: str | None,
    first: int | None,
    games: int | None,
    *,
    as_json: bool,
    **names: Any,
) -> None:
    """Tell one game of a sweep move by move, of CONFIGURATION or of the folder of a finished RUN.

    With --where it lists games of RUN that fulfil a condition and says how rare they are. A condition compares margin,
    lead (after round 3), winner, tie_break, bid and the names of the cell, or says: round 3 lead lost. With --format
    the first of them is told too; with --output, all that are listed, into that folder.
    """
    if output is not None:
        from balance.sweep.files import refuse_inputs

        refuse_inputs(output, [source, tweak] if where is None else [])
    if where is not None:
        _refuse("expected either --where or {}; got both", game=game, seed=seed, tweak=tweak)
        wanted = _Wanted(where, first or LISTED, games, form, output, as_json=as_json)
        _search(source, wanted, names)
        return
    _refuse("{} is for a search: expected --where too", first=first, games=games)
    if as_json:
        msg = "--json is for a search: expected --where too, or --format jsonl for a game as JSON Lines"
        raise BalanceError(msg)
    configuration = _configuration(source, seed, tweak)
    _tell(configuration, _cell(configuration, names), game or 0, form or "text", output)


def _refuse(message: str, **options: Any) -> None:
    """Refuse the first option that is given."""
    for name, value in options.items():
        if value is not None:
            raise BalanceError(message.format(f"--{name}"))


@dataclass(frozen=True)
class _Wanted:
    """What is searched for, and how it is told."""

    where: str
    first: int
    games: int | None
    form: str | None
    output: Path | None
    as_json: bool


def _search(source: Path, wanted: _Wanted, names: Mapping[str, Any]) -> None:
    """List games of a finished run that fulfil a condition, and tell the first or write all."""
    form, output = wanted.form, wanted.output
    if wanted.as_json and form is not None and output is None:
        msg = "expected either --json or --format; got both (with --output games are written to files)"
        raise BalanceError(msg)
    if not source.is_dir():
        msg = f"--where searches the folder of a finished run; got {source}, which is no folder"
        raise BalanceError(msg)
    if output is not None and output.exists() and not output.is_dir():  # a search takes a while
        msg = f"cannot write {output}: expected a folder, for --where writes a file for each game"
        raise BalanceError(msg)
    configuration = configuration_of_run(source)
    if form == "html":
        from balance.loading import engine_of

        _check_form(form, engine_of(configuration, (), say=say)[0])
    result, cells = watch(
        source, wanted.where, names=names, first=wanted.first, games=wanted.games, seconds=SECONDS
    )
    printed = form is not None and output is None  # the game, so that what is said of it goes to stderr
    if wanted.as_json:
        print_json(search_as_json(result, source, cells))
    else:
        for line in told(result, source, cells):
            (say if printed else echo)(line)
    if printed:
        for found in result.found[:1]:
            _tell(configuration, found.cell, found.game, form or "text", None)
    elif output is not None and result.found:
        form, said = form or "text", say if wanted.as_json else echo
        _make(output)
        for number, found in enumerate(result.found, start=1):
            file = output / f"game-{number}.{SUFFIXES[form]}"
            _tell(configuration, found.cell, found.game, form, file, said=said)


def _configuration(source: Path, seed: int | None, tweak: Path | None) -> Configuration:
    from balance.loading import configuration_at, tweaks_at
    from balance.sweep.options import overridden

    if tweak is not None:
        if source.is_dir():
            msg = f"expected the file of a configuration with --tweak; got the folder {source}"
            raise BalanceError(msg)
        read = configuration_at(source)  # for its messages
        return tweaks_at(read.path, [tweak], seed=seed)[0].configuration
    if not source.is_dir():
        return overridden(configuration_at(source), seed=seed)
    if seed is not None:
        msg = f"expected no --seed with the folder of a run, for the run has its own; got {seed}"
        raise BalanceError(msg)
    return configuration_of_run(source)


def _cell(configuration: Configuration, names: Mapping[str, Any]) -> Cell:
    from balance.sweep.options import named_cell

    seats = configuration.seats
    for seat in seats:
        if names.get(seat) is None:
            expected = f"expected one of: {', '.join(configuration.pool())}"
            msg = f"missing option '--{option_of(seat)}': {expected}"
            raise BalanceError(msg)
    return named_cell(
        configuration,
        [names[seat] for seat in seats],
        setting=names["setting"],
        policies=[names[f"{seat}_policy"] for seat in seats],
        bid_to=names.get("bid_to"),
        bid=names.get("bid") or 0,
    )


def _tell(
    configuration: Configuration,
    cell: Cell,
    game: int,
    form: str,
    output: Path | None,
    said: Callable[[str], None] = echo,
) -> None:
    """Print one game, or write it to a file and say so."""
    from balance.loading import engine_of

    system, handles = engine_of(configuration, cell.policies, say=say)
    _check_form(form, system)
    if abs(cell.bid) > system.largest_bid():
        msg = f"expected a bid of at most {system.largest_bid()} cubes; got {abs(cell.bid)}"
        raise BalanceError(msg)
    whole = _formed(configuration, system, system.record(cell, handles, game), form)
    if output is None:
        click.echo(whole.rstrip("\n"))
        return
    from balance.sweep.files import write_together

    write_together(output.parent, {output.name: whole.encode(errors="backslashreplace")})
    said(f"game: {output}")


def _check_form(form: str | None, system: RuleSystem) -> None:
    """Refuse pages of a rule system that has none."""
    if form == "html" and not system.can_be_watched():
        msg = f"there are no pages of games of {system.words.title}: expected --format text or jsonl"
        raise BalanceError(msg)


def _formed(configuration: Configuration, system: RuleSystem, record: list[dict[str, Any]], form: str) -> str:
    """Return a record in a format."""
    if form == "text":
        return system.record_text(record)
    if form == "jsonl":
        return system.record_file([record])

    from balance.reports.replay.page import render_record

    return render_record(configuration.contents(), record)


def _make(folder: Path) -> None:
    from balance.sweep.files import writing

    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
