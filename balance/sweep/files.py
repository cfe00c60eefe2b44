"""Writing and reading files so that nobody ever sees half of one."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from balance.errors import RunFolderError

LINE = 110
"""An object of a JSON file that holds no other stands on one line up to so many characters."""


def temporary(path: Path) -> Path:
    """Return the name under which `path` is written before it is renamed."""
    return path.with_name(f".{path.name}.tmp")


def write_together(folder: Path, contents: Mapping[str, bytes | Path]) -> None:
    """Write several files of a folder: either all of them appear, in the mapping's order, or none.

    Every file is first written whole to a temporary name beside its place and flushed to the disk; only then
    are they renamed. (The renames are one after another: a power cut between two of them can be seen by the
    digests in the manifest.)

    Parameters
    ----------
    folder
        Where they go.
    contents
        By name: what to write, or a file that is written already and is moved.

    Raises
    ------
    RunFolderError
        If the folder cannot be written or is full; the temporary files are removed, the old
        files are untouched.
    """
    paths = [folder / name for name in contents]
    refuse_no_files(paths)
    try:
        for path, data in zip(paths, contents.values(), strict=True):
            with writing(path):
                _write(temporary(path), data, sync=True)
        for path in paths:
            with writing(path):
                temporary(path).replace(path)
    except BaseException:
        for path in paths:
            with suppress(OSError, ValueError):
                temporary(path).unlink(missing_ok=True)
        raise
    for changed in {path.parent for path in paths}:
        _sync_folder(changed)


def refuse_no_files(paths: Iterable[Path]) -> None:
    """Refuse to go on if something else stands where a file is to be written.

    A rename over a folder fails; one over a device, such as ``/dev/stdout``, would take it away from everybody.

    Raises
    ------
    RunFolderError
        For the first that is a folder, pipe, device or socket.
    """
    for path in paths:
        if path.is_dir():
            msg = f"cannot write {path}: is a directory"
            raise RunFolderError(msg)
        if path.exists() and not path.is_file():
            msg = f"cannot write {path}: expected a file; got a pipe, device or socket"
            raise RunFolderError(msg)


def refuse_inputs(path: Path, inputs: Iterable[Path | None]) -> None:
    """Refuse to write over what is read.

    Parameters
    ----------
    path
        The file that is to be written.
    inputs
        Files that are read; one that is not there, or None, does not matter.

    Raises
    ------
    RunFolderError
        If `path` is one of them, under this name or another.
    """
    for given in inputs:
        if given is not None and _is_there(path) and _is_there(given) and path.samefile(given):
            msg = f"cannot write {path}: it is read as {given}; name another file"
            raise RunFolderError(msg)


def _is_there(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110 (Path.exists raises for names that no file can have)


def write_scrap(path: Path, data: bytes) -> None:
    """Write one file that may be lost, but is never seen in part; does not wait for the disk."""
    try:
        with writing(path):
            _write(temporary(path), data, sync=False)
            temporary(path).replace(path)
    except BaseException:
        with suppress(OSError):
            temporary(path).unlink(missing_ok=True)
        raise


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes.

    Raises
    ------
    RunFolderError
        If there is no such file, it cannot be read or it is a pipe, device or socket.
    """
    with reading(path):
        return path.read_bytes()


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Turn an operating system's error while `path` is read into one message.

    Raises
    ------
    RunFolderError
        If there is no such file, it cannot be read or it is a pipe, device or socket.
    """
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a pipe would be waited for
            msg = f"cannot read {path}: expected a file; got a pipe, device or socket"
            raise RunFolderError(msg)
        yield
    except FileNotFoundError:
        msg = f"{path}: no such file; expected the folder of a finished run"
        raise RunFolderError(msg) from None
    except OSError as error:
        msg = f"cannot read {path}: {reason(error)}"
        raise RunFolderError(msg) from error


def read_json(path: Path) -> dict[str, Any]:
    """Return a JSON object.

    Raises
    ------
    RunFolderError
        If the file is missing, cannot be read or is not a JSON object.
    """
    try:
        value = json.loads(read_bytes(path))
    except (ValueError, RecursionError) as error:
        msg = f"{path} is damaged: not JSON ({error})"
        raise RunFolderError(msg) from error
    if not isinstance(value, dict):
        msg = f"{path} is damaged: expected a JSON object, got {type(value).__name__}"
        raise RunFolderError(msg)
    return value


def json_bytes(value: Mapping[str, Any]) -> bytes:
    r"""Return the bytes of a JSON object for people to read; the same value gives the same bytes.

    >>> print(json_bytes({"a": {"b": [1, 2], "c": {}}}).decode(), end="")
    {
      "a": {
        "b": [1, 2],
        "c": {}
      }
    }

    Half characters, as a file's name can hold them, are escaped: ``"\udcff"``.
    """
    return f"{_json(value, '')}\n".encode(errors="backslashreplace")


def _json(value: Any, indent: str) -> str:
    """Return a value as JSON; short objects, and lists, stand on one line if they hold no others."""
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    nested = any(isinstance(part, Mapping | list | tuple) and part for part in parts)
    if not nested:
        line = json.dumps(value, ensure_ascii=False, default=str, allow_nan=False)
        if len(line) <= LINE or not isinstance(value, Mapping):
            return line
    inner = f"{indent}  "
    if isinstance(value, Mapping):
        keys = (
            json.dumps(key if isinstance(key, str) else json.dumps(key), ensure_ascii=False) for key in value
        )
        listed = [f"{key}: {_json(part, inner)}" for key, part in zip(keys, parts, strict=True)]
    else:
        listed = [_json(part, inner) for part in parts]
    opening, closing = "{}" if isinstance(value, Mapping) else "[]"
    separator = f",\n{inner}"
    return f"{opening}\n{inner}{separator.join(listed)}\n{indent}{closing}"


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, which may be large, as hexadecimal digits.

    Raises
    ------
    RunFolderError
        If there is no such file or it cannot be read.
    """
    with reading(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest(data: bytes) -> str:
    """Return the SHA-256 of some bytes as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def shown_path(path: Path) -> str:
    """Return a path as it was typed, without the folders of a machine."""
    return path.name if path.is_absolute() else path.as_posix()


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an operating system's error while `path` is written into one message."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: no file can have such a name
        msg = f"cannot write {path}: {reason(error)}"
        raise RunFolderError(msg) from error


def reason(error: OSError | ValueError) -> str:
    """Return the operating system's words for an error, in lower case."""
    words = getattr(error, "strerror", None) or str(error)
    return words[:1].lower() + words[1:]


def _write(path: Path, data: bytes | Path, *, sync: bool) -> None:
    path.unlink(missing_ok=True)  # a link or a pipe of that name is not written through
    if isinstance(data, Path):
        data.rename(path)
    else:
        with path.open("xb") as file:
            file.write(data)
    if sync:
        with path.open("r+b") as file:
            os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make renames last through a power cut, where the system lets a folder be flushed."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
