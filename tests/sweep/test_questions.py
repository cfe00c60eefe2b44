"""The questions of a test system from its games to its files: page, summary, terminal and comparison."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from balance import road
from balance.compare.road import run_comparison
from balance.engine.system import Cell
from balance.reading import read_run
from balance.reports import page
from balance.reports.overview import overview
from balance.stats import summary
from balance.stats.questions import Played, finding, untold
from tests.pages.numbers import printed, unknown
from tests.sweep import coin_questions
from tests.sweep.coins import CoinSystem, configuration

COINS = configuration()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[road.Finished]:
    """Play coins, whose questions are found as those of a rule system are."""
    folder = tmp_path_factory.mktemp("runs") / "asked"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            finding, "questions_of", lambda system: coin_questions.answers if system == "coins" else None
        )
        yield road.run_sweep(COINS, lambda: (CoinSystem(COINS), {}), folder)


def test_every_number_of_the_page_stands_in_the_summary(run: road.Finished) -> None:
    text = run.report.read_text(encoding="utf-8")
    told = json.loads((run.folder / "summary.json").read_text(encoding="utf-8"))
    assert unknown(text, told) == []
    asked = text[text.index('id="questions"') : text.index('id="reading"')]
    assert len(printed(asked)) == 1 + 3 * 4 + 2  # a sentence's, a row's for each coin, two gains
    numbers = [one.pop("numbers") for one in told["questions"]]
    assert [len(one) for one in numbers] == [1, 0, 0]
    assert unknown(asked, told["questions"]) == printed(asked)[:1]


def test_the_summary_tells_questions_as_its_schema_says(run: road.Finished) -> None:
    told = json.loads((run.folder / "summary.json").read_text(encoding="utf-8"))
    jsonschema.validate(told, summary.schema())
    assert [one["key"] for one in told["questions"]] == ["odd", "swap", "edge"]
    (gain, *_) = told["questions"][1]["rows"][0]["values"]
    assert (gain["unit"], gain["family"], gain["signed"]) == ("points", 2, True)
    sure = told["questions"][2]["rows"][0]["values"][0]
    assert (sure["estimate"], sure["low"], sure["high"], sure["exact"]) == (0.5, 0.5, 0.5, True)
    del told["questions"][0]["rows"][0]["values"][0]["unit"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(told, summary.schema())


def test_the_numbers_are_those_of_the_games(run: road.Finished) -> None:
    manifest, tallies, facts, _ = read_run(run.folder)
    cells = Played(manifest, tallies, facts).cells(first="guilder")
    system, shares, odd = CoinSystem(COINS), [], []
    for name in cells.names:
        (one,) = [
            cell
            for cell in _cells()
            if (*cell.contestants, cell.setting) == name[:3] and cell.policies == name[3]
        ]
        margins = system.margins(one, 0, cells.games // len(cells))
        shares.append((margins >= 0).mean())
        odd.append((margins % 2 == 1).mean())
    assert len(shares) == 4
    assert cells.wins().estimate == pytest.approx(sum(shares) / 4)
    assert cells.share("parity", "odd").estimate == pytest.approx(sum(odd) / 4)


def _cells() -> list[Cell]:
    return [
        Cell((first, second), weather, ("left", "left"))
        for first in ("ducat", "florin", "guilder")
        for second in ("ducat", "florin", "guilder")
        for weather in ("calm", "storm")
        if first != second
    ]


def test_questions_stand_right_after_the_verdict_and_names_are_text(run: road.Finished) -> None:
    text = run.report.read_text(encoding="utf-8")
    places = [text.index(f'<section id="{key}"') for key in ("questions", "reading", "pairings")]
    assert text.index('id="verdict"') < places[0] < places[1] < places[2]
    assert '<a href="#questions">' in text
    assert 'id="question-odd"' in text
    assert "What is &lt;b&gt;sure&lt;/b&gt; of a coin?" in text
    assert "<b>sure</b>" not in text
    assert "Wins, in 100" in text
    assert "The intervals under “Gain” hold together" in text
    assert "not enough games to tell" in text[places[0] : places[1]]


def test_the_terminal_and_the_brief_tell_each_question(run: road.Finished) -> None:
    asked = next(table for table in run.overview() if table.title == "The designer’s questions")
    assert [title for title, _ in asked.rows] == [one.title for one in run.estimates.answers]
    assert asked.rows[1][1].startswith("Of the other coins ")
    assert [list(one) for one in run.brief()["questions"]] == [["key", "title", "sentences"]] * 3


def test_no_number_of_a_sentence_is_forgotten(run: road.Finished) -> None:
    assert [untold(one) for one in run.estimates.answers] == [(), (), ()]


def test_a_page_is_made_anew_with_its_questions(run: road.Finished) -> None:
    before = run.report.read_bytes()
    road.rebuild_report(run.folder)
    assert run.report.read_bytes() == before


def test_two_runs_with_questions_can_be_compared(run: road.Finished, tmp_path: Path) -> None:
    other = configuration(seed=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "render", lambda *_: "")
        road.run_sweep(other, lambda: (CoinSystem(other), {}), tmp_path / "other")
    found = run_comparison(run.folder, tmp_path / "other", tmp_path / "compared")
    assert found.report.is_file()


def test_a_run_without_questions_has_no_such_section(run: road.Finished) -> None:
    none = replace(run.estimates, answers=())
    text = page.render(none, read_run(run.folder)[0])
    assert 'id="questions"' not in text
    assert 'href="#questions"' not in text
    assert len(overview(none)) == len(run.overview()) - 1
