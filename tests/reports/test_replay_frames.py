"""Frames of a replay: each shows what the record says lies on the table, followed by hand through a short game."""

from __future__ import annotations

from typing import Any

import pytest

from balance.engine.pacts.text import Board, record_text
from balance.engine.system import Cell
from balance.loading import engine_of
from balance.reports.replay.board import draw
from balance.reports.replay.frames import Frame, Story, changes
from balance.reports.replay.sentences import sentences
from balance.reports.replay.table import COURT_SLOT, SIDES, Table
from tests.reports.replay_sample import REGIONS, contents, header, sample, words
from tests.support import shipped, with_rulings


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    return Story(contents(), header()).frames(sample(), words(sample()))


def after(frames: list[Frame], event: int) -> dict[str, Any]:
    """Return what the page shows in the frame of an event of the sample."""
    return next(frame.look for frame in frames if event in frame.events)


def test_every_event_with_words_is_a_frame_and_the_others_join_the_one_before(frames: list[Frame]) -> None:
    told = [number for number, (say, _) in enumerate(words(sample())) if say]
    assert [frame.events[0] for frame in frames] == told
    assert [number for frame in frames for number in frame.events] == list(range(len(sample())))


def test_cubes_and_supply_follow_every_kind_of_event(frames: list[Frame]) -> None:
    # Regions: top-left, top-right, center, bottom-left, bottom-middle, bottom-right; Seelie, then Unseelie.
    followed = {
        0: ([0, 0, 3, 0, 3, 0], [0, 0, 3, 0, 3, 0], [28, 28]),  # as set up
        13: ([2, 0, 3, 0, 3, 0], [0, 0, 3, 0, 3, 0], [26, 28]),  # two placed in the top-left
        15: ([2, 0, 3, 0, 3, 0], [0, 0, 1, 0, 3, 0], [26, 30]),  # two opposing ones removed from the center
        18: ([2, 1, 2, 0, 3, 0], [0, 0, 1, 0, 3, 0], [26, 30]),  # one moved from the center to the top-right
        22: ([2, 1, 2, 0, 2, 0], [0, 0, 1, 0, 3, 0], [27, 30]),  # one removed from the bottom-middle
        25: (
            [2, 1, 2, 0, 2, 0],
            [0, 0, 1, 1, 2, 0],
            [27, 30],
        ),  # one taken back, and put into the bottom-left
        32: ([2, 1, 2, 0, 0, 0], [0, 0, 1, 1, 0, 0], [29, 32]),  # all removed from the bottom-middle
    }
    for event, (seelie, unseelie, supply) in followed.items():
        look = after(frames, event)
        assert (look["cubes"], look["supply"]) == ([seelie, unseelie], supply), event


def test_removed_cubes_stay_out_of_the_game_where_the_ruling_says_so() -> None:
    other = contents(with_rulings(shipped(), tie_break="seelie"))
    other["game"]["rulings"]["removed_cubes"] = {"value": "out_of_game", "source": "ruling"}
    last = Story(other, header()).frames(sample(), words(sample()))[-1].look
    assert last["supply"] == [26, 28]  # placed: 2 and 0; taken back and put down again: 1


def test_changes_of_cubes_are_those_of_the_frame(frames: list[Frame]) -> None:
    assert after(frames, 0)["change"] == [[0] * 6, [0] * 6]
    assert after(frames, 13)["change"] == [[2, 0, 0, 0, 0, 0], [0] * 6]
    assert after(frames, 15)["change"] == [[0] * 6, [0, 0, -2, 0, 0, 0]]
    assert after(frames, 18)["change"] == [[0, 1, -1, 0, 0, 0], [0] * 6]
    assert after(frames, 25)["change"] == [[0] * 6, [0, 0, 0, 1, -1, 0]]


def test_score_season_tiles_and_round_are_the_records(frames: list[Frame]) -> None:
    assert after(frames, 10)["score"] == [3, 0]  # POINTS
    assert after(frames, 29)["score"] == after(frames, 34)["score"] == [8, 4]
    assert after(frames, 26)["tiles"] == [[2, 7], [4, 3], [5, 5], [1, 5], [3, 6], [3, 4]]
    assert after(frames, 27)["tiles"] == [[5, 5], [4, 3], [2, 7], [1, 5], [3, 6], [3, 4]]
    assert after(frames, 28)["tiles"][5] is None
    flipped = after(frames, 30)
    assert (flipped["season"], flipped["tiles"]) == ("light", [[5, 5], [3, 4], [7, 2], [5, 1], [6, 3], None])
    assert [after(frames, n)["round"] for n in (0, 1, 30, 31)] == [0, 1, 1, 4]
    assert (after(frames, 33)["over"], after(frames, 34)["over"]) == (False, True)


def test_a_tile_whose_second_number_is_dark_shows_that_one_first() -> None:
    other = contents(with_rulings(shipped(), tile_label="second_dark"))
    first = Story(other, header()).frames(sample(), words(sample()))[0].look
    assert first["tiles"] == [[7, 2], [3, 4], [5, 5], [5, 1], [6, 3], [4, 3]]


def test_light_sides_are_known_as_the_rulings_and_the_layout_say() -> None:
    unknown = contents(with_rulings(shipped(), light_values="unknown"))
    told = words(sample())
    for story, dark in (
        (Story(contents(), header()), True),
        (Story(unknown, header()), False),
        (Story(contents(), header(layout="random")), False),
    ):
        found = story.frames(sample(), told)
        assert after(found, 0)["other_known"] is dark
        assert after(found, 31)["other_known"] is True


def test_cards_go_from_the_deal_to_piles_to_hands_to_the_discard(frames: list[Frame]) -> None:
    assert after(frames, 3)["cards"] == []
    dealt = after(frames, 4)
    assert dealt["cards"] == ["PLACE 1 oak", "MOVE 1", "PLACE 2 WILD", "MOVE 2", "ABILITY"]
    assert (dealt["token_pile"], dealt["token_to"], dealt["hands"]) == (None, None, [[COURT_SLOT], []])
    assert after(frames, 5)["token_pile"] == [0, 4]
    chosen = after(frames, 6)
    assert (chosen["token_to"], chosen["hands"]) == (1, [[1, 2, 3, COURT_SLOT], [0, 4]])
    assert after(frames, 19)["played"] == [[5, 2, 1], []]
    assert after(frames, 19)["unused"] == [[3], []]
    assert after(frames, 24)["played"] == [[5, 2, 1], [4, 0]]
    assert after(frames, 31)["cards"] == after(frames, 31)["played"][0] == []
    assert after(frames, 10)["mark"]["slot"] == COURT_SLOT


def test_decks_hold_what_is_not_revealed_yet(frames: list[Frame]) -> None:
    before, dealt = (dict(map(tuple, after(frames, n)["decks"]["common"])) for n in (3, 4))
    assert sum(before.values()) == 27
    assert sum(dealt.values()) == 23
    assert (before["MOVE 2"], dealt["MOVE 2"]) == (3, 2)
    assert "PLACE 2 WILD" not in dealt  # its one copy
    assert dict(map(tuple, after(frames, 4)["decks"]["special"])) == {"MOVE 1": 2, "ABILITY": 3, "POINTS": 2}


def test_a_court_card_is_laid_turned_up_and_then_gone_from_the_hand(frames: list[Frame]) -> None:
    laid, turned = after(frames, 7), after(frames, 8)
    assert (laid["court"], laid["turned_up"]) == (["POINTS", None], [False, False])
    assert "POINTS" in laid["court_hands"][0]
    assert turned["turned_up"] == [True, False]
    assert "POINTS" not in turned["court_hands"][0]
    assert "POINTS" in turned["court_hands"][1]
    assert "POINTS" not in after(frames, 9)["court_hands"][1]  # discarded from the hand
    assert [len(hand) for hand in after(frames, 34)["court_hands"]] == [6, 6]


def test_a_face_down_card_is_not_told_to_those_who_do_not_see_it(frames: list[Frame]) -> None:
    frame = next(frame for frame in frames if 2 in frame.events)
    assert (frame.say, frame.hidden_say) == ("court POINTS", "court")


def test_frames_point_at_what_happens(frames: list[Frame]) -> None:
    assert after(frames, 13)["mark"]["regions"] == [0]
    assert after(frames, 18)["mark"] == {"regions": [1, 2], "arrow": [2, 1], "both": False}
    assert after(frames, 27)["mark"]["both"] is True
    scored = after(frames, 29)["mark"]
    assert scored["scored"] == [[0, 5], [0, 4], [0, 2], [1, 1], [None, 3], [None, 0]]
    assert scored["regions"] == [0, 1, 2, 3]


def test_the_side_that_acts_is_told(frames: list[Frame]) -> None:
    acting = {1: None, 2: 0, 3: 1, 4: None, 5: 1, 6: 0, 9: 0, 20: 1, 29: None, 34: None}
    assert {event: after(frames, event)["acting"] for event in acting} == acting


def test_a_position_has_the_last_word(frames: list[Frame]) -> None:
    cubes = {side: dict.fromkeys(REGIONS, 1) for side in ("seelie", "unseelie")}
    position = {
        "event": "position", "cubes": cubes, "supply": {"seelie": 28, "unseelie": 27},
        "score": {"seelie": 1, "unseelie": 2}, "tiles": dict.fromkeys(REGIONS),
    }  # fmt: skip
    table = Table(contents())
    for event in (*sample(), position):
        table.apply(event)
    assert (table.cubes, table.supply, table.score) == (cubes, position["supply"], position["score"])
    assert set(table.tiles.values()) == {None}


def test_changes_add_up_to_the_frames(frames: list[Frame]) -> None:
    look: dict[str, Any] = {}
    for frame, change in zip(frames, changes(frames), strict=True):
        look |= change
        assert look == frame.look


def test_neighbours_on_the_drawn_board_share_an_edge_and_no_others_do() -> None:
    borders = contents()["game"]["board"]["borders"]["value"]
    board = draw(REGIONS, borders)
    for one in board.regions:
        for other in board.regions:
            if one.name < other.name:
                common = set(one.shape) & set(other.shape)
                assert (len(common) == 2) == (other.name in borders[one.name]), (one.name, other.name)
    assert (board.links, board.walls) == ((), ())


def test_an_edge_that_is_no_border_is_drawn_as_a_wall() -> None:
    borders = {name: [*near] for name, near in contents()["game"]["board"]["borders"]["value"].items()}
    borders["top-left"].remove("bottom-left")
    borders["bottom-left"].remove("top-left")
    board = draw(REGIONS, borders)
    shapes = {region.name: set(region.shape) for region in board.regions}
    assert [set(wall) for wall in board.walls] == [shapes["top-left"] & shapes["bottom-left"]]


def test_other_boards_are_a_ring_with_a_line_for_every_border() -> None:
    ring = {str(n): [str((n + 2) % 6), str((n - 2) % 6), str((n + 3) % 6)] for n in range(6)}
    board = draw(list(ring), ring)
    assert [region.name for region in board.regions] == list(ring)
    assert len(board.links) == 9
    for one in board.regions:
        assert all(0 <= part <= 100 for corner in one.shape for part in corner)
        for other in board.regions:
            if one.name < other.name:
                (x, y), (other_x, other_y) = one.middle, other.middle
                assert abs(x - other_x) > one.box[2] or abs(y - other_y) > one.box[3]


def test_a_region_that_borders_all_others_lies_in_the_middle_of_a_ring() -> None:
    hub: dict[str, list[str]] = {"hub": list("abcde"), **{c: ["hub"] for c in "abcde"}}
    board = draw(list(hub), hub)
    assert board.regions[0].middle == pytest.approx((50, 50))
    assert len(board.links) == 5


def test_borders_that_the_usual_drawing_cannot_show_make_a_ring() -> None:
    borders = {name: [*near] for name, near in contents()["game"]["board"]["borders"]["value"].items()}
    borders["top-left"].append("bottom-right")
    borders["bottom-right"].append("top-left")
    assert len(draw(REGIONS, borders).links) == 11


@pytest.fixture(scope="module")
def games() -> list[list[dict[str, Any]]]:
    """Return records of games in which every faction plays each side, with and without a bid and random regions."""
    configuration = shipped()
    system, handles = engine_of(configuration, ["random", "greedy"], say=lambda _: None)
    factions = list(configuration.factions)
    cells = [
        Cell((faction, factions[i - 1]), layout, ("greedy", "random"), bid)
        for i, faction in enumerate(factions)
        for layout, bid in (("standard", 0), ("random", 2), ("random", -3))
    ]
    return [system.record(cell, handles, 5) for cell in cells]


def test_followed_events_lead_to_every_position_of_real_games(games: list[list[dict[str, Any]]]) -> None:
    seen = set()
    for told, *events in games:
        table = Table(contents())
        for event in events:
            seen.add(event["event"])
            if event["event"] != "position":
                table.apply(event)
                continue
            followed = {
                "cubes": table.cubes,
                "supply": table.supply,
                "score": table.score,
                "tiles": table.tiles,
            }
            assert followed == {name: event[name] for name in followed}, (told, event)
        assert (table.over, table.score) == (True, events[-1]["score"])
    assert seen >= {
        "add",
        "remove_all",
        "remove",
        "removed",
        "swap",
        "remove_tile",
        "move",
        "copy",
        "take_back",
    }


def test_hands_and_court_hands_of_real_games_are_those_that_turns_tell(
    games: list[list[dict[str, Any]]],
) -> None:
    for _, *events in games:
        table = Table(contents())
        for event in events:
            table.apply(event)
            if event["event"] == "turn":
                assert list(table.hand(event["side"])) == event["slots"]
        assert sum(table.decks["common"].values()) == 27 - 4 * 6
        assert sum(table.decks["special"].values()) == 8 - 6
        laid = {
            side: [e["card"] for e in events if e["event"] == "court" and e["side"] == side] for side in SIDES
        }
        gone = {
            side: [e["card"] for e in events if e["event"] == "court_discard" and e["side"] == side]
            for side in SIDES
        }
        for side in SIDES:
            left = 7 - sum(card is not None for card in [*laid[side], *gone[side]])
            assert sum(table.court_hand[side].values()) == left


def test_ability_and_points_as_one_card_leave_decks_and_court_hands_too() -> None:
    """Ruling other_card: one_with_choice; 4 ABILITY and 2 POINTS make 6, one of them is dealt, another discarded."""
    table = Table(contents(with_rulings(shipped(), other_card="one_with_choice")))
    both = "ABILITY or POINTS"
    assert table.decks["special"] == {both: 6, "MOVE 1": 2}
    assert table.court_hand["seelie"][both] == table.court_hand["unseelie"][both] == 2
    table.apply({"event": "deal", "common": ["MOVE 1"] * 3 + ["PLACE 2 WILD"], "special": both})
    table.apply({"event": "court_reveal", "side": "seelie", "card": both})
    table.apply({"event": "court_discard", "side": "unseelie", "card": both})
    assert table.decks["special"] == {both: 5, "MOVE 1": 2}
    assert table.court_hand["seelie"][both] == table.court_hand["unseelie"][both] == 1


def test_every_step_of_real_games_has_words_that_hide_only_court_cards(
    games: list[list[dict[str, Any]]],
) -> None:
    board = Board.of(shipped())
    for head, *events in games:
        frames = Story(contents(), head).frames(events, list(sentences(events, board)))
        assert [number for frame in frames for number in frame.events] == list(range(len(events)))
        hidden = [events[frame.events[0]] for frame in frames if frame.say != frame.hidden_say]
        assert hidden == [
            event for event in events if event["event"] == "court" and event["card"] is not None
        ]
        told_openly = {frame.hidden_say for frame in frames if frame.say != frame.hidden_say}
        assert told_openly == {f"{side} lays a court card face down" for side in ("Seelie", "Unseelie")}
        assert frames[-1].say.startswith("Final score: ")


def test_sentences_are_those_of_the_text_replay(games: list[list[dict[str, Any]]]) -> None:
    record = games[0]
    text = record_text(record, Board.of(shipped()))
    for event, (say, _) in zip(record[1:], sentences(record[1:], Board.of(shipped())), strict=True):
        if event["event"] not in {"set_up", "scoring", "end", "position"}:
            assert say in text
