"""Sets of layouts in a configuration: the forms of the file, who plays on them, and one mistake at a time."""

# ruff: noqa: E501 - a message stays in one piece where it can

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from balance.config.pacts import Configuration, LayoutList, LayoutSet, configuration_from
from balance.config.pacts.laid import size_of, split_row
from balance.config.pacts.tweaks import read_tweak
from balance.errors import ConfigurationError
from tests.config.conftest import CONFIGS, POLICIES, Files

PLAYED = {"seelie": "greedy", "unseelie": "greedy", "games": 10}
STANDARD = ["2/7", "4/3", "5/5", "1/5", "3/6", "3/4"]
MIRRORED = {
    "top-left": "4/3",
    "top-right": "2/7",
    "center": "5/5",
    "bottom-left": "3/4",
    "bottom-middle": "3/6",
    "bottom-right": "1/5",
}
RANDOM = "  random: {random_regions: true}"


def changed(real: Configuration, **parts: Any) -> Configuration:
    """Return the shipped configuration with other layouts and policy pairs, and no further stages."""
    contents = {**real.contents(), "policy_pairs": [PLAYED], **parts}
    for stage in ("auction", "comparisons"):
        if stage not in parts:
            del contents[stage]
    return configuration_from(contents, policies=POLICIES)


def test_a_set_may_be_written_as_its_word_or_as_a_mapping(real: Configuration) -> None:
    word = changed(real, layouts={"all": "all-standard"})
    assert word.layouts == {"all": LayoutSet(set="all-standard")}
    assert word.layouts == changed(real, layouts={"all": {"set": "all-standard"}}).layouts


def test_the_word_of_a_set_alone_stands_for_the_set_under_its_own_name(real: Configuration) -> None:
    assert changed(real, layouts="random-regions").layouts == {
        "random-regions": LayoutSet(set="random-regions")
    }


def test_a_set_has_as_many_layouts_as_its_tiles_can_be_laid(real: Configuration) -> None:
    layouts = changed(
        real,
        layouts={
            "standard": dict(zip(real.game.regions, STANDARD, strict=True)),
            "random": {"random_regions": True},
            "all": "all-standard",
            "every": "random-regions",
            "some": {"set": "random-regions", "sample": 1200},
            "tried": [STANDARD, MIRRORED],
        },
    ).layouts
    sizes = {name: size_of(layout, real.game) for name, layout in layouts.items()}
    # 6 · 5 · 4 · 3 · 2 · 1 and 12 · 11 · 10 · 9 · 8 · 7
    assert sizes == {"standard": None, "random": None, "all": 720, "every": 665_280, "some": 1200, "tried": 2}


def test_a_list_holds_tiles_in_the_order_of_regions_however_it_was_written(real: Configuration) -> None:
    tried = changed(real, layouts={"tried": [STANDARD, MIRRORED]}).layouts["tried"]
    assert tried == LayoutList((tuple(STANDARD), ("4/3", "2/7", "5/5", "3/4", "3/6", "1/5")))


def test_contents_give_the_same_configuration_again(real: Configuration) -> None:
    layouts = {
        "all": "all-standard",
        "some": {"set": "random-regions", "sample": 12},
        "tried": [STANDARD, MIRRORED],
    }
    pairs = [{**PLAYED, "set_share": 0.5}]
    once = changed(real, layouts=layouts, policy_pairs=pairs)
    again = configuration_from(once.contents(), policies=POLICIES)
    assert (again.layouts, again.policy_pairs) == (once.layouts, once.policy_pairs)
    assert again.digest() == once.digest()


def test_pairs_without_layouts_leave_sets_out_as_they_leave_out_random_regions(real: Configuration) -> None:
    layouts = {"all": "all-standard", "tried": [STANDARD], "random": {"random_regions": True}}
    assert changed(real, layouts=layouts).policy_pairs[0].layouts == ("all", "tried", "random")
    with_one = {**layouts, "standard": dict(zip(real.game.regions, STANDARD, strict=True))}
    assert changed(real, layouts=with_one).policy_pairs[0].layouts == ("standard",)


@pytest.mark.parametrize(
    "other",
    [
        {"layouts": {"all": {"set": "all-standard", "sample": 6}}},
        {"layouts": {"all": {"set": "random-regions"}}},
        {"layouts": {"all": [STANDARD]}},
        {"layouts": {"all": "all-standard"}, "policy_pairs": [{**PLAYED, "set_share": 0.5}]},
        {"layouts": {"all": "all-standard"}, "seed": 1},
    ],
    ids=["sample", "another set", "a list", "a share", "another seed"],
)
def test_what_changes_the_games_on_a_set_changes_the_digest(
    real: Configuration, other: dict[str, Any]
) -> None:
    assert changed(real, **other).digest() != changed(real, layouts={"all": "all-standard"}).digest()


SET_MISTAKES = [
    (
        "all: all-standrad",
        "all: expected a set (all-standard, random-regions), a list of layouts, or a mapping of "
        "region to tile; got 'all-standrad' (did you mean 'all-standard'?)",
    ),
    (
        "all: {set: all-standrad}",
        "all.set: expected one of all-standard, random-regions; got 'all-standrad' (did you mean 'all-standard'?)",
    ),
    (
        "all: {sett: all-standard}",
        "all.sett: unknown key 'sett' (did you mean 'set'?); known keys: set, sample, source",
    ),
    ("all: {sample: 12}", "all: missing key 'set'"),
    (
        "all: {set: random-regions, sample: 100}",
        "all.sample: expected a multiple of 12, the number of tiles, so that each "
        "lies on each region equally often; got 100 (near: 96 or 108)",
    ),
    (
        "all: {set: all-standard, sample: 4}",
        "all.sample: expected a multiple of 6, the number of tiles, so that each "
        "lies on each region equally often; got 4 (near: 6)",
    ),
    (
        "all: {set: all-standard, sample: 726}",
        "all.sample: expected at most 720, all layouts of all-standard; got 726",
    ),
    ("all: {set: all-standard, sample: 0}", "all.sample: expected at least 1; got 0"),
    ("all: {set: all-standard, sample: 6.0}", "all.sample: expected a whole number; got 6.0"),
    ("all: []", "all: expected at least 1 entry; got 0"),
    ("all: [2/7]", "all[0]: expected a list; got '2/7'"),
    (
        "all: [[2/7, 4/3, 5/5, 1/5, 3/6]]",
        "all[0]: expected 6 tiles, for top-left, top-right, center, bottom-left, bottom-middle, bottom-right; got 5",
    ),
    ("all: [[2/7, 4/3, 5/5, 1/5, 3/6, 2/7]]", "all[0][5]: tile '2/7' already lies on top-left"),
    (
        "all: [[2/7, 4/3, 5/5, 1/5, 3/6, 3/7]]",
        "all[0][5]: unknown tile '3/7' (did you mean '3/6'?); expected one of "
        "2/7, 4/3, 5/5, 1/5, 3/6, 3/4, 1/6, 2/4, 2/6, 4/5, 4/6, 5/3",
    ),
    ("all: [[2/7, 4/3, 5/5, 1/5, 3/6, six]]", "all[0][5]: expected a tile"),
    (
        "all: [{top-left: 4/3, top-right: 2/7, center: 5/5, bottom-left: 3/4, bottom-middle: 3/6}]",
        "all[0]: region 'bottom-right' has no tile",
    ),
    (
        "all: [{top-left: 4/3, top-right: 2/7, centre: 5/5}]",
        "all[0].centre: unknown region 'centre' (did you mean 'center'?)",
    ),
    (
        "all: [[2/7, 4/3, 5/5, 1/5, 3/6, 3/4], {top-left: 2/7, top-right: 4/3, center: 5/5, bottom-left: 1/5, bottom-middle: 3/6, bottom-right: 3/4}]",
        "all[1]: the same layout as all[0]",
    ),
    (
        "all#1: all-standard",
        "all#1: expected a name without #, which stands before the number of a layout in a set; got 'all#1'",
    ),
]


@pytest.mark.parametrize(("entry", "message"), SET_MISTAKES, ids=[entry[:44] for entry, _ in SET_MISTAKES])
def test_a_mistake_in_a_set_is_named_by_line(files: Files, entry: str, message: str) -> None:
    line = files.edit(RANDOM, f"  {entry}")
    assert str(files.error()).startswith(f"{files.run}:{line}: layouts.{message}")


def test_too_many_games_on_a_set_are_refused(real: Configuration) -> None:
    pairs = [{**PLAYED, "games": 1504}]  # 1,000,000,000 / 665,280 is 1503.1…
    with pytest.raises(
        ConfigurationError,
        match=r"policy_pairs\[0\].games: expected at most 1503 games on each of the 665280 layouts of 'every'; got 1504",
    ):
        changed(real, layouts={"every": "random-regions"}, policy_pairs=pairs)


def test_a_comparison_plays_no_share_of_a_set(real: Configuration) -> None:
    compared = {"tie_break": [{**PLAYED, "set_share": 0.5}]}
    with pytest.raises(
        ConfigurationError, match=r"comparisons.tie_break\[0\].set_share: expected in policy_pairs only"
    ):
        changed(real, layouts={"all": "all-standard"}, comparisons=compared)


def test_one_layout_of_a_set_has_its_number_behind_the_name() -> None:
    assert split_row("all#17") == ("all", 17)
    assert [split_row(name) for name in ("all", "all#", "all#-1", "all#x", "all#²")] == [
        (name, None) for name in ("all", "all#", "all#-1", "all#x", "all#²")
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("al", r"unknown layout 'al' \(did you mean 'all'\?\); expected one of: all"),
        ("all#720", "layout 'all' is a set of 720 layouts, all#0 to all#719; got 'all#720'"),
        ("all#x", "unknown layout 'all#x'"),
        ("one#0", "unknown layout 'one#0'"),
    ],
)
def test_a_layout_that_there_is_not_is_refused(real: Configuration, name: str, message: str) -> None:
    one = dict(zip(real.game.regions, STANDARD, strict=True))
    sets = changed(real, layouts={"all": "all-standard", "one": one})
    for good in ("all", "all#0", "all#719", "one"):
        sets.check_setting(good)
    with pytest.raises(ConfigurationError, match=f"^{message}"):
        sets.check_setting(name)


def test_factions_may_be_those_of_another_file(files: Files, real: Configuration) -> None:
    other = files.run.with_name("other.yaml")
    other.write_text(
        f"name: other\ngame: games/pacts.yaml\nseed: 1\nfactions: {files.run.name}\nlayouts: all-standard\n"
        "policy_pairs: [{seelie: greedy, unseelie: greedy, games: 1}]\n",
        encoding="utf-8",
    )
    files.run = other
    assert files.load().factions == real.factions
    line = files.edit("factions: factions.yaml", "factions: faction.yaml")
    assert str(files.error()).startswith(
        f"{other}:{line}: factions: {other.parent / 'faction.yaml'}: no such file"
    )
    files.edit("factions: faction.yaml", "factions: other.yaml")
    assert str(files.error()) == f"{other}:{line}: factions: {other} gives no factions of its own"


@pytest.mark.parametrize(
    ("tweak", "becomes"),
    [
        ("layouts: {all: {sample: 12}}", {"set": "all-standard", "sample": 12}),
        ("layouts: {all: {random_regions: true}}", {"random_regions": True}),
        ("layouts: {all: [[2/7, 4/3, 5/5, 1/5, 3/6, 3/4]]}", [STANDARD]),
        ("layouts: {tried: {set: random-regions}}", {"set": "random-regions"}),
        ("tiles: {other: {1/6: 1/7}}", [["1/7", *STANDARD[1:]]]),
    ],
)
def test_a_tweak_changes_a_set(files: Files, tweak: str, becomes: Any) -> None:
    files.edit(RANDOM, "  all: all-standard\n  tried: [[1/6, 4/3, 5/5, 1/5, 3/6, 3/4]]")
    path = files.run.with_name("tweak.yaml")
    path.write_text(tweak + "\n", encoding="utf-8")
    laid = read_tweak(files.run, path, policies=POLICIES).configuration.contents()["layouts"]
    assert laid["all" if "all:" in tweak else "tried"] == becomes


@pytest.mark.parametrize("name", ["all-layouts", "random-regions"])
def test_the_shipped_configurations_play_a_set_with_the_shipped_factions(
    name: str, real: Configuration
) -> None:
    from balance.config.pacts import load_configuration

    one = load_configuration(Path(CONFIGS) / f"{name}.yaml", policies=POLICIES)
    assert one.factions == real.factions
    assert one.name == name
