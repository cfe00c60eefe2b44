"""The whole road of `balance compare`, from two run folders to the files of the comparison."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from balance.compare.sources import (
    Run,
    aim_of,
    balance_of,
    is_related,
    is_same,
    read_source,
    refuse_nothing,
    refuse_strangers,
)
from balance.reports import compare as page
from balance.reports import compare_words as words
from balance.reports.compare_words import Compared, Source
from balance.stats.json_values import Json, plain
from balance.stats.runs.compared import compare
from balance.stats.runs.summary import comparison_json
from balance.sweep.between import between
from balance.sweep.claim import claimed
from balance.sweep.files import digest, json_bytes, shown_path, write_together
from balance.sweep.manifest import MANIFEST
from balance.sweep.store import TALLIES

MARK = "balance compare"
SUMMARY, PAGE = "comparison.json", "compare.html"
FILES = (SUMMARY, PAGE, MANIFEST)


@dataclass(frozen=True)
class Finished:
    """A comparison: its folder, what it found, and the same as JSON values."""

    folder: Path
    compared: Compared
    told: Json

    @property
    def report(self) -> Path:
        """The page."""
        return self.folder / PAGE


def run_comparison(
    old: Path,
    new: Path,
    folder: Path | None = None,
    *,
    material: float = 0.01,
    alpha: float = 0.05,
    command: str = "",
) -> Finished:
    """Compare two finished runs and write the page and the JSON file into a folder.

    Both files have the same bytes for the same runs; only the manifest beside them has times in it.

    Parameters
    ----------
    old, new
        Their folders.
    folder
        Where the results go; ``outputs/OLD-NEW-compare`` by default.
    material
        Change of a distance from a target that matters, in shares.
    alpha
        Error rate.
    command
        The command line, for the manifest.

    Raises
    ------
    RunFolderError
        If a folder holds no finished run or is damaged, nothing of the two can be compared, or `folder` cannot be used.
    """
    started = datetime.now(UTC)
    runs = (read_source(old), read_source(new))
    refuse_strangers(*runs)
    out = folder or Path("outputs") / f"{old.resolve().name}-{new.resolve().name}-compare"
    with claimed(out, MARK, FILES):
        compared = compared_runs(*runs, out, material=material, alpha=alpha)
        told = comparison_json(compared.found, **_context(compared))
        files = {
            SUMMARY: json_bytes(told),
            PAGE: page.render(compared).encode(errors="backslashreplace"),
        }
        manifest = {
            "format": MARK,
            "name": f"{compared.old.label} → {compared.new.label}",
            "old": plain(_identity(compared.old)),
            "new": plain(_identity(compared.new)),
            "policies": list(compared.found.policies),
            "games": sum(compared.found.games),
            "material": material,
            "alpha": alpha,
            "files": {name: digest(content) for name, content in files.items()},
            "command": command,
            "started": started.isoformat(timespec="seconds"),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        write_together(out, {**files, MANIFEST: json_bytes(manifest)})
    return Finished(out, compared, told)


def compared_runs(old: Run, new: Run, out: Path, *, material: float, alpha: float) -> Compared:
    """Return what two runs tell of a change, as the page takes it.

    Raises
    ------
    RunFolderError
        If they have no pairing in common.
    """
    balance = balance_of(old, new)
    order = {
        key: list(dict.fromkeys([*new.manifest[key], *old.manifest[key]]))
        for key in ("contestants", "settings")
    }
    found = compare(
        old.played,
        new.played,
        aim_of(balance, material=material, alpha=alpha),
        seats=new.manifest["columns"]["seats"],
        contestants=order["contestants"],
        settings=order["settings"],
        related=is_related(old, new),
        same=is_same(old, new),
    )
    if found is None:
        raise refuse_nothing(old, new)
    labels = _labels(old, new)
    return Compared(
        found=found,
        old=_source(old, labels[0], out),
        new=_source(new, labels[1], out),
        differences=between(old.manifest, new.manifest),
        target=balance.target,
        band=(balance.band[0], balance.band[1]),
    )


def _source(run: Run, label: str, out: Path) -> Source:
    there = set(run.played.even["setting"].unique().to_list())
    return Source(
        label=label,
        path=shown_path(run.folder),
        manifest=run.manifest,
        policies=tuple(run.played.policies()),
        settings=tuple(name for name in map(str, run.manifest["settings"]) if name in there),
        page="" if run.page is None else _address(run.page, out),
    )


def _address(page_: Path, out: Path) -> str:
    """Return a relative address from a folder to a page; empty where there is none."""
    try:
        return quote(
            Path(os.path.relpath(page_.resolve(), out.resolve())).as_posix(), errors="surrogateescape"
        )
    except ValueError:  # on another drive
        return ""


def _labels(old: Run, new: Run) -> tuple[str, str]:
    """Return what to call the runs: their names, or their folders where these are alike."""
    for labels in (
        [str(run.manifest["name"]) for run in (old, new)],
        [run.folder.resolve().name for run in (old, new)],
    ):
        if len(set(labels)) == 2:
            return labels[0], labels[1]
    return "old run", "new run"


def _identity(source: Source) -> dict[str, Any]:
    manifest: Mapping[str, Any] = source.manifest
    return {
        "path": source.path,
        "name": manifest["name"],
        "seed": manifest["seed"],
        "games": manifest["games"],
        "configuration_digest": manifest["configuration_digest"],
        "tallies": manifest["files"][TALLIES],
    }


def _context(compared: Compared) -> dict[str, Any]:
    """Return what the JSON file says beside the figures."""
    return {
        "old": {**_identity(compared.old), "label": compared.old.label},
        "new": {**_identity(compared.new), "label": compared.new.label},
        "target": compared.target,
        "band": compared.band,
        "differences": [
            {"kind": str(one.kind), "where": one.where, "old": one.old, "new": one.new}
            for one in compared.differences
        ],
        "left_out": list(words.left_out(compared)),
        "verdict": list(words.verdict(compared)),
    }
