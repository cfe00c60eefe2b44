"""The command `balance fit`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from balance.cli import main

# Citations between journals of statistics: Stigler (1994), Statistical Science 9, 94–108; fit in the issue of R's
# BradleyTerry2 (Turner and Firth 2012, Journal of Statistical Software 48(9))
CITATIONS = """first,second,wins,losses
Biometrika,Comm Statist,730,33
Biometrika,JASA,498,320
Biometrika,JRSS-B,221,284
Comm Statist,JASA,68,813
Comm Statist,JRSS-B,17,276
JASA,JRSS-B,142,325
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main(["fit", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def fitted(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    code, out, _ = run(capsys, *arguments, "--json")
    assert code == 0
    return dict(json.loads(out))


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    return err.removeprefix("error: ").rstrip()


def saved(folder: Path, text: str, name: str = "games.csv") -> Path:
    (folder / name).write_text(text)
    return folder / name


def test_published_strengths_come_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = saved(tmp_path, CITATIONS)
    found = fitted(capsys, file, "--no-pooling", "--no-side", "--reference", "Biometrika")
    strengths = {s["name"]: (s["log_odds"]["estimate"], s["error"]) for s in found["strengths"]}
    assert strengths["Comm Statist"] == (pytest.approx(-2.949, abs=5e-4), pytest.approx(0.1025, abs=5e-5))
    assert strengths["JASA"] == (pytest.approx(-0.480, abs=5e-4), pytest.approx(0.0606, abs=5e-5))
    assert strengths["JRSS-B"] == (pytest.approx(0.269, abs=5e-4), pytest.approx(0.0708, abs=5e-5))
    assert strengths["Biometrika"] == (0, 0)
    assert (found["model"]["deviance"], found["model"]["freedom"]) == (pytest.approx(4.293, abs=5e-4), 3)
    assert found["side"] is None


def test_a_share_is_against_an_average_opponent(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    # two contestants, 60 of 80 won as first and as second: log odds log 3 apart, each half of it from the mean
    file = saved(tmp_path, "first,second,wins,losses\nA,B,60,20\nB,A,20,60\n")
    found = fitted(capsys, file, "--no-pooling")
    best, worst = found["strengths"]
    assert best["name"] == "A"
    assert best["log_odds"]["estimate"] - worst["log_odds"]["estimate"] == pytest.approx(1.0986, abs=1e-4)
    assert best["share"]["estimate"] == pytest.approx(3**0.5 / (1 + 3**0.5), abs=1e-5)
    assert found["side"]["share"]["estimate"] == pytest.approx(0.5, abs=1e-5)


def test_it_prints_what_was_read_strengths_side_and_fit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = ["A,B,30,20", "B,A,25,25", "A,C,35,15", "C,A,20,30", "B,C,28,22", "C,B,24,26"]
    file = saved(tmp_path, "\n".join(["home,away,wins,losses", *rows]))
    code, out, err = run(capsys, file, "--reference", "C")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0] == f"{file}: 300 games; first = home, second = away, wins = wins, losses = losses"
    assert lines[1] == "model: side, strengths, interactions; partial pooling"
    head = next(i for i, line in enumerate(lines) if line.split("  ")[-1].strip() == "games")
    assert [line.split()[0] for line in lines[head + 1 : head + 4]] == ["A", "B", "C"]
    assert "reference" in lines[head + 3]
    assert max(map(len, lines[1:])) <= 80
    assert any(line.startswith("side: home wins ") for line in lines)
    assert "fit: do side and strengths alone explain the pairs? nothing against it" in " ".join(lines)
    assert "\x1b" not in out


def test_json_goes_to_a_file_too_and_is_the_same_each_time(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, out = saved(tmp_path, CITATIONS), tmp_path / "fit.json"
    printed = run(capsys, file, "--json")[1]
    assert run(capsys, file, "--out", out)[1].endswith(f"written: {out}\n")
    assert out.read_text() == printed
    assert json.loads(printed)["results"][0]["columns"]["first"] == "first"


APART = "first,second,wins,losses\nA,B,3,2\nC,D,1,4\nD,C,2,2\n"
ALWAYS = "first,second,wins,losses\nA,B,5,0\nB,C,2,3\nC,B,3,1\nC,A,0,4\n"


def test_groups_that_never_met_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = saved(tmp_path, APART)
    assert "never met and cannot be compared: A, B | C, D" in refused(capsys, file, "--no-pooling")
    code, out, _ = run(capsys, file)
    assert code == 0
    assert "note: these groups never met; comparisons between them rest on pooling alone: A, B | C, D" in (
        out.replace("\n", " ")
    )


def test_who_never_lost_is_named_and_pooled(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = saved(tmp_path, ALWAYS)
    assert "A > B, C" in refused(capsys, file, "--no-pooling")
    found = fitted(capsys, file)
    assert found["strengths"][0]["name"] == "A"
    assert found["strengths"][0]["share"]["high"] < 1


def test_ties_as_a_result_of_their_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = saved(tmp_path, "first,second,wins,losses,ties\nA,B,30,20,10\nB,A,22,28,10\n")
    found = fitted(capsys, file, "--ties", "davidson", "--no-pooling")
    assert found["model"]["tie"]["value"]["estimate"] is not None
    assert "need maximum likelihood" in refused(capsys, file, "--ties", "davidson")


def test_wrong_options_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = saved(tmp_path, CITATIONS)
    assert "did you mean 'JASA'?" in refused(capsys, file, "--reference", "JASSA")
    assert "--scores: expected two columns A,B; got 'x'" in refused(capsys, file, "--scores", "x")
    assert "--players: expected two different columns A,B; got 'wins'" in refused(
        capsys, file, "--players", "wins"
    )
    assert f"cannot write {tmp_path}: is a directory" in refused(capsys, file, "--out", tmp_path)


def test_files_are_counted_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one = saved(tmp_path, "first,second,winner\nA,B,A\nB,A,A\n", "one.csv")
    two = saved(tmp_path, "second,first,wins,losses\nA,B,3,4\n", "two.csv")
    assert fitted(capsys, one, two)["games"] == 9


def test_files_that_are_not_comparable_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    one = saved(tmp_path, "first,second,winner,version\nA,B,A,1\n", "one.csv")
    two = saved(tmp_path, "home,away,winner,map,version\nA,B,A,yard,2\n", "two.csv")
    message = refused(capsys, one, two)
    assert message == (
        f"{one} and {two} are not comparable; they differ in sides (first, second against home, away), "
        f"layout (only {two} has a column of it), version ('1' against '2')"
    )
    assert f"{one} is given twice: its games would count double" == refused(capsys, one, one)


def test_what_is_read_is_not_written_over(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, link = tmp_path / "games.csv", tmp_path / "link.json"
    file.write_text("first,second,winner\nA,B,A\nB,A,B\n")
    link.hardlink_to(file)
    for out in (file, link):
        assert main(["fit", str(file), "--out", str(out)]) == 2
        assert f"cannot write {out}: it is read as {file}" in capsys.readouterr().err
    assert file.read_text().startswith("first,second,winner\nA,B")
