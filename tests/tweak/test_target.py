"""The section `balance`: target and band in wins in 100 games."""

# ruff: noqa: E501 - a message stays in one piece where it can

from __future__ import annotations

from pathlib import Path

import pytest

from balance.config.pacts import Configuration, configuration_from, load_configuration
from balance.errors import ConfigurationError
from tests.config.conftest import CONFIGS, POLICIES, Files

SECTION = """
balance:
  target: 52
  band: [47, 58]
  pairs:
    dragons: {kelpies: 60}
"""


@pytest.fixture(scope="module")
def real() -> Configuration:
    return load_configuration(CONFIGS / "factions.yaml", policies=POLICIES)


def load(folder: Path, section: str) -> Configuration:
    files = Files(folder)
    with files.run.open("a", encoding="utf-8") as file:
        file.write(section)
    return files.load()


def test_without_the_section_every_pairing_aims_at_even(real: Configuration) -> None:
    assert real.balance.target_of("dragons", "kelpies") == 50
    assert real.balance.band_of("dragons", "kelpies") == (45, 55)
    assert "balance" not in real.contents()


def test_a_pairing_with_a_target_of_its_own_takes_the_band_along(tmp_path: Path) -> None:
    balance = load(tmp_path, SECTION).balance
    assert (balance.target_of("kelpies", "dragons"), balance.band_of("kelpies", "dragons")) == (52, (47, 58))
    # 60 is 8 above 52, so the band is 8 above as well
    assert (balance.target_of("dragons", "kelpies"), balance.band_of("dragons", "kelpies")) == (60, (55, 66))


def test_no_digest_depends_on_the_section_but_contents_hold_it(tmp_path: Path) -> None:
    found = load(tmp_path, SECTION)
    (tmp_path / "bare").mkdir()
    assert found.digest() == load(tmp_path / "bare", "").digest()
    again = configuration_from(found.contents(), policies=POLICIES)
    assert again.balance == found.balance


def test_a_narrowed_configuration_keeps_the_targets_of_its_own_pairings(tmp_path: Path) -> None:
    found = load(tmp_path, SECTION)
    assert found.select(contestants=["dragons", "kelpies"]).balance == found.balance
    assert found.select(contestants=["dragons", "selkies"]).balance.pairs == {}


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("balance: {target: 0.5}", "balance.target: expected wins in 100 games, from 1 to 99, such as 50; got 0.5"),
        ("balance: {target: .nan}", "balance.target: expected wins in 100 games, from 1 to 99, such as 50; got nan"),
        ("balance: {target: true}", "balance.target: expected wins in 100 games, from 1 to 99, such as 50; got true"),
        ("balance: {band: [45]}", "balance.band: expected at least 2 entries; got 1"),
        ("balance: {band: 45}", "balance.band: expected a list; got 45"),
        ("balance: {band: [55, 45]}", "balance.band: expected the target 50 between two ends, such as [45, 55]; got [55, 45]"),
        ("balance: {target: 60}", "balance.band: expected the target 60 between two ends, such as [45, 55]; got [45, 55]"),
        ("balance: {traget: 60}", "balance.traget: unknown key 'traget' (did you mean 'target'?); known keys: target, band, pairs"),
        ("balance: {pairs: {dragon: {kelpies: 52}}}", "balance.pairs.dragon: unknown faction 'dragon' (did you mean 'dragons'?)"),
        ("balance: {pairs: {dragons: {kelpy: 52}}}", "balance.pairs.dragons.kelpy: unknown faction 'kelpy'"),
        ("balance: {pairs: {dragons: {dragons: 52}}}", "balance.pairs.dragons.dragons: expected another faction; a faction does not meet itself"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_section_is_one_message(tmp_path: Path, section: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        load(tmp_path, f"\n{section}\n")
    assert f": {message}" in str(caught.value)
