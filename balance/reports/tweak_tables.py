"""What a tweak check found, as tables."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from balance.reports import bids
from balance.reports import tweak_words as words
from balance.reports import wording as w
from balance.reports.before_after import DECIDED, changes_table, estimates, ordered, verdict_cell
from balance.reports.data_table import Table
from balance.stats.tweak.results import (
    GamePairTest,
    Overall,
    PairChange,
    Ranking,
    TweakResult,
    TweakVerdict,
    WorstPair,
)
from balance.words import Words

Examples = Mapping[tuple[str, str], tuple[Sequence[Any], Sequence[Any]]]
"""Of a pair, numbers of games that the first seat gained, and lost."""


def _columns(seats: Sequence[str]) -> dict[str, str]:
    return {"pair": " v ".join(map(w.name_of, seats))}


def _names(pair: PairChange) -> dict[str, str]:
    return {"pair": f"{w.name_of(pair.first)} v {w.name_of(pair.second)}"}


def _decided(pairs: Sequence[PairChange]) -> list[bool]:
    return [pair.verdict in DECIDED for pair in pairs]


def changes(result: TweakResult, seats: Sequence[str], key: str) -> Table:
    """Every touched pairing before and after, verdicts first."""
    pairs = ordered(result.touched)
    made = changes_table(
        pairs,
        seats,
        name=f"{key}-pairs-table",
        caption="Every pairing that the tweak touches; a minus in “distance from target” is nearer.",
        games=[f"{pair.games:,}" for pair in pairs],
    )
    return replace(made, order={**made.order, "games": [pair.games for pair in pairs]})


def ways(pair: PairChange) -> str:
    """Return which results changed into which, for the first seat: ``loss → win 120; win → loss 95``."""
    return "; ".join(f"{old} → {new} {games:,}" for old, new, games in pair.discordant.table) or w.NOTHING


def _numbers(numbers: Sequence[Any]) -> str:
    return ", ".join(map(_number, numbers)) or w.NOTHING


def _number(number: Any) -> str:
    """Return the number of a game, with its layout where there are several."""
    return str(number) if isinstance(number, int) else " ".join(map(str, number))


def discordant(result: TweakResult, seats: Sequence[str], key: str, examples: Examples) -> Table:
    """Games that somebody else won, which way, and some of them by number."""
    pairs = ordered(result.touched)
    first = w.name_of(seats[0])
    columns = {
        **_columns(seats),
        "games": "Discordant games",
        "gained": f"{first} gains",
        "lost": f"{first} loses",
    }
    if any(len(pair.discordant.table) > 2 for pair in pairs):
        columns["ways"] = f"How, for {first}"
    if examples:
        columns |= {"some_gained": "Gained, games no.", "some_lost": "Lost, games no."}
    columns |= {"ratio": "Games that pairing saves"}
    rows = []
    for pair in pairs:
        gained, lost = examples.get((pair.first, pair.second), ((), ()))
        rows.append(
            {
                **_names(pair),
                "games": f"{pair.discordant.games:,} of {pair.games:,}",
                "gained": f"{pair.discordant.gained:,}",
                "lost": f"{pair.discordant.lost:,}",
                "ways": ways(pair),
                "some_gained": _numbers(gained),
                "some_lost": _numbers(lost),
                "ratio": f"{w.number(pair.variance_ratio, 1)} times fewer"
                if math.isfinite(pair.variance_ratio)
                else w.NOTHING,
            }
        )
    return Table(
        name=f"{key}-discordant-table",
        caption="Paired games with another result under the new rules. All that is known of a change comes from them.",
        columns=columns,
        rows=rows,
        numeric=("games", "gained", "lost", "ratio"),
        order={
            "games": [pair.discordant.games for pair in pairs],
            "gained": [pair.discordant.gained for pair in pairs],
            "lost": [pair.discordant.lost for pair in pairs],
            "ratio": [finite(pair.variance_ratio) for pair in pairs],
        },
    )


def finite(value: float) -> float | None:
    """Return a number that a column is sorted by, or None where there is none."""
    return None if math.isnan(value) else min(value, 1e300)


def ratio_cell(value: float) -> str:
    """Return a log-likelihood ratio, or a dash where it is not defined."""
    return w.number(value, 2, signed=True) if math.isfinite(value) else w.NOTHING


def test_words(test: GamePairTest) -> str:
    """Say what a tester would conclude."""
    value = test.exact if math.isfinite(test.exact) else test.approximate
    if not math.isfinite(value):
        return w.NOTHING
    if value >= test.upper:
        return "would pass"
    return "would fail" if value <= test.lower else "would go on"


def evidence(result: TweakResult, seats: Sequence[str], key: str) -> Table:
    """Evidence for each verdict, the game-pair test beside it, and what finishing would cost."""
    pairs = ordered(result.touched)

    def half(value: float) -> str:
        return w.number(value, 1).removesuffix(".0")

    return Table(
        name=f"{key}-evidence-table",
        caption="Evidence for each verdict, the test of chess-engine testers beside it, and games still needed.",
        columns={
            **_columns(seats),
            "e_value": "Evidence (e-value)",
            "needed": "Needed",
            "classes": "Worse, same, better games",
            "exact": "Log-likelihood ratio",
            "approximate": "Approximate",
            "tester": "A tester",
            "finish": "Games still needed",
        },
        rows=[
            {
                **_names(pair),
                "e_value": e_cell(pair.e_value),
                "needed": e_cell(pair.needed),
                "classes": ", ".join(map(half, (pair.test.worse, pair.test.same, pair.test.better))),
                "exact": ratio_cell(pair.test.exact),
                "approximate": ratio_cell(pair.test.approximate),
                "tester": test_words(pair.test),
                "finish": words.finish_words(pair.finish),
            }
            for pair in pairs
        ],
        numeric=("e_value", "needed", "classes", "exact", "approximate"),
        order={
            "e_value": [finite(pair.e_value) for pair in pairs],
            "needed": [finite(pair.needed) for pair in pairs],
            "classes": [pair.test.better - pair.test.worse for pair in pairs],
            "exact": [finite(pair.test.exact) for pair in pairs],
            "approximate": [finite(pair.test.approximate) for pair in pairs],
            "finish": [pair.finish.games for pair in pairs],
        },
        choices=("tester",),
        strong=_decided(pairs),
    )


def e_cell(value: float) -> str:
    """Return an e-value.

    Examples
    --------
    >>> e_cell(0.42), e_cell(31.7), e_cell(4.2e9), e_cell(float("inf"))
    ('0.42', '32', 'over 1,000,000', 'over 1,000,000')
    """
    if math.isnan(value):
        return w.NOTHING
    if value > 1e6:
        return "over 1,000,000"
    return f"{value:,.0f}" if value >= 10 else w.number(value, 2)


def overall(found: Overall, seats: Sequence[str], key: str, words: Words) -> Table:
    """All pairings together, before and after."""
    first = w.name_of(seats[0])
    lines = [("Mean distance from the target", found.distance, w.rate_cell)]
    if words.sides:
        lines.append((f"Side advantage, to {first}", found.side_advantage, w.change_cell))
    if words.tie_break:
        lines.append((f"Tie-break, mechanical, to {first}", found.tie_break, w.change_cell))
    rows = [
        {
            "name": name,
            "old": cell(one.old),
            "new": cell(one.new),
            "change": w.change_cell(one.change),
            "note": one.note,
        }
        for name, one, cell in lines
    ]
    rows.append(
        {
            "name": "Largest distance from the target",
            "old": _worst(found.old_worst),
            "new": _worst(found.new_worst),
            "change": w.NOTHING,
        }
    )
    columns = {"name": "Wins in 100", "old": "Before", "new": "After", "change": "Change"}
    if any(row.get("note") for row in rows):
        columns["note"] = "Remarks"
    return Table(
        name=f"{key}-overall-table",
        caption="All pairings together, those that the tweak cannot touch among them.",
        columns=columns,
        rows=rows,
        numeric=("change",),
    )


def _worst(worst: WorstPair | None) -> str:
    if worst is None:
        return w.NOTHING
    return f"{w.rate_cell(worst.distance)}, {w.name_of(worst.first)} v {w.name_of(worst.second)}"


def fair_bids(result: TweakResult, seats: Sequence[str], key: str) -> Table:
    """Fair bids of touched pairings before and after, where bids were played."""
    pairs = [pair for pair in ordered(result.touched) if pair.old_bid or pair.new_bid]
    return Table(
        name=f"{key}-bids-table",
        caption="The bid nearest to even, and all bids that may be even.",
        columns={
            **_columns(seats),
            "old": "Bid before",
            "new": "After",
            "old_range": "May be even before",
            "new_range": "After",
        },
        rows=[
            {
                **_names(pair),
                **{
                    age: bids.nearest_words(bid, seats) if bid else bids.UNPLAYED
                    for age, bid in (("old", pair.old_bid), ("new", pair.new_bid))
                },
                **{
                    f"{age}_range": bids.range_words(bid, seats) if bid else w.NOTHING
                    for age, bid in (("old", pair.old_bid), ("new", pair.new_bid))
                },
            }
            for pair in pairs
        ],
        order={
            age: [bid.best if bid else None for bid in found]
            for age, found in (
                ("old", [pair.old_bid for pair in pairs]),
                ("new", [pair.new_bid for pair in pairs]),
            )
        },
    )


def ranking(found: Ranking) -> Table:
    """All tweaks and the base, the best balanced first."""
    return Table(
        name="ranking-table",
        caption="By the mean distance from the target that each would leave; a minus is nearer than the base.",
        columns={
            "name": "Tweak",
            "place": "Place",
            "verdict": "Overall",
            "distance": "Change of mean distance",
            "behind": "Surely behind",
            "better": "Better",
            "worse": "Worse",
            "same": "No change",
            "unknown": "Not yet known",
            "largest": "Least balanced pairing under it",
        },
        rows=[
            {
                "name": words.tweak_name(row.name),
                "place": str(row.place),
                "verdict": verdict_cell(row.verdict) if row.name else w.NOTHING,
                "distance": w.change_cell(row.distance) if row.name else "0",
                "behind": w.listing([words.tweak_name(name) for name in row.behind]) or w.NOTHING,
                **{
                    key: str(getattr(row, key)) if row.name else w.NOTHING
                    for key in ("better", "worse", "same", "unknown")
                },
                "largest": _worst(row.largest),
            }
            for row in found.rows
        ],
        numeric=("place", "distance", "better", "worse", "same", "unknown"),
        strong=[bool(row.name) and row.verdict is TweakVerdict.BETTER for row in found.rows],
        order={
            "distance": estimates(row.distance if row.name else None for row in found.rows),
            "largest": estimates(row.largest.distance if row.largest else None for row in found.rows),
        },
    )
