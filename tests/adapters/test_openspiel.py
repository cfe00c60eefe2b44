"""OpenSpiel plays Pacts: its own checks pass, and its bots search through it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from balance.adapters import openspiel
from balance.adapters.table import CHANCE
from balance.errors import BalanceError, ConfigurationError
from tests.adapters.tables import EACH_PAIR, PAIRS, random_actions, ruled
from tests.support import CONFIGURATION, shipped

each_pair = pytest.mark.parametrize("pair", EACH_PAIR)


def load(pair: tuple[str, str, str, str], **options: Any) -> Any:
    seelie, unseelie, layout, light = pair
    return openspiel.load_game(ruled(light), seelie, unseelie, layout=layout, **options)


def states(game: Any, seed: int) -> list[Any]:
    """Return the states of one random game at which a player decides, and its last."""
    generator, state, found = np.random.default_rng(seed), game.new_initial_state(), []
    for action in random_actions(game.new_initial_state().table, generator):
        if not state.is_chance_node():
            found.append(state.clone())
        state.apply_action(action)
    return [*found, state]


@each_pair
def test_the_simulation_test_of_openspiel_passes(pair: tuple[str, str, str, str]) -> None:
    pyspiel.random_sim_test(load(pair), num_sims=1, serialize=True, verbose=False)


def test_the_simulation_test_passes_with_bids_and_on_a_game_loaded_from_text() -> None:
    openspiel.register()
    for bid in (-3, 2):
        text = f"python_pacts(configuration={CONFIGURATION},seelie=cu sidhe,unseelie=fir bolg,bid={bid})"
        pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


def test_the_interface_tests_of_openspiel_pass() -> None:
    class Checks(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc] # OpenSpiel has no types
        game = load(("banshees", "fomorians", "random", "known"))
        game_name = "python_pacts"

        def runTest(self) -> None:  # noqa: N802  # the name that unittest knows
            """Nothing more."""

    Checks.setUpClass()
    names = [name for name in dir(Checks) if name.startswith("test_")]
    assert len(names) >= 5
    for name in names:
        getattr(Checks(), name)()


def test_the_game_says_what_kind_of_game_it_is() -> None:
    game = load(PAIRS[0])
    kind = game.get_type()
    assert kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert (game.num_players(), game.min_utility(), game.max_utility(), game.utility_sum()) == (2, -1, 1, 0)
    assert game.max_chance_nodes_in_history() == 6 + 6 * 5


@each_pair
def test_the_winner_has_one_and_the_loser_minus_one_at_the_end(pair: tuple[str, str, str, str]) -> None:
    *before, last = states(load(pair), 3)
    assert all(state.returns() == [0, 0] and not state.is_terminal() for state in before)
    assert last.current_player() == pyspiel.PlayerId.TERMINAL
    seelie, unseelie = last.table.game.state["score"].tolist()
    assert last.returns() == ([1, -1] if seelie >= unseelie else [-1, 1])  # ties are Seelie's


def test_a_shared_tie_is_worth_nothing_to_both() -> None:
    game = openspiel.load_game(ruled(tie_break="shared"), "dragons", "kelpies")
    state = game.new_initial_state()
    while not state.is_terminal():  # nobody does anything: no side ever has more cubes than the other
        legal = state.legal_actions()
        quiet = [a for a in legal if state.action_to_string(a) in {"stop", "court None"}]
        state.apply_action((quiet or legal)[0])
    assert state.returns() == [0, 0]


@each_pair
def test_a_resampled_state_is_the_same_to_the_player_and_can_be_replayed(
    pair: tuple[str, str, str, str],
) -> None:
    sampler = pyspiel.UniformProbabilitySampler(17, 0.0, 1.0)
    game, others = load(pair), 0
    for state in states(game, 4)[:-1:3]:
        for player in range(2):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            assert other.move_number() == state.move_number()
            again = game.new_initial_state()
            for action in other.history():
                assert action in again.legal_actions()
                again.apply_action(action)
            assert str(again) == str(other)
            others += other.history() != state.history()
    assert others > 0


@each_pair
def test_information_states_differ_as_text_exactly_where_they_do_as_numbers(
    pair: tuple[str, str, str, str],
) -> None:
    game = load(pair)
    found = [state for seed in (5, 6) for state in states(game, seed)[::6]]
    sampler = pyspiel.UniformProbabilitySampler(18, 0.0, 1.0)
    found += [state.resample_from_infostate(0, sampler) for state in found if not state.is_terminal()]
    for player in range(2):
        texts = [state.information_state_string(player) for state in found]
        numbers = [tuple(state.information_state_tensor(player)) for state in found]
        assert len(set(texts)) == len(set(numbers)) == len(set(zip(texts, numbers, strict=True)))


def test_an_information_state_contains_all_that_was_seen_before() -> None:
    for state in states(load(PAIRS[0]), 7)[1::5]:
        for player in range(2):
            table = state.table
            earlier = table.replay(table.actions[:-1])
            assert table.seen[player][: len(earlier.seen[player])] == earlier.seen[player]
            observation = make_observation(state.get_game(), INFO_STATE_OBS_TYPE)
            observation.set_from(state, player)
            history = observation.dict["history"]
            assert history[: len(table.seen[player])].tolist() == list(table.seen[player])
            assert not history[len(table.seen[player]) :].any()


def test_public_and_private_observations_go_apart() -> None:
    """Only the own face-down court card is private; the public part is without it."""
    game = load(("dragons", "kelpies", "standard", "known"))
    state = game.new_initial_state()
    none = pyspiel.PrivateInfoType.NONE
    single = pyspiel.PrivateInfoType.SINGLE_PLAYER

    def observed(player: int, private: Any, *, public: bool) -> tuple[str, tuple[float, ...]]:
        kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private)
        observation = make_observation(game, kind)
        observation.set_from(state, player)
        return observation.string_from(state, player), tuple(observation.tensor)

    assert observed(0, single, public=False)[0] == ""
    before = observed(1, none, public=True)
    state.apply_action(state.string_to_action("court MOVE 1"))
    assert observed(0, single, public=False)[0] == "own court card MOVE 1"
    assert sum(observed(0, single, public=False)[1]) == 1
    assert sum(observed(1, single, public=False)[1]) == 0
    own, seen = observed(0, single, public=True), observed(0, none, public=True)
    assert own != seen
    assert "court card MOVE 1" in own[0]
    assert "court card MOVE 1" not in seen[0]
    assert observed(1, none, public=True) != before  # it is Unseelie's choice now


def test_observations_that_are_not_offered_are_refused() -> None:
    game = load(PAIRS[0])
    every = pyspiel.PrivateInfoType.ALL_PLAYERS
    with pytest.raises(BalanceError, match="only a player's own private information"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=every))
    with pytest.raises(BalanceError, match="only a player's own private information"):
        make_observation(game, None, {"colour": "red"})
    with pytest.raises(BalanceError, match="with perfect_recall"):
        make_observation(
            game,
            pyspiel.IIGObservationType(
                perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
            ),
        )


def test_a_copy_and_a_written_state_go_their_own_way() -> None:
    game = load(PAIRS[0])
    for state in states(game, 8)[1:-1:9]:
        text, twin = str(state), state.clone()
        _, written = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert str(written) == str(twin) == text
        assert written.history() == state.history()
        twin.apply_action(twin.legal_actions()[0])
        written.apply_action(written.legal_actions()[-1])
        assert str(state) == text
        assert str(twin) != text != str(written)


def play(game: Any, seed: int) -> tuple[list[int], list[float]]:
    """Let a searching bot play Seelie against random choices; return the history and the returns."""
    random_state = np.random.RandomState(seed)
    bot = ISMCTSBot(
        game, RandomRolloutEvaluator(1, random_state), uct_c=2, max_simulations=2, random_state=random_state
    )
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, random_state.uniform))
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random_state.choice(outcomes, p=probabilities)))
        elif state.current_player() == 0:
            state.apply_action(int(bot.step(state)))
        else:
            state.apply_action(int(random_state.choice(state.legal_actions())))
    return state.history(), state.returns()


@pytest.mark.parametrize("pair", [PAIRS[0], PAIRS[3]], ids="-".join)
def test_a_bot_that_searches_information_sets_plays_a_whole_game(pair: tuple[str, str, str, str]) -> None:
    game = load(pair)
    history, returns = play(game, 1)
    assert sorted(returns) == [-1, 1]
    assert (history, returns) == play(game, 1)


def test_what_cannot_be_loaded_is_said_in_one_line(tmp_path: Path) -> None:
    openspiel.register()
    with pytest.raises(ConfigurationError, match=r"unknown faction 'dragon' \(did you mean 'dragons'\?\)"):
        openspiel.load_game(CONFIGURATION, "dragon", "kelpies")
    with pytest.raises(ConfigurationError, match="unknown layout 'nowhere'"):
        openspiel.load_game(CONFIGURATION, "dragons", "kelpies", layout="nowhere")
    with pytest.raises(BalanceError, match="bid: expected whole cubes from -28"):
        openspiel.load_game(CONFIGURATION, "dragons", "kelpies", bid=29)
    with pytest.raises(ConfigurationError, match=r"none\.yaml: no such file"):
        openspiel.load_game(tmp_path / "none.yaml", "dragons", "kelpies")
    with pytest.raises(BalanceError, match="configuration: expected the path"):
        pyspiel.load_game("python_pacts")
    with pytest.raises(BalanceError, match="not in this process"):
        openspiel.load_game("digest-0", "dragons", "kelpies")


def test_a_game_of_an_object_and_of_a_file_are_the_same_game() -> None:
    one, two = (openspiel.load_game(source, "sluagh", "selkies") for source in (shipped(), CONFIGURATION))
    assert one.new_initial_state().table.to_move != CHANCE
    history = states(one, 9)[-1].history()
    state = two.new_initial_state()
    for action in history:
        state.apply_action(action)
    assert state.information_state_string(0) == states(one, 9)[-1].information_state_string(0)


def test_without_openspiel_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(
        BalanceError,
        match=r"OpenSpiel is not installed: in the project's folder, pip install '.\[openspiel\]'",
    ):
        openspiel.load_game(CONFIGURATION, "dragons", "kelpies")
