"""A game on the kernels in names, with the interface of the slow implementation in `tests/reference/agreements.py`."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine.agreements.kernels import rules as kernel
from balance.engine.agreements.kernels import state as k
from balance.engine.agreements.tables import DEEDS, KINDS, OWNERS, SEATS, set_rulings
from tests.reference.agreements import Rules

WORDS = {k.END: "end", k.PROPOSE: "propose", k.BETRAY: "betray", k.ACCEPT: "accept", k.DECLINE: "decline"}
ENDINGS = {k.EXPIRED: "expired", k.BETRAYED: "betrayed", k.ELIMINATED: "eliminated", k.VOID: "void"}
NAMES = {number: word for word, number in KINDS.items()}


def record_of(rules: Rules) -> np.ndarray:
    """Return rules as the kernels have them, shape (1,)."""
    table = np.zeros(1, k.RULES)
    record = table[0]
    count = len(rules.owners)
    record["territories"] = count
    record["owner"] = k.NONE
    record["owner"][:count] = [OWNERS[owner] for owner in rules.owners]
    record["garrison"][:count] = rules.garrison
    record["kind"], record["giver"] = KINDS[rules.kind], OWNERS[rules.giver]
    record["offers"], record["least_penalty"], record["penalty_times"] = (
        rules.agreements,
        rules.least,
        rules.times,
    )
    for name in ("rounds", "duration", "slots", "territory", "betrayals", "income", "per_territory", "hand"):
        record[name] = getattr(rules, name)
    for name in ("draws", "slower", "bonus", "support", "support_paid", "acts", "bomb", "siege"):
        record[name] = getattr(rules, name)
    record["winner_loses"], record["loser_kills"], record["power"] = rules.winner_loses, rules.loser_kills, 2
    record["worth_territory"], record["worth_troop"], record["worth_card"] = rules.worth
    record["shares"][1:] = 20
    set_rulings(record, rules.rulings)
    return table


class Board:
    """A game in progress on the kernels."""

    def __init__(self, rules: Rules) -> None:
        self.table = record_of(rules)
        self.states = np.zeros(1, k.STATE)
        self.actions = np.zeros(k.MAX_LEGAL, np.int16)
        kernel.start(self.states[0], self.table[0])

    @property
    def state(self) -> Any:
        """The position."""
        return self.states[0]

    @property
    def waits(self) -> str:
        """What is waited for."""
        return {k.OVER: "nothing", k.DRAW: "card", k.BATTLE: "battle"}.get(int(self.state["phase"]), "act")

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.waits == "nothing"

    @property
    def pact(self) -> str | None:
        """The agreement in force."""
        return NAMES.get(int(self.state["pact"]))

    @property
    def mover(self) -> str:
        """Whose turn it is."""
        return SEATS[int(self.state["side"])]

    @property
    def turns_left(self) -> int:
        """The agreement's counter."""
        return int(self.state["left"])

    def legal(self) -> set[str]:
        """Return what the mover may do."""
        count = kernel.legal(self.state, self.table[0], self.actions)
        found = [int(action) for action in self.actions[:count]]
        assert found == sorted(set(found))
        return {self._name(action) for action in found}

    def _name(self, action: int) -> str:
        if action >= k.PLACE:
            return f"deploy {action - k.PLACE}"
        for word in ("siege", "bomb", "attack"):
            if action >= DEEDS[word]:
                return f"{word} {action - DEEDS[word]}"
        return WORDS.get(action) or f"play {action - k.PLAY}"

    def card(self, value: int) -> None:
        """Deal the next card."""
        kernel.reveal(self.state, value, self.table[0])

    def battle(self, won: bool) -> None:
        """Settle the attack that waits."""
        kernel.reveal(self.state, int(won), self.table[0])

    def act(self, name: str) -> None:
        """Do what the mover does."""
        count = kernel.legal(self.state, self.table[0], self.actions)
        found = {self._name(int(action)): int(action) for action in self.actions[:count]}
        assert name in found, (name, sorted(found))
        kernel.apply(self.state, found[name], self.table[0])

    def score(self, name: str) -> int:
        """Return a party's score."""
        return int(kernel.score(self.state, self.table[0], SEATS.index(name)))

    @property
    def endings(self) -> list[tuple[str, str | None]]:
        """How the last agreement ended, and by whom."""
        if not self.state["ended"]:
            return []
        by = int(self.state["by"])
        return [(ENDINGS[int(self.state["how"])], None if by == k.NONE else SEATS[by])]

    @property
    def sent(self) -> int:
        """Troops that came by covert support."""
        return int(self.state["got"][k.RECIPIENT])

    def seen(self) -> dict[str, Any]:
        """Return the position in plain values, to be compared."""
        state, count = self.state, int(self.table[0]["territories"])
        owners = {number: word for word, number in OWNERS.items()}

        def cards(name: str) -> dict[str, list[int]]:
            rows = zip(SEATS, state[name], strict=True)
            return {who: [value for value in range(k.VALUES) for _ in range(row[value])] for who, row in rows}

        return {
            "owner": [owners[int(owner)] for owner in state["owner"][:count]],
            "troops": [int(troops) for troops in state["garrison"][:count]],
            "hands": cards("hand"),
            "committed": cards("locked"),
            "pact": self.pact,
            "left": self.turns_left,
            "to place": int(state["troops"]),
            "round": int(state["round"]),
            "mover": self.mover,
            "scores": [self.score(name) for name in SEATS],
        }
