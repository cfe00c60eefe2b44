"""Configurations, positions and random games for the tests of Sea Witch Pacts."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from balance import policies
from balance.config.plain import PlainConfiguration
from balance.config.sea_witch.load import load_configuration
from balance.config.sea_witch.models import Conduct, SeaWitchGame, Table
from balance.config.sourced import Sourced
from balance.engine.sea_witch.game import Game
from balance.engine.sea_witch.kernels import effects, rules
from balance.engine.sea_witch.kernels import state as k
from balance.engine.sea_witch.tables import build_rules, names_of
from tests.reference.sea_witch import Reference
from tests.support import ROOT

RUN_FILE = ROOT / "configs" / "sea_witch.yaml"


@cache
def shipped() -> PlainConfiguration:
    """Return the shipped configuration."""
    return load_configuration(RUN_FILE, policies=policies.weights("sea_witch"))


def shipped_game(**rulings: str) -> SeaWitchGame:
    """Return the shipped game file, under other options of some rulings."""
    game: SeaWitchGame = shipped().game
    decided = {name: Sourced[str](value=option, source="ruling") for name, option in rulings.items()}
    return game.model_copy(update={"rulings": {**game.rulings, **decided}})


def changed(game: SeaWitchGame, part: str, name: str, **fields: Any) -> SeaWitchGame:
    """Return a game in which a card, pact or setting card has other contents, read as from a file."""
    entries = getattr(game, part)
    old = entries[name].value.model_dump(exclude_none=True)
    new = type(entries[name].value).model_validate({**old, **fields}, strict=False)
    return game.model_copy(update={part: {**entries, name: entries[name].model_copy(update={"value": new})}})


def whole_deck(game: SeaWitchGame) -> list[str]:
    """Return every playing card of the game file, base game first."""
    decks = game.decks.base.value, game.decks.expansion.value
    return [name for deck in decks for name, copies in deck.items() for _ in range(copies)]


def dealt(game: SeaWitchGame, hands: Sequence[Sequence[str]], next_cards: Sequence[str] = ()) -> list[str]:
    """Return a deck from which these hands are dealt and these cards are drawn then; the rest follows in order.

    No card of the rest does anything before it is played.
    """
    number = game.start.value.hand
    assert {len(hand) for hand in hands} == {number}
    first = [hand[place] for place in range(number) for hand in hands] + list(next_cards)
    rest = whole_deck(game)
    for card in first:
        rest.remove(card)
    return first + rest


def stacked(game: SeaWitchGame, *pacts: str, deck: str | None = None) -> list[str]:
    """Return a pact stack with these on top."""
    copies = game.pact_decks[deck or next(iter(game.pact_decks))].value
    rest = [name for name, number in copies.items() for _ in range(number)]
    for pact in pacts:
        rest.remove(pact)
    return [*pacts, *rest]


def laid(
    hands: Sequence[Sequence[str]],
    *,
    draws: Sequence[str] = (),
    pacts: Sequence[str] = (),
    game: SeaWitchGame | None = None,
    table: Mapping[str, Any] | None = None,
    setting_a: str = "A2",
    setting_b: str = "B1",
) -> Game:
    """Return a game in which these hands were dealt, these cards are drawn next and these pacts lie on top."""
    its = game or shipped_game()
    at = Table(**{"players": len(hands), **(table or {})})
    return Game(
        build_rules(its, [Conduct(), Conduct()], at),
        names_of(its),
        deck=dealt(its, hands, draws),
        pacts=stacked(its, *pacts, deck=at.pacts),
        setting_a=setting_a,
        setting_b=setting_b,
    )


def hold(game: Game, seat: int, *pacts: str) -> None:
    """Give a player pacts out of the stack, and have the turn go on from phase 2."""
    state = game.state
    left = int(state["stack_left"])
    stack = [game.names.pacts[int(pact)] for pact in state["stack"][:left]]
    for pact in pacts:
        stack.remove(pact)
        state["pacts"][seat, game.names.pacts.index(pact)] += 1
        state["held"][seat] += 1
    state["stack"][: len(stack)] = [game.names.pacts.index(pact) for pact in stack]
    state["stack_left"] = len(stack)
    phase_two(game)


def phase_two(game: Game) -> None:
    """Have the turn go on from phase 2: after a position was changed by hand."""
    state, active = game.state, int(game.state["active"])
    state["depth"] = 0
    for phase in (k.TURN_ENDS, k.PHASE_THREE, k.PHASE_TWO):
        effects.push(state, phase, 0, 0, active)
    rules.advance(state, game.rules)


def lay(game: Game, seat: int, *cards: str) -> None:
    """Lay cards in front of a player."""
    for card in cards:
        effects.lay_in_front(game.state, seat, game.names.cards.index(card))


def throw(game: Game, *cards: str) -> None:
    """Lay cards on the discard pile."""
    for card in cards:
        effects.discard(game.state, game.names.cards.index(card))


def empty_deck(game: Game) -> None:
    """Leave no card in the playing deck."""
    game.state["deck_left"] = 0


def own(game: Game, seat: int, **items: int) -> None:
    """Give a player so many items, and have the turn go on from phase 2."""
    for item, number in items.items():
        game.state["items"][seat, game.names.items.index(item)] = number
    phase_two(game)


def answer(game: Game, *actions: str) -> None:
    """Decide several times; what has only one action is not asked here."""
    for action in actions:
        game.apply(action)


def both(game: SeaWitchGame, table: Table, generator: random.Random) -> tuple[Game, Reference]:
    """Return a game of the engine and one of the reference, dealt alike."""
    deck = whole_deck(game)
    if table.short:
        base = [name for name, copies in game.decks.base.value.items() for _ in range(copies)]
        apart = game.rulings["short_game"].value == "ten_names"
        number = game.sizes.value.left_out
        out = generator.sample(sorted(set(base)), number) if apart else generator.sample(base, number)
        for card in out:
            deck.remove(card)
    generator.shuffle(deck)
    stack = stacked(game, deck=table.pacts)
    generator.shuffle(stack)
    setting_a, setting_b = generator.choice(list(game.settings_a)), generator.choice(list(game.settings_b))
    table_rules = build_rules(game, [Conduct(), Conduct()], table)
    engine = Game(
        table_rules, names_of(game), deck=deck, pacts=stack, setting_a=setting_a, setting_b=setting_b
    )
    reference = Reference(game, table, deck=deck, pacts=stack, setting_a=setting_a, setting_b=setting_b)
    return engine, reference
