"""The whole road on Pacts itself: the same bytes for any number of jobs and any size of chunks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import polars as pl
import pytest

from balance import road
from balance.config import Configuration
from balance.engine.system import PolicyHandle, RuleSystem
from balance.loading import engine_of
from balance.sweep.options import overridden, playing
from tests.support import shipped

pytestmark = pytest.mark.compiled


@cache
def small() -> Configuration:
    """Return the shipped configuration cut down, with bids and mixed policies."""
    what = shipped()
    assert what.auction is not None
    pair = what.policy_pairs[0].model_copy(update={"layouts": None})
    pairs = [
        pair.model_copy(update={"seelie": a, "unseelie": b})
        for a, b in (("greedy",) * 2, ("greedy", "random"))
    ]
    bids = {"seelie": "greedy", "unseelie": "greedy", "bids": (1, 5)}
    auction = what.auction.model_copy(update=bids)
    assert what.comparisons is not None
    others = what.comparisons.changed(lambda entries: [e for e in entries if e.seelie == "greedy"])
    what = what.model_copy(update={"policy_pairs": tuple(pairs), "auction": auction, "comparisons": others})
    return overridden(
        what, games=12, factions=["selkies", "cu sidhe", "dragons"], layouts=["standard", "mirrored"]
    )


@cache
def engine() -> tuple[RuleSystem, Mapping[str, PolicyHandle]]:
    return engine_of(small(), playing(small()), say=print)


def swept(folder: Path, **how: int) -> dict[str, bytes]:
    road.run_sweep(small(), engine, folder, **how)  # type: ignore[arg-type]
    names = ("tallies.parquet", "facts.parquet", "comparisons.parquet", "summary.json", "report.html")
    return {name: (folder / name).read_bytes() for name in names}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return swept(tmp_path_factory.mktemp("runs") / "expected", jobs=1)


@pytest.mark.parametrize(("jobs", "chunk_games"), [(2, 5), (3, 100), (2, 12)])
def test_pacts_gives_the_same_bytes_for_any_jobs_and_size_of_chunks(
    tmp_path: Path, expected: dict[str, bytes], jobs: int, chunk_games: int
) -> None:
    assert swept(tmp_path, jobs=jobs, chunk_games=chunk_games) == expected


def test_pacts_plays_the_designed_cells(tmp_path: Path) -> None:
    swept(tmp_path, jobs=2)
    tallies = pl.read_parquet(tmp_path / "tallies.parquet")
    assert tallies.filter(pl.col("stage") == 1).height == 6 * 2 * 2
    bids = tallies.filter(pl.col("stage") == 2)
    assert bids.height == 6 * 2 * 2
    assert set(bids["bid"]) == {1, 5}
    assert set(tallies["games"]) == {12}
    facts = pl.read_parquet(tmp_path / "facts.parquet")
    of_bids = {"margin_after_round_3", "cards_played", "auction_cubes"}
    assert set(facts.filter(pl.col("bid") > 0)["fact"]) == of_bids
    more = {"cards_taken", "lead_after_round", "score_after_round", "split", "token"}
    assert set(facts.filter(pl.col("bid") == 0)["fact"]) == {"margin_after_round_3", "cards_played", *more}
    placed = facts.filter(pl.col("fact") == "auction_cubes")["sum"].sum()
    assert placed == (6 * 2 * 1 + 6 * 2 * 5) * 12  # each bid's cubes in each of its games
    half_way = facts.filter(pl.col("fact") == "margin_after_round_3")
    assert half_way["games"].sum() == tallies["games"].sum()
    compared = pl.read_parquet(tmp_path / "comparisons.parquet")
    assert compared.group_by("rules", "ability").agg(pl.col("games").sum()).sort(
        "rules", "ability"
    ).rows() == [
        *[("abilities", ability, 6 * 2 * 12) for ability in ("active", "court", "passive")],  # of either side
        ("tie_break", "", 6 * 12),
    ]
