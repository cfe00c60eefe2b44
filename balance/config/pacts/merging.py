"""Laying a tweak over a file's data: what it names is changed, the rest stays. Nothing is checked here.

`docs/tweak.md` tells the rules to designers: mappings are merged key by key; an ability of another word, or a layout of
another kind, takes the whole place of the old one; a list is written anew, or one of its entries exchanged
(``old: new``); 0 takes a card out of a deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from balance.config.document import Where, shown
from balance.config.pacts.laid import SET_KEYS
from balance.errors import nearest

WORDS: Final = ("trigger", "modifier", "ability")
"""Keys that say which ability a passive or active is; the others are its parameters."""


@dataclass(frozen=True)
class Wrong(Exception):  # noqa: N818 - it ends as a message with file and line, never as an error
    """What a tweak says cannot be laid over the base: where in the tweak, and why."""

    path: Where
    message: str


def laid_over(base: Any, change: Any, path: Where) -> Any:
    """Return a part of a run file with the tweak's changes.

    Parameters
    ----------
    base
        The base's data.
    change
        What the tweak says in that place.
    path
        The keys that lead there.

    Raises
    ------
    Wrong
        The tweak gives nothing in this place, or exchanges what is not in a list.
    """
    if change is None:
        raise Wrong(path, "expected what it is changed to; got nothing")
    if isinstance(change, Mapping) and _another_kind_of_layout(base, change, path):
        return dict(change)
    if isinstance(base, Mapping) and isinstance(change, Mapping):
        if _another_ability(base, change, path):
            return dict(change)
        new = {key: laid_over(base[key], value, (*path, key)) for key, value in change.items() if key in base}
        return {**base, **change, **new}
    if isinstance(base, tuple) and isinstance(change, Mapping):
        return exchanged(base, change, path)
    return change


def exchanged(base: tuple[Any, ...], change: Mapping[str, Any], path: Where) -> tuple[Any, ...]:
    """Return a list with some of its entries exchanged, ``old: new``.

    Raises
    ------
    Wrong
        An entry is not in the list, or more than once.
    """
    listed = [str(entry) for entry in base]
    new = list(base)
    for old, entry in change.items():
        times = listed.count(old)
        if not times:
            near = nearest(old, listed)
            raise Wrong((*path, old), f"{shown(old)} is not in the list{near}: {', '.join(listed)}")
        if times > 1:
            raise Wrong((*path, old), f"{shown(old)} is in the list {times} times; write the whole list")
        if entry is None:
            raise Wrong((*path, old), "expected what it is exchanged for; got nothing")
        new[listed.index(old)] = entry
    return tuple(new)


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


def is_file_form(value: Any) -> bool:
    """Tell whether a value of the game file is written as there, with ``value`` and perhaps ``source``."""
    return isinstance(value, Mapping) and "value" in value and set(value) <= {"value", "source", "variants"}


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
