"""Variants of a configuration: one thing changed each, checked like the values themselves, of no weight for a sweep."""

from __future__ import annotations

import json
import shutil
from itertools import permutations
from pathlib import Path

import pytest

from balance.config.pacts import Configuration, Variant, configuration_from, load_configuration, variants
from balance.config.pacts.rulings import RULINGS
from balance.config.run import chosen_variants
from balance.engine.pacts.system import PactsSystem
from balance.engine.system import Cell
from balance.errors import BalanceError, ConfigurationError
from tests.config.conftest import CONFIGS, POLICIES
from tests.support import with_rulings

LAYOUTS = ("mirrored", "early-center", "late-center", "poor-center", "heavy-left", "random")
ASSUMED = (  # docs/rules.md, "Assumed"
    "board.borders: no side borders",
    "board.symbols: start regions apart",
    "decks.common: more move",
    "decks.special: no move",
    "court: place 2",
    "court: move 2 for points",
)


class Files:
    """A copy of the shipped files, variants and all."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(CONFIGS, folder, dirs_exist_ok=True)
        self.run, self.game = folder / "factions.yaml", folder / "games" / "pacts.yaml"

    def edit(self, old: str, new: str) -> int:
        """Replace a piece of the game file that stands in it once; return its line."""
        text = self.game.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        self.game.write_text(text.replace(old, new), encoding="utf-8")
        return text[: text.index(old)].count("\n") + 1

    def load(self) -> Configuration:
        return load_configuration(self.run, policies=POLICIES)

    def error(self) -> str:
        with pytest.raises(BalanceError) as caught:
            self.load()
        return str(caught.value)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@pytest.fixture(scope="module")
def shipped() -> Configuration:
    return load_configuration(CONFIGS / "factions.yaml", policies=POLICIES)


@pytest.fixture(scope="module")
def found(shipped: Configuration) -> dict[str, Variant[Configuration]]:
    return {variant.name: variant for variant in variants(shipped)}


def test_every_built_option_every_assumed_variant_and_every_layout_is_there(
    found: dict[str, Variant[Configuration]],
) -> None:
    rulings = [
        f"{r.name}: {option}"
        for r in RULINGS.values()
        for option in (o.name for o in r.options)
        if option != r.default
    ]
    assert list(found) == [*rulings, *ASSUMED, *(f"layouts.standard: {name}" for name in LAYOUTS)]


def test_each_variant_changes_one_thing(
    shipped: Configuration, found: dict[str, Variant[Configuration]]
) -> None:
    def flat(data: object, path: str = "") -> dict[str, object]:
        if isinstance(data, dict) and not path.endswith((".value", ".variants")):
            return {k: v for key, part in data.items() for k, v in flat(part, f"{path}.{key}").items()}
        return {path: data}

    before = flat(shipped.contents())
    for variant in found.values():
        after = flat(variant.configuration.contents())
        changed = {
            key.rpartition(".")[0] if key.endswith(".value") else key
            for key in after
            if after[key] != before.get(key)
        }
        place = {"ruling": f".game.rulings.{variant.what}", "assumption": f".game.{variant.what}"}.get(
            variant.kind
        )
        if place is None:
            assert {key.rpartition(".")[0] for key in changed} == {".layouts.standard"}
        else:
            assert changed == {place} or (changed == {place, f"{place}.source"} and variant.kind == "ruling")


def test_the_variants_are_those_of_the_rules_page(
    shipped: Configuration, found: dict[str, Variant[Configuration]]
) -> None:
    def game(name: str) -> object:
        return found[name].configuration.game

    borders = found["board.borders: no side borders"].configuration.game.board.borders.value
    lost = {
        frozenset((region, other))
        for region, others in shipped.game.board.borders.value.items()
        for other in set(others) - set(borders[region])
    }
    assert lost == {frozenset(("top-left", "bottom-left")), frozenset(("top-right", "bottom-right"))}
    symbols = found["board.symbols: start regions apart"].configuration.game.board.symbols.value
    assert symbols == {
        "oak": ("top-left", "center"),
        "thorn": ("top-right", "bottom-middle"),
        "ash": ("bottom-left", "bottom-right"),
    }
    common = found["decks.common: more move"].configuration.game.decks.common.value
    kinds = {"symbol": 0, "wild": 0, "move": 0}
    for card, copies in common.items():
        kinds["move" if card.effect == "MOVE" else "wild" if card.symbol == "WILD" else "symbol"] += copies
    assert kinds == {"symbol": 12, "wild": 4, "move": 11}
    special = found["decks.special: no move"].configuration.game.decks.special.value
    assert {str(card): copies for card, copies in special.items()} == {"ABILITY": 5, "POINTS": 3}
    court = [
        sorted(map(str, found[f"court: {name}"].configuration.game.court.value))
        for name in ("place 2", "move 2 for points")
    ]
    known = ["ABILITY", "MOVE 1", "PLACE 1 WILD"]
    assert court[0] == sorted([*known, "POINTS", "PLACE 2 oak", "PLACE 2 thorn", "PLACE 2 ash"])
    assert court[1] == sorted([*known, "MOVE 2", "PLACE 1 oak", "PLACE 1 thorn", "PLACE 1 ash"])


def test_a_layout_takes_the_tiles_of_another_and_keeps_its_name(
    shipped: Configuration, found: dict[str, Variant[Configuration]]
) -> None:
    laid = found["layouts.standard: mirrored"].configuration.layouts
    assert laid["standard"] == shipped.layouts["mirrored"]
    assert list(laid) == list(shipped.layouts)
    other = [v.name for v in variants(shipped, layout="mirrored") if v.kind == "layout"]
    assert other[0] == "layouts.mirrored: standard"


def test_variants_change_the_digest_of_a_run_that_plays_them_alone_and_survive_the_manifest(
    files: Files, shipped: Configuration
) -> None:
    files.edit("      no move: {ABILITY: 5, POINTS: 3}\n", "      all points: {ABILITY: 1, POINTS: 7}\n")
    changed = files.load()
    assert "decks.special: all points" in [v.name for v in variants(changed)]
    assert changed.rules_digest() == shipped.rules_digest()
    assert changed.digest() != shipped.digest()  # `comparisons: rulings` plays them
    plain, other = (one.model_copy(update={"comparisons": None}) for one in (changed, shipped))
    assert plain.digest() == other.digest()
    assert changed.assumptions() == shipped.assumptions()
    again = configuration_from(json.loads(json.dumps(changed.contents())), policies=POLICIES)
    assert again.contents() == changed.contents()
    assert [v.name for v in variants(again)] == [v.name for v in variants(changed)]


def test_a_ruling_in_force_is_no_variant_but_the_default_is(files: Files) -> None:
    files.edit("move_unit: {source: ruling, value: cubes}", "move_unit: {source: ruling, value: steps}")
    names = [v.name for v in variants(files.load())]
    assert "move_unit: cubes" in names
    assert "move_unit: steps" not in names


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("no move: {ABILITY: 5,", "no move: {ABILITY: 6,",
         "decks.special.variants.no move: expected 8 cards, as deck_sizes.special says; got 9"),
        ("no move: {ABILITY: 5,", "no move: {ABILTY: 5,",
         "decks.special.variants.no move.ABILTY: expected a card such as 'PLACE 1 symbol', 'PLACE 1 WILD', 'MOVE 1', "
         "'ABILITY' or 'POINTS'; got 'ABILTY' (did you mean 'ABILITY'?)"),
        ("no move: {ABILITY: 5,", "no move: {ABILITY: five,",
         "decks.special.variants.no move.ABILITY: expected a whole number; got 'five'"),
        ("        top-left: [top-right, center]\n", "        top-left: [top-right]\n",
         "board.borders.variants.no side borders.center[0]: center borders top-left, but top-left does not border "
         "center"),
        ("        ash: [bottom-left, bottom-right]\n", "        ash: [bottom-left, bottom-rigth]\n",
         "board.symbols.variants.start regions apart.ash[1]: unknown region 'bottom-rigth' (did you mean "
         "'bottom-right'?)"),
        ("        ash: [bottom-left, bottom-right]\n", "        elder: [bottom-left, bottom-right]\n",
         "board.symbols.variants.start regions apart: with this value, decks.common.value.PLACE 1 ash: unknown symbol "
         "'ash'"),
        ("    place 2: [PLACE 1 WILD, ", "    place 2: [",
         "court.variants.place 2: expected 7 cards, as deck_sizes.court says; got 6"),
        ("    variants:\n      no move:", "    variant:\n      no move:",
         "decks.special.variant: unknown key 'variant' (did you mean 'variants'?); known keys: value, source, "
         "variants"),
        ("no move: {ABILITY: 5, POINTS: 3}", "no move: {POINTS: 2, ABILITY: 4, MOVE 1: 2}",
         "decks.special.variants.no move: expected a change; got the value itself"),
        ("value: cubes}", "value: cubes, variants: {other: steps}}",
         "rulings.move_unit.variants: a ruling takes no variants: its other options are played in its place anyway"),
        ("value: [1/6, 2/4, 2/6, 4/5, 4/6, 5/3]}", "value: [1/6, 2/4, 2/6, 4/5, 4/6, 5/3], variants: {twice: [2/7]}}",
         "tiles.other.variants.twice[0]: tile '2/7' is listed twice"),
        ("value: [2/7, 4/3, 5/5, 1/5, 3/6, 3/4]}",
         "value: [2/7, 4/3, 5/5, 1/5, 3/6, 3/4], variants: {high: [9/9, 4/3, 5/5, 1/5, 3/6, 3/4]}}",
         "tiles.standard.variants.high: with this value, layouts.standard.top-left: unknown tile '2/7'"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_variant_names_its_line(files: Files, old: str, new: str, message: str) -> None:
    line = files.edit(old, new)
    error = files.error()
    place, _, text = error.partition(": ")
    assert place.rpartition(":")[0] == str(files.game)
    assert abs(int(place.rpartition(":")[2]) - line) <= 3, error
    assert text.startswith(message), error


def test_edited_contents_name_the_variant_too(shipped: Configuration) -> None:
    contents = json.loads(json.dumps(shipped.contents()))
    contents["game"]["decks"]["special"]["variants"]["no move"]["POINTS"] = 4
    with pytest.raises(ConfigurationError) as caught:
        configuration_from(contents, policies=POLICIES, path="manifest.json")
    assert str(caught.value).startswith(
        "manifest.json: game.decks.special.variants.no move: expected 8 cards"
    )


def test_variants_are_chosen_by_name_or_by_what_they_change(found: dict[str, Variant[Configuration]]) -> None:
    some = chosen_variants(list(found.values()), ["layouts.standard", "tie_break: shared"])
    assert [v.option for v in some] == ["shared", *LAYOUTS]
    assert chosen_variants(list(found.values()), None) == list(found.values())
    with pytest.raises(
        ConfigurationError, match=r"unknown variant 'tie_brake' \(did you mean 'tie_break'\?\)"
    ):
        chosen_variants(list(found.values()), ["tie_brake"])


def test_a_pool_of_one_is_no_variant(files: Files) -> None:
    text = files.run.read_text(encoding="utf-8")
    names = ("banshees", "changelings", "cu sidhe", "dragons", "fir bolg", "kelpies", "sluagh")
    for name in names:
        text = text.replace(f"  {name}:\n", f"  {name}:\n    boxed: false\n")
    files.run.write_text(text, encoding="utf-8")
    few = files.load().select(contestants=["fomorians", "kelpies", "selkies"])
    assert "faction_pool: eight_boxed" not in [v.name for v in variants(few)]


@pytest.mark.parametrize(
    ("ruling", "option", "touched"),
    [
        ("selkie_copy", "any_this_round", {"selkies"}),
        ("copy_passive", "points_only", {"selkies"}),
        ("cu_sidhe_first", "empty", {"cu sidhe"}),
        ("fir_bolg_spawn", "one_empty_region", {"fir bolg"}),
        ("sluagh_wild", "symbol_only", {"sluagh"}),
        ("kelpies_active_wild", "wild", {"kelpies"}),
        ("removal_target", "full_number", {"banshees"}),
        ("removal_colour", "opposing", {"banshees", "sluagh", "changelings"}),
        ("automatic_passives", "may_decline", {"banshees", "cu sidhe", "fir bolg"}),
    ],
)
def test_a_ruling_about_some_factions_is_played_for_pairs_with_one_of_them_only(
    shipped: Configuration, ruling: str, option: str, touched: set[str]
) -> None:
    """Which factions a ruling is about is what its meaning in docs/protocol.md, Other readings, names."""
    changed = PactsSystem(with_rulings(shipped, **{ruling: option}))
    for pair in permutations(shipped.factions, 2):
        cell = Cell(pair, "standard", ("greedy", "greedy"))
        differs = PactsSystem(shipped).rules_key(cell) != changed.rules_key(cell)
        assert differs == bool(touched & set(pair)), pair


def test_empty_places_swap_only_where_tiles_are_both_removed_and_swapped(shipped: Configuration) -> None:
    changed = PactsSystem(with_rulings(shipped, removed_tile_swaps="as_zero"))
    for pair in permutations(shipped.factions, 2):
        cell = Cell(pair, "standard", ("greedy", "greedy"))
        differs = PactsSystem(shipped).rules_key(cell) != changed.rules_key(cell)
        assert differs == (set(pair) == {"cu sidhe", "fomorians"}), pair
