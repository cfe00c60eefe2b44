"""Whose folder it is: refusals, damage, strangers' files, and a disk that fails in the middle."""

from __future__ import annotations

import errno
import json
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from balance import road
from balance.engine.system import Cell, CellTally
from balance.errors import RunFolderError
from balance.reports import page
from balance.sweep import files
from balance.sweep.differences import differing
from balance.sweep.folder import RESULTS, Identity, State, hold
from balance.sweep.store import fact_frame, parquet_bytes, read_facts, read_tallies, tally_frame
from tests.sweep.coins import CoinSystem, Pair, configuration
from tests.sweep.test_road import COINS, interrupt, results, swept

COLUMNS = CoinSystem.columns


@pytest.fixture(autouse=True)
def _no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave drawing the page out: it is half a second, and not the matter here."""
    monkeypatch.setattr(page, "render", lambda *_: "page")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Return the folder of a finished run."""
    swept(tmp_path / "run")
    return tmp_path / "run"


def test_another_configurations_run_is_refused_naming_what_differs(run: Path) -> None:
    before = results(run)
    pairs = (Pair(north="left", south="left", games=61),)
    with pytest.raises(RunFolderError) as refusal:
        swept(run, configuration(seed=7, policy_pairs=pairs))
    assert str(refusal.value) == (
        f"{run} holds another configuration's run; it differs in seed, policy_pairs "
        "(--force replaces it, --out names another folder)"
    )
    assert results(run) == before


def test_force_replaces_another_configurations_run(run: Path, tmp_path: Path) -> None:
    other = configuration(seed=7)
    assert swept(run, other, force=True) == swept(tmp_path / "fresh", other)


def test_a_refusal_names_at_most_six_differences(run: Path) -> None:
    coins = {f"coin {n}": n for n in range(9)}
    with pytest.raises(RunFolderError, match=r"coin 2 and 6 more \(--force"):
        swept(run, configuration(factions=coins))


@pytest.mark.parametrize("name", RESULTS)
def test_a_strangers_file_is_never_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    for force in (False, True):
        with pytest.raises(RunFolderError, match=r"name another folder with --out"):
            swept(tmp_path, force=force)
    assert (tmp_path / name).read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_files_of_other_names_stay(run: Path) -> None:
    (run / "notes.txt").write_text("mine")
    (run / "chunks").mkdir()
    (run / "chunks" / "letter.txt").write_text("mine too")
    swept(run, configuration(seed=7), force=True)
    assert (run / "notes.txt").read_text() == "mine"
    assert (run / "chunks" / "letter.txt").read_text() == "mine too"
    assert [path.name for path in (run / "chunks").iterdir()] == ["letter.txt"]


def test_force_throws_an_unfinished_run_away(tmp_path: Path) -> None:
    interrupt(tmp_path)
    system = CoinSystem(COINS)
    finished = road.run_sweep(COINS, lambda: (system, {}), tmp_path, force=True)
    assert sum(cells * games for cells, games in system.calls) == finished.estimates.games


def test_a_run_that_stopped_before_its_first_chunk_is_in_nobodys_way(tmp_path: Path) -> None:
    def engine() -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        road.run_sweep(COINS, engine, tmp_path)
    swept(tmp_path, configuration(seed=7))


def test_leftovers_of_a_killed_sweep_are_swept_away(tmp_path: Path) -> None:
    (tmp_path / "chunks").mkdir()
    for name in (".tallies.parquet.tmp", "chunks/.run.json.tmp", "chunks/.00000003.parquet.tmp"):
        (tmp_path / name).write_text("half")
    swept(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(RESULTS)


def test_two_sweeps_cannot_hold_one_folder(tmp_path: Path) -> None:
    identity = Identity({}, "digest", "code")
    with hold(tmp_path, identity, force=False) as first:
        assert first.state is State.NEW
        with pytest.raises(RunFolderError, match="is in use: another sweep is writing to it"):
            swept(tmp_path)
    swept(tmp_path)


def test_a_folder_that_is_a_file_is_one_message(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunFolderError, match=r"^cannot write .*/file: file exists$"):
        swept(tmp_path / "file")
    with pytest.raises(RunFolderError, match=r"^cannot write .*/file/run: not a directory$"):
        swept(tmp_path / "file" / "run")


def full(monkeypatch: pytest.MonkeyPatch, *, after: int) -> None:
    """Let the disk be full after some writes."""
    written = 0
    real = files._write

    def write(path: Path, data: bytes, *, sync: bool) -> None:
        nonlocal written
        written += 1
        real(path, data if written <= after else data[: len(data) // 2], sync=sync)
        if written > after:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "_write", write)


@pytest.mark.parametrize("after", [0, 1, 5])
def test_a_full_disk_leaves_whole_chunks_and_no_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    with monkeypatch.context() as patch:
        full(patch, after=after)
        with pytest.raises(RunFolderError, match=r"^cannot write .*: no space left on device$"):
            swept(tmp_path, chunk_games=13)
    kept = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(kept) == after
    assert not [name for name in kept if name.endswith(".tmp") or not name.startswith("chunks/")]
    swept(tmp_path)


def test_a_disk_that_fills_while_results_are_written_leaves_the_old_ones(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = results(run)
    with monkeypatch.context() as patch:
        full(patch, after=1)
        with pytest.raises(RunFolderError, match="no space left on device"):
            road.rebuild_report(run)
    assert results(run) == before
    assert {path.name for path in run.iterdir()} == set(RESULTS)


@pytest.mark.parametrize("name", ["manifest.json", "tallies.parquet", "facts.parquet"])
def test_a_missing_file_is_named(run: Path, name: str) -> None:
    (run / name).unlink()
    with pytest.raises(
        RunFolderError, match=rf"{name}: no such file; expected the folder of a finished run$"
    ):
        road.rebuild_report(run)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError, match=r"absent/manifest.json: no such file"):
        road.rebuild_report(tmp_path / "absent")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("manifest.json", b"{", "manifest.json is damaged: not JSON"),
        ("manifest.json", b"\xff\xfe\xff", "manifest.json is damaged: not JSON"),
        ("manifest.json", b"[" * 100_000, "manifest.json is damaged: not JSON"),
        ("manifest.json", b'{"a": ' + b"9" * 5000 + b"}", "manifest.json is damaged: not JSON"),
        ("manifest.json", b"[]", "manifest.json is damaged: expected a JSON object, got list"),
        ("manifest.json", b"{}", "manifest.json is damaged: not the manifest of a run"),
        ("tallies.parquet", b"", "tallies.parquet is damaged: not a Parquet file"),
        ("tallies.parquet", b"PAR1 and no more", "tallies.parquet is damaged: not a Parquet file"),
        ("facts.parquet", b"\x00" * 64, "facts.parquet is damaged: not a Parquet file"),
    ],
)
def test_a_damaged_file_is_named(run: Path, name: str, data: bytes, message: str) -> None:
    (run / name).write_bytes(data)
    with pytest.raises(RunFolderError, match=message):
        road.rebuild_report(run)


@pytest.mark.parametrize("name", ["tallies.parquet", "facts.parquet"])
def test_a_truncated_file_is_one_message(run: Path, name: str) -> None:
    whole = (run / name).read_bytes()
    for length in range(0, len(whole), max(1, len(whole) // 20)):
        (run / name).write_bytes(whole[:length])
        with pytest.raises(RunFolderError, match="is damaged"):
            road.rebuild_report(run)


def test_a_manifest_without_what_a_report_needs_is_damaged(run: Path) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    del manifest["contestants"], manifest["seed"]
    (run / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RunFolderError, match="is damaged: seed, contestants missing"):
        road.rebuild_report(run)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("columns", {"seats": 3}, "columns.setting missing"),
        ("columns", {"seats": 3, "setting": "coin"}, "columns.seats: expected a list; got 3"),
        ("headline", ["left"], "headline: expected one policy for each of "),
        ("headline", None, "headline: expected a list; got nothing"),
        ("contestants", [None], "contestants.0: expected text; got nothing"),
        ("settings", 5, "settings: expected a list; got 5"),
        ("rulings", [], "rulings: expected a mapping; got a list"),
        ("assumptions", "x", "assumptions: expected a mapping; got 'x'"),
        ("policies", 5, "policies: expected a mapping; got 5"),
        ("versions", {"a": 1}, "versions.a: expected text; got 1"),
        ("files", {}, "files.tallies.parquet, files.facts.parquet missing"),
        (
            "files",
            {"tallies.parquet": "", "facts.parquet": ""},
            "files.tallies.parquet: expected text of at least 64 characters; got 0",
        ),
        ("configuration", None, "configuration: expected a mapping; got nothing"),
        ("seed", "1", "seed: expected a whole number; got '1'"),
        ("games", -1, "games: expected at least 0; got -1"),
    ],
)
def test_a_part_of_the_manifest_of_another_kind_is_damage(
    run: Path, key: str, value: object, message: str
) -> None:
    manifest = json.loads((run / "manifest.json").read_text())
    (run / "manifest.json").write_text(json.dumps({**manifest, key: value}))
    with pytest.raises(RunFolderError, match=re.escape(f"manifest.json is damaged: {message}")):
        road.rebuild_report(run)


@pytest.mark.parametrize("name", ["tallies.parquet", "facts.parquet", "games.parquet"])
def test_any_changed_byte_is_noticed_before_the_file_is_read(
    run: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = (run / name).read_bytes()
    monkeypatch.setattr(pl, "read_parquet", refuse_changed(whole, pl.read_parquet))
    for at in range(4, len(whole) - 4, max(1, len(whole) // 50)):
        (run / name).write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with pytest.raises(RunFolderError, match="it is not the file that was written with the run"):
            road.rebuild_report(run)


def refuse_changed(whole: bytes, read: Any) -> Any:
    """Return a reader of Parquet that is given no file of that size but the whole one: polars may abort."""

    def reader(source: Any) -> pl.DataFrame:
        data = source.getvalue()
        assert len(data) != len(whole) or data == whole
        frame: pl.DataFrame = read(source)
        return frame

    return reader


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("name", ["manifest.json", "tallies.parquet", "facts.parquet"])
def test_a_pipe_in_a_files_place_is_refused_instead_of_waited_for(run: Path, name: str) -> None:
    (run / name).unlink()
    os.mkfifo(run / name)
    with pytest.raises(RunFolderError, match=f"cannot read .*{name}: expected a file; got a pipe, device or"):
        road.rebuild_report(run)


@pytest.mark.parametrize("name", RESULTS)
def test_a_folder_in_a_results_place_is_refused_before_anything_is_played(run: Path, name: str) -> None:
    (run / name).unlink()
    (run / name).mkdir()
    before = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    system = CoinSystem(COINS)
    for force in (False, True):
        with pytest.raises(RunFolderError, match=f"cannot write .*{name}: is a directory"):
            road.run_sweep(COINS, lambda: (system, {}), run, force=force)
    with pytest.raises(RunFolderError, match=f"cannot (read|write) .*{name}: is a directory"):
        road.rebuild_report(run)
    assert system.calls == []
    assert {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()} == before


def test_a_link_in_a_temporary_files_place_is_not_written_through(run: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    (run / ".summary.json.tmp").symlink_to(tmp_path / "mine")
    road.rebuild_report(run)
    assert (tmp_path / "mine").read_text() == "mine"
    assert not (run / "summary.json").is_symlink()


def test_half_characters_of_a_file_name_reach_the_manifest_and_come_back(tmp_path: Path) -> None:
    command = "balance sweep \udcff.yaml"
    system = CoinSystem(COINS)
    road.run_sweep(COINS, lambda: (system, {}), tmp_path / "run", command=command)
    assert json.loads((tmp_path / "run" / "manifest.json").read_bytes())["command"] == command
    road.rebuild_report(tmp_path / "run")


def test_a_finished_run_on_a_full_disk_is_not_played_again(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = CoinSystem(COINS)
    with monkeypatch.context() as patch:
        full(patch, after=0)
        with pytest.raises(RunFolderError, match="no space left on device"):
            road.run_sweep(COINS, lambda: (system, {}), run)
    assert system.calls == []


def test_tallies_of_another_run_are_noticed(run: Path, tmp_path: Path) -> None:
    swept(tmp_path / "other", configuration(seed=7))
    (run / "tallies.parquet").write_bytes((tmp_path / "other" / "tallies.parquet").read_bytes())
    with pytest.raises(RunFolderError, match=r"it is not the file that was written with the run"):
        road.rebuild_report(run)


def test_counts_that_contradict_one_another_are_damage(run: Path) -> None:
    frame = pl.read_parquet(run / "tallies.parquet").with_columns(games=pl.col("games") + 1)
    frame.write_parquet(run / "tallies.parquet")
    with pytest.raises(RunFolderError, match=r"the counts of cell 'ducat\|florin\|.*' contradict its"):
        read_tallies(run / "tallies.parquet", COLUMNS)


def test_another_schema_is_damage_and_names_the_columns(run: Path) -> None:
    frame = pl.read_parquet(run / "tallies.parquet")
    frame.drop("ties").with_columns(pl.col("games").cast(pl.Int32)).write_parquet(run / "tallies.parquet")
    with pytest.raises(RunFolderError, match="another version: columns games, ties not as expected"):
        read_tallies(run / "tallies.parquet", COLUMNS)
    frame.select(sorted(frame.columns)).write_parquet(run / "tallies.parquet")
    with pytest.raises(RunFolderError, match="another version: the order of columns not as expected"):
        read_tallies(run / "tallies.parquet", COLUMNS)


def test_empty_values_are_damage(run: Path) -> None:
    frame = pl.read_parquet(run / "facts.parquet").with_columns(wins=pl.lit(None, pl.Int64))
    frame.write_parquet(run / "facts.parquet")
    with pytest.raises(RunFolderError, match="is damaged: empty values"):
        read_facts(run / "facts.parquet", COLUMNS)


def test_frames_do_not_depend_on_the_order_of_tallies_or_on_empty_ends_of_counts() -> None:
    system = CoinSystem(COINS)
    cells = [Cell(("ducat", "florin"), "calm", ("left", "left"), bid) for bid in (0, -3, 3)]
    tallies = system.play(cells, {}, 0, 20)
    padded = [
        CellTally(
            cell=t.cell,
            games=t.games,
            wins=t.wins,
            ties=t.ties,
            margin_offset=t.margin_offset - 2,
            margin_counts=np.concatenate([[0, 0], t.margin_counts, [0]]),
            facts=t.facts[::-1],
        )
        for t in reversed(tallies)
    ]
    for frame in (tally_frame, fact_frame):
        assert parquet_bytes(frame(tallies, COLUMNS)) == parquet_bytes(frame(padded, COLUMNS))
    assert tally_frame(tallies, COLUMNS).select("bid_to", "bid", "stage").rows() == [
        ("", 0, 1),
        ("north", 3, 2),
        ("south", 3, 2),
    ]


def test_frames_of_nothing_have_their_columns() -> None:
    assert tally_frame([], COLUMNS).height == fact_frame([], COLUMNS).height == 0
    assert fact_frame([], COLUMNS).columns[-2:] == ["wins", "sum"]


def test_differences_are_named_by_the_shortest_path() -> None:
    assert differing({"a": {"b": 1, "c": [1, 2]}}, {"a": {"b": 2, "c": [1, 3]}}) == ["a.b", "a.c[1]"]
    assert differing({"a": [1]}, {"a": [1, 2]}) == ["a"]
    assert differing({"a": {"x": 1}}, {"a": None}) == ["a"]
    assert differing({"a": (1, 2)}, {"a": [1, 2]}) == []
    assert differing({}, {"seed": 1}) == ["seed"]
