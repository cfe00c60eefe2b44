"""The road of `balance figures`: a finished run → its figures as files, with their data and a page that lists them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from balance.errors import BalanceError
from balance.reading import read_layouts, read_run, summarised
from balance.reports import anchors, verdict
from balance.reports.figures import FIGURES, Plate, bid_curve
from balance.reports.figures.files import INDEX, Look, Written, contents
from balance.reports.figures.other_runs import sensitivity_plates, tweak_plates
from balance.reports.svg import THEMES, house_style
from balance.stats.results import Estimates, PairEstimate
from balance.sweep.files import read_json, write_together, writing
from balance.sweep.manifest import MANIFEST
from balance.sweep.options import known

FOLDER = "figures"
"""Where figures go, within the folder of their run."""
_OTHERS: dict[str, tuple[str, Callable[[Any, Any], Iterator[Plate]]]] = {
    "balance tweak": ("summary.json", tweak_plates),
    "balance sensitivity": ("sensitivity.json", sensitivity_plates),
}
"""What other commands leave: the file of the numbers, and what is drawn of it."""


@dataclass(frozen=True)
class Exported:
    """What was written: the folder, and each figure with the names of its files."""

    folder: Path
    written: tuple[Written, ...]

    @property
    def index(self) -> Path:
        """The page that lists the figures."""
        return self.folder / INDEX


def write_figures(
    run: Path,
    folder: Path | None = None,
    *,
    look: Look | None = None,
    pairs: Sequence[Sequence[str]] = (),
    only: Sequence[str] | None = None,
) -> Exported:
    """Write the figures of a finished run, a tweak or a sensitivity run: all files appear, or none.

    Parameters
    ----------
    run
        Its folder.
    folder
        Where the figures go; ``figures`` in the run's by default.
    look
        Formats, theme and resolution.
    pairs
        The pairings, (first, second), whose bid curves are drawn; by default the least fair one's.
    only
        Names of the figures that are wanted, at least one; by default all.

    Raises
    ------
    BalanceError
        If the folder holds no finished run, a name is unknown, there is nothing to draw or it cannot be written.
    """
    look = look or Look()
    with house_style(THEMES[look.theme]):
        name, plates = _plates(run, pairs)
    if only is not None:
        if not only:
            msg = (
                f"expected at least one figure; got none; known: {', '.join(plate.name for plate in plates)}"
            )
            raise BalanceError(msg)
        names = [plate.name for plate in plates]
        wanted = {known("figure", one, names) for one in only}
        plates = [plate for plate in plates if plate.name in wanted]
    if not plates:
        msg = f"{run} has nothing to draw: no game was played"
        raise BalanceError(msg)
    written, files = contents(plates, name, look)
    to = run / FOLDER if folder is None else folder
    with writing(to):
        to.mkdir(parents=True, exist_ok=True)
    write_together(to, files)
    return Exported(to, tuple(written))


def _plates(run: Path, pairs: Sequence[Sequence[str]]) -> tuple[str, list[Plate]]:
    """Return the name of a run and its figures."""
    manifest = read_json(run / MANIFEST)
    kind = manifest.get("format")
    if kind not in _OTHERS:
        manifest, tallies, facts, compared = read_run(run)
        estimates, _ = summarised(manifest, tallies, facts, compared, read_layouts(run, manifest))
        return manifest["name"], _of_run(run, estimates, estimates.words.contestant, pairs)
    if pairs:
        msg = f"expected the folder of a finished sweep for --pair; {run} holds a result of {kind}"
        raise BalanceError(msg)
    return str(manifest.get("name", "run")), _of_other(run, manifest, str(kind))


def _of_other(run: Path, manifest: dict[str, Any], kind: str) -> list[Plate]:
    """Return the figures of a tweak or a sensitivity run, from its summary."""
    name, of_kind = _OTHERS[kind]
    summary = read_json(run / name)
    try:
        return list(of_kind(summary, manifest))
    except (KeyError, TypeError, ValueError) as error:
        msg = f"{run / name} is damaged: {error!r}"
        raise BalanceError(msg) from error


def _of_run(run: Path, estimates: Estimates, noun: str, pairs: Sequence[Sequence[str]]) -> list[Plate]:
    """Return the figures in the order of the page; bid curves come last."""
    plates = [plate for draw in FIGURES.values() if (plate := draw(estimates, noun)) is not None]
    for pair in [_asked(estimates, noun, *pair) for pair in pairs] or _least_fair(estimates):
        name = f"bid-{anchors.pair_key(estimates.contestants, pair.first, pair.second)}"
        plate = bid_curve(estimates, pair, name)
        if plate is not None:
            plates.append(plate)
        elif pairs:
            msg = f"no bids were played in {run} for {pair.first} v {pair.second}"
            raise BalanceError(msg)
    return plates


def _least_fair(estimates: Estimates) -> list[PairEstimate]:
    worst = verdict.least_fair(estimates)
    return [] if worst is None else [worst]


def _asked(estimates: Estimates, noun: str, first: str, second: str) -> PairEstimate:
    """Return a pairing by its names."""
    first, second = (known(noun, name, estimates.contestants) for name in (first, second))
    found = [pair for pair in estimates.pairs if (pair.first, pair.second) == (first, second)]
    if not found:
        msg = f"{first} v {second} was not played; expected two {noun}s that met"
        raise BalanceError(msg)
    return found[0]
