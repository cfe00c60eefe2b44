"""Random play beside OpenSpiel's, in the same run: its own games in its own loop, and Pacts through the adapter."""

from __future__ import annotations

import random
import time
from importlib.util import find_spec

from balance.config.pacts import Configuration
from benchmarks.measure import Row, left_out, one_core

GAMES = ("backgammon", "connect_four", "gin_rummy")  # with chance; without; with hidden cards
SECONDS = 2.0
WHAT = "random play in OpenSpiel, one core"


def openspiel_rows(configuration: Configuration, ours: float) -> list[Row]:
    """Return decisions a second of OpenSpiel's C++ games and of Pacts as one of its Python games.

    Parameters
    ----------
    ours
        Decisions a second of this project's own loop, for the ratio.
    """
    if find_spec("pyspiel") is None:
        return [left_out(WHAT, "", "OpenSpiel is not installed")]
    import pyspiel

    from balance.adapters.openspiel import load_game

    factions = list(configuration.factions)
    rates = {f"its `{name}`, C++ bots": _compiled(pyspiel.load_game(name)) for name in GAMES}
    pacts = load_game(configuration, factions[0], factions[1])
    rates["Pacts through the adapter, Python"] = _stepped(pacts)
    return [
        Row(f"{WHAT}: {name}", f"{rate:,.0f} decisions/s; ours {ours / rate:,.0f} × as many", runs="1")
        for name, rate in rates.items()
    ]


def _compiled(game: object) -> float:
    """Return decisions a second of random bots in OpenSpiel's compiled loop."""
    import pyspiel

    players = game.num_players()  # type: ignore[attr-defined]  # OpenSpiel has no types
    decisions = 0
    with one_core():
        start, seed = time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            seed += 1
            state = game.new_initial_state()  # type: ignore[attr-defined]
            bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(players)]
            pyspiel.evaluate_bots(state, bots, seed)
            decisions += sum(action.player >= 0 for action in state.full_history())  # chance is below 0
        return decisions / (time.perf_counter() - start)


def _stepped(game: object) -> float:
    """Return decisions a second of random actions, one Python call each."""
    generator, decisions = random.Random(1), 0
    with one_core():
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            state = game.new_initial_state()  # type: ignore[attr-defined]
            while not state.is_terminal():
                legal = state.legal_actions()
                decisions += not state.is_chance_node()
                state.apply_action(generator.choice(legal))
        return decisions / (time.perf_counter() - start)
