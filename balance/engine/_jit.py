"""The only import of numba: the `kernel` decorator, its cache folder and the types that kernels share.

numba's cache watches only the file of the function that it loads, so an edit in another kernel file could leave a
stale number that looks right. Each rule system's cache therefore stands in a folder named by a digest of the kernel
sources that it is made from (those all systems share, its own kernels, its own policies), the versions of numba and
Python, and the flags for bounds checks and optimisation: an edit in one system leaves the others' code as it is.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba import types as _types

PACKAGE = Path(__file__).resolve().parent.parent
types: Any = _types  # partly untyped
CONFIG: Any = numba.config  # its attributes are made at import
JIT_DISABLED = bool(CONFIG.DISABLE_JIT)
MASK = (1 << 64) - 1
Unsigned = Any  # a 64-bit unsigned number: a numpy scalar, or a plain number with the JIT off

Function = TypeVar("Function", bound=Callable[..., Any])


def system_of(module: str) -> str | None:
    """Return the rule system that a module of kernels or policies belongs to; None if all systems share it."""
    parts = module.split(".")
    inside = len(parts) > 3 and parts[0] == PACKAGE.name and parts[1] in ("engine", "policies")
    return parts[2] if inside else None


def kernel_sources(system: str | None = None, package: Path = PACKAGE) -> list[Path]:
    """Return every file whose text can change compiled code: that of a system, or of all; in a fixed order."""
    engine, policies = package / "engine", package / "policies"
    chosen = system or "*"
    files = [
        engine / "_jit.py",
        engine / "_random.py",
        *engine.glob(f"{chosen}/kernels/**/*.py"),
        *policies.glob(f"{chosen}/**/*.py"),
    ]
    return sorted(files)


def cache_digest(system: str | None = None, package: Path = PACKAGE) -> str:
    """Return the digest that names the cache folder of a system's code (16 hexadecimal digits)."""
    digest = hashlib.sha256()
    flags = f"{CONFIG.BOUNDSCHECK} {CONFIG.OPT}"
    for part in (numba.__version__, sys.version, flags, str(package)):
        digest.update(part.encode() + b"\0")
    for path in kernel_sources(system, package):
        digest.update(str(path.relative_to(package)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def _cache_folder(system: str | None) -> Path:
    """Return a writable folder for compiled code: in the user's cache, else in the system's temporary folder."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111 (no error without a home)
    name = f"{system or 'all'}-{cache_digest(system)}"
    for base in (
        Path(home),
        Path(tempfile.gettempdir()) / f"balance-{os.getuid() if hasattr(os, 'getuid') else 0}",
    ):
        folder = base / "balance" / "kernels" / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="balance-"))


def is_compiled(system: str) -> bool:
    """Tell whether an earlier process has left compiled code for these sources of a rule system."""
    return JIT_DISABLED or any(_cache_folder(system).rglob("*.nbc"))


def kernel(
    signature: Any = None, *, allocates: bool = True, inline: bool = False
) -> Callable[[Function], Function]:
    """Compile a function (or, with the JIT off, leave it as it is); the result keeps the function's type.

    Parameters
    ----------
    signature
        An explicit numba signature: compiled at import, as first-class functions need; without one, at first call.
    allocates
        False for a function that makes no array and takes no slice: numba then leaves out the counting of references,
        and refuses to compile the function if it does so after all.
    inline
        Compile the function into every caller, whatever its size: for small steps of the game loop, where a call costs
        more than what it does.
    """

    def decorate(function: Function) -> Function:
        if not JIT_DISABLED:  # numba asks for the folder here, and never again for this function
            CONFIG.CACHE_DIR = str(_cache_folder(system_of(function.__module__)))
        njit: Any = numba.njit
        arguments = (signature,) if signature is not None else ()
        options = {
            "nogil": True,
            "cache": True,
            "error_model": "numpy",
            "_nrt": allocates,
            "forceinline": inline,
        }
        return cast("Function", njit(*arguments, **options)(function))

    return decorate


def record_type(dtype: Any) -> Any:
    """Return numba's type of one record of a structured dtype."""
    return numba.from_dtype(dtype)


if JIT_DISABLED:

    def wrapping_multiply(x: Unsigned, y: Unsigned) -> Unsigned:
        """Multiply modulo 2**64 (numpy's scalars would warn of the overflow that is meant here)."""
        return (int(x) * int(y)) & MASK

    def wrapping_add(x: Unsigned, y: Unsigned) -> Unsigned:
        """Add modulo 2**64."""
        return (int(x) + int(y)) & MASK

    def unsigned(x: Unsigned) -> Unsigned:
        """Return `x` as an unsigned 64-bit number."""
        return int(x) & MASK

else:
    import numpy as np

    @kernel(allocates=False)
    def wrapping_multiply(x: Unsigned, y: Unsigned) -> Unsigned:
        """Multiply modulo 2**64."""
        return np.uint64(x) * np.uint64(y)

    @kernel(allocates=False)
    def wrapping_add(x: Unsigned, y: Unsigned) -> Unsigned:
        """Add modulo 2**64."""
        return np.uint64(x) + np.uint64(y)

    @kernel(allocates=False)
    def unsigned(x: Unsigned) -> Unsigned:
        """Return `x` as an unsigned 64-bit number."""
        return np.uint64(x)


__all__ = [
    "JIT_DISABLED",
    "Unsigned",
    "cache_digest",
    "is_compiled",
    "kernel",
    "kernel_sources",
    "record_type",
    "system_of",
    "types",
    "unsigned",
    "wrapping_add",
    "wrapping_multiply",
]
