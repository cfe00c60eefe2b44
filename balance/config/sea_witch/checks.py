"""What the models cannot see alone: names that must exist, and numbers that must fit each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from balance.config.document import Where
from balance.config.sea_witch.models import (
    MOST_CARDS,
    MOST_EFFECTS,
    MOST_PACTS,
    MOST_PLAYERS,
    SEVENTH_HEAVEN,
    SeaWitchGame,
    Table,
)
from balance.config.sea_witch.rulings import RULINGS
from balance.config.sea_witch.vocabulary import Condition, Effect
from balance.errors import nearest

Wrong = Iterator[tuple[Where, str]]


def check(game: SeaWitchGame, conducts: Mapping[str, Any], tables: Mapping[str, Table]) -> Wrong:  # noqa: ARG001 (a conduct is sound by itself)
    """Yield what is wrong with a configuration: the keys that lead to it, and a message."""
    yield from _start(game)
    yield from _cards(game)
    yield from _settings(game)
    yield from _pacts(game)
    yield from _decks(game)
    yield from _effects_in_all(game)
    for name, table in tables.items():
        yield from _table(game, name, table)


def ruling(game: SeaWitchGame, name: str) -> str:
    """Return the option of a ruling that is in force."""
    return game.rulings[name].value if name in game.rulings else RULINGS[name].default


def pact_deck(game: SeaWitchGame, table: Table) -> Mapping[str, int]:
    """Return the pacts that a table plays with, pact → copies."""
    chosen = table.pacts or next(iter(game.pact_decks))
    return game.pact_decks[chosen].value


def _unknown(kind: str, name: str, known: Collection[str]) -> str:
    return f"unknown {kind} {name!r}{nearest(name, known)}; known: {', '.join(known)}"


def _named(kind: str, names: Iterable[str] | None, known: Collection[str], where: Where) -> Wrong:
    """Yield a message for each name that does not exist; at its own key, where the names are keys."""
    for name in names or ():
        if name not in known:
            yield (*where, name) if isinstance(names, Mapping) else where, _unknown(kind, name, known)


def _kinds(game: SeaWitchGame, kinds: Iterable[str] | None, where: Where) -> Wrong:
    """Yield a message for each kind that does not exist; else one, if no card is of any of these kinds."""
    asked = tuple(kinds or ())
    wrong = list(_named("kind", asked, game.kinds.value, where))
    yield from wrong
    if asked and not wrong and not any(set(asked) & set(card.value.kinds) for card in game.cards.values()):
        yield where, f"expected a kind that a card has; no card is {' or '.join(asked)}"


def _start(game: SeaWitchGame) -> Wrong:
    items = game.items.value
    where = ("game", "start", "value", "items")
    for item, number in game.start.value.items.items():
        if item not in items:
            yield (*where, item), _unknown("item", item, items)
        elif number * MOST_PLAYERS > items[item]:
            yield (
                (*where, item),
                f"{MOST_PLAYERS} players start with {number * MOST_PLAYERS} {item}; there are {items[item]}",
            )
    yield from _named("item", game.worth.value.items, items, ("game", "worth", "value", "items"))


def _effects(game: SeaWitchGame, effects: Iterable[Effect], where: Where, *, card: bool) -> Wrong:
    for place, effect in enumerate(effects):
        here = (*where, place)
        if effect.item is not None:
            yield from _named("item", [effect.item], game.items.value, (*here, "item"))
        yield from _kinds(game, effect.of, (*here, "of"))
        yield from _kinds(game, effect.needs, (*here, "needs"))
        if effect.do == "draw_pact" and not card:
            yield (*here, "do"), "pacts are drawn by playing cards only, by the draw symbol"


def _cards(game: SeaWitchGame) -> Wrong:
    for name, sourced in game.cards.items():
        where = ("game", "cards", name, "value")
        card = sourced.value
        yield from _named("kind", card.kinds, game.kinds.value, (*where, "kinds"))
        yield from _effects(game, card.effects, (*where, "effects"), card=True)
        for key in ("lasting", "stops_draws"):
            if getattr(card, key) and not card.front:
                yield (*where, key), f"{key} works only in front of a player: add front: true"


def _settings(game: SeaWitchGame) -> Wrong:
    items = game.items.value
    for name, choices in game.settings_a.items():
        for place, choice in enumerate(choices.value):
            where = ("game", "settings_a", name, "value", place)
            yield from _named("item", choice.pay, items, (*where, "pay"))
            yield from _effects(game, choice.effects, (*where, "effects"), card=False)
    for name, scorings in game.settings_b.items():
        for place, scoring in enumerate(scorings.value):
            where = ("game", "settings_b", name, "value", place)
            if (scoring.item is None) == (scoring.of is None):
                yield where, "expected either item or of: what is counted"
            if scoring.most and scoring.each is not None:
                yield (*where, "each"), "points go to whoever has most, or for each so many, not both"
            if scoring.item is not None:
                yield from _named("item", [scoring.item], items, (*where, "item"))
            yield from _named("kind", scoring.of, game.kinds.value, (*where, "of"))
    for letter, known in (("A6", game.settings_a), ("B6", game.settings_b)):
        if letter not in known:
            yield (
                ("game", f"settings_{letter[0].lower()}"),
                f"the expansion adds the setting card {letter} to those of the basic game; it is not there",
            )


def _condition(game: SeaWitchGame, condition: Condition, where: Where) -> Wrong:
    for key in ("have", "reveal", "discard_of", "play"):
        yield from _kinds(game, getattr(condition, key, None), (*where, key))
    yield from _named("item", condition.pay, game.items.value, (*where, "pay"))


def _pacts(game: SeaWitchGame) -> Wrong:
    for name, sourced in game.pacts.items():
        where, pact = ("game", "pacts", name, "value"), sourced.value
        if pact.first is None:
            yield where, "expected a first condition: what must be done, in full, to play the pact"
        else:
            yield from _condition(game, pact.first, (*where, "first"))
        yield from _effects(game, pact.bonus, (*where, "bonus"), card=False)
        if pact.second is not None:
            if name == SEVENTH_HEAVEN:
                yield (*where, "second"), f"{SEVENTH_HEAVEN} has no second condition"
            yield from _condition(game, pact.second, (*where, "second"))
            yield from _effects(game, pact.second.bonus, (*where, "second", "bonus"), card=False)


def _decks(game: SeaWitchGame) -> Wrong:
    sizes = game.sizes.value
    for key in ("base", "expansion"):
        deck = getattr(game.decks, key).value
        yield from _named("card", deck, game.cards, ("game", "decks", key, "value"))
    expansion = sum(game.decks.expansion.value.values())
    if expansion != sizes.expansion:
        yield (
            ("game", "decks", "expansion", "value"),
            f"expected {sizes.expansion} cards, as sizes.expansion says; got {expansion}",
        )
    together = sum(game.decks.base.value.values()) + expansion
    if together > MOST_CARDS:
        yield ("game", "decks"), f"expected at most {MOST_CARDS} playing cards in all; got {together}"
    for place, (name, deck) in enumerate(game.pact_decks.items()):
        where = ("game", "pact_decks", name, "value")
        yield from _named("pact", deck.value, game.pacts, where)
        number = sum(deck.value.values())
        if place == 0 and number != sizes.pacts:
            yield where, f"expected {sizes.pacts} pacts in the box's deck, as sizes.pacts says; got {number}"
        elif number > MOST_PACTS:
            yield where, f"expected at most {MOST_PACTS} pacts; got {number}"


def _effects_in_all(game: SeaWitchGame) -> Wrong:
    """Refuse more effects than a table of five has room for: one for each player that an effect happens to."""
    lists = [
        *(card.value.effects for card in game.cards.values()),
        *(choice.effects for choices in game.settings_a.values() for choice in choices.value),
        *(pact.value.bonus for pact in game.pacts.values()),
        *(pact.value.second.bonus for pact in game.pacts.values() if pact.value.second is not None),
    ]
    number = sum(len(single_effects(effect, MOST_PLAYERS)) for effects in lists for effect in effects)
    if number > MOST_EFFECTS:
        yield ("game", "cards"), f"expected at most {MOST_EFFECTS} effects at a table of five; got {number}"


def single_effects(effect: Effect, players: int) -> list[tuple[int, int]]:
    """Return what an effect comes down to: for each single thing its offset (seats clockwise) and its number."""
    if effect.who == "self" and effect.do != "steal":
        offsets = range(1)
    else:
        offsets = range(players) if effect.who == "all" else range(1, players)
    apart = effect.do in {"draw_pact", "discard_pact", "discard"}
    times, number = (effect.number, 1) if apart else (1, effect.number)
    return [(offset, number) for offset in offsets for _ in range(times)]


def _table(game: SeaWitchGame, name: str, table: Table) -> Wrong:
    where = ("tables", name)
    if table.pacts is not None and table.pacts not in game.pact_decks:
        yield (*where, "pacts"), _unknown("pact deck", table.pacts, game.pact_decks)
        return
    base, sizes = game.decks.base.value, game.sizes.value
    number = sum(base.values()) + sum(game.decks.expansion.value.values())
    if table.short:
        apart = ruling(game, "short_game") == "ten_names"
        removable = len(base) if apart else sum(base.values())
        if removable < sizes.left_out:
            names = " of different names" if apart else ""
            yield (
                (*where, "short"),
                f"a shorter game leaves out {sizes.left_out} cards{names} of the basic game; it has {removable}",
            )
        number -= sizes.left_out
    pacts = sum(pact_deck(game, table).values())
    if pacts < table.players:
        yield (
            (*where, "pacts") if table.pacts else where,
            f"fewer cards than players: {table.players} players, and the pact deck "
            f"{table.pacts or next(iter(game.pact_decks))!r} has {pacts}",
        )
    hands = table.players * game.start.value.hand
    if number < hands:
        yield (
            (*where, "players"),
            f"fewer cards than players need: {table.players} first hands are {hands} cards, the playing deck has "
            f"{number}",
        )
    if ruling(game, "pact_stack_out") == "refused":
        yield from _enough_pacts(game, name, table)


def _enough_pacts(game: SeaWitchGame, name: str, table: Table) -> Wrong:
    """Refuse a table whose playing cards could draw more pacts than its deck has."""
    copies = dict.fromkeys(game.cards, 0)
    for deck in (game.decks.base.value, game.decks.expansion.value):
        for card, number in deck.items():
            copies[card] = copies.get(card, 0) + number
    drawn = sum(
        copies[card] * len(single_effects(effect, table.players))
        for card, sourced in game.cards.items()
        for effect in sourced.value.effects
        if effect.do == "draw_pact"
    )
    there = sum(pact_deck(game, table).values())
    if drawn > there:
        yield (
            ("tables", name, "pacts") if table.pacts else ("tables", name),
            f"playing cards could draw {drawn} pacts at this table and there are {there}; the ruling pact_stack_out: "
            "refused asks for as many (no_draw plays on without)",
        )
