"""The heat map's views: each number in its row and column, with what it rests on; nothing bold that may be even."""

from __future__ import annotations

from dataclasses import replace

from balance.reports import heat_map, shaded_table
from balance.reports import wording as w
from balance.stats.pairings.results import Effect, Term
from balance.stats.results import Estimates, Interval, Verdict
from tests.reports.synthetic import estimates
from tests.statistics.rows import estimated, row

THREE = (
    row("a", "b", 600, 1000),
    row("b", "a", 500, 1000),
    row("a", "c", 700, 1000),
    row("c", "a", 400, 1000),
    row("b", "c", 505, 1000),
)


def cells(found: Estimates, key: str) -> dict[tuple[str, str], shaded_table.Cell]:
    view = next(one for one in heat_map.views(found) if one.key == key)
    return {
        (name, other): cell
        for name, across in view.rows.items()
        for other, cell in zip(view.rows, across, strict=True)
    }


def test_by_side_a_cell_is_the_first_seats_share_when_it_plays_the_row() -> None:
    shown = cells(estimated(*THREE), "side")
    assert [shown["a", "b"].text, shown["a", "c"].text, shown["c", "a"].text] == ["60", "70", "40"]
    assert shown["a", "b"].tip.startswith("A as Seelie against B as Unseelie: Seelie wins 60 (57–63) in 100")
    assert "1,000 games" in shown["a", "b"].tip
    assert shown["a", "b"].link == "#pair-a-v-b"


def test_what_was_not_played_is_an_empty_cell_that_says_so() -> None:
    shown = cells(estimated(*THREE), "side")
    for pair in (("c", "b"), ("a", "a")):
        assert (shown[pair].text, shown[pair].shade, shown[pair].link) == ("", "empty", "")
        assert shown[pair].tip.endswith(w.NO_GAMES)


def test_mirrors_stand_on_the_diagonal_and_lead_nowhere() -> None:
    shown = cells(estimated(*THREE, row("a", "a", 580, 1000)), "side")
    assert (shown["a", "a"].text, shown["a", "a"].link) == ("58", "")


def test_both_ways_a_row_is_seen_from_its_own_side_whoever_is_listed_first() -> None:
    shown = cells(estimated(*THREE), "both")
    # a wins 60 as Seelie and 50 as Unseelie: 55; b the rest.
    assert (shown["a", "b"].text, shown["b", "a"].text) == ("55", "45")
    assert (shown["a", "b"].shade[:5], shown["b", "a"].shade[:6]) == ("first", "second")
    assert "A is ahead" in shown["b", "a"].tip
    assert shown["b", "c"].text == ""  # played one way round only


def test_bold_is_what_the_verdict_tells_apart() -> None:
    found = estimates()
    shown = cells(found, "side")
    for pair in found.pairs:
        assert shown[pair.first, pair.second].strong == (pair.verdict is not Verdict.UNDECIDED)
    even = cells(estimated(row("a", "b", 505, 1000), row("b", "a", 500, 1000)), "both")
    assert not even["a", "b"].strong
    assert "not told apart" in even["a", "b"].tip


def test_what_is_told_apart_never_stands_on_the_mark() -> None:
    shown = cells(estimated(row("a", "b", 504_000, 1_000_000), row("b", "a", 499_900, 1_000_000)), "side")
    assert [(shown[pair].text, shown[pair].strong) for pair in (("a", "b"), ("b", "a"))] == [
        ("50.4", True),
        ("50", False),
    ]
    assert shaded_table.in_100(-0.0004, told=True, mark=0.0, signed=True) == "−0.04"
    assert shaded_table.in_100(-0.0004, told=False, mark=0.0, signed=True) == "0"


def test_beyond_strengths_is_the_models_interaction_in_an_even_game() -> None:
    found = estimates()
    fit = found.pairings_model
    assert fit is not None
    first, second = found.contestants[:2]
    # Log odds of 0.4 are 0.5 · tanh(0.2) = 9.87 in 100 of an even game.
    one = Effect(Term.INTERACTION, (first, second), Interval(0.4, 0.2, 0.6, 1560), 0.1)
    two = Effect(Term.INTERACTION, (second, first), Interval(-0.04, -0.2, 0.12, 1560), 0.08)
    shown = cells(replace(found, pairings_model=replace(fit, interactions=(one, two))), "beyond")
    assert (shown[first, second].text, shown[first, second].strong) == ("+10", True)
    assert (shown[second, first].text, shown[second, first].strong) == ("−1", False)
    assert "may be nothing" in shown[second, first].tip


def test_a_run_without_a_model_or_a_way_back_has_fewer_views() -> None:
    found = replace(estimated(row("a", "b", 600, 1000)), pairings_model=None)
    assert [view.key for view in heat_map.views(found)] == ["side"]
    assert "data-chooser" not in heat_map.to_html(found)


def test_shades_deepen_away_from_even_to_five_on_each_side() -> None:
    found = estimated(
        row("a", "b", 500, 1000), row("b", "a", 509, 1000), row("a", "c", 600, 1000), row("c", "a", 300, 1000)
    )
    shown = cells(found, "side")  # 20 in 100 is the farthest: five steps of 4
    assert shown["a", "b"].shade == "even"
    assert shown["b", "a"].shade == "first-1"
    assert shown["a", "c"].shade == "first-3"
    assert shown["c", "a"].shade == "second-5"
