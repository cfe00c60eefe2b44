"""A run's loadouts and contests, and how its games are asked of a loadout in whatever seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from balance.config.document import frozen_data
from balance.config.live_combat.armour import Suit, suit_of
from balance.config.live_combat.game import Game
from balance.config.live_combat.hits import damage_of, rulings_of
from balance.config.live_combat.models import Contest, Loadout
from balance.stats.questions import Played, Quantity, count, pooled

APART = {"source"}
"""What two loadouts may differ in without playing differently."""


class Loadouts:
    """What a run says of its loadouts, contests and rules.

    Parameters
    ----------
    played
        The run.
    """

    def __init__(self, played: Played) -> None:
        self.played = played
        contents = played.configuration
        self.game = _read(Game, contents["game"])
        self.rulings = rulings_of(self.game)
        self.loadouts: dict[str, Loadout] = {
            name: _read(Loadout, contents["loadouts"][name]) for name in played.contestants
        }
        self.contests: dict[str, Contest] = {
            name: _read(Contest, contents["contests"][name]) for name in played.settings
        }

    @cached_property
    def duels(self) -> tuple[str, ...]:
        """The contests of one bout that were played by the headline."""
        return tuple(
            name for name, contest in self.contests.items() if contest.bouts == 1 and self.was_played(name)
        )

    @cached_property
    def rested(self) -> tuple[str, ...]:
        """The contests with a short rest between bouts that were played by the headline."""
        return tuple(
            name
            for name, contest in self.contests.items()
            if contest.between is not None and contest.between.rest and self.was_played(name)
        )

    def was_played(self, contest: str) -> bool:
        """Tell whether the headline has games in a contest."""
        return len(self.played.cells(setting=contest)) > 0

    def suit(self, name: str) -> Suit:
        """Return a loadout's armour as the rules see it."""
        return suit_of(self.loadouts[name].armour, self.game.armour, self.rulings)

    def damage(self, name: str) -> int:
        """Return what a loadout's hit does."""
        return damage_of(self.loadouts[name], self.game, self.rulings)

    def endurance(self, name: str) -> int:
        """Return a loadout's HP and AP together."""
        loadout = self.loadouts[name]
        hp: int = self.game.health.hit_points.value + loadout.hit_point_skills
        return hp + self.suit(name).points + loadout.temporary_armour

    def wins(self, name: str, contests: Iterable[str], against: Callable[[str], bool]) -> Quantity:
        """Return a loadout's share of wins over opponents, in both seats; every contest and opponent weighs alike."""
        chosen = frozenset(contests)
        first = self.played.cells(first=name, where=lambda _, other, at: at in chosen and against(other))
        second = self.played.cells(second=name, where=lambda other, _, at: at in chosen and against(other))
        return pooled([first.wins(), second.wins(1)])

    def both_seats(self, ask: Callable[[Any, str], Quantity], name: str, contests: Iterable[str]) -> Quantity:
        """Return the mean of what is asked of a loadout's games: `ask` takes cells and the loadout's seat."""
        chosen = frozenset(contests)
        seats = self.played.seats
        return pooled(
            [
                ask(self.played.cells(first=name, where=lambda _a, _b, at: at in chosen), seats[0]),
                ask(self.played.cells(second=name, where=lambda _a, _b, at: at in chosen), seats[1]),
            ]
        )

    def pairs(self) -> Iterator[tuple[str, str, str]]:
        """Yield loadouts that differ in one thing alone: the one with more of it, the other, and what it is."""
        for with_it, loadout in self.loadouts.items():
            for without, other in self.loadouts.items():
                field = only_difference(loadout, other)
                if field is None:
                    continue
                told = self._more(field, with_it, without)
                if told:
                    yield with_it, without, told

    def _more(self, field: str, with_it: str, without: str) -> str:  # noqa: PLR0911 (one for each kind of field)
        """Return what a loadout has more than another that differs in one field; empty where it has not."""
        one, other = self.loadouts[with_it], self.loadouts[without]
        if field == "armour":
            number = self.suit(with_it).points - self.suit(without).points
            return f"{number} AP more" if number > 0 else ""
        if field in ("deals", "adds"):
            if set(getattr(one, field)) <= set(getattr(other, field)):
                return ""
            lists = getattr(one, field)
            return " and ".join(f"deals {n}" if field == "deals" else f"+{n}" for n in lists)
        if field in NUMBERS:
            number = getattr(one, field) - getattr(other, field)
            noun, nouns = NUMBERS[field]
            return f"{count(number, noun, nouns)} more" if number > 0 else ""
        if field == "shield":
            return "a shield" if one.shield else ""
        if field == "effects":
            if len(one.effects) <= len(other.effects):
                return ""
            return "effects: " + ", ".join(call.effect for call in one.effects)
        return ""


NUMBERS: Mapping[str, tuple[str, str]] = {
    "hit_point_skills": ("HP", "HP"),
    "temporary_armour": ("temporary AP", "temporary AP"),
    "hit_rate": ("hit of 100 strikes", "hits of 100 strikes"),
    "potions": ("potion", "potions"),
    "mana": ("mana", "mana"),
    "coins": ("coin", "coins"),
}


def only_difference(one: Loadout, other: Loadout) -> str | None:
    """Return the one field in which two loadouts differ; None where it is none, or more than one."""
    found = [
        name
        for name in type(one).model_fields
        if name not in APART and getattr(one, name) != getattr(other, name)
    ]
    return found[0] if len(found) == 1 else None


def _read(model: Any, data: Any) -> Any:
    """Return a model of plain JSON values."""
    return model.model_validate(frozen_data(data))
