"""What differs between two finished runs: keys of their configurations and whatever else decides their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from balance.sweep.comparable import IRRELEVANT
from balance.sweep.differences import differences

ROOMS = {"seed", "policy_pairs", "auction", "comparisons", "again", "precision"}
"""Parts of a configuration that say what was played, not by which rules."""

SAYINGS = {"source", "why"}
"""Keys of a configuration that say something of others and decide nothing."""


class Kind(StrEnum):
    """What a difference bears on."""

    RULES = "rules"
    PLAYERS = "players"
    MADE = "made with"
    PLAYED = "what was played"
    AIM = "what counts as balanced"


@dataclass(frozen=True)
class Difference:
    """One value that differs; None where a run does not have it."""

    kind: Kind
    where: str
    old: Any
    new: Any


def between(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Return what differs between two runs, rules first.

    Where a value comes from (rulebook, ruling, assumed) and what the run is called decides no number and is left out.

    Parameters
    ----------
    old, new
        Manifests of finished runs.

    Examples
    --------
    >>> one = {
    ...     "configuration": {"game": {"rulings": {"tie_break": {"value": "seelie", "source": "rulebook"}}}}
    ... }
    >>> two = {"configuration": {"game": {"rulings": {"tie_break": {"value": "shared", "source": "ruling"}}}}}
    >>> [(d.kind.value, d.where, d.old, d.new) for d in between(one, two)]
    [('rules', 'rulings.tie_break', 'seelie', 'shared')]
    """
    found = [Difference(_kind(where), where, a, b) for where, a, b in differences(_told(old), _told(new))]
    order = list(Kind)
    return tuple(sorted(found, key=lambda one: order.index(one.kind)))


def _told(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is compared of a manifest, by name."""
    configuration = {key: _values(value) for key, value in manifest.get("configuration", {}).items()}
    game = configuration.pop("game", {})
    configuration.pop("name", None)
    versions = {k: v for k, v in manifest.get("versions", {}).items() if k not in IRRELEVANT}
    rest = {key: manifest[key] for key in ("headline", "games", "code_digest") if key in manifest}
    return {**game, **configuration, **rest, "versions": versions}


def _values(value: Any) -> Any:
    """Return a configuration's values without where they come from, and without what is not set."""
    if isinstance(value, Mapping):
        if set(value) >= {"value", "source"}:
            return value["value"]
        told = {key: _values(entry) for key, entry in value.items() if key not in SAYINGS}
        return {key: entry for key, entry in told.items() if entry is not None}
    return value


def _kind(where: str) -> Kind:
    room = where.partition(".")[0].partition("[")[0]
    if room == "balance":
        return Kind.AIM
    if room in {"versions", "code_digest"}:
        return Kind.MADE
    if room in {"policies", "headline"}:
        return Kind.PLAYERS
    return Kind.PLAYED if room in ROOMS | {"games"} else Kind.RULES
