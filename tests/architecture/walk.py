"""The files and commands of docs/new-system.md, and a copy of the package to try them in."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from functools import cached_property
from pathlib import Path

from tests.support import ROOT

PAGE = ROOT / "docs" / "new-system.md"
FILE = re.compile(r"^\*\*(\S+)\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
END = "\x1e"
ONE_BY_ONE = f"""
import shlex, sys
from balance.cli import main
sys.stderr = sys.stdout
for line in sys.stdin.read().splitlines():
    code = main(shlex.split(line))
    print()
    print(code, end={END!r}, flush=True)
"""
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
        shutil.copytree(ROOT / "balance", folder / "balance")
        shutil.copy2(ROOT / "pyproject.toml", folder)

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

    def give(self, command: str) -> str:
        """Give a command of the page in a shell of its own and return what it prints."""
        python = shlex.quote(sys.executable)
        done = self._run(["sh", "-c", re.sub(r"\bpython -m", f"{python} -m", command)])
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def balance(self, *commands: str) -> list[tuple[int, str]]:
        """Give several commands of ``balance``, all in one process; return how each ends and what it prints."""
        lines = "".join(command.removeprefix("balance ") + "\n" for command in commands)
        done = self._run([sys.executable, "-c", ONE_BY_ONE], lines)
        assert done.returncode == 0, done.stdout + done.stderr
        *told, rest = done.stdout.split(END)
        assert (len(told), rest) == (len(commands), ""), done.stdout + done.stderr
        parts = (one.rpartition("\n") for one in told)
        return [(int(code), printed) for printed, _, code in parts]

    def _run(self, arguments: list[str], lines: str = "") -> subprocess.CompletedProcess[str]:
        own = {
            "PYTHONPATH": str(self.folder),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "COLUMNS": "120",
        }
        return subprocess.run(
            arguments,
            cwd=self.folder,
            env={**os.environ, **own},
            input=lines,
            capture_output=True,
            text=True,
            check=False,
        )
