"""A run's folder: whose it is, what an interrupted sweep left in it, and putting the results there.

::

    outputs/<name>/
    ├── manifest.json  tallies.parquet  facts.parquet  comparisons.parquet
    │   games.parquet  summary.json  report.html            (whole, and together)
    ├── margins.parquet                      beside them, where games take turns on layouts
    ├── games/                               pages of the games to watch, put there with them
    └── chunks/                              (only while a sweep is unfinished)
        ├── run.json                         whose chunks these are
        └── 00000000-<digest>.parquet …      finished games

Files of other names are never touched.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from balance.engine.system import CellTally, Columns
from balance.errors import RunFolderError
from balance.sweep.again import LAYOUTS
from balance.sweep.differences import differing
from balance.sweep.files import (
    digest,
    json_bytes,
    read_json,
    reading,
    refuse_no_files,
    temporary,
    write_scrap,
    write_together,
    writing,
)
from balance.sweep.manifest import MANIFEST, MARK, is_mark, refuse_other
from balance.sweep.margins import MARGINS
from balance.sweep.pieces import Pieces
from balance.sweep.store import COMPARISONS, FACTS, TALLIES, chunk_frame, parquet_bytes, read_chunk
from balance.sweep.watched import GAMES, REASONS

SUMMARY = "summary.json"
REPORT = "report.html"
RESULTS = (TALLIES, FACTS, COMPARISONS, GAMES, MANIFEST, SUMMARY, REPORT)
OPTIONAL = (MARGINS, LAYOUTS)
"""Results that only some runs have; the manifest names them."""
PAGES = "games"

_CHUNKS = "chunks"
_OWNER = "run.json"
_BEGINNING = b'{\n  "format": "balance run"'  # of every file that says whose run it is
_CHUNK = re.compile(r"[0-9]{8,}-[0-9a-f]{16}\.parquet")
_PAGE = re.compile(rf"[a-z0-9-]+-v-[a-z0-9-]+-({'|'.join(REASONS)})\.html")
_DIGITS = 16  # of a chunk's digest, in its name
_SHOWN = 6  # differing keys named in a refusal


class State(StrEnum):
    """What a folder holds of the run that is asked for."""

    NEW = "new"
    UNFINISHED = "unfinished"
    COMPLETE = "complete"


@dataclass(frozen=True)
class Identity:
    """What decides a run's tallies.

    Parameters
    ----------
    configuration
        The configuration in full; only named in refusals.
    digest
        Digest of the part of it that can change a tally.
    code
        Digest of the code that played; a run of other code is played again, never continued.
    begun
        Whose the chunks of an unfinished run are, where that is not the same: of the configuration before its numbers
        of games were scaled.
    """

    configuration: Mapping[str, Any]
    digest: str
    code: str
    begun: Identity | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the part of the manifest that says whose run it is."""
        return {
            "format": MARK,
            "configuration": dict(self.configuration),
            "configuration_digest": self.digest,
            "code_digest": self.code,
        }


@dataclass
class RunFolder:
    """A folder held by this process for one run; made by `hold`."""

    path: Path
    identity: Identity
    state: State
    pieces: Pieces = field(default_factory=Pieces)
    _count: int = field(default=0)

    @property
    def chunks(self) -> Path:
        """The folder of finished chunks."""
        return self.path / _CHUNKS

    def start(self) -> None:
        """Make the folder ready for chunks.

        Raises
        ------
        RunFolderError
            If the folder cannot be written.
        """
        if self.state is State.UNFINISHED:
            return
        self.discard_chunks()
        self._discard_temporary()
        try:
            with writing(self.chunks):
                self.chunks.mkdir(exist_ok=True)
            self.note({})
        except RunFolderError:
            self.discard_chunks()
            raise
        self.state = State.UNFINISHED

    @property
    def margins(self) -> Path:
        """Where the margins of single games are made before they are put to the results."""
        return self.chunks / MARGINS

    def note(self, told: Mapping[str, Any]) -> None:
        """Note something beside the chunks, for whoever goes on with them.

        Raises
        ------
        RunFolderError
            If that cannot be written.
        """
        owner = {**(self.identity.begun or self.identity).as_json(), "noted": dict(told)}
        write_scrap(self.chunks / _OWNER, json_bytes(owner))

    def noted(self) -> dict[str, Any] | None:
        """Return what was noted last of an unfinished run; None where no chunk is there."""
        if self.state is not State.UNFINISHED:
            return None
        told = read_json(self.chunks / _OWNER).get("noted", {})
        return told if isinstance(told, dict) else {}

    def finished(
        self, columns: Columns, say: Callable[[str], object] = lambda _: None
    ) -> list[tuple[int, CellTally]]:
        """Return the first game and the tally, without facts and margins, of all that is played already.

        A damaged chunk counts as not played: `say` is told so, and it is removed.
        """
        found: list[tuple[int, CellTally]] = []
        self.pieces = Pieces()
        for path in _chunk_files(self.chunks):
            number, _, sha256 = path.stem.partition("-")
            self._count = int(number) + 1
            try:
                tallies = read_chunk(path, columns, sha256=sha256)
            except RunFolderError as error:
                say(f"{error}; its games are played again")
                with suppress(OSError):
                    path.unlink()
                continue
            self.pieces.add(path, tallies)
            found += tallies
        return found

    def keep(self, first_game: int, tallies: Sequence[CellTally], columns: Columns) -> None:
        """Store one finished chunk.

        Raises
        ------
        RunFolderError
            If it cannot be written; chunks stored before stay.
        """
        data = parquet_bytes(chunk_frame(first_game, tallies, columns))
        path = self.chunks / f"{self._count:08d}-{digest(data)[:_DIGITS]}.parquet"
        write_scrap(path, data)
        self._count += 1
        self.pieces.add(path, [(first_game, tally) for tally in tallies])

    def publish(self, contents: Mapping[str, bytes | Path], *, files: Container[str]) -> None:
        """Put the results in place of the old ones, all or none, and remove the chunks.

        Parameters
        ----------
        contents
            By name; see `put_results`.
        files
            The Parquet files that the run has: optional ones of an earlier run go.

        Raises
        ------
        RunFolderError
            If they cannot be written; the old results and the chunks stay.
        """
        put_results(self.path, contents)
        for name in OPTIONAL:
            if name not in files:
                with writing(self.path / name):
                    (self.path / name).unlink(missing_ok=True)
        self.discard_chunks()
        self.state = State.COMPLETE

    def _discard_temporary(self) -> None:
        """Remove what a sweep that was killed while it wrote its results left of them."""
        for name in (*RESULTS, *OPTIONAL):
            with suppress(OSError):
                temporary(self.path / name).unlink(missing_ok=True)
        for path in (self.path / PAGES).glob(".*.html.tmp"):
            if _PAGE.fullmatch(path.name[1 : -len(".tmp")]):
                with suppress(OSError):
                    path.unlink()

    def discard_chunks(self) -> None:
        """Remove the chunks and nothing else."""
        with writing(self.chunks):
            for path in _chunk_files(self.chunks):
                path.unlink()
                temporary(path).unlink(missing_ok=True)
            for path in self.chunks.glob(".[0-9]*.parquet.tmp"):
                path.unlink()
            for path in (self.chunks / _OWNER, temporary(self.chunks / _OWNER), self.margins):
                path.unlink(missing_ok=True)
        with suppress(OSError):  # not there, or it holds a stranger's file
            self.chunks.rmdir()


def put_results(folder: Path, contents: Mapping[str, bytes | Path]) -> None:
    """Put results in place of the old ones, all or none; pages of games that are not among them go.

    Parameters
    ----------
    contents
        By name; those of pages begin with ``games/``. Each is asked for when it is written; a path is moved.

    Raises
    ------
    RunFolderError
        If they cannot be written; the old results stay.
    """
    pages, names = folder / PAGES, set(contents)
    try:
        if any(name.startswith(f"{PAGES}/") for name in names):
            with writing(pages):
                pages.mkdir(exist_ok=True)
        write_together(folder, contents)
        with writing(pages):
            for path in _page_files(pages):
                if f"{PAGES}/{path.name}" not in names:
                    path.unlink()
    finally:
        with suppress(OSError):  # it is only removed while nothing is in it
            pages.rmdir()


@contextmanager
def hold(path: Path, identity: Identity, *, force: bool) -> Iterator[RunFolder]:
    """Make a folder if need be and hold it for one run, so that no other sweep writes there meanwhile.

    Raises
    ------
    RunFolderError
        If it cannot be made, another sweep holds it, or it holds another configuration's run (unless
        `force`) or files of a run's names that no sweep wrote.
    """
    with writing(path):
        path.mkdir(parents=True, exist_ok=True)
    with _locked(path):
        yield RunFolder(path, identity, _state(path, identity, force=force))


def unfinished(path: Path) -> bool:
    """Return whether a folder holds finished games of a sweep that is not finished itself."""
    return (path / _CHUNKS / _OWNER).is_file()


def _state(path: Path, identity: Identity, *, force: bool) -> State:
    names = (*RESULTS, *OPTIONAL)
    refuse_no_files(path / name for name in names)
    if (path / PAGES).exists() and not (path / PAGES).is_dir():
        msg = f"cannot write {path / PAGES}: expected a folder; name another folder with --out"
        raise RunFolderError(msg)
    runs = {State.UNFINISHED: path / _CHUNKS / _OWNER, State.COMPLETE: path / MANIFEST}
    found = {state: _owner(file, force=force) for state, file in runs.items() if file.exists()}
    there = [name for name in names if (path / name).exists()]
    chunks = _chunk_files(path / _CHUNKS)
    pages = _page_files(path / PAGES)
    strangers = [*there, *([_CHUNKS] if chunks else []), *([PAGES] if pages else [])]
    if strangers and not found:
        msg = f"{path} holds {strangers[0]}, but no run that balance wrote; name another folder with --out"
        raise RunFolderError(msg)
    if not chunks:
        found.pop(State.UNFINISHED, None)
    if force:
        return State.NEW
    for state, owner in found.items():
        wanted = (identity.begun or identity) if state is State.UNFINISHED else identity
        if owner["configuration_digest"] != wanted.digest:
            raise RunFolderError(_refusal(path, state, owner, wanted))
    for state, owner in found.items():
        if owner["code_digest"] == identity.code:
            return state
    return State.NEW


def _owner(file: Path, *, force: bool) -> dict[str, Any]:
    """Return what a file says of the run that a folder holds; nothing if it is damaged, but a sweep began it."""
    try:
        owner = read_json(file)
        refuse_other(file, owner)
    except RunFolderError as error:
        begun = _is_begun(file)
        if begun and force:
            return {}
        advice = (
            "--force starts anew, --out names another folder" if begun else "name another folder with --out"
        )
        msg = f"{error}; {advice}"
        raise RunFolderError(msg) from error
    if not is_mark(owner):
        msg = f"{file} is not one that balance wrote; name another folder with --out"
        raise RunFolderError(msg)
    return owner


def _is_begun(file: Path) -> bool:
    """Tell whether a file begins as one that says whose run it is."""
    try:
        with reading(file), file.open("rb") as opened:
            return opened.read(len(_BEGINNING)) == _BEGINNING
    except RunFolderError:
        return False


def _refusal(path: Path, state: State, owner: Mapping[str, Any], identity: Identity) -> str:
    old, new = owner.get("configuration", {}), json.loads(json_bytes(identity.configuration))
    names = differing(old, new)
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    what = ", ".join(names[:_SHOWN]) + more if names else "its digest"
    kind = (
        "an unfinished run of another configuration"
        if state is State.UNFINISHED
        else "another configuration's run"
    )
    return f"{path} holds {kind}; it differs in {what} (--force replaces it, --out names another folder)"


def _chunk_files(folder: Path) -> list[Path]:
    return sorted(
        path for path in folder.glob("*.parquet") if _CHUNK.fullmatch(path.name) and not path.is_dir()
    )


def _page_files(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.html") if _PAGE.fullmatch(path.name) and not path.is_dir()]


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    try:
        import fcntl
    except ModuleNotFoundError:  # not a POSIX system: two sweeps into one folder are the user's to avoid
        yield
        return
    with writing(path):
        handle = os.open(path, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            msg = f"{path} is in use: another sweep is writing to it"
            raise RunFolderError(msg) from None
        except OSError:
            pass  # a file system without locks
        yield
    finally:
        os.close(handle)
