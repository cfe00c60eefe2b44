"""The index of a folder of results: `balance report --index`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from balance.errors import BalanceError, RunFolderError
from balance.reports import index as page
from balance.reports.index import COMPARISON, DAMAGED, FINISHED, SENSITIVITY, SWEEP, TWEAK, UNFINISHED, Entry
from balance.reports.wording import words_of
from balance.sweep.files import read_bytes, read_json, write_together
from balance.sweep.folder import unfinished
from balance.sweep.manifest import MANIFEST, MARK, OTHERS, read_manifest
from balance.words import Words

INDEX = "index.html"
OURS = b"<!-- written by balance report --index -->\n"
"""How a page of ours ends: no other is written over."""
PASSED = {"chunks", "games"}
"""Rooms of a run's folder in which no results lie."""
DEEPEST = 5


@dataclass(frozen=True)
class Kind:
    """What one command leaves: its page, its summary, and what that says."""

    name: str
    page: str
    summary: str
    words: Callable[[Mapping[str, Any], Words], tuple[str, ...]]


KINDS = {
    MARK: Kind(SWEEP, "report.html", "summary.json", page.sweep_words),
    "balance tweak": Kind(TWEAK, OTHERS["balance tweak"], "summary.json", page.tweak_words),
    "balance sensitivity": Kind(
        SENSITIVITY, OTHERS["balance sensitivity"], "sensitivity.json", page.sensitivity_words
    ),
    "balance compare": Kind(COMPARISON, OTHERS["balance compare"], "comparison.json", page.comparison_words),
}


def write_index(folder: Path) -> tuple[Path, tuple[Entry, ...]]:
    """Write the list of all results under a folder into its ``index.html``; the same results give the same bytes.

    Returns
    -------
    tuple
        The page, and what it lists.

    Raises
    ------
    RunFolderError
        If there is no such folder, it cannot be written, or holds an ``index.html`` of somebody else.
    """
    if not folder.is_dir():
        what = "not a folder" if folder.exists() else "no such folder"
        msg = f"{folder}: {what}; expected a folder with results, such as outputs"
        raise RunFolderError(msg)
    file = folder / INDEX
    if file.is_file() and not read_bytes(file).endswith(OURS):
        msg = f"{file} was not written by balance report --index and is left alone; move it away first"
        raise RunFolderError(msg)
    entries = tuple(entries_of(folder))
    shown = folder.resolve().name or str(folder)
    html = page.render(entries, shown).encode(errors="backslashreplace")
    write_together(folder, {INDEX: html + OURS})
    return file, entries


def entries_of(folder: Path) -> Iterator[Entry]:
    """Yield every folder of results at or below a folder, in the order of their names; nothing else is said of."""
    for where, rooms, _ in os.walk(folder):
        path = Path(where)
        depth = len(path.relative_to(folder).parts)
        rooms[:] = sorted(
            room for room in rooms if room not in PASSED and not room.startswith(".") and depth < DEEPEST
        )
        found = _entry(path, folder)
        if found is not None:
            yield found


def _entry(path: Path, root: Path) -> Entry | None:
    """Return what a folder holds; None if no result."""
    folder = path.relative_to(root).as_posix()
    if not (path / MANIFEST).exists():
        if not unfinished(path):
            return None
        said = ("Not finished: the same command goes on from there.",)
        return Entry(folder, SWEEP, UNFINISHED, said=said)
    try:
        manifest = read_json(path / MANIFEST)
    except RunFolderError as error:
        return Entry(folder, "unknown", DAMAGED, said=(_relative(error, path, folder),))
    mark = str(manifest.get("format", ""))
    if not mark.startswith("balance "):
        return None  # somebody else's manifest
    kind = KINDS.get(mark, Kind(mark.removeprefix("balance "), "report.html", "", lambda *_: ()))
    try:
        return _finished(path, folder, kind, manifest, sweep=mark == MARK)
    except (BalanceError, KeyError, TypeError, ValueError, AttributeError) as error:
        wrong = (
            _relative(error, path, folder)
            if isinstance(error, BalanceError)
            else f"not as expected ({error!r})"
        )
        return Entry(
            folder, kind.name, DAMAGED, name=str(manifest.get("name", "")), said=(f"Damaged: {wrong}",)
        )


def _finished(path: Path, folder: str, kind: Kind, manifest: dict[str, Any], *, sweep: bool) -> Entry:
    """Return a finished result's entry; errors of damaged files are the caller's."""
    if sweep:
        read_manifest(path)
    said = kind.words(json.loads(read_bytes(path / kind.summary)), words_of(manifest)) if kind.summary else ()
    there = (path / kind.page).is_file()
    played = manifest.get("played")
    games = sum(played.values()) if isinstance(played, dict) else manifest.get("games")
    return Entry(
        folder=folder,
        kind=kind.name,
        state=FINISHED,
        name=": ".join(filter(None, [str(manifest.get("name", "")), ", ".join(manifest.get("tweaks", ()))])),
        finished=str(manifest.get("finished", "")),
        games=None if games is None else int(games),
        policies=tuple(map(str, manifest.get("headline") or manifest.get("policies", ()))),
        said=said if there else (*said, f"Its {kind.page} is missing."),
        page=quote(f"./{folder}/{kind.page}", errors="surrogateescape") if there else "",
    )


def _relative(error: BalanceError, path: Path, folder: str) -> str:
    """Return a message with the folder as the page names it, so that the page is the same wherever it lies."""
    return str(error).replace(str(path), folder)
