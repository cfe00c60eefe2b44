"""``balance play`` in a real terminal: prompts, keys that end it, colours, its width."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest

from balance.engine.pacts.record.read import read_records
from balance.engine.pacts.record.verify import Verifier
from tests.support import CONFIGURATION, ROOT, shipped

PROMPT = "Seelie> "
OPTIONS = [
    "--seed",
    "7",
    "--side",
    "seelie",
    "--seelie",
    "dragons",
    "--unseelie",
    "kelpies",
    "--against",
    "random",
]
Start = Callable[..., Any]  # a terminal in which the command runs
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Start]:
    """Return a function that starts the command in a terminal of its own, in an empty folder."""
    started: list[pexpect.spawn] = []

    def start(*options: str, width: int = 80, **environment: str) -> pexpect.spawn:
        settings = {
            **{
                name: value
                for name, value in os.environ.items()
                if name not in {"NO_COLOR", "COLUMNS", "LINES"}
            },
            "PYTHONPATH": str(ROOT),
            "TERM": "xterm-256color",
            **environment,
        }
        child = pexpect.spawn(
            sys.executable,
            ["-m", "balance", "play", str(CONFIGURATION), *OPTIONS, *options],
            cwd=str(tmp_path),
            env=settings,
            dimensions=(60, width),
            encoding="utf-8",
            timeout=120,
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


def shown(raw: str, width: int = 80) -> list[str]:
    """Return the lines of a terminal's screen after it was sent `raw`."""
    screen = pyte.Screen(width, 60)
    pyte.Stream(screen).feed(raw)
    return [line.rstrip() for line in screen.display]


def ended(child: pexpect.spawn) -> int:
    child.expect(pexpect.EOF)
    child.close()
    return int(child.exitstatus)


def test_a_whole_game_in_a_terminal(play: Start, tmp_path: Path) -> None:
    child = play("--save", "game.jsonl")
    answers = 0
    while child.expect([re.escape(PROMPT), "Enter leaves"]) == 0:
        child.sendline("1")
        answers += 1
    child.sendline("")
    assert ended(child) == 0
    assert answers > 20
    (record,) = read_records(tmp_path / "game.jsonl")
    assert record.events[-1]["event"] == "end"
    assert Verifier(shipped()).wrong(record) is None


def test_the_screen_of_a_terminal_shows_the_table_the_question_and_the_options(play: Start) -> None:
    child = play()
    child.expect(re.escape(PROMPT))
    child.sendline("1")
    child.expect(re.escape(PROMPT))
    lines = shown(child.before + child.after)
    assert lines[0] == "Round 1 of 6: dark side of the tiles, scoring after round 3"  # a screen of its own
    assert lines[1] == "Seelie: dragons (you) · Unseelie: kelpies (random)"
    text = "\n".join(lines)
    for region in (
        "top-left, oak",
        "top-right, thorn",
        "center, ash",
        "bottom-left, oak",
        "bottom-middle, ash",
        "bottom-right, thorn",
    ):
        assert region in text
    assert text.count("Seelie 3 = 3 Unseelie") == 2
    assert "Give out the piles." in lines
    assert lines[-1] == "" or lines[-1].startswith(PROMPT.strip())
    child.sendline("undo")
    child.expect(re.escape(PROMPT))
    assert "Choose a court card to lay face down, or none." in shown(child.before)


def test_colours_are_left_out_where_nobody_wants_them(play: Start) -> None:
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        child = play(**environment)
        child.expect(re.escape(PROMPT))
        colour = re.search(r"\x1b\[[0-9;]*3[0-9]", child.before)
        assert (colour is not None) == coloured, environment
        if environment.get("TERM") == "dumb":
            assert "\x1b" not in child.before
        child.close(force=True)


def test_a_terminal_of_80_columns_is_not_overrun(play: Start) -> None:
    child = play(TERM="dumb")
    for answer in ("hint", "1", "hint", "board", "log", "help"):
        child.expect(re.escape(PROMPT))
        child.sendline(answer)
    child.expect(re.escape(PROMPT))
    text = "\n".join(child.before.splitlines())
    assert max(map(len, ESCAPE.sub("", text).splitlines())) <= 80


def test_the_end_of_input_leaves_with_a_message_and_keeps_the_game(play: Start, tmp_path: Path) -> None:
    child = play("--save", "game.jsonl")
    child.expect(re.escape(PROMPT))
    child.sendline("1")
    child.expect(re.escape(PROMPT))
    child.sendeof()
    assert ended(child) == 0
    assert "Left; the game so far is in game.jsonl." in child.before
    (record,) = read_records(tmp_path / "game.jsonl")
    assert record.events[-1]["event"] == "split"


def test_an_interrupt_leaves_with_a_message_and_nothing_half_written(play: Start, tmp_path: Path) -> None:
    child = play()
    child.expect(re.escape(PROMPT))
    child.sendline("1")
    child.expect(re.escape(PROMPT))
    child.sendintr()
    assert ended(child) == 130
    assert "Left; nothing is saved." in child.before
    assert "Traceback" not in child.before
    assert list(tmp_path.iterdir()) == []


def test_a_saved_game_goes_on_in_another_process(play: Start, tmp_path: Path) -> None:
    child = play()
    for answer in ("1", "2", "save mine.jsonl"):
        child.expect(re.escape(PROMPT))
        child.sendline(answer)
    child.expect("Saved to mine.jsonl")
    child.sendline("quit")
    assert ended(child) == 0
    again = pexpect.spawn(
        sys.executable,
        ["-m", "balance", "play", str(CONFIGURATION), "--load", "mine.jsonl"],
        cwd=str(tmp_path),
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"},
        encoding="utf-8",
        timeout=120,
        dimensions=(60, 80),
    )
    again.expect(re.escape(PROMPT))
    assert "Your turn. What is next?" in again.before
    again.sendline("log")
    again.expect("Seelie leaves the pile")
    again.close(force=True)


def test_options_fit_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from balance.play import screen
    from balance.play.prompt import Option
    from balance.play.table import WIDTH, Terminal

    monkeypatch.setenv("COLUMNS", "20")
    texts = [
        f"{'x' * 33}{number}" for number in range(6)
    ]  # the longest that stand in two columns of a wide one
    Terminal().show(screen.options([Option(text) for text in texts], WIDTH))
    shown = capsys.readouterr().out.split()
    assert [word for word in shown if word.startswith("x")] == texts


def test_a_closed_standard_input_is_the_end_of_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    from balance.play.table import Terminal

    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(EOFError):
        Terminal().ask("Seelie>")
