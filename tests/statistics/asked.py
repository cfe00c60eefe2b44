"""Runs of a rule system without a folder, asked its designer's questions again and again, each time with new chance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from balance import policies
from balance.config.load import load_configuration
from balance.config.plain import PlainConfiguration
from balance.engine.registry import rule_system
from balance.engine.system import Cell, CellTally
from balance.stats.questions import Answer, Played, Quantity, Value, mean_of
from balance.stats.questions.finding import questions_of
from balance.stats.questions.played import Counted
from balance.sweep.design import first_stage

Where = tuple[str, tuple[str, ...], str]
"""Question, row and column of a value."""


def won(wins: int, games: int, place: str = "a") -> Quantity:
    """Return a share of games."""
    return mean_of({1: wins, 0: games - wins}, [place], between=(0, 1))


def configured(
    file: Path, contestants: Sequence[str], settings: Sequence[str], games: int = 1
) -> PlainConfiguration:
    """Return a part of a configuration: its headline alone."""
    system = file.stem
    found = load_configuration(file, policies=policies.weights(system))
    assert isinstance(found, PlainConfiguration)
    part = found.select(contestants=contestants, settings=settings)
    headline = part.policy_pairs[0].model_copy(update={"games": games})
    return part.model_copy(update={"policy_pairs": (headline,), "comparisons": None})


def run(
    configuration: PlainConfiguration, seed: int, games: int, told: Mapping[str, Any] | None = None
) -> Played:
    """Play all cells of a configuration's headline.

    Parameters
    ----------
    configuration
        What is played.
    seed, games
        Games of each cell, and the seed in place of the configuration's.
    told
        What the run says of its configuration, where that is not what was played.
    """
    system = rule_system(configuration.model_copy(update={"seed": seed}))
    handles = {name: policies.handle(system.name, name, {}) for name in policies.names(system.name)}
    cells = [planned.cell for planned in first_stage(configuration, system)]
    tallies = system.play(cells, handles, 0, games)
    manifest = {
        "system": system.name,
        "columns": {"seats": list(system.columns.seats), "setting": system.columns.setting},
        "contestants": list(system.contestants()),
        "settings": list(system.settings()),
        "headline": list(cells[0].policies),
        "rulings": configuration.rulings(),
        "configuration": told or configuration.contents(),
    }
    played = Played(manifest, pl.DataFrame(), pl.DataFrame())
    played.__dict__["counted"] = {_name(tally.cell): _counted(tally) for tally in tallies}
    return played


def _name(cell: Cell) -> tuple[str, str, str, tuple[str, ...]]:
    first, second = cell.contestants
    return first, second, cell.setting, tuple(cell.policies)


def _counted(tally: CellTally) -> Counted:
    facts: dict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
    for row in tally.facts:
        facts[row.fact][row.key] = (row.games, row.wins)
    margins = {
        float(tally.margin_offset + step): int(games) for step, games in enumerate(tally.margin_counts)
    }
    return Counted(tally.games, tally.wins, tally.ties, margins, dict(facts))


def asked(played: Played) -> tuple[Answer, ...]:
    """Return the answers of a run."""
    ask: Callable[[Played], tuple[Answer, ...]] | None = questions_of(str(played.manifest["system"]))
    assert ask is not None
    return ask(played)


def values(answers: Iterable[Answer]) -> dict[Where, Value]:
    """Return all values that rest on games, by where they stand."""
    found = {}
    for answer in answers:
        for row in answer.rows:
            for column, value in zip(answer.quantities, row.values, strict=True):
                if value is not None and not value.exact:
                    found[answer.key, row.labels, column] = value
        for place, value in enumerate(answer.numbers):
            if not value.exact:
                found[answer.key, ("", str(place)), "told"] = value
    return found
