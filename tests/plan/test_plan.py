"""What `balance plan` says: from coins on the road, and from the command line."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from balance import plan, road
from balance.cli import main
from balance.errors import BalanceError, RunFolderError
from balance.plan import Known, Wanted, cells_of, known, measured, rows
from balance.reports import page
from balance.stats.intervals import wilson
from tests.support import CONFIGURATION
from tests.sweep.coins import WORDS, CoinSystem, Pair, configuration

COINS = configuration(policy_pairs=(Pair(north="left", south="left", games=200),), auction=None)


def rests_on(**changes: Any) -> Known:
    told = {
        "pairs": 72,
        "shares": (0.5,) * 72,
        "tie_rate": 0.1,
        "speed": 1000.0,
        "from_shares": "s",
        "from_ties": "t",
        "from_speed": "v",
    }
    return Known(**{**told, **changes})


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "TIMED", 0.0)
    monkeypatch.setattr(page, "render", lambda found, *_: repr(found))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("coins")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda found, *_: repr(found))
        road.run_sweep(COINS, lambda: (CoinSystem(COINS), {}), folder)
    return folder


def test_intervals_are_planned_by_wilsons_width_and_by_the_variance_of_means() -> None:
    share, tie_break, side, all_ties = rows(Wanted(half_width=0.01), rests_on(), WORDS)
    assert (share.per_pairing, share.games) == (9600, 72 * 9600)
    assert share.minutes == pytest.approx(72 * 9600 / 1000 / 60)
    assert side.per_pairing == 134  # 1.96² / 4 / 0.01² games in all: 9,604 / 72
    assert all_ties.per_pairing == math.ceil(1.959964**2 * 0.1 * 0.9 / 4 / 0.01**2 / 72)
    for games, narrow in ((tie_break.per_pairing, True), (tie_break.per_pairing - 1, False)):
        low, high = wilson(0.1, games)  # half the tie rate, so ± 1 point is ± 2 of the tie rate
        assert bool(high - low <= 0.04) is narrow


def test_a_comparison_counts_games_under_both_rules() -> None:
    fixed, looked, enough, apart = rows(
        Wanted(half_width=None, difference=0.02, ratio=2.0), rests_on(), WORDS
    )
    # Differing results: half the variance of two independent games of 1/2, so a quarter of the games, and 0.02².
    assert fixed.per_pairing == math.ceil(
        ((1.959964 * math.sqrt(0.2504) + 0.841621 * math.sqrt(0.25)) / 0.02) ** 2
    )
    assert fixed.games == 2 * fixed.per_pairing
    assert fixed.per_pairing < looked.per_pairing < enough.per_pairing
    assert apart.per_pairing == pytest.approx(2 * fixed.per_pairing, rel=0.01)


def test_without_a_run_every_pairing_is_planned_at_its_hardest() -> None:
    found = known(COINS, CoinSystem(COINS), {})
    assert found.shares == (0.5,) * 6
    assert found.speed > 0
    assert 0 < found.tie_rate < 0.5
    assert "20 games" in found.from_ties


def test_a_finished_run_gives_shares_and_lopsided_pairings_need_fewer_games(run: Path) -> None:
    found = known(COINS, CoinSystem(COINS), {}, run=run)
    assert min(found.shares) < 0.5
    with_run, without = (
        rows(Wanted(half_width=0.03), one, WORDS)[0] for one in (found, rests_on(pairs=6, shares=(0.5,) * 6))
    )
    assert with_run.games < without.games
    assert "from " in with_run.note
    assert str(run) in found.from_shares


def test_a_pilot_measures_what_pairing_gains_with_a_tweak() -> None:
    base, dull = CoinSystem(COINS), CoinSystem(COINS, dull="guilder")
    found = measured(base, dull, {}, cells_of(COINS, base))
    assert (found.touched, found.games) == (4, 800)  # the pairings of one coin of three
    assert found.ratio > 1
    plain, pilot = (
        rows(Wanted(half_width=None, difference=0.02), rests_on(), WORDS, one) for one in (None, found)
    )
    assert len(pilot) == len(plain) + 1
    assert pilot[-1].games == 4 * pilot[1].games
    with pytest.raises(BalanceError, match="changes the rules of no pairing"):
        measured(base, base, {}, cells_of(COINS, base))


def test_a_run_of_other_policies_is_refused(run: Path) -> None:
    other = configuration(policy_pairs=(Pair(north="left", south="right", games=2),), auction=None)
    with pytest.raises(RunFolderError, match="was played by left against left; expected left against right"):
        known(other, CoinSystem(other), {}, run=run)


def test_the_command_prints_a_table_and_what_it_rests_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balance.loading.engine_of", lambda *_, **__: (None, {}))
    monkeypatch.setattr(plan, "known", lambda *_, **__: rests_on())
    assert main(["plan", str(CONFIGURATION)]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert lines[0] == "Games that are needed"
    row = next(line for line in lines if line.startswith("share of each pairing ± 1"))
    assert row.split()[-3:] == ["9,600", "691,200", "11.5"]
    assert not any("change" in line for line in lines)
    assert lines[-3:] == ["speed: 1,000 games a second, v", "shares: s", "tie rate: 10.0%, t"]
    assert main(["plan", str(CONFIGURATION), "--difference", "2"]) == 0
    assert "share of each pairing" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--precision", "0"], "expected a number from 0.05 to 20.0; got '0'"),
        (["--precision", "nan"], "expected a number from 0.05 to 20.0; got 'nan'"),
        (["--difference", "-2"], "expected a number from 0.05 to 50.0; got '-2'"),
        (["--difference", "2", "--power", "1"], "expected a number from 0.5 to 0.999; got '1'"),
        (["--alpha", "2"], "expected a number from 0.0001 to 0.5; got '2'"),
        (["--variance-ratio", "0"], "expected a number from 1.0 to 100.0; got '0'"),
        (["--tweak", "x.yaml"], "expected --difference with --tweak x.yaml"),
        (["--policy", "nobody"], "unknown policy 'nobody'"),
    ],
)
def test_nonsense_is_refused_in_one_line(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plan", str(CONFIGURATION), *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err


def test_a_run_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RunFolderError):
        known(COINS, CoinSystem(COINS), {}, run=tmp_path / "none")
