"""Sections that only some runs have: their words and numbers, worked out by hand from made-up studies."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from balance.config.pacts.words import WORDS
from balance.reports import verdict
from balance.reports import wording as w
from balance.reports.page import render
from balance.reports.sections import abilities, auction, metagame, model, tie_break
from balance.stats.comparisons.tie_break_results import Handicap, HandicapStatus
from balance.stats.metagame.results import Levelling, Metagame, Pick, SetUp, SetUpKind
from balance.stats.pairings.results import Fit, FitTest
from balance.stats.results import BidStatus, Estimates, FairBid, Interval
from tests.reports import synthetic_studies as made
from tests.reports.synthetic import FACTIONS, estimates, manifest
from tests.reports.test_page import EVIL, Reader

if TYPE_CHECKING:
    pass

SEATS = ("seelie", "unseelie")
ADDED = {
    "model-table", "interactions-table", "predictions-table", "mirror-check-table", "tie-break-policies-table",
    "tie-break-pairs-0-table", "handicap-pairs-table", "bracket-table", "bid-settings-table", "plays-ruled-table",
    "plays-other-table", "owner-bid-other-table", "placements-table", "abilities-table", "ability-sides-0-table",
    "ability-opponents-1-table",
}  # fmt: skip


@cache
def base(factions: tuple[str, ...] = FACTIONS) -> Estimates:
    return estimates(factions, layouts=("standard", "mirrored"), policies=("planner",), games=600)


def text_of(page: str) -> str:
    return " ".join("".join(Reader(page).text).split())


@pytest.fixture(scope="module")
def page() -> str:
    return render(replace(base(), **made.studies()), manifest())


@pytest.fixture(scope="module")
def reader(page: str) -> Reader:
    return Reader(page)


def test_a_run_without_them_says_so_a_line_each() -> None:
    bare = replace(
        base(), metagame=None, tie_break_study=None, abilities=None, auctions=None, pairings_model=None
    )
    shown = render(bare, manifest())
    text = text_of(shown)
    for module in (model, metagame, tie_break, abilities, auction):
        assert module.MISSING in text
    assert not ADDED & set(Reader(shown).rows)
    assert 'href="#model"' not in shown


def test_a_run_with_them_has_every_table_and_no_line_of_what_is_missing(page: str, reader: Reader) -> None:
    assert set(reader.rows) >= ADDED
    assert 'id="missing"' not in page
    assert 'href="#abilities"' in page
    assert sorted(reader.ids) == sorted(set(reader.ids))
    text = "".join(reader.text)
    assert "nan" not in text.replace("Banshee", "")
    assert "None" not in text


def test_a_page_speaks_of_factions_sides_and_layouts() -> None:
    """The statistics say contestant, seat and setting, for any game; a page has the rulebook's words."""
    studies = made.studies()
    bare_of: dict[str, Any] = dict.fromkeys(studies)
    shown = render(replace(base(), **studies), {**manifest(), "rulings": {}})
    bare = render(replace(base(), **bare_of), {**manifest(), "rulings": {}})
    for text in (text_of(shown), text_of(bare)):
        assert re.findall(r".{0,40}\b(?:contestants?|seats?|settings?)\b.{0,40}", text) == []
    assert "Do layouts change pairs?" in text_of(shown)


def test_a_page_with_everything_stays_well_under_two_megabytes(page: str) -> None:
    assert len(page.encode()) < 1_700_000  # 650,000 of it are the scripts and styles of every page


def test_effects_are_told_in_wins_of_an_even_game(reader: Reader) -> None:
    # Log odds 0.1, 0.05 and 0.15 are shares of 1 / (1 + e^-x): 52.5, 51.2 and 53.7 in 100.
    assert (
        model.side_sentence(made.pairings().side, SEATS)
        == "In an otherwise even game the side is worth 2 (1–4) wins in 100 to Seelie."
    )
    rows = {row[0]: row[1:] for row in reader.rows["model-table"]}
    # The first of nine is at 0.4: 59.9, from 0.34 (58.4) to 0.46 (61.3).
    assert rows["Banshees"][0] == "+9.9 (+8.4 to +11.3)"
    assert rows["Fir Bolg"][0] == "0.0 (−1.5 to +1.5)"


def test_a_side_that_may_be_worth_nothing_is_not_said_to_help() -> None:
    side = made.pairings().side
    assert side is not None
    open_yet = replace(side, value=made.around(0.02, 0.06))
    assert model.side_sentence(open_yet, SEATS) == (
        "The side gives no sure advantage: +0.5 (−1.0 to +2.0) wins in 100 to Seelie."
    )
    assert model.side_sentence(None, SEATS) == "The model has no term for the side."


def test_the_fit_is_told_as_an_answer_to_a_question() -> None:
    short, fine, untested = made.pairings().tests
    assert model.fit_sentence(short) == (
        "Do strengths and side alone explain the pairs? No (p < 0.01, chi-square). Single pairings differ "
        "by more than luck."
    )
    assert model.fit_sentence(fine) == (
        "Do settings change pairs? Nothing speaks against it (p = 0.38, bootstrap of 200 data sets); more games might."
    )
    assert (
        model.fit_sentence(untested)
        == "Do settings change contestants? That cannot be tested: too few games."
    )
    bare = FitTest("is it so?", math.nan, 0, math.nan, "", Fit.UNTESTED)
    assert model.fit_sentence(bare) == "Is it so? That cannot be tested."


def test_circles_of_three_are_named_and_only_certain_ones_are_called_so() -> None:
    sure, open_yet = made.pairings().triples
    assert model.triple_sentence(sure) == (
        "Banshees over Changelings, Changelings over Cu Sidhe, Cu Sidhe over Banshees: certain at 95%, though picked "
        "from all triples."
    )
    assert model.triple_sentence(open_yet) == (
        "Banshees over Cu Sidhe, Cu Sidhe over Changelings, Changelings over Banshees: seen, but luck may have made it "
        "(not enough games to tell)."
    )


def test_cells_never_played_have_a_prediction_with_its_interval(reader: Reader) -> None:
    assert reader.rows["predictions-table"][1:] == [["Banshees", "Changelings", "Mirrored", "52 (44–60)"]]


def test_mirrors_that_differ_from_the_model_are_said_to(reader: Reader) -> None:
    rows = reader.rows["mirror-check-table"][1:]
    assert [(row[0], row[-1]) for row in rows] == [("Banshees", "agrees"), ("Changelings", "differs")]


def _metagame() -> Metagame:
    value, rate = made.around(0.53, 0.01), made.around(0.3, 0.1)
    picks = (
        Pick("a", rate, 0.3, 0.3, 1.0, made.around(0.0, 0.0)),
        Pick("b", Interval(0.0, 0.0, 0.05, 900), 0.0, 0.0, 0.1, made.around(0.03, 0.01), dominated_by="a"),
        Pick("c", Interval(0.0, 0.0, 0.2, 900), 0.0, 0.0, 0.4, Interval(0.003, 0.0, 0.01, 900)),
        Pick("d", rate, 0.0, 0.5, 0.8, made.around(0.001, 0.001)),
    )
    dealt = SetUp(
        SetUpKind.TWO_DEALT, value, made.around(0.03, 0.01), made.around(0.05, 0.01), made.around(0.06, 0.01),
        picks, picks, False, made.around(0.04, 0.01),
    )  # fmt: skip
    less, open_yet = made.around(-0.012, 0.004), made.around(-0.002, 0.004)
    return Metagame(
        (dealt,), (Levelling(SetUpKind.TWO_DEALT, SetUpKind.ONE_DEALT, less, open_yet, less),), 200
    )


def test_choosing_is_said_to_level_the_sides_only_where_it_surely_does() -> None:
    (levelling,) = _metagame().levelling
    assert metagame.levelling_sentence(levelling, SEATS) == (
        "“Two dealt to each, one kept in secret” against “one dealt to each, no choice”: the side advantage shrinks by "
        "1.2 (0.8–1.6), and the distance from even of what is played changes by −0.2 (−0.6 to +0.2), which may be "
        "nothing, in wins in 100."
    )
    assert metagame.value_sentence(_metagame(), SEATS) == (
        "Two dealt to each, one kept in secret: Seelie wins about 53 in 100 games, very likely (95%) between 52 and 54."
    )


def test_never_worth_picking_is_said_only_where_picking_surely_costs() -> None:
    said = [metagame.pick_words(pick) for pick in _metagame().set_ups[0].first]
    assert said == ["yes", "never; by the estimates always worse than A", w.NOT_ENOUGH, "yes"]


def test_other_equilibria_are_shown_as_a_range_behind_the_rate() -> None:
    found = metagame.section(_metagame(), SEATS, WORDS)
    table = found.blocks[1].table
    assert table is not None
    assert [row["rate-0"] for row in table.rows] == [
        "30 (20–40)",
        "0 (0–5)",
        "0 (0–20)",
        "30 (20–40); 0 to 50 are as good",
    ]
    assert "Other mixes are as good" in found.blocks[1].paragraphs[0]


def test_where_both_sides_may_play_alike_nothing_is_said_of_picking_different_ones() -> None:
    found = metagame.section(_metagame(), SEATS, replace(WORDS, contestant="conduct", chosen=True))
    assert found.blocks == ()
    assert found.missing == (
        "No metagame: both sides may follow the same conduct, and games of one conduct against itself are not played."
    )


def test_the_tie_break_is_split_into_what_falls_to_a_side_and_what_it_plays_for(reader: Reader) -> None:
    planner, greedy = made.tie_break().policies
    assert tie_break.policy_sentence(planner, "Seelie") == (
        "Planner: to Seelie, having the ties is worth +6.1 wins in 100 games, very likely (95%) between +4.9 and +7.3. "
        "Of this, +2.1 (+1.1 to +3.1) comes from playing for it: more than the ties alone would give."
    )
    assert tie_break.policy_sentence(greedy, "Seelie").endswith("every game went alike under both rules.")
    unsure = replace(planner, overall=replace(planner.overall, behavioural=made.around(0.004, 0.01)))
    assert tie_break.policy_sentence(unsure, "Seelie").endswith(
        "Whether these players play for it is open: +0.4 (−0.6 to +1.4)."
    )
    assert reader.rows["tie-break-policies-table"][2] == [
        "Greedy", "+4.1 (+2.9 to +5.3)", "+4.1 (+3.7 to +4.5)", "0.0 (−0.2 to +0.2)", "900", "0",
    ]  # fmt: skip


def test_the_verdict_counts_what_players_do_for_ties_where_both_rules_were_played() -> None:
    with_study = replace(base(), tie_break_study=made.tie_break())
    added = "Counting what players do for it, it is worth +6.1 (+4.9 to +7.3) wins in 100."
    assert verdict.tie_break_sentence(with_study).endswith(added)
    assert added not in verdict.tie_break_sentence(base())


def test_points_are_told_by_the_side_that_gets_them() -> None:
    found = made.tie_break().handicap
    assert tie_break.handicap_words(found, SEATS) == "1 point to Unseelie"
    between, far, other = (one.handicap for one in made.tie_break().pair_handicaps[:3])
    assert (
        tie_break.handicap_range(between, SEATS)
        == "none: between 2 points to Unseelie and 1 point to Unseelie"
    )
    assert tie_break.handicap_words(far, SEATS) == w.NOT_ENOUGH
    assert tie_break.handicap_range(far, SEATS) == "3 or 4 points to Seelie, and more than any margin seen"
    assert tie_break.handicap_words(other, SEATS) == "1 point to Seelie"
    none = Handicap(HandicapStatus.NOT_PLAYED, (), None, None, ())
    assert tie_break.handicap_words(none, SEATS) == "not played"


def test_abilities_are_told_by_policy_and_turn_with_skill(reader: Reader) -> None:
    study = made.abilities()
    assert (
        abilities.counts_sentence(study) == "27 abilities. Helps under every policy: 26; depends on skill: 1."
    )
    rows = {row[0]: row[1:] for row in reader.rows["abilities-table"]}
    assert rows["Banshees: passive"] == ["+2.0 (+1.2 to +2.8) ✓", "−2.0 (−2.8 to −1.2) ✓", "depends on skill"]
    greedy = [effect for effect in study.effects if effect.policies == made.GREEDY]
    assert abilities.most_sentence(greedy, made.GREEDY).endswith(
        "These surely harm their owner: Banshees: passive −2.0 (−2.8 to −1.2)."
    )
    against = {row[0]: row[1:] for row in reader.rows["ability-opponents-0-table"]}
    assert against["Ability"] == [w.name_of(name) for name in FACTIONS]
    assert against["Dragons: court"][FACTIONS.index("dragons")] == ""


def test_brackets_name_the_bids_on_both_sides_of_even(reader: Reader) -> None:
    rows = {(row[0], row[1]): row[2:] for row in reader.rows["bracket-table"]}
    # At 53 in 100 without a bid and three less a cube, within 2: no bid is above even, one cube is even, two below.
    assert rows["Banshees", "Changelings"] == [
        "2 cubes to Unseelie", "no bid", "1 cube to Unseelie", "1.2 (0.4–2.0)", "never falls", "2,100",
    ]  # fmt: skip
    assert rows["Banshees", "Fir Bolg"][4] == "falls"


def test_what_bidding_leaves_and_whether_more_cubes_ever_hurt_are_said() -> None:
    study = made.auctions()
    assert auction.left_sentence(study) == (
        "With the best whole-cube bid in every pairing, a pairing is still 1.2 (0.9–1.5) wins in 100 away from even on "
        "average. Single distances in the table look smaller, since each bid was picked for looking even; the mean "
        "allows for that."
    )
    assert auction.falls_sentence(study).endswith("in Banshees v Fir Bolg.")
    assert "tested, not assumed" in auction.falls_sentence(replace(study, falls=()))
    assert auction.left_sentence(replace(study, even_best=None)).endswith("no best bid was played.")


def test_the_outcome_of_the_auction_and_the_costliest_error_are_told() -> None:
    plays = made.auctions().plays
    none = next(play for play in plays if play.winner is None)
    keeps = next(play for play in plays if play.winner == 0 == play.takes)
    swaps = next(play for play in plays if play.winner == 1 and play.takes == 0)
    assert auction.outcome_words(none, SEATS) == "nobody bids (likely 64 in 100)"
    assert (
        auction.outcome_words(keeps, SEATS)
        == "Seelie’s player bids 2 cubes and stays Seelie (likely 64 in 100)"
    )
    assert (
        auction.outcome_words(swaps, SEATS)
        == "Unseelie’s player bids 2 cubes and becomes Seelie (likely 64 in 100)"
    )
    # The opener, a cube too high: 1 + 1 + 0.5 in 100.
    worst = auction.worst_misjudgement([keeps])
    assert (
        auction.misjudgement_words(worst, "seelie")
        == "+2.5 (+2.1 to +2.9), if the opener rates Seelie a cube too high"
    )


def test_opening_is_an_advantage_only_where_it_surely_is(page: str) -> None:
    text = text_of(page)
    assert (
        "Factions stay with their sides (in force): opening the bidding gains 0.4 (0.2–0.6) wins in 100"
        in text
    )
    assert (
        "Each player keeps the own faction: whether opening the bidding is an advantage cannot be told"
        in text
    )


def test_a_place_is_preferred_only_where_no_other_comes_near() -> None:
    whole = [one for one in made.auctions().placements if not one.setting]
    assert auction.favourite_sentence([one for one in whole if one.seat == 0], "Seelie") == (
        "Seelie prefers Top-Left: 30 (28–32) of 100 cubes."
    )
    assert auction.favourite_sentence([one for one in whole if one.seat == 1], "Unseelie").endswith(
        "but not clearly."
    )


def test_a_pairing_without_a_best_bid_has_dashes() -> None:
    nothing = FairBid(BidStatus.OUT_OF_REACH, 0, (), None, ())
    one = replace(
        made.auctions().pairs[0], fair_bid=nothing, favours_first=-8, favours_second=None, left=None, games=0
    )
    block = auction.section(replace(made.auctions(), pairs=(one,)), SEATS, "layout").blocks[0]
    assert block.table is not None
    row = block.table.rows[0]
    assert (row["low"], row["high"], row["best"], row["left"]) == (
        "–",
        "8 cubes to Unseelie",
        "out of reach",
        "–",
    )


def test_a_name_with_markup_is_shown_as_text_in_every_section() -> None:
    names = (EVIL, *FACTIONS[:3])
    shown = render(replace(base(names), **made.studies(names)), manifest())
    assert "<b>" not in shown
    rows = Reader(shown).rows
    for table in ADDED - {"placements-table", "tie-break-policies-table"}:
        assert any(EVIL in cell for row in rows[table] for cell in row), table


def test_one_policy_alone_is_not_told_as_every_policy() -> None:
    study = made.abilities()
    one = replace(study, policies=study.policies[:1])
    assert "every policy" not in abilities.counts_sentence(one)
    assert "Helps: 26" in abilities.counts_sentence(one)
