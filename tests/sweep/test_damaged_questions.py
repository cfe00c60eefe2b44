"""Questions are asked of what a run holds: a damaged configuration, or facts of no game, get one message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl
import pytest

from balance import policies
from balance.config.load import load_configuration
from balance.engine.system import Columns
from balance.errors import BalanceError
from balance.reading import _answers
from balance.stats.questions import Played
from balance.sweep.store import fact_schema, tally_schema
from tests.support import ROOT


def manifest() -> dict[str, Any]:
    """Return what questions look at in the manifest of a run of agreements."""
    sound = load_configuration(ROOT / "configs" / "agreements.yaml", policies=policies.weights)
    return {
        "system": "agreements",
        "configuration": sound.contents(),
        "contestants": list(sound.pool()),
        "settings": list(sound.settings),
        "headline": ["steady", "steady"],
        "rulings": sound.rulings(),
        "columns": {"seats": ["proposer", "recipient"], "setting": "deal"},
    }


COLUMNS = Columns(("proposer", "recipient"), "deal")
NO_GAMES = pl.DataFrame(schema=tally_schema(COLUMNS)), pl.DataFrame(schema=fact_schema(COLUMNS))
DAMAGES: list[tuple[Callable[[dict[str, Any]], Any], str]] = [
    (
        lambda m: m["configuration"].update(conducts=["honour"]),
        "manifest.json: configuration: conducts: expected a mapping",
    ),
    (
        lambda m: m["configuration"]["policies"]["steady"].update(weights=0.5),
        "manifest.json: configuration: policies: expected a name and its weights for each policy",
    ),
    (
        lambda m: m["contestants"].append("honuor"),
        "manifest.json: contestants: expected names of its own configuration; got 'honuor' (did you mean 'honour'?)",
    ),
    (
        lambda m: m["settings"].append("peace"),
        "manifest.json: settings: expected names of its own configuration; got 'peace'",
    ),
]


@pytest.mark.parametrize(("damage", "message"), DAMAGES)
def test_a_damaged_configuration_is_refused_before_any_question(
    damage: Callable[[dict[str, Any]], Any], message: str
) -> None:
    told = manifest()
    damage(told)
    with pytest.raises(BalanceError) as found:
        _answers(told, *NO_GAMES)
    assert message in str(found.value)


def test_facts_of_games_that_were_not_played_are_refused() -> None:
    names = {"proposer": "honour", "recipient": "partner", "deal": "ceasefire for 2"}
    _, facts = NO_GAMES
    row = {name: names.get(name, "steady") for name in facts.columns if facts.schema[name] == pl.String}
    numbers = {name: 1 for name in facts.columns if name not in row}
    one = pl.DataFrame([{**row, **numbers, "bid": 0}], schema=facts.schema)
    with pytest.raises(BalanceError, match="games that were not played: honour against partner"):
        _ = Played(manifest(), NO_GAMES[0], one).counted
