"""The configuration as frozen models: factions, layouts, and which games are played by whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar

from pydantic import Field

from balance.config.digests import assumed_values, sha256, without_provenance
from balance.config.pacts.game import Game, ordered, sourced_values, with_value
from balance.config.pacts.laid import AnyLayout, Layout, LayoutList, LayoutSet, size_of, split_row
from balance.config.pacts.played import ADAPTIVE, Auction, Comparisons, LayoutsAgain, PolicyPair
from balance.config.pacts.rulings import RULINGS
from balance.config.pacts.vocabulary import Faction
from balance.config.pacts.words import SEATS, WORDS
from balance.config.run import Configuration as RunConfiguration
from balance.config.run import Variant, chosen
from balance.config.scaling import scaled_entry, scaled_precision
from balance.config.target import Balance
from balance.errors import ConfigurationError, nearest
from balance.words import Words

_P = TypeVar("_P", "PolicyPair", "Auction")


class Configuration(RunConfiguration):
    """Everything that a run is made from.

    `load_configuration` is the way to one: it also checks what the models cannot see alone.

    Parameters
    ----------
    name
        The run's name, a plain folder name.
    path
        The file it was read from.
    seed
        The master seed.
    game
        The rules.
    factions, layouts
        By name, in the file's order.
    policies
        The weights of every known policy, defaults filled in.
    sources
        The digest of the source of each policy that is written in Python.
    policy_pairs
        Who plays whom; the first is the headline. `layouts` is filled in.
    auction
        The second stage, if there is one.
    comparisons
        The third stage, if there is one.
    again
        How the layouts of a set that are furthest from even are played again.
    precision
        How narrow the headline's intervals are to be, if the games of `policy_pairs` are only a start.
    balance
        When a pairing counts as balanced. No game depends on it.
    """

    game: Game
    factions: dict[str, Faction]
    layouts: dict[str, AnyLayout]
    policy_pairs: tuple[PolicyPair, ...]
    auction: Auction | None = None
    comparisons: Comparisons | None = None
    again: LayoutsAgain = Field(default_factory=LayoutsAgain)

    @property
    def words(self) -> Words:
        """What Pacts calls its things."""
        return WORDS

    @property
    def seats(self) -> tuple[str, ...]:
        """The sides, the one that ties go to first."""
        return SEATS

    @property
    def settings(self) -> dict[str, AnyLayout]:
        """The layouts."""
        return self.layouts

    def pool(self) -> tuple[str, ...]:
        """Return the factions that may be dealt, under the ruling `faction_pool`, in the file's order."""
        boxed_only = self.game.ruling("faction_pool") == "eight_boxed"
        return tuple(name for name, faction in self.factions.items() if faction.boxed or not boxed_only)

    @property
    def played_again(self) -> LayoutsAgain | None:
        """How layouts are played again; None if none are, or no policy pair plays a set of layouts."""
        names = {name for pair in self.policy_pairs for name in pair.layouts or self.layouts}
        sets = [name for name in names if size_of(self.layouts[name], self.game) is not None]
        return self.again if sets and self.again.layouts else None

    def check_setting(self, name: str) -> None:
        """Refuse what is neither a layout's name nor one layout of a set (``all#17``, counted from 0).

        Raises
        ------
        ConfigurationError
            With the names allowed and the nearest of them.
        """
        of, row = split_row(name)
        size = size_of(self.layouts[of], self.game) if of in self.layouts else None
        if row is None or size is None:
            of, row = name, None
        if of not in self.layouts:
            msg = f"unknown layout {name!r}{nearest(name, self.layouts)}; expected one of: {', '.join(self.layouts)}"
            raise ConfigurationError(msg)
        if row is not None and size is not None and row >= size:
            msg = f"layout {of!r} is a set of {size} layouts, {of}#0 to {of}#{size - 1}; got {name!r}"
            raise ConfigurationError(msg)

    def set_sizes(self) -> dict[str, int]:
        """Return how many layouts there are in each set or list of layouts."""
        sizes = {name: size_of(layout, self.game) for name, layout in self.layouts.items()}
        return {name: size for name, size in sizes.items() if size is not None}

    def mirrors(self, places: Sequence[str]) -> list[tuple[int, ...]]:
        """Return, for each symmetry of the map, the region to which each region goes."""
        from balance.config.pacts.symmetries import symmetries  # it looks at configurations

        return [one.image(tuple(places)) for one in symmetries(self)]

    def variants(self, setting: str | None = None) -> list[Variant[Configuration]]:
        """Return the other options of rulings, other values of the game file, and other tiles for a layout.

        Raises
        ------
        ConfigurationError
            There is no such layout.
        """
        from balance.config.pacts.variants import variants  # it makes configurations

        return variants(self, layout=setting)

    def assumptions(self) -> dict[str, Any]:
        """Return everything whose source is ``assumed``: dotted name → value, JSON-able."""
        found = assumed_values(self.game.model_dump(mode="json"))
        entries: dict[str, Faction | Layout | LayoutSet | LayoutList] = {
            f"factions.{name}": f for name, f in self.factions.items()
        }
        entries |= {f"layouts.{name}": layout for name, layout in self.layouts.items()}
        for name, entry in entries.items():
            if entry.source == "assumed":
                found[name] = without_provenance(entry.model_dump(mode="json", exclude_none=True))
        return found

    def contents(self) -> dict[str, Any]:
        """Return the configuration in full, JSON-able, in the form of the two files with the game inside.

        `configuration_from` makes an equal configuration from it, apart from the path.
        """
        stages = {"auction": self.auction, "comparisons": self.comparisons, "precision": self.precision}
        balance = {} if self.balance == Balance() else {"balance": self.balance.model_dump(mode="json")}
        usual = self.again == LayoutsAgain() and self.played_again is None
        return {
            "name": self.name,
            "game": self.game.model_dump(mode="json"),
            "seed": self.seed,
            "factions": {k: f.model_dump(mode="json", exclude_none=True) for k, f in self.factions.items()},
            "layouts": {k: layout.model_dump(mode="json") for k, layout in self.layouts.items()},
            "policies": {k: {"weights": dict(w), **self.source_of(k)} for k, w in self.policies.items()},
            "policy_pairs": [pair.model_dump(mode="json") for pair in self.policy_pairs],
            **{name: stage.model_dump(mode="json") for name, stage in stages.items() if stage is not None},
            **balance,
            **({} if usual else {"again": self.again.model_dump(mode="json")}),
        }

    def digest(self) -> str:
        """Return the SHA-256 (hex) of everything that can change a tally of the run.

        Not of the run's name, paths, comments, sources, the printed difficulty, policies that do not play, or
        orders that mean nothing. The order of the policy pairs counts: the first is the headline.
        """
        plays = [_play(pair) for pair in self.policy_pairs]
        auction = None if self.auction is None else _play(self.auction)
        compared = {
            kind: sorted(map(_play, entries), key=str)
            for kind, entries in self.comparisons or ()
            if entries or kind != "rulings"  # an empty list of these leaves older runs as they are
        }
        everything = [*plays, *([auction] if auction else []), *chain.from_iterable(compared.values())]
        again = self.played_again
        names = {name for play in everything for name in play["policies"]} | (
            {again.policy} if again else set()
        )
        return sha256(
            {
                "rules": self.rules(),
                "seed": self.seed,
                "policies": {name: {**self.policies[name], **self.source_of(name)} for name in sorted(names)},
                "policy_pairs": plays,
                "auction": auction,
                **({"comparisons": compared} if compared else {}),
                **({"variants": self._variants()} if "rulings" in compared else {}),
                **({"precision": self.precision.model_dump(mode="json")} if self.precision else {}),
                **({"again": again.model_dump(mode="json")} if again else {}),
            }
        )

    def _variants(self) -> dict[str, Any]:
        """Return what else the rules might be, as far as a run plays it: options of rulings, variants of values."""
        values = {
            f"{'.'.join(path)}: {name}": self.model_copy(
                update={"game": ordered(with_value(self.game, path, value))}
            ).rules_digest()
            for path, sourced in sourced_values(self.game)
            for name, value in sourced.variants.items()
        }
        return {"rulings": {name: sorted(ruling.names) for name, ruling in RULINGS.items()}, "values": values}

    def rules_digest(self) -> str:
        """Return the SHA-256 (hex) of the rules alone: game, rulings, factions and layouts."""
        return sha256(self.rules())

    def rules(self) -> dict[str, Any]:
        """Return the rules alone as plain data, without sources: game, rulings, factions and layouts."""
        contents = self.contents()
        game = without_provenance(contents["game"])
        del game["deck_sizes"]  # a check of the decks; they say the same
        factions = {k: without_provenance(f, "knots") for k, f in contents["factions"].items()}
        layouts = {k: without_provenance(layout) for k, layout in contents["layouts"].items()}
        return {"game": game, "factions": factions, "layouts": layouts}

    def select(
        self,
        *,
        contestants: Iterable[str] | None = None,
        settings: Iterable[str] | None = None,
        policies: Iterable[str] | None = None,
    ) -> Configuration:
        """Return the configuration narrowed to some factions, layouts or policies.

        Parameters
        ----------
        contestants
            Factions to keep, at least two; None keeps all.
        settings
            Layouts to keep. Each pair keeps those of its own; where that leaves one of them unplayed
            (``random``), the headline and the auction are played on all of them. None keeps all.
        policies
            Policies to keep: a pair stays if both its policies do. None keeps all.

        Raises
        ------
        ConfigurationError
            A name is unknown (with the nearest), or nothing is left to play.
        """
        kept = self._select_factions(contestants)
        laid = {k: self.layouts[k] for k in chosen("layout", settings, self.layouts)}
        playing = set(chosen("policy", policies, self.policies))
        pairs = [p for p in self.policy_pairs if {p.seelie, p.unseelie} <= playing]
        if not pairs:
            msg = f"no policy pair is left with policies {', '.join(sorted(playing))}"
            raise ConfigurationError(msg)
        auction = self.auction
        if auction is not None and not {auction.seelie, auction.unseelie} <= playing:
            auction = None
        on_own = [_on_layouts(pair, laid) for pair in pairs]
        played = {name for pair in on_own for name in pair.layouts or ()}
        if settings is None or played == set(laid):
            auction = None if auction is None else _on_layouts(auction, laid)
            auction = auction if auction is not None and auction.layouts else None
        else:
            everywhere = {"layouts": tuple(laid)}
            on_own[0] = on_own[0].model_copy(update=everywhere)
            auction = None if auction is None else auction.model_copy(update=everywhere)
        narrowed = [pair for pair in on_own if pair.layouts]
        update = {
            "factions": kept,
            "layouts": laid,
            "policy_pairs": tuple(narrowed),
            "auction": auction,
            "comparisons": self._select_comparisons(laid, playing, everywhere=settings is not None),
            "again": self.again if self.again.policy in playing else LayoutsAgain(layouts=0),
            "balance": self.balance.of(kept),
        }
        return self.model_copy(update=update)

    def scaled(self, factor: float) -> Configuration:
        """Return the configuration with every number of games multiplied by a factor; each is at least 1.

        Games are those of `policy_pairs`, auction, comparisons and layouts played again, and the largest number that a
        wanted precision may take: below 1 without one, of the number that surely suffices. On a set of layouts, less
        than one game on each layout is one game on a share of them.
        """
        pool = len(self.pool())
        update = {
            "policy_pairs": tuple(
                scaled_entry(pair, factor, in_turns=self._plays_sets(pair)) for pair in self.policy_pairs
            ),
            "auction": None if self.auction is None else scaled_entry(self.auction, factor),
            "comparisons": None
            if self.comparisons is None
            else self.comparisons.changed(lambda entries: [scaled_entry(pair, factor) for pair in entries]),
            "precision": scaled_precision(self.precision, factor, pool * (pool - 1)),
            "again": self.again if self.played_again is None else scaled_entry(self.again, factor),
        }
        return self.model_copy(update=update)

    def _plays_sets(self, pair: PolicyPair) -> bool:
        """Tell whether a policy pair plays on a set of layouts."""
        return any(
            isinstance(self.layouts[name], LayoutSet | LayoutList) for name in pair.layouts or self.layouts
        )

    def _select_comparisons(
        self, laid: Mapping[str, Any], playing: set[str], *, everywhere: bool
    ) -> Comparisons | None:
        """Return the comparisons on those of their layouts that are kept; one without any is played on all kept."""
        if self.comparisons is None:
            return None

        def narrowed(entries: tuple[PolicyPair, ...]) -> list[PolicyPair]:
            kept = [_on_layouts(p, laid) for p in entries if {p.seelie, p.unseelie} <= playing]
            if everywhere and not any(pair.layouts for pair in kept):
                return [pair.model_copy(update={"layouts": tuple(laid)}) for pair in kept]
            return [pair for pair in kept if pair.layouts]

        return self.comparisons.changed(narrowed)

    def _select_factions(self, names: Iterable[str] | None) -> dict[str, Faction]:
        if names is None:
            return self.factions
        kept = chosen("faction", names, self.factions)
        outside = [name for name in kept if name not in self.pool()]
        if outside:
            msg = f"faction {outside[0]!r} is left out by the ruling faction_pool: eight_boxed"
            raise ConfigurationError(msg)
        if len(kept) < 2:
            msg = f"expected at least two factions; got {', '.join(kept) or 'none'}"
            raise ConfigurationError(msg)
        return {name: self.factions[name] for name in kept}


def _on_layouts(play: _P, layouts: Mapping[str, Any]) -> _P:
    """Return a pair or auction with only those of its layouts that are kept."""
    kept = tuple(layouts) if play.layouts is None else tuple(name for name in play.layouts if name in layouts)
    return play.model_copy(update={"layouts": kept})


def _play(play: PolicyPair | Auction) -> dict[str, Any]:
    """Return what a digest takes from a pair or an auction."""
    found: dict[str, Any] = {
        "policies": [play.seelie, play.unseelie],
        "games": play.games,
        "layouts": None if play.layouts is None else sorted(play.layouts),
    }
    if not isinstance(play, Auction):
        return found if play.set_share is None else {**found, "set_share": play.set_share}
    bids = {"bids": ADAPTIVE, "largest": play.largest} if play.bids is None else {"bids": sorted(play.bids)}
    return {**found, **bids, **({"both_readings": True} if play.both_readings else {})}
