"""Tweak files of rule systems with a schema: what they change, and the same messages as for Pacts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from balance import policies
from balance.config.load import read_tweak
from balance.config.tweak import Tweak
from balance.errors import ConfigurationError
from tests.support import ROOT

BASE = ROOT / "configs" / "live_combat.yaml"
KNOWN = policies.weights("live_combat")


def read(folder: Path, text: str) -> Tweak:
    path = folder / "tweak.yaml"
    path.write_text(text, encoding="utf-8")
    return read_tweak(BASE, path, policies=KNOWN)


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("loadouts: {Footman: {hit_rate: 55}}", {"loadouts.Footman.hit_rate": (40, 55)}),
        (
            "contests: {duel near healer: {healer: {latest: 9}}}",
            {"contests.duel near healer.healer.latest": (6, 9)},
        ),
        (
            "rulings: {mixed_downgrade: both_at_once}",
            {"rulings.mixed_downgrade": ("stepwise", "both_at_once")},
        ),
        (
            "game: {rulings: {mixed_downgrade: both_at_once}}",
            {"rulings.mixed_downgrade": ("stepwise", "both_at_once")},
        ),
    ],
)
def test_what_a_tweak_changes(tmp_path: Path, text: str, changes: dict[str, Any]) -> None:
    found = {change.where: (change.old, change.new) for change in read(tmp_path, text).changes}
    assert found == changes


def test_a_tweak_has_the_name_and_reason_that_it_gives_or_its_files_name(tmp_path: Path) -> None:
    told = read(tmp_path, "{name: sturdier, why: they die, loadouts: {Footman: {hit_rate: 55}}}")
    assert (told.name, told.why) == ("sturdier", "they die")
    assert read(tmp_path, "loadouts: {Footman: {hit_rate: 55}}").name == "tweak"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "loadouts:\n  Footmn: {hit_rate: 50}",
            ":2: loadouts.Footmn: unknown loadout 'Footmn' (did you mean 'Footman'?); a tweak changes what the base",
        ),
        (
            "loadouts: {Footman: null}",
            ":1: loadouts.Footman: a tweak changes a loadout, it does not take it away; --contestants leaves some out",
        ),
        ("contests: {duell: {}}", ":1: contests.duell: unknown contest 'duell'"),
        ("contests: 3", ":1: contests: expected a mapping of contests; got 3"),
        (
            "loadout: {}",
            ":1: loadout: unknown key 'loadout' (did you mean 'loadouts'?); known keys: name, why, loadouts, contests",
        ),
        ("seed: 3", ":1: seed: not a rule, and a tweak changes rules alone; use --seed"),
        ("version: 3", ":1: version: not a rule, and a tweak changes rules alone"),
        ("why: because", "changes nothing: expected any of loadouts, contests"),
        (
            "loadouts:\n  Footman:\n    hit_rate: 40",
            ":3: loadouts.Footman.hit_rate: changes nothing that is played: it is so in",
        ),
        (
            "loadouts:\n  Footman:\n    hit_rat: 50",
            ":3: loadouts.Footman.hit_rat: unknown key 'hit_rat' (did you mean 'hit_rate'?)",
        ),
        (
            "loadouts: {Footman: {hit_rate: }}",
            ":1: loadouts.Footman.hit_rate: expected what it is changed to; got nothing",
        ),
        (
            "rulings: {mixed_downgrade: stepwis}",
            ":1: rulings.mixed_downgrade: expected one of stepwise, both_at_once",
        ),
        ("{rulings: {}, game: {rulings: {}}}", ":1: game.rulings: rulings is given here and at the top"),
        ("game: 3", ":1: game: expected a mapping of what changes in the game file; got 3"),
        ("{name: base, loadouts: {Footman: {hit_rate: 50}}}", ":1: name: 'base' is what the base is called"),
    ],
)
def test_a_mistake_is_told_once_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read(tmp_path, text)
    told = str(caught.value)
    assert message in told
    assert told.startswith(str(tmp_path / "tweak.yaml"))
    assert "\n" not in told
