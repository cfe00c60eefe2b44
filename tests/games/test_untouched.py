"""What a change cannot touch is proved identical, and is: by the rules' key, and by the games themselves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from pathlib import Path

import pytest

from balance import policies
from balance.config.pacts import Configuration, of_pacts
from balance.config.pacts.tweaks import read_tweak
from balance.config.pacts.variants import variants
from balance.engine.pacts.system import PactsSystem
from balance.engine.system import Cell
from balance.loading import engine_of
from tests.support import CONFIGURATION, shipped

FACTIONS = tuple(shipped().factions)
PAIRS = [pair if n % 2 else pair[::-1] for n, pair in enumerate(combinations(FACTIONS, 2))]
# factions whose active is done step by step or with a number: `active_full` is about those
COUNTED = {"banshees", "changelings", "fir bolg", "kelpies", "sluagh"}
# factions that remove cubes, by either ability; that add cubes otherwise than by a card; that look at placings
REMOVING = {"banshees", "changelings", "dragons", "kelpies", "sluagh"}
ADDING = {"changelings", "cu sidhe", "fir bolg", "kelpies"}
AFTER_PLACING = {"cu sidhe", "kelpies"}
EVERY = set(FACTIONS)
GAMES = 15


def tweaked(folder: Path, text: str) -> Configuration:
    path = folder / "tweak.yaml"
    path.write_text(text, encoding="utf-8")
    return of_pacts(read_tweak(CONFIGURATION, path, policies=policies.weights("pacts")).configuration)


def touched(changed: Configuration, layout: str = "standard", bid: int = 0) -> set[tuple[str, str]]:
    """Return the pairs whose rules' key differs from the shipped one's."""
    systems = PactsSystem(shipped()), PactsSystem(changed)
    found = set()
    for pair in permutations(FACTIONS, 2):
        cell = Cell(pair, layout, ("greedy", "greedy"), bid)
        if len({system.rules_key(cell) for system in systems}) > 1:
            found.add(pair)
    return found


def pairs_with(names: set[str]) -> set[tuple[str, str]]:
    return {pair for pair in permutations(FACTIONS, 2) if names & set(pair)}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "factions: {selkies: {passive: {card: PLACE 5 WILD}}}",
            {"selkies"},
        ),  # a card that nobody had before
        (
            "factions: {selkies: {passive: {card: PLACE 1 WILD}}}",
            {"selkies"},
        ),  # and PLACE 4 WILD that is gone
        (
            "factions: {sluagh: {passive: {printed: 4}}}",
            {"sluagh"},
        ),  # the selkies' PLACE 4 WILD is not theirs
        ("factions: {kelpies: {passive: {modifier: points_may_become, card: PLACE 2 oak}}}", {"kelpies"}),
        ("factions: {dragons: {off: [passive, active, court]}}", {"dragons"}),
        ("factions: {fomorians: {active: {ability: place, count: 2}}}", {"fomorians"}),
        ("tiles: {other: {1/6: 6/6}}", set()),  # a tile that stays in the box
        ("tiles: {standard: {1/5: 2/5}}", EVERY),
        ("decks: {special: {POINTS: 3, MOVE 1: 1}}", EVERY),
        ("rulings: {active_full: up_to}", COUNTED),
        ("rulings: {removed_cubes: out_of_game}", REMOVING),
        ("rulings: {take_back_forced: until_whole}", ADDING),
        ("rulings: {take_back_scope: place_cards}", ADDING),
        ("rulings: {take_back_counts: move}", AFTER_PLACING),
        ("rulings: {take_back_when: empty_at_card_start}", EVERY),
        ("rulings: {auction_timing: before_setup}", set()),  # without bids
    ],
)
def test_a_change_touches_the_pairs_that_it_is_about(tmp_path: Path, text: str, names: set[str]) -> None:
    assert touched(tweaked(tmp_path, text)) == pairs_with(names)


def test_a_boxed_tile_matters_where_all_twelve_are_mixed(tmp_path: Path) -> None:
    changed = tweaked(tmp_path, "tiles: {other: {1/6: 6/6}}")
    assert touched(changed, "random") == pairs_with(EVERY)


def test_when_the_auction_is_held_matters_where_cubes_were_bid(tmp_path: Path) -> None:
    changed = tweaked(tmp_path, "rulings: {auction_timing: before_setup}")
    assert touched(changed, bid=1) == touched(changed, bid=-1) == pairs_with(EVERY)


def scarce(configuration: Configuration) -> Configuration:
    """Return the game with 14 cubes a side: supplies run out all the time, so that every ruling on them is met."""
    game = configuration.game
    cubes = game.cubes.model_copy(update={"value": 14})
    return configuration.model_copy(update={"game": game.model_copy(update={"cubes": cubes})})


def changed_ones(folder: Path) -> Iterator[Configuration]:
    yield from (each.configuration for each in variants(scarce(shipped())) if each.kind == "ruling")
    for text in (
        "factions: {selkies: {passive: {card: PLACE 1 oak}}}",
        "factions: {sluagh: {passive: {printed: 4}}}",
        "factions: {banshees: {off: [court]}}",
        "tiles: {other: {1/6: 6/6}}",
    ):
        yield scarce(tweaked(folder, text))


@pytest.mark.compiled
def test_pairs_with_the_same_key_play_the_same_games(tmp_path: Path) -> None:
    system, handles = engine_of(scarce(shipped()), ["random"], say=print)
    cells = [
        Cell(pair, "standard", ("random", "random"), bid=2 * (n % 4 == 0)) for n, pair in enumerate(PAIRS)
    ]
    base = dict(zip(cells, system.games(cells, handles, 0, GAMES), strict=True))
    same = 0
    for configuration in changed_ones(tmp_path):
        other = PactsSystem(configuration)
        pool = set(other.contestants())
        alike = [
            cell
            for cell in cells
            if set(cell.contestants) <= pool and system.rules_key(cell) == other.rules_key(cell)
        ]
        same += len(alike)
        for played in other.games(alike, handles, 0, GAMES):
            own = base[played.cell]
            assert (played.margins == own.margins).all(), played.cell
            assert (played.shares == own.shares).all()
            for name, values in own.facts.items():
                assert (played.facts[name] == values).all()
    assert same > 400
