"""Figures as files: their numbers are the summary's, nothing of them lies outside, any name can be drawn."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from balance.reports.figures import FIGURES, Plate, bid_curve
from balance.reports.figures.files import FORMATS, INDEX, Look, contents, data_of, drawings
from balance.reports.figures.other_runs import sensitivity_plates, tweak_plates
from balance.reports.svg import DARK, PAGE, THEMES, house_style, to_svg
from balance.stats.results import Estimates
from balance.stats.summary import summary
from tests.reports import synthetic_layouts
from tests.reports.synthetic import FACTIONS, estimates
from tests.reports.synthetic_studies import studies

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("$x_1$ ^{<b>&\"'", "שלום " * 40, "龍 🐉", "tab\there\x08", "=1+1")


def plates_of(found: Estimates, theme: str = "light") -> dict[str, Plate]:
    with house_style(THEMES[theme]):
        plates = [plate for draw in FIGURES.values() if (plate := draw(found, "faction")) is not None]
        for pair in found.pairs[:1]:
            plates += [plate for plate in [bid_curve(found, pair, "bid-a-v-b")] if plate is not None]
    return {plate.name: plate for plate in plates}


@pytest.fixture(scope="module")
def found() -> Estimates:
    return replace(estimates(), **studies(), layout_sets=(synthetic_layouts.study(),))


@pytest.fixture(scope="module")
def plates(found: Estimates) -> dict[str, Plate]:
    return plates_of(found)


def rows_of(plate: Plate) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data_of(plate).decode())))


def numbers(row: dict[str, str]) -> tuple[float, ...]:
    return tuple(float(row[key]) for key in ("estimate", "low", "high", "games"))


def told(interval: dict[str, Any]) -> tuple[float, ...]:
    return tuple(interval[key] for key in ("estimate", "low", "high", "games"))


def test_every_figure_of_a_whole_run_is_drawn(plates: dict[str, Plate]) -> None:
    assert list(plates) == [
        "heat-map", "strengths", "model", "set-ups", "picks", "tie-break", "points", "abilities", "layouts",
        "tile-effects", "policies", "bid-a-v-b",
    ]  # fmt: skip


def test_the_data_of_each_figure_are_the_summarys(found: Estimates, plates: dict[str, Plate]) -> None:
    said = summary(found, run={})
    rows = {name: rows_of(plate) for name, plate in plates.items()}

    assert {(r["seelie"], r["unseelie"], *numbers(r)) for r in rows["heat-map"]} == {
        (p["first"], p["second"], *told(p["share"])) for p in said["pairs"]
    }
    assert [(r["faction"], r["series"], *numbers(r)) for r in rows["strengths"]] == [
        (one["name"], series, *told(one[key]))
        for one in said["strengths"]
        for key, series in (
            ("strength", "both sides"),
            ("as_first", "as Seelie"),
            ("as_second", "as Unseelie"),
        )
    ]
    odds = [[float(r[key]) for key in ("log_odds", "log_odds_low", "log_odds_high")] for r in rows["model"]]
    assert odds == [list(told(e["value"])[:3]) for e in said["pairings_model"]["interactions"][: len(odds)]]
    assert [(r["set_up"], *numbers(r)) for r in rows["set-ups"]] == [
        (one["kind"], *told(one["value"])) for one in said["metagame"]["set_ups"]
    ]
    deal = next(one for one in said["metagame"]["set_ups"] if one["kind"] == "two dealt")
    assert sorted((r["series"], r["faction"], *numbers(r)) for r in rows["picks"]) == sorted(
        (seat.title(), pick["name"], *told(pick["rate"]))
        for seat, picks in deal["picks"].items()
        for pick in picks
    )
    assert [numbers(r) for r in rows["tie-break"]] == [
        told(one["overall"][part])
        for one in said["tie_break_study"]["policies"]
        for part in ("total", "mechanical", "behavioural")
    ]
    assert [(int(r["points"]), *numbers(r)) for r in rows["points"]] == [
        (point["points"], *told(point["share"])) for point in said["tie_break_study"]["handicap"]["curve"]
    ]
    assert sorted((r["faction"], r["ability"], *numbers(r)) for r in rows["abilities"]) == sorted(
        (e["contestant"], e["ability"], *told(e["loss"])) for e in said["abilities"]["effects"]
    )
    assert sorted((r["layout"], *numbers(r)) for r in rows["layouts"]) == sorted(
        (one["name"], *told(one["share"])) for one in said["settings"]
    )
    assert [(r["seelie_played_by"], r["unseelie_played_by"], *numbers(r)) for r in rows["policies"]] == [
        (*one["policies"], *told(one["share"])) for one in said["policy_pairs"]
    ]
    curve = said["pairs"][0]["fair_bid"]["curve"]
    assert sorted(
        (r["cubes_to"], int(r["cubes"]), r["may_be_even"], *numbers(r)) for r in rows["bid-a-v-b"]
    ) == sorted(
        (p["to"] or "", p["cubes"], "no" if p["excluded"] else "yes", *told(p["share"])) for p in curve
    )


def test_a_file_of_each_format_and_the_data_are_written_and_listed(plates: dict[str, Plate]) -> None:
    plate = plates["strengths"]
    written, files = contents([plate], "my run", Look(dpi=60))
    assert list(written[0].files) == [f"strengths.{kind}" for kind in (*FORMATS, "csv")]
    assert set(files) == {*written[0].files, INDEX}
    assert files["strengths.png"].startswith(b"\x89PNG")
    assert files["strengths.pdf"].startswith(b"%PDF")
    page = files[INDEX].decode()
    assert plate.text in page.replace("&#39;", "'")
    assert all(f'href="{name}"' in page for name in written[0].files)


def test_the_same_figure_is_the_same_bytes_without_a_date(plates: dict[str, Plate]) -> None:
    once, again = (drawings(plates["layouts"], "my run", Look(dpi=60)) for _ in range(2))
    assert once == again
    assert b"Date" not in once["pdf"]
    assert b"Software" not in once["png"]
    assert b"<dc:date>" not in once["svg"]


def test_an_svg_stands_alone_and_says_what_it_shows(found: Estimates) -> None:
    plate = plates_of(found, "dark")["strengths"]
    data = drawings(plate, "my run", Look(("svg",), "dark"))["svg"]
    text = data.decode()
    assert "var(" not in text
    assert "data-tip" not in text
    root = ET.fromstring(data)
    assert root.findtext(f"{SVG}title") == plate.title
    assert root.findtext(f"{SVG}desc") == plate.text
    assert all(
        element.get(key, "#").startswith("#")
        for element in root.iter()
        for key in ("href", "{http://www.w3.org/1999/xlink}href")
    )
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert any(word and word.startswith(f"my run · {plate.games:,} games") for word in words)
    assert DARK.ground in text
    assert PAGE.ink not in text


def test_dots_on_the_page_say_their_value_when_pointed_at(found: Estimates) -> None:
    with house_style():
        plate = FIGURES["strengths"](found, "faction")
        assert plate is not None
        root = ET.fromstring(to_svg(plate.draw(), "strengths", plate.text))
    tips = [element for element in root.iter() if element.get("data-tip")]
    assert len(tips) == 3 * len(FACTIONS)
    assert [tip.findtext(f"{SVG}title") for tip in tips] == [tip.get("data-tip") for tip in tips]
    assert not any(element.get("id", "").startswith("tip:") for element in root.iter())
    assert not any("tabindex" in element.attrib for element in root.iter())


@pytest.mark.parametrize(
    "factions",
    [HOSTILE, FACTIONS[:2], tuple(f"faction number {i}" for i in range(30))],
    ids=["hostile", "two", "30"],
)
def test_runs_of_any_names_and_sizes_are_drawn_without_complaint(factions: tuple[str, ...]) -> None:
    shape: dict[str, Any] = {} if len(factions) < 30 else {"games": 60, "policies": ("planner",), "bids": ()}
    plates = plates_of(estimates(factions, **shape))
    for name in ("heat-map", "strengths", *(["bid-a-v-b"] if "bids" not in shape else [])):
        look = Look(dpi=50) if factions is HOSTILE else Look(("svg",))
        drawn = drawings(plates[name], "run\x00 " * 30, look)
        ET.fromstring(drawn["svg"])
    assert len(rows_of(plates["heat-map"])) == len(factions) * (len(factions) - 1)


def test_runs_with_little_have_fewer_figures() -> None:
    kinds: dict[str, dict[str, Any]] = {
        "bid-a-v-b": {"bids": ()}, "policies": {"policies": ("planner",)}, "layouts": {"layouts": ("standard",)},
    }  # fmt: skip
    for missing, kind in kinds.items():
        assert missing not in plates_of(estimates(FACTIONS[:3], **kind))
    assert plates_of(estimates(FACTIONS[:3], games=0)) == {}


def interval(middle: float, half: float) -> dict[str, Any]:
    return {"estimate": middle, "low": middle - half, "high": middle + half, "games": 400, "note": ""}


def test_a_tweak_is_drawn_before_and_after() -> None:
    pair = {
        "first": "dragons", "second": "kelpies", "old": interval(0.6, 0.02), "new": interval(0.52, 0.02),
        "change": interval(-0.08, 0.01), "games": 400,
    }  # fmt: skip
    said = {
        "run": {"policies": ["greedy", "greedy"]},
        "tweaks": [{"name": "slow dragons", "touched": [pair]}],
    }
    with house_style():
        (plate,) = tweak_plates(said, {"columns": {"seats": ["seelie", "unseelie"]}})
        plate.draw()
    assert plate.name == "tweak-slow-dragons"
    assert [(row["series"], row["estimate"]) for row in plate.rows] == [("before", 0.6), ("after", 0.52)]
    assert plate.rows[0]["seelie"] == "dragons"


def test_what_moves_a_conclusion_is_drawn_with_its_marks() -> None:
    movers = [
        {"variant": "tie_break: shared", "change": interval(-0.03, 0.01), "sure": True},
        {"variant": "move_unit: steps", "change": interval(0.01, 0.02), "sure": False},
    ]
    said = {
        "run": {"policies": ["greedy", "greedy"]},
        "headlines": [
            {
                "headline": "strength: dragons", "base": interval(0.52, 0.01), "depends_on": ["tie_break: shared"],
                "fades_under": [], "movers": movers,
            },
            {
                "headline": "side advantage", "base": interval(0.02, 0.01), "depends_on": [], "fades_under": [],
                "movers": [],
            },
        ],
    }  # fmt: skip
    with house_style():
        (plate,) = sensitivity_plates(said, {"columns": {"seats": ["seelie", "unseelie"]}})
        plate.draw()
    assert plate.name == "sensitivity-strength-dragons"
    assert [(row["variant"], row["sure"], row["conclusion"]) for row in plate.rows] == [
        ("tie_break: shared", "yes", "changes"),
        ("move_unit: steps", "no", ""),
    ]
