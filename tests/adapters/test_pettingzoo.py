"""PettingZoo plays Pacts: its own checks pass, and agents see no more than players do."""

from __future__ import annotations

import copy
import pickle
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from balance import adapters
from balance.adapters import pettingzoo
from balance.engine.pacts.kernels import state as k
from balance.errors import BalanceError, ConfigurationError
from tests.adapters.tables import PAIRS, ruled
from tests.adapters.tables import number as named
from tests.support import CONFIGURATION, shipped

each_pair = pytest.mark.parametrize("pair", PAIRS, ids="-".join)

# What api_test advises against here: all its own turn-based games have observations with a mask, and sides have names.
advised = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named:UserWarning"),
    # asked of agents whose game is over
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def make(
    pair: tuple[str, str, str, str] = ("dragons", "kelpies", "standard", "known"), **options: Any
) -> Any:
    seelie, unseelie, layout, light = pair
    return pettingzoo.env(ruled(light), seelie, unseelie, layout=layout, **options)


def number(env: Any, *action: Any) -> int:
    return named(env.unwrapped.table, action)


def play(env: Any, seed: int) -> list[tuple[str, bytes, int | None, float]]:
    """Play a game at random; return who saw what, did what and was given what."""
    env.reset(seed=seed)
    generator, told = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        action = None if over else int(generator.choice(np.flatnonzero(observation["action_mask"])))
        told.append((agent, observation["observation"].tobytes(), action, float(reward)))
        env.step(action)
    return told


def advise_nothing(function: Any) -> Any:
    """Let a test pass in spite of that advice."""
    for mark in advised:
        function = mark(function)
    return function


@advise_nothing
@each_pair
def test_the_interface_test_of_pettingzoo_passes(pair: tuple[str, str, str, str]) -> None:
    api_test(make(pair), num_cycles=200)


@each_pair
def test_the_seed_test_of_pettingzoo_passes(pair: tuple[str, str, str, str]) -> None:
    seed_test(lambda: make(pair), num_cycles=200)


def test_the_render_test_of_pettingzoo_passes(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: make(render_mode=render_mode))
    assert capsys.readouterr().out.startswith("round 1, dark side, court")


def test_the_benchmark_of_pettingzoo_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Clock:
        """A clock that runs fast: the benchmark goes on for five seconds of it."""

        now = 0.0

        def time(self) -> float:
            self.now += 0.05
            return self.now

    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", Clock())
    performance_benchmark(make())
    assert "turns per second" in capsys.readouterr().out


@each_pair
def test_the_winner_is_given_one_and_the_loser_minus_one_at_the_end(pair: tuple[str, str, str, str]) -> None:
    env = make(pair)
    told = play(env, 3)
    seelie, unseelie = env.unwrapped.table.game.state["score"].tolist()
    expected = {"seelie": 1, "unseelie": -1} if seelie >= unseelie else {"seelie": -1, "unseelie": 1}
    assert [step[3] for step in told[:-2]] == [0] * (len(told) - 2)
    assert {agent: reward for agent, _, _, reward in told[-2:]} == expected
    assert env.agents == []


def test_a_shared_tie_gives_nothing() -> None:
    env = pettingzoo.env(ruled(tie_break="shared"), "dragons", "kelpies")
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        assert reward == 0
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        quiet = {k.STOP_ACTION, k.NO_COURT_ACTION}  # nobody does anything
        env.step(None if over else next((a for a in legal if a in quiet), legal[0] if legal else None))
    assert env.unwrapped.table.game.state["score"].tolist() == [0, 0]


def test_an_illegal_action_loses_the_game(capfd: pytest.CaptureFixture[str]) -> None:
    env = make()
    env.reset(seed=1)
    env.step(k.STOP_ACTION)
    assert env.rewards == {"seelie": -1, "unseelie": 0}
    assert all(env.terminations.values())
    capfd.readouterr()  # PettingZoo says so on the terminal


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    env = make(PAIRS[0])
    assert play(env, 4) == play(env, 4) == play(make(PAIRS[0]), 4)
    assert play(env, 4)[0][1] != play(env, 5)[0][1]


def test_without_a_seed_chance_goes_on_from_the_last_one() -> None:
    def two_deals() -> list[tuple[int, ...]]:
        env = make(PAIRS[0])
        env.reset(seed=6)
        first = env.unwrapped.table.actions
        env.reset()
        return [first, env.unwrapped.table.actions]

    one, two = two_deals()
    assert one != two
    assert [one, two] == two_deals()


def test_an_agent_does_not_see_the_card_that_the_other_has_laid() -> None:
    seen = []
    for card in ("MOVE 1", "POINTS", None):
        env = make()
        env.reset(seed=7)
        env.step(number(env, "court", card))
        own, others = env.observe("seelie"), env.observe("unseelie")
        env.step(number(env, "court", "ABILITY"))
        later = env.observe("unseelie")
        seen.append((own, others, later))
    (move, points, none) = seen
    assert move[0]["observation"].tolist() != points[0]["observation"].tolist()
    assert (
        move[1]["observation"].tolist()
        == points[1]["observation"].tolist()
        == none[1]["observation"].tolist()
    )
    assert move[2]["observation"].tolist() == points[2]["observation"].tolist()
    assert (
        move[2]["observation"].tolist() != none[2]["observation"].tolist()
    )  # that one lies there is seen now


def test_only_who_decides_has_legal_actions() -> None:
    env = make()
    env.reset(seed=8)
    for agent in env.agent_iter(60):
        legal = np.flatnonzero(env.observe(agent)["action_mask"])
        assert legal.tolist() == env.unwrapped.table.legal()
        other = "unseelie" if agent == "seelie" else "seelie"
        assert not env.observe(other)["action_mask"].any()
        env.step(int(legal[-1]))


def test_copies_of_an_environment_start_the_same() -> None:
    env = make(PAIRS[0])
    env.reset(seed=9)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert play(twin, 9) == play(env, 9)


def test_the_board_is_drawn_for_somebody_who_looks_on() -> None:
    env = make(render_mode="ansi")
    env.reset(seed=10)
    env.step(number(env, "court", "MOVE 1"))
    env.step(number(env, "court", "POINTS"))
    drawn = env.render()
    assert drawn.count("court card hidden") == 2
    assert "center          5/5       3         3" in drawn
    quiet = make()
    quiet.reset(seed=10)
    assert quiet.unwrapped.render() is None


def test_what_cannot_be_made_is_said_in_one_line() -> None:
    with pytest.raises(ConfigurationError, match=r"unknown faction 'dragon' \(did you mean 'dragons'\?\)"):
        pettingzoo.env(CONFIGURATION, "dragon", "kelpies")
    with pytest.raises(
        BalanceError,
        match=r"render_mode: expected one of ansi, human; got 'humans' \(did you mean 'human'\?\)",
    ):
        pettingzoo.env(shipped(), "dragons", "kelpies", render_mode="humans")
    with pytest.raises(BalanceError, match="bid: expected"):
        pettingzoo.env(shipped(), "dragons", "kelpies", bid=99)
    env = make()
    env.reset(seed=1)
    with pytest.raises(BalanceError, match="seelie decides: expected the number of an action"):
        env.unwrapped.step(None)


def test_without_pettingzoo_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "balance.adapters._pettingzoo", raising=False)
    monkeypatch.delattr(adapters, "_pettingzoo", raising=False)
    with pytest.raises(
        BalanceError,
        match=r"PettingZoo is not installed: in the project's folder, pip install '.\[pettingzoo\]'",
    ):
        pettingzoo.env(CONFIGURATION, "dragons", "kelpies")
