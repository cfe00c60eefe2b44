"""Layouts, other players and ranks on the page: what is said, and what is left unsaid."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Any

import pytest

from balance.config.pacts.words import WORDS
from balance.reports import layout_maps, settings_table, strengths_table
from balance.reports.layout_maps import LayoutMap, Region
from balance.reports.page import render
from balance.reports.sections import players, settings
from balance.stats.results import Estimates, Mark
from tests.reports.synthetic import estimates, manifest
from tests.statistics.rows import estimated, row

STANDARD = {
    "top-left": "2/7", "top-right": "4/3", "center": "5/5",
    "bottom-left": "1/5", "bottom-middle": "3/6", "bottom-right": "3/4",
}  # fmt: skip
EVIL = "<b>x</b> & $y_1$"


def laid(**layouts: Any) -> dict[str, Any]:
    return {**manifest(), "configuration": {"factions": {}, "layouts": layouts}}


def played(*shares: float, games: int = 2000, **more: Any) -> Estimates:
    """Return one pair on settings "0", "1", … with these shares."""
    rows = [row("a", "b", round(share * games), games, layout=str(i)) for i, share in enumerate(shares)]
    return replace(estimated(*rows, **more), words=WORDS)


def text(found: Estimates, told: dict[str, Any] | None = None) -> list[str]:
    section = settings.section(found, told or manifest())
    return [line for block in section.blocks for line in block.paragraphs]


def test_a_map_has_each_tile_in_its_place_and_the_dark_side_first() -> None:
    told = laid(standard=STANDARD, dealt={"random_regions": True})
    regions = layout_maps.regions_of(told, "standard")
    assert regions[0] == Region("top-left", 2, 7)
    assert LayoutMap("standard", "", regions).placed
    turned = {**told, "rulings": {"tile_label": "second_dark"}}
    assert layout_maps.regions_of(turned, "standard")[0] == Region("top-left", 7, 2)
    assert layout_maps.regions_of(told, "dealt") == ()
    assert layout_maps.regions_of(manifest(), "standard") == ()


def test_regions_of_another_board_are_named_and_names_are_only_text() -> None:
    other = LayoutMap(EVIL, EVIL, (Region(EVIL, 2, 7),))
    drawn = layout_maps.to_html([(EVIL, [other])])
    assert not other.placed
    assert "<b>x</b>" not in drawn
    assert drawn.count(escape(EVIL, quote=False)) >= 4


def test_layouts_that_luck_explains_are_not_told_apart() -> None:
    first, favour, *_ = text(played(0.5, 0.505, 0.495, 0.5))
    assert "the 4 layouts cannot be told apart: luck alone gives differences like these" in first
    assert favour == (
        "All considered together (95%), 0 layouts very likely favour Seelie, 0 favour Unseelie, and 4 cannot be told "
        "apart from even."
    )


def test_the_best_of_layouts_that_differ_is_named_for_each_side() -> None:
    lines = " ".join(text(played(0.7, 0.6, 0.4)))
    assert "surely differ" in lines
    assert "2 layouts very likely favour Seelie, 1 favours Unseelie, and 0 cannot" in lines
    assert "Best for Seelie by the estimates: 0, where it wins about 70 in 100 games" in lines
    assert "Best for Unseelie by the estimates: 2, where it wins about 60 in 100 games" in lines
    assert lines.count("no other may be the best") == 2


def test_one_layout_is_compared_with_none() -> None:
    assert text(played(0.7))[0] == "Only one layout was played, so nothing can be said about others."


def test_few_layouts_do_not_tell_what_about_them_matters() -> None:
    features = {str(i): {"points": float(i)} for i in range(5)}
    assert text(played(*[0.5] * 5, features=features))[-1] == (
        "Only 5 layouts with fixed features: not enough to tell what about them matters (8 are needed)."
    )
    assert not any("matters" in line for line in text(played(0.5, 0.5)))  # none are known


def test_a_feature_that_goes_with_who_wins_is_shown_with_its_whole_effect() -> None:
    features = {str(i): {"points": float(i)} for i in range(8)}
    section = settings.section(played(*(0.4 + 0.02 * i for i in range(8)), features=features), manifest())
    table = section.blocks[-1].table
    assert table is not None
    (points,) = table.rows
    assert points["slope"].startswith("+2.0 (")
    assert points["range"] == "0 to 7"
    assert points["whole"].startswith("+14.0 (")
    assert points["sure"] == "yes"


def test_standing_says_for_whom_a_layout_may_be_best() -> None:
    table = settings_table.settings(played(0.7, 0.6, 0.4))
    assert [r["standing"] for r in table.rows] == [
        "may be best for Seelie",
        "in between",
        "may be best for Unseelie",
    ]
    assert "mark" not in table.columns  # one policy only


@pytest.fixture(scope="module")
def full() -> Estimates:
    return estimates(("dragons", "kelpies", EVIL), layouts=("standard", EVIL), bids=())


def test_every_conclusion_stands_in_the_table_with_its_mark(full: Estimates) -> None:
    table = players.players_table(full, "faction")
    assert len(table.rows) == len(full.conclusions)
    for shown, one in zip(table.rows, full.conclusions, strict=True):
        assert shown["mark"].endswith(one.mark.value)
    assert [
        s for s, one in zip(table.strong, full.conclusions, strict=True) if s != (one.mark is Mark.DEPENDS)
    ] == []
    assert players.bids_sentence(("planner", "planner"), 3).startswith("Bids were played by Planner only")
    assert players.bids_sentence((), 3) == ""


def test_factions_have_ranks_sides_and_their_hardest_pairing(full: Estimates) -> None:
    table = strengths_table.strengths(full, "faction")
    assert {"ranks", "difference", "hardest", "mark"} <= set(table.columns)
    worst = {
        name: min(
            [(p.share.estimate, f"as Seelie v {p.second}") for p in full.pairs if p.first == name]
            + [(1 - p.share.estimate, f"as Unseelie v {p.first}") for p in full.pairs if p.second == name]
        )[1]
        for name in full.contestants
    }
    for shown, strength in zip(table.rows, full.strengths, strict=True):
        assert shown["hardest"].lower() == worst[strength.name].lower()
        assert shown["ranks"] == strengths_table.ranks_words(strength.ranks)
    assert strengths_table.ranks_words((2, 2)) == "2"
    assert strengths_table.ranks_words((2, 4)) == "2–4"


def test_the_page_holds_hostile_names_and_one_policy_as_text(full: Estimates) -> None:
    told = laid(**{EVIL: STANDARD})
    assert "<b>x</b>" not in render(full, told)
    alone = render(replace(full, conclusions=(), agreements=()), told)
    assert "players-table" not in alone
    assert "Only one policy played against itself" in alone
