"""The road of a tweak check, on coins whose truth is known."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from balance.engine.system import Cell, GameRows, PolicyHandle
from balance.errors import RunFolderError, SelfCheckError
from balance.stats.limits import Outcome
from balance.sweep.runner import Progress
from balance.tweak.checks import MIRROR_GAMES, SAME_GAMES
from balance.tweak.files import PAIRS, REPORT, SUMMARY
from balance.tweak.road import FILES, OTHERS
from tests.sensitivity.counting import Counting
from tests.sensitivity.planted import FACTIONS
from tests.sweep.coins import CoinSystem, configuration
from tests.tweak.planted import HEAVY, LIGHT, SIDE, WINDY, factions, run, share, tweak

FLORIN = {(a, b) for a in FACTIONS for b in FACTIONS if a != b and "florin" in {a, b}}


def cells_of(system: Counting) -> set[tuple[str, str]]:
    """Return the pairs, mirrors left out, of which a system was asked for games."""
    names = [name.split("|") for name, _ in system.asked]
    return {(name[0], name[1]) for name in names if name[0] != name[1]}


def test_only_pairings_whose_rules_differ_are_played(tmp_path: Path) -> None:
    systems: list[Counting] = []
    found = run(tmp_path / "out", HEAVY, systems=systems)
    assert {(one.first, one.second) for one in found.results[0].touched} == FLORIN
    assert set(found.results[0].identical) == {("ducat", "guilder"), ("guilder", "ducat")}
    assert len(systems) == 3  # base, tweak, and the base once more for its check of itself
    for system in systems:
        assert cells_of(system) == FLORIN


def test_old_and_new_shares_hold_the_truth(tmp_path: Path) -> None:
    found = run(tmp_path / "out", HEAVY, max_games=3000)
    for one in found.results[0].touched:
        old = share(one.first, one.second, FACTIONS)
        new = share(one.first, one.second, factions(florin=8))
        assert one.old.low <= old <= one.old.high
        assert one.new.low <= min(new, 1.0) <= one.new.high
        assert one.change.low <= min(new, 1.0) - old <= one.change.high


def test_the_bases_games_are_shared_by_tweaks_and_none_is_played_after_a_verdict(tmp_path: Path) -> None:
    systems: list[Counting] = []
    found = run(tmp_path / "out", HEAVY, LIGHT, systems=systems, max_games=2000)
    base, heavy, light, _ = systems
    asked = Counter(base.asked)
    assert max(n for (_, game), n in asked.items() if game >= SAME_GAMES) == 1
    mirror = {(name, game): n for (name, game), n in asked.items() if len(set(name.split("|")[:2])) == 1}
    assert not mirror  # a coin against itself has the lead of its seat alone, whatever its skill
    for arm, result in zip((heavy, light), found.results, strict=True):
        played = Counter(name for name, _ in arm.asked)
        for one in result.touched:
            cell = Cell((one.first, one.second), "calm", ("left", "left"))
            assert played[cell.name] == one.games
            assert sorted(game for name, game in arm.asked if name == cell.name) == list(range(one.games))
    games = [one.games for one in found.results[0].touched]
    assert min(games) < max(games) or max(games) < 2000


def test_a_tweak_that_touches_no_pairing_is_told_without_a_verdict(tmp_path: Path) -> None:
    systems: list[Counting] = []
    found = run(tmp_path / "out", SIDE, systems=systems, limits=("change_mean_distance <= 0", "worse <= 0"))
    (result,) = found.results
    assert (result.touched, len(result.identical), result.overall) == ((), 6, None)
    assert found.outcome is Outcome.MET  # no change is a change of exactly zero
    assert systems[1].asked == []
    assert len(systems[0].asked) == SAME_GAMES  # the check of itself is made on every run


def test_pairings_that_are_not_dealt_any_more_are_left_out(tmp_path: Path) -> None:
    gone = {name: skill for name, skill in factions(guilder=9).items() if name != "ducat"}
    (result,) = run(tmp_path / "out", tweak("no ducat", factions=gone)).results
    assert {(one.first, one.second) for one in result.touched} == {
        ("florin", "guilder"),
        ("guilder", "florin"),
    }
    assert result.identical == ()
    assert set(result.gone) == {pair for pair in permutations(FACTIONS, 2) if "ducat" in pair}


def test_files_have_the_same_bytes_for_any_number_of_jobs(tmp_path: Path) -> None:
    for jobs in (1, 2):
        run(tmp_path / str(jobs), HEAVY, WINDY, jobs=jobs, bids=(1, 3), others=100)
    for name in (PAIRS, SUMMARY, REPORT):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()
    assert sorted(path.name for path in (tmp_path / "1").iterdir()) == sorted(FILES)


def test_the_games_named_do_come_out_differently(tmp_path: Path) -> None:
    found = run(tmp_path / "out", WINDY)
    old, new = CoinSystem(configuration()), CoinSystem(WINDY.configuration)
    examples = found.manifest["examples"]["windy"]
    assert examples
    for first, second, gained, lost in examples:
        cell = Cell((first, second), "calm", ("left", "left"))
        assert (gained, bool(lost)) == ([], True)  # four points less for the first seat never help it
        before, after = (system.margins(cell, 0, 200) >= 0 for system in (old, new))
        assert lost == np.flatnonzero(before & ~after)[:5].tolist()


def test_the_counts_stored_are_those_of_the_results(tmp_path: Path) -> None:
    found = run(tmp_path / "out", HEAVY)
    rows = pl.read_parquet(tmp_path / "out" / PAIRS)
    for one in found.results[0].touched:
        own = rows.filter((pl.col("first") == one.first) & (pl.col("second") == one.second))
        assert own["games"].sum() == one.games
        assert (own["old_share"] * own["games"]).sum() / one.games == pytest.approx(one.old.estimate)
        assert (own["new_share"] * own["games"]).sum() / one.games == pytest.approx(one.new.estimate)
        differ = own.filter(pl.col("old_share") != pl.col("new_share"))
        assert differ["games"].sum() == one.discordant.games


def test_the_summary_keeps_its_keys(tmp_path: Path) -> None:
    run(tmp_path / "out", HEAVY, bids=(1, 3), limits=("worse <= 9",))
    summary = json.loads((tmp_path / "out" / SUMMARY).read_text(encoding="utf-8"))
    assert set(summary) == {"schema_version", "run", "tweaks", "ranking", "self_checks", "checks"}
    (result,) = summary["tweaks"]
    assert {"name", "alpha", "material", "max_games", "touched", "identical", "overall", "cost"} <= set(
        result
    )
    one = result["touched"][0]
    assert {"first", "second", "old", "new", "change", "distance", "verdict", "games", "discordant"} <= set(
        one
    )
    assert {"old_bid", "new_bid", "old_standing", "new_standing", "finish", "test"} <= set(one)
    assert set(one["change"]) == {"estimate", "low", "high", "games", "note"}
    assert set(summary["checks"][0]) == {"tweak", "text", "outcome", "value"}


def test_other_pairings_are_played_only_where_a_limit_needs_them(tmp_path: Path) -> None:
    others = {("ducat", "guilder"), ("guilder", "ducat")}
    for number, (limit, needs) in enumerate(
        [
            ("change_mean_distance < 1", False),
            ("share(florin, ducat) < 101", False),
            ("max_unfairness < 50", True),
            ("share(ducat, guilder) < 60", True),
        ]
    ):
        systems: list[Counting] = []
        found = run(tmp_path / str(number), HEAVY, systems=systems, limits=(limit,))
        asked = [pair for pair in others if pair in cells_of(systems[0])]
        assert bool(asked) == needs
        (judged,) = found.judged["florin heavy"]
        assert not np.isnan(judged.value.estimate)
        if needs:
            assert sum(name.startswith("ducat|guilder") for name, _ in systems[0].asked) == OTHERS


def test_limits_are_judged_by_the_truth_that_was_planted(tmp_path: Path) -> None:
    limits = (
        "max_unfairness < 30",  # the heavy florin against ducat is 20/21, which is 45 from even
        "share(guilder, ducat) > 75",  # 17/21 is 81
        "change_share(florin, ducat) < 0",  # it gains
        "unknown <= 9",
    )
    found = run(tmp_path / "out", HEAVY, limits=limits, others=3000, max_games=3000)
    outcomes = [one.outcome for one in found.judged["florin heavy"]]
    assert outcomes == [Outcome.NOT_MET, Outcome.MET, Outcome.NOT_MET, Outcome.MET]
    assert found.outcome is Outcome.NOT_MET


def test_fair_bids_are_those_that_level_the_pairing(tmp_path: Path) -> None:
    found = run(tmp_path / "out", HEAVY, bids=(1, 2, 3))
    pair = next(one for one in found.results[0].touched if (one.first, one.second) == ("florin", "guilder"))
    assert pair.old_bid is not None
    assert pair.new_bid is not None
    # a cube is two points: old lead −2, so 9/21, and with a cube 11/21; new lead 4, so 15/21, and 11/21 with two taken
    assert 1 in pair.old_bid.bids
    assert -2 in pair.new_bid.bids
    assert 1 not in pair.new_bid.bids


class Forgetful(Counting):
    """Coins that are flipped anew each time."""

    flips = 0

    def games(
        self, cells: Sequence[Cell], policies: Mapping[str, PolicyHandle], first_game: int, games: int
    ) -> list[GameRows]:
        Forgetful.flips += 1
        return super().games(cells, policies, first_game + Forgetful.flips, games)


def test_games_that_do_not_come_out_the_same_twice_end_the_run_and_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(SelfCheckError) as caught:
        run(tmp_path / "out", HEAVY, make=Forgetful)
    words = str(caught.value)
    key = Cell(("ducat", "florin"), "calm", ("left", "left")).key(1)
    assert "game " in words
    assert "of ducat against florin on calm, played by left and left" in words
    assert f"both had seed 1 (key {key})" in words
    assert list(tmp_path.iterdir()) == []


def test_unchanged_rules_and_mirrors_are_checked_on_every_run(tmp_path: Path) -> None:
    found = run(tmp_path / "out", WINDY, max_games=2000)
    same, old, new = found.self_checks
    assert (same.passed, same.words) == (
        True,
        f"the base against itself: {6 * SAME_GAMES} games played twice, 0 of them discordant",
    )
    assert (old.name, new.name) == ("mirrors, windy, old rules", "mirrors, windy, new rules")
    assert old.passed
    assert new.passed
    assert found.manifest["played"]["mirrors"] == 3 * 2 * MIRROR_GAMES


def test_a_folder_of_something_else_is_refused_and_an_own_one_replaced(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "report.html").write_text("mine", encoding="utf-8")
    with pytest.raises(
        RunFolderError, match=r"holds report.html, but no result of balance tweak; name another"
    ):
        run(out, HEAVY)
    assert (out / "report.html").read_text(encoding="utf-8") == "mine"
    run(tmp_path / "own", HEAVY)
    again = run(tmp_path / "own", WINDY)
    assert "windy" in again.report.read_text(encoding="utf-8")


def test_an_interrupted_run_leaves_nothing(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.games_done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tmp_path / "out", HEAVY, tell=stop)
    assert list(tmp_path.iterdir()) == []
