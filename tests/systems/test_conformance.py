"""Every rule system that there is does what sweeps and reports rely on; a new one is found by its folder."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from balance import policies
from balance.config.load import load_configuration, system_of
from balance.engine.registry import rule_system
from balance.engine.system import CellTally, FactRow, GameRows, PolicyHandle, RuleSystem
from balance.testing import check_rule_system
from tests.support import ROOT
from tests.sweep import coins

FILES = {system_of(path): path for path in sorted((ROOT / "configs").glob("*.yaml"), reverse=True)}
SMALL = {
    "pacts": {"games": 3, "one_key": False}
}  # its games are long, and some of its facts are counts of what a game has several of
LEAVES = {
    "left": PolicyHandle("left", print, np.zeros(0)),
    "right": PolicyHandle("right", print, np.zeros(0)),
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", FILES)
def test_a_rule_system_does_what_sweeps_rely_on(name: str) -> None:
    configuration = load_configuration(FILES[name], policies=policies.weights(name))
    few = configuration.select(
        contestants=configuration.pool()[:2], settings=list(configuration.settings)[:2]
    )
    handles = {one: policies.handle(name, one, {}) for one in policies.names(name)}
    check_rule_system(rule_system(few), handles, **cast("Any", SMALL.get(name, {"games": 9})))


def test_a_system_without_policies_or_kernels_of_its_own_does_so_too() -> None:
    check_rule_system(cast("RuleSystem", coins.CoinSystem(coins.configuration())), LEAVES)


class Broken(coins.CoinSystem):
    """Coins with one mistake.

    Parameters
    ----------
    spoilt
        The method that is wrong.
    spoil
        Takes the system and what the method returns, gives what it returns in its place.
    """

    def __init__(
        self, *arguments: Any, spoilt: str, spoil: Callable[[Any, Any], Any], **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        right = getattr(self, spoilt)

        def wrong(*given: Any) -> Any:
            return spoil(given, right(*given))

        setattr(self, spoilt, wrong)


def each(change: Callable[[CellTally], CellTally]) -> Callable[[Any, Any], Any]:
    """Return what changes every tally, of several chunks only the first one's."""
    return lambda given, tallies: tallies if given[2] else [change(tally) for tally in tallies]


def counted_from_the_start(given: Any, tallies: list[CellTally]) -> list[CellTally]:
    """Return the tallies of games 0, 1, … whichever were asked for."""
    _, _, first, _ = given
    return [dataclasses.replace(tally, margin_offset=tally.margin_offset + (first > 0)) for tally in tallies]


def by_place(_: Any, tallies: list[CellTally]) -> list[CellTally]:
    return [
        dataclasses.replace(tally, margin_offset=tally.margin_offset + place)
        for place, tally in enumerate(tallies)
    ]


def one_more(tally: CellTally, **changed: int) -> CellTally:
    return dataclasses.replace(tally, **{name: getattr(tally, name) + more for name, more in changed.items()})


def moved(_: Any, rows: list[GameRows]) -> list[GameRows]:
    return [dataclasses.replace(one, margins=one.margins + 1) for one in rows]


def twice(tally: CellTally) -> CellTally:
    return dataclasses.replace(tally, facts=(*tally.facts, FactRow("parity", "neither", 3, 0, 0)))


MISTAKES: dict[str, tuple[str, Callable[[Any, Any], Any], str]] = {
    "chunks": ("play", counted_from_the_start, "in two chunks, other games"),
    "order": ("play", by_place, "in another order, other games"),
    "wins": ("play", each(lambda tally: one_more(tally, wins=1)), "wins of the tally"),
    "ties": ("play", each(lambda tally: one_more(tally, ties=1)), "ties of the tally"),
    "margins": ("games", moved, "margins of the tally"),
    "facts": ("play", each(twice), "parity: counts games more than once"),
    "outcome": ("outcome", lambda _, end: dataclasses.replace(end, scores=(99, 0)), "step by step the margin"),
    "winner": ("outcome", lambda _, end: dataclasses.replace(end, winner=None), "the first seat's share is 0.5"),
    "record": ("record", lambda _, record: [{"event": ("a", "tuple")}, *record], "not made of JSON values"),
    "text": ("text", lambda given, text: "a game", "its text does not name"),
    "settings": ("settings", lambda _, names: [*names, *names], "settings: a name stands there twice"),
    "digest": ("rules_key", lambda _, key: "always the same", "the digest of the rules is the same"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_found(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    method, spoil, message = MISTAKES[mistake]
    if mistake == "digest":  # of both systems that are compared
        monkeypatch.setattr(coins.CoinSystem, "rules_key", lambda self, cell: "always the same")
    broken = Broken(coins.configuration(), spoilt=method, spoil=spoil)
    with pytest.raises(AssertionError, match=message):
        check_rule_system(cast("RuleSystem", broken), LEAVES)
