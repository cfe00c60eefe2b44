"""A folder for results that are written once, all together, at the end of a command."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from balance.errors import RunFolderError
from balance.sweep.files import read_json, refuse_no_files, writing
from balance.sweep.manifest import MANIFEST


@contextmanager
def claimed(folder: Path, mark: str, files: Sequence[str]) -> Iterator[None]:
    """Make a folder if need be and refuse one that holds something else; leave none behind that stayed empty.

    Parameters
    ----------
    folder
        Where results will go.
    mark
        The command; older results of it may be replaced. It stands in their manifest under ``format``.
    files
        The names that will be written.

    Raises
    ------
    RunFolderError
        The folder cannot be written, or holds one of the files without being this command's.
    """
    refuse_no_files(folder / name for name in files)
    there = [name for name in files if (folder / name).exists()]
    if there:
        owner = read_json(folder / MANIFEST) if MANIFEST in there else {}
        if owner.get("format") != mark:
            msg = f"{folder} holds {there[0]}, but no result of {mark}; name another folder with --out"
            raise RunFolderError(msg)
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        msg = f"cannot write {folder}: permission denied"
        raise RunFolderError(msg)
    try:
        yield
    finally:
        with suppress(OSError):  # it is only removed while nothing is in it
            folder.rmdir()
