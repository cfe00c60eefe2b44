"""The pairings model on counts whose answer is known by hand, by symmetry or by another calculation."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import polars as pl
import pytest
from scipy.special import expit

from balance.errors import FitError
from balance.stats.pairings.connection import connect, separating
from balance.stats.pairings.fitting import fit_pairings
from balance.stats.pairings.results import Fit, PairingsFit, Prediction, Ties

Row = tuple[str, str, str, int, int]


def frame(rows: list[Row]) -> pl.DataFrame:
    """Return counts: first, second, setting, games, wins."""
    return pl.DataFrame(rows, schema=["first", "second", "setting", "games", "wins"], orient="row")


def counts(
    odds: dict[tuple[str, str], float], games: int, settings: dict[str, float] | None = None
) -> pl.DataFrame:
    """Return the counts that are expected at these log odds, rounded."""
    shifts = settings or {"standard": 0.0}
    return frame(
        [
            (*pair, name, games, round(games * expit(value + shift)))
            for (pair, value), (name, shift) in product(odds.items(), shifts.items())
        ]
    )


def ranked(strength: dict[str, float], side: float = 0.0) -> dict[tuple[str, str], float]:
    """Return the log odds of every pair from strengths alone."""
    return {(a, b): side + strength[a] - strength[b] for a, b in permutations(strength, 2)}


def prediction(fit: PairingsFit, first: str, second: str, setting: str = "") -> Prediction:
    return next(
        p for p in (*fit.pairs, *fit.cells) if (p.first, p.second, p.setting) == (first, second, setting)
    )


STRENGTH = {"a": 0.6, "b": 0.2, "c": -0.1, "d": -0.7}


def test_with_plenty_of_games_effects_are_those_of_the_counts() -> None:
    fit = fit_pairings(counts(ranked(STRENGTH, side=0.3), 1_000_000, {"x": -0.2, "y": 0.2}))
    assert fit.side is not None
    assert fit.side.value.estimate == pytest.approx(0.3, abs=0.002)
    for effect in fit.strengths:  # their mean is 0 already
        assert effect.value.estimate == pytest.approx(STRENGTH[effect.names[0]], abs=0.002)
    assert [effect.names[0] for effect in fit.strengths] == ["a", "b", "c", "d"]
    assert {e.names[0]: round(e.value.estimate, 2) for e in fit.setting_effects} == {"x": -0.2, "y": 0.2}
    assert max(abs(e.value.estimate) for e in fit.interactions) < 0.005


def test_with_plenty_of_games_every_cell_is_predicted_as_observed_whatever_the_pattern() -> None:
    random = np.random.default_rng(1)
    odds = {pair: float(random.normal(0, 0.7)) for pair in permutations("abcd", 2)}
    rows = counts(odds, 500_000, {"x": 0.0, "y": 0.0}).with_columns(
        wins=(pl.col("games") * pl.Series(random.uniform(0.1, 0.9, 24))).round().cast(pl.Int64)
    )
    fit = fit_pairings(rows)
    for cell in fit.cells:
        assert cell.share.estimate == pytest.approx(cell.observed, abs=0.001)


def test_the_effects_add_up_to_every_pairs_log_odds() -> None:
    random = np.random.default_rng(2)
    odds = {pair: float(random.normal(0, 0.5)) for pair in permutations("abcd", 2)}
    fit = fit_pairings(counts(odds, 300))
    assert fit.side is not None
    first = {e.names[0]: e.value.estimate for e in fit.as_first}
    second = {e.names[0]: e.value.estimate for e in fit.as_second}
    between = {e.names: e.value.estimate for e in fit.interactions}
    for pair in fit.pairs:
        a, b = pair.first, pair.second
        total = fit.side.value.estimate + first[a] - second[b] + between[a, b]
        assert total == pytest.approx(pair.log_odds, abs=1e-9)


def test_swapping_the_seats_turns_the_side_round_and_leaves_strengths() -> None:
    rows = counts(ranked(STRENGTH, side=0.4), 50)
    turned = rows.select(
        first="second",
        second="first",
        setting="setting",
        games="games",
        wins=pl.col("games") - pl.col("wins"),
    )
    one, other = fit_pairings(rows), fit_pairings(turned)
    assert one.side is not None
    assert other.side is not None
    assert one.side.value.estimate == pytest.approx(-other.side.value.estimate, abs=1e-5)
    assert [e.value.estimate for e in one.strengths] == pytest.approx(
        [e.value.estimate for e in other.strengths], abs=1e-5
    )


def test_the_order_and_splitting_of_rows_change_nothing() -> None:
    rows = counts(ranked(STRENGTH, side=0.4), 40, {"x": 0.1, "y": -0.1})
    half = rows.with_columns(pl.col("games") // 2, pl.col("wins") // 2)
    rest = rows.with_columns(pl.col("games") - half["games"], pl.col("wins") - half["wins"])
    assert fit_pairings(rows) == fit_pairings(
        pl.concat([rest, half]).sample(fraction=1, shuffle=True, seed=3)
    )


def test_a_pair_that_never_won_is_neither_0_nor_beyond_belief() -> None:
    rows = counts(ranked(STRENGTH), 40).filter((pl.col("first") != "b") | (pl.col("second") != "c"))
    fit = fit_pairings(pl.concat([rows, frame([("b", "c", "standard", 5, 0)])]))
    never = prediction(fit, "b", "c")
    assert never.observed == 0
    assert (
        0.1 < never.share.estimate < expit(STRENGTH["b"] - STRENGTH["c"])
    )  # between the games and the strengths
    assert never.share.low < never.share.estimate < never.share.high < 1


def test_a_pair_never_played_is_predicted_by_its_contestants_with_a_wider_interval() -> None:
    every = counts(ranked(STRENGTH), 400)
    without = every.filter((pl.col("first") != "a") | (pl.col("second") != "d"))
    played, fresh = (prediction(fit_pairings(rows), "a", "d") for rows in (every, without))
    assert fresh.share.games == 0
    assert np.isnan(fresh.observed)
    assert fresh.share.low < expit(1.3) < fresh.share.high
    assert fresh.error > 1.3 * played.error


@pytest.mark.parametrize(
    "rows",
    [
        [("a", "b", "s", 1, 1)],
        [("a", "b", "s", 3, 3), ("b", "a", "s", 2, 2)],
        [("a", "b", "s", 5, 0), ("c", "d", "t", 5, 5)],
        [("a", "b", "s", 10**7, 10**7), ("b", "a", "s", 10**7, 0)],
    ],
)
def test_pooled_estimates_are_finite_whatever_was_played(rows: list[Row]) -> None:
    fit = fit_pairings(frame(rows))
    effects = [*fit.strengths, *([fit.side] if fit.side else []), *fit.interactions]
    assert all(np.isfinite([e.value.low, e.value.estimate, e.value.high]).all() for e in effects)
    assert all(0 <= p.share.low <= p.share.estimate <= p.share.high <= 1 for p in fit.pairs)


def test_the_reference_has_strength_0_and_differences_stay() -> None:
    rows = counts(ranked(STRENGTH), 80)
    plain, referred = fit_pairings(rows), fit_pairings(rows, reference="c")
    was = {e.names[0]: e.value.estimate for e in plain.strengths}
    for effect in referred.strengths:
        assert effect.value.estimate == pytest.approx(was[effect.names[0]] - was["c"])
    assert next(e for e in referred.strengths if e.names == ("c",)).error == 0


# Fit


CIRCLE = {("rock", "scissors"): 0.5, ("scissors", "paper"): 0.5, ("paper", "rock"): 0.5}
CIRCLE |= {(b, a): -odds for (a, b), odds in CIRCLE.items()}


def test_rock_paper_scissors_is_named_and_certain_and_main_effects_do_not_suffice() -> None:
    fit = fit_pairings(counts(CIRCLE, 400))
    (triple,) = fit.triples
    assert triple.contestants == ("paper", "rock", "scissors")
    assert triple.certain
    assert triple.edges[0].estimate == pytest.approx(0.5, abs=0.1)
    assert fit.tests[0].answer is Fit.FALLS_SHORT


def test_a_circle_of_a_few_games_is_named_but_not_certain() -> None:
    (triple,) = fit_pairings(counts(CIRCLE, 12)).triples
    assert not triple.certain


def test_strengths_alone_make_no_circle_and_pass_the_test() -> None:
    fit = fit_pairings(counts(ranked(STRENGTH, side=0.2), 1000))
    assert fit.triples == ()
    assert fit.tests[0].statistic < 0.1  # counts are the expected ones but for rounding
    assert fit.tests[0].freedom == 12 - 4  # pairs less the side and three strengths
    assert [t.answer for t in fit.tests] == [Fit.SUFFICES] * 2


def test_a_contestant_strong_in_one_seat_only_fails_the_first_test_and_passes_the_second() -> None:
    # stronger by 0.8 in the first seat, weaker by 0.8 in the second: whoever is first gains when `a` plays
    odds = {pair: value + 0.8 * ("a" in pair) for pair, value in ranked(STRENGTH).items()}
    first, second = fit_pairings(counts(odds, 500)).tests
    assert first.answer is Fit.FALLS_SHORT
    assert second.answer is Fit.SUFFICES


def test_a_setting_that_helps_one_pair_only_fails_the_third_test() -> None:
    rows = counts(ranked(STRENGTH), 400, {"x": 0.1, "y": -0.1})
    odd = pl.when((pl.col("first") == "a") & (pl.col("setting") == "x")).then(100).otherwise(pl.col("wins"))
    assert fit_pairings(rows).tests[2].answer is Fit.SUFFICES
    assert fit_pairings(rows.with_columns(wins=odd)).tests[2].answer is Fit.FALLS_SHORT


def test_few_games_are_tested_by_drawn_data_sets_and_repeat_exactly() -> None:
    rows = counts(CIRCLE, 6)
    one, other = fit_pairings(rows), fit_pairings(rows)
    assert one.tests[0].method == "bootstrap of 999 data sets"
    assert one.tests == other.tests


def test_mirrors_stay_out_of_the_fit_and_are_checked_against_it() -> None:
    rows = counts(ranked(STRENGTH, side=0.3), 500)
    mirrors = frame([("a", "a", "standard", 500, round(500 * expit(0.3))), ("b", "b", "standard", 500, 150)])
    with_mirrors = fit_pairings(pl.concat([rows, mirrors]))
    fair, odd = with_mirrors.mirrors
    assert with_mirrors.strengths == fit_pairings(rows).strengths
    assert fair.contestant == "a"
    assert fair.agrees
    assert fair.expected.low < expit(0.3) < fair.expected.high
    assert not odd.agrees


# Players and earlier knowledge


def test_strong_players_do_not_make_their_contestant_look_strong() -> None:
    random = np.random.default_rng(5)
    skill = np.repeat([1.2, -1.2], 10)  # ten strong players, who prefer the weak contestant w, ten weak ones
    rows = []
    for p, q in permutations(range(20), 2):
        for _ in range(6):
            a, b = ("w" if random.random() < (0.8 if skill[x] > 0 else 0.2) else "s" for x in (p, q))
            if a != b:
                odds = (0.4 if a == "s" else -0.4) + skill[p] - skill[q]
                rows.append((a, b, str(p), str(q), 1, int(random.random() < expit(odds))))
    played = pl.DataFrame(
        rows, schema=["first", "second", "first_player", "second_player", "games", "wins"], orient="row"
    )
    for pooled in (True, False):
        blind = fit_pairings(played.drop("first_player", "second_player"), pooled=pooled)
        assert blind.strengths[0].names == ("w",)
        fit = fit_pairings(played, pooled=pooled)
        assert fit.strengths[0].names == ("s",)
        assert fit.strengths[0].value.low < 0.2 < fit.strengths[0].value.high + 0.2
        assert {int(e.names[0]) < 10 for e in fit.players[:8]} == {True}


def test_a_few_games_move_a_prior_run_a_little_and_many_move_it_all_the_way() -> None:
    prior = fit_pairings(counts(ranked(STRENGTH), 20_000))
    people = {
        pair: odds + (1.0 if pair[0] == "d" else -1.0 if pair[1] == "d" else 0.0)
        for pair, odds in ranked(STRENGTH).items()
    }
    before = expit(STRENGTH["d"] - STRENGTH["a"])
    after = expit(STRENGTH["d"] - STRENGTH["a"] + 1)
    few, many = (fit_pairings(counts(people, n), prior=prior) for n in (4, 20_000))
    assert before < prediction(few, "d", "a").share.estimate < after
    assert prediction(many, "d", "a").share.estimate == pytest.approx(after, abs=0.01)
    assert few.prior_games == 240_000
    difference = {e.names[0]: e.value for e in many.strengths}
    assert difference["d"].estimate == pytest.approx(
        0.75, abs=0.02
    )  # 1 more than the others: their mean is 0
    assert difference["d"].low > 0


# Refusals


def test_groups_that_never_met_are_named() -> None:
    rows = frame([("a", "b", "s", 4, 2), ("c", "d", "s", 4, 2), ("e", "c", "s", 4, 2)])
    met = connect(rows)
    assert met.groups == (("c", "d", "e"), ("a", "b"))
    assert not met.connected
    with pytest.raises(FitError, match=r"never met.*c, d, e \| a, b"):
        fit_pairings(rows, pooled=False)
    assert "c, d, e | a, b" in fit_pairings(rows).notes[0]


def test_who_only_won_is_named_before_who_only_lost() -> None:
    rows = frame([("z", "a", "s", 3, 3), ("a", "b", "s", 3, 1), ("c", "b", "s", 2, 0)])
    met = connect(rows)
    assert met.ranks == (("z",), ("a", "b"), ("c",))
    assert met.connected
    assert met.separated
    with pytest.raises(FitError, match="z > a, b > c"):
        fit_pairings(rows, pooled=False)


def test_a_side_that_wins_every_game_has_no_finite_advantage() -> None:
    rows = frame([(a, b, "s", 3, 3) for a, b in permutations("abc", 2)])
    assert not connect(rows).separated  # each beat each
    with pytest.raises(FitError, match="the side"):
        fit_pairings(rows, pooled=False)
    assert fit_pairings(rows, pooled=False, side=False).strengths[0].value.estimate == pytest.approx(0)


def test_data_with_wins_both_ways_in_every_row_are_never_separated() -> None:
    matrix = np.array([[1.0, 0.0], [1.0, 1.0]])
    assert not separating(matrix, np.array([1.0, 2.0]), np.array([2.0, 1.0])).any()
    assert separating(matrix, np.array([1.0, 2.0]), np.array([2.0, 0.0]))[1] > 0
    assert separating(matrix, np.array([1.0, 0.0]), np.array([2.0, 2.0]))[1] < 0


def test_without_a_side_term_it_does_not_matter_who_is_told_first() -> None:
    rows = frame([("a", "b", "s", 9, 7), ("b", "c", "s", 8, 5), ("a", "c", "s", 6, 4)])
    told = frame([("b", "a", "s", 9, 2), ("b", "c", "s", 5, 3), ("c", "b", "s", 3, 1), ("a", "c", "s", 6, 4)])
    assert fit_pairings(rows, side=False) == fit_pairings(told, side=False)
    both = [fit_pairings(x, side=False, pooled=False).strengths for x in (rows, told)]
    assert [e.value.estimate for e in both[0]] == pytest.approx([e.value.estimate for e in both[1]], abs=1e-7)


@pytest.mark.parametrize(
    ("rows", "more", "said"),
    [
        ([("a", "a", "s", 4, 2)], {}, "against itself"),
        ([("a", "b", "s", 0, 0)], {}, "no games"),
        ([("a", "bee", "s", 4, 2)], {"reference": "bees"}, "did you mean 'bee'"),
        ([("a", "bee", "s", 4, 2)], {"contestants": ["a", "bees"]}, "did you mean 'bees'"),
        ([("a", "b", "s", 4, 2)], {"ties": "davidson"}, "maximum likelihood"),
        ([("a", "b", "s", 4, 2)], {"ties": "davidson", "pooled": False}, "no game was tied"),
    ],
)
def test_what_cannot_be_fitted_is_refused_in_one_sentence(
    rows: list[Row], more: dict[str, object], said: str
) -> None:
    if "ties" in more:
        more = {**more, "ties": Ties(str(more["ties"]))}
    with pytest.raises(FitError, match=said):
        fit_pairings(frame(rows), **more)  # type: ignore[arg-type]


# The engine behind it
