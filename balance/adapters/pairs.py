"""The pairs of factions that may meet on one layout: their rules records, made as they are asked for."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.config.pacts import Configuration
from balance.engine.pacts.game import named_rules
from balance.engine.pacts.kernels.state import IN_TURN
from balance.engine.pacts.layouts import laid, layout_of
from balance.engine.pacts.tables import names_of
from balance.errors import ConfigurationError

Pair = tuple[str, str]  # Seelie's and Unseelie's faction


class Pairs:
    """All pairs of a configuration on one layout.

    Parameters
    ----------
    configuration
        Whose factions meet.
    layout
        The layout's name; the first one by default. Of a set, one layout is named with its number (``all#17``).

    Raises
    ------
    ConfigurationError
        The layout is a whole set, or one of a set of random regions: chance lays such tiles here.

    Attributes
    ----------
    names
        The names behind the numbers of every pair's records.
    factions
        All factions, in the configuration's order.
    pool
        Those that may be dealt, under the ruling `faction_pool`.
    """

    def __init__(self, configuration: Configuration, layout: str | None = None) -> None:
        self._configuration: Configuration | None = configuration
        self.layout = _one_layout(configuration, layout)
        self.names = names_of(configuration)
        self.factions = tuple(configuration.factions)
        self.pool = configuration.pool()
        self._rules: dict[Pair, NDArray[Any]] = {}

    def rules(self, pair: Pair) -> NDArray[Any]:
        """Return the rules record of a pair (array of length 1).

        Raises
        ------
        ConfigurationError
            A faction or the layout is not in the configuration.
        """
        if pair not in self._rules and self._configuration is not None:
            self._rules[pair] = named_rules(self._configuration, *pair, self.layout)
        return self._rules[pair]

    def __getstate__(self) -> dict[str, Any]:
        """Leave the configuration out, which cannot be pickled, and so make what may still be asked for."""
        if any(rules[0]["factions_hidden"] for rules in self._rules.values()):
            for seelie, unseelie in product(self.factions, repeat=2):
                self.rules((seelie, unseelie))
        return {**self.__dict__, "_configuration": None}

    def not_told_apart(self, pair: Pair) -> NDArray[Any]:
        """Return the rules records of all pairs that may be taken for this one; the pair's own where all is known."""
        rules = self.rules(pair)
        if not rules[0]["factions_hidden"]:
            return rules
        # what a pair can do is what its two factions can do: each faction once is enough
        return np.concatenate([rules, *(self.rules((faction, faction)) for faction in self.factions)])


def _one_layout(configuration: Configuration, layout: str | None) -> str:
    """Return the layout's name, if its tiles are known or mixed by chance."""
    name = layout_of(configuration, next(iter(configuration.layouts)) if layout is None else layout, None)
    if laid(configuration, name).mode == IN_TURN:
        msg = f"layout {name!r} has random regions, which chance lays here: name a layout with random_regions: true"
        raise ConfigurationError(msg)
    return name


__all__ = ["Pair", "Pairs"]
