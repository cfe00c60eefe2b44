"""Whole games at a table without a terminal: decisions, going back, hints, saving, going on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from balance.engine.pacts.players import Player
from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import Verifier
from balance.errors import BalanceError, RecordError
from balance.play import choices
from balance.play.loop import Play
from balance.play.resuming import saved_game
from balance.play.saving import Match
from tests.play.scripted import Scripted, engine, sit
from tests.support import ROOT, shipped, with_rulings

FIRST = ["1"] * 400  # the first option of everything, and of a split the first card
WHAT = {"seelie": "dragons", "unseelie": "kelpies"}


def at_table(
    answers: list[str], *, person: str = "seelie", against: str = "random", save: Path | None = None
) -> tuple[Play, Scripted]:
    """Return a game that waits for its first answer."""
    table = Scripted(answers)
    other = "unseelie" if person == "seelie" else "seelie"
    match = Match(shipped(), WHAT, {person: "person", other: against}, "standard", 7)
    _, policies = engine()
    play = Play(
        table, match, match.session(), policy=policies[against], planner=policies["planner"], save=save
    )
    return play, table


def until_gone(play: Play) -> Play:
    with pytest.raises(EOFError):
        play.run()
    return play


@pytest.mark.parametrize("side", ["seelie", "unseelie"])
def test_a_game_of_first_options_ends_and_its_record_holds(side: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    code, table = sit([*FIRST], side=side, save=file)
    assert code == 0
    assert re.search(r"You (win|lose) \d+ to \d+|half a win each", table.text)
    (record,) = read_records(file)
    assert record.events[-1]["event"] == "end"
    assert (record.header.seelie.policy, record.header.unseelie.policy) == (
        ("person", "random") if side == "seelie" else ("random", "person")
    )
    assert Verifier(shipped()).wrong(record) is None


def test_the_result_is_told_from_the_persons_side() -> None:
    play, table = at_table([*FIRST])
    until_gone(play)
    scores = play.session.outcome().scores
    won = scores[0] >= scores[1]  # Seelie wins at equal scores
    assert f"You {'win' if won else 'lose'} {scores[0]} to {scores[1]}" in table.screens[-1]


def test_undo_goes_back_to_before_the_own_last_decision_and_undoes_the_answers_to_it() -> None:
    play, _ = at_table(
        ["1"]
    )  # lays a court card; the other lays one, splits in round 1, and the person selects
    until_gone(play)
    assert (play.session.phase, play.session.to_move) == ("select", "seelie")
    before = play.session.moves
    play, table = at_table(["1", "undo"])
    until_gone(play)
    assert (play.session.phase, play.session.moves, play.lines()) == ("court", [], ["Round 1"])
    play, _ = at_table(["1", "undo", "1"])
    until_gone(play)
    assert play.session.moves == before
    assert "Revealed" not in table.screens[-1]


def test_undo_can_be_repeated_to_the_start_and_no_further() -> None:
    play, table = at_table(["1", "1", "1", "1", *["undo"] * 5])
    until_gone(play)
    assert play.session.moves == []
    assert "Nothing to undo" in table.screens[-1]


def test_a_finished_game_can_be_undone() -> None:
    play, table = at_table([*["1"] * 300])
    until_gone(play)
    number = table.text.count("> 1")  # answers until the end
    play, table = at_table([*["1"] * number, "undo"])
    until_gone(play)
    assert play.session.phase != "over"
    assert play.session.to_move == "seelie"


def test_the_same_seed_and_answers_make_the_same_game() -> None:
    games = [sit([*["1"] * 30], against="planner", seed=5)[1].text for _ in range(2)]
    assert games[0] == games[1]
    assert sit([*["1"] * 30], against="planner", seed=6)[1].text != games[0]


def test_forced_decisions_are_not_asked() -> None:
    play, table = at_table([*FIRST])
    until_gone(play)
    assert not re.search(r"^ 1  .*\n(?! 2)(?=undo, hint)", table.text, re.MULTILINE)


def test_wrong_answers_get_one_line_and_change_nothing() -> None:
    play, table = at_table(["9", "frobnicate", "", "undo it", "lay"])
    until_gone(play)
    assert play.session.moves == []
    said = table.screens[-1].split("Seelie> 9\n")[1].splitlines()
    assert said == [
        "expected a number from 1 to 8; got 9",
        "Seelie> frobnicate",
        "nothing here is called 'frobnicate'; type a number from 1 to 8, or help",
        "Seelie> ",
        "type a number from 1 to 8, or help",
        "Seelie> undo it",
        "nothing here is called 'undo it'; type a number from 1 to 8, or help",
        "Seelie> lay",
        "'lay' fits 8 of them (1, 2, 3, 4, 5, 6 …); type more of it, or a number",
    ]


def test_the_board_says_which_regions_border_on_each_other() -> None:
    play, table = at_table(["board"])
    until_gone(play)
    lines = table.screens[-1].splitlines()
    assert "top-left borders on top-right, center, bottom-left" in lines
    assert "center borders on top-left, top-right, bottom-left, bottom-middle, bottom-right" in lines
    assert sum(" borders on " in line for line in lines) == 6


def test_what_a_court_card_does_stands_in_the_same_brackets() -> None:
    play, _ = at_table([])
    session = play.session
    for action in (("court", "POINTS"), ("court", None)):
        session.apply(action, deal=False)
    session.game.reveal(["PLACE 1 oak", "PLACE 1 oak", "MOVE 1", "MOVE 2", "POINTS"])
    session.apply(("split", ()))
    session.apply(("select", "unseelie"))
    shown = [option.text for option in choices.options(session)]
    assert "play POINTS (3 points)" in shown
    assert "play POINTS (court, 3 points)" in shown


def test_cards_that_are_equal_are_offered_once() -> None:
    play, _ = at_table([])
    session = play.session
    for action in (("court", None), ("court", None)):
        session.apply(action, deal=False)
    session.game.reveal(["PLACE 1 oak", "PLACE 1 oak", "MOVE 1", "MOVE 2", "ABILITY"])
    session.apply(("split", ()))
    session.apply(("select", "unseelie"))  # Seelie has all five cards and goes first
    assert [option.text for option in choices.options(session)] == [
        "play PLACE 1 oak",
        "play MOVE 1 (as MOVE 5)",  # dragons
        "play MOVE 2 (as MOVE 5)",
        "play ABILITY (remove every cube of both sides from one region)",
        "end the turn, leaving PLACE 1 oak, PLACE 1 oak, MOVE 1, MOVE 2, ABILITY unused",
    ]
    session.apply(("card", 0))
    assert [option.text for option in choices.options(session)] == [
        "place 1 cube in top-left",
        "place 1 cube in bottom-left",
        "place nothing",
    ]


def test_a_hint_marks_what_the_planner_would_do() -> None:
    play, table = at_table(["hint"])
    until_gone(play)
    best = Player(engine()[1]["planner"]).choose(play.session)
    (marked,) = [line for line in table.screens[-1].splitlines() if line.startswith(" >")]
    assert marked.split(">")[1].startswith(f"  {play.session.words(best)} ")


def test_every_option_has_a_value_in_a_hint() -> None:
    play, table = at_table(["hint"])
    until_gone(play)
    for option in choices.options(play.session):
        assert re.search(rf"{re.escape(option.text)} +[+-]\d+\.\d", table.screens[-1])


def test_a_long_hint_says_how_many_it_leaves_out() -> None:
    play, table = at_table(["1", "hint"], person="unseelie")  # round 1: Unseelie splits
    until_gone(play)
    assert play.session.phase == "split"
    shown = re.findall(r"^ [> ]  ((?:\d ?)+|all|none): .* \| ", table.screens[-1], re.MULTILINE)
    left_out = re.search(r"and (\d+) more", table.screens[-1])
    assert left_out is not None
    assert 12 <= len(shown) <= 13  # the best twelve, and the planner's own if that is another
    assert len(set(shown)) == len(shown) == len(choices.options(play.session)) - int(left_out[1])


def test_saving_asks_before_it_overwrites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("precious")
    play, table = at_table(["save mine.txt", "no", "save", "", "save mine.txt", "yes", "1", "save mine.txt"])
    until_gone(play)
    assert "Not saved." in table.text
    assert (tmp_path / "pacts-dragons-kelpies-7.jsonl").exists()  # the name that is offered
    assert table.text.count("mine.txt exists") == 2  # not for the own file, the third time
    (record,) = read_records(tmp_path / "mine.txt")
    assert [event["event"] for event in record.events[-2:]] == ["deal", "split"]


def test_a_file_that_cannot_be_written_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    play, table = at_table([f"save {tmp_path}/absent/game.jsonl", "1"])
    until_gone(play)
    assert "cannot write" in table.text
    assert play.session.phase == "select"


def test_leaving_asks_whether_to_save(tmp_path: Path) -> None:
    file = tmp_path / "left.jsonl"
    play, _ = at_table(["1", "quit", "yes", str(file)])
    play.run()
    assert file.exists()
    play, table = at_table(["1", "quit", "no"])
    play.run()
    assert "Save the game first" in table.text


def test_nothing_is_asked_on_leaving_before_the_first_decision() -> None:
    play, table = at_table(["quit"])
    play.run()
    assert "Save" not in table.screens[-1].split("quit\n")[-1]


def test_a_saved_game_goes_on_where_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    answers = ["2", "1", "1", "2"]
    straight = until_gone(at_table([*answers, "1", "1"], against="planner")[0])
    until_gone(at_table([*answers, f"save {file}"], against="planner")[0])
    saved = saved_game(file, shipped())
    assert saved.against == "planner"
    code, _ = sit(
        ["undo", answers[-1], "1", "1", f"save {tmp_path / 'again.jsonl'}"], against="planner", saved=saved
    )
    assert code == 0
    again = saved_game(tmp_path / "again.jsonl", shipped())
    assert list(again.decisions) == [move for move in straight.session.moves if isinstance(move, int)]
    assert "Seelie lays PLACE 1 thorn face down" in sit(["log"], against="planner", saved=saved)[1].text


def changed(file: Path, old: str, new: str) -> Path:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"policy": "person"', '"policy": "planner"', "expected person on one side"),
        ('"seed": 7, "index": 0, "auction"', '"auction"', "seed: without it"),
        ('"layout": "standard"', '"layout": "standart"', "did you mean 'standard'"),
        ('"event": "split"', '"event": "spilt"', "not as it was saved|is not legal"),
        ('"supply": {"seelie": 28', '"supply": {"seelie": 27', "not as it was saved"),
    ],
)
def test_a_file_that_nobody_can_go_on_with_is_refused(old: str, new: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    until_gone(at_table(["1", f"save {file}"])[0])
    with pytest.raises(RecordError, match=said) as refusal:
        sit(["1"], saved=saved_game(changed(file, old, new), shipped()))
    assert str(file) in str(refusal.value)


def test_a_game_of_another_configuration_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    until_gone(at_table(["1", f"save {file}"])[0])
    with pytest.raises(RecordError, match="another one than"):
        saved_game(file, with_rulings(shipped(), tie_break="shared"))


@pytest.mark.parametrize(("end", "code"), [(EOFError, 0), (KeyboardInterrupt, 130)])
def test_leaving_without_a_word_keeps_the_game_in_its_file(
    end: type[BaseException], code: int, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    left, table = sit(["1", "1"], save=file, end=end)
    assert left == code
    assert f"the game so far is in {file}" in table.text.replace("\n", "")
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]
    decisions = saved_game(file, shipped()).decisions
    assert len(decisions) >= 4  # two court cards, the split, the selection


def test_leaving_without_a_word_before_the_game_writes_nothing(tmp_path: Path) -> None:
    code, table = sit([], side=None, save=tmp_path / "game.jsonl")
    assert (code, list(tmp_path.iterdir())) == (0, [])
    assert "nothing is saved" in table.text


def test_a_file_that_exists_is_not_taken_without_asking(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text("precious")
    with pytest.raises(BalanceError, match="left as it is"):
        sit(["no"], save=file)
    assert file.read_text() == "precious"
    sit(["yes", "1"], save=file)
    assert len(saved_game(file, shipped()).decisions) == 3
    with pytest.raises(BalanceError, match="there is no folder"):
        sit([], save=tmp_path / "absent" / "game.jsonl")


def test_the_sample_on_the_page_is_what_the_table_shows() -> None:
    _, table = sit(
        ["8", "2 3"], seed=4, side="unseelie", seelie="random", unseelie="random", against="planner"
    )
    sample = (
        (ROOT / "docs" / "play.md").read_text(encoding="utf-8").split("```text\n")[1].split("\nUnseelie>")[0]
    )
    *shown, left = [line.rstrip() for line in table.screens[-1].splitlines()]
    assert shown == sample.splitlines()
    assert left.startswith("Left;")


def test_a_policy_in_python_can_be_played_against(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lays_nothing.py").write_text(
        "def choose(observation, legal, random):\n    return legal[-1]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    _, table = sit(["1"], against="lays_nothing:choose")  # to lay no court card is the last of the actions
    assert "Unseelie: kelpies (lays_nothing:choose)" in table.text
    assert "Unseelie lays no court card" in table.text
