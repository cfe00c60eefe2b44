"""A slow, plain implementation of Sea Witch Pacts, written from the text alone: one coroutine that asks for decisions.

It shares no code with the engine: cards lie in lists by name, effects are read from the game file's models. Chance is
handed in: the order of both decks, the setting cards, and the order of a reshuffled pact stack.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any

from balance.config.sea_witch.models import SeaWitchGame, Table

Ask = tuple[int | None, str, list[str]]
Asking = Generator[Ask, Any, Any]


class Reference:
    """One game; `seat`, `phase` and `options` say what is asked, `answer` goes on."""

    def __init__(
        self,
        game: SeaWitchGame,
        table: Table,
        *,
        deck: Sequence[str],
        pacts: Sequence[str],
        setting_a: str,
        setting_b: str,
    ) -> None:
        self.game, self.table, self.players = game, table, table.players
        self.deck, self.stack = list(deck), list(pacts)
        self.setting_a, self.setting_b = setting_a, setting_b
        seats = range(self.players)
        self.hands: list[list[str]] = [[] for _ in seats]
        self.front: list[list[str]] = [[] for _ in seats]
        self.pacts: list[list[str]] = [[] for _ in seats]
        self.score = [0 for _ in seats]
        self.discard: list[str] = []
        self.pact_discard: list[str] = []
        start = game.start.value
        self.supply = dict(game.items.value)
        self.items = [dict.fromkeys(self.supply, 0) for _ in seats]
        for own in self.items:
            for item, number in start.items.items():
                own[item] += number
                self.supply[item] -= number
        self.time = start.time
        self.turn = 0
        self.active = 0
        for _ in range(start.hand):
            for seat in seats:
                self.hands[seat].append(self.deck.pop(0))
        self.running = self.play()
        self.seat: int | None
        self.seat, self.phase, self.options = next(self.running)

    def answer(self, answer: Any) -> None:
        """Decide, or hand in the new order of the pacts."""
        try:
            self.seat, self.phase, self.options = self.running.send(answer)
        except StopIteration:
            self.seat, self.phase, self.options = None, "over", []

    # reading the game file

    def ruling(self, name: str) -> str:
        return self.game.rulings[name].value

    def is_one(self, card: str, kinds: Iterable[str]) -> bool:
        return any(kind in kinds for kind in self.game.cards[card].value.kinds)

    def fitting(self, cards: Iterable[str], kinds: Iterable[str] | None) -> list[str]:
        """Return the different cards that are of one of the kinds, in the game file's order; all without kinds."""
        held = set(cards)
        return [
            card for card in self.game.cards if card in held and (kinds is None or self.is_one(card, kinds))
        ]

    def clockwise(self, seat: int, who: str) -> list[int]:
        order = [(seat + offset) % self.players for offset in range(self.players)]
        return {"self": [seat], "all": order, "others": order[1:]}[who]

    # the flow of a turn

    def play(self) -> Asking:
        while True:
            yield from self.one_turn(self.active)
            if not self.deck and any(not hand for hand in self.hands):
                return
            self.active = (self.active + 1) % self.players

    def one_turn(self, seat: int) -> Asking:
        self.turn += 1
        for card in [card for card in self.front[seat] if self.game.cards[card].value.stops_draws]:
            self.front[seat].remove(card)
            self.discard.append(card)
        self.draw(seat, 1)
        yield from self.phase_two(seat)
        if self.hands[seat]:
            card = yield seat, "play a card", self.fitting(self.hands[seat], None)
            yield from self.resolve_card(seat, card)
        for card in self.front[seat]:
            lasting = self.game.cards[card].value.lasting
            if lasting is not None and lasting.when in ("any", self.time):
                self.score[seat] += lasting.score

    def phase_two(self, seat: int) -> Asking:
        playable = [
            pact for pact in self.game.pacts if pact in self.pacts[seat] and self.can_play(seat, pact)
        ]
        if playable:
            pact = yield seat, "play a pact", ["none", *playable]
            if pact != "none":
                yield from self.play_pact(seat, pact)
                return
        choices = self.game.settings_a[self.setting_a].value
        affordable = [
            f"effect {place + 1}"
            for place, choice in enumerate(choices)
            if all(self.items[seat][item] >= number for item, number in choice.pay.items())
        ]
        if affordable:
            chosen = yield seat, "use the A setting card", ["none", *affordable]
            if chosen != "none":
                choice = choices[int(chosen.split()[1]) - 1]
                self.pay(seat, choice.pay)
                yield from self.resolve(seat, choice.effects)

    # cards and effects

    def resolve_card(self, seat: int, card: str) -> Asking:
        self.hands[seat].remove(card)
        (self.front[seat] if self.game.cards[card].value.front else self.discard).append(card)
        yield from self.resolve(seat, self.game.cards[card].value.effects)

    def resolve(self, seat: int, effects: Iterable[Any]) -> Asking:
        for effect in effects:
            who = "others" if effect.do == "steal" else effect.who
            for target in self.clockwise(seat, who):
                yield from self.happen(seat, target, effect)

    def happen(self, seat: int, target: int, effect: Any) -> Asking:
        """Carry out an effect upon one player, if its time has come and what it needs is there."""
        separate = effect.do in ("draw_pact", "discard_pact", "discard")
        for _ in range(effect.number if separate else 1):
            if effect.when not in ("any", self.time):
                continue
            if effect.needs is not None and not self.fitting(self.front[seat], effect.needs):
                continue
            yield from getattr(self, f"do_{effect.do}")(seat, target, effect)

    def do_score(self, _seat: int, target: int, effect: Any) -> Asking:
        self.score[target] += effect.number
        yield from ()

    def do_lose(self, _seat: int, target: int, effect: Any) -> Asking:
        self.score[target] -= effect.number
        yield from ()

    def do_take(self, _seat: int, target: int, effect: Any) -> Asking:
        for _ in range(effect.number):
            if self.supply[effect.item] > 0:
                self.supply[effect.item] -= 1
                self.items[target][effect.item] += 1
        yield from ()

    def do_steal(self, seat: int, target: int, effect: Any) -> Asking:
        for _ in range(effect.number):
            if self.items[target][effect.item] > 0:
                self.items[target][effect.item] -= 1
                self.items[seat][effect.item] += 1
        yield from ()

    def do_draw(self, _seat: int, target: int, effect: Any) -> Asking:
        self.draw(target, effect.number)
        yield from ()

    def do_turn(self, _seat: int, _target: int, effect: Any) -> Asking:
        self.time = effect.to
        yield from ()

    def do_discard(self, _seat: int, target: int, effect: Any) -> Asking:
        cards = self.fitting(self.hands[target], effect.of)
        if cards:
            card = yield target, "discard a card", cards
            self.hands[target].remove(card)
            self.discard.append(card)

    def do_draw_pact(self, _seat: int, target: int, effect: Any) -> Asking:
        if effect.may and (yield target, "draw a pact", ["none", "yes"]) == "none":
            return
        if not self.stack and self.pact_discard:
            self.stack = list((yield None, "shuffle the pacts", []))
            self.pact_discard = []
        if self.stack:
            self.pacts[target].append(self.stack.pop(0))

    def do_discard_pact(self, _seat: int, target: int, effect: Any) -> Asking:
        if not self.pacts[target]:
            return
        held = [pact for pact in self.game.pacts if pact in self.pacts[target]]
        must = effect.may is False
        pact = yield target, "discard a pact", held if must else ["none", *held]
        if pact != "none":
            self.pacts[target].remove(pact)
            self.pact_discard.append(pact)

    def do_fetch(self, seat: int, _target: int, effect: Any) -> Asking:
        for pile in [self.discard, *(self.front[other] for other in self.clockwise(seat, "others"))]:
            cards = self.fitting(pile, effect.of)
            if cards:
                pile.remove(cards[0])
                self.front[seat].append(cards[0])
                break
        yield from ()

    def do_remove(self, seat: int, _target: int, effect: Any) -> Asking:
        for other in self.clockwise(seat, "others"):
            cards = self.fitting(self.front[other], effect.of)
            if cards:
                self.front[other].remove(cards[0])
                self.discard.append(cards[0])
                break
        yield from ()

    def do_put_in_front(self, seat: int, _target: int, effect: Any) -> Asking:
        cards = self.fitting(self.hands[seat], effect.of)
        if cards:
            card = yield seat, "put a card in front", ["none", *cards]
            if card != "none":
                self.hands[seat].remove(card)
                self.front[seat].append(card)

    def draw(self, seat: int, number: int) -> None:
        """Draw from the playing deck, unless a Witch lies in front of somebody else."""
        others = [card for other in self.clockwise(seat, "others") for card in self.front[other]]
        if any(self.game.cards[card].value.stops_draws for card in others):
            return
        for _ in range(number):
            if self.deck:
                self.hands[seat].append(self.deck.pop(0))

    def pay(self, seat: int, price: dict[str, int] | None) -> None:
        for item, number in (price or {}).items():
            self.items[seat][item] -= number
            self.supply[item] += number

    # pacts

    def can_play(self, seat: int, pact: str) -> bool:
        found = self.game.pacts[pact].value
        night_only = pact == "The Stinking Concoction" and self.ruling("concoction_night") == "night_only"
        when = "night" if night_only else found.when
        return when in ("any", self.time) and self.can_fulfil(seat, found.first)

    def can_fulfil(self, seat: int, condition: Any) -> bool:
        hand = self.hands[seat]
        if condition.have is not None and not self.fitting(self.front[seat], condition.have):
            return False
        if condition.reveal is not None and not self.fitting(hand, condition.reveal):
            return False
        if any(self.items[seat][item] < number for item, number in (condition.pay or {}).items()):
            return False
        if condition.lose is not None and self.score[seat] < condition.lose:
            return False
        play = getattr(condition, "play", None)
        taken = (condition.discard or 0) + (play is not None)
        if (
            self.ruling("phase3_empty") == "keep_last"
            and seat == self.active
            and taken
            and taken >= len(hand)
        ):
            return False
        return self.can_spare(hand, condition.discard or 0, condition.discard_of, play)

    def can_spare(self, hand: Sequence[str], number: int, kinds: Any, play: Any) -> bool:
        """Tell by trying every card to play whether enough others can be discarded."""
        if play is None:
            return sum(kinds is None or self.is_one(card, kinds) for card in hand) >= number
        for card in self.fitting(hand, play):
            rest = list(hand)
            rest.remove(card)
            if self.can_spare(rest, number, kinds, None):
                return True
        return False

    def fulfil(self, seat: int, condition: Any) -> Asking:
        self.pay(seat, condition.pay)
        self.score[seat] -= condition.lose or 0
        play = getattr(condition, "play", None)
        for left in range(condition.discard or 0, 0, -1):
            possible = []
            for card in self.fitting(self.hands[seat], condition.discard_of):
                rest = list(self.hands[seat])
                rest.remove(card)
                if self.can_spare(rest, left - 1, condition.discard_of, play):
                    possible.append(card)
            card = yield seat, "discard a card", possible
            self.hands[seat].remove(card)
            self.discard.append(card)
        if play is not None:
            card = yield seat, "play a card for the pact", self.fitting(self.hands[seat], play)
            yield from self.resolve_card(seat, card)

    def play_pact(self, seat: int, pact: str) -> Asking:
        found = self.game.pacts[pact].value
        self.pacts[seat].remove(pact)
        self.pact_discard.append(pact)
        yield from self.fulfil(seat, found.first)
        yield from self.resolve(seat, found.bonus)
        if found.second is None:
            return
        for other in self.clockwise(seat, "all"):
            if self.can_fulfil(other, found.second):
                answer = yield other, "fulfil the second condition", ["none", "yes"]
                if answer == "yes":
                    yield from self.fulfil(other, found.second)
                    yield from self.resolve(other, found.second.bonus)

    # the end

    def points(self) -> list[int]:
        penalty = self.game.penalty.value if self.table.penalty is None else self.table.penalty
        return [
            self.score[seat] + self.setting_points(seat) - penalty * len(self.pacts[seat])
            for seat in range(self.players)
        ]

    def setting_points(self, seat: int) -> int:
        total = 0
        for scoring in self.game.settings_b[self.setting_b].value:

            def owned(one: int, scoring: Any = scoring) -> int:
                if scoring.item is not None:
                    return self.items[one][scoring.item]
                return sum(self.is_one(card, scoring.of) for card in self.front[one])

            own = owned(seat)
            if scoring.most:
                if own > 0 and own == max(owned(one) for one in range(self.players)):
                    total += scoring.score
            else:
                total += scoring.score * (own // (scoring.each or 1))
        return total

    def position(self) -> dict[str, Any]:
        """Return where everything lies, in the form of the engine's `Game.position`."""

        def sorted_cards(cards: Sequence[str]) -> list[str]:
            return sorted(cards, key=list(self.game.cards).index)

        def sorted_pacts(pacts: Sequence[str]) -> list[str]:
            return sorted(pacts, key=list(self.game.pacts).index)

        return {
            "active": self.active,
            "turn": self.turn,
            "time": self.time,
            "setting_a": self.setting_a,
            "setting_b": self.setting_b,
            "hands": [sorted_cards(hand) for hand in self.hands],
            "front": [sorted_cards(cards) for cards in self.front],
            "discard": sorted_cards(self.discard),
            "deck": self.deck,
            "pacts": [sorted_pacts(pacts) for pacts in self.pacts],
            "stack": self.stack,
            "pact_discard": sorted_pacts(self.pact_discard),
            "items": self.items,
            "supply": self.supply,
            "score": self.score,
        }
