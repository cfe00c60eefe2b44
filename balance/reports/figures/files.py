"""Figures as files that stand alone: with a title, what their marks mean, what they rest on, and their data beside."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from balance.reports.figures.plates import Plate
from balance.reports.figures.style import plain
from balance.reports.svg import THEMES, colours, house_style, standalone
from balance.reports.templating import environment

FORMATS = ("png", "svg", "pdf")
INDEX = "index.html"
_LETTERS = 15.5
"""Letters of the small print in an inch."""
_TITLE_LETTERS = 9.0


@dataclass(frozen=True)
class Look:
    """How figures are written.

    Parameters
    ----------
    formats
        Some of `FORMATS`, in order.
    theme
        A name of `balance.reports.svg.THEMES`.
    dpi
        Dots per inch of PNG files.
    """

    formats: tuple[str, ...] = FORMATS
    theme: str = "light"
    dpi: int = 200


@dataclass(frozen=True)
class Written:
    """A figure and the names of its files, the data last."""

    plate: Plate
    files: tuple[str, ...]


def contents(plates: Sequence[Plate], run: str, look: Look) -> tuple[list[Written], dict[str, bytes]]:
    """Return what is written of each figure, and the files by name: drawings, data, and the page that lists them.

    Parameters
    ----------
    plates
        Made within `house_style` of the look's theme.
    run
        Its name, for the small print.
    look
        How they are written.
    """
    written: list[Written] = []
    files: dict[str, bytes] = {}
    for plate in plates:
        own = {f"{plate.name}.{kind}": data for kind, data in drawings(plate, run, look).items()}
        own[f"{plate.name}.csv"] = data_of(plate)
        written.append(Written(plate, tuple(own)))
        files |= own
    files[INDEX] = _index(written, run, look)
    return written, files


def source(plate: Plate, run: str) -> str:
    """Return the line that says what a figure rests on."""
    players = f" · played by {plate.players}" if plate.players else ""
    return f"{run} · {plate.games:,} games{players} · 95% intervals"


def data_of(plate: Plate) -> bytes:
    """Return a figure's numbers as CSV with a header line; what is not known is empty."""
    columns = list(dict.fromkeys(column for row in plate.rows for column in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(plate.rows)
    return text.getvalue().encode(errors="backslashreplace")


def drawings(plate: Plate, run: str, look: Look) -> dict[str, bytes]:
    """Return a figure in every format of the look; the same figure gives the same bytes."""
    with house_style(THEMES[look.theme]):
        figure = plate.draw()
        _frame(figure, plate, run)
        return {kind: _bytes(figure, plate, kind, look.dpi) for kind in look.formats}


def _bytes(figure: Figure, plate: Plate, kind: str, dpi: int) -> bytes:
    if kind == "svg":
        return standalone(figure, plain(plate.title), plain(plate.text))
    told: Mapping[str, Any] = (
        {"Title": plain(plate.title), "Subject": plain(plate.text), "CreationDate": None, "Creator": None}
        if kind == "pdf"
        else {"Software": None, "Title": plain(plate.title), "Description": plain(plate.text)}
    )
    stream = io.BytesIO()
    figure.savefig(stream, format=kind, dpi=dpi, facecolor=colours().ground, metadata=told)
    return stream.getvalue()


def _frame(figure: Figure, plate: Plate, run: str) -> None:
    """Put the title above a figure and the small print below."""
    width = figure.get_figwidth()
    engine = figure.get_layout_engine()
    if isinstance(engine, ConstrainedLayoutEngine):
        engine.set(rect=(0.012, 0.0, 0.976, 1.0), h_pad=0.09)
    figure.suptitle(
        _wrapped([plate.title], width * _TITLE_LETTERS), x=0.012, ha="left", fontsize=13, fontweight="bold"
    )
    small = _wrapped([plate.key, source(plate, run)], width * _LETTERS)
    figure.supxlabel(small, x=0.012, ha="left", fontsize=8, color=colours().muted, linespacing=1.4)


def _wrapped(paragraphs: Sequence[str], letters: float) -> str:
    lines = [line for text in paragraphs for line in textwrap.wrap(plain(text), int(letters))]
    return "\n".join(lines)


def _index(written: Sequence[Written], run: str, look: Look) -> bytes:
    shown = next((kind for kind in ("svg", "png") if kind in look.formats), "")
    page = environment().get_template("figures.html")
    text = page.render(
        run=run,
        theme=look.theme,
        figures=[
            {
                "plate": one.plate,
                "source": source(one.plate, run),
                "image": f"{one.plate.name}.{shown}" if shown else "",
                "files": one.files,
            }
            for one in written
        ],
    )
    return (text + "\n").encode(errors="backslashreplace")
