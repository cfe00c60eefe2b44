"""The text of a game: every cube has a line, scoring is told region by region, and what happens by itself is said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from balance import policies
from balance.engine.pacts.describe import SIDES, Action, action_name
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.record import write
from balance.engine.pacts.system import PactsSystem
from balance.engine.pacts.text import Board, Narrator
from balance.engine.system import Cell
from tests.rules.table import BL, BM, BR, STOP, TL, TR, C, card, courts, deal, new_game, play, seelie_turn
from tests.support import shipped, with_rulings

REGIONS = (TL, TR, C, BL, BM, BR)


def told(game: Game, *actions: Action) -> list[str]:
    """Carry actions out and return what the text says of them."""
    narrator = at(game)
    lines: list[str] = []
    for action in actions:
        move = next(n for n in game.legal_numbers() if action_name(n, game.names) == action)
        lines += narrator.lines(write.told(game, move))
        game.apply(action)
    return lines


def at(game: Game) -> Narrator:
    """Return a narrator who has heard the game up to here."""
    narrator, position, state = Narrator(Board.of(shipped())), game.position(), game.state
    narrator.tiles = {
        region: None if tile < 0 else game.names.tiles[int(tile)]
        for region, tile in zip(game.names.regions, state["tiles"], strict=True)
    }
    narrator.score, narrator.season, narrator.round = position["score"], position["season"], position["round"]
    narrator.revealed, narrator.court = position["revealed"], position["court_card"]
    narrator.starting = int(state["after"]) in {k.SEELIE_SPAWNED, k.UNSEELIE_SPAWNED}
    narrator.ability, narrator.begun = int(state["word"]) != k.NO_ACTIVE, bool(state["begun"])
    return narrator


@cache
def text(
    seelie: str, unseelie: str, game: int, bid: int = 0, layout: str = "standard", **rulings: str
) -> str:
    handles = {"random": policies.handle("pacts", "random", {})}
    cell = Cell((seelie, unseelie), layout, ("random", "random"), bid)
    return PactsSystem(with_rulings(shipped(), **rulings)).text(cell, handles, game)


def test_the_third_round_is_scored_region_by_region_and_the_tiles_flip() -> None:
    game = seelie_turn(
        "dragons",
        ["POINTS"],
        own={TL: 2, C: 3, BM: 1, BR: 1},
        opposing={TR: 4, C: 3, BM: 2, BR: 2},
        number=3,
        score=(4, 1),
        tiles={BR: None},
    )
    lines = told(game, ("card", 0))
    start = lines.index("Scoring after round 3, dark side of the tiles")
    assert lines[start + 1 : start + 9] == [
        "  region         tile  Seelie  Unseelie  scores",
        "  top-left          2       2         0  Seelie 2",
        "  top-right         4       0         4  Unseelie 4",
        "  center            5       3         3  nobody, as many cubes each",
        "  bottom-left       1       0         0  nobody, no cubes",
        "  bottom-middle     3       1         2  Unseelie 3",
        "  bottom-right      -       1         2  nobody, no tile",
        "  Seelie 7 + 2 = 9; Unseelie 1 + 7 = 8",
    ]
    assert lines[start + 9] == (
        "  The tiles flip to their light side: top-left 2 to 7, top-right 4 to 3, center 5 to 5, "
        "bottom-left 1 to 5, bottom-middle 3 to 6"
    )
    assert lines[:3] == ["    plays POINTS: 3 points", "  Unseelie's turn: no cards", ""]
    assert lines[-1] == "Round 4"


def test_the_sixth_round_is_scored_by_light_sides_and_no_round_follows() -> None:
    game = seelie_turn("dragons", ["POINTS"], own={TL: 1, BM: 2}, opposing={BL: 1, BM: 1}, number=6)
    lines = told(game, STOP)
    start = lines.index("Scoring after round 6, light side of the tiles")
    assert lines[start + 2] == "  top-left          7       1         0  Seelie 7"
    assert lines[start + 5] == "  bottom-left       5       0         1  Unseelie 5"
    assert lines[start + 8] == "  Seelie 0 + 13 = 13; Unseelie 0 + 5 = 5"
    assert lines[0] == "    ends the turn, discards unused: POINTS"
    assert not [line for line in lines if line.startswith(("Round", "  The tiles flip"))]


def test_fir_bolgs_cubes_stand_under_the_heading_of_their_round() -> None:
    lines = text("dragons", "fir bolg", 0).splitlines()
    start = lines.index("Round 1")
    spawned = f"1 in {TL}, 1 in {TR}, 1 in {BL}, 1 in {BR}"
    assert lines[start + 1] == f"  The round starts: Unseelie adds cubes, {spawned}"
    assert lines[4].split() == [TL, "oak", "2", "0", "0"]
    game = seelie_turn("fir bolg", ["POINTS"], own={C: 1, BR: 2}, number=3)
    lines = told(game, STOP)
    after = lines[lines.index("After round 3") + 2 :]
    assert after[0].split() == [TL, "oak", "7", "0", "0"]
    assert after[-2:] == [
        "Round 4",
        f"  The round starts: Seelie adds cubes, 1 in {TL}, 1 in {TR}, 1 in {BL}, 1 in {BM}",
    ]


def test_what_is_asked_at_the_start_of_a_round_stands_under_its_heading() -> None:
    game = seelie_turn("fir bolg", ["POINTS"], own={C: 20, BR: 13}, number=1)
    lines = told(game, STOP)
    assert lines[-1] == "Round 2"
    assert told(game, ("region", BL)) == [f"  The round starts: Seelie adds a cube in {BL}"]
    assert told(game, ("take_back", C)) == [f"  The round starts: Seelie takes a cube back from {C}"]
    assert told(game, ("region", TL)) == [f"  The round starts: Seelie adds a cube in {TL}"]
    assert told(game, STOP) == ["  The round starts: Seelie takes no cube back"]
    assert told(game, ("court", None)) == ["  Seelie lays no court card"]


def test_one_fir_bolg_follows_the_other() -> None:
    game = new_game("fir bolg", "fir bolg", fir_bolg_spawn="one_empty_region")
    assert told(game, ("region", TL)) == [f"  The round starts: Seelie adds a cube in {TL}"]
    assert told(game, ("region", TR)) == [f"  The round starts: Unseelie adds a cube in {TR}"]


def test_a_later_placing_that_adds_cubes_is_not_called_the_first() -> None:
    """Ruling cu_sidhe_first: empty; it adds whenever the region holds no own cube, also a second time in a game."""
    game = seelie_turn("cu sidhe", ["PLACE 1 oak", "POINTS"], rulings={"cu_sidhe_first": "empty"})
    game.state["placed_before"][0] = 63  # own cubes were placed everywhere, and are gone again
    assert told(card(game), ("place", TL, 1)) == [
        f"    places 1 cube in {TL}",
        f"    the passive adds 2 cubes in {TL}",
    ]


def test_the_two_cubes_of_the_cu_sidhe_have_a_line() -> None:
    game = card(seelie_turn("cu sidhe", ["PLACE 1 oak", "PLACE 2 oak", "POINTS"]))
    assert told(game, ("place", TL, 1)) == [
        f"    places 1 cube in {TL}",
        f"    the passive adds 2 cubes in {TL}",
    ]
    assert told(card(game, 1), ("place", TL, 2)) == [f"    places 2 cubes in {TL}"]
    last = card(seelie_turn("cu sidhe", ["PLACE 1 oak", "POINTS"], own={C: 20, BM: 12}))
    assert told(last, ("place", TL, 1)) == [
        f"    places 1 cube in {TL}",
        f"    the passive adds 1 cube in {TL}",
    ]
    assert told(last, ("take_back", C)) == [f"    takes a cube back from {C}", f"    adds 1 in {TL}"]


@pytest.mark.parametrize(
    ("there", "gone"), [(1, "1 opposing cube"), (2, "2 opposing cubes"), (5, "2 opposing cubes")]
)
def test_the_removal_of_the_kelpies_says_how_many(there: int, gone: str) -> None:
    game = card(seelie_turn("kelpies", ["PLACE 1 WILD", "POINTS"], opposing={TR: there}))
    assert told(game, ("place", TR, 1), ("passive",)) == [
        f"    places 1 cube in {TR}",
        f"    removes {gone} from {TR}",
    ]


def test_the_banshees_discard_stands_in_their_turn() -> None:
    game = play(new_game("dragons", "banshees"), ("court", "POINTS"), ("court", "MOVE 1"))
    game.reveal(["MOVE 1", "MOVE 1", "MOVE 1", "PLACE 2 WILD", "ABILITY"])
    game.apply(("split", (0,)))
    assert told(game, ("select", "unseelie")) == [
        "  Seelie leaves the pile with the second-player token and goes first",
        "  Seelie's turn: MOVE 1, MOVE 1, PLACE 2 WILD, ABILITY, POINTS (court)",
    ]
    assert told(game, STOP)[1:] == [
        "  Unseelie's turn: MOVE 1, MOVE 1 (court)",
        "    Seelie discards MOVE 1 from the court hand",
    ]


def test_a_court_card_that_the_other_hand_lacks_is_told_of_too() -> None:
    """Banshees, passive: Seelie laid the same card in this round, so that the unplayed hand does not hold it."""
    game = play(new_game("dragons", "banshees"), ("court", "MOVE 1"), ("court", "MOVE 1"))
    game.reveal(["MOVE 1", "MOVE 1", "MOVE 1", "PLACE 2 WILD", "ABILITY"])
    game.apply(("split", (0, 1, 2, 3, 4)))
    assert told(game, ("select", "seelie"))[-1] == "    Seelie has no such card in the court hand"


def test_replaced_cubes_and_an_empty_supply_are_told() -> None:
    game = card(seelie_turn("changelings", ["ABILITY", "POINTS"], own={C: 1}, opposing={TL: 1, BR: 1}))
    assert told(game, ("remove", "unseelie", TL), ("remove", "unseelie", BR))[-1] == (
        f"    puts own cubes in the places of those removed: 1 in {TL}, 1 in {BR}"
    )
    full = card(seelie_turn("dragons", ["PLACE 1 oak", "POINTS"], own={C: 20, BM: 14}))
    assert told(full, ("place", TL, 1)) == [f"    places in {TL}, but the supply is empty"]
    first = seelie_turn("changelings", ["PLACE 1 oak", "POINTS"], own={C: 20, BM: 14})
    assert told(first, ("place", TL, 1)) == [f"    places in {TL} for going first, but the supply is empty"]


def test_a_side_without_cards_is_said_to_have_none() -> None:
    game = play(deal(courts(new_game())), ("split", (0, 1, 2, 3, 4)))
    assert told(game, ("select", "seelie")) == [
        "  Seelie takes the pile with the second-player token and goes second",
        "  Unseelie's turn: no cards",
        "  Seelie's turn: MOVE 1, MOVE 1, MOVE 1, PLACE 2 WILD, ABILITY",
    ]
    game = play(deal(courts(new_game())), ("split", ()))
    assert told(game, ("select", "unseelie"))[1:] == [
        "  Seelie's turn: MOVE 1, MOVE 1, MOVE 1, PLACE 2 WILD, ABILITY"
    ]
    assert told(game, STOP)[1:4] == ["  Unseelie's turn: no cards", "", "After round 1"]


PAIRS = [(a, b) for a, b in pairwise([*shipped().factions, next(iter(shipped().factions))])]


@pytest.mark.parametrize(("seelie", "unseelie"), PAIRS, ids=["-".join(pair) for pair in PAIRS])
@pytest.mark.parametrize("ruling", ["", "empty one", "steps"])
def test_every_cube_on_the_board_has_a_line(seelie: str, unseelie: str, ruling: str) -> None:
    rulings = {
        "": {},
        "empty one": {"cu_sidhe_first": "empty", "fir_bolg_spawn": "one_empty_region"},
        "steps": {"move_unit": "steps", "removal_colour": "opposing"},
    }[ruling]
    for bid in (0, 26, -27):
        for game in range(2):
            boards = 0
            for said, shown in followed(text(seelie, unseelie, game, bid, **rulings).splitlines()):
                assert said == shown
                boards += 1
            assert boards == 6


Table = dict[tuple[str, str], int]
LISTED = re.compile(r"(\d+) in ([a-z-]+)")
MOVED = re.compile(r"moves an (own|opposing) cube from ([a-z-]+) to ([a-z-]+)")
TAKEN = re.compile(r"(?:removes|takes) (an own|an opposing|a|\d+ opposing) cubes?(?: back)? from ([a-z-]+)")
PLACED = re.compile(r"(?:places|adds) (a|\d+) cubes? in ([a-z-]+)")


def followed(lines: list[str]) -> Iterator[tuple[Table, Table]]:
    """Yield after each round the cubes that the lines add up to, and those that the board shows."""
    cubes: Counter[tuple[str, str]] = Counter(board(lines[lines.index("") + 2 :]))
    side = ""
    for number, line in enumerate(lines):
        if line.startswith("After round"):
            yield {(s, r): cubes[s, r] for s in SIDES for r in REGIONS}, board(lines[number + 2 :])
        named = re.match(r"(?:  |  The round starts: )(Seelie|Unseelie)(?:'s turn:| )", line)
        side = named[1].lower() if named else side
        whose = {"own": side, "an own": side, "a": side}
        if move := MOVED.search(line):
            owner = whose.get(move[1], SIDES[1 - SIDES.index(side)])
            cubes[owner, move[2]] -= 1
            cubes[owner, move[3]] += 1
        elif every := re.search(
            r"removes every cube from ([a-z-]+): (\d+) of Seelie, (\d+) of Unseelie", line
        ):
            assert (cubes["seelie", every[1]], cubes["unseelie", every[1]]) == (int(every[2]), int(every[3]))
            cubes["seelie", every[1]] = cubes["unseelie", every[1]] = 0
        elif taken := TAKEN.search(line):
            count = re.match(r"\d+", taken[1])
            owner = whose.get(taken[1], SIDES[1 - SIDES.index(side)])
            cubes[owner, taken[2]] -= int(count[0]) if count else 1
        elif placed := PLACED.search(line):
            cubes[side, placed[2]] += 1 if placed[1] == "a" else int(placed[1])
        elif "adds" in line or "puts own cubes" in line:
            for count, region in LISTED.findall(line):
                cubes[side, region] += int(count)


def board(lines: list[str]) -> Table:
    """Return the cubes that a printed board shows; `lines` start with its first region."""
    rows = [line.split() for line in lines[:6]]
    assert tuple(row[0] for row in rows) == REGIONS
    return {(side, row[0]): int(row[3 + number]) for row in rows for number, side in enumerate(SIDES)}


def test_scores_told_region_by_region_add_up_to_the_final_score() -> None:
    for pair in PAIRS:
        said = text(*pair, 1)
        sums = re.findall(
            r"^  Seelie (\d+) \+ (\d+) = (\d+); Unseelie (\d+) \+ (\d+) = (\d+)$", said, re.MULTILINE
        )
        final = re.search(r"^Final score: Seelie (\d+), Unseelie (\d+)\.$", said, re.MULTILINE)
        assert len(sums) == 2
        assert final is not None
        for seelie, more, total, unseelie, gain, whole in np.array(sums, int):
            assert (seelie + more, unseelie + gain) == (total, whole)
        assert (sums[1][2], sums[1][5]) == final.groups()
