"""Agreements once more, slowly and plainly, from the text alone: lists, dictionaries and names instead of records.

Whoever plays it hands in the values of cards, the results of attacks, and actions by name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

OTHER = {"proposer": "recipient", "recipient": "proposer"}
LARGEST = 5


@dataclass
class Party:
    """What one of the two has."""

    hand: list[int] = field(default_factory=list)
    committed: list[int] = field(default_factory=list)
    agreements: int = 0
    betrayals: int = 0
    turns_under_pact: int = 0
    half: list[int] = field(default_factory=list)  # own turns left of each commitment penalty
    slow_for: int = 0  # turns left of an aggressor's slowdown


@dataclass
class Rules:
    """All that decides a game but chance and the players."""

    owners: list[str]
    garrison: int = 4
    rounds: int = 4
    kind: str = "ceasefire"
    duration: int = 2
    slots: tuple[int, int] = (1, 1)
    territory: int = -1
    giver: str = "proposer"
    agreements: int = 1
    betrayals: tuple[int, int] = (1, 1)
    income: tuple[int, int] = (3, 3)
    per_territory: int = 1
    hand: int = 2
    draws: int = 1
    slower: int = 1
    bonus: int = 2
    support: int = 50
    support_paid: bool = False
    acts: int = 1
    bomb: int = 3
    siege: int = 50
    winner_loses: int = 50
    loser_kills: int = 50
    least: int = 3
    times: int = 2
    worth: tuple[int, int, int] = (3, 1, 1)
    rulings: dict[str, str] = field(default_factory=dict)

    def takes(self, ruling: str, option: str) -> bool:
        """Tell whether a ruling takes an option that is not its default."""
        return self.rulings.get(ruling) == option


class Table:
    """A game in progress."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.owner = list(rules.owners)
        self.troops = [rules.garrison] * len(self.owner)
        self.parties = {
            name: Party(betrayals=rules.betrayals[i], agreements=rules.agreements if i == 0 else 0)
            for i, name in enumerate(OTHER)
        }
        self.round, self.mover = 1, "proposer"
        self.pact: str | None = None
        self.turns_left = 0
        self.uncounted = 0  # turn starts of the proposer that do not count
        self.offer = False
        self.opening = True
        self.to_place = 0
        self.acts = 0
        self.target: int | None = None
        self.answering = self.over = False
        self.endings: list[tuple[str, str | None]] = []
        self.sent = 0
        self.to_draw = ["recipient", "proposer"] * rules.hand  # the last one draws first
        if not self.to_draw:
            self._start_turn()

    # what is asked of it

    @property
    def waits(self) -> str:
        """What is waited for."""
        if self.over:
            return "nothing"
        if self.to_draw:
            return "card"
        return "battle" if self.target is not None else "act"

    def legal(self) -> set[str]:
        """Return what the mover may do."""
        if self.answering:
            fits = len(self.parties["recipient"].hand) >= self.rules.slots[1] and self._still_there()
            return {"accept", "decline"} if fits else {"decline"}
        own = [i for i, owner in enumerate(self.owner) if owner == self.mover]
        if self.to_place:
            return {f"deploy {i}" for i in own}
        me = self.parties[self.mover]
        found = {"end"} | {f"play {value}" for value in me.hand}
        free = me.agreements and not self.offer and self.pact is None and self._still_there()
        if self.mover == "proposer" and free and len(me.hand) >= self.rules.slots[0]:
            found.add("propose")
        if self.pact is not None and me.betrayals:
            found.add("betray")
        if self.acts:
            for i, owner in enumerate(self.owner):
                if owner == self.mover:
                    continue
                truce = self.pact == "ceasefire" and owner != "third"
                if not truce and max(self.troops[j] for j in own) > 1:
                    found.add(f"attack {i}")
                if self.troops[i] > 1 and (not truce or self.rules.takes("ceasefire_scope", "attacks")):
                    found |= {f"bomb {i}", f"siege {i}"}
        return found

    def score(self, name: str) -> int:
        """Return what a party has, at its worth."""
        territory, troop, card = self.rules.worth
        own = [troops for troops, owner in zip(self.troops, self.owner, strict=True) if owner == name]
        party = self.parties[name]
        return territory * len(own) + troop * sum(own) + card * (sum(party.hand) + sum(party.committed))

    # what happens to it

    def card(self, value: int) -> None:
        """Deal the next card."""
        self.parties[self.to_draw.pop()].hand.append(value)
        if not self.to_draw and self.opening:
            self._start_turn()

    def battle(self, won: bool) -> None:
        """Settle the attack that waits."""
        place, self.target = self.target, None
        assert place is not None
        loser = self.owner[place]
        home = max(
            (i for i, o in enumerate(self.owner) if o == self.mover), key=lambda i: (self.troops[i], -i)
        )
        attackers, defenders = self.troops[home] - 1, self.troops[place]
        self.troops[home] = 1
        if won:
            self.owner[place] = self.mover
            self.troops[place] = max(1, attackers - defenders * self.rules.winner_loses // 100)
            if loser != "third" and loser not in self.owner:
                self._eliminate(loser)
        else:
            self.troops[place] = max(1, defenders - attackers * self.rules.loser_kills // 100)

    def act(self, name: str) -> None:
        """Do what the mover does."""
        assert name in self.legal(), (name, self.legal())
        word, _, what = name.partition(" ")
        getattr(self, f"_{word}")(*([int(what)] if what else []))

    def _deploy(self, place: int) -> None:
        self.troops[place] += self.to_place
        self.to_place = 0

    def _play(self, value: int) -> None:
        self.parties[self.mover].hand.remove(value)
        self.to_place = value

    def _propose(self) -> None:
        me = self.parties["proposer"]
        me.agreements -= 1
        self._commit("proposer", self.rules.slots[0])
        self.offer = True

    def _accept(self) -> None:
        self.answering = self.offer = False
        self._commit("recipient", self.rules.slots[1])
        if not self.rules.takes("accepted_cards", "back_at_expiry"):
            for party in self.parties.values():
                party.committed.clear()
        self.pact, self.turns_left = self.rules.kind, self.rules.duration
        self.uncounted = 1 if self.rules.takes("first_tick", "second") else 0
        self.parties["proposer"].turns_under_pact, self.parties["recipient"].turns_under_pact = 0, 1
        if self.pact == "transfer":
            self.owner[self.rules.territory] = OTHER[self.rules.giver]
            if self.rules.giver not in self.owner:
                self._eliminate(self.rules.giver)
                return
        if self.pact == "support" and not self.rules.takes("support_flow", "each_turn"):
            self._send()
        self._supplies()

    def _decline(self) -> None:
        self.answering = self.offer = False
        self._give_back("proposer")
        if not self.rules.takes("declined_cards", "card_lost"):
            self.parties["proposer"].agreements += 1
        self._supplies()

    def _betray(self) -> None:
        me, turns = self.parties[self.mover], self.turns_left
        me.betrayals -= 1
        self._end("betrayed", self.mover)
        penalty = max(self.rules.least, self.rules.times * turns)
        if self.rules.takes("penalties_overlap", "one_after_other") and me.half:
            me.half[0] += penalty
        else:
            me.half.append(penalty)

    def _end(self, how: str | None = None, by: str | None = None) -> None:
        if how is None:
            self._next_turn()
            return
        for name, party in self.parties.items():
            if how == "expired":
                self._give_back(name)
            party.committed.clear()
        self.pact, self.turns_left, self.uncounted = None, 0, 0
        self.endings.append((how, by))

    def _attack(self, place: int) -> None:
        self._aggression(place)
        self.target = place

    def _bomb(self, place: int) -> None:
        self._aggression(place)
        self.troops[place] = max(1, self.troops[place] - self.rules.bomb)

    def _siege(self, place: int) -> None:
        self._aggression(place)
        left = self.troops[place] * self.rules.siege
        self.troops[place] = max(1, left // 100 + (1 if left % 100 else 0))

    # the clauses behind it

    def _aggression(self, place: int) -> None:
        self.acts -= 1
        if self.pact == "partnership" and self.owner[place] == OTHER[self.mover]:
            on_aggressors = self.rules.takes("void_tick", "aggressor")
            turns = self.turns_left + (0 if on_aggressors else self.uncounted)
            self._end("void", self.mover)
            me = self.parties[self.mover]
            me.slow_for = max(me.slow_for, turns)

    def _still_there(self) -> bool:
        return self.rules.kind != "transfer" or self.owner[self.rules.territory] == self.rules.giver

    def _commit(self, name: str, slots: int) -> None:
        party = self.parties[name]
        chosen = sorted(party.hand)[:slots]
        for value in chosen:
            party.hand.remove(value)
        party.committed += chosen

    def _give_back(self, name: str) -> None:
        party = self.parties[name]
        party.hand += party.committed
        party.committed = []

    def _income(self, name: str) -> int:
        return self.rules.income[list(OTHER).index(name)] + self.rules.per_territory * self.owner.count(name)

    def _send(self) -> None:
        wanted = self._income("recipient") * self.rules.support // 100
        if self.rules.support_paid:
            sent = 0
            while sent < wanted:
                own = [i for i, o in enumerate(self.owner) if o == "proposer" and self.troops[i] > 1]
                if not own:
                    break
                self.troops[max(own, key=lambda i: (self.troops[i], -i))] -= 1
                sent += 1
            wanted = sent
        self.to_place += wanted
        self.sent += wanted

    def _eliminate(self, name: str) -> None:
        if self.pact is not None:
            self._end("eliminated", name)
        if self.offer:
            self.offer = False
            self._give_back("proposer")
        self.over = True

    def _next_turn(self) -> None:
        if self.mover == "recipient":
            if self.round == self.rules.rounds:
                self.over = True
                return
            self.round += 1
        self.mover = OTHER[self.mover]
        self._start_turn()

    def _start_turn(self) -> None:
        self.opening = False
        self.to_place, self.acts = 0, self.rules.acts
        by_aggressor = self.rules.takes("void_tick", "aggressor")
        if by_aggressor:
            self._one_turn_less_slow(self.mover)
        if self.mover == "proposer":
            if not by_aggressor:
                self._one_turn_less_slow("proposer")
                self._one_turn_less_slow("recipient")
            if self.uncounted:
                self.uncounted -= 1
            elif self.pact is not None:
                self.turns_left -= 1
                if self.turns_left == 0:
                    self._end("expired")
        if self.pact is not None:
            self.parties[self.mover].turns_under_pact += 1
        if self.mover == "recipient" and self.offer:
            self.answering = True
        else:
            self._supplies()

    def _one_turn_less_slow(self, name: str) -> None:
        party = self.parties[name]
        party.slow_for = max(0, party.slow_for - 1)

    def _supplies(self) -> None:
        me = self.parties[self.mover]
        together = self.pact == "partnership"
        if (
            self.mover == "recipient"
            and self.pact == "support"
            and self.rules.takes("support_flow", "each_turn")
        ):
            self._send()
        slow = together or me.slow_for > 0
        self.to_draw = [self.mover] * max(0, self.rules.draws - (self.rules.slower if slow else 0))
        troops = self._income(self.mover) + (self.rules.bonus if together else 0)
        halvings = (
            len(me.half) if self.rules.takes("penalties_overlap", "halved_again") else min(1, len(me.half))
        )
        for _ in range(halvings):
            troops = (troops + 1) // 2 if self.rules.takes("half_deploy", "up") else troops // 2
        me.half = [turns - 1 for turns in me.half if turns > 1]
        self.to_place += troops

    def seen(self) -> dict[str, Any]:
        """Return the position in plain values, to be compared."""
        return {
            "owner": self.owner,
            "troops": self.troops,
            "hands": {name: sorted(party.hand) for name, party in self.parties.items()},
            "committed": {name: sorted(party.committed) for name, party in self.parties.items()},
            "pact": self.pact,
            "left": self.turns_left,
            "to place": self.to_place,
            "round": self.round,
            "mover": self.mover,
            "scores": [self.score(name) for name in OTHER],
        }
