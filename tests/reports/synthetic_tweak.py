"""Results of a tweak check, made up by hand: four pairings, one with each verdict, or all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from balance.stats.results import Interval
from balance.stats.tweak.results import (
    Cost,
    Discordant,
    Finish,
    GamePairTest,
    Overall,
    OverallChange,
    PairChange,
    Ranked,
    Ranking,
    Standing,
    TweakResult,
    TweakVerdict,
    WorstPair,
)

FACTIONS = (
    "dragons",
    "kelpies",
    "cu sidhe",
    "sluagh",
    "selkies",
    "fir bolg",
    "banshees",
    "changelings",
    "fomorians",
)
BETTER, WORSE, SAME, UNKNOWN = (
    TweakVerdict.BETTER,
    TweakVerdict.WORSE,
    TweakVerdict.SAME,
    TweakVerdict.UNKNOWN,
)
SURE, OPEN = 40.0, 2.5
GAMES = 4000


def _around(middle: float, half: float, games: int = GAMES) -> Interval:
    return Interval(middle, middle - half, middle + half, games)


def _standing(share: Interval) -> Standing:
    if share.low > 0.45 and share.high < 0.55:
        return Standing.INSIDE
    return Standing.OUTSIDE if share.low > 0.55 or share.high < 0.45 else Standing.UNKNOWN


def pair(
    first: str,
    second: str,
    shares: tuple[float, float],
    verdict: TweakVerdict,
    *,
    half: float = 0.02,
    gained: int = 150,
    lost: int = 310,
    finish: Finish | None = None,
    note: str = "",
) -> PairChange:
    """Return one touched pair of 4,000 games; `half` is half the width of its intervals."""
    old, new = (_around(share, half) for share in shares)
    change = shares[1] - shares[0]
    distance = abs(shares[1] - 0.5) - abs(shares[0] - 0.5)
    decided = verdict is not UNKNOWN
    return PairChange(
        first=first,
        second=second,
        target=0.5,
        band=(0.45, 0.55),
        old=old,
        new=new,
        change=_around(change, 0.015),
        distance=_around(distance, 0.006 if verdict is SAME else 0.015),
        verdict=verdict,
        e_value=SURE if decided else OPEN,
        needed=26.7,
        old_standing=_standing(old),
        new_standing=_standing(new),
        games=GAMES,
        discordant=Discordant(gained, lost, (("win", "loss", lost), ("loss", "win", gained))),
        variance_ratio=4.2,
        test=GamePairTest(
            worse=gained,
            same=GAMES - gained - lost,
            better=lost,
            exact=3.21,
            approximate=3.3,
            lower=-2.94,
            upper=2.94,
        ),
        finish=finish or (Finish(0, verdict) if decided else Finish(12_345, SAME)),
        note=note,
    )


def named_pairs() -> tuple[PairChange, ...]:
    """Return a pairing with each verdict."""
    return (
        pair("dragons", "kelpies", (0.59, 0.55), BETTER),
        pair("kelpies", "dragons", (0.48, 0.52), UNKNOWN, gained=310, lost=150),
        pair("dragons", "cu sidhe", (0.47, 0.43), WORSE),
        pair("cu sidhe", "dragons", (0.51, 0.512), SAME, gained=31, lost=22),
    )


def overall(verdict: TweakVerdict = BETTER) -> Overall:
    """Return the figures of all pairings together."""
    return Overall(
        distance=OverallChange(
            "distance", _around(0.034, 0.004), _around(0.03, 0.004), _around(-0.004, 0.002)
        ),
        side_advantage=OverallChange(
            "side", _around(0.012, 0.003), _around(0.009, 0.003), _around(-0.003, 0.002)
        ),
        tie_break=OverallChange("tie", _around(0.041, 0.002), _around(0.041, 0.002), _around(0.0, 0.001)),
        verdict=verdict,
        material=0.0022,
        old_worst=WorstPair("dragons", "kelpies", Interval(0.09, 0.07, 0.11, GAMES)),
        new_worst=WorstPair("sluagh", "selkies", Interval(0.072, 0.05, 0.094, GAMES)),
        rounds=GAMES,
        untouched_games=1000,
    )


def result(
    name: str = "dragons-move-4",
    touched: Sequence[PairChange] | None = None,
    factions: Sequence[str] = FACTIONS,
    whole: Overall | None = None,
) -> TweakResult:
    """Return one tweak; pairs that are not touched are identical."""
    changed = tuple(named_pairs() if touched is None else touched)
    names = {(one.first, one.second) for one in changed}
    return TweakResult(
        name=name,
        alpha=0.05,
        level=0.0375,
        material=0.01,
        max_games=20_000,
        touched=changed,
        identical=tuple(both for both in permutations(factions, 2) if both not in names),
        overall=(whole or overall()) if changed else None,
        cost=Cost(GAMES * len(changed), 12_345 if any(one.verdict is UNKNOWN for one in changed) else 0),
    )


def many(factions: Sequence[str] = FACTIONS) -> tuple[PairChange, ...]:
    """Return every ordered pair touched, with verdicts in turn."""
    shares = ((0.62, 0.55), (0.44, 0.46), (0.51, 0.505), (0.53, 0.57), (0.3, 0.38))
    verdicts = (BETTER, UNKNOWN, SAME, WORSE, BETTER)
    return tuple(
        pair(first, second, shares[index % 5], verdicts[index % 5])
        for index, (first, second) in enumerate(permutations(factions, 2))
    )


def ranking() -> Ranking:
    """Return two tweaks and the base: the first is surely better than the last, the base between them."""
    worst = WorstPair("sluagh", "selkies", Interval(0.072, 0.05, 0.094, GAMES))
    return Ranking(
        (
            Ranked(1, "dragons-move-4", _around(-0.004, 0.002), BETTER, (), 5, 1, 4, 6, worst),
            Ranked(2, "", Interval(0.0, 0.0, 0.0, GAMES), SAME, ("dragons-move-4",), 0, 0, 0, 0, worst),
            Ranked(
                3, "dragons-move-6", _around(0.001, 0.003), UNKNOWN, ("dragons-move-4",), 1, 3, 0, 12, worst
            ),
        )
    )


def manifest(*names: str) -> dict[str, Any]:
    """Return a manifest of tweaks, with the times and the command that the page must not show."""
    given = names or ("dragons-move-4",)
    return {
        "name": "factions",
        "system": "pacts",
        "columns": {"seats": ["seelie", "unseelie"]},
        "configuration": {"name": "factions", "factions": {}},
        "configuration_digest": "5f2c" * 16,
        "seed": 20260101,
        "base": "configs/factions.yaml",
        "tweaks": {
            name: {
                "path": f"configs/tweaks/{name}.yaml",
                "meaning": "Dragons move fewer cubes.",
                "changes": ["dragons.passive.count: 5 → 4"],
            }
            for name in given
        },
        "policies": ["greedy", "greedy"],
        "players": {"greedy": "takes what looks best"},
        "layouts": ["standard"],
        "alpha": 0.05,
        "material": 0.01,
        "max_games": 20_000,
        "checks": [
            {
                "tweak": given[0],
                "text": "max_unfairness < 8",
                "verdict": "not yet known",
                "figure": "7.20 (5.00 to 9.40)",
            },
            {"tweak": given[0], "text": "side_advantage < 3", "verdict": "met", "figure": ""},
        ],
        "self_checks": [
            {
                "name": "Unchanged rules against themselves",
                "passed": True,
                "words": "the base against itself: 200 games played twice, 0 of them discordant",
            },
            {"name": "Mirrors", "passed": True, "words": "9 of 9 agree with the side term."},
        ],
        "examples": {name: [["dragons", "kelpies", [3, 18, 40], [7, 9, 11, 12, 30]]] for name in given},
        "replay": {"base": ["configs/factions.yaml"], **{name: [f"outputs/{name}.yaml"] for name in given}},
        "command": "balance tweak secret-command.yaml",
        "started": "2031-12-24T18:00:00",
        "versions": {"balance": "0.1.0", "python": "3.11.2"},
        "rulings": {"tie_break": "seelie", "move_unit": "cubes"},
        "assumptions": {"tiles.other": ["1/6", "2/4"]},
    }
