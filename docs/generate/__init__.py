"""Pages of docs/ that are made from the code: what each command takes, and what each file may say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from docs.generate import commands, configuration, systems

DOCS: Final = Path(__file__).resolve().parent.parent

PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "commands.md": commands.page,
    "configuration.md": configuration.page,
    **{systems.file_of(name): partial(systems.page, form) for name, form in systems.schemas().items()},
}
"""File → the function that returns its text."""
