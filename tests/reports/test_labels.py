"""A game whose seats are labels, with no tie-break and no bids: its pages have its words and nothing of Pacts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from balance import road
from balance.cli import main
from balance.config.pacts.words import WORDS as PACTS
from balance.engine.system import tie_rule
from balance.figures import write_figures
from balance.index import write_index
from balance.reports import labels, points
from balance.reports import wording as w
from balance.reports.figures.files import Look
from balance.reports.page import render
from balance.stats.results import BothWays, Interval
from balance.stats.summary import schema
from balance.words import Words
from tests.reports import labelled
from tests.reports.synthetic import FACTIONS, estimates
from tests.reports.test_page import Reader
from tests.sweep.coins import LABELS

FOREIGN = re.compile(
    r"(?:un)?seelie|faction|layout|region|\btiles?\b|cube|\bcards?\b|\bdecks?\b|\bcourt|\bpoints?\b|\bbids?\b|auction|"
    r"tie-break|\bsides?\b|favours (?:north|south)|\bround|token|splitter|set-up",
    re.I,
)
"""Words of Pacts, and of what this game does not have."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> road.Finished:
    return labelled.swept(tmp_path_factory.mktemp("labels") / "old")


@pytest.fixture(scope="module")
def reader(run: road.Finished) -> Reader:
    return Reader(run.report.read_text(encoding="utf-8").partition('<section id="licences"')[0])


def words_of(reader: Reader) -> str:
    return " ".join("".join(reader.text).split())


def foreign(text: str) -> list[str]:
    """Return words of Pacts, with what stands around them."""
    return [text[max(0, m.start() - 50) : m.end() + 30] for m in FOREIGN.finditer(text)]


def test_no_sentence_of_the_page_has_a_word_of_another_game(run: road.Finished, reader: Reader) -> None:
    assert foreign(words_of(reader)) == []
    page = run.report.read_text(encoding="utf-8")
    spoken = re.findall(r'(?:aria-label|data-tip|title|alt)="([^"]*)"', page)
    assert [text for text in spoken if FOREIGN.search(text)] == []


def test_sections_that_make_no_sense_are_not_there_at_all(reader: Reader) -> None:
    there = {"verdict", "pairings", "strengths", "level-games", "settings", "policies", "assumptions"}
    assert there <= set(reader.ids)
    assert not {"tie-break", "bids", "layout-sets", "missing"} & set(reader.ids)
    asked = {link.removeprefix("#") for link in reader.links if link.startswith("#")}
    assert asked - {"licences"} <= set(reader.ids)  # nothing leads to what is left out


def test_the_page_speaks_of_coins_weathers_and_pips(reader: Reader) -> None:
    text = words_of(reader)
    for said in (
        "Coins ranked",
        "Weathers compared",
        "Coins by weather",
        "Mean margin, pips",
        "How games end, by pips",
        "on the same winds as under the rules in force",
        "Every coin's abilities were switched off",
    ):
        assert said in text, said


def test_pairings_are_shown_both_ways_averaged_first(reader: Reader) -> None:
    tables = list(reader.rows)
    assert tables.index("both-ways-table") < tables.index("pairs-table")
    assert len(reader.rows["both-ways-table"]) == 1 + 6  # a head, and each two of four coins once
    assert reader.rows["both-ways-table"][1][0] == "Guilder"  # of skill 6, against a ducat of skill 0
    assert "Both ways averaged, Guilder wins" in words_of(reader)


def test_the_seats_are_a_check(run: road.Finished) -> None:
    check = labels.seat_check(run.estimates)
    assert check.startswith("Seats are labels, a check: North should win 50 in 100; it won ")
    assert check.endswith("as it should.")
    off = replace(run.estimates, side_advantage=Interval(0.03, 0.01, 0.05, 9000))
    assert "it won 53 (51–55), which is off by more than its range" in labels.seat_check(off)


def test_the_verdict_has_six_points_of_what_is_there(run: road.Finished) -> None:
    found = points.points(run.estimates)
    assert [(one.title, one.key) for one in found] == [
        ("Least fair pairing", "pairings"),
        ("Coin to weaken", "strengths"),
        ("Level games", "level-games"),
        ("Weathers", "settings"),
        ("Does skill matter", "policies"),
        ("What it rests on", "assumptions"),
    ]
    # in a storm skill counts half: 6 against 0, 2 and 3 is ahead by less
    assert found[3].text.startswith("The weather matters most to Guilder: in Calm it wins ")
    chosen = replace(run.estimates, words=replace(run.estimates.words, chosen=True))
    assert points.points(chosen)[1].title == "Strongest coin"
    assert "eaken" not in points.points(chosen)[1].text
    assert found[0].text.startswith("Guilder against Ducat: Guilder wins about ")


def test_a_game_with_sides_and_nothing_to_bid_tells_of_them_and_of_its_settings() -> None:
    few = estimates(FACTIONS[:3], policies=("planner",), bids=(), games=120)
    found = replace(few, words=replace(PACTS, tie_break=False, bids=False))
    told = points.points(found)
    assert [one.key for one in told] == [
        "pairings", "strengths", "level-games", "settings", "policies", "assumptions",
    ]  # fmt: skip
    assert "Seelie wins about" in told[2].text
    assert "Level games are half a win each" in told[2].text
    assert told[3].title == "Layouts"


def test_the_terminal_the_summary_and_the_index_have_the_words(run: road.Finished) -> None:
    shown = run.overview()
    text = " ".join([*run.headline, *(f"{t.title} {t.head} {t.rows} {t.note}" for t in shown)])
    assert foreign(text) == []
    assert "strongest coin" in text
    assert "both ways averaged" in shown[1].title
    summary = json.loads((run.folder / "summary.json").read_bytes())
    jsonschema.validate(summary, schema())
    assert summary["by_setting"]["moves"][0]["name"] == "guilder"
    _, (entry,) = write_index(run.folder.parent)
    assert entry.said[0].startswith("Least fair: Guilder against Ducat, where Guilder wins about ")
    (run.folder.parent / "index.html").unlink()


def test_the_manifest_keeps_the_words_and_older_runs_speak_those_of_pacts(run: road.Finished) -> None:
    manifest = json.loads((run.folder / "manifest.json").read_bytes())
    assert w.words_of(manifest) == LABELS
    newer = {**manifest["words"], "hymn": "of tomorrow"}
    assert Words.read(newer) == LABELS
    del manifest["words"]
    assert w.words_of(manifest) == PACTS


def test_level_games_are_shared_where_no_ruling_gives_them_to_anybody(run: road.Finished) -> None:
    assert tie_rule({}) == "shared"
    pair = next(p for p in run.estimates.pairs if (p.first, p.second) == ("guilder", "ducat"))
    swapped = next(p for p in run.estimates.pairs if (p.first, p.second) == ("ducat", "guilder"))
    assert pair.tie_rate.estimate > 0
    # counted as losses of the first seat, both would lie below by half the level games
    assert abs(pair.share.estimate + swapped.share.estimate - 1) < 0.06


def test_figures_and_their_files_have_the_words(run: road.Finished, tmp_path: Path) -> None:
    written = write_figures(run.folder, folder=tmp_path / "figures", look=Look(("svg",)))
    names = {one.plate.name for one in written.written}
    assert "weathers" in names
    assert not {"tie-break", "points", "set-ups", "model", "layouts"} & names
    page = written.index.read_text(encoding="utf-8")
    assert foreign(" ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.S).split())) == []


def test_comparing_two_runs_speaks_the_words(
    run: road.Finished, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled.swept(tmp_path / "new", seed=2)
    capsys.readouterr()
    assert main(["compare", str(run.folder), str(tmp_path / "new"), "--out", str(tmp_path / "out")]) == 0
    page = Reader((tmp_path / "out/compare.html").read_text(encoding="utf-8").partition('id="licences"')[0])
    assert foreign(words_of(page)) == []
    said = capsys.readouterr().out
    assert "Fair bids" not in said
    assert "tie-break" not in said


def test_who_is_ahead_is_named_with_their_own_share() -> None:
    behind = BothWays("ducat", "guilder", Interval(0.3, 0.25, 0.35, 400), 0.001, "guilder")
    found = labels.lead(behind)
    assert (found.ahead, found.behind, found.told) == ("guilder", "ducat", True)
    assert w.share_cell(found.share) == "70 (65–75)"


def test_what_a_seat_is_stands_beside_the_sides_and_among_how_to_read_the_page() -> None:
    meaning = "The north coin flips alone."
    told = replace(estimates(), words=replace(PACTS, tie_break=False, bids=False, seats_meaning=meaning))
    sides = points.points(told, "pairings")[2]
    assert sides.title == "Sides and level games"
    assert meaning in sides.text
    page = render(
        told, {"words": {"title": "", "contestant": "coin", "setting": "weather", "seats_meaning": meaning}}
    )
    assert f"<li>{meaning}</li>" in page
