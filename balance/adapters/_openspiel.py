"""The classes behind `balance.adapters.openspiel`: importing this module needs OpenSpiel, and registers the game."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from balance.adapters.knowledge import public_view, view_of
from balance.adapters.lengths import longest_game, most_events
from balance.adapters.openspiel import SHORT_NAME
from balance.adapters.pairs import Pair
from balance.adapters.table import CHANCE, OVER, Table, configuration_of
from balance.adapters.tensor import Tensor
from balance.adapters.wording import action_text, event_text, position_text
from balance.adapters.worlds import another_world
from balance.config.pacts import Configuration
from balance.config.run import Configuration as AnyConfiguration
from balance.engine.pacts.kernels import state as k
from balance.errors import BalanceError

_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Pacts",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    default_loadable=False,  # somebody has to say which factions meet
    parameter_specification={"configuration": "", "seelie": "", "unseelie": "", "layout": "", "bid": 0},
)

# Configurations that were handed in as such, by the name that stands for them among a game's parameters: OpenSpiel
# loads a game again from its parameters alone, for example to read a state that was written to text.
_HANDED_IN: dict[str, Configuration] = {}


def load(
    configuration: AnyConfiguration | str | Path, seelie: str, unseelie: str, *, layout: str | None, bid: int
) -> Any:
    """Return the game, see `balance.adapters.openspiel.load_game`."""
    source = str(configuration)
    if isinstance(configuration, AnyConfiguration):
        configuration = configuration_of(configuration)
        source = f"digest-{configuration.digest()}"
        _HANDED_IN[source] = configuration
    parameters = {
        "configuration": source,
        "seelie": seelie,
        "unseelie": unseelie,
        "layout": layout or "",
        "bid": bid,
    }
    return pyspiel.load_game(SHORT_NAME, parameters)


def _configuration(source: str) -> Configuration:
    if source in _HANDED_IN:
        return _HANDED_IN[source]
    if not source:
        msg = "configuration: expected the path of a file, such as configs/factions.yaml; got nothing"
        raise BalanceError(msg)
    if source.startswith("digest-"):
        msg = (
            "configuration: this game's was handed in as an object, and not in this process; "
            "call balance.adapters.openspiel.load_game with it first"
        )
        raise BalanceError(msg)
    return _read(source)


@lru_cache(maxsize=128)
def _other_game(configuration: str, seelie: str, unseelie: str, layout: str, bid: int) -> Any:
    return load(configuration, seelie, unseelie, layout=layout, bid=bid)


@lru_cache(maxsize=8)
def _read(source: str) -> Configuration:
    return configuration_of(source)


class PactsGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """One pair on one layout; player 0 is Seelie, player 1 Unseelie.

    Parameters
    ----------
    params
        ``configuration``, ``seelie``, ``unseelie``, ``layout`` and ``bid``, see `balance.adapters.openspiel.load_game`.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_TYPE.parameter_specification, **(params or {})}
        configuration = _configuration(given["configuration"])
        self.start = Table.new(
            configuration,
            given["seelie"],
            given["unseelie"],
            layout=given["layout"] or None,
            bid=given["bid"],
        )
        rules = self.start.rules
        # a state that a player takes for one of this game's may be another pair's: their tensors are of one size
        alike = self.start.pairs.not_told_apart(self.start.pair)
        self.tensor = Tensor(rules, len(configuration.factions))
        self.most_events = most_events(alike, given["bid"])
        self.texts: dict[tuple[Pair, int, int], str] = {}  # events in words, as they are asked for
        information = pyspiel.GameInfo(
            num_distinct_actions=k.ACTIONS,
            max_chance_outcomes=max(len(self.start.names.cards), int(rules[0]["box"])),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest_game(alike, given["bid"]),
        )
        super().__init__(_TYPE, information, given)

    def new_initial_state(self) -> PactsState:
        """Return the state before the first action."""
        return PactsState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many cards and tiles chance deals at most."""
        return int(k.REGIONS + k.ROUNDS * k.REVEALED)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PactsObserver:
        """Return what writes a player's observations as tensor and text."""
        return PactsObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class PactsState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A point of the game.

    Parameters
    ----------
    game
        The game; only its `new_initial_state` makes states.
    """

    def __init__(self, game: PactsGame) -> None:
        super().__init__(game)
        self.table = game.start.copy()

    def current_player(self) -> int:
        """Return the side that decides, or what OpenSpiel has for chance and for the end."""
        player = self.table.to_move
        if player == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if player == OVER else player

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal() if player == self.table.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may do, each with its probability."""
        return self.table.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.table.apply(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return action_text(action, self.table.names, self.table.rules[0], player)
        dealt = self.table.names.tiles if self.table.game is None else self.table.names.cards
        return f"deal {dealt[action]}"

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.table.to_move == OVER

    def returns(self) -> list[float]:
        """Return +1 for the winner and -1 for the loser; 0 for both while it lasts and for a shared tie."""
        winner = self.table.outcome() if self.is_terminal() else None
        if winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner == k.SEELIE else [-1.0, 1.0]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> PactsState:
        """Return a state that the player cannot tell from this one, drawn from all that there may be.

        While the opponent's faction is hidden, it may be a state of another pair's game.

        Parameters
        ----------
        player_id
            The player.
        probability_sampler
            Gives numbers in 0 … 1.
        """
        world = another_world(self.table, player_id, probability_sampler)
        game = self.get_game()
        if world.pair != self.table.pair:
            game = _other_game(
                str(game.get_parameters()["configuration"]), *world.pair, world.pairs.layout, world.bid
            )
        state: PactsState = game.new_initial_state()
        for action in world.actions:
            state.apply_action(action)
        return state

    def __str__(self) -> str:
        table = self.table
        drawn = " ".join(map(str, table.actions))
        if table.game is None:
            return f"tiles are dealt\nactions: {drawn}"
        return f"{position_text(table.game, table.game.state)}\nactions: {drawn}"


class PactsObserver:
    """Writes what a player sees, in the form that OpenSpiel's observations have.

    Parameters
    ----------
    game
        The game.
    iig_obs_type
        What is asked for: with ``perfect_recall`` all that the player has seen since the start follows the
        position; public and private things may each be left out, the opponent's private things are never shown.
    params
        None are known.

    Raises
    ------
    BalanceError
        Something else is asked for.
    """

    def __init__(self, game: PactsGame, iig_obs_type: Any, params: Any) -> None:
        own = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            given = params or "all players'"
            msg = f"observer: only a player's own private information is offered, without parameters; got {given}"
            raise BalanceError(msg)
        self.recall = bool(iig_obs_type.perfect_recall)
        self.public, self.private = bool(iig_obs_type.public_info), own
        if self.recall and not (self.public and self.private):
            msg = "observer: with perfect_recall, public and the player's own private information go together"
            raise BalanceError(msg)
        self._game = game
        factions = len(game.start.pairs.factions)
        size = game.tensor.size if self.public else k.MAX_COURT + factions
        events = game.most_events if self.recall else 0
        self.tensor = np.zeros(size + events, np.float32)
        if self.public:
            self.dict = game.tensor.views(self.tensor[:size])
            self._blocks = list(self.dict.values())
        else:
            self.dict = {
                "own_court_card": self.tensor[: k.MAX_COURT],
                "own_faction": self.tensor[k.MAX_COURT :],
            }
        if self.recall:
            self.dict["history"] = self.tensor[size:]

    def set_from(self, state: PactsState, player: int) -> None:
        """Write a state, as a player sees it, to `tensor` and so to `dict`."""
        self.tensor.fill(0)
        table = state.table
        if not self.public:
            self._write_own(table, player)
            return
        if table.game is None:
            self.dict["player"][player] = 1
            for row, side in enumerate((player, 1 - player)):
                name = table.factions(player, public=not self.private)[side]
                if name is not None:
                    self.dict["faction"][row, table.pairs.factions.index(name)] = 1
        else:
            self._game.tensor.write(self._blocks, table, player, public=not self.private)
        if self.recall:
            seen = table.seen[player]
            self.dict["history"][: len(seen)] = seen

    def string_from(self, state: PactsState, player: int) -> str:
        """Return a state, as a player sees it, as text."""
        table = state.table
        if not self.public:
            return self._own_text(table, player) if self.private else ""
        known = table.factions(player, public=not self.private)
        seelie, unseelie = (name or "a hidden faction" for name in known)
        heading = f"player {player}, {seelie} against {unseelie}"
        if self.recall:
            return "\n".join([heading, *self._history(player, table)])
        if table.game is None:
            return f"{heading}\ntiles are dealt"
        view = (view_of if self.private else public_view)(table.game, player)[0]
        return f"{heading}\n{position_text(table.game, view)}"

    def _write_own(self, table: Table, player: int) -> None:
        """Write what a player alone knows."""
        card, faction = self._own_card(table, player), self._own_faction(table, player)
        if self.private and card >= 0:
            self.dict["own_court_card"][card] = 1
        if self.private and faction is not None:
            self.dict["own_faction"][table.pairs.factions.index(faction)] = 1

    def _own_text(self, table: Table, player: int) -> str:
        card, faction = self._own_card(table, player), self._own_faction(table, player)
        lines = [] if card < 0 else [f"own court card {table.names.court[card]}"]
        return "\n".join(lines if faction is None else [*lines, f"own faction {faction}"])

    def _own_faction(self, table: Table, player: int) -> str | None:
        """Return the player's own faction while it is hidden from the opponent."""
        return table.pair[player] if table.factions(player, public=True)[player] is None else None

    def _own_card(self, table: Table, player: int) -> int:
        """Return the player's own face-down court card, NONE without one."""
        if table.game is None or table.game.state["court_shown"][player]:
            return k.NONE
        return int(table.game.state["court_card"][player])

    def _history(self, player: int, table: Table) -> list[str]:
        texts, lines = self._game.texts, []
        for event in table.seen[player]:
            key = (table.pair, player, event)
            if key not in texts:
                texts[key] = event_text(event, table.names, table.rules[0], player)
            lines.append(texts[key])
        return lines


pyspiel.register_game(_TYPE, PactsGame)
