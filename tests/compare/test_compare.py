"""`balance compare`: what differs, what changed, what is left out, and what is refused, on runs of coins."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest

from balance.cli import main
from balance.stats.runs.summary import schema
from balance.sweep.between import Difference, Kind, between
from tests.compare.runs import changed, swept
from tests.reports.test_page import Reader
from tests.sweep.coins import Pair

EVIL = '<script>alert("x")</script> & שלום'


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a run, one with a skill changed, one of another seed, one of fewer coins and weathers."""
    folder = tmp_path_factory.mktemp("runs")
    skills = {"ducat": 0, "florin": 2, "guilder": 5}
    swept(folder / "old")
    swept(folder / "new", name="new coins", factions={**skills, "florin": 12})
    swept(folder / "luck", seed=2)
    swept(
        folder / "few",
        name=EVIL,
        factions={"guilder": 5, "florin": 2, "crown": 1},
        layouts={"storm": 1, "fog": 0},
        policy_pairs=(
            Pair(north="right", south="right", games=40),
            Pair(north="left", south="left", games=30),
        ),
        auction=None,
    )
    return folder


def compared(*arguments: object, out: Path) -> dict[str, Any]:
    assert main(["compare", *map(str, arguments), "--out", str(out)]) == 0
    found = json.loads((out / "comparison.json").read_text(encoding="utf-8"))
    jsonschema.validate(found, schema())
    return dict(found)


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    assert main(["compare", *map(str, arguments)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return printed.err


def share(
    run: Path, north: str, south: str, policy: str = "left", weathers: tuple[str, ...] = ("calm", "storm")
) -> float:
    """Return a pair's share, counted here from the run's own tallies."""
    rows = pl.read_parquet(run / "tallies.parquet").filter(
        (pl.col("north") == north)
        & (pl.col("south") == south)
        & (pl.col("bid") == 0)
        & (pl.col("north_policy") == policy)
        & (pl.col("south_policy") == policy)
        & pl.col("weather").is_in(weathers)
    )
    wins, games = (sum(map(int, rows[name])) for name in ("north_wins", "games"))
    return wins / games


def test_two_runs_say_what_differs_and_what_changed(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = compared(runs / "old", runs / "new", out=tmp_path / "out")
    assert [(one["kind"], one["where"], one["old"], one["new"]) for one in found["differences"]] == [
        ("rules", "factions.florin", 2, 12)
    ]
    for pair in found["pairs"]:
        for which in ("old", "new"):
            counted = share(runs / which, pair["first"], pair["second"])
            assert pair[which]["estimate"] == pytest.approx(counted, abs=1e-6)
        assert pair["change"]["estimate"] == pytest.approx(
            pair["new"]["estimate"] - pair["old"]["estimate"], abs=2e-6
        )
        inside = pair["distance"]["low"] <= 0 <= pair["distance"]["high"]
        assert (pair["verdict"] in ("better balanced", "worse")) is not inside
    verdicts = {(pair["first"], pair["second"]): pair["verdict"] for pair in found["pairs"]}
    assert len(verdicts) == 6
    assert verdicts["florin", "ducat"] == "worse"  # 12 better than a coin of skill 0: it always wins
    assert verdicts["ducat", "guilder"] == "not yet known"
    assert not found["same_run"]
    assert found["same_seed"]
    equal = [pair["note"] for pair in found["pairs"] if "florin" not in (pair["first"], pair["second"])]
    assert equal == ["the very same counts in both runs"] * 2

    lines = capsys.readouterr().out
    assert "What differs: factions.florin: 2 → 12." in lines
    text = " ".join(
        "".join(Reader((tmp_path / "out" / "compare.html").read_text(encoding="utf-8")).text).split()
    )
    assert "Two runs compared: coins → new coins" in text
    assert "factions.florin: 2 → 12" in text
    assert "The same seed" in text


def test_where_a_value_comes_from_is_no_difference_and_code_comes_before_numbers_of_games() -> None:
    plain = {"configuration": {"game": {"cubes": {"value": 34, "source": "assumed", "variants": [30]}}}}
    other = {
        "configuration": {
            "game": {"cubes": {"value": 34, "source": "rulebook"}},
            "auction": {"largest": None},
        }
    }
    assert between(plain, {**other, "games": 5}) == (
        Difference(Kind.PLAYED, "auction", None, {}),
        Difference(Kind.PLAYED, "games", None, 5),
    )
    coded = [
        {**one, "games": games, "code_digest": digest}
        for one, games, digest in ((plain, 1, "a"), (plain, 2, "b"))
    ]
    assert [one.where for one in between(*coded)] == ["code_digest", "games"]


def test_the_same_run_changes_by_exactly_nothing(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = shutil.copytree(runs / "old", tmp_path / "copy")
    found = compared(runs / "old", copy, out=tmp_path / "out")
    assert "Both folders hold the same run" in capsys.readouterr().out
    figures = [
        found["overall"],
        found["tie_break"],
        found["unfairness"],
        *found["strengths"],
        *found["by_setting"],
    ]
    for one in [*figures, *found["pairs"]]:
        for key in ("change", "distance"):
            assert (one[key]["estimate"], one[key]["low"], one[key]["high"]) == (0, 0, 0)
        assert one["verdict"] == "no material change"


def test_other_luck_is_called_luck(runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = compared(runs / "old", runs / "luck", out=tmp_path / "out")
    assert "what changes is luck" in " ".join(capsys.readouterr().out.split())
    assert not found["same_seed"]
    assert {one["where"] for one in found["differences"]} == {"seed"}


def test_the_other_order_turns_every_change_round(runs: Path, tmp_path: Path) -> None:
    there, back = (
        compared(*(runs / name for name in names), out=tmp_path / names[0])
        for names in (("old", "new"), ("new", "old"))
    )
    for one, other in zip(there["pairs"], back["pairs"], strict=True):
        for key in ("change", "distance"):
            assert one[key]["low"] == pytest.approx(-other[key]["high"], abs=2e-6)
    turned = {"better balanced": "worse", "worse": "better balanced"}
    assert [turned.get(one["verdict"], one["verdict"]) for one in there["pairs"]] == [
        one["verdict"] for one in back["pairs"]
    ]


def test_what_only_one_run_has_is_left_out_and_named(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = compared(runs / "old", runs / "few", out=tmp_path / "out")
    assert found["policies"] == [
        "left",
        "left",
    ]  # the old run's headline; the new one's was played by it alone
    assert found["settings"] == ["storm"]
    assert found["contestants"] == ["guilder", "florin"]
    pairs = {(pair["first"], pair["second"]): pair for pair in found["pairs"]}
    assert set(pairs) == {("guilder", "florin"), ("florin", "guilder")}
    for pair, one in pairs.items():
        assert one["old"]["estimate"] == pytest.approx(
            share(runs / "old", *pair, weathers=("storm",)), abs=1e-6
        )
        assert one["new"]["estimate"] == pytest.approx(
            share(runs / "few", *pair, weathers=("storm",)), abs=1e-6
        )
    assert found["left_out"] == [
        "Only in the old run: coin ducat.",
        "Only in the new run: coin crown.",
        "Only in the old run: weather calm.",
        "Only in the new run: weather fog.",
        "The headline of the new run is right; compared are games of left, which both runs have.",
        "Fair bids are not compared: not both runs played bids with these policies.",
    ]
    html = (tmp_path / "out" / "compare.html").read_text(encoding="utf-8")
    assert "<script>alert" not in html
    assert EVIL in "".join(Reader(html).text)
    assert "ducat" in capsys.readouterr().out


def test_files_have_the_same_bytes_and_the_command_prints_them(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files, found = [], {}
    for _ in range(2):
        found = compared(runs / "old", runs / "new", out=tmp_path / "out")
        files.append([(tmp_path / "out" / name).read_bytes() for name in ("compare.html", "comparison.json")])
    assert files[0] == files[1]
    capsys.readouterr()
    assert (
        main(["compare", str(runs / "old"), str(runs / "new"), "--out", str(tmp_path / "out"), "--json"]) == 0
    )
    printed = json.loads(capsys.readouterr().out)
    assert [printed.pop(key) for key in ("folder", "report")] == [
        str(tmp_path / "out"),
        str(tmp_path / "out" / "compare.html"),
    ]
    assert printed == found


def test_older_folders_are_read_and_a_target_of_the_configuration_counts(runs: Path, tmp_path: Path) -> None:
    old = shutil.copytree(runs / "old", tmp_path / "older")
    manifest = json.loads((old / "manifest.json").read_text(encoding="utf-8"))
    files = {name: value for name, value in manifest["files"].items() if name != "comparisons.parquet"}
    changed(old, auction=None, policies=None, files=files)
    (old / "comparisons.parquet").unlink()
    (old / "report.html").unlink()
    new = shutil.copytree(runs / "new", tmp_path / "newer")
    aim = {"target": 60, "band": [55, 65], "pairs": {"florin": {"ducat": 90}}}
    configuration = json.loads((new / "manifest.json").read_text(encoding="utf-8"))["configuration"]
    changed(new, configuration={**configuration, "balance": aim})
    found = compared(old, new, out=tmp_path / "out")
    assert (found["target"], found["band"]) == (60, [55, 65])
    targets = {(pair["first"], pair["second"]): (pair["target"], pair["band"]) for pair in found["pairs"]}
    assert targets["florin", "ducat"] == (0.9, [0.85, 0.95])
    assert targets["ducat", "florin"] == (0.6, [0.55, 0.65])
    kinds = {one["where"]: one["kind"] for one in found["differences"]}
    assert kinds["balance"] == "what counts as balanced"
    html = (tmp_path / "out" / "compare.html").read_text(encoding="utf-8")
    assert "../newer/report.html#pair-florin-v-ducat" in html
    assert "../older/report.html" not in html  # it is not there


def test_runs_of_which_nothing_can_be_compared_are_refused(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chess = changed(shutil.copytree(runs / "new", tmp_path / "chess"), system="chess")
    message = refused(capsys, runs / "old", chess)
    assert "cannot be compared: they differ in system (coins; chess)" in message
    others = swept(tmp_path / "others", factions={"crown": 1, "mark": 2})
    assert "no coins in common (ducat, florin, guilder; crown, mark)" in refused(capsys, runs / "old", others)
    right = swept(
        tmp_path / "right", policy_pairs=(Pair(north="right", south="right", games=20),), auction=None
    )
    message = refused(capsys, runs / "old", right)
    assert "no policies played without a bid in both" in message
    assert "left v left; left v right in the one, right v right in the other" in message


def test_what_is_no_finished_sweep_is_said(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    assert "no such file; expected the folder of a finished run" in refused(
        capsys, runs / "old", nothing, "--out", out
    )
    tweak = changed(shutil.copytree(runs / "new", tmp_path / "tweak"), format="balance tweak")
    message = refused(capsys, tweak, runs / "old", "--out", out)
    assert (
        "holds a result of balance tweak (its page is report.html); expected the folder of a finished sweep"
        in message
    )
    half = tmp_path / "half"
    (half / "chunks").mkdir(parents=True)
    (half / "chunks" / "run.json").write_text("{}", encoding="utf-8")
    assert "unfinished sweep; give its command again" in refused(capsys, runs / "old", half, "--out", out)
    broken = shutil.copytree(runs / "new", tmp_path / "broken")
    (broken / "tallies.parquet").write_bytes(b"PAR1")
    assert "broken/tallies.parquet is damaged" in refused(capsys, runs / "old", broken, "--out", out)
    assert not out.exists()


def test_a_run_is_never_written_over(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted((path.name, path.stat().st_mtime_ns) for path in (runs / "old").iterdir())
    message = refused(capsys, runs / "old", runs / "new", "--out", runs / "old")
    assert "no result of balance compare; name another folder with --out" in message
    assert sorted((path.name, path.stat().st_mtime_ns) for path in (runs / "old").iterdir()) == before


def test_a_setting_that_neither_run_played_is_not_called_left_out(runs: Path, tmp_path: Path) -> None:
    for name in ("old", "copy"):
        file = shutil.copytree(runs / "old", tmp_path / name) / "manifest.json"
        manifest = json.loads(file.read_text(encoding="utf-8"))
        file.write_text(
            json.dumps({**manifest, "settings": [*manifest["settings"], "hail"]}), encoding="utf-8"
        )
    found = compared(tmp_path / "old", tmp_path / "copy", out=tmp_path / "out")
    assert not [line for line in found["left_out"] if "hail" in line]
