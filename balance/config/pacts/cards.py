"""Cards by name: ``PLACE 2 oak``, ``PLACE 1 WILD``, ``MOVE 3``, ``ABILITY``, ``POINTS``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from balance.errors import nearest

Effect = Literal["PLACE", "MOVE", "ABILITY", "POINTS", "ABILITY or POINTS"]

EFFECTS: Final[tuple[Effect, ...]] = ("PLACE", "MOVE", "ABILITY", "POINTS", "ABILITY or POINTS")
WILD: Final = "WILD"
LARGEST_PLACE: Final = 8
LARGEST_COUNT: Final = 20

_CARD = re.compile(r"(?:(PLACE) ([0-9]{1,2}) (\S+)|(MOVE) ([0-9]{1,2})|(ABILITY)|(POINTS))")
_FORMS = "'PLACE 1 symbol', 'PLACE 1 WILD', 'MOVE 1', 'ABILITY' or 'POINTS'"


@dataclass(frozen=True)
class Card:
    """One kind of card.

    Parameters
    ----------
    effect
        What the card does; ``"ABILITY or POINTS"`` stands in no file, the ruling `other_card` makes it of the two.
    count
        How many cubes it places or moves at most; 0 for other cards.
    symbol
        The symbol whose regions a PLACE card may use, ``"WILD"`` for all regions, empty for other cards.

    Examples
    --------
    >>> parse_card("PLACE 2 oak")
    Card(effect='PLACE', count=2, symbol='oak')
    >>> str(Card("MOVE", 3))
    'MOVE 3'
    """

    effect: Effect
    count: int = 0
    symbol: str = ""

    @property
    def wild(self) -> bool:
        """Whether the card places into any region."""
        return self.symbol == WILD

    @cached_property
    def name(self) -> str:
        """The card's name as configurations and records write it."""
        return " ".join(part for part in (self.effect, str(self.count or ""), self.symbol) if part)

    def __str__(self) -> str:
        return self.name


def parse_card(name: str) -> Card:
    """Return the card of that name.

    Symbols are not known here: any word without spaces is taken as one, see `sort_cards` for their order.

    Parameters
    ----------
    name
        The card's name, in the spelling that `Card.name` gives.

    Raises
    ------
    ValueError
        The name has another form, or its count is outside 1–8 (PLACE) or 1–20 (MOVE).
    """
    match = _CARD.fullmatch(name)
    if match is None:
        msg = f"expected a card such as {_FORMS}; got {name!r}{nearest(name, _spellings(name))}"
        raise ValueError(msg)
    place, placed, symbol, _, moved, ability, points = match.groups()
    if ability or points:
        return Card("ABILITY" if ability else "POINTS")
    digits, largest = (placed, LARGEST_PLACE) if place else (moved, LARGEST_COUNT)
    if not 1 <= int(digits) <= largest or digits.startswith("0"):
        effect = "PLACE" if place else "MOVE"
        msg = f"expected a count from 1 to {largest} on a {effect} card; got {name!r}"
        raise ValueError(msg)
    return Card("PLACE", int(digits), symbol) if place else Card("MOVE", int(digits))


def _spellings(name: str) -> list[str]:
    """Return well-formed card names that a misspelt one may have meant, keeping its own last word."""
    words = name.split()
    symbol = words[-1] if len(words) == 3 else WILD
    symbol = WILD if symbol.upper() == WILD else symbol
    places = [Card("PLACE", n, symbol).name for n in range(1, LARGEST_PLACE + 1)]
    moves = [Card("MOVE", n).name for n in range(1, LARGEST_COUNT + 1)]
    return [*places, *moves, "ABILITY", "POINTS"]


def sort_cards(cards: Iterable[Card], symbols: Sequence[str]) -> list[Card]:
    """Return the cards in the order PLACE (by symbol, WILD last), MOVE, other cards, counts ascending.

    Parameters
    ----------
    cards
        Cards, repeated ones kept.
    symbols
        The game's symbols in their order.
    """
    rank = {symbol: n for n, symbol in enumerate([*symbols, WILD])}
    return sorted(cards, key=lambda c: (EFFECTS.index(c.effect), rank.get(c.symbol, len(rank)), c.count))
