"""The slow checker of game records on events of every kind, as docs/record.md describes them."""

import random
from itertools import permutations

from tests.reference.pacts_rules import ReferenceGame
from tests.reference.positions import BL, BM, BOARD, BR, TL, TR, C
from tests.reference.record import CONSEQUENCES, Line, check_record, decision_line
from tests.reference.record_header import new_game
from tests.reference.records import (
    RECORD,
    STANDARD,
    assert_right_so_far,
    box,
    complaint,
    event,
    header,
    opening,
)
from tests.reference.rulings import OPTIONS
from tests.reference.table import FACTIONS, SIDES

# --- set-up, auction, random regions ------------------------------------------------------------------


def test_cubes_of_the_auction_come_before_round_one() -> None:
    line = header("dragons", "kelpies", auction={"cubes": 2, "to": "seelie"})
    cube = event("auction_cube", "seelie", region=TL)
    first = {"event": "round", "round": 1, "season": "dark", "splitter": "unseelie"}
    assert_right_so_far(line, RECORD[1], cube, cube, first)
    assert complaint(line, cube, RECORD[1]) == 2  # set-up comes first
    assert complaint(line, cube, first) == 2  # one cube is missing
    assert complaint(line, event("auction_cube", "unseelie", region=TL)) == 1
    later = RECORD[1] | {
        "cubes": RECORD[1]["cubes"] | {"seelie": RECORD[1]["cubes"]["seelie"] | {TL: 2}},
        "supply": {"seelie": 26, "unseelie": 28},
    }
    assert_right_so_far(line, cube, cube, later, first, auction_timing="before_setup")
    assert complaint(line, RECORD[1], auction_timing="before_setup") == 1


def test_random_regions_need_six_different_tiles_of_the_box() -> None:
    line = header("dragons", "kelpies", layout="random")
    labels = ["1/6", "5/3", "2/7", "4/6", "3/4", "2/4"]
    tiles = dict(zip(BOARD.regions, labels, strict=True))
    laid = RECORD[1] | {"tiles": tiles}
    first = {"event": "round", "round": 1, "season": "dark", "splitter": "unseelie"}
    assert_right_so_far(line, laid, first)
    assert complaint(line, first) == 1
    assert complaint(line, event("court", "seelie", card=None)) == 1
    for wrong in (tiles | {TL: "5/3"}, tiles | {TL: "9/9"}, tiles | {TL: None}, {TL: "1/6"}, labels):
        assert complaint(line, laid | {"tiles": wrong}) == 1
    assert complaint(line, laid | {"supply": {"seelie": 28, "unseelie": 27}}) == 1


def test_random_tiles_are_scored_as_they_lie() -> None:
    line = header("dragons", "kelpies", layout="random")
    tiles = dict(zip(BOARD.regions, ["1/6", "5/3", "2/7", "4/6", "3/4", "2/4"], strict=True))
    body = [one for one in RECORD[2:] if one["event"] not in {"position", "flip", "scoring"}]
    end = {
        "score": {"seelie": 2 + 4, "unseelie": 3 + 1 + 2 + 6 + 7},
        "winner": "unseelie",
        "tie_break": False,
    }
    lines = [line, RECORD[1] | {"tiles": tiles}, *body[:-1]]
    assert complaint(*lines, {"event": "end", **end}) is None
    assert complaint(*lines, body[-1]) == len(lines)


# --- decisions of every kind --------------------------------------------------------------------------


def test_court_reveal_and_discard_stand_behind_the_turn() -> None:
    lines = [
        header("banshees", "changelings"),
        *opening(*["MOVE 1"] * 3, "MOVE 2", "ABILITY", seelie="MOVE 1"),
    ]
    turn = event("turn", "seelie", order=1, slots=[0, 1, 2, 3, 4, 5])
    reveal = event("court_reveal", "seelie", card="MOVE 1")
    discard = event("court_discard", "unseelie", card="MOVE 1")
    assert_right_so_far(*lines, turn, reveal, discard)
    assert complaint(*lines, turn, discard, reveal) == len(lines) + 2
    assert complaint(*lines, discard | {"card": None}) == len(lines)
    assert complaint(*lines, discard, automatic_passives="may_decline") == len(lines)
    used = event("passive", "seelie", passive="court_reveal")
    assert_right_so_far(*lines, turn, reveal, used, discard, automatic_passives="may_decline")
    declined = event("skip", "seelie", of="passive")
    assert_right_so_far(*lines, turn, reveal, declined, automatic_passives="may_decline")
    assert complaint(*lines, declined, discard, automatic_passives="may_decline") == len(lines) + 1


def test_a_going_first_cube_and_a_replacement() -> None:
    lines = [header("changelings", "dragons"), *opening(*["MOVE 1"] * 3, "MOVE 2", "ABILITY")]
    cube = event("place", "seelie", region=TR, cubes=1, passive=True)
    added = event("add", "seelie", region=TR, cubes=1, by="going_first")
    ability = event("card", "seelie", slot=4, card="ABILITY", as_=None)
    mine = event("remove", "seelie", cube="seelie", region=C)
    theirs = event("remove", "seelie", cube="unseelie", region=BM)
    back = event("add", "seelie", region=C, cubes=1, by="replace")
    new = event("add", "seelie", region=BM, cubes=1, by="replace")
    assert_right_so_far(*lines, cube, added, ability, mine, theirs, back, new)
    assert complaint(*lines, cube, ability, mine, theirs, new, back) == len(lines) + 5
    assert complaint(*lines, cube | {"passive": 1}) == len(lines)


def test_spawns_of_a_round_stand_behind_its_line_region_by_region() -> None:
    line = header("fir bolg", "kelpies")
    first = {"event": "round", "round": 1, "season": "dark", "splitter": "unseelie"}
    spawned = [
        event("add", "seelie", region=region, cubes=1, by="round_start") for region in (TL, TR, BL, BR)
    ]
    assert_right_so_far(line, RECORD[1], first, *spawned)
    assert complaint(line, spawned[0], first) == 2
    assert complaint(line, spawned[1], spawned[0]) == 2
    chosen = event("allot", "seelie", region=TR)
    assert_right_so_far(line, first, chosen, spawned[1], fir_bolg_spawn="one_empty_region")


def test_tiles_that_moved_are_seen_in_the_next_position() -> None:
    lines = [header("cu sidhe", "fomorians"), *opening(*["MOVE 1"] * 3, "MOVE 2", "ABILITY")]
    lines.append(event("card", "seelie", slot=4, card="ABILITY", as_=None))
    swap = event("swap", "seelie", regions=[TL, BR])
    position = {**RECORD[1], "event": "position", "score": {"seelie": 0, "unseelie": 0}}
    position["tiles"] = STANDARD | {TL: "3/4", BR: "2/7"}
    assert_right_so_far(*lines, swap, position)
    assert complaint(*lines, swap, position | {"tiles": STANDARD}) == len(lines) + 1
    assert complaint(*lines, swap | {"regions": [BR, TL]}) == len(lines)


def test_a_tile_in_the_box_has_no_label_and_an_emptied_region_says_what_it_lost() -> None:
    lines = [header("fomorians", "kelpies"), *opening(*["MOVE 1"] * 3, "MOVE 2", "ABILITY")]
    lines.append(event("card", "seelie", slot=4, card="ABILITY", as_=None))
    taken = event("remove_tile", "seelie", region=C)
    position = {**RECORD[1], "event": "position", "score": {"seelie": 0, "unseelie": 0}}
    assert_right_so_far(*lines, taken, position | {"tiles": STANDARD | {C: None}})
    lines[0] = header("dragons", "kelpies")
    cleared = event("remove_all", "seelie", region=C)
    removed = event("removed", "seelie", region=C, cubes={"seelie": 3, "unseelie": 3})
    assert_right_so_far(*lines, cleared, removed)
    assert complaint(*lines, cleared, removed | {"cubes": {"unseelie": 3}}) == len(lines) + 1


def test_a_copy_names_the_card_and_what_it_becomes() -> None:
    lines = [header("selkies", "kelpies"), *opening(*["MOVE 1"] * 3, "MOVE 2", "ABILITY", seelie="POINTS")]
    lines.append(event("card", "seelie", slot=4, card="ABILITY", as_=None))
    copied = event("copy", "seelie", slot=5, card="POINTS", as_=None)
    points = event("points", "seelie", points=3)
    assert_right_so_far(*lines, copied, points)
    become = copied | {"as": "PLACE 4 WILD"}
    placed = event("place", "seelie", region=TL, cubes=4)
    assert_right_so_far(*lines, become, placed, event("add", "seelie", region=TL, cubes=4, by="place"))
    assert complaint(*lines, become, copy_passive="points_only") == len(lines)
    assert complaint(*lines, become, points) == len(lines) + 1


def test_cubes_taken_back_come_one_by_one() -> None:
    line = header("kelpies", "dragons", auction={"cubes": 28, "to": "seelie"})
    cubes = [event("auction_cube", "seelie", region=BR)] * 28
    lines = [line, *cubes, *opening("PLACE 1 oak", *["MOVE 1"] * 3, "ABILITY")]
    lines.append(event("card", "seelie", slot=0, card="PLACE 1 oak", as_=None))
    lines.append(event("place", "seelie", region=BL, cubes=1))
    added = event("add", "seelie", region=BL, cubes=1, by="place")
    assert complaint(*lines, added) == len(lines)  # nothing to place yet
    assert_right_so_far(*lines, event("take_back", "seelie", region=BR), added)
    assert_right_so_far(*lines, event("skip", "seelie", of="take_back"))
    assert complaint(*lines, event("take_back", "seelie", region=TL)) == len(lines)


def test_equal_scores_say_whether_the_tie_break_decided() -> None:
    quiet = [one for one in RECORD if one["event"] not in CONSEQUENCES]
    start = next(i for i, one in enumerate(quiet) if one["event"] == "card")
    stop = next(i for i, one in enumerate(quiet) if one["event"] == "end_turn")
    lines = [*quiet[:start], event("end_turn", "seelie", unused=[1, 2, 3, 5])]
    lines.append(event("end_turn", "unseelie", unused=[0, 4]))
    rest = quiet[stop + 1 :]
    lines += rest[next(i for i, one in enumerate(rest) if one["event"] == "court") :]
    end = {"event": "end", "score": {"seelie": 0, "unseelie": 0}, "winner": "seelie", "tie_break": True}
    assert complaint(*lines, end) is None
    shared = end | {"winner": None, "tie_break": False}
    assert complaint(*lines, shared, tie_break="shared") is None
    assert complaint(*lines, shared) == len(lines)
    assert complaint(*lines, end, tie_break="shared") == len(lines)


# --- random games -------------------------------------------------------------------------------------


def random_record(dice: random.Random, rulings: dict[str, str]) -> list[Line]:
    """Write a random game down, decision by decision and with everything that follows."""
    seelie, unseelie = dice.choice(list(permutations(FACTIONS, 2)))
    auction = dice.choice([None, {"cubes": dice.randint(1, 28), "to": dice.choice(SIDES)}])
    lines = [header(seelie, unseelie, auction=auction)]
    game = new_game(lines[0], BOARD, box(**rulings))
    told = 0
    while True:
        for one in game.story[told:]:
            labels = {region: box().label(tile) for region, tile in one.get("tiles", {}).items()}
            lines.append(one | {"tiles": labels} if labels else one)
        told = len(game.story)
        if game.phase == "over":
            return lines
        lines.append(_random_step(game, dice))


def _random_step(game: ReferenceGame, dice: random.Random) -> Line:
    if game.phase == "reveal":
        common = dice.sample(sorted(game.decks["common"].elements()), 4)
        special = dice.choice(sorted(game.decks["special"].elements()))
        game.reveal([*common, special])
        return {"event": "deal", "common": common, "special": special}
    action = dice.choice(sorted(game.legal(), key=repr))
    line = decision_line(game, action)
    game.apply(action)
    return line


def test_random_games_under_every_ruling_are_right_and_one_decision_less_is_not() -> None:
    dice = random.Random(11)
    events: set[str] = set()
    for _ in range(60):
        drawn = {name: dice.choice(options) for name, options in OPTIONS.items()}
        rulings = box(**drawn)
        lines = random_record(dice, drawn)
        events |= {line["event"] for line in lines}
        assert check_record(lines, BOARD, rulings) is None
        bare = [line for line in lines if line["event"] not in CONSEQUENCES - {"end"}]
        assert check_record(bare, BOARD, rulings) is None
        gone = dice.choice([i for i, line in enumerate(bare) if line["event"] in ("court", "deal", "select")])
        found = check_record(bare[:gone] + bare[gone + 1 :], BOARD, rulings)
        assert found is not None
        assert found.index == gone
    decisions = "auction_cube court deal split select card place allot take_back move remove remove_all swap "
    assert {*(decisions + "remove_tile copy passive skip end_turn").split(), *CONSEQUENCES} <= events
