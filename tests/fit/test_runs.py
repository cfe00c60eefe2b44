"""Finished runs: counted together, refused, and taken as the prior of played games."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from balance import road
from balance.errors import ResultsError
from balance.fit import Fitted, fit_results
from balance.reports import page
from balance.sweep.comparable import differing_keys
from tests.sweep.coins import CoinSystem, configuration

HEADLINE = 60  # games of the coins' headline in each cell: 6 pairs in 2 weathers


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of runs of coins: seeds 1 and 2, and another ruling."""
    folder = tmp_path_factory.mktemp("runs")
    changes: dict[str, dict[str, object]] = {
        "one": {},
        "two": {"seed": 2},
        "other": {"seed": 3, "side": "court_only"},
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda found, *_: repr(found))
        for name, change in changes.items():
            coins = configuration(**change)
            road.run_sweep(coins, lambda coins=coins: (CoinSystem(coins), {}), folder / name)  # type: ignore[misc]
    return folder


def refusal(*paths: Path, prior: Path | None = None) -> str:
    with pytest.raises(ResultsError) as caught:
        fit_results(paths, prior=prior)
    return str(caught.value)


def test_runs_of_different_seeds_are_counted_together(runs: Path) -> None:
    assert fit_results([runs / "one", runs / "two"]).model.games == 2 * 6 * 2 * HEADLINE


def test_a_run_is_not_counted_twice(runs: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(runs / "one", tmp_path / "copy")
    assert refusal(runs / "one", copy).endswith(
        "have the same seed, 1, and cells in common: the same games would count double"
    )


def test_runs_under_different_rules_are_refused_with_the_keys(runs: Path) -> None:
    assert refusal(runs / "one", runs / "other").endswith("are not comparable; they differ in side")


def test_every_kind_of_difference_is_named(runs: Path) -> None:
    one = json.loads((runs / "one" / "manifest.json").read_text())
    other = json.loads((runs / "two" / "manifest.json").read_text())
    assert differing_keys(one, other) == []
    other["code_digest"] = "0" * 64
    other["headline"] = ["left", "right"]
    other["versions"]["balance"] = "0.0.9"
    other["versions"]["python"] = "3.99"
    other["configuration"]["factions"]["florin"] = 3
    del other["configuration"]["factions"]["ducat"]  # not played: may be missing
    other["configuration"]["policies"]["left"] = {"greed": 1.0}
    found = differing_keys(one, other)
    assert found == [
        *("headline[1]", "code_digest", "policies.left.greed", "policies.right"),
        *("versions.balance", "factions.florin"),
    ]


def test_simulated_and_played_games_are_not_counted_together(runs: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("north,south,winner\nducat,florin,ducat\n")
    assert f"combine them with --prior {runs / 'one'}" in refusal(runs / "one", file)


def test_a_prior_of_another_game_is_refused(runs: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("white,black,layout,winner\nducat,florins,storm,ducat\nducat,florin,snow,ducat\n")
    message = refusal(file, prior=runs / "one")
    assert "sides (north, south against white, black" in message
    assert "contestants ('florins' not among ducat, florin, guilder (did you mean 'florin'?))" in message
    assert "weather ('snow' not among calm, storm)" in message


def played(folder: Path, run: Path, change: float, games: int) -> Path:
    """Write games of people who play as the run does, but for florin, which they play better (log odds)."""
    shares = {(p.first, p.second): p.log_odds for p in fit_results([run]).model.pairs}
    random = np.random.default_rng(4)
    rows = []
    for (first, second), odds in shares.items():
        shift = change * ((first == "florin") - (second == "florin"))
        wins = int(random.binomial(games, 1 / (1 + np.exp(-odds - shift))))
        rows.append((first, second, wins, games - wins))
    file = folder / "people.csv"
    pl.DataFrame(rows, schema=["north", "south", "wins", "losses"], orient="row").write_csv(file)
    return file


@pytest.fixture(scope="module")
def beside(runs: Path, tmp_path_factory: pytest.TempPathFactory) -> Fitted:
    file = played(tmp_path_factory.mktemp("people"), runs / "one", 1.2, 60)
    return fit_results([file], prior=runs / "one")


def test_where_people_and_run_disagree_is_found_and_nowhere_else(beside: Fitted) -> None:
    assert "florin" in {one.name for one in beside.strengths if one.differs}  # the others are weaker by it
    assert all("florin" in (one.first, one.second) for one in beside.pairs if one.differs)
    assert any(one.differs for one in beside.pairs)


def test_both_together_lie_between_and_are_surer_than_people_alone(beside: Fitted) -> None:
    for one in beside.pairs:
        ends = sorted([one.played.estimate, one.simulated.estimate])
        assert ends[0] - 0.05 <= one.combined.estimate <= ends[1] + 0.05
        assert one.combined.high - one.combined.low < one.played.high - one.played.low
        assert one.difference.estimate == pytest.approx(one.played.estimate - one.simulated.estimate)


def test_a_few_games_leave_the_run_nearly_as_it_is(runs: Path, tmp_path: Path) -> None:
    found = fit_results([played(tmp_path, runs / "one", 0.0, 2)], prior=runs / "one")
    for one in found.pairs:
        assert abs(one.combined.estimate - one.simulated.estimate) < 0.2
        assert not one.differs


def test_capital_letters_do_not_part_a_sheet_from_a_run(runs: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("north,south,weather,winner\nDucat,Florin,Storm,Ducat\nGuilder,Ducat,Calm,Ducat\n")
    found = fit_results([file], prior=runs / "one")
    assert {(one.first, one.second) for one in found.pairs} == {("ducat", "florin"), ("guilder", "ducat")}
    assert found.model.games == 2


def test_two_spellings_in_one_sheet_are_not_made_one(runs: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("north,south,weather,winner\nDucat,florin,storm,Ducat\nducat,florin,storm,ducat\n")
    assert "'Ducat' not among" in refusal(file, prior=runs / "one")
