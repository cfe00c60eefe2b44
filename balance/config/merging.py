"""Laying a tweak over a file's data: what it names is changed, the rest stays. Nothing is checked here.

`docs/tweak.md` tells the rules to designers: mappings are merged key by key; a list is written anew, or one of its
entries exchanged (``old: new``); a value of the game file keeps the base's source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from balance.config.document import Where, shown
from balance.config.rulings import Ruling
from balance.errors import nearest

Replaces = Callable[[Any, Mapping[str, Any], Where], bool]
"""Tells whether a mapping takes the whole place of what the base has there."""
Merge = Callable[[Any, Any, Where], Any]
"""Returns a value of the game file with a tweak's changes."""


@dataclass(frozen=True)
class Wrong(Exception):  # noqa: N818 - it ends as a message with file and line, never as an error
    """What a tweak says cannot be laid over the base: where in the tweak, and why."""

    path: Where
    message: str


def never(base: Any, change: Mapping[str, Any], path: Where) -> bool:  # noqa: ARG001 (a `Replaces`)
    """Tell that nothing is replaced as a whole."""
    return False


def laid_over(base: Any, change: Any, path: Where, *, replaces: Replaces = never) -> Any:
    """Return a part of a run file with the tweak's changes.

    Parameters
    ----------
    base
        The base's data.
    change
        What the tweak says in that place.
    path
        The keys that lead there.
    replaces
        Which mappings are not merged.

    Raises
    ------
    Wrong
        The tweak gives nothing in this place, or exchanges what is not in a list.
    """
    if change is None:
        raise Wrong(path, "expected what it is changed to; got nothing")
    if isinstance(change, Mapping) and replaces(base, change, path):
        return dict(change)
    if isinstance(base, Mapping) and isinstance(change, Mapping):
        new = {
            key: laid_over(base[key], value, (*path, key), replaces=replaces)
            for key, value in change.items()
            if key in base
        }
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


def is_file_form(value: Any) -> bool:
    """Tell whether a value of the game file is written as there, with ``value`` and perhaps ``source``."""
    return isinstance(value, Mapping) and "value" in value and set(value) <= {"value", "source", "variants"}


def game_laid_over(
    base: Any, change: Any, path: Where, *, rulings: Mapping[str, Ruling], merge: Merge = laid_over
) -> Any:
    """Return a part of the game file with the tweak's changes; values written plainly keep the base's source.

    Parameters
    ----------
    base, change, path
        As `laid_over` takes them; the path may begin with ``game``.
    rulings
        Those that there are: the base may leave them at their defaults.
    merge
        What changes a value, given the keys that lead to it in the tweak.

    Raises
    ------
    Wrong
        As `laid_over`.
    """
    if change is None:
        raise Wrong(path, "expected what it is changed to; got nothing")
    keys = path[1:] if path[0] == "game" else path
    if keys[0] == "rulings" and len(keys) == 2 and base is None:  # the base may leave it at its default
        name = str(keys[1])
        base = {"value": rulings[name].default if name in rulings else "", "source": "ruling"}
    if is_file_form(base):
        whole = change if is_file_form(change) else {"value": change}
        at = (*path, "value") if is_file_form(change) else path
        return {
            "value": merge(base["value"], whole["value"], at),
            "source": whole.get("source", base["source"]),
        }
    if isinstance(change, Mapping) and (isinstance(base, Mapping) or keys == ("rulings",)):
        old = base or {}
        new = {
            key: game_laid_over(old.get(key), value, (*path, key), rulings=rulings, merge=merge)
            for key, value in change.items()
        }
        return {**old, **new}
    return change


def without_variants(value: Any) -> Any:
    """Return data of the game file without variants: a tweak replaces what they vary."""
    if not isinstance(value, Mapping):
        return value
    kept = {k: v for k, v in value.items() if not (k == "variants" and "value" in value)}
    return {k: v if k == "value" else without_variants(v) for k, v in kept.items()}
