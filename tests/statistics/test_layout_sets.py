"""Sets of layouts: which tile where helps whom, how much layouts differ, the furthest ones, mirrored ones."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import permutations

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from balance.engine.system import Cell, SettingTurns
from balance.stats.layouts.again import with_fresh
from balance.stats.layouts.beyond import drawn_variance, fixed_variance, pull
from balance.stats.layouts.coverage import Truth, draw, holds, study
from balance.stats.layouts.design import Design
from balance.stats.layouts.results import LayoutSetStudy
from balance.stats.layouts.scores import LayoutShares, pair_shares
from balance.stats.layouts.study import PlayedSet, layout_studies, layout_study

ORDER = np.array(list(permutations(range(4))), np.int8)
TURNS = SettingTurns(tuple("wxyz"), tuple("ABCD"), ORDER)


def played(wins: NDArray[np.int64], games: int = 10) -> NDArray[np.int16]:
    """Return margins, so many of `games` won on each layout."""
    return np.where(np.arange(games)[:, None] < wins[None, :], 2, -3).reshape(-1).astype(np.int16)


def of(
    wins: NDArray[np.int64], *, turns: SettingTurns = TURNS, mirror: tuple[int, ...] = ()
) -> LayoutSetStudy:
    """Return the study of one pair."""
    plan = PlayedSet("set", ("p", "q"), turns, (mirror,) if mirror else ())
    found = layout_study(plan, [(("a", "b"), played(wins))], contestants=("a", "b"), tie_to=0)
    assert found is not None
    return found


def test_on_all_layouts_an_effect_is_the_mean_of_those_with_the_tile_there_less_that_of_all() -> None:
    wins = np.random.default_rng(1).integers(2, 9, len(ORDER))
    found = of(wins)
    assert found.complete
    for effect in found.effects:
        there = ORDER[:, "wxyz".index(effect.place)] == "ABCD".index(effect.piece)
        assert effect.effect.estimate == pytest.approx(10 * (wins[there].mean() - wins.mean()))
        assert effect.layouts == 6
    own = {one.contestant: one for one in found.contestants}
    assert own["a"].effects[5].effect.estimate == pytest.approx(-own["b"].effects[5].effect.estimate)
    assert own["b"].share.estimate == pytest.approx(1 - wins.mean() / 10)


def test_an_effect_of_tiles_is_found_and_nothing_else_is_called_certain() -> None:
    turns = SettingTurns(tuple("uvwxyz"), tuple("ABCDEF"), np.array(list(permutations(range(6))), np.int8))
    wins = np.where(turns.order[:, 2] == 4, 8, 5)
    found = of(wins, turns=turns)
    strong = next(one for one in found.effects if (one.piece, one.place) == ("E", "w"))
    assert strong.certain
    assert strong.effect.estimate == pytest.approx(30 * 5 / 6)  # 8 less the mean of a sixth 8 and the rest 5
    # where E is not on w: 5 less 5.5; where another tile is on another place, E is on w in a fifth instead of a sixth
    others = {
        (one.piece == "E") + (one.place == "w"): one.effect.estimate for one in found.effects if one != strong
    }
    assert others == {0: pytest.approx(1), 1: pytest.approx(-5)}
    assert all((one.effect.low <= 0 <= one.effect.high) != one.certain for one in found.effects)
    assert of(np.where(turns.order[:, 2] == 4, 10, 0), turns=turns).explained.estimate == pytest.approx(1)


def test_what_a_list_of_layouts_does_not_tell_apart_is_not_told() -> None:
    few = SettingTurns(TURNS.places, TURNS.pieces, ORDER[:6])  # A always on w
    found = of(np.arange(6), turns=few)
    assert not found.complete
    assert all(math.isnan(one.effect.estimate) and one.effect.note for one in found.effects)
    assert [one.layouts for one in found.effects[:4]] == [6, 0, 0, 0]


def test_a_list_that_the_model_fits_without_anything_left_is_no_reason_to_stop() -> None:
    exact = SettingTurns(TURNS.places, TURNS.pieces, ORDER[[0, 1, 4, 5, 8, 10, 12, 19, 21, 22]])
    assert Design(exact.order, 4).rank == 9  # and the mean: ten numbers of ten layouts
    found = of(np.arange(10), turns=exact)
    assert all(math.isnan(one.effect.estimate) and "too few" in one.effect.note for one in found.effects)


def test_ties_go_where_the_rule_says() -> None:
    margins = np.array([0, 3, -1, 0], np.int16)
    assert [pair_shares(margins, 2, to).shares.tolist() for to in (0, 1, None)] == [
        [0.5, 1.0],
        [0.0, 0.5],
        [0.25, 0.75],
    ]


def test_luck_is_that_of_games_on_the_same_layout() -> None:
    # a layout of 4 wins in 4, one of 0 in 4: no luck at all but for the game that is added
    sure = pair_shares(np.array([1, -1] * 4, np.int16), 2, 0)
    assert sure.luck == pytest.approx(1 / 10)
    assert sure.within
    # 2 of 4 on both: 1/4 each, as a sample of 4 estimates it 1/3
    assert pair_shares(np.array([1, 1, -1, -1] * 2, np.int16), 2, 0).luck == pytest.approx(1 / 3 + 1 / 10)
    assert not pair_shares(np.array([1, -1], np.int16), 2, 0).within


def test_luck_of_single_games_leaves_out_what_the_pairs_have_in_common() -> None:
    sums = LayoutShares(4)
    for margins in ([1, 1, -1, -1], [1, -1, 1, -1]):
        sums.add(pair_shares(np.array(margins, np.int16), 4, 0))
    # each pair's scatter is 1/3, and 1/6 for the game that is added; the mean of two: 1/4. The layouts' means
    # 1, 1/2, 1/2, 0 scatter by 1/6; what is left beside them, of two: 2/4 - 1/6
    luck, freedom = sums.luck_alone(4)
    assert luck == pytest.approx([1 / 3] * 4)
    assert freedom == 3  # 4 layouts and 2 pairs: 8 games less 4 means and one more
    assert sums.means(4)[1] == pytest.approx([1 / 4] * 4)


def test_several_games_of_a_pair_tell_luck_by_themselves() -> None:
    sums = LayoutShares(2)
    sums.add(pair_shares(np.array([1, 1, -1, -1] * 2, np.int16), 2, 0))
    luck, freedom = sums.luck_alone(2)
    assert luck == pytest.approx([(1 / 3 + 1 / 10) / 4] * 2)
    assert freedom == pytest.approx(6)  # 8 games on 2 layouts


def test_the_spread_of_single_games_says_what_it_leaves_out() -> None:
    random, plan = np.random.default_rng(5), PlayedSet("set", ("p", "q"), TURNS)
    notes = []
    for games in (24, 48):
        margins = [random.choice(np.array([1, -1], np.int16), games) for _ in range(2)]
        both = zip((("a", "b"), ("b", "a")), margins, strict=True)
        found = layout_study(plan, both, contestants="ab", tie_to=0)
        assert found is not None
        notes.append(found.note)
    assert "in common" in notes[0]
    assert notes[1] == ""


def test_layouts_that_some_pair_lacks_are_left_out() -> None:
    plan = PlayedSet("set", ("p", "q"), TURNS)
    whole = np.ones(48, np.int16)
    found = layout_study(plan, [(("a", "b"), whole), (("b", "a"), whole[:20])], contestants="ab", tie_to=0)
    assert found is not None
    assert (found.layouts, found.size, found.complete, found.games) == (20, 24, False, 68)
    mirror = layout_study(plan, [(("a", "a"), whole)], contestants="ab", tie_to=0)
    assert mirror is None


def test_studies_take_the_cells_of_their_own_set_and_policies_without_a_bid() -> None:
    margins = played(np.arange(24) % 7)
    own = Cell(("a", "b"), "set", ("p", "q"))
    others = [
        Cell(("a", "b"), "set", ("p", "p")),
        Cell(("a", "b"), "x", ("p", "q")),
        Cell(("a", "b"), "set", ("p", "q"), 2),
    ]
    games = [(cell, -margins) for cell in others] + [(own, margins)]
    plans = [PlayedSet("set", ("p", "q"), TURNS)]
    (found,) = layout_studies(plans, games, contestants="ab", tie_to=0)
    assert (found.pairs, found.games) == (1, 240)
    assert found.share.estimate == pytest.approx((np.arange(24) % 7).mean() / 10)


def test_variances_beyond_luck() -> None:
    # 100 values, luck 1, mean square 3: 2 are left; the ends are where the scatter is a normal quantile away
    found = fixed_variance(300.0, 100, 1.0, 100)
    assert found.value == pytest.approx(2)
    for end in (found.low, found.high):
        mean = 100 + end * 100
        assert abs(300 - mean) == pytest.approx(1.959964 * math.sqrt(200 + 400 * end), rel=1e-5)
    little = fixed_variance(300.0, 100, 1.0, 100, known=50)  # luck itself is off by a fifth
    for end in (little.low, little.high):
        wide = math.sqrt(200 + 400 * end + 2 * (100 + end * 100) ** 2 / 50)
        assert abs(300 - (100 + end * 100)) == pytest.approx(1.959964 * wide, rel=1e-5)
    drawn = drawn_variance(300.0, 100, 1.0)
    assert drawn.value == pytest.approx(2)
    assert drawn.low < 2 < drawn.high
    assert drawn.high - drawn.low > found.high - found.low
    # 3 over 1 where both are seen in 100 directions: the 2.5 % and 97.5 % points of F(100, 100) are 1/1.4833, 1.4833
    drawn = drawn_variance(300.0, 100, 1.0, known=100)
    assert (drawn.low, drawn.high) == pytest.approx((3 / 1.4833 - 1, 3 * 1.4833 - 1), abs=1e-3)
    none = fixed_variance(50.0, 100, 1.0, 100)
    assert (none.value, none.low) == (0, 0)
    assert none.high > 0  # less scatter than luck makes is no proof


def test_values_are_believed_as_far_as_luck_allows() -> None:
    weight = pull(100_000.0, 50_000, np.ones(3), math.inf).weight
    assert weight == pytest.approx([0.5] * 3, abs=0.01)  # half of the scatter is luck's
    assert 0 < pull(10.0, 30, np.ones(1), math.inf).weight[0] < 0.1  # hidden by luck, but not taken for 0


def test_all_layouts_have_the_same_leverage_as_the_general_formula_gives() -> None:
    design = Design(ORDER, 4)
    table = np.zeros((24, 4, 4))
    table[np.arange(24)[:, None], ORDER, np.arange(4)] = 1
    columns = np.column_stack([np.ones(24), table.reshape(24, -1)])
    hat = columns @ np.linalg.pinv(columns)
    assert design.rank == 9
    assert design.leverages == pytest.approx(hat.diagonal())
    some = Design(ORDER[:15], 4)
    hat = columns[:15] @ np.linalg.pinv(columns[:15])
    assert some.leverages == pytest.approx(hat.diagonal())
    values = np.random.default_rng(3).normal(size=15)
    assert some.fitted(some.coefficients(values)) == pytest.approx(hat @ values - values.mean())


def test_the_furthest_layouts_are_those_of_the_shrunken_shares_and_ties_go_by_row() -> None:
    found = of(np.full(24, 7))
    assert [far.row for far in found.furthest] == list(range(10))
    assert found.furthest[3].name == " ".join("ABCD"[piece] for piece in ORDER[3])
    assert found.furthest[3].raw.estimate == pytest.approx(0.7)


def fresh(rows: dict[int, tuple[int, int]]) -> pl.DataFrame:
    """Return normalised rows: layout → wins of 100 games of each order of a pair."""
    told = [
        (f"set#{row}", pair, wins)
        for row, both in rows.items()
        for pair, wins in zip("ab", both, strict=True)
    ]
    return pl.DataFrame(
        {
            "first": [pair for _, pair, _ in told],
            "second": ["b" if pair == "a" else "a" for _, pair, _ in told],
            "setting": [setting for setting, _, _ in told],
            "first_policy": "r",
            "second_policy": "r",
            **dict.fromkeys(("ties", "margin_sum", "margin_squares"), 0),
            "games": 100,
            "wins": [wins for _, _, wins in told],
        }
    )


def test_fresh_games_stand_beside_what_was_expected_and_count_in_its_direction() -> None:
    wins = np.full(24, 5)
    wins[[4, 9]] = 10, 0
    found = with_fresh(of(wins), fresh({4: (60, 70), 9: (50, 40)}), "seelie")
    shares = {far.row: far.fresh.estimate for far in found.furthest if far.fresh}
    assert [shares[4], shares[9]] == pytest.approx([0.65, 0.45])
    assert found.again is not None
    assert (found.again.layouts, found.again.games, found.again.policies) == (2, 100, ("r", "r"))
    assert found.again.fresh.estimate == pytest.approx((0.15 + 0.05) / 2)
    assert found.again.raw == pytest.approx(0.5)
    assert 0 < found.again.shrunken < 0.5
    assert with_fresh(of(wins), fresh({}), "seelie").again is None


SIX = SettingTurns(tuple("uvwxyz"), tuple("ABCDEF"), np.array(list(permutations(range(6))), np.int8))
SWAP = (1, 0, 2, 4, 3, 5)


def test_a_player_who_prefers_a_place_to_its_mirror_image_is_found_out() -> None:
    random = np.random.default_rng(4)
    share = np.where(SIX.order[:, 0] == 2, 0.8, 0.5)  # tile C on u, never on its image v
    (check,) = of(random.binomial(10, share), turns=SIX, mirror=SWAP).mirrors
    assert check.broken
    assert check.layouts == 360
    assert check.places == (("u", "v"), ("v", "u"), ("x", "y"), ("y", "x"))
    both = np.where((SIX.order[:, 0] == 2) | (SIX.order[:, 1] == 2), 0.8, 0.5)
    (alike,) = of(random.binomial(10, both), turns=SIX, mirror=SWAP).mirrors
    assert not alike.broken


def test_mirrored_layouts_that_are_not_there_are_not_compared() -> None:
    half = SettingTurns(SIX.places, SIX.pieces, SIX.order[SIX.order[:, 0] < SIX.order[:, 1]])
    (check,) = of(np.full(360, 5), turns=half, mirror=SWAP).mirrors
    assert (check.layouts, math.isnan(check.p_value), check.broken) == (0, True, False)


def rates(truth: Truth, sets: int) -> dict[str, float]:
    """Return how often what was said held."""
    random = np.random.default_rng(11)
    held: dict[str, list[float]] = {}
    for _ in range(sets):
        for name, value in holds(random, truth):
            held.setdefault(name, []).append(float(value))
    return {name: float(np.mean(values)) for name, values in held.items()}


def check(truth: Truth, sets: int) -> Iterator[str]:
    """Yield what held too rarely."""
    found = rates(truth, sets)
    low = 0.95 - 4 * math.sqrt(0.05 * 0.95 / sets)
    yield from (
        f"{name}: {found[name]}"
        for name in ("effects", "of contestants", "spread", "share", "explained", "within 1.96 s.d.")
        if found.get(name, 1.0) < low
    )
    if found["shrunken error"] > found["raw error"]:
        yield "raw is nearer"


@pytest.mark.parametrize(
    "truth", [Truth(games=5), Truth(pieces=12, layouts=240, games=5, special=0.03, contestants=2, own=0)]
)
def test_intervals_hold_a_planted_truth_and_shrunken_layouts_are_nearer_to_it(truth: Truth) -> None:
    assert not list(check(truth, 30))


@pytest.mark.slow
@pytest.mark.parametrize(
    "truth",
    [
        Truth(),
        Truth(layouts=60, games=20, listed=True),
        Truth(layouts=360, games=20),
        Truth(games=2, effect=0.06, special=0.03, contestants=2),
        Truth(games=4, contestants=2),
        Truth(effect=0.06, special=0.03, contestants=3),
    ],
)
def test_intervals_hold_in_many_data_sets(truth: Truth) -> None:
    assert not list(check(truth, 400))


def test_mirrored_layouts_that_are_alike_are_seldom_told_apart() -> None:
    random, truth = np.random.default_rng(12), Truth(mirrored=True, contestants=2)
    p_values = [study(random, truth, draw(random, truth)).mirrors[0].p_value for _ in range(80)]
    assert np.mean(np.array(p_values) <= 0.05) < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 80)
