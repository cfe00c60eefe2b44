"""Sets of layouts: every layout once, balanced blocks, and games that are those of the layouts by hand."""

from __future__ import annotations

import io
import json
from functools import cache
from math import perm
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from balance import policies
from balance.adapters.pairs import Pairs
from balance.config.pacts import Configuration, configuration_from
from balance.engine.pacts.game import Game, named_rules
from balance.engine.pacts.layouts import drawn_order, turns_of
from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import verify
from balance.engine.pacts.session import Session
from balance.engine.pacts.system import PactsSystem
from balance.engine.system import Cell, CellTally, SettingTurns, row_setting
from balance.errors import BalanceError, ConfigurationError
from balance.sweep.design import first_stage, games_of
from tests.support import shipped, with_rulings

HANDLES = {name: policies.handle("pacts", name, {}) for name in ("random", "greedy")}
STANDARD = ["2/7", "4/3", "5/5", "1/5", "3/6", "3/4"]
FROM_THE_BOX = [
    "2/4",
    "4/3",
    "5/5",
    "1/6",
    "3/6",
    "3/4",
]  # 2/4 and 1/6 look like 2/7 and 1/5 from their dark sides
LAYOUTS = {
    "all": "all-standard",
    "every": "random-regions",
    "some": {"set": "random-regions", "sample": 1200},
    "tried": [STANDARD, FROM_THE_BOX, STANDARD[::-1]],
    "standard": dict(zip(shipped().game.regions, STANDARD, strict=True)),
    "random": {"random_regions": True},
}
PAIR = ("kelpies", "dragons")


@cache
def sets(**rulings: str) -> Configuration:
    """Return the shipped game with sets of layouts, played by greedy twice on each layout."""
    return with_rulings(laid(LAYOUTS), **rulings)


def laid(layouts: dict[str, Any], **parts: Any) -> Configuration:
    pair = {"seelie": "greedy", "unseelie": "greedy", "games": 2, "layouts": list(layouts)}
    contents = {**shipped().contents(), "layouts": layouts, "policy_pairs": [pair], **parts}
    for stage in ("auction", "comparisons"):
        if stage not in parts:
            del contents[stage]
    return configuration_from(contents, policies=policies.weights("pacts"))


def turns(name: str, configuration: Configuration | None = None) -> SettingTurns:
    found = turns_of(configuration or sets(), name)
    assert found is not None
    return found


def codes(order: NDArray[np.int8]) -> NDArray[np.int64]:
    """Return a number for each layout, another for another layout."""
    return np.asarray(order.astype(np.int64) @ 16 ** np.arange(6))


def cell(setting: str, bid: int = 0, rules: str = "", policy: str = "greedy") -> Cell:
    return Cell(PAIR, setting, (policy, policy), bid, rules)


def counts(tally: CellTally) -> tuple[object, ...]:
    margins = tally.margin_counts.tolist()
    return tally.games, tally.wins, tally.ties, tally.margin_offset, margins, tally.facts


@pytest.mark.parametrize(("name", "tiles", "size"), [("all", 6, 720), ("every", 12, 665_280)])
def test_a_set_has_every_layout_once(name: str, tiles: int, size: int) -> None:
    order = turns(name).order
    assert order.shape == (size, 6)
    assert len(np.unique(codes(order))) == size == perm(tiles, 6)
    assert (order.min(), order.max()) == (0, tiles - 1)
    pieces = np.sort(order, axis=1)
    assert (pieces[:, 1:] > pieces[:, :-1]).all()  # no tile twice


@pytest.mark.parametrize(("name", "tiles"), [("all", 6), ("every", 12), ("some", 12)])
def test_in_every_block_each_tile_lies_on_each_region_once(name: str, tiles: int) -> None:
    found = turns(name)
    assert found.block == tiles
    blocks = found.order.reshape(-1, tiles, 6)
    assert (np.sort(blocks, axis=1) == np.arange(tiles)[None, :, None]).all()


def test_a_sample_is_the_first_layouts_of_the_whole_set() -> None:
    whole = laid({"some": {"set": "random-regions"}})
    assert turns("some").size == 1200
    assert (turns("some").order == turns("some", whole).order[:1200]).all()


def test_the_order_hangs_on_the_seed_and_on_the_name_alone() -> None:
    order = turns("all").order
    others = [drawn_order(1, "all", 6), drawn_order(shipped().seed, "alle", 6)]
    for other in others:
        assert (codes(other) != codes(order)).mean() > 0.9
        assert set(codes(other)) == set(codes(order))
    renamed = laid({"standard": LAYOUTS["standard"], "all": "all-standard"}, name="another", policies={})
    assert (turns("all", renamed).order == order).all()


def test_blocks_are_shuffled() -> None:
    first = turns("every").order[::12, 1]  # the second region's tile where tile 0 lies on the first: 1 to 11
    assert set(first) == set(range(1, 12))
    # in 55,440 blocks by chance 1/11 of neighbours are alike, 5,040 ± 68; unshuffled all but ten are
    assert abs((first[1:] == first[:-1]).sum() - 5040) < 5 * 68


def test_a_list_keeps_its_own_order_and_names_its_layouts_in_words() -> None:
    found = turns("tried")
    assert [found.name(row) for row in range(3)] == [
        "2/7 4/3 5/5 1/5 3/6 3/4",
        "2/4 4/3 5/5 1/6 3/6 3/4",
        "3/4 3/6 1/5 5/5 4/3 2/7",
    ]
    assert (found.block, found.places) == (1, shipped().game.regions)


@pytest.mark.parametrize("name", ["standard", "random", "all#3"])
def test_a_layout_has_no_turns(name: str) -> None:
    assert turns_of(sets(), name) is None


@pytest.mark.parametrize(("name", "row"), [("all", 17), ("tried", 1)])
def test_a_layout_of_a_set_has_the_rules_of_the_same_layout_by_hand(name: str, row: int) -> None:
    tiles = turns(name).name(row).split()
    by_hand = laid({"hand": dict(zip(shipped().game.regions, tiles, strict=True))})
    own = named_rules(sets(), *PAIR, row_setting(name, row))
    assert own.tobytes() == named_rules(by_hand, *PAIR, "hand").tobytes()


def test_a_layout_of_random_regions_has_their_rules_with_its_tiles() -> None:
    own, mixed = named_rules(sets(), *PAIR, "every#5")[0], named_rules(sets(), *PAIR, "random")[0]
    differing = [field for field in own.dtype.names or () if (own[field] != mixed[field]).any()]
    assert differing == ["tiles", "random_regions"]
    assert own["tiles"].tolist() == turns("every").order[5].tolist()
    assert own["random_regions"]
    assert own["light_hidden"]


@pytest.mark.parametrize("light", ["known", "unknown"])
@pytest.mark.parametrize("name", ["all", "tried"])
def test_games_on_a_set_are_those_of_its_layouts_by_hand(name: str, light: str) -> None:
    # a layout by hand of the set's own name has games of the same keys
    system = PactsSystem(sets(light_values=light))
    size = turns(name).size
    first = size - 2  # across the end of the order
    (rows,) = system.games([cell(name)], HANDLES, first, 5)
    for place, game in enumerate(range(first, first + 5)):
        tiles = turns(name).name(game % size).split()
        layout = {name: dict(zip(shipped().game.regions, tiles, strict=True))}
        by_hand = PactsSystem(with_rulings(laid(layout), light_values=light))
        (one,) = by_hand.games([cell(name)], HANDLES, game, 1)
        assert one.margins[0] == rows.margins[place]
        assert {k: v[0] for k, v in one.facts.items()} == {k: v[place] for k, v in rows.facts.items()}


@pytest.mark.parametrize("name", ["all", "every", "tried"])
def test_games_on_a_set_are_the_same_step_by_step(name: str) -> None:
    system = PactsSystem(sets(light_values="unknown"))
    none = np.zeros((0, 0, 2), np.int16)
    (compiled,) = system._play([cell(name)], HANDLES, 1, 4, none)
    (slow,) = system._play([cell(name)], HANDLES, 1, 4, none, slowly=True)
    assert counts(slow) == counts(compiled)
    assert slow.margins.tolist() == compiled.margins.tolist()
    scores = [system.outcome(cell(name), HANDLES, game).scores for game in range(1, 5)]
    assert [one - other for one, other in scores] == compiled.margins.tolist()


def test_margins_stand_in_the_order_of_games_and_sum_up_to_the_tally() -> None:
    system = PactsSystem(sets())
    (whole,) = system.play([cell("all")], HANDLES, 0, 40)
    parts = [system.play([cell("all")], HANDLES, first, 20)[0] for first in (0, 20)]
    assert whole.margins.dtype == np.int16
    assert whole.margins.tolist() == [m for part in parts for m in part.margins.tolist()]
    assert np.bincount(whole.margins - whole.margin_offset).tolist() == whole.margin_counts.tolist()
    (rows,) = system.games([cell("all")], HANDLES, 0, 40)
    assert rows.margins.tolist() == whole.margins.tolist()
    assert len((parts[0] + parts[1]).margins) == 0
    assert counts(parts[0] + parts[1]) == counts(whole)


def test_cells_of_sets_and_layouts_are_played_together_as_apart() -> None:
    system = PactsSystem(sets())
    cells = [cell("standard"), cell("all"), cell("every"), cell("all", bid=3), cell("all#4"), cell("random")]
    together = system.play(cells, HANDLES, 5, 12)
    apart = [system.play([one], HANDLES, 5, 12)[0] for one in cells]
    assert [tally.cell for tally in together] == cells
    assert [counts(tally) for tally in together] == [counts(tally) for tally in apart]
    assert [len(tally.margins) for tally in together] == [0, 12, 12, 0, 0, 0]
    together_rows = system.games(cells, HANDLES, 5, 12)
    assert together_rows[1].margins.tolist() == together[1].margins.tolist()


def test_the_rules_key_of_a_set_hangs_on_its_layouts_and_their_order() -> None:
    system = PactsSystem(sets())
    assert system.rules_key(cell("some")) != system.rules_key(cell("every"))
    other = PactsSystem(laid({**LAYOUTS, "tried": [FROM_THE_BOX, STANDARD, STANDARD[::-1]]}))
    assert system.rules_key(cell("tried")) != other.rules_key(cell("tried"))
    assert system.rules_key(cell("all")) == other.rules_key(cell("all"))
    reprinted = PactsSystem(laid(LAYOUTS, game=with_other_tiles("1/6", "2/4", "2/6", "4/5", "4/6", "5/4")))
    same = {
        name: system.rules_key(cell(name)) == reprinted.rules_key(cell(name))
        for name in ("all", "tried", "every")
    }
    assert same == {"all": True, "tried": True, "every": False}  # 5/3 is neither standard nor tried
    tried = [STANDARD, ["2/3", *FROM_THE_BOX[1:]], STANDARD[::-1]]  # 2/3 in the place of 2/4
    game = with_other_tiles("1/6", "2/3", "2/6", "4/5", "4/6", "5/3")
    reprinted = PactsSystem(laid({"tried": tried}, game=game))
    assert system.rules_key(cell("tried")) != reprinted.rules_key(cell("tried"))


def with_other_tiles(*tiles: str) -> dict[str, Any]:
    """Return the shipped game with other tiles beside the standard ones."""
    game = shipped().contents()["game"]
    return {**game, "tiles": {**game["tiles"], "other": {"source": "assumed", "value": list(tiles)}}}


def record(setting: str, game: int) -> list[dict[str, Any]]:
    return PactsSystem(sets()).record(cell(setting, policy="random"), HANDLES, game)


def verdict(lines: list[dict[str, Any]]) -> str:
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (found,) = verify(read_records(io.BytesIO(text.encode()), name="g"), sets())
    return found.text


@pytest.mark.parametrize("setting", ["all", "every", "tried", "all#7", "every#7", "tried#2"])
def test_the_record_of_a_game_on_a_set_holds(setting: str) -> None:
    lines = record(setting, 727)
    assert (lines[0]["layout"], lines[0]["index"]) == (setting, 727)
    assert verdict(lines) == ""
    name, _, row = setting.partition("#")
    own = turns(name)
    lying = own.name(int(row) if row else 727 % own.size)
    assert " ".join(lines[1]["tiles"].values()) == lying


@pytest.mark.parametrize("setting", ["all", "every"])
def test_a_record_with_the_tiles_of_another_turn_does_not_hold(setting: str) -> None:
    lines = record(setting, 3)
    lines[1]["tiles"] = record(setting, 4)[1]["tiles"]
    assert verdict(lines).startswith("g:2: set_up")


def test_a_record_on_a_set_says_which_game_it_is_or_names_one_layout() -> None:
    lines = record("all", 3)
    del lines[0]["seed"], lines[0]["index"]
    assert verdict(lines) == (
        "g:1: game: layout: layout 'all' is a set of 720 layouts: name one of them, all#0 to all#719"
    )
    lines[0]["layout"] = "all#3"
    assert verdict(lines) == ""
    lines[0]["layout"] = "all#720"
    assert verdict(lines).startswith("g:1: game: layout: layout 'all' is a set of 720 layouts")


def test_a_session_on_a_set_lies_as_the_turn_of_its_number_says() -> None:
    session = Session.new(sets(), *PAIR, layout="all", index=725)
    labels = [shipped().game.tiles.labels[tile] for tile in session.game.state["tiles"]]
    assert " ".join(labels) == turns("all").name(5)


def test_a_game_or_an_adapter_needs_one_layout() -> None:
    for make in (lambda name: Game.new(sets(), *PAIR, layout=name), lambda name: Pairs(sets(), name)):
        with pytest.raises(
            ConfigurationError, match=r"^layout 'all' is a set of 720 layouts: name one of them"
        ):
            make("all")
        make("all#719")
    with pytest.raises(ConfigurationError, match="chance lays here: name a layout with random_regions: true"):
        Pairs(sets(), "every#0")


@pytest.mark.parametrize(
    ("share", "games"),
    # 3 games on each layout of whole blocks: 720 in 120 blocks of 6; at least one block
    [
        (None, 2160),
        (1.0, 2160),
        (0.5, 1080),
        (0.7, 1512),
        (0.0084, 18),
        (0.001, 18),
        (0.0166, 18),
        (0.0167, 36),
    ],
)
def test_games_are_counted_by_layout(share: float | None, games: int) -> None:
    configuration = laid({"all": "all-standard", "standard": LAYOUTS["standard"]})
    (pair,) = configuration.policy_pairs
    pair = pair.model_copy(update={"games": 3, "set_share": share})
    system = PactsSystem(configuration)
    assert games_of(pair, "all", system) == games
    assert games_of(pair, "standard", system) == 3


def test_the_games_of_an_auction_on_a_set_are_counted_in_all() -> None:
    auction = {"seelie": "random", "unseelie": "random", "games": 30, "layouts": ["all"]}
    configuration = laid({"all": "all-standard"}, auction=auction)
    planned = first_stage(configuration, PactsSystem(configuration))
    assert {(plan.cell.policies[0], plan.games) for plan in planned} == {("greedy", 1440), ("random", 30)}
    assert len(planned) == 2 * 72


def test_more_games_than_can_be_numbered_are_refused() -> None:
    configuration = laid({"every": "random-regions"})
    pair = configuration.policy_pairs[0].model_copy(update={"games": 1504})
    with pytest.raises(
        BalanceError, match=r"^expected at most 1503 games on each layout of 'every'; got 1504$"
    ):
        games_of(pair, "every", PactsSystem(configuration))


def test_variants_of_a_layout_tell_of_sets_as_such() -> None:
    told = {
        change.option: change.meaning
        for change in PactsSystem(sets()).variants("standard")
        if change.kind == "layout"
    }
    assert told["every"] == "the tiles of layout standard: games take turns on the 665,280 layouts of every"
    assert told["random"] == "the tiles of layout standard: twelve tiles mixed, six dealt in each game"
    assert PactsSystem(sets()).setting_features("all") == {}
