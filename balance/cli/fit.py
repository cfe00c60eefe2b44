"""`balance fit`: strengths from played games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from balance.cli.output import echo, say
from balance.cli.parameters import FILE, Names
from balance.errors import BalanceError

if TYPE_CHECKING:
    from balance.fit import Fitted
    from balance.fit.words import Row

NONE, AUTO = "none", "auto"
TIES = ("half", "davidson", "rao-kupper")


@click.command()
@click.argument("results", nargs=-1, required=True, type=FILE)
@click.option(
    "--first", metavar="COLUMN", help="Column of the first side's contestant.  [default: by its name]"
)
@click.option("--second", metavar="COLUMN", help="Column of the second side's contestant.")
@click.option("--winner", metavar="COLUMN", help="Column of who won: a contestant, a side, a player, or tie.")
@click.option("--scores", type=Names(), metavar="A,B", help="Columns of two scores; the higher wins.")
@click.option("--wins", metavar="COLUMN", help="Column of the first side's wins, where a row counts games.")
@click.option("--losses", metavar="COLUMN", help="Column of the second side's wins.")
@click.option("--games", metavar="COLUMN", help="Column of games played.")
@click.option("--tied", metavar="COLUMN", help="Column of tied games.")
@click.option("--layout", metavar="COLUMN", help="Column of the layout or map, or none.")
@click.option(
    "--players", type=Names(), metavar="A,B", help="Columns of the players, auto or none.  [default: auto]"
)
@click.option("--reference", metavar="NAME", help="Contestant to compare with.  [default: the mean]")
@click.option("--no-pooling", is_flag=True, help="Plain maximum likelihood.")
@click.option("--no-side", is_flag=True, help="No advantage of the first side.")
@click.option(
    "--ties",
    type=click.Choice(TIES),
    default="half",
    show_default=True,
    help="What a tie is: half a win, or a result of its own (needs --no-pooling).",
)
@click.option("--mirrors", is_flag=True, help="Allow a contestant against itself.")
@click.option("--prior", type=FILE, metavar="RUN", help="Finished run of simulated games to combine with.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@click.option("--out", type=FILE, help="Also write the JSON to this file.")
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
    data = json_bytes(found_as_json(fitted)) if as_json or out is not None else b""
    if out is not None:
        from balance.sweep.files import write_scrap

        with writing(out):
            write_scrap(out, data)
    if as_json:
        click.echo(data.decode(), nl=False)
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
    for head, rows in (words.strengths_table(fitted), words.players_table(fitted), words.pairs_table(fitted)):
        if rows:
            _table(head, rows[: words.MOST_ROWS])
            if len(rows) > words.MOST_ROWS:
                echo(f"and {len(rows) - words.MOST_ROWS} more; --json or --out gives all")
    echo("")
    for line in words.closing(fitted):
        echo(line)


def _table(head: Row, rows: Sequence[Row]) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from balance.errors import one_line

    terminal = sys.stdout is not None and sys.stdout.isatty()
    if not terminal:
        wide = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
        for row in ((), head, *rows):
            echo("  ".join(text.ljust(width) for text, width in zip(row, wide, strict=False)).rstrip())
        return
    table = Table(box=SIMPLE)
    for i, name in enumerate(head):
        table.add_column(Text(name), justify="left" if i == 0 else "right")
    for row in rows:
        table.add_row(*(Text(one_line(text)) for text in row))
    Console().print(table)
