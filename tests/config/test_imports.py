"""Importing the configuration is light, and its public names are all there."""

from __future__ import annotations

import subprocess
import sys

import balance.config.pacts


def test_importing_the_configuration_loads_nothing_heavy() -> None:
    code = (
        "import sys, balance.config.load, balance.config.pacts, balance.config.plain_files; "
        "heavy = {'numba', 'numpy', 'polars', 'scipy', 'matplotlib'} & set(sys.modules); "
        "sys.exit(', '.join(sorted(heavy)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_public_names_exist_and_are_sorted() -> None:
    assert all(hasattr(balance.config.pacts, name) for name in balance.config.pacts.__all__)
    capitals = [n for n in balance.config.pacts.__all__ if n[0].isupper() and not n.isupper()]
    assert capitals == sorted(capitals)
