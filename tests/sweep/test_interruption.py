"""Sweeps that are killed, stopped, damaged or shut out: finished games are kept, and the results are the same bytes."""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from balance import road
from balance.engine.system import Cell, CellTally
from balance.errors import RunFolderError, Terminated
from balance.reports import page
from balance.sweep import files, runner
from balance.sweep.design import Planned, first_stage
from balance.sweep.margins import by_row, cell_margins, write_margins
from balance.sweep.pieces import Piece, Pieces, _chain
from balance.sweep.signals import interrupts, terminable
from balance.sweep.store import chunk_frame, parquet_bytes
from tests.sweep.coins import CoinSystem
from tests.sweep.test_road import COINS, interrupt, results, swept

COLUMNS = CoinSystem.columns
FORK = multiprocessing.get_context("forkserver")
FORK.set_forkserver_preload([__name__])


@pytest.fixture(autouse=True)
def _no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave drawing the page out: it is half a second, and not the matter here."""
    plain(monkeypatch.setattr)


def plain(put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Draw a page that only repeats the estimates, and let the code have a digest that nobody's editing changes."""
    put(page, "render", lambda found, *_: repr(found))
    put(road, "code_digest", lambda: "code")


def child(folder: Path, pause: float) -> None:
    """Sweep in a process of its own; exit as the command line does."""
    plain()
    try:
        with terminable():
            road.run_sweep(
                COINS, lambda: (CoinSystem(COINS, pause=pause), {}), folder, jobs=2, chunk_games=13
            )
    except Terminated:
        os._exit(143)
    except KeyboardInterrupt:
        os._exit(130)
    except RunFolderError as error:
        (folder.parent / "message").write_text(str(error))
        os._exit(2)


def started(folder: Path, *, pause: float = 0.01, chunks: int = 0) -> Any:
    """Start a sweep in a process of its own and wait until it has kept some chunks."""
    process = FORK.Process(target=child, args=(folder, pause))
    process.start()
    deadline = time.monotonic() + 60
    while len(list(folder.glob("chunks/*.parquet"))) < chunks and time.monotonic() < deadline:
        time.sleep(0.005)
    return process


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, bytes]]:
    with pytest.MonkeyPatch.context() as patch:
        plain(patch.setattr)
        yield swept(tmp_path_factory.mktemp("runs") / "expected")


def test_a_sweep_killed_at_twenty_random_moments_gives_the_same_bytes(
    tmp_path: Path, expected: dict[str, bytes]
) -> None:
    moments = random.Random(6)
    for _ in range(20):
        process = started(tmp_path / "run", pause=0.03)
        process.join(moments.uniform(0.02, 0.3))
        process.kill()
        process.join()
        assert not list((tmp_path / "run").glob("chunks/[0-9]*.tmp"))
    assert swept(tmp_path / "run") == expected


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_keeps_finished_chunks_and_has_an_exit_code_of_its_own(
    tmp_path: Path, expected: dict[str, bytes], number: signal.Signals, code: int
) -> None:
    process = started(tmp_path / "run", chunks=5)
    os.kill(process.pid, number)
    process.join(60)
    assert process.exitcode == code
    kept = len(list((tmp_path / "run").glob("chunks/*.parquet")))
    assert kept >= 5
    said: list[str] = []
    assert swept(tmp_path / "run", say=said.append) == expected
    assert said[0].startswith("going on with an interrupted run: ")


def test_the_first_signal_lets_go_on_and_the_second_ends_at_once() -> None:
    stopped: list[bool] = []
    with terminable(), interrupts(lambda: stopped.append(True)) as caught:
        os.kill(os.getpid(), signal.SIGTERM)
        assert stopped == [True]
        assert [type(error) for error in caught] == [Terminated]
        with pytest.raises(Terminated):
            os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_two_processes_cannot_sweep_into_one_folder(tmp_path: Path, expected: dict[str, bytes]) -> None:
    first = started(tmp_path / "run", chunks=2)
    second = FORK.Process(target=child, args=(tmp_path / "run", 0.0))
    second.start()
    second.join(60)
    assert second.exitcode == 2
    message = (tmp_path / "message").read_text()
    assert message == f"{tmp_path / 'run'} is in use: another sweep is writing to it"
    first.join(60)
    assert first.exitcode == 0
    assert results(tmp_path / "run") == expected


@pytest.mark.parametrize("how", ["cut short", "one bit flipped", "emptied"])
def test_a_damaged_part_is_said_and_its_games_are_played_again(
    tmp_path: Path, expected: dict[str, bytes], how: str
) -> None:
    interrupt(tmp_path)
    part = sorted((tmp_path / "chunks").glob("*.parquet"))[1]
    whole = part.read_bytes()
    half = len(whole) // 2
    damaged = {
        "cut short": whole[:half],
        "one bit flipped": whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1 :],
        "emptied": b"",
    }
    part.write_bytes(damaged[how])
    said: list[str] = []
    assert swept(tmp_path, say=said.append) == expected
    assert said[0].startswith(f"{part} is damaged")
    assert said[0].endswith("; its games are played again")
    assert "\n" not in said[0]


def test_a_part_that_is_damaged_while_the_sweep_runs_is_refused_at_its_end(tmp_path: Path) -> None:
    def damage(progress: runner.Progress) -> None:
        if progress.stage == 2 and progress.games_done == progress.games:
            part = min((tmp_path / "chunks").glob("*.parquet"))
            part.write_bytes(part.read_bytes()[:-20] + bytes(20))

    with pytest.raises(RunFolderError, match="the same command plays its games again"):
        swept(tmp_path, tell=damage)
    assert not (tmp_path / "manifest.json").exists()


@pytest.mark.parametrize("name", ["chunks/run.json", "manifest.json"])
def test_what_says_whose_run_it_is_may_be_cut_short_only_with_force(
    tmp_path: Path, expected: dict[str, bytes], name: str
) -> None:
    if name == "manifest.json":
        swept(tmp_path)
    else:
        interrupt(tmp_path)
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:200])
    with pytest.raises(RunFolderError, match=r"is damaged: not JSON .*; --force starts anew, --out names"):
        swept(tmp_path)
    assert swept(tmp_path, force=True) == expected


def test_force_does_not_replace_a_strangers_damaged_file(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"mine": ')
    with pytest.raises(RunFolderError, match=r"is damaged: not JSON .*; name another folder with --out$"):
        swept(tmp_path, force=True)
    assert (tmp_path / "manifest.json").read_text() == '{"mine": '


def as_nobody(folder: Path) -> None:
    """Sweep as a user who may do little; 2 is for the one message."""
    os.setgid(65534)
    os.setuid(65534)
    child(folder, 0.0)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become somebody else"
)
def test_a_folder_that_may_not_be_written_is_one_message_before_anything_is_played() -> None:
    with tempfile.TemporaryDirectory() as name:
        outer = Path(name)
        outer.chmod(0o777)
        (outer / "run").mkdir(mode=0o555)
        process = FORK.Process(target=as_nobody, args=(outer / "run",))
        process.start()
        process.join(60)
        assert process.exitcode == 2
        message = (outer / "message").read_text()
        assert message == f"cannot write {outer / 'run' / 'chunks'}: permission denied"
        assert not list((outer / "run").iterdir())


@pytest.fixture
def tiny() -> Iterator[Path]:
    """Return a disk of 64 KiB."""
    with tempfile.TemporaryDirectory() as name:
        mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", name]
        if (
            shutil.which("mount") is None
            or subprocess.run(mount, capture_output=True, check=False).returncode
        ):
            pytest.skip("no disk can be mounted here")
        yield Path(name)
        subprocess.run(["umount", name], check=True)


def test_a_disk_that_is_full_is_one_message_and_with_room_the_sweep_goes_on(
    tiny: Path, expected: dict[str, bytes]
) -> None:
    with pytest.raises(RunFolderError, match=r"^cannot write .*: no space left on device$"):
        swept(tiny / "run", chunk_games=13)
    kept = list((tiny / "run").rglob("*.parquet"))
    assert kept
    assert not list((tiny / "run").rglob("*.tmp"))
    subprocess.run(["mount", "-o", "remount,size=16m", str(tiny)], check=True)
    said: list[str] = []
    assert swept(tiny / "run", say=said.append) == expected
    assert said[0].startswith("going on with an interrupted run: ")


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
def test_clocks_that_jump_change_no_result(
    tmp_path: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    calls = 0

    def jumping(real: Callable[[], float]) -> Callable[[], float]:
        def clock() -> float:
            nonlocal calls
            calls += 1
            return real() + jump * (calls % 5)

        return clock

    monkeypatch.setattr(runner.time, "perf_counter", jumping(time.perf_counter))  # type: ignore[attr-defined]
    assert swept(tmp_path, jobs=2) == expected


@pytest.mark.parametrize("seconds", [-5.0, 1e6])
def test_a_jump_of_the_clock_is_soon_forgotten(seconds: float) -> None:
    cell = Cell(("ducat", "florin"), "calm", ("left", "left"))
    lane = runner._Lane()
    lane.add(Planned(cell, 10**9, 1), [(0, 10**9)], 1)
    lane.largest = 1000
    lane.timings.append((1000, max(seconds, 0.0)))
    most = len(lane.take(None).cells) * lane._size()
    assert most <= runner.GROWTH * 1000
    for _ in range(runner.TIMINGS):
        lane.timings.append((1000, 1.0))
    assert lane.rate == 1000


def test_whatever_is_finished_is_spread_evenly_over_cells_and_policies() -> None:
    counts: dict[Cell, int] = {}

    class EnoughError(Exception):
        pass

    def keep(_: runner.Chunk, tallies: list[CellTally]) -> None:
        for tally in tallies:
            counts[tally.cell] = counts.get(tally.cell, 0) + tally.games
        if sum(counts.values()) >= 400:
            raise EnoughError

    system = CoinSystem(COINS)
    planned = first_stage(COINS, system)  # 12 cells of 60 games, 6 of 25
    with pytest.raises(EnoughError):
        runner.play(system, {}, planned, jobs=1, chunk_games=5, keep=keep)
    shares = {plan.cell: counts.get(plan.cell, 0) / plan.games for plan in planned}
    for policies in {cell.policies for cell in shares}:
        lane = [counts.get(cell, 0) for cell in shares if cell.policies == policies]
        assert max(lane) - min(lane) <= 5  # a turn
    lanes = [
        np.mean([share for cell, share in shares.items() if cell.policies == policies])
        for policies in {cell.policies for cell in shares}
    ]
    assert max(lanes) - min(lanes) < 0.1


def test_games_that_go_together_are_not_parted() -> None:
    chunks: list[runner.Chunk] = []
    system = CoinSystem(COINS)
    runner.play(
        system,
        {},
        first_stage(COINS, system),
        jobs=1,
        keep=lambda chunk, _: chunks.append(chunk),
        block=lambda _: 6,
    )
    assert all(chunk.first_game % 6 == 0 for chunk in chunks)


def test_pieces_that_overlap_are_counted_once() -> None:
    file = Path("x")
    pieces = [Piece(0, 10, file, 0), Piece(10, 50, file, 1), Piece(10, 30, file, 2), Piece(20, 25, file, 3)]
    assert _chain(pieces, 30) == [pieces[0], pieces[2]]
    assert _chain(pieces, 50) == [pieces[0], pieces[1]]


@pytest.mark.parametrize("cut", [1, 7, 1000])
def test_margins_are_the_same_bytes_however_games_were_cut(tmp_path: Path, cut: int) -> None:
    system = CoinSystem(COINS)
    cells = [Cell(pair, "calm", ("left", "left")) for pair in (("ducat", "florin"), ("florin", "ducat"))]
    games = 70
    pieces = Pieces()
    for first in range(0, games, cut):
        size = min(cut, games - first)
        tallies = [
            CellTally(
                cell,
                size,
                0,
                0,
                0,
                np.array([size]),
                margins=system.margins(cell, first, size).astype(np.int16),
            )
            for cell in cells
        ]
        data = parquet_bytes(chunk_frame(first, tallies, COLUMNS))
        path = tmp_path / f"{first:08d}-{files.digest(data)[:16]}.parquet"
        path.write_bytes(data)
        pieces.add(path, [(first, tally) for tally in tallies])
    whole = [CellTally(cell, games, 0, 0, 0, np.array([games])) for cell in cells]
    write_margins(tmp_path / "margins.parquet", whole, pieces.of(whole), COLUMNS)
    found = dict(cell_margins(tmp_path / "margins.parquet", COLUMNS))
    assert list(found) == cells
    for cell in cells:
        assert found[cell].tolist() == system.margins(cell, 0, games).tolist()
    frame = pl.read_parquet(tmp_path / "margins.parquet")
    assert frame["first_game"].to_list() == [0, 0]


def test_margins_by_row_are_those_of_the_games_that_had_it() -> None:
    # games 0, 2 and 4 on the first row, 1 and 3 on the second
    found = by_row(np.array([3, 0, -2, 5, 1], np.int16), 2)
    assert found.tolist() == [[3, 2], [2, 1], [0, 1], [2, 5]]
