"""The kernels against a slow implementation written from the text alone, contest by contest, move by move."""

from __future__ import annotations

import os
import random

from balance.config.agreements.rulings import RULINGS
from tests.agreements.board import Board
from tests.reference.agreements import LARGEST, Rules, Table

CONTESTS = 150 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 2000
WEIGHTS = {"end": 2, "propose": 12, "betray": 3, "accept": 9}
"""How much rather random play does what makes agreements; 1 for all else."""


def some_rules(chance: random.Random) -> Rules:
    """Return rules with numbers and rulings at random; small ones, so that clauses meet."""
    owners = ["proposer", "recipient"] * chance.randint(1, 2) + ["third"] * chance.randint(0, 2)
    kind = chance.choice(["ceasefire", "transfer", "support", "partnership"])
    giver = chance.choice(["proposer", "recipient"])

    def pair(low: int, high: int) -> tuple[int, int]:
        return chance.randint(low, high), chance.randint(low, high)

    return Rules(
        owners=owners,
        garrison=chance.randint(1, 5),
        rounds=chance.randint(2, 7),
        kind=kind,
        duration=chance.randint(1, 4),
        slots=pair(0, 2),
        territory=owners.index(giver) if kind == "transfer" else -1,
        giver=giver,
        agreements=chance.randint(0, 3),
        betrayals=pair(0, 3),
        income=pair(0, 5),
        per_territory=chance.randint(0, 2),
        hand=chance.randint(0, 3),
        draws=chance.randint(0, 3),
        slower=chance.randint(0, 2),
        bonus=chance.randint(0, 4),
        support=chance.choice([1, 50, 100, 150]),
        support_paid=chance.random() < 0.5,
        acts=chance.randint(0, 2),
        bomb=chance.randint(1, 4),
        siege=chance.choice([0, 33, 50, 100]),
        winner_loses=chance.choice([0, 50, 100]),
        loser_kills=chance.choice([0, 50, 100]),
        least=chance.randint(1, 3),
        times=chance.randint(1, 2),
        worth=(chance.randint(0, 4), chance.randint(0, 2), chance.randint(0, 2)),
        rulings={
            name: chance.choice([option.name for option in ruling.options])
            for name, ruling in RULINGS.items()
        },
    )


def test_kernels_and_the_slow_implementation_play_the_same_contests() -> None:
    endings: set[str] = set()
    for contest in range(CONTESTS):
        chance = random.Random(contest)
        rules = some_rules(chance)
        fast, slow = Board(rules), Table(rules)
        while not slow.over:
            assert fast.waits == slow.waits, (contest, rules)
            if slow.waits == "card":
                value = chance.randint(1, LARGEST)
                fast.card(value)
                slow.card(value)
            elif slow.waits == "battle":
                won = chance.random() < 0.5
                fast.battle(won)
                slow.battle(won)
            else:
                can = slow.legal()
                assert fast.legal() == can, (contest, rules)
                acts = sorted(can)
                (act,) = chance.choices(acts, [WEIGHTS.get(act, 1) for act in acts])
                fast.act(act)
                slow.act(act)
            assert fast.seen() == slow.seen(), (contest, rules)
        assert fast.over
        endings |= {how for how, _ in slow.endings}
    assert endings == {"expired", "betrayed", "eliminated", "void"}
