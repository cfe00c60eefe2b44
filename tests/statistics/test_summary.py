"""The summary keeps to its schema, whatever was played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import numpy as np
import polars as pl
import pytest

from balance.stats.estimates import estimate
from balance.stats.planted import COLUMNS, POLICIES, example
from balance.stats.summary import SCHEMA_VERSION, schema, summary
from tests.statistics.rows import estimated, row

RUN = {
    "name": "factions",
    "system": "pacts",
    "seed": 1,
    "configuration_digest": "ab" * 32,
    "rulings": {"tie_break": "seelie"},
}


@pytest.fixture(scope="module")
def full() -> dict[str, Any]:
    planted = example(3, contestants=3, settings=2)
    random = np.random.default_rng(1)
    bids = (0, -1, 1, -2, 2)
    tallies = pl.concat(
        [
            planted.draw(random, 100, bids=bids, pairs=[(a, b) for a in range(3) for b in range(3)]),
            *(planted.draw(random, 50, policies=p) for p in (("x", "x"), ("x", "planner"), ("planner", "x"))),
        ]
    )
    found = estimate(
        tallies,
        columns=COLUMNS,
        contestants=planted.names,
        headline=POLICIES,
        tie_break="seelie",
        auction_side="court_only",
    )
    return summary(found, run=RUN)


def numbers(value: Any) -> Iterator[float]:
    """Yield every float in a JSON value."""
    if isinstance(value, float):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from numbers(item)


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert schema()["properties"]["schema_version"]["const"] == SCHEMA_VERSION


def test_a_full_summary_keeps_to_the_schema(full: dict[str, Any]) -> None:
    jsonschema.validate(full, schema())
    assert all(
        full[key] for key in ("pairs", "mirrors", "policy_matches", "agreements", "owner_bids", "settings")
    )


def test_the_schema_lists_every_key_and_admits_no_other(full: dict[str, Any]) -> None:
    assert list(full) == schema()["required"]
    for path in ([], ["pairs", 0], ["pairs", 0, "fair_bid"], ["overall"], ["strengths", 0], ["tie_break"]):
        changed = json.loads(json.dumps(full))
        inner = changed
        for key in path:
            inner = inner[key]
        inner["surplus"] = 1
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(changed, schema())
        del inner["surplus"], inner[next(iter(inner))]
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(changed, schema())


def test_sparse_runs_keep_to_the_schema_with_nulls() -> None:
    found = estimated(row("a", "b", 1, 1), contestants=["a", "b", "c"], tie_break="shared")
    written = summary(found, run={"name": "x"})
    jsonschema.validate(written, schema())
    json.dumps(written, allow_nan=False)
    assert written["pairs"][1]["share"]["estimate"] is None
    assert written["tie_break"]["to"] is None
    assert written["pairs"][0]["margin_mean"]["low"] is None


def test_numbers_have_six_places(full: dict[str, Any]) -> None:
    found = list(numbers(full))
    assert len(found) > 100
    assert all(round(x, 6) == x for x in found)


def test_a_bid_names_the_seat_that_gets_the_cubes() -> None:
    rows = [row("a", "b", w, 1000, bid=b) for b, w in ((0, 600), (-1, 560), (-2, 500), (-3, 430))]
    fair = summary(estimated(*rows), run=RUN)["pairs"][0]["fair_bid"]
    assert fair["trailing"] == "unseelie"
    assert fair["bids"] == [{"to": "unseelie", "cubes": 2}]
    assert fair["best"] == {"to": "unseelie", "cubes": 2}
    assert fair["curve"][0]["to"] is None


def test_equal_estimates_give_equal_bytes() -> None:
    texts = {json.dumps(summary(estimated(row("a", "b", 6, 10)), run=RUN)) for _ in range(3)}
    assert len(texts) == 1
