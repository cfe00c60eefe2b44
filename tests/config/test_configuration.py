"""What a configuration says of itself: digests, contents, assumptions, pool, selection."""

from __future__ import annotations

import json
from typing import Any

import pytest

from balance.config.pacts import Configuration, configuration_from
from balance.config.pacts.variants import without
from balance.errors import ConfigurationError
from tests.config.conftest import POLICIES, Files

NAMED = ("standard", "mirrored", "early-center", "late-center", "poor-center", "heavy-left")
NO_CHANGE = [
    ("\nname: factions", "\nname: another"),
    ("# Cubes of each side for play", "# Another comment"),
    ("points_card: {source: rulebook, value: 3}", "points_card: {value: 3, source: assumed}"),
    ("PLACE 1 oak: 2\n      PLACE 2 oak: 2", "PLACE 2 oak: 2\n      PLACE 1 oak: 2"),
    ("ABILITY, POINTS]", "POINTS, ABILITY]"),
    (
        "      oak: [top-left, bottom-left]\n      thorn: [top-right, bottom-right]\n",
        "      thorn: [bottom-right, top-right]\n      oak: [top-left, bottom-left]\n",
    ),
    ("top-left: [top-right, center, bottom-left]", "top-left: [bottom-left, center, top-right]"),
    ("    top-left: 2/7\n    top-right: 4/3\n", "    top-right: 4/3\n    top-left: 2/7\n"),
    ("{modifier: move_becomes, count: 5}", "{count: 5, modifier: move_becomes}"),
    ("going_first, ability: place, count: 1", "going_first, ability: place"),
    ("  planner: {}", "  planner: {weights: {flip: 0.5}}"),
    ("  kelpies:\n", "  kelpies:\n    knots: 2\n"),
    ("  tie_break: {source: rulebook, value: seelie}\n", ""),
]
RULES_CHANGE = [
    ("value: seelie}", "value: shared}"),
    ("points_card: {source: rulebook, value: 3}", "points_card: {source: rulebook, value: 4}"),
    ("PLACE 1 oak: 2\n      PLACE 2 oak: 2", "PLACE 1 oak: 3\n      PLACE 2 oak: 1"),
    ("{modifier: move_becomes, count: 5}", "{modifier: move_becomes, count: 4}"),
    ("    top-left: 2/7\n    top-right: 4/3\n", "    top-left: 4/3\n    top-right: 2/7\n"),
    ("  kelpies:\n", "  water horses:\n"),
    ("version: 1", "version: 2"),
]
SWEEP_CHANGE = [
    ("seed: 20260101", "seed: 20260102"),
    ("games: 260", "games: 261"),
    ("games: 330", "games: 331"),
    ("bids: adaptive", "bids: [1, 2]"),
    ("bids: adaptive", "bids: adaptive, largest: 9"),
    ("bids: adaptive", "both_readings: true"),
    ("  planner: {}", "  planner: {weights: {flip: 0.25}}"),
    ("planner, unseelie: greedy, games: 200, layouts: [standard]", "planner, unseelie: greedy, games: 200"),
]


@pytest.mark.parametrize(("old", "new"), NO_CHANGE)
def test_what_changes_no_tally_changes_no_digest(files: Files, old: str, new: str) -> None:
    before = files.load()
    files.edit(old, new)
    changed = files.load()
    assert (changed.digest(), changed.rules_digest()) == (before.digest(), before.rules_digest())


def test_the_order_of_given_bids_changes_no_digest(files: Files) -> None:
    files.edit("bids: adaptive", "bids: [1, 2, 3]")
    before = files.load().digest()
    files.edit("bids: [1, 2, 3]", "bids: [3, 1, 2]")
    assert files.load().digest() == before
    files.edit("bids: [3, 1, 2]", "bids: [3, 1]")
    assert files.load().digest() != before


@pytest.mark.parametrize(("old", "new"), RULES_CHANGE)
def test_a_change_of_the_rules_changes_both_digests(
    files: Files, real: Configuration, old: str, new: str
) -> None:
    files.edit(old, new)
    changed = files.load()
    assert changed.digest() != real.digest()
    assert changed.rules_digest() != real.rules_digest()


@pytest.mark.parametrize(("old", "new"), SWEEP_CHANGE)
def test_a_change_of_the_sweep_leaves_the_rules_digest(
    files: Files, real: Configuration, old: str, new: str
) -> None:
    files.edit(old, new)
    changed = files.load()
    assert changed.digest() != real.digest()
    assert changed.rules_digest() == real.rules_digest()


def test_weights_of_a_policy_that_does_not_play_change_no_digest(real: Configuration) -> None:
    more = {**POLICIES, "search": {"depth": 2.0}}
    contents = real.contents()
    assert configuration_from(contents, policies=more).digest() == real.digest()


def test_order_that_means_nothing_is_the_same_after_loading(files: Files) -> None:
    before = files.load()
    for old, new in NO_CHANGE[3:7]:
        files.edit(old, new)
    changed = files.load()
    assert json.dumps(changed.contents()["game"]["decks"]) == json.dumps(before.contents()["game"]["decks"])
    assert json.dumps(changed.contents()["game"]["board"]) == json.dumps(before.contents()["game"]["board"])
    assert changed.game.court.value == before.game.court.value


def test_contents_survive_json_and_make_the_same_configuration(real: Configuration) -> None:
    text = json.dumps(real.contents(), allow_nan=False)
    again = configuration_from(json.loads(text), policies=POLICIES)
    assert again.contents() == real.contents()
    assert again.digest() == real.digest()


def test_edited_contents_are_checked_without_lines(real: Configuration) -> None:
    contents = real.contents()
    contents["game"]["rulings"]["tie_break"]["value"] = "selie"
    with pytest.raises(ConfigurationError) as caught:
        configuration_from(contents, policies=POLICIES, path="manifest.json")
    assert str(caught.value) == (
        "manifest.json: game.rulings.tie_break.value: expected one of seelie, unseelie, shared; got 'selie' "
        "(did you mean 'seelie'?)"
    )


def test_assumptions_are_those_of_the_rules_page(real: Configuration) -> None:
    # docs/rules.md, "Assumptions": regions, borders, symbols, standard layout, other tiles, both decks, court set.
    assert set(real.assumptions()) == {
        "board.regions",
        "board.borders",
        "board.symbols",
        "layouts.standard",
        "tiles.other",
        "decks.common",
        "decks.special",
        "court",
    }
    assert real.assumptions()["decks.special"] == {"ABILITY": 4, "POINTS": 2, "MOVE 1": 2}
    assert real.assumptions()["layouts.standard"]["top-left"] == "2/7"


def test_an_assumed_faction_is_among_the_assumptions(files: Files) -> None:
    files.edit("  kelpies:\n", "  kelpies:\n    source: assumed\n")
    assert files.load().assumptions()["factions.kelpies"]["active"] == {"ability": "place", "count": 3}


def test_the_pool_is_all_factions_unless_only_the_boxed_play(files: Files, real: Configuration) -> None:
    assert len(real.pool()) == 9
    files.edit("value: nine}", "value: eight_boxed}")
    boxed = files.load()
    assert set(real.pool()) - set(boxed.pool()) == {"fomorians"}
    with pytest.raises(
        ConfigurationError, match="'fomorians' is left out by the ruling faction_pool: eight_boxed"
    ):
        boxed.select(contestants=["fomorians", "dragons"])


def test_layouts_left_out_are_all_but_the_random_one(real: Configuration) -> None:
    assert real.policy_pairs[0].layouts == NAMED
    assert real.auction is not None
    assert real.auction.layouts == NAMED


def test_weights_take_the_policy_defaults_where_the_file_gives_none(files: Files) -> None:
    files.edit("  planner: {}", "  planner: {weights: {flip: 2}}")
    assert files.load().policies == {
        "random": {},
        "greedy": {"tiles": 1.0},
        "planner": {"tiles": 1.0, "flip": 2.0},
    }


def test_a_run_without_policies_and_auction_is_a_run(files: Files) -> None:
    text = files.run.read_text(encoding="utf-8")
    start, end = text.index("policies:\n"), text.index("# Who plays whom")
    files.run.write_text(text[:start] + text[end : text.index("# The second stage")], encoding="utf-8")
    configuration = files.load()
    assert configuration.auction is None
    assert configuration.policies == POLICIES


def test_selected_factions_keep_the_order_of_the_file(real: Configuration) -> None:
    chosen = real.select(contestants=["selkies", "dragons", "dragons"])
    assert list(chosen.factions) == ["dragons", "selkies"]
    assert list(real.factions) != list(chosen.factions)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"contestants": ["dragon", "kelpies"]}, r"unknown faction 'dragon' \(did you mean 'dragons'\?\);"),
        ({"contestants": ["dragons"]}, "expected at least two factions; got dragons"),
        ({"settings": ["standart"]}, r"unknown layout 'standart' \(did you mean 'standard'\?\);"),
        ({"settings": []}, "expected at least one layout; got none"),
        ({"policies": ["planer"]}, r"unknown policy 'planer' \(did you mean 'planner'\?\);"),
    ],
)
def test_a_selection_that_cannot_be_made_is_refused(
    real: Configuration, choice: dict[str, list[str]], message: str
) -> None:
    with pytest.raises(ConfigurationError, match=f"^{message}"):
        real.select(**choice)


def test_a_selected_policy_keeps_its_own_pairs(real: Configuration) -> None:
    chosen = real.select(policies=["greedy"])
    assert [(p.seelie, p.unseelie, p.games) for p in chosen.policy_pairs] == [("greedy", "greedy", 1600)]
    assert chosen.auction is None


def test_a_selected_layout_narrows_every_pair(real: Configuration) -> None:
    chosen = real.select(settings=["mirrored"])
    assert [(p.seelie, p.unseelie, p.layouts) for p in chosen.policy_pairs] == [
        ("planner", "planner", ("mirrored",))
    ]
    assert chosen.auction is not None
    assert chosen.auction.layouts == ("mirrored",)
    assert list(chosen.layouts) == ["mirrored"]


def test_the_random_layout_can_be_selected_though_no_pair_names_it(real: Configuration) -> None:
    chosen = real.select(settings=["random"])
    assert [(p.seelie, p.games, p.layouts) for p in chosen.policy_pairs] == [("planner", 260, ("random",))]


@pytest.mark.parametrize("layouts", [["standard", "random"], ["heavy-left", "random"]])
def test_every_layout_that_is_selected_is_played(real: Configuration, layouts: list[str]) -> None:
    chosen = real.select(settings=layouts)
    assert chosen.policy_pairs[0].layouts == tuple(layouts)
    assert chosen.auction is not None
    assert chosen.auction.layouts == tuple(layouts)
    assert {p.layouts for p in chosen.policy_pairs[1:]} <= {("standard",)}
    greedy = real.select(policies=["greedy"], settings=["standard", "mirrored"])
    assert [p.layouts for p in greedy.policy_pairs] == [("standard", "mirrored")]


def test_a_selection_of_everything_changes_nothing(real: Configuration) -> None:
    same = real.select(contestants=list(real.factions), policies=list(real.policies))
    assert same.digest() == real.digest()


def test_a_configuration_cannot_be_changed(real: Configuration) -> None:
    with pytest.raises(ValueError, match="frozen"):
        real.seed = 1


def nested(depth: int) -> Any:
    """Return lists within one another."""
    found: list[Any] = []
    for _ in range(depth - 1):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("x" * 201, "expected text of at most 200 characters; got 201"),
        ({"x" * 5000: 1}, "expected text of at most 200 characters; got 5000"),
        (10**40, "expected a number of at most 40 digits"),
        (nested(13), "nested more than 12 levels deep"),
        (nested(700), "nested more than 12 levels deep"),
    ],
)
@pytest.mark.parametrize("field", ["seed", "factions", "policies", "game"])
def test_contents_that_no_file_could_hold_are_refused_in_short(
    real: Configuration, field: str, value: Any, message: str
) -> None:
    with pytest.raises(ConfigurationError) as caught:
        configuration_from({**real.contents(), field: value}, policies=POLICIES, path="manifest.json")
    text = str(caught.value)
    assert text.startswith(f"manifest.json: {field}")
    assert text.endswith(message)
    assert len(text) < 300


def test_comparisons_are_part_of_the_digest_and_come_back_from_contents(real: Configuration) -> None:
    assert real.comparisons is not None
    (first, *_) = real.comparisons.tie_break
    assert first.layouts == NAMED  # all but the random one, as for a policy pair
    assert configuration_from(real.contents(), policies=POLICIES).comparisons == real.comparisons
    without = real.model_copy(update={"comparisons": None})
    assert without.digest() != real.digest()
    assert "comparisons" not in without.contents()
    turned = real.comparisons.changed(reversed)
    assert (
        real.model_copy(update={"comparisons": turned}).digest() == real.digest()
    )  # their order means nothing


def test_variants_are_part_of_the_digest_of_a_run_that_plays_them_alone(real: Configuration) -> None:
    assert real.comparisons is not None
    card = real.game.points_card.model_copy(update={"variants": {"two points": 2}})
    changed = {"game": real.game.model_copy(update={"points_card": card})}
    assert real.comparisons.rulings
    assert real.model_copy(update=changed).digest() != real.digest()
    without = real.model_copy(update={"comparisons": real.comparisons.model_copy(update={"rulings": ()})})
    assert without.model_copy(update=changed).digest() == without.digest()


def test_a_selection_narrows_the_comparisons_as_it_does_the_policy_pairs(real: Configuration) -> None:
    greedy = real.select(policies=["greedy"]).comparisons
    assert greedy is not None
    assert [(p.seelie, p.layouts) for p in (*greedy.tie_break, *greedy.abilities)] == [
        ("greedy", ("standard",))
    ] * 2
    assert real.select(policies=["random"]).comparisons is None
    mirrored = real.select(settings=["mirrored"]).comparisons
    assert mirrored is not None
    assert [(p.seelie, p.layouts) for p in mirrored.tie_break] == [("planner", ("mirrored",))]
    assert [p.layouts for p in mirrored.abilities] == [
        ("mirrored",)
    ] * 2  # else nothing would be left of them


def test_an_ability_that_is_switched_off_changes_the_rules_of_its_faction_alone(real: Configuration) -> None:
    changed = without(real, "dragons", "active")
    assert changed.factions["dragons"].off == ("active",)
    assert without(without(real, "dragons", "court"), "dragons", "passive").factions["dragons"].off == (
        "passive",
        "court",
    )
    assert changed.rules_digest() != real.rules_digest()
    assert configuration_from(changed.contents(), policies=POLICIES).factions == changed.factions
    assert {name for name, faction in changed.factions.items() if faction != real.factions[name]} == {
        "dragons"
    }
    with pytest.raises(ConfigurationError, match="unknown faction 'dragon' \\(did you mean 'dragons'"):
        without(real, "dragon", "active")
