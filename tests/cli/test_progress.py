"""What is told while a sweep runs: a bar on a terminal, now and then a plain line elsewhere."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

from balance.config.pacts.words import WORDS
from balance.sweep.runner import Progress
from balance.terminal import Teller, done, duration, speed, stages_of


def progress(**changes: Any) -> Progress:
    usual: dict[str, Any] = {
        "stage": 1,
        "cells_done": 0,
        "cells": 4,
        "games_done": 0,
        "games": 100,
        "games_per_second": 1234.5,
        "seconds_left": 61.0,
    }
    return Progress(**{**usual, **changes})


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def test_progress_says_games_a_second_and_time_left() -> None:
    assert speed(progress(seconds_left=None)) == "speed not yet known"
    assert speed(progress()) == "1,234 games a second, 1 min 1 s left"
    assert speed(progress(games_done=100, seconds_left=0)) == "1,234 games a second, done"
    assert done(progress()) == "100 games to play"
    assert done(progress(games_done=7)) == "7 of 100 games (7%); 1,234 games a second, 1 min 1 s left"
    assert duration(0) == "0 s"


@pytest.mark.parametrize(
    ("stage", "name"), [(1, "games without cubes"), (2, "bids"), (3, "other rules"), (4, "layouts again")]
)
def test_every_stage_of_a_sweep_is_told_by_name(
    stage: int, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Teller(quiet=False, stages=stages_of(WORDS)) as teller:
        teller.tell(progress(stage=stage))
    assert capsys.readouterr().err.splitlines() == [f"{name}: 100 games to play"]


def test_a_log_gets_a_line_every_ten_seconds(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # a log stays one
    clock = Clock()
    with Teller(quiet=False, clock=clock, stages=stages_of(WORDS)) as teller:
        for second in range(26):  # four games a second
            clock.now = float(second)
            teller.tell(progress(games_done=4 * second))
    lines = capsys.readouterr().err.splitlines()
    assert [line.split("; ")[0] for line in lines] == [
        "games without cubes: 100 games to play",
        "games without cubes: 40 of 100 games (40%)",
        "games without cubes: 80 of 100 games (80%)",
        "games without cubes: 100 of 100 games (100%)",
    ]
    assert not {"\x1b", "\r"} & set("".join(lines))


def test_a_stage_in_rounds_says_which_round_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with Teller(quiet=False, clock=clock, stages=stages_of(WORDS)) as teller:
        for games in (50, 80, 80):  # three rounds; the last wants as many games as the one before
            teller.tell(progress(stage=2, games=games))
            clock.now += 11
            teller.tell(progress(stage=2, games=games, games_done=games - 1))
            teller.tell(progress(stage=2, games=games, games_done=games))
        teller.tell(progress(stage=3))
    names = [line.split(":")[0] for line in capsys.readouterr().err.splitlines()]
    assert names == ["bids", "bids", "bids", "bids, round 2", "bids, round 3", "other rules"]


def test_a_quiet_teller_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with Teller(quiet=True) as teller:
        teller.say("compiling")
        teller.tell(progress())
    assert capsys.readouterr().err == ""


class Screen(io.StringIO):
    """A terminal that keeps what is written."""

    def isatty(self) -> bool:
        """Say that it is one."""
        return True


@pytest.mark.parametrize(("term", "is_bar"), [("xterm", True), ("dumb", False)])
def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch, term: str, is_bar: bool) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLUMNS", "100")
    with Teller(quiet=False, stages=stages_of(WORDS)) as teller:
        teller.say("compiling [the engine]")
        teller.tell(progress())
        teller.tell(progress(games_done=100))
    assert "compiling [the engine]" in screen.getvalue()
    assert ("100/100 games" in screen.getvalue()) is is_bar
    assert ("\x1b" in screen.getvalue()) is is_bar
