"""From a configuration to the rules record that kernels read: names become numbers, rulings parameters."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from balance.config.sea_witch.checks import pact_deck, ruling, single_effects
from balance.config.sea_witch.models import CONCOCTION, Conduct, Pact, SeaWitchGame, Table
from balance.config.sea_witch.vocabulary import Condition, Effect
from balance.engine.sea_witch.kernels import state as k

WORDS: Final = {
    "score": k.SCORE,
    "lose": k.LOSE,
    "take": k.TAKE,
    "steal": k.STEAL,
    "draw": k.DRAW,
    "discard": k.DISCARD,
    "draw_pact": k.DRAW_PACT,
    "discard_pact": k.DISCARD_PACT,
    "turn": k.TURN,
    "fetch": k.FETCH,
    "remove": k.REMOVE,
    "put_in_front": k.PUT_IN_FRONT,
}
TIMES: Final = {"night": k.NIGHT, "day": k.DAY, "any": k.ANY_TIME}
DISCARDS: Final = {"never": k.NEVER, "unplayable": k.UNPLAYABLE, "always": k.ALWAYS}


@dataclass(frozen=True)
class Names:
    """The names behind the numbers of a configuration, each tuple in the order of the numbers."""

    items: tuple[str, ...]
    cards: tuple[str, ...]
    settings_a: tuple[str, ...]
    settings_b: tuple[str, ...]
    pacts: tuple[str, ...]


def names_of(game: SeaWitchGame) -> Names:
    """Return the names of a game file: the same for every table."""
    return Names(
        tuple(game.items.value),
        tuple(game.cards),
        tuple(game.settings_a),
        tuple(game.settings_b),
        tuple(game.pacts),
    )


def stable_key(text: str) -> int:
    """Return a 64-bit number for a physical piece, from its name alone (SHA-256, first 8 bytes)."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def build_rules(game: SeaWitchGame, conducts: Sequence[Conduct], table: Table) -> NDArray[Any]:
    """Return the rules record of two conducts (`player`'s and everybody else's) at a table, shape (1,)."""
    return _Writer(game, table).written(conducts)


class _Writer:
    """Writes one rules record."""

    def __init__(self, game: SeaWitchGame, table: Table) -> None:
        self.game, self.table, self.names = game, table, names_of(game)
        self.array = np.zeros(1, k.RULES)
        self.record = self.array[0]
        self.effects = 0

    def written(self, conducts: Sequence[Conduct]) -> NDArray[Any]:
        self._table()
        self._deck()
        self._cards()
        self._settings()
        self._pacts()
        for place, conduct in enumerate(conducts):
            self._conduct(place, conduct)
        return self.array

    def _table(self) -> None:
        game, table, record = self.game, self.table, self.record
        start, worth = game.start.value, game.worth.value
        record["players"], record["hand_size"] = table.players, start.hand
        record["penalty"] = game.penalty.value if table.penalty is None else table.penalty
        record["start_time"] = TIMES[start.time]
        for number, item in enumerate(self.names.items):
            record["supply"][number] = game.items.value[item]
            record["start_items"][number] = start.items.get(item, 0)
            record["worth"][number] = worth.items.get(item, 0)
        record["worth"][k.ITEMS] = worth.card
        record["keep_last"] = ruling(game, "phase3_empty") == "keep_last"
        record["taken_out"] = game.sizes.value.left_out if table.short else 0
        record["taken_apart"] = ruling(game, "short_game") == "ten_names"

    def _deck(self) -> None:
        """List every card of the playing deck; a copy keeps its key of chance whatever else is in the deck."""
        place = 0
        for base, deck in ((1, self.game.decks.base.value), (0, self.game.decks.expansion.value)):
            for name in sorted(deck, key=self.names.cards.index):
                for copy in range(deck[name]):
                    self.record["deck"][place] = self.names.cards.index(name)
                    self.record["deck_key"][place] = stable_key(
                        f"{'base' if base else 'expansion'}|{name}|{copy}"
                    )
                    self.record["deck_base"][place] = base
                    place += 1
        self.record["deck_size"] = place

    def of_kinds(self, kinds: Iterable[str] | None) -> int:
        """Return the cards that are of one of some kinds, as bits; none without kinds."""
        wanted = set(kinds or ())
        return sum(
            1 << number
            for number, name in enumerate(self.names.cards)
            if wanted & set(self.game.cards[name].value.kinds)
        )

    def _cards(self) -> None:
        record = self.record
        record["cards"] = len(self.names.cards)
        for number, name in enumerate(self.names.cards):
            card = self.game.cards[name].value
            record["card_front"][number] = card.front
            record["card_first"][number], record["card_end"][number] = self._effects(card.effects)
            record["card_time"][number] = k.ANY_TIME
            if card.lasting is not None:
                record["card_points"][number] = card.lasting.score
                record["card_time"][number] = TIMES[card.lasting.when]
                record["lasting"] |= 1 << number
            if card.stops_draws:
                record["stoppers"] |= 1 << number

    def _effects(self, effects: Iterable[Effect]) -> tuple[int, int]:
        """Write effects, one for each single thing that happens to one player; return where they begin and end."""
        first = self.effects
        for effect in effects:
            for offset, number in single_effects(effect, self.table.players):
                self._effect(effect, offset, number)
        return first, self.effects

    def _effect(self, effect: Effect, offset: int, number: int) -> None:
        record, place = self.record, self.effects
        record["word"][place] = WORDS[effect.do]
        record["number"][place] = TIMES[effect.to] if effect.to is not None else number
        record["item"][place] = self.names.items.index(effect.item) if effect.item is not None else k.NONE
        everything = (1 << len(self.names.cards)) - 1
        record["of"][place] = everything if effect.of is None else self.of_kinds(effect.of)
        record["offset"][place], record["time"][place] = offset, TIMES[effect.when]
        record["needs"][place] = self.of_kinds(effect.needs)
        record["may"][place] = effect.optional
        self.effects = place + 1

    def _pay(self, into: NDArray[Any], price: Mapping[str, int] | None) -> None:
        for item, number in (price or {}).items():
            into[self.names.items.index(item)] = number

    def _settings(self) -> None:
        record, game = self.record, self.game
        record["settings_a"], record["settings_b"] = len(self.names.settings_a), len(self.names.settings_b)
        for number, name in enumerate(self.names.settings_a):
            record["setting_key"][0, number] = stable_key(name)
            record["choices"][number] = len(game.settings_a[name].value)
            for place, choice in enumerate(game.settings_a[name].value):
                self._pay(record["choice_pay"][number, place], choice.pay)
                first, end = self._effects(choice.effects)
                record["choice_first"][number, place], record["choice_end"][number, place] = first, end
        for number, name in enumerate(self.names.settings_b):
            record["setting_key"][1, number] = stable_key(name)
            record["ends"][number] = len(game.settings_b[name].value)
            for place, scoring in enumerate(game.settings_b[name].value):
                item = self.names.items.index(scoring.item) if scoring.item is not None else k.NONE
                record["end_points"][number, place] = scoring.score
                record["end_item"][number, place] = item
                record["end_cards"][number, place] = self.of_kinds(scoring.of)
                record["end_each"][number, place] = 0 if scoring.most else scoring.each or 1

    def _pacts(self) -> None:
        record, deck = self.record, pact_deck(self.game, self.table)
        record["pacts"] = len(self.names.pacts)
        place = 0
        for number, name in enumerate(self.names.pacts):
            for copy in range(deck.get(name, 0)):
                record["pact_deck"][place] = number
                record["pact_key"][place] = stable_key(f"pact|{name}|{copy}")
                place += 1
            self._pact(number, name, self.game.pacts[name].value)
        record["pact_size"] = place

    def _pact(self, number: int, name: str, pact: Pact) -> None:
        record = self.record
        record["pact_time"][number] = TIMES[pact.when]
        if name == CONCOCTION and ruling(self.game, "concoction_night") == "night_only":
            record["pact_time"][number] = k.NIGHT
        if pact.first is not None:
            self._condition(2 * number, pact.first, pact.bonus)
        if pact.second is not None:
            record["has_second"][number] = 1
            self._condition(2 * number + 1, pact.second, pact.second.bonus)
        record["expected"][number] = self.expected(pact)

    def _condition(self, place: int, condition: Condition, bonus: Iterable[Effect]) -> None:
        record = self.record
        record["have"][place] = self.of_kinds(condition.have)
        record["reveal"][place] = self.of_kinds(condition.reveal)
        self._pay(record["pay"][place], condition.pay)
        record["lose"][place] = condition.lose or 0
        record["throw"][place] = condition.discard or 0
        everything = (1 << len(self.names.cards)) - 1
        kinds = condition.discard_of
        record["throw_of"][place] = everything if kinds is None else self.of_kinds(kinds)
        record["play"][place] = self.of_kinds(getattr(condition, "play", None))
        record["bonus_first"][place], record["bonus_end"][place] = self._effects(bonus)

    def expected(self, pact: Pact) -> int:
        """Return the points that a pact promises its player: what it brings less what it takes, by `worth`.

        Its second condition counts where it takes nothing. Times of day, needs and empty supplies are not looked at.
        """
        promised = self.gain(pact.bonus) - (self.price(pact.first) if pact.first is not None else 0)
        if pact.second is not None:
            promised += max(0, self.gain(pact.second.bonus) - self.price(pact.second))
        return promised

    def gain(self, effects: Iterable[Effect]) -> int:
        """Return the points that effects bring their player."""
        worth, total = self.game.worth.value, 0
        for effect in effects:
            if effect.who == "others":
                continue
            item = worth.items.get(effect.item, 0) if effect.item is not None else 0
            each = {"score": 1, "lose": -1, "take": item, "draw": worth.card, "discard": -worth.card}
            times = self.table.players - 1 if effect.do == "steal" else 1
            total += times * effect.number * (item if effect.do == "steal" else each.get(effect.do, 0))
        return total

    def price(self, condition: Condition) -> int:
        """Return the points that a condition takes."""
        worth = self.game.worth.value
        paid = sum(number * worth.items.get(item, 0) for item, number in (condition.pay or {}).items())
        return paid + (condition.lose or 0) + (condition.discard or 0) * worth.card

    def _conduct(self, place: int, conduct: Conduct) -> None:
        record = self.record
        record["plays_from"][place], record["least_gain"][place] = conduct.plays_from, conduct.least_gain
        record["discards"][place], record["draw_rating"][place] = (
            DISCARDS[conduct.discards],
            conduct.draw_rating,
        )
        record["rush"][place], record["takes"][place] = conduct.rush, conduct.takes
