"""Mistakes in the files of live combat, one at a time: the message names file, line, field, what came and the nearest."""

# ruff: noqa: E501 - a message stays in one piece

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from balance import policies
from balance.config.live_combat.checks import check
from balance.config.load import configuration_from, load_configuration
from balance.config.plain import PlainConfiguration
from balance.errors import ConfigurationError
from tests.live_combat.table import CONFIG, DUEL, configuration, game, loadout, pieces

GLADIATOR = "      - {covers: [shoulders], material: plate, one_sided: true}"
SCOUT = "    effects: [{effect: pierce, uses: 3, recharge: 2}]"
MYSTIC = "    effects: [{effect: stun, uses: 4, mana: 1}, {effect: shatter, uses: 1}]"
NEAR = "duel near healer: {source: assumed, healer: {earliest: 2, latest: 6}}"
SERIES = "between: {minutes: 40, rest: true}}"
BROKEN = "between: {minutes: 40, rest: true, broken_after: 20, broken: 50}"
PARTS = "arms, back, chest, head, hips and thighs, legs, shoulders"
MATERIALS = "bones, leather, gambeson, chain mail, lamellar, brigandine, plate"

RUN_MISTAKES = [
    # armour
    (GLADIATOR, GLADIATOR.replace("shoulders", "head"),
     "loadouts.Gladiator.armour[1].covers[0]: armour is worn twice on one part of the body: head"),
    (GLADIATOR, GLADIATOR.replace("[shoulders]", "[shoulders, shoulders]"),
     "loadouts.Gladiator.armour[0].covers[1]: armour is worn twice on one part of the body: shoulders"),
    (GLADIATOR, GLADIATOR.replace("shoulders", "sholders"),
     f"loadouts.Gladiator.armour[0].covers[0]: unknown part of the body 'sholders' (did you mean 'shoulders'?); expected one of {PARTS}"),
    (GLADIATOR, GLADIATOR.replace("plate", "plait"),
     f"loadouts.Gladiator.armour[0].material: unknown material 'plait' (did you mean 'plate'?); expected one of {MATERIALS}"),
    (GLADIATOR, GLADIATOR.replace("plate", "latex"),
     f"loadouts.Gladiator.armour[0].material: unknown material 'latex' (did you mean 'plate'?); expected one of {MATERIALS}"),
    ("modern: latex", "modern: latix",
     "loadouts.Knight in latex.armour[0].modern: unknown modern material 'latix' (did you mean 'latex'?); expected one of plastic, latex, EVA foam, butcher's chainmail"),
    (GLADIATOR, GLADIATOR.replace("[shoulders]", "[]"), "loadouts.Gladiator.armour[0].covers: expected at least 1 entry; got 0"),
    (GLADIATOR, GLADIATOR.replace("one_sided", "onesided"),
     "loadouts.Gladiator.armour[0].onesided: unknown key 'onesided' (did you mean 'one_sided'?); known keys: covers, material, modern, one_sided"),
    # numbers
    ("hit_rate: 46", "hit_rate: 0", "loadouts.Scout.hit_rate: expected at least 1; got 0"),
    ("hit_rate: 46", "hit_rate: 101", "loadouts.Scout.hit_rate: expected at most 100; got 101"),
    ("hit_rate: 46", "hit_rate: half", "loadouts.Scout.hit_rate: expected a whole number; got 'half'"),
    ("temporary_armour: 2", "temporary_armour: -2", "loadouts.Mystic.temporary_armour: expected at least 0; got -2"),
    ("temporary_armour: 2", "temporary_armor: 2",
     "loadouts.Mystic.temporary_armor: unknown key 'temporary_armor' (did you mean 'temporary_armour'?); known keys: source, hit_point_skills, armour, temporary_armour, hit_rate, deals, adds, effects, shield, potions, mana, coins, at_rest, afflictions"),
    ("temporary_armour: 2", "afflictions: 2",
     "loadouts.Mystic.afflictions: expected fewer than 2 permanent afflictions, by which a character dies; got 2"),
    # effects
    (SCOUT, SCOUT.replace("pierce", "peirce"),
     "loadouts.Scout.effects[0].effect: unknown effect 'peirce' (did you mean 'pierce'?); expected one of pierce, stun, shatter"),
    (MYSTIC, MYSTIC.replace("shatter", "stun"), "loadouts.Mystic.effects[1].effect: effect 'stun' is named twice"),
    (MYSTIC, MYSTIC.replace("mana: 1", "mana: 3"),
     "loadouts.Mystic.effects[0].mana: a use needs 3 mana, but the loadout has 2 at full"),
    (MYSTIC, MYSTIC.replace("]", ", {effect: pierce}]"), "loadouts.Mystic.effects: expected at most 2 entries; got 3"),
    # habits
    ("at_rest: never rests", "at_rest: never",
     "loadouts.Knight never rests.at_rest: expected one of as the policy likes, armour off, armour on, never rests; got 'never' (did you mean 'never rests'?)"),
    ("temporary_armour: 2", "at_rest: armour off",
     "loadouts.Mystic.at_rest: expected armour to take off; the loadout has none"),
    # contests
    (NEAR, NEAR.replace("latest: 6", "latest: 1"),
     "contests.duel near healer.healer.latest: expected a minute not before the earliest, 2; got 1"),
    (NEAR, NEAR.replace("latest: 6", "latest: 102"),
     "contests.duel near healer.healer.latest: expected at most 100 minutes from earliest to latest: one for each throw "
     "of 100; got 101"),
    (NEAR, NEAR.replace("source: assumed,", "bouts: 2,"),
     "contests.duel near healer: expected `between`, what lies between two bouts"),
    (SERIES, SERIES.replace("40", "29"),
     "contests.series with rest.between.minutes: a short rest takes at least 30 minutes; got 29"),
    (BROKEN, BROKEN.replace("broken_after: 20, ", ""),
     "contests.series with broken rests.between: expected both broken_after (minutes) and broken (of 100 breaks), or neither"),
    (BROKEN, BROKEN.replace("broken_after: 20", "broken_after: 40"),
     "contests.series with broken rests.between.broken_after: expected fewer minutes than the break has, 40; got 40"),
    ("contests: [duel far from healer]", "contests: [duel far from heeler]",
     "comparisons.rulings[1].contests[0]: unknown contest 'duel far from heeler' (did you mean 'duel far from healer'?); expected one of duel near healer, duel far from healer, duel without healer, duel in deadly scene, series without rest, series with rest, series with broken rests"),
    # who plays
    ("{red: careful, blue: careful, games: 1600}", "{red: carefull, blue: careful, games: 1600}",
     "policy_pairs[0].red: unknown policy 'carefull' (did you mean 'careful'?); expected one of careful, fierce, random"),
    ("  fierce: {}", "  fierce: {weights: {drinks_at: 1}}",
     "policies.fierce.weights.drinks_at: unknown weight 'drinks_at' of policy 'fierce'; it has none"),
]  # fmt: skip

GAME_MISTAKES = [
    ("legs: 1, shoulders: 1", "legs: 2, shoulders: 1",
     "armour.coverage.value: expected 7 points of coverage in all parts of the body; got 8"),
    ("partial: 4, full: 7}}", "partial: 2, full: 7}}", "armour.tiers.value: expected base below partial below full"),
    ("value: {partial: 3, full: 5}", "value: {partial: 2, full: 5}",
     "armour.mixed.value.partial: expected more than half of the 4 points of a partial armour, and not more than those; got 2"),
    ("heavy: [plate]", "heavy: [plate, lamellar]", "armour.materials.value.medium[1]: material 'lamellar' is named more than once"),
    ("[plastic, latex, EVA foam", "[plastic, plate, EVA foam", "armour.modern.value[1]: material 'plate' has a category of its own"),
    ("does: shatter", "does: shater",
     "hits.effects.shatter.value.does: expected one of wound, stun, shatter; got 'shater' (did you mean 'shatter'?)"),
    ("hit_points: {source: rulebook, value: 3}", "hit_points: {source: rulebok, value: 3}",
     "health.hit_points.source: expected one of rulebook, ruling, assumed; got 'rulebok' (did you mean 'rulebook'?)"),
    ("overkill: {source: ruling, value: lost}", "overkill: {source: ruling, value: last}",
     "rulings.overkill.value: expected one of lost, further_damage; got 'last' (did you mean 'lost'?)"),
    ("bonus_stack:", "bonus_stak:",
     "rulings.bonus_stak: unknown ruling 'bonus_stak' (did you mean 'bonus_stack'?); known rulings: rest_hp, rest_ap, rest_broken, mixed_partial, mixed_downgrade, bonus_stack, overkill, stabilised, rescued_in_bleed_out"),
    ("variants: {back on in time: true}", "variants: {back on in time: false}",
     "rest.armour_back_on.variants.back on in time: expected a change; got the value itself"),
]  # fmt: skip


class Files:
    """A copy of the shipped files."""

    def __init__(self, folder: Path) -> None:
        (folder / "games").mkdir()
        self.run = Path(shutil.copy(CONFIG, folder))
        self.game = Path(shutil.copy(CONFIG.parent / "games" / "live_combat.yaml", folder / "games"))

    def edited(self, path: Path, old: str, new: str) -> int:
        """Replace what stands in a file once; return the line of the first change."""
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        path.write_text(text.replace(old, new), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    def error(self) -> str:
        """Return the message of loading."""
        with pytest.raises(ConfigurationError) as caught:
            load_configuration(self.run, policies=policies.weights)
        return str(caught.value)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"), RUN_MISTAKES, ids=[m[2].split(":")[0] for m in RUN_MISTAKES]
)
def test_a_mistake_in_the_run_file_gets_one_message_with_its_place(
    files: Files, old: str, new: str, message: str
) -> None:
    line = files.edited(files.run, old, new)
    assert files.error().startswith(f"{files.run}:")
    assert message in files.error()
    told = int(files.error()[len(f"{files.run}:") :].split(":")[0])
    assert (
        line <= told <= line + 3
    )  # some mistakes show a few lines on, where the second of two things stands


@pytest.mark.parametrize(
    ("old", "new", "message"), GAME_MISTAKES, ids=[m[2].split(":")[0] for m in GAME_MISTAKES]
)
def test_a_mistake_in_the_game_file_gets_one_message_with_its_place(
    files: Files, old: str, new: str, message: str
) -> None:
    files.edited(files.game, old, new)
    assert files.error().startswith(f"{files.game}:")
    assert message in files.error()


def test_coverage_beyond_seven_points_is_refused() -> None:
    worn = (*pieces(*["plate"] * 7), *pieces("leather"))
    found = dict(check(game(), {"giant": loadout(armour=worn)}, {"duel": DUEL}))
    assert found == {
        (
            "loadouts",
            "giant",
            "armour",
            7,
            "covers",
            0,
        ): "armour is worn twice on one part of the body: chest",
        (
            "loadouts",
            "giant",
            "armour",
        ): "expected at most 7 points of coverage, those of a full armour; got 8",
    }


def test_the_shipped_configuration_says_what_is_assumed() -> None:
    assumed = configuration().assumptions()
    assert {"hits.shield_catches", "healing.healer", "loadouts.Footman", "contests.duel near healer"} <= set(
        assumed
    )
    assert "health.hit_points" not in assumed


def test_contents_make_the_same_configuration_again() -> None:
    own = configuration()
    again = configuration_from(own.contents(), policies=policies.weights("live_combat"))
    assert isinstance(again, PlainConfiguration)
    assert again.digest() == own.digest()


def test_every_ruling_of_the_game_file_has_its_default_written_out() -> None:
    own = configuration()
    assert {name: of.default for name, of in own.form.rulings.items()} == own.rulings()
