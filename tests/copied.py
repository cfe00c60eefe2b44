"""The shipped files of a rule system in a folder of their own, with something changed in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from balance import policies
from balance.config.load import load_configuration
from balance.config.plain import PlainConfiguration
from balance.errors import ConfigurationError
from tests.support import ROOT

Change = Callable[[str], str]
Reading = Callable[[Mapping[str, Change]], PlainConfiguration]


def reading(folder: Path, system: str) -> Reading:
    """Return what copies a system's run and game file into a folder, each with its change, and reads them there."""

    def read(changes: Mapping[str, Change]) -> PlainConfiguration:
        (folder / "games").mkdir(exist_ok=True)
        for name in (f"{system}.yaml", f"games/{system}.yaml"):
            text = (ROOT / "configs" / name).read_text(encoding="utf-8")
            (folder / name).write_text(changes.get(name, str)(text), encoding="utf-8")
        found = load_configuration(folder / f"{system}.yaml", policies=policies.weights)
        assert isinstance(found, PlainConfiguration)
        return found

    return read


def assert_refused(read: Reading, file: str, old: str, new: str, message: str) -> None:
    """Put `new` in the place of `old` in a file, and see that one line with its place says what is wrong."""

    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    with pytest.raises(ConfigurationError) as found:
        read({file: change})
    told = str(found.value)
    assert message in told
    assert re.search(rf"/{re.escape(file)}:\d+: ", told)
    assert "\n" not in told
