"""`balance report --index`: every result under a folder is listed, what is damaged is said, nothing else is touched."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest

from balance.cli import main
from tests.compare.runs import changed, swept
from tests.reports.test_page import Reader

EVIL = '<img src=x onerror="alert(1)"> & שלום'


@pytest.fixture
def outputs(tmp_path: Path) -> Path:
    """Return a folder with one result of each kind, and with what is none."""
    folder = tmp_path / "outputs"
    coins = changed(swept(folder / "coins"), finished="2026-01-02T10:00:00+00:00")
    swept(folder / "deep" / "odd #1 %?", name=EVIL, seed=2, auction=None)
    changed(folder / "deep" / "odd #1 %?", finished="2026-01-03T10:00:00+00:00")
    arguments = [str(coins), str(folder / "deep" / "odd #1 %?"), "--out", str(folder / "both")]
    assert main(["compare", *arguments]) == 0
    changed(folder / "both", finished="2026-01-04T10:00:00+00:00")
    tweak = {
        "name": "slower",
        "overall": {"verdict": "worse"},
        "touched": [{"verdict": "worse"}, {"verdict": "better balanced"}, {"verdict": "worse"}],
    }
    for name, mark, summary, told in (
        ("tweak", "balance tweak", "summary.json", {"tweaks": [tweak]}),
        (
            "hanging",
            "balance sensitivity",
            "sensitivity.json",
            {
                "headlines": [
                    {"headline": "mean_unfairness", "depends_on": ["x"]},
                    {"headline": "side", "depends_on": []},
                ],
                "variants": [1],
            },
        ),
    ):
        (folder / name).mkdir()
        (folder / name / "report.html").write_text("page", encoding="utf-8")
        (folder / name / summary).write_text(json.dumps(told), encoding="utf-8")
        manifest = {
            "format": mark,
            "name": name,
            "finished": "2026-01-01T10:00:00+00:00",
            "policies": ["a", "a"],
        }
        (folder / name / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    (folder / "half" / "chunks").mkdir(parents=True)
    (folder / "half" / "chunks" / "run.json").write_text("{}", encoding="utf-8")
    shutil.copytree(coins, folder / "torn")
    (folder / "torn" / "summary.json").write_text("{", encoding="utf-8")
    (folder / "foreign").mkdir()
    (folder / "foreign" / "manifest.json").write_text('{"name": "an app"}', encoding="utf-8")
    return folder


def test_every_result_is_listed_with_its_verdict_and_its_page(
    outputs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["report", "--index", str(outputs)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"index: {outputs / 'index.html'}",
        "5 finished results; 2 unfinished or damaged",
    ]
    html = (outputs / "index.html").read_text(encoding="utf-8")
    assert "<img src=x" not in html
    reader = Reader(html)
    text = " ".join("".join(reader.text).split())
    assert EVIL in text
    assert "slower: overall worse; of 3 pairings touched 1 better balanced and 2 worse." in text
    assert "1 of 2 conclusions hang on a ruling or an assumption: mean unfairness." in text
    assert "Not finished: the same command goes on from there." in text
    assert "torn/summary.json is damaged" in text or "Damaged: not as expected" in text
    assert "an app" not in text
    assert str(outputs) not in html

    assert main(["report", "--index", str(outputs), "--json"]) == 0
    results = json.loads(capsys.readouterr().out)["results"]
    assert {one["folder"]: (one["kind"], one["state"]) for one in results} == {
        "both": ("comparison", "finished"),
        "coins": ("sweep", "finished"),
        "deep/odd #1 %?": ("sweep", "finished"),
        "half": ("sweep", "unfinished"),
        "hanging": ("sensitivity", "finished"),
        "torn": ("sweep", "damaged"),
        "tweak": ("tweak", "finished"),
    }
    pages = [one["page"] for one in results if one["page"]]
    assert len(pages) == 5
    assert all((outputs / unquote(page)).is_file() for page in pages)
    assert all(f'href="{page}"' in html for page in pages)
    headings = [
        text.index(f"{name}, {kind}")
        for name, kind in (("→", ""), ("coins", "sweep"), ("hanging", "sensitivity"))
        if kind
    ]
    assert headings == sorted(headings)  # the latest first


def test_the_same_results_give_the_same_page_and_a_foreign_page_is_left_alone(
    outputs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = []
    for _ in range(2):
        assert main(["report", "--index", str(outputs)]) == 0
        pages.append((outputs / "index.html").read_bytes())
    assert pages[0] == pages[1]
    (outputs / "index.html").write_text("my own", encoding="utf-8")
    capsys.readouterr()
    assert main(["report", "--index", str(outputs)]) == 2
    assert "was not written by balance report --index and is left alone" in capsys.readouterr().err
    assert (outputs / "index.html").read_text(encoding="utf-8") == "my own"


def test_a_folder_without_results_and_a_missing_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", "--index", str(tmp_path)]) == 0
    assert "There are none yet." in "".join(
        Reader((tmp_path / "index.html").read_text(encoding="utf-8")).text
    )
    assert main(["report", "--index", str(tmp_path / "nowhere")]) == 2
    assert "no such folder; expected a folder with results" in capsys.readouterr().err
    assert main(["report"]) == 2
    assert "with --index, all results are listed" in capsys.readouterr().err
