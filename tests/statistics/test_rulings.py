"""Which ruling or assumption matters most, from counts worked out by hand and from planted truths."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import polars as pl
import pytest

from balance.engine.system import Change, Columns
from balance.stats.comparisons.rulings import mean_shift, mixes_of, study
from balance.stats.comparisons.rulings_coverage import REACH, SHIFT, SIDE, SURE, rates
from balance.stats.comparisons.rulings_results import PolicyRulings, RulingStudy
from balance.sweep.comparisons import comparison_schema

COLUMNS = Columns(("north", "south"), "weather")
NAMES = ("x", "y", "z")
LOST, WON = 0, 2
GAMES = 400


def change(name: str, source: str = "ruling", absent: tuple[str, ...] = ()) -> Change:
    return Change(name, "ruling", name, "old", "new", f"{name} is new", source, absent)


def rows(name: str, first: str, second: str, *, gained: int = 0, lost: int = 0) -> list[list[object]]:
    """Return 400 games of a pair, 200 won by north: so many more are under a change, and so many not any more."""
    games = {(WON, WON): 200 - lost, (LOST, LOST): 200 - gained, (LOST, WON): gained, (WON, LOST): lost}
    where = [first, second, "calm", "a", "a", "", 0, "rulings", "", name]
    return [[*where, *both, number, 0, 0, 0] for both, number in games.items() if number]


def base() -> list[list[object]]:
    return [row for pair in permutations(NAMES, 2) for row in rows("", *pair)]


def lift(name: str, games: int) -> list[list[object]]:
    """Return a change under which x wins so many games more in each of its four pairs."""
    found = []
    for other in NAMES[1:]:
        found += [*rows(name, "x", other, gained=games), *rows(name, other, "x", lost=games)]
    return found


def found_in(played: list[list[object]], *changes: Change) -> RulingStudy:
    frame = pl.DataFrame([*base(), *played], schema=comparison_schema(COLUMNS), orient="row")
    found = study(frame, columns=COLUMNS, contestants=NAMES, changes=changes, least_fair=("x", "y"))
    assert found is not None
    return found


def only(found: RulingStudy) -> PolicyRulings:
    (one,) = found.policies
    return one


def test_a_change_moves_strengths_and_not_the_sides() -> None:
    one = only(found_in(lift("boost", 80), change("boost")))
    (effect,) = one.effects
    # x wins 80 of 400 more in each pair; y and z lose 0.2 in two of their four pairs, 0.1 on average
    assert effect.largest.contestant == "x"
    assert effect.largest.change.estimate == pytest.approx(0.2)
    assert effect.shift.low < (0.2 + 0.1 + 0.1) / 3 < effect.shift.high
    assert effect.shift.estimate == pytest.approx(0.4 / 3, abs=0.002)
    assert effect.reach.estimate == pytest.approx(4 * 0.2 / 6, abs=0.005)
    assert effect.side.estimate == pytest.approx(0.0)
    assert effect.side.low < 0 < effect.side.high
    assert (effect.pairs, effect.pairs_changed, effect.games, effect.differing) == (6, 4, 1600, 320)
    assert effect.sure
    assert one.games == GAMES
    assert one.most_shift == ("boost",)
    assert one.most_side == ()


def test_a_change_of_the_sides_alone_leaves_strengths_as_they_are() -> None:
    played = [row for pair in permutations(NAMES, 2) for row in rows("tilt", *pair, gained=60)]
    one = only(found_in(played, change("tilt")))
    (effect,) = one.effects
    assert effect.side.estimate == pytest.approx(0.15)
    # two sizes of one change: each at 97.5%, where the normal quantile is 2.2414 and not 1.9600
    wide = (effect.side.high - 0.15) * 2.2414 / 1.9600
    ends = (effect.side_among.low, effect.side_among.high)
    assert ends == pytest.approx((0.15 - wide, 0.15 + wide), abs=1e-5)
    assert effect.shift_among.high > effect.shift.high
    assert effect.shift.low == 0
    assert effect.sure
    assert (one.most_shift, one.most_side) == ((), ("tilt",))


def test_what_cannot_be_told_apart_shares_the_first_place_and_the_rulebook_takes_none() -> None:
    played = [*lift("strong", 82), *lift("as strong", 80), *lift("weak", 16), *lift("settled", 160)]
    names = [change("strong"), change("as strong"), change("weak"), change("settled", "rulebook")]
    one = only(found_in(played, *names))
    assert one.most_shift == ("strong", "as strong")
    assert [effect.name for effect in one.effects] == ["settled", "strong", "as strong", "weak"]


def test_changes_without_games_touch_nothing_or_leave_somebody_out() -> None:
    found = found_in(lift("boost", 80), change("boost"), change("idle"), change("box", absent=("z",)))
    assert only(found).untouched == ("idle",)
    assert [effect.name for effect in only(found).effects] == ["boost"]


def test_a_change_that_moves_no_game_is_not_told_apart_from_none() -> None:
    one = only(found_in(lift("nothing", 0), change("nothing")))
    (effect,) = one.effects
    assert (effect.sure, effect.differing, effect.shift.low) == (False, 0, 0.0)
    assert 0 < effect.shift.high < 0.01  # games that went alike leave room for few that do not
    assert (one.most_shift, one.most_side) == ((), ())


def won(name: str, first: str, second: str, both: int, lost: int = 0) -> list[list[object]]:
    """Return 400 games of a pair: north won so many under both rules, and so many not any more."""
    where = [first, second, "calm", "a", "a", "", 0, "rulings", "", name]
    games = {(WON, WON): both, (WON, LOST): lost, (LOST, LOST): GAMES - both - lost}
    return [[*where, *results, number, 0, 0, 0] for results, number in games.items() if number]


def test_a_conclusion_that_is_the_opposite_is_named() -> None:
    plain = [
        row
        for pair in permutations(NAMES, 2)
        for row in won("", *pair, both=240 if pair == ("x", "y") else 200)
    ]
    played = won("flip", "x", "y", both=140, lost=100)  # from 240 of 400 won to 140
    frame = pl.DataFrame([*plain, *played], schema=comparison_schema(COLUMNS), orient="row")
    found = study(frame, columns=COLUMNS, contestants=NAMES, changes=[change("flip")], least_fair=("x", "y"))
    assert found is not None
    (effect,) = only(found).effects
    assert "least fair pair" in effect.turns
    assert "side advantage" not in effect.turns


def test_what_cannot_change_counts_with_exactly_nothing() -> None:
    mixes = mixes_of([np.array([1.0, 0.0]), np.array([0.0, 1.0])])
    half = mean_shift(np.array([0.3, 0.0]), np.array([1e-6, 0.0]), mixes)
    assert half[0] == pytest.approx(0.15, abs=1e-3)
    assert mean_shift(np.zeros(2), np.zeros(2), mixes) == (0.0, 0.0, 0.0)


def test_without_such_games_there_is_no_study() -> None:
    nothing = pl.DataFrame(schema=comparison_schema(COLUMNS))
    assert study(nothing, columns=COLUMNS, contestants=NAMES, changes=[change("boost")]) is None


@pytest.mark.parametrize("kind", ["nothing", "one faction", "everything"])
def test_intervals_hold_what_was_planted(kind: str) -> None:
    found = rates(kind, games=160, draws=150, seed=5)
    assert found[SHIFT] >= 0.95
    assert found[REACH] >= 0.95
    assert found[SIDE] >= 0.9
    assert found[SURE] <= 0.05 or kind != "nothing"
