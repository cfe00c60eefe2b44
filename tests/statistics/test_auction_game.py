"""The alternating auction solved by hand in small cases, and against a search through all of it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from balance.stats.auction.game import ending, seat_values, solve
from balance.stats.intervals import Array

FIRST, SECOND = 0, 1


def curve(at_zero: float, cube: float = 0.06, largest: int = 5) -> Array:
    """Return the first seat's share at −largest … largest, a cube being worth the same everywhere."""
    return np.asarray(at_zero + cube * np.arange(-largest, largest + 1), np.float64)


def seats(own: Array, opener: int, rivals: Array | None = None) -> tuple[Array, Array]:
    values, stand = seat_values(own, rivals), own[len(own) // 2]
    return (values, stand) if opener == FIRST else (values[::-1], 1 - stand)


def test_a_seat_is_worth_less_to_its_taker_the_more_cubes_the_other_gets() -> None:
    values = seat_values(curve(0.38, largest=2))
    # the first seat with c cubes to the second: 0.38 − 0.06 c; the second with c to the first: 0.62 − 0.06 c
    np.testing.assert_allclose(values[0], [[0.38, 0.32, 0.26], [0.62, 0.56, 0.50]])
    np.testing.assert_allclose(values[1], values[0])


def test_who_opens_from_the_better_seat_passes_and_keeps_it() -> None:
    options, stand = seats(curve(0.38), SECOND)
    found = solve(options, stand)
    end = ending(found, found, options, stand)
    assert (int(end.bid), int(end.winner), int(end.seat)) == (0, -1, -1)
    assert float(end.share) == pytest.approx(0.62)


def test_a_whole_fair_bid_makes_an_opener_in_the_worse_seat_even() -> None:
    # the second seat is worth 0.56, 0.50, 0.44 to who takes it with 1, 2, 3 cubes. With 1 the other raises to 2 (0.50
    # instead of 0.44), and at 2 nobody goes on: whoever bids 2, both have 0.50
    options, stand = seats(curve(0.38), FIRST)
    found = solve(options, stand)
    end = ending(found, found, options, stand)
    assert int(end.bid) == 2
    assert int(end.seat) == SECOND
    assert float(end.share) == pytest.approx(0.5)


def test_between_two_bids_the_opener_jumps_to_the_last_that_is_worth_it() -> None:
    # worth 0.59, 0.53, 0.47 with 1, 2, 3 cubes: after 2 the other has 0.47 whether it passes or bids 3
    options, stand = seats(curve(0.35), FIRST)
    found = solve(options, stand)
    end = ending(found, found, options, stand)
    assert (int(end.bid), int(end.winner), int(end.seat)) == (2, 0, SECOND)
    assert float(found.value) == pytest.approx(0.53)


def test_raises_of_exactly_one_give_that_bid_to_the_other_player() -> None:
    # the opener must say 1, the other says 2, and 3 is worth no more than passing
    options, stand = seats(curve(0.35), FIRST)
    found = solve(options, stand, by_one=True)
    end = ending(found, found, options, stand)
    assert (int(end.bid), int(end.winner), int(end.seat)) == (2, 1, SECOND)
    assert float(end.share) == pytest.approx(0.47)


@pytest.mark.parametrize(("cubes", "bid"), [(1, 2), (-1, 3)])
def test_an_opener_who_is_wrong_by_a_cube_loses_a_cube_by_it(cubes: int, bid: int) -> None:
    # overrates the first seat: opens with 1, the other takes 2; underrates it: opens with 3, which is one too many
    options, stand = seats(curve(0.35), FIRST)
    wrong, known = solve(*seats(curve(0.35 + 0.06 * cubes), FIRST)), solve(options, stand)
    end = ending(wrong, known, options, stand)
    assert int(end.bid) == bid
    assert float(known.value - end.share) == pytest.approx(0.06)


def test_owners_do_not_bid_where_the_seat_makes_no_difference() -> None:
    # A wins 0.6 in either seat, so B's curve as the first seat starts at 0.4: a bid only costs cubes
    own, rivals = curve(0.6, 0.05), curve(0.4, 0.05)
    for opener, share in ((FIRST, 0.6), (SECOND, 0.4)):
        options, stand = seats(own, opener, rivals)
        found = solve(options, stand)
        assert int(found.opening) == 0
        assert float(found.value) == pytest.approx(share)


def test_owners_bid_for_a_better_seat_whoever_they_own() -> None:
    # the first seat wins 0.6 whoever holds it: two cubes make it even, and who has it already passes
    own = rivals = curve(0.6, 0.05)
    values, stand = seats(own, SECOND, rivals)
    assert float(solve(values, stand).value) == pytest.approx(0.5)
    assert float(solve(*seats(own, FIRST, rivals)).value) == pytest.approx(0.6)


@pytest.mark.parametrize("by_one", [False, True])
def test_the_recursion_is_the_search_through_every_bid(by_one: bool) -> None:
    random = np.random.default_rng(5)
    options, stands = random.random((2, 2, 60, 6)), random.random(60)
    found = solve(options, stands, by_one=by_one)
    end = ending(found, found, options, stands)
    for i, stand in enumerate(stands):
        worth = options[:, :, i].max(axis=1)

        @cache
        def made(player: int, bid: int, worth: Array = worth) -> float:
            above = range(bid + 1, (bid + 2 if by_one else 6))
            return 1 - max([1 - float(worth[player, bid]), *(made(1 - player, b) for b in above if b < 6)])

        first = [made(0, bid) for bid in range(1, 2 if by_one else 6)]
        assert found.value[i] == pytest.approx(max([stand, *first]))
    np.testing.assert_allclose(end.share, found.value)


def test_nobody_gains_by_misjudging_against_one_who_knows() -> None:
    random = np.random.default_rng(6)
    options, stands = random.random((2, 2, 400, 7)), random.random(400)
    known = solve(options, stands)
    wrong = solve(np.clip(options + random.normal(0, 0.2, options.shape), 0, 1), stands)
    assert (ending(wrong, known, options, stands).share <= known.value + 1e-12).all()
    assert (ending(known, wrong, options, stands).share >= known.value - 1e-12).all()
