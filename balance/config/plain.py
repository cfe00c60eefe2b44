"""The configuration of a rule system that says in a `Schema` what its files hold; nothing else of it is needed.

Two seats, contestants and settings as models of the system's own, a game file of values with sources, rulings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any, ClassVar, Final

from pydantic import Field

from balance.config.base import Model
from balance.config.digests import assumed_values, sha256, without_provenance
from balance.config.document import Where
from balance.config.played import Games
from balance.config.rulings import Ruling
from balance.config.run import Configuration, Variant, chosen, difference_words
from balance.config.scaling import scaled_entry, scaled_precision
from balance.config.sourced import Sourced, sourced_values, with_value
from balance.config.target import Balance
from balance.errors import ConfigurationError
from balance.words import Words

FEWEST: Final = 2
"""Contestants that a configuration must hold."""


class GameFile(Model):
    """The rules as one game file gives them; a system's own model adds its values.

    Rulings that the file leaves out take their default and its source.
    """

    system: Annotated[str, Field(description="The rule system that plays the game.")]
    version: Annotated[
        int,
        Field(
            ge=1,
            le=1_000_000,
            description="Raise it to tell two versions of your rules apart; results of another version are never "
            "mixed.",
        ),
    ]
    rulings: dict[str, Sourced[str]] = Field(
        default_factory=dict,
        description="Ruling → the option taken. A ruling that is left out takes its default.",
    )


Check = Callable[[Any, Mapping[str, Any], Mapping[str, Any]], Iterator[tuple[Where, str]]]


@dataclass(frozen=True, eq=False)
class Schema:
    """What the files of a rule system hold.

    Parameters
    ----------
    system
        Its name, that of its rooms.
    words
        What it calls its things.
    seats
        The names of its two seats.
    contestants, settings
        The keys of the run file under which they stand: ``loadouts``, ``contests``.
    game, contestant, setting
        Models of the game file, of one contestant and of one setting.
    rulings
        By name, in the order of the rules page.
    check
        Yields what the models cannot see alone, given the game, the contestants and the settings: the keys that lead
        to it (into the game file: after ``game``), and what is wrong.
    """

    system: str
    words: Words
    seats: tuple[str, str]
    contestants: str
    settings: str
    game: type[GameFile]
    contestant: type[Model]
    setting: type[Model]
    rulings: Mapping[str, Ruling]
    check: Check


class Entry(Model):
    """One policy per seat, the games of each cell, and the settings they are played in.

    The fields for seats and settings bear the names that the schema gives them.
    """

    SETTINGS: ClassVar[str] = ""

    games: Annotated[
        Games, Field(description="Games of each cell: one contestant in each seat, in one setting.")
    ]

    @property
    def settings(self) -> tuple[str, ...] | None:
        """The settings' names; None stands for all."""
        found: tuple[str, ...] | None = getattr(self, self.SETTINGS)
        return found

    def in_settings(self, names: Iterable[str]) -> Entry:
        """Return the entry in other settings."""
        return self.model_copy(update={self.SETTINGS: tuple(names)})


class PlainComparisons(Model):
    """The same games under other rules, each entry with the games of a cell and who plays them."""

    abilities: tuple[Any, ...] = ()
    rulings: tuple[Any, ...] = ()

    def changed(self, change: Callable[[tuple[Any, ...]], Iterable[Any]]) -> PlainComparisons | None:
        """Return the comparisons with each of their lists changed; None where nothing is left."""
        found = {name: tuple(change(entries)) for name, entries in self}
        return type(self)(**found) if any(found.values()) else None


class PlainConfiguration(Configuration):
    """A run of a rule system with a `Schema`.

    Parameters
    ----------
    form
        The `Schema`: what its files hold.
    contestants, settings
        By name, in the file's order.
    """

    form: Annotated[Any, Field(exclude=True)]
    game: Any
    contestants: dict[str, Any]
    places: dict[str, Any]

    @property
    def words(self) -> Words:
        """What the rule system calls its things."""
        found: Words = self.form.words
        return found

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the two seats."""
        found: tuple[str, ...] = self.form.seats
        return found

    @property
    def settings(self) -> dict[str, Any]:
        """What games can be played in."""
        return self.places

    def pool(self) -> tuple[str, ...]:
        """Return the contestants, in the file's order."""
        return tuple(self.contestants)

    def ruling(self, name: str) -> str:
        """Return the option of a ruling that is in force."""
        return self.rulings()[name]

    def assumptions(self) -> dict[str, Any]:
        """Return everything whose source is ``assumed``: dotted name → value, JSON-able."""
        found = assumed_values(self.game.model_dump(mode="json"))
        for key, entries in self._named():
            for name, entry in entries.items():
                if getattr(entry, "source", None) == "assumed":
                    found[f"{key}.{name}"] = without_provenance(
                        entry.model_dump(mode="json", exclude_none=True)
                    )
        return found

    def contents(self) -> dict[str, Any]:
        """Return the configuration in full, JSON-able, in the form of the two files with the game inside."""
        parts = {"comparisons": self.comparisons, "precision": self.precision}
        told = {} if self.balance == Balance() else {"balance": self.balance.model_dump(mode="json")}
        return {
            "name": self.name,
            "game": self.game.model_dump(mode="json"),
            "seed": self.seed,
            **{
                key: {
                    name: entry.model_dump(mode="json", exclude_none=True) for name, entry in entries.items()
                }
                for key, entries in self._named()
            },
            "policies": {k: {"weights": dict(w), **self.source_of(k)} for k, w in self.policies.items()},
            "policy_pairs": [pair.model_dump(mode="json") for pair in self.policy_pairs],
            **{name: part.model_dump(mode="json") for name, part in parts.items() if part is not None},
            **told,
        }

    def digest(self) -> str:
        """Return the SHA-256 (hex) of everything that can change a tally of the run.

        Not of the run's name, paths, comments, sources, policies that do not play, or orders that mean nothing. The
        order of the policy pairs counts: the first is the headline.
        """
        plays = [self._played(pair) for pair in self.policy_pairs]
        compared = {
            kind: sorted((self._played(entry) for entry in entries), key=str)
            for kind, entries in self.comparisons or ()
            if entries
        }
        names = {
            name for play in [*plays, *chain.from_iterable(compared.values())] for name in play["policies"]
        }
        return sha256(
            {
                "rules": self.rules(),
                "seed": self.seed,
                "policies": {name: {**self.policies[name], **self.source_of(name)} for name in sorted(names)},
                "policy_pairs": plays,
                **({"comparisons": compared} if compared else {}),
                **({"variants": self._variants_digests()} if "rulings" in compared else {}),
                **({"precision": self.precision.model_dump(mode="json")} if self.precision else {}),
            }
        )

    def rules_digest(self) -> str:
        """Return the SHA-256 (hex) of the rules alone: game, rulings, contestants and settings."""
        return sha256(self.rules())

    def rules(self) -> dict[str, Any]:
        """Return the rules alone as plain data, without sources: game, rulings, contestants and settings."""
        contents = self.contents()
        keys = ("game", *(key for key, _ in self._named()))
        return {key: without_provenance(contents[key]) for key in keys}

    def select(
        self,
        *,
        contestants: Iterable[str] | None = None,
        settings: Iterable[str] | None = None,
        policies: Iterable[str] | None = None,
    ) -> PlainConfiguration:
        """Return the configuration narrowed to some contestants (at least two), settings or policies.

        Each entry keeps those of its own settings; where none is left of any, the headline is played in all kept.

        Raises
        ------
        ConfigurationError
            A name is unknown (with the nearest), or nothing is left to play.
        """
        words = self.words
        kept = chosen(words.contestant, contestants, self.contestants)
        if len(kept) < FEWEST:
            msg = f"expected at least two {words.contestant}s; got {', '.join(kept) or 'none'}"
            raise ConfigurationError(msg)
        places = chosen(words.setting, settings, self.places)
        playing = set(chosen("policy", policies, self.policies))

        def narrowed(entries: Sequence[Any]) -> list[Any]:
            found = [
                entry.in_settings(name for name in places if name in (entry.settings or places))
                for entry in entries
                if {getattr(entry, seat) for seat in self.seats} <= playing
            ]
            return [entry for entry in found if entry.settings]

        pairs = narrowed(self.policy_pairs)
        if not pairs:
            headline = [
                pair for pair in self.policy_pairs if {getattr(pair, s) for s in self.seats} <= playing
            ][:1]
            if not headline:
                msg = f"no policy pair is left with policies {', '.join(sorted(playing))}"
                raise ConfigurationError(msg)
            pairs = [headline[0].in_settings(places)]
        update = {
            "contestants": {name: self.contestants[name] for name in kept},
            "places": {name: self.places[name] for name in places},
            "policy_pairs": tuple(pairs),
            "comparisons": None if self.comparisons is None else self.comparisons.changed(narrowed),
            "balance": self.balance.of(kept),
        }
        return self.model_copy(update=update)

    def scaled(self, factor: float) -> PlainConfiguration:
        """Return the configuration with every number of games multiplied by a factor; each is at least 1."""
        pool = len(self.pool())

        def scaled(entries: Iterable[Any]) -> list[Any]:
            return [scaled_entry(entry, factor) for entry in entries]

        update = {
            "policy_pairs": tuple(scaled(self.policy_pairs)),
            "comparisons": None if self.comparisons is None else self.comparisons.changed(scaled),
            "precision": scaled_precision(self.precision, factor, pool * (pool - 1)),
        }
        return self.model_copy(update=update)

    def variants(self, setting: str | None = None) -> list[Variant[PlainConfiguration]]:  # noqa: ARG002 (no setting stands in another's place)
        """Return the other options of rulings, then other values of the game file."""
        return [*self._other_rulings(), *self._other_values()]

    def with_ruling(self, ruling: str, option: str) -> PlainConfiguration:
        """Return the configuration under another option of one ruling; nothing is checked."""
        decided = {**self.game.rulings, ruling: Sourced[str](value=option, source="ruling")}
        return self.model_copy(update={"game": self.game.model_copy(update={"rulings": decided})})

    def _other_rulings(self) -> Iterator[Variant[PlainConfiguration]]:
        for ruling in self.form.rulings.values():
            taken = self.game.rulings[ruling.name]
            for option in ruling.names:
                if option != taken.value:
                    yield Variant(
                        name=f"{ruling.name}: {option}",
                        kind="ruling",
                        what=ruling.name,
                        option=option,
                        meaning=f"{ruling.question}: {ruling.meaning(option)}",
                        configuration=self.with_ruling(ruling.name, option),
                        base=taken.value,
                        source=taken.source,
                    )

    def _other_values(self) -> Iterator[Variant[PlainConfiguration]]:
        for path, sourced in sourced_values(self.game):
            what = ".".join(path)
            for option, value in sourced.variants.items():
                yield Variant(
                    name=f"{what}: {option}",
                    kind="assumption",
                    what=what,
                    option=option,
                    meaning=f"another {what}: {difference_words(sourced.value, value)}",
                    configuration=self.model_copy(update={"game": with_value(self.game, path, value)}),
                    source=sourced.source,
                )

    def _variants_digests(self) -> dict[str, str]:
        """Return what else the rules might be: a digest by the name of the variant."""
        return {variant.name: variant.configuration.rules_digest() for variant in self.variants()}

    def _named(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return contestants and settings with their keys."""
        return (self.form.contestants, self.contestants), (self.form.settings, self.places)

    def _played(self, entry: Any) -> dict[str, Any]:
        """Return what a digest takes from an entry."""
        return {
            "policies": [getattr(entry, seat) for seat in self.seats],
            "games": entry.games,
            "settings": None if entry.settings is None else sorted(entry.settings),
        }
