"""`balance fit`: strengths from played games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from balance.cli.help import COLUMNS, MODEL, PEOPLE, RESULTS, command
from balance.cli.output import echo, echo_sentences, echo_tables, print_json, say
from balance.cli.parameters import FILE, Names, json_option
from balance.errors import BalanceError

if TYPE_CHECKING:
    from balance.fit import Fitted

NONE, AUTO = "none", "auto"
TIES = ("half", "davidson", "rao-kupper")


@command(
    PEOPLE,
    {
        "a spreadsheet saved as CSV": "balance fit games.csv",
        "beside a finished run: where do people and programs disagree?": "balance fit games.csv "
        "--prior outputs/factions",
        "columns of other names": "balance fit games.csv --first home --second away --scores home_points,away_points",
        "the games of a run, for programs": "balance fit outputs/factions --json",
    },
)
@click.argument("results", nargs=-1, required=True, type=FILE)
@click.option(
    "--first",
    metavar="COLUMN",
    help="Column of the first side's contestant.  [default: by its name]",
    panel=COLUMNS,
)
@click.option("--second", metavar="COLUMN", help="Column of the second side's contestant.", panel=COLUMNS)
@click.option(
    "--winner",
    metavar="COLUMN",
    help="Column of who won: a contestant, a side, a player, or tie.",
    panel=COLUMNS,
)
@click.option(
    "--scores", type=Names(), metavar="A,B", help="Columns of two scores; the higher wins.", panel=COLUMNS
)
@click.option(
    "--wins",
    metavar="COLUMN",
    help="Column of the first side's wins, where a row counts games.",
    panel=COLUMNS,
)
@click.option("--losses", metavar="COLUMN", help="Column of the second side's wins.", panel=COLUMNS)
@click.option("--games", metavar="COLUMN", help="Column of games played.", panel=COLUMNS)
@click.option("--tied", metavar="COLUMN", help="Column of tied games.", panel=COLUMNS)
@click.option("--layout", metavar="COLUMN", help="Column of the layout or map, or none.", panel=COLUMNS)
@click.option(
    "--players",
    type=Names(),
    metavar="A,B",
    help="Columns of the players, auto or none.  [default: auto]",
    panel=COLUMNS,
)
@click.option(
    "--reference", metavar="NAME", help="Contestant to compare with.  [default: the mean]", panel=MODEL
)
@click.option("--no-pooling", is_flag=True, help="Plain maximum likelihood.", panel=MODEL)
@click.option("--no-side", is_flag=True, help="No advantage of the first side.", panel=MODEL)
@click.option(
    "--ties",
    type=click.Choice(TIES),
    default="half",
    show_default=True,
    help="What a tie is: half a win, or a result of its own (needs --no-pooling).",
    panel=MODEL,
)
@click.option("--mirrors", is_flag=True, help="Allow a contestant against itself.", panel=MODEL)
@click.option(
    "--prior",
    type=FILE,
    metavar="RUN",
    help="Finished run of simulated games to combine with.",
    panel=MODEL,
)
@click.option("--out", type=FILE, help="Also write the JSON to this file.", panel=RESULTS)
@json_option
def fit(
    results: tuple[Path, ...], prior: Path | None, out: Path | None, *, as_json: bool, **options: Any
) -> None:
    """Fit strengths to played games in RESULTS: CSV or Parquet files, or folders of finished runs.

    A row is a game with its winner or two scores, or a count of games.
    """
    how = _how(**options)

    from balance.fit import fit_results
    from balance.fit.output import as_json as found_as_json
    from balance.sweep.files import json_bytes, refuse_inputs, refuse_no_files, writing
    from balance.sweep.folder import RESULTS

    if out is not None:
        with writing(out):  # a name that no file can have
            refuse_no_files([out])
        given = [*results, prior]
        refuse_inputs(out, [*given, *(run / name for run in given if run is not None for name in RESULTS)])
    fitted = fit_results(results, how, prior=prior)
    if out is not None:
        from balance.sweep.files import write_scrap

        with writing(out):
            write_scrap(out, json_bytes(found_as_json(fitted)))
    if as_json:
        print_json(found_as_json(fitted))
        for note in fitted.notes:
            say(f"note: {note}")
        return
    _tell(fitted)
    if out is not None:
        echo(f"written: {out}")


def _how(**options: Any) -> Any:
    """Return the options of the road."""
    from balance.fit import Options
    from balance.stats.pairings.results import Ties
    from balance.stats.played.columns import Chosen

    scores, players, layout = options["scores"], options["players"], options["layout"]
    if scores is not None and len(scores) != 2:
        msg = f"--scores: expected two columns A,B; got {','.join(scores)!r}"
        raise BalanceError(msg)
    if players == (AUTO,):
        players = None
    elif players == (NONE,):
        players = ()
    return Options(
        chosen=Chosen(
            first=options["first"],
            second=options["second"],
            winner=options["winner"],
            scores=scores,
            wins=options["wins"],
            losses=options["losses"],
            games=options["games"],
            ties=options["tied"],
            setting="" if layout == NONE else layout,
            players=players,
        ),
        pooled=not options["no_pooling"],
        side=not options["no_side"],
        ties=Ties(options["ties"]),
        reference=options["reference"],
        mirrors=options["mirrors"],
    )


def _tell(fitted: Fitted) -> None:
    """Print what was found: tables on a terminal, the same in plain columns elsewhere."""
    from balance.fit import words

    for line in words.opening(fitted):
        echo(line)
    tables = words.strengths_table(fitted), words.players_table(fitted), words.pairs_table(fitted)
    echo_tables(table for table in tables if table.rows)
    echo("")
    echo_sentences(words.closing(fitted))
