"""Players' skill: strong players do not make their faction look strong; few games and very many alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from balance.fit import Options, fit_results, road
from balance.stats.played.columns import Chosen

GAMES = 1500


def club(file: Path) -> Path:
    """Write a club's games between factions of equal strength; Ann and Ben are strong and mostly play elves."""
    random = np.random.default_rng(11)
    factions, skill = ["elves", "orcs", "trolls"], {"Ann": 1.2, "Ben": 1.0, "Cid": -1.0, "Dot": -1.2}
    names, rows = list(skill), []
    for _ in range(GAMES):
        one, two = random.choice(4, 2, replace=False)
        first, second = random.choice(3, 2, replace=False)
        for who, hand, other in ((one, first, second), (two, second, first)):
            if who < 2 and random.random() < 0.8 and hand != 0 and other != 0:
                first, second = (0, other) if hand == first else (other, 0)
        odds = 0.2 + skill[names[one]] - skill[names[two]]
        won = random.random() < 1 / (1 + np.exp(-odds))
        rows.append((factions[first], factions[second], names[one], names[two], "first" if won else "second"))
    columns = ["first", "second", "first_player", "second_player", "winner"]
    pl.DataFrame(rows, schema=columns, orient="row").write_csv(file)
    return file


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return club(tmp_path_factory.mktemp("club") / "games.csv")


def test_strong_players_do_not_make_their_faction_look_strong(file: Path) -> None:
    without = fit_results([file], Options(chosen=Chosen(players=())))
    elves = next(one for one in without.strengths if one.name == "elves")
    assert elves.log_odds.low > 0  # taken for strong, which it is not
    found = fit_results([file])
    for one in found.strengths:
        assert one.log_odds.low < 0 < one.log_odds.high
    assert [one.name for one in found.players] == ["Ann", "Ben", "Cid", "Dot"]
    assert found.players[0].log_odds.estimate == pytest.approx(1.2, abs=0.25)


def test_very_many_games_give_what_few_do(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    direct = fit_results([file])
    monkeypatch.setattr(road, "MOST_KINDS", 0)
    condensed = fit_results([file])
    assert condensed.model.games == direct.model.games == GAMES
    for one, other in zip(
        sorted(direct.strengths, key=lambda s: s.name),
        sorted(condensed.strengths, key=lambda s: s.name),
        strict=True,
    ):
        assert other.log_odds.estimate == pytest.approx(one.log_odds.estimate, abs=0.03)
        assert other.error == pytest.approx(one.error, rel=0.2)
        assert other.log_odds.games == one.log_odds.games
    for one, other in zip(direct.players, condensed.players, strict=True):
        assert other.log_odds.estimate == pytest.approx(one.log_odds.estimate, abs=0.05)
        assert other.error == pytest.approx(one.error, rel=0.15)
