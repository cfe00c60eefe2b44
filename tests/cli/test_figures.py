"""`balance figures`: all files or none, what is written is told, one message for everything a user can get wrong."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from balance import road
from balance.cli import main
from balance.reports import page
from tests.sweep.coins import CoinSystem, configuration


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("figures") / "coins"
    coins = configuration()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda *_: "page")
        road.run_sweep(coins, lambda: (CoinSystem(coins), {}), folder)
    return folder


def failure(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return the one message of a command that fails."""
    assert main(["figures", *map(str, arguments)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err.removeprefix("error: ").rstrip("\n")


def test_what_is_written_is_told_and_lies_in_the_runs_folder(
    swept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["figures", str(swept), "--format", "svg", "--only", "heat-map,weathers", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in told["figures"]] == ["heat-map", "weathers"]
    files = [Path(file) for one in told["figures"] for file in one["files"]] + [Path(told["index"])]
    assert sorted(files) == sorted((swept / "figures").iterdir())
    with (swept / "figures" / "weathers.csv").open() as file:
        rows = list(csv.DictReader(file))
    said = {one["name"]: one["share"] for one in json.loads((swept / "summary.json").read_text())["settings"]}
    assert {row["weather"]: float(row["low"]) for row in rows} == {name: said[name]["low"] for name in said}


def test_the_bid_curve_of_any_pairing_can_be_asked_for(swept: Path, tmp_path: Path) -> None:
    to = tmp_path / "new" / "folder"
    asked = ["--pair", "florin, guilder", "--only", "bid-florin-v-guilder", "--format", "svg"]
    assert main(["figures", str(swept), "--out", str(to), *asked]) == 0
    assert {path.name for path in to.iterdir()} == {
        "bid-florin-v-guilder.svg", "bid-florin-v-guilder.csv", "index.html",
    }  # fmt: skip


def test_wrong_arguments_get_one_message(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    to = ["--out", tmp_path / "none"]
    assert "expected some of png, svg, pdf; got 'pgn' (did you mean 'png'?)" in failure(
        capsys, swept, "--format", "svg,pgn", *to
    )
    assert "expected two names" in failure(capsys, swept, "--pair", "florin", *to)
    assert "unknown coin 'florins' (did you mean 'florin'?)" in failure(
        capsys, swept, "--pair", "florins,ducat", *to
    )
    assert "ducat v ducat was not played" in failure(capsys, swept, "--pair", "ducat,ducat", *to)
    assert "unknown figure 'heatmap' (did you mean 'heat-map'?)" in failure(
        capsys, swept, "--only", "heatmap", *to
    )
    assert "expected at least one figure; got none" in failure(capsys, swept, "--only", " , ", *to)
    assert "expected a whole number from 50 to 1200" in failure(capsys, swept, "--dpi", "5", *to)
    assert "no such file" in failure(capsys, tmp_path / "nowhere", *to)
    assert not (tmp_path / "none").exists()


def test_nothing_is_written_where_it_cannot_be(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    message = failure(capsys, swept, "--only", "heat-map", "--format", "svg", "--out", tmp_path / "file")
    assert message.startswith(f"cannot write {tmp_path / 'file'}")
    (tmp_path / "heat-map.svg").mkdir()
    failure(capsys, swept, "--only", "heat-map", "--format", "svg", "--out", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "heat-map.svg"]


def test_a_result_that_is_damaged_or_of_another_kind_gets_one_message(
    swept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    shutil.copytree(swept, other)
    (other / "manifest.json").write_text(json.dumps({"format": "balance tweak", "name": "x"}))
    (other / "summary.json").write_text("{}")
    assert "summary.json is damaged" in failure(capsys, other)
    (other / "manifest.json").write_text(json.dumps({"format": "balance sensitivity", "name": "x"}))
    (other / "sensitivity.json").write_text("{}")
    assert "sensitivity.json is damaged" in failure(capsys, other)
    assert "expected the folder of a finished sweep for --pair" in failure(capsys, other, "--pair", "a,b")
