"""What holds for the configurations of every rule system."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from balance import policies
from balance.config.load import form_of, load_configuration, system_of, systems
from balance.config.run import difference_words
from balance.errors import ConfigurationError
from balance.reports.tables import known_rulings

CONFIGS = Path(__file__).resolve().parents[2] / "configs"
RUNS = sorted(CONFIGS.glob("*.yaml"))


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.stem)
def test_a_report_can_say_what_every_ruling_settles(path: Path) -> None:
    configuration = load_configuration(path, policies=policies.weights)
    known = known_rulings(configuration.system)
    for name, option in configuration.rulings().items():
        assert known[name].question
        assert known[name].meaning(option)


def test_every_rule_system_has_a_run_file() -> None:
    assert {system_of(path) for path in RUNS} == set(systems())


@pytest.mark.parametrize("own", systems())
def test_the_game_file_of_another_rule_system_is_told_in_one_line(own: str, tmp_path: Path) -> None:
    shutil.copytree(CONFIGS, tmp_path / "configs")
    file = next(one for one in sorted((tmp_path / "configs").glob("*.yaml")) if system_of(one) == own)
    text = file.read_text(encoding="utf-8")
    line = next(one for one in text.splitlines() if one.startswith("game: "))
    number = text.splitlines().index(line) + 1
    for other in set(systems()) - {own}:
        file.write_text(text.replace(line, f"game: games/{other}.yaml"), encoding="utf-8")
        with pytest.raises(ConfigurationError) as found:
            load_configuration(file, policies=policies.weights)
        told = str(found.value)
        assert told.startswith(
            f"{file}:{number}: game: games/{other}.yaml is a game file of {form_of(other).words.title}"
        )
        assert f"expected one with system: {own}" in told


def test_a_switch_that_differs_is_told_as_yes_or_no() -> None:
    assert difference_words(old=False, new=True) == "yes instead of no"
    assert difference_words(2, 3) == "3 instead of 2"
