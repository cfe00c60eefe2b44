"""Conclusions and verdicts, on counts whose answer can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from balance.engine.system import Cell
from balance.stats.sensitivity import headlines as h
from balance.stats.sensitivity.conclusions import sensitivity
from balance.stats.sensitivity.picks import Arm, least_fair
from balance.stats.sensitivity.results import Conclusion, HeadlineResult, Sensitivity, Verdict
from balance.sweep.paired import RESULTS, Paired

LOST, WON, TIE_LOST, TIE_SHARED, TIE_WON = 0, 2, 3, 4, 5
NAMES = ("ash", "oak", "thorn")
PAIRS = [(f, s) for f in NAMES for s in NAMES if f != s]
CELLS = tuple(Cell(pair, "calm", ("left", "left")) for pair in PAIRS)
GAMES = 10_000

Joint = dict[tuple[int, int], float]


def paired(arms: list[list[Joint | None]], base: list[Joint] | None = None) -> Paired:
    """Return counts from (base result, arm result) → part of the games, per arm and pair; None: not played."""
    joint = np.zeros((len(arms), len(CELLS), RESULTS, RESULTS), np.int64)
    counts = np.zeros((len(CELLS), RESULTS), np.int64)
    for n, pairs in enumerate(arms):
        for place, parts in enumerate(pairs):
            for (old, new), part in (parts or {}).items():
                joint[n, place, old, new] = round(part * GAMES)
    for place in range(len(CELLS)):
        parts = base[place] if base else next(pairs[place] for pairs in arms if pairs[place])
        for (old, _), part in (parts or {}).items():
            counts[place, old] += round(part * GAMES)
    return Paired(CELLS, counts, joint, np.zeros((len(arms), len(CELLS), 2), np.int64))


def found(arms: list[list[Joint | None]], pools: dict[int, tuple[str, ...]] | None = None) -> Sensitivity:
    """Return the results where the fresh games of all pairs came out as the first ones."""
    counts = paired(arms, BASE)
    marked = [
        Arm(f"variant {n}", (pools or {}).get(n, NAMES), np.array([pair is not None for pair in pairs]))
        for n, pairs in enumerate(arms)
    ]
    return sensitivity(counts, counts, marked, NAMES, least_fair(counts, marked))


def result(results: Sensitivity, one: h.Headline) -> HeadlineResult:
    return next(each for each in results.headlines if each.headline == one)


def split(before: float, after: float) -> Joint:
    """Return the parts of a pair's games by result, as much together as win shares before and after allow."""
    both = min(before, after)
    parts = {(WON, WON): both, (WON, LOST): before - both, (LOST, WON): after - both}
    return {**parts, (LOST, LOST): 1 - before - after + both}


SHARE = 0.6
BASE: list[Joint] = [split(SHARE, SHARE)] * len(PAIRS)


def everywhere(after: float) -> list[Joint | None]:
    return [split(SHARE, after)] * len(PAIRS)


@pytest.mark.parametrize(
    ("after", "conclusion", "verdict"),
    [
        (0.7, Conclusion.HOLDS, Verdict.STANDS),
        (0.55, Conclusion.HOLDS, Verdict.STANDS),
        (0.501, Conclusion.FADES, Verdict.FADES),
        (0.499, Conclusion.FADES, Verdict.FADES),
        (0.4, Conclusion.CHANGES, Verdict.DEPENDS),
    ],
)
def test_a_side_s_lead_holds_fades_or_turns(after: float, conclusion: Conclusion, verdict: Verdict) -> None:
    results = found([everywhere(after)])
    side = result(results, h.SIDE)
    (effect,) = (e for e in results.effects if e.headline == h.SIDE)
    assert (side.verdict, effect.conclusion, effect.moved) == (verdict, conclusion, True)
    assert effect.base.estimate == pytest.approx(0.1)
    assert effect.change.estimate == pytest.approx(after - SHARE)
    assert effect.new.estimate == pytest.approx(after - 0.5)
    assert effect.discordant == pytest.approx(abs(after - SHARE) * GAMES * len(PAIRS))
    names = {Verdict.DEPENDS: side.depends, Verdict.FADES: side.fades}.get(verdict, ())
    assert names == (("variant 0",) if verdict in {Verdict.DEPENDS, Verdict.FADES} else ())


@pytest.mark.parametrize("first_seat", [True, False])
def test_a_small_sure_change_does_not_fade_a_lead_that_only_lacks_games(*, first_seat: bool) -> None:
    # 0.524 ± 0.004 in 60,000 games of the base, 0.514 ± 0.018 in 3,000 of the arm; all changes go the same way
    before, after = (0.524, 0.514) if first_seat else (0.476, 0.486)
    counts = paired([[split(before, after)] * len(PAIRS)])
    few = Paired(CELLS, counts.base, np.rint(counts.joint * 0.05).astype(np.int64), counts.margins)
    marked = [Arm("variant", NAMES, np.ones(len(PAIRS), bool))]
    (effect,) = (
        e
        for e in sensitivity(few, counts, marked, NAMES, least_fair(few, marked)).effects
        if e.headline == h.SIDE
    )
    assert effect.moved
    assert effect.new.low < 0 < effect.new.high
    assert effect.conclusion is Conclusion.OPEN


def test_one_variant_that_turns_it_is_enough_and_the_largest_mover_comes_first() -> None:
    results = found([everywhere(0.62), everywhere(0.4), everywhere(0.8)])
    side = result(results, h.SIDE)
    assert (side.verdict, side.depends) == (Verdict.DEPENDS, ("variant 1",))
    assert [e.variant for e in side.movers] == ["variant 1", "variant 2", "variant 0"]


def test_strengths_that_the_base_leaves_open_have_nothing_to_test() -> None:
    results = found([everywhere(0.7)])  # the side alone matters, so everybody wins half
    for name in NAMES:
        one = result(results, h.Headline(h.Kind.STRENGTH, name))
        assert one.base.estimate == pytest.approx(0.5)
        assert one.verdict is Verdict.UNDECIDED


def test_a_variant_that_changes_nothing_is_known_to_change_nothing() -> None:
    results = found([[None] * len(PAIRS), everywhere(0.7)])
    effects = [e for e in results.effects if e.variant == "variant 0"]
    assert {(e.change.estimate, e.change.low, e.change.high, e.change.games) for e in effects} == {
        (0, 0, 0, 0)
    }
    assert result(results, h.SIDE).verdict is Verdict.STANDS
    assert [e.variant for e in result(results, h.SIDE).movers] == ["variant 1"]


def test_pairs_that_are_not_played_count_with_the_base_s_games() -> None:
    with_ash: list[Joint | None] = [split(SHARE, 0.8) if "ash" in pair else None for pair in PAIRS]
    results = found([with_ash])
    (side,) = (e for e in results.effects if e.headline == h.SIDE)
    assert side.change.estimate == pytest.approx(4 / 6 * 0.2)  # four of the six ordered pairs hold ash
    assert side.new.estimate == pytest.approx(0.1 + 4 / 6 * 0.2)
    assert side.paired == 4 * GAMES
    oak = next(e for e in results.effects if e.headline.contestant == "oak")
    assert oak.change.estimate == pytest.approx(0.0)  # (ash, oak) and (oak, ash) cancel out


def test_ties_given_to_the_other_seat_or_shared_turn_the_tie_break() -> None:
    base: Joint = {(WON, WON): 0.5, (LOST, LOST): 0.3}
    arms = [
        [{**base, (TIE_WON, TIE_LOST): 0.2}] * len(PAIRS),
        [{**base, (TIE_WON, TIE_SHARED): 0.2}] * len(PAIRS),
        [{**base, (TIE_WON, TIE_WON): 0.2}] * len(PAIRS),
    ]
    counts = paired([list(pairs) for pairs in arms])
    marked = [Arm(name, NAMES, np.ones(len(PAIRS), bool)) for name in ("to second", "shared", "kept")]
    results = sensitivity(counts, counts, marked, NAMES, least_fair(counts, marked))
    tie = result(results, h.TIE)
    assert tie.base.estimate == pytest.approx(0.1)  # half of a fifth
    assert (tie.verdict, tie.depends) == (Verdict.DEPENDS, ("to second", "shared"))
    changes = {e.variant: e.change.estimate for e in results.effects if e.headline == h.TIE}
    assert changes == pytest.approx({"to second": -0.2, "shared": -0.1, "kept": 0.0})
    (full,) = results.tie_breaks
    assert full.variant == "to second"
    # both rules on the same decks: half the difference of the shares, a quarter of both tie rates, nothing left
    assert full.total.estimate == pytest.approx((0.7 - 0.5) / 2)
    assert full.mechanical.estimate == pytest.approx((0.2 + 0.2) / 4)
    assert full.behavioural.estimate == pytest.approx(0.0)


def test_ties_that_happen_not_to_occur_are_not_taken_for_ties_that_are_shared() -> None:
    base: Joint = {(WON, WON): 0.5, (LOST, LOST): 0.4, (TIE_WON, WON): 0.1}
    counts = paired([[base] * len(PAIRS)])
    marked = [Arm("no ties", NAMES, np.ones(len(PAIRS), bool))]
    results = sensitivity(counts, counts, marked, NAMES, least_fair(counts, marked))
    (effect,) = (e for e in results.effects if e.headline == h.TIE)
    assert effect.new.estimate == 0
    # Wilson's interval of 0 level games in n ends at z²/(n + z²); nobody saw to which seat half of it would go
    z2 = 1.959964**2
    n_effective = 6 * GAMES
    assert effect.new.high == pytest.approx(z2 / (n_effective + z2) / 2, rel=0.01)
    assert effect.new.low == -effect.new.high
    assert effect.conclusion is Conclusion.FADES  # sure of the change, and no more than that


def test_a_base_without_level_games_has_no_tie_break_to_test() -> None:
    base: Joint = {(WON, WON): 0.6, (LOST, LOST): 0.4}
    counts = paired([[base] * len(PAIRS)])
    marked = [Arm("same", NAMES, np.ones(len(PAIRS), bool))]
    tie = result(sensitivity(counts, counts, marked, NAMES, least_fair(counts, marked)), h.TIE)
    assert tie.base.low < 0 < tie.base.high
    assert tie.verdict is Verdict.UNDECIDED


def test_a_smaller_pool_is_worked_out_without_a_game() -> None:
    # ash always wins in the first seat, so without ash the side is worth less
    base = [split(1.0, 1.0) if pair[0] == "ash" else split(SHARE, SHARE) for pair in PAIRS]
    none: list[Joint | None] = [None] * len(PAIRS)
    counts = paired([none], base)
    marked = [Arm("no ash", ("oak", "thorn"), np.zeros(len(PAIRS), bool))]
    results = sensitivity(counts, counts, marked, NAMES, least_fair(counts, marked))
    effects = {e.headline: e for e in results.effects}
    side = effects[h.SIDE]
    assert side.base.estimate == pytest.approx((2 * 1.0 + 4 * SHARE) / 6 - 0.5)
    assert side.new.estimate == pytest.approx(SHARE - 0.5)
    assert side.change.estimate == pytest.approx(side.new.estimate - side.base.estimate)
    assert (side.paired, side.discordant) == (0, 0)
    assert side.change.low < side.change.estimate < side.change.high
    assert effects[h.Headline(h.Kind.STRENGTH, "ash")].conclusion is Conclusion.ABSENT
    assert results.worst == ("ash", "oak")
    assert effects[h.PAIR].conclusion is Conclusion.ABSENT
    assert results.variants[0].worst == ("oak", "thorn")
    assert result(results, h.PAIR).verdict is Verdict.STANDS


def test_the_least_fair_pair_is_followed_and_another_may_take_its_place() -> None:
    base = [split(0.9, 0.9), *[split(SHARE, SHARE)] * (len(PAIRS) - 1)]
    arm: list[Joint | None] = [split(0.9, 0.3), *[split(SHARE, SHARE)] * (len(PAIRS) - 2), split(SHARE, 0.05)]
    counts = paired([arm], base)
    marked = [Arm("variant", NAMES, np.ones(len(PAIRS), bool))]
    results = sensitivity(counts, counts, marked, NAMES, least_fair(counts, marked))
    effects = {e.headline: e for e in results.effects}
    assert results.worst == PAIRS[0]
    assert effects[h.PAIR].change.estimate == pytest.approx(-0.6)
    assert effects[h.PAIR].conclusion is Conclusion.CHANGES
    assert result(results, h.PAIR).verdict is Verdict.DEPENDS
    assert results.variants[0].worst == PAIRS[-1]
    assert results.variants[0].another_surely
    assert effects[h.UNFAIRNESS].base.estimate == pytest.approx(0.4)
    assert effects[h.UNFAIRNESS].new.estimate == pytest.approx(0.45)
    assert effects[h.UNFAIRNESS].change.estimate == pytest.approx(0.05)
    assert result(results, h.UNFAIRNESS).verdict is Verdict.NONE


def test_another_pair_is_not_surely_less_fair_where_luck_may_have_picked_it() -> None:
    base = [split(0.9, 0.9), *[split(SHARE, SHARE)] * (len(PAIRS) - 2), split(0.898, 0.898)]
    arm: list[Joint | None] = [split(0.9, 0.898), *base[1:-1], split(0.898, 0.9)]
    counts = paired([arm], base)
    marked = [Arm("variant", NAMES, np.ones(len(PAIRS), bool))]
    results = sensitivity(counts, counts, marked, NAMES, least_fair(counts, marked))
    assert results.variants[0].worst == PAIRS[-1]
    assert not results.variants[0].another_surely
