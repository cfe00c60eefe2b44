"""What fuzzing found, and what it is to find: each stays refused with one message."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from balance.config.document import MOST_ENTRIES, bounded_data, parse_document
from balance.engine.system import Cell, CellTally
from balance.errors import BalanceError, ConfigurationError, RunFolderError
from balance.loading import configuration_at
from balance.reports import watching
from balance.sweep.files import digest
from balance.sweep.manifest import read_manifest
from balance.sweep.store import chunk_frame, parquet_bytes, read_chunk, read_frame
from tests.compare.runs import changed, swept
from tests.fuzz import seeds
from tests.fuzz.guarded import outcome_of
from tests.sweep.coins import CoinSystem


def _written(folder: Path, text: str) -> Path:
    for name, data in {**seeds.small(), "run.yaml": text.encode()}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder / "run.yaml"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n", "x:2: b: aliases are not allowed"),
        ("a: &a {seed: 1}\nb:\n  <<: *a\n", "x:3: b.<<: aliases are not allowed"),
        ("a: [" + "1," * MOST_ENTRIES + "1]\n", f"x:1: a: expected at most {MOST_ENTRIES:,} entries"),
        ("a:\n" + "".join(f" k{n}: 1\n" for n in range(MOST_ENTRIES + 1)), "x:5002: a: expected at most "),
        ("a: |\n" + "  long\n" * 100, "x:1: a: expected text of at most 200 characters; got 500"),
        ("a: " + "- " * 30, "x:1: "),
    ],
)
def test_bombs_are_refused_before_they_unfold(text: str, message: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_document(text, "x")
    assert str(caught.value).startswith(message)


def test_a_list_of_the_most_entries_is_taken() -> None:
    assert len(parse_document("a: [" + "1," * MOST_ENTRIES + "]\n", "x").data["a"]) == MOST_ENTRIES


def test_contents_with_too_many_entries_are_refused_too() -> None:
    with pytest.raises(ConfigurationError, match=r"^x: a: expected at most 5,000 entries"):
        bounded_data({"a": [1] * (MOST_ENTRIES + 1)}, "x")


def test_a_merge_key_is_a_key_like_any_other(tmp_path: Path) -> None:
    path = _written(tmp_path, seeds.SMALL + "<<: {seed: 3}\n")
    with pytest.raises(ConfigurationError, match="unknown key '<<'"):
        configuration_at(path)


def test_thousands_of_mistakes_are_one_message_soon(tmp_path: Path) -> None:
    wrong = "".join(f"  f{n}: {{a: b}}\n" for n in range(4000))
    path = _written(tmp_path, seeds.SMALL.replace("factions:\n", f"factions:\n{wrong}", 1))
    outcome = outcome_of(lambda: str(configuration_at(path)), seconds=20)
    assert outcome.kind == "refused"
    assert "and 3999 more" in outcome.told


def test_more_factions_than_can_meet_are_refused(tmp_path: Path) -> None:
    entry = "{passive: {modifier: move_becomes, count: 5}, active: {ability: move, count: 3, whose: own}}"
    many = "".join(f"  f{n}: {entry}\n" for n in range(298))
    path = _written(tmp_path, seeds.SMALL.replace("factions:\n", f"factions:\n{many}", 1))
    with pytest.raises(ConfigurationError, match="factions: expected at most 300 factions; got 301"):
        configuration_at(path)


@pytest.mark.parametrize(
    "values", [[[{"a": None}]], [[{"a": 1}, None]], [None], [[{"a": 1}], [], [{"a": None}]]]
)
def test_a_gap_at_any_depth_of_a_stored_frame_is_damage(tmp_path: Path, values: list[object]) -> None:
    schema = pl.Schema({"x": pl.List(pl.Struct({"a": pl.Int64}))})
    data = parquet_bytes(pl.DataFrame({"x": values}, schema=schema))
    (tmp_path / "f.parquet").write_bytes(data)
    with pytest.raises(RunFolderError, match=r"f\.parquet is damaged: empty values"):
        read_frame(tmp_path / "f.parquet", schema, digest(data))


@pytest.mark.parametrize("changes", [{"margin_offset": 2**40}, {"games": 3}, {"wins": 9}, {"ties": 9}])
def test_a_chunk_whose_counts_contradict_its_games_is_damaged(
    tmp_path: Path, changes: dict[str, int]
) -> None:
    tally = CellTally(Cell(("a", "b"), "calm", ("p", "q")), 2, 1, 0, -1, np.array([1, 0, 1]), ())
    frame = chunk_frame(0, [tally], CoinSystem.columns)
    path = tmp_path / "chunk.parquet"
    path.write_bytes(parquet_bytes(frame))
    assert len(read_chunk(path, CoinSystem.columns)) == 1
    path.write_bytes(
        parquet_bytes(frame.with_columns(pl.lit(v, pl.Int64).alias(k) for k, v in changes.items()))
    )
    with pytest.raises(RunFolderError, match="contradict its games"):
        read_chunk(path, CoinSystem.columns)


def test_empty_lists_of_a_stored_frame_are_no_gaps(tmp_path: Path) -> None:
    frame = pl.DataFrame({"x": [[], [1]]}, schema={"x": pl.List(pl.Int64)})
    data = parquet_bytes(frame)
    (tmp_path / "f.parquet").write_bytes(data)
    assert read_frame(tmp_path / "f.parquet", frame.schema, digest(data)).equals(frame)


def test_a_column_with_an_endless_name_is_named_in_short(tmp_path: Path) -> None:
    data = parquet_bytes(pl.DataFrame({"x" * 5000: [1]}))
    (tmp_path / "f.parquet").write_bytes(data)
    with pytest.raises(RunFolderError) as caught:
        read_frame(tmp_path / "f.parquet", pl.Schema({"y": pl.Int64}), digest(data))
    assert len(str(caught.value)) < len(str(tmp_path)) + 300


@pytest.mark.parametrize(
    ("key", "value", "where"),
    [
        (
            "setting_features",
            {"features": [], "settings": {"calm": [1.0]}},
            "setting_features: expected 0 values",
        ),
        ("setting_features", [], "setting_features: expected a mapping"),
        ("auction", {"looks": ["x"]}, "auction.looks.0: expected a whole number"),
        ("precision", {"points": "wide"}, "precision.points"),
    ],
)
def test_parts_that_only_some_manifests_have_are_looked_at_too(
    tmp_path: Path, key: str, value: object, where: str
) -> None:
    folder = changed(swept(tmp_path / "run"), **{key: value})
    with pytest.raises(RunFolderError, match=rf"manifest\.json is damaged: {where}"):
        read_manifest(folder)


@pytest.mark.parametrize(
    ("record", "contents"),
    [
        ('{"event": "game"}\n', {}),
        ("no record\n", {}),
        ('{"event": "game"}\n', {"game": "text"}),
        ('{"event": "game"}\n', {"game": {"tiles": 1.5}}),
    ],
)
def test_a_game_to_watch_that_cannot_be_shown_is_damage(record: str, contents: dict[str, object]) -> None:
    one = SimpleNamespace(href="games/a-v-b-close.html", first="a", second="b", game=3)
    manifest = {"contestants": ["a", "b"], "configuration": contents}
    pages = watching.WatchedPages(pl.DataFrame({"record": [record]}), [one], manifest)  # type: ignore[list-item]
    with pytest.raises(BalanceError, match=r"is damaged: game 3 of games/a-v-b-close\.html cannot be shown"):
        pages[one.href]


def test_a_find_is_told_from_a_refusal() -> None:
    def refuse() -> str:
        raise BalanceError("file.yaml:3: seed: expected a whole number; got 'x'")  # noqa: EM101

    def forever() -> str:
        while True:
            pass

    assert outcome_of(refuse).kind == "refused"
    assert outcome_of(lambda: json.loads("{")).kind == "JSONDecodeError"
    assert outcome_of(forever, seconds=0.2).kind == "hang"
    assert not outcome_of(lambda: "done").find
