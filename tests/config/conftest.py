"""The real configuration files, copied to be edited, one mistake at a time."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from balance.config.pacts import Configuration, load_configuration
from balance.errors import BalanceError

CONFIGS = Path(__file__).parents[2] / "configs"
VARIANTS = re.compile(r"^( +)variants:\n(?:\1 +.*\n)+", re.MULTILINE)
POLICIES = {"random": {}, "greedy": {"tiles": 1.0}, "planner": {"tiles": 1.0, "flip": 0.5}}


class Files:
    """A copy of the real run file and game file."""

    def __init__(self, folder: Path) -> None:
        (folder / "games").mkdir()
        self.run = Path(shutil.copy(CONFIGS / "factions.yaml", folder))
        self.game = folder / "games" / "pacts.yaml"
        text = (CONFIGS / "games" / "pacts.yaml").read_text(encoding="utf-8")
        self.game.write_text(
            VARIANTS.sub("", text), encoding="utf-8"
        )  # they repeat values; own tests have them

    def edit(self, old: str, new: str) -> int:
        """Replace a piece of text that stands in one file, once; return its line."""
        for path in (self.run, self.game):
            text = path.read_text(encoding="utf-8")
            if old in text:
                assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
                path.write_text(text.replace(old, new), encoding="utf-8")
                return text[: text.index(old)].count("\n") + 1
        raise AssertionError(old)

    def load(self) -> Configuration:
        """Load the run file."""
        return load_configuration(self.run, policies=POLICIES)

    def error(self) -> BalanceError:
        """Return the error that loading raises."""
        with pytest.raises(BalanceError) as caught:
            self.load()
        return caught.value


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.fixture(scope="session")
def real() -> Configuration:
    """Return the configuration that ships."""
    return load_configuration(CONFIGS / "factions.yaml", policies=POLICIES)
