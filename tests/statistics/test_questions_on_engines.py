"""The questions of rule systems on their engines' own games: intervals hold what very many games say.

A data set is all cells of a part of a shipped configuration, a few hundred games each, under a seed of its own. The
truth comes from other games, 50 times as many. Equals all play alike, and the run is told that they differ. A rate of
`n` data sets has a standard error of √(0.95 · 0.05 / n) at most; bounds are 3.3 of these away.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from balance.stats.questions import Answer, Played, surely_above, surely_below
from balance.stats.sea_witch import questions as of_sea_witch
from balance.stats.sea_witch.tables import strongest
from tests.statistics.asked import asked, configured, run, values
from tests.support import ROOT

LEVEL, EVEN = 0.95, 0.5


def slack(data_sets: int) -> float:
    """Return how far below its chance a rate may be."""
    return 3.3 * math.sqrt(LEVEL * (1 - LEVEL) / data_sets)


@dataclass(frozen=True)
class Part:
    """What is played of a system, and what is said of equals.

    Parameters
    ----------
    contestants, settings
        Of its shipped configuration.
    equals
        Name → fields in which the run is told that the first contestant's doubles differ from it.
    at
        The settings of equals.
    sure
        Tells whether an answer calls equals unlike.
    """

    contestants: Sequence[str]
    settings: Sequence[str]
    equals: Mapping[str, Mapping[str, Any]]
    at: Sequence[str]
    sure: Callable[[Answer], bool]


def _sure_in_live_combat(answer: Answer) -> bool:
    return answer.key in ("winners", "one-thing-more", "short-rest") and any(
        "urely" in sentence for sentence in answer.sentences
    )


def _sure_in_sea_witch(answer: Answer) -> bool:
    if answer.key == "conducts":
        (first, *others) = answer.sentences
        return bool(others) or not first.startswith("No conduct is surely behind")
    shares = [one for row in answer.rows for one in row.values if one is not None]
    return answer.key == "alone" and any(surely_above(one, EVEN) or surely_below(one, EVEN) for one in shares)


def _sure_in_agreements(answer: Answer) -> bool:
    gains = [one for row in answer.rows for one in row.values if one is not None]
    return answer.key != "seats" and any(surely_above(one) or surely_below(one) for one in gains)


PARTS = {
    "live_combat": Part(
        ("Footman", "Footman +1 HP", "Footman deals 2", "Knight", "Knight never rests", "Mystic"),
        ("duel near healer", "duel far from healer", "series with rest"),
        {
            "a": {},
            "b": {"hit_point_skills": 1},
            "c": {"potions": 1},
            "d": {"at_rest": "never rests"},
            "e": {"adds": (1,)},
        },
        ("duel near healer", "series with rest"),
        _sure_in_live_combat,
    ),
    "sea_witch": Part(
        ("play early", "hoard", "avoid"),
        ("two", "three", "three free"),
        {"a": {}, "b": {}, "c": {}},
        ("two", "three", "three free"),
        _sure_in_sea_witch,
    ),
    "agreements": Part(
        ("honour", "partner", "no deal", "betray in turn 1", "betray in turn 3", "attack in turn 1"),
        ("ceasefire for 2", "ceasefire for 4", "partnership for 4", "support at income 0", "support at income 12"),
        {
            "a": {},
            "b": {},
            "none": {"proposes": False, "accepts": False},
            **{f"betray {turn}": {"betrays_at": turn} for turn in (1, 2, 3)},
            "attack 1": {"attacks_at": 1},
        },
        ("ceasefire for 2", "ceasefire for 4", "partnership for 4", "support at income 3", "support at income 12"),
        _sure_in_agreements,
    ),
}  # fmt: skip


def _truths(played: Played, names: Sequence[str]) -> dict[str, dict[Any, float]]:
    """Return the estimates of a long run; for each conduct that may turn out to have won most, where one is picked."""
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        for name in names:
            patch.setattr(of_sea_witch, "strongest", lambda _, own=name: own)
            found[name] = {where: one.interval.estimate for where, one in values(asked(played)).items()}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", PARTS)
def test_intervals_hold_what_very_many_games_say(name: str) -> None:
    part, games, data_sets = PARTS[name], 400, 100
    small = configured(ROOT / "configs" / f"{name}.yaml", part.contestants, part.settings)
    picked = part.contestants if name == "sea_witch" else part.contestants[:1]
    truths = _truths(run(small, 999, 50 * games), picked)
    held: dict[Any, list[bool]] = defaultdict(list)
    together: dict[Any, list[bool]] = defaultdict(list)
    for seed in range(data_sets):
        played = run(small, seed, games)
        truth = truths[strongest(played) if name == "sea_witch" else picked[0]]
        hits: dict[Any, list[bool]] = defaultdict(list)
        for where, value in values(asked(played)).items():
            if math.isfinite(value.interval.low) and math.isfinite(truth[where]):
                key = where[0], where[2], value.family
                hits[key].append(value.interval.low <= truth[where] <= value.interval.high)
        for key, own in hits.items():
            held[key] += own
            together[key].append(all(own))
    assert len(held) > 8
    for key, own in held.items():
        assert sum(own) / len(own) >= LEVEL - slack(data_sets), key
        if key[2] > 1:
            assert sum(together[key]) / len(together[key]) >= LEVEL - slack(len(together[key])), key


@pytest.mark.slow
@pytest.mark.parametrize("name", PARTS)
def test_equals_are_seldom_called_unlike(name: str) -> None:
    part, data_sets = PARTS[name], 60
    pool = part.contestants[:2]  # a pool of one is refused
    base = configured(ROOT / "configs" / f"{name}.yaml", pool, part.at)
    one = base.contestants[pool[0]]
    alike = base.model_copy(update={"contestants": dict.fromkeys(part.equals, one)})
    unlike = base.model_copy(
        update={"contestants": {own: one.model_copy(update=fields) for own, fields in part.equals.items()}}
    )
    wrong: Counter[str] = Counter()
    for seed in range(data_sets):
        wrong.update(
            answer.key for answer in asked(run(alike, seed, 300, unlike.contents())) if part.sure(answer)
        )
    assert all(often / data_sets <= 1 - LEVEL + slack(data_sets) for often in wrong.values()), wrong
