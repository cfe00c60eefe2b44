"""Policies compared: pairs of them, matches, and whether verdicts keep their sign."""

from __future__ import annotations

import pytest

from tests.statistics.rows import estimated, row

GREEDY, PLANNER = ("greedy", "greedy"), ("planner", "planner")


def test_pairs_of_policies_start_with_the_headline_and_name_their_layouts() -> None:
    found = estimated(
        row("a", "b", 40, 100, policies=GREEDY, layout="x"),
        row("a", "b", 60, 100, policies=PLANNER, layout="x"),
        row("a", "b", 70, 100, policies=PLANNER, layout="y", ties=10),
    ).policy_pairs
    assert [p.policies for p in found] == [PLANNER, GREEDY]
    assert found[0].settings == ("x", "y")
    assert found[0].share.estimate == pytest.approx(0.65)
    assert found[0].tie_break.estimate == pytest.approx(0.025)
    assert found[1].share.estimate == pytest.approx(0.4)


def test_a_match_averages_both_seats_and_names_the_stronger_first() -> None:
    # as first the planner wins 70%, as second 60%
    rows = [row(x, y, 700, 1000, policies=("planner", "greedy")) for x, y in ("ab", "ba")]
    rows += [row(x, y, 400, 1000, policies=("greedy", "planner")) for x, y in ("ab", "ba")]
    (match,) = estimated(*rows).policy_matches
    assert (match.policy, match.against) == ("planner", "greedy")
    assert match.share.estimate == pytest.approx(0.65)
    assert match.share.note == ""
    assert match.share.low < 0.65 < match.share.high


@pytest.mark.parametrize("more", [("planner", "greedy"), ("greedy", "planner")])
def test_a_match_uses_only_what_was_played_both_ways_round(more: tuple[str, str]) -> None:
    rows = [row("a", "b", 700, 1000, policies=("planner", "greedy"))]
    rows += [row("a", "b", 400, 1000, policies=("greedy", "planner"))]
    rows += [row("a", "b", 1000, 1000, layout="elsewhere", policies=more)]
    (match,) = estimated(*rows).policy_matches
    assert match.share.estimate == pytest.approx(0.65)


def test_a_match_one_way_round_says_so() -> None:
    (match,) = estimated(row("a", "b", 300, 1000, policies=("planner", "greedy"))).policy_matches
    assert match.policy == "greedy"
    assert match.share.estimate == pytest.approx(0.7)
    assert "one seat only" in match.share.note


def test_self_play_is_no_match() -> None:
    assert estimated(row("a", "b", 1, 2, policies=GREEDY), row("a", "b", 1, 2)).policy_matches == ()


def test_agreement_looks_at_the_layouts_that_all_policies_played() -> None:
    found = estimated(
        row("a", "b", 600, 1000, policies=PLANNER, layout="x"),
        row("a", "b", 0, 1000, policies=PLANNER, layout="y"),
        row("a", "b", 700, 1000, policies=GREEDY, layout="x"),
        row("b", "a", 400, 1000, policies=PLANNER, layout="x"),
        row("b", "a", 600, 1000, policies=GREEDY, layout="x"),
    ).agreements
    by_pair = {(a.first, a.second): a for a in found}
    assert by_pair["a", "b"].shares["planner"].estimate == 0.6
    assert by_pair["a", "b"].agrees
    assert not by_pair["b", "a"].agrees
    assert by_pair["b", "a"].contradicts


def test_two_estimates_close_to_even_part_without_contradicting() -> None:
    (one,) = estimated(row("a", "b", 49, 100), row("a", "b", 51, 100, policies=GREEDY)).agreements
    assert not one.agrees
    assert not one.contradicts


def test_one_policy_agrees_with_nobody() -> None:
    assert estimated(row("a", "b", 49, 100)).agreements == ()
