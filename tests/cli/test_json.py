"""`--json`: one object on standard output, with the keys that docs/json.md lists."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from balance import plan
from balance.cli import main
from tests.cli.test_commands import SMALL, failure, run
from tests.support import CONFIGURATION, ROOT

PAIR = ["--factions", "dragons,kelpies", "--policy", "random"]


def documented(section: str) -> set[str]:
    """Return the keys that docs/json.md lists for a command, and the first of all."""
    text = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    part = text.split(f"\n## {section}\n")[1].split("\n## ")[0]
    rows = [line.split(" | ")[0] for line in part.splitlines() if line.startswith("| `")]
    return {"schema_version", *re.findall(r"`(\w+)`", " ".join(rows))}


def found(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> dict[str, Any]:
    """Return the object that a command prints: all of its standard output, and no constant that is no JSON."""
    given, out, _ = run(capsys, *arguments, "--json")
    assert given == code
    return dict(json.loads(out, parse_constant=pytest.fail))


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("swept") / "run"
    assert main(["sweep", str(CONFIGURATION), *SMALL, "--out", str(folder), "--quiet"]) == 0
    return folder


def test_a_sweep_and_its_report_give_values_of_the_summary(
    swept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = found(capsys, "report", swept)
    assert set(given) == documented("`sweep` and `report`")
    assert found(capsys, "sweep", CONFIGURATION, *SMALL, "--out", swept) == given
    summary = json.loads((swept / "summary.json").read_bytes())
    assert [given[name] for name in ("folder", "report")] == [str(swept), str(swept / "report.html")]
    assert Path(given["summary"]) == swept / "summary.json"
    shared = set(given) & set(summary)
    assert {"overall", "tie_break", "strengths", "least_fair"} < shared
    assert {name: given[name] for name in shared} == {name: summary[name] for name in shared}
    assert sorted(map(str, given["least_fair_pairs"])) == sorted(map(str, summary["pairs"]))
    unfair = [abs(pair["share"]["estimate"] - 0.5) for pair in given["least_fair_pairs"]]
    assert unfair == sorted(unfair, reverse=True)


def test_json_is_printed_though_nothing_else_is(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "sweep", CONFIGURATION, *SMALL, "--out", swept, "--quiet", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["folder"] == str(swept)


def test_a_mistake_prints_no_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no such file" in failure(capsys, "report", tmp_path, "--json")
    assert "no such file" in failure(capsys, "validate", tmp_path / "absent.yaml", "--json")


def test_validate_names_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    given = found(capsys, "validate", CONFIGURATION)
    assert set(given) == documented("`validate`")
    assert len(given["factions"]) == 9
    assert given["rulings"]["tie_break"] == "seelie"


def test_verify_counts_records_and_names_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    game = ["--seelie", "dragons", "--unseelie", "kelpies", "--seelie-policy", "random"]
    replay = ["replay", CONFIGURATION, *game, "--unseelie-policy", "random", "--format", "jsonl"]
    assert run(capsys, *replay, "--output", file)[0] == 0
    given = found(capsys, "verify", file)
    assert set(given) == documented("`verify`")
    assert given == {"schema_version": 1, "file": str(file), "records": 1, "hold": 1, "mistakes": []}
    *events, result = file.read_text().splitlines()
    changed = json.loads(result)
    changed["score"]["seelie"] += 1
    file.write_text("\n".join([*events, json.dumps(changed)]) + "\n")
    wrong = found(capsys, "verify", file, code=1)
    assert (wrong["records"], wrong["hold"], len(wrong["mistakes"])) == (1, 0, 1)


def test_a_search_lists_games_and_how_rare_they_are(swept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = found(capsys, "replay", swept, "--where", "margin > -1000", "--first", 3)
    assert set(given) == documented("`replay --where`") - {
        "bid",
        "game",
        "margin",
        "lead",
        "winner",
        "command",
    }
    assert (given["matches"], given["complete"], len(given["found"])) == (60, True, 3)
    assert [game["game"] for game in given["found"]] == [0, 1, 2]
    both = failure(capsys, "replay", swept, "--where", "margin > 0", "--json", "--format", "text")
    assert both.startswith("expected either --json or --format; got both")


def test_a_plan_gives_its_rows(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.plan.test_plan import rests_on

    monkeypatch.setattr("balance.loading.engine_of", lambda *_, **__: (None, {}))
    monkeypatch.setattr(plan, "known", lambda *_, **__: rests_on(speed=0.001))
    given = found(capsys, "plan", CONFIGURATION)
    assert set(given) == documented("`plan`")
    assert (given["rows"][0]["per_pairing"], given["rows"][0]["games"]) == (9600, 691200)
    assert given["pilot"] is None


@pytest.mark.compiled
def test_tweak_and_sensitivity_give_values_of_their_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = ROOT / "configs" / "tweaks" / "shared-ties.yaml"
    limit = ["--check", "worse <= -1"]
    tweak = ["tweak", CONFIGURATION, change, *PAIR, "--max-games", 200, "--no-bids", *limit]
    given = found(capsys, *tweak, "--out", tmp_path / "tweak", code=1)
    assert set(given) == documented("`tweak`")
    assert given["outcome"] == "not met"
    assert given["tweaks"] == json.loads((tmp_path / "tweak" / "summary.json").read_bytes())["tweaks"]
    only = ["--games", 50, "--only", "tie_break", "--out", tmp_path / "rests"]
    given = found(capsys, "sensitivity", CONFIGURATION, *PAIR, *only)
    assert set(given) == documented("`sensitivity`")
    assert len(given["headline"]) == len(given["headlines"]) == 2 + 2 + 2
