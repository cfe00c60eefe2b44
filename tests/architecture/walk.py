"""The files and commands of docs/new-system.md, and a copy of the package to try them in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cached_property
from pathlib import Path

from tests.support import ROOT

PAGE = ROOT / "docs" / "new-system.md"
FILE = re.compile(r"^\*\*(\S+)\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Walk:
    """The walk in a folder of its own.

    Parameters
    ----------
    folder
        Empty; the package is copied there, compiled files of Python included.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("balance", "pyproject.toml"):
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, folder / name)  # type: ignore[operator]  # of two functions

    @cached_property
    def text(self) -> str:
        """The page."""
        return PAGE.read_text(encoding="utf-8")

    @cached_property
    def files(self) -> dict[str, str]:
        """Each file of the page by its path."""
        return dict(FILE.findall(self.text))

    @cached_property
    def commands(self) -> list[str]:
        """The commands of the page, in their order."""
        lines = (line for block in COMMANDS.findall(self.text) for line in block.splitlines())
        return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]

    def write(self) -> None:
        """Write the files of the page."""
        for name, text in self.files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def give(self, command: str, *more: str, code: int = 0) -> str:
        """Give a command of the page, possibly with more options, and return what it prints."""
        python = f"{sys.executable} -m"
        own = re.sub(r"\bbalance (?=[a-z]+ )", f"{python} balance ", command, count=1)
        own = re.sub(r"\bpython -m", python, own) if own == command else own
        done = subprocess.run(
            " ".join([own, *more]),
            shell=True,
            cwd=self.folder,
            env={
                **os.environ,
                "PYTHONPATH": str(self.folder),
                "XDG_CACHE_HOME": str(self.folder / "cache"),
                "COLUMNS": "120",
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout
