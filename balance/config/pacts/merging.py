"""What laying a tweak over Pacts' files takes beside the general rules of `balance.config.merging`.

An ability of another word, or a layout of another kind, takes the whole place of the old one; 0 takes a card out of a
deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from balance.config.document import Where, shown
from balance.config.merging import Wrong, laid_over
from balance.config.pacts.laid import SET_KEYS
from balance.errors import nearest

WORDS: Final = ("trigger", "modifier", "ability")
"""Keys that say which ability a passive or active is; the others are its parameters."""


def replaces(base: Any, change: Mapping[str, Any], path: Where) -> bool:
    """Tell whether a layout of another kind, or another ability, takes the whole place of the old one."""
    if _another_kind_of_layout(base, change, path):
        return True
    return isinstance(base, Mapping) and _another_ability(base, change, path)


def value_laid_over(base: Any, change: Any, path: Where) -> Any:
    """Return a value of the game file with the tweak's changes."""
    keys = path[1:] if path[0] == "game" else path
    return deck_laid_over(base, change, path) if keys[0] == "decks" else laid_over(base, change, path)


def deck_laid_over(base: Mapping[str, Any], change: Any, path: Where) -> Any:
    """Return a deck with other numbers of copies; 0 takes a card out.

    Raises
    ------
    Wrong
        A card is taken out that is not in the deck, or no number is given.
    """
    if not isinstance(change, Mapping):
        return change
    for card, copies in change.items():
        if copies is None:
            raise Wrong((*path, card), "expected how many copies, 0 for none; got nothing")
        if _is_none(copies) and card not in base:
            near = nearest(card, base)
            raise Wrong((*path, card), f"the deck holds no {shown(card)}{near} to be taken out")
    return {card: copies for card, copies in {**base, **change}.items() if not _is_none(copies)}


def _is_none(copies: Any) -> bool:
    return copies == 0 and not isinstance(copies, bool)


def _another_ability(base: Mapping[str, Any], change: Mapping[str, Any], path: Where) -> bool:
    """Tell whether a faction's passive or active becomes another word, whose parameters are others too."""
    return (
        len(path) == 3
        and path[0] == "factions"
        and path[2] in {"passive", "active"}
        and any(word in change and change[word] != base.get(word) for word in WORDS)
    )


def _another_kind_of_layout(base: Any, change: Mapping[str, Any], path: Where) -> bool:
    """Tell whether a layout of named tiles becomes a random one or a set, or the other way round."""
    if len(path) != 2 or path[0] != "layouts":
        return False
    if not isinstance(base, Mapping):
        return True
    sets = ["set" in base, any(key in SET_KEYS for key in change)]
    if any(sets):
        return not all(sets) and change.keys() != {"source"}
    was, becomes = bool(base.get("random_regions")), change.get("random_regions")
    return becomes is True if not was else bool(set(change) - {"random_regions", "source"})
