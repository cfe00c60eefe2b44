"""`balance figures`: every figure of a run as files for use elsewhere, with the data behind each."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from balance.cli.help import PLAYED, REPORTS, RESULTS, command
from balance.cli.output import echo, print_json
from balance.cli.parameters import FILE, Names, Whole, json_option
from balance.errors import nearest

FORMATS = ("png", "svg", "pdf")
THEMES = ("light", "dark")


class Choices(Names):
    """Some of a few names, separated by commas; each counts once."""

    def __init__(self, allowed: tuple[str, ...]) -> None:
        self.allowed = allowed

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Return the names in the order in which they are allowed."""
        names = super().convert(value, param, ctx)
        for name in names:
            if name not in self.allowed:
                near = nearest(name, self.allowed)
                self.fail(f"expected some of {', '.join(self.allowed)}; got {name!r}{near}", param, ctx)
        if not names:
            self.fail(f"expected some of {', '.join(self.allowed)}; got none", param, ctx)
        return tuple(name for name in self.allowed if name in names)


class Pair(Names):
    """Two names separated by a comma."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        """Return the two names."""
        names = super().convert(value, param, ctx)
        if len(names) != 2:
            self.fail(f"expected two names, as in dragons,kelpies; got {value!r}", param, ctx)
        return names


@command(
    REPORTS,
    {
        "all figures, into outputs/factions/figures": "balance figures outputs/factions",
        "two of them, for a slide": "balance figures outputs/factions --only heat-map,strengths --format png --dpi 300",
        "the bid curve of a pairing": "balance figures outputs/factions --pair dragons,kelpies",
    },
)
@click.argument("run", type=FILE)
@click.option("--only", type=Names(), help="Only these figures, by the names of their files.", panel=PLAYED)
@click.option(
    "--pair",
    "pairs",
    type=Pair(),
    multiple=True,
    metavar="A,B",
    help="A pairing whose bid curve is drawn; may be given again.  [default: the least fair one]",
    panel=PLAYED,
)
@click.option(
    "--format",
    "formats",
    type=Choices(FORMATS),
    default=",".join(FORMATS),
    show_default=True,
    help="Kinds of files, separated by commas.",
    panel=RESULTS,
)
@click.option(
    "--theme", type=click.Choice(THEMES), default=THEMES[0], show_default=True, help="Colours.", panel=RESULTS
)
@click.option(
    "--dpi",
    type=Whole(50, 1200),
    default=200,
    show_default=True,
    help="Dots per inch of PNG files.",
    panel=RESULTS,
)
@click.option("--out", type=FILE, help="Folder of the figures.  [default: RUN/figures]", panel=RESULTS)
@json_option
def figures(
    run: Path,
    out: Path | None,
    formats: tuple[str, ...],
    theme: str,
    dpi: int,
    pairs: tuple[tuple[str, ...], ...],
    only: tuple[str, ...] | None,
    *,
    as_json: bool,
) -> None:
    """Write every figure of a finished RUN for use elsewhere, with the numbers behind it as CSV.

    RUN is the folder of a sweep, a tweak or a sensitivity run. index.html in the folder of the figures lists them.
    """
    from balance.figures import write_figures
    from balance.reports.figures.files import Look

    exported = write_figures(run, out, look=Look(formats, theme, dpi), pairs=pairs, only=only)
    if as_json:
        told = [
            {
                "name": one.plate.name,
                "title": one.plate.title,
                "description": one.plate.text,
                "games": one.plate.games,
                "files": [str(exported.folder / file) for file in one.files],
            }
            for one in exported.written
        ]
        print_json({"index": str(exported.index), "figures": told})
        return
    for one in exported.written:
        echo(f"{one.plate.name}: {one.plate.title}")
    echo(f"figures: {exported.index}")
