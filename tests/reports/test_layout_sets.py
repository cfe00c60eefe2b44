"""What the page says of sets of layouts; numbers are those of `synthetic_layouts`, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from balance.reports.sections import layout_sets
from balance.reports.sections.blocks import Section
from balance.stats.layouts.results import LayoutSetStudy
from tests.reports import synthetic_layouts
from tests.reports.synthetic import estimates, manifest
from tests.reports.synthetic_studies import around

ESTIMATES, MANIFEST = estimates(), manifest()


def told(study: LayoutSetStudy, manifest: dict[str, Any] = MANIFEST) -> Section:
    return layout_sets.section(replace(ESTIMATES, layout_sets=(study,)), manifest)


def words(section: Section) -> str:
    return " ".join(
        line for block in section.blocks for line in (block.heading, *block.paragraphs, *block.points)
    )


def figures(section: Section) -> str:
    return "".join(str(block.figure) for block in section.blocks if block.figure is not None)


def test_a_run_without_sets_has_no_section() -> None:
    assert layout_sets.section(ESTIMATES, MANIFEST).blocks == ()


def test_the_spread_is_told_with_its_interval_and_what_tiles_explain() -> None:
    said = words(told(synthetic_layouts.study()))
    assert "a typical one lies 2.1 (2.0–2.2) wins in 100 from their mean" in said
    assert "explains 91 (89–93)% of that" in said


def test_layouts_that_cannot_be_told_apart_are_not_said_to_differ() -> None:
    said = words(told(synthetic_layouts.study(spread=around(0.004, 0.004))))
    assert "cannot tell the layouts apart" in said
    assert "a standard deviation of at most 0.8 wins in 100" in said
    assert "surely differ" not in said


def test_what_the_spread_leaves_out_is_said() -> None:
    said = words(told(replace(synthetic_layouts.study(), note="what is special counts as luck")))
    assert "What is special counts as luck." in said


def test_effects_are_named_from_the_largest_whichever_way_they_go() -> None:
    said = words(told(synthetic_layouts.study()))
    # 36 steps from +3.5 to −3.5: the outermost are ±3.5 and ±3.3, each ± 0.2
    assert "Seelie wins 3.5 (3.3–3.7) more of 100 games with 2/7 on top-left." in said
    assert "Seelie wins 3.5 (3.3–3.7) fewer of 100 games with 3/4 on bottom-right." in said


def test_an_uncertain_effect_is_neither_bold_nor_called_sure() -> None:
    study = synthetic_layouts.study()
    weak = replace(study, effects=tuple(replace(e, p_value=0.3) for e in study.effects), contestants=())
    section = told(weak)
    assert "No tile on any region surely changes how often Seelie wins" in words(section)
    assert 'strong"' not in figures(section).partition("map-card")[0]


def test_the_ten_are_shown_as_played_as_expected_and_on_fresh_games() -> None:
    section = told(synthetic_layouts.study())
    (table,) = [
        b.table for b in section.blocks if b.table is not None and b.table.name == "furthest-layouts-1"
    ]
    first = table.rows[0]
    assert (first["raw"], first["shrunken"], first["fresh"]) == ("62 (61–63)", "58.0 (± 0.8)", "57 (55–59)")
    assert "lay 10.5 wins in 100 from even in the games that picked them, 7.0 were expected, and +6" in words(
        section
    )


def test_without_fresh_games_nothing_is_said_of_them() -> None:
    section = told(synthetic_layouts.study(fresh=False))
    assert "fresh" not in words(section)
    (table,) = [
        b.table for b in section.blocks if b.table is not None and b.table.name == "furthest-layouts-1"
    ]
    assert "fresh" not in table.columns


@pytest.mark.parametrize(
    ("p_value", "words_told"), [(0.4, "they are, as far as luck can tell"), (0.001, "they are not")]
)
def test_mirrored_layouts_are_said_to_agree_or_not(p_value: float, words_told: str) -> None:
    said = words(told(synthetic_layouts.study(mirror=p_value)))
    assert words_told in said
    assert "Exchanging top-left and top-right leaves the rules as they are" in said


def test_maps_show_the_points_of_the_layouts_own_tiles() -> None:
    drawn = figures(told(synthetic_layouts.study()))
    assert '<li class="at-top-left"><span class="region">top-left: </span><b>2</b>' in drawn  # 2/7 there
    assert "expect Unseelie to win 56.0 in 100" in drawn  # the second layout: 1 − 0.44
