"""Tweak files: what they change, and one message for each mistake in them."""

# ruff: noqa: E501 - a message stays in one piece where it can

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from balance.config.document import Document
from balance.config.pacts import Configuration, of_pacts, tweaks
from balance.config.pacts.load import read_documents
from balance.config.pacts.tweaks import read_tweak
from balance.config.tweak import Tweak
from balance.errors import ConfigurationError
from tests.config.conftest import POLICIES, Files
from tests.support import single_layouts

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "configs" / "tweaks").glob("*.yaml"))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("base"))


@pytest.fixture(autouse=True)
def _base_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tweaks, "read_documents", _documents)


@cache
def _documents(path: Path) -> tuple[Document, Document | None]:
    return read_documents(path)


def read(base: Files, folder: Path, text: str) -> Tweak:
    path = folder / "tweak.yaml"
    path.write_text(text, encoding="utf-8")
    return read_tweak(base.run, path, policies=POLICIES)


def changed(base: Files, folder: Path, text: str) -> dict[str, Any]:
    """Return what a tweak changes: where → (old, new)."""
    return {change.where: (change.old, change.new) for change in read(base, folder, text).changes}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_changes_a_rule_and_says_why(path: Path) -> None:
    tweak = read_tweak(ROOT / "configs" / "factions.yaml", path, policies=POLICIES)
    assert tweak.changes
    assert tweak.why
    assert tweak.name == path.stem.replace("-", " ")


def test_there_are_at_least_five_examples() -> None:
    assert len(EXAMPLES) >= 5


def test_a_tweak_changes_only_what_it_names(base: Files, tmp_path: Path) -> None:
    tweak = read(base, tmp_path, "factions: {dragons: {passive: {count: 4}}}")
    old, new = base.load(), of_pacts(tweak.configuration)
    assert new.factions["dragons"].passive.count == 4  # type: ignore[union-attr]
    assert new.factions["dragons"].active == old.factions["dragons"].active
    others = [name for name in old.factions if name != "dragons"]
    assert [new.factions[name] for name in others] == [old.factions[name] for name in others]
    assert (new.layouts, new.game.rulings, new.seed) == (old.layouts, old.game.rulings, old.seed)
    assert [str(change) for change in tweak.changes] == ["factions.dragons.passive.count: 5 → 4"]


def test_without_a_name_a_tweak_has_that_of_its_file(base: Files, tmp_path: Path) -> None:
    assert read(base, tmp_path, "cubes: 30").name == "tweak"
    assert read(base, tmp_path, "name: fewer cubes\ncubes: 30").name == "fewer cubes"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # an ability of another word takes the whole place of the old one
        (
            "factions: {kelpies: {active: {ability: swap_tiles}}}",
            {
                "factions.kelpies.active.ability": ("place", "swap_tiles"),
                "factions.kelpies.active.count": (3, None),
            },
        ),
        (
            "factions: {banshees: {passive: {modifier: wild_repeats, count: 3}}}",
            {
                "factions.banshees.passive.trigger": ("court_reveal", None),
                "factions.banshees.passive.ability": ("discard_same_court", None),
                "factions.banshees.passive.modifier": (None, "wild_repeats"),
                "factions.banshees.passive.count": (None, 3),
            },
        ),
        # one of the same word keeps what is not named
        (
            "factions: {banshees: {active: {ability: remove, count: 2}}}",
            {"factions.banshees.active.count": (3, 2)},
        ),
        # values of the game file are written plainly, or as there
        ("rulings: {tie_break: shared}", {"rulings.tie_break": ("seelie", "shared")}),
        ("game: {rulings: {tie_break: shared}}", {"rulings.tie_break": ("seelie", "shared")}),
        ("cubes: {value: 30, source: assumed}", {"cubes": (34, 30)}),
        # cards: the others of the deck stay, 0 takes one out
        (
            "decks: {special: {MOVE 1: 0, POINTS: 4}}",
            {"decks.special.POINTS": (2, 4), "decks.special.MOVE 1": (2, None)},
        ),
        ("deck_sizes: {special: 9}\ndecks: {special: {ABILITY: 5}}", {"decks.special.ABILITY": (4, 5)}),
        # lists: written anew, or single entries exchanged
        (
            "setup_regions: {center: top-left}",
            {"setup_regions": (["center", "bottom-middle"], ["top-left", "bottom-middle"])},
        ),
        (
            "setup_regions: [top-left, top-right]",
            {"setup_regions": (["center", "bottom-middle"], ["top-left", "top-right"])},
        ),
        # regions of a layout, and a layout that becomes random
        (
            "layouts: {standard: {center: 2/7, top-left: 5/5}}",
            {"layouts.standard.center": ("5/5", "2/7"), "layouts.standard.top-left": ("2/7", "5/5")},
        ),
    ],
)
def test_what_a_tweak_changes(base: Files, tmp_path: Path, text: str, expected: dict[str, Any]) -> None:
    assert changed(base, tmp_path, text) == expected


def test_a_random_layout_takes_the_place_of_its_tiles(base: Files, tmp_path: Path) -> None:
    tweak = read(base, tmp_path, "layouts: {standard: {random_regions: true}}")
    layout = single_layouts(of_pacts(tweak.configuration))["standard"]
    assert layout.random_regions
    assert not layout.tiles


def test_another_print_lies_where_the_old_tile_lay_on_every_layout(base: Files, tmp_path: Path) -> None:
    tweak = read(base, tmp_path, "tiles: {standard: {2/7: 2/8}}")
    old: Configuration = base.load()
    for name, layout in single_layouts(old).items():
        after = single_layouts(of_pacts(tweak.configuration))[name].tiles
        assert after == {region: "2/8" if tile == "2/7" else tile for region, tile in layout.tiles.items()}
    assert "2/7" not in tweak.configuration.game.tiles.labels


MISTAKES = [
    ("factions: {dragon: {passive: {count: 4}}}", "1: factions.dragon: unknown faction 'dragon' (did you mean 'dragons'?); a tweak changes what the base has (there is nothing to compare a new faction with): banshees, "),
    ("factions:\n  goblins: {passive: {modifier: move_becomes, count: 2}, active: {ability: swap_tiles}}", "2: factions.goblins: unknown faction 'goblins'; a tweak changes what the base has"),
    ("factions: {dragons: }", "1: factions.dragons: a tweak changes a faction, it does not take it away; --factions leaves some out"),
    ("factions: {dragons: {passive: }}", "1: factions.dragons.passive: expected what it is changed to; got nothing"),
    ("factions: {dragons: {pasive: {count: 4}}}", "1: factions.dragons.pasive: unknown key 'pasive' (did you mean 'passive'?); known keys: passive, active"),
    ("factions:\n  dragons:\n    passive: {coun: 4}", "3: factions.dragons.passive.coun: unknown key 'coun' (did you mean 'count'?); known keys: modifier, count"),
    ("factions: {dragons: {passive: {count: 99}}}", "1: factions.dragons.passive.count: expected at most 20; got 99"),
    ("factions: {dragons: {passive: {count: 5}}}", "1: factions.dragons.passive.count: changes nothing that is played: it is so in "),
    ("factions: {dragons: {knots: 3}}", "1: factions.dragons.knots: changes nothing that is played"),
    ("factions: {cu sidhe: {active: {ability: mov}}}", "1: factions.cu sidhe.active.ability: expected one of place, move, remove, replace, swap_tiles, remove_tile, copy_card; got 'mov' (did you mean 'move'?)"),
    ("factions: {cu sidhe: {active: {ability: move}}}", "1: factions.cu sidhe.active: missing key 'count' (and 1 more)"),
    ("factions: 3", "1: factions: expected a mapping of factions; got 3"),
    ("seed: 3", "1: seed: not a rule, and a tweak changes rules alone; use --seed"),
    ("cubes: 30\npolicies: {greedy: {weights: {tiles: 2}}}", "2: policies: not a rule, and a tweak changes rules alone; weights are how a policy plays"),
    ("policy_pairs: []", "1: policy_pairs: not a rule, and a tweak changes rules alone; use --policy"),
    ("auction: {games: 3}", "1: auction: not a rule, and a tweak changes rules alone"),
    ("balance: {target: 45}", "1: balance: not a rule, and a tweak changes rules alone; what counts as balanced is said in the base"),
    ("game: {version: 3}", "1: game.version: not a rule, and a tweak changes rules alone"),
    ("game: other.yaml", "1: game: expected a mapping of what changes in the game file; got 'other.yaml'"),
    ("points_card: 2\ngame: {points_card: 4}", "2: game.points_card: points_card is given here and at the top"),
    ("boards: {}", "1: boards: unknown key 'boards' (did you mean 'board'?); known keys: name, why, factions, layouts, board, "),
    ("rulings: {tie_brake: shared}", "1: rulings.tie_brake: unknown ruling 'tie_brake' (did you mean 'tie_break'?); known rulings: tie_break, "),
    ("rulings: {tie_break: sharde}", "1: rulings.tie_break: expected one of seelie, unseelie, shared; got 'sharde' (did you mean 'shared'?)"),
    ("rulings: {tie_break: seelie}", "1: rulings.tie_break: changes nothing that is played: it is so in "),
    ("rulings: 3", "1: rulings: expected a mapping; got 3"),
    ("decks: {common: {MOVE 1: 4}}", "1: decks.common: expected 27 cards, as deck_sizes.common says; got 28"),
    ("decks: {common: {MOVE 9: 0}}", "1: decks.common.MOVE 9: the deck holds no 'MOVE 9' (did you mean 'MOVE 3'?) to be taken out"),
    ("decks: {common: {MOVE 3: }}", "1: decks.common.MOVE 3: expected how many copies, 0 for none; got nothing"),
    ("decks: {common: {MOVE 3: false}}", "1: decks.common.MOVE 3: expected a whole number; got false"),
    ("decks: {common: {MOVE 3: 0, move 4: 2}}", "1: decks.common.move 4: expected a card such as"),
    ("deck_sizes: {common: 28}", " with this tweak, decks.common: expected 28 cards, as deck_sizes.common says; got 27"),
    ("tiles: {standard: {2/8: 3/5}}", "1: tiles.standard.2/8: '2/8' is not in the list (did you mean '2/7'?): 2/7, 4/3, 5/5, 1/5, 3/6, 3/4"),
    ("tiles: {standard: {2/7: }}", "1: tiles.standard.2/7: expected what it is exchanged for; got nothing"),
    ("tiles: {standard: {2/7: 4/3}}", "1: tiles.standard[1]: tile '4/3' is listed twice"),
    ("tiles: {standard: [2/8, 4/3, 5/5, 1/5, 3/6, 3/4]}", " with this tweak, layouts.early-center.top-right: unknown tile '2/7'"),
    ("layouts: {standart: {center: 2/7}}", "1: layouts.standart: unknown layout 'standart' (did you mean 'standard'?); a tweak changes what the base has"),
    ("layouts: {standard: }", "1: layouts.standard: a tweak changes a layout, it does not take it away"),
    ("layouts: {standard: {center: 2/7}}", "1: layouts.standard.center: tile '2/7' already lies on top-left"),
    ("layouts: {random: {center: 2/7}}", "1: layouts.random: region 'bottom-left' has no tile (and 4 more)"),
    ("board: {borders: {center: [top-left]}}", "1: board.borders.bottom-left[1]: bottom-left borders center, but center does not border bottom-left"),
    ("cubes: many", "1: cubes: expected a whole number; got 'many'"),
    ("name: x", " changes nothing: expected any of factions, layouts, board, "),
    ("name: a|b\ncubes: 30", "1: name: expected a name without control characters"),
    ("why: 3\ncubes: 30", "1: why: expected text; got 3"),
    ("rulings: {}", "1: rulings: changes nothing that is played: it is so in "),
    ("{}", " changes nothing: expected any of "),
    ("", " expected a mapping of settings; the file is empty"),
    ("cubes: [30", "1: not valid YAML: "),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MISTAKES, ids=[text[:60] for text, _ in MISTAKES])
def test_a_mistake_is_one_message_with_the_tweaks_line(
    base: Files, tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read(base, tmp_path, text)
    words = str(caught.value)
    assert words.startswith(f"{tmp_path / 'tweak.yaml'}:{message}"), words
    assert "\n" not in words


def test_an_entry_that_is_twice_in_a_list_is_not_exchanged(tmp_path: Path) -> None:
    files = Files(tmp_path)
    files.edit("value: [PLACE 1 WILD, MOVE 1, PLACE 1 oak,", "value: [PLACE 1 WILD, MOVE 1, MOVE 1,")
    with pytest.raises(
        ConfigurationError, match=r"court.MOVE 1: 'MOVE 1' is in the list 2 times; write the whole list"
    ):
        read(files, tmp_path, "court: {MOVE 1: MOVE 2}")


def test_a_missing_tweak_file_is_named_with_the_nearest(base: Files) -> None:
    with pytest.raises(ConfigurationError, match=r"no such file \(did you mean"):
        read_tweak(base.run, ROOT / "configs" / "tweaks" / "dragon-move-4.yaml", policies=POLICIES)


def test_a_tweak_is_not_called_as_the_base_and_a_file_lends_it_a_sound_name(
    base: Files, tmp_path: Path
) -> None:
    with pytest.raises(ConfigurationError, match="name: 'base' is what the base is called"):
        read(base, tmp_path, "name: base\ncubes: 33\n")
    path = tmp_path / "<b>.yaml"
    path.write_text("cubes: 33\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="the file's name is no name of a tweak"):
        read_tweak(base.run, path, policies=POLICIES)


def test_a_tile_that_is_none_is_refused_where_the_tweak_names_it(base: Files, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r":1: tiles\.standard"):
        read(base, tmp_path, "tiles: {standard: {2/7: x}}\n")
