"""What every configuration is, whatever its rule system: the part that sweeps, statistics and reports use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Generic, Self, TypeVar

from pydantic import Field

from balance.config.base import Model, RunName
from balance.config.precision import Precision
from balance.config.rulings import Source
from balance.config.target import Balance
from balance.errors import ConfigurationError, nearest
from balance.words import Words

LARGEST_SEED: Final = 2**63 - 1

Weight = Annotated[float, Field(allow_inf_nan=False, ge=-1e9, le=1e9)]


Own = TypeVar("Own", bound="Configuration")


@dataclass(frozen=True)
class Variant(Generic[Own]):
    """A configuration with one thing changed.

    Parameters
    ----------
    name
        Short and unique: ``move_unit: steps``.
    kind
        What is changed: ``ruling``, ``assumption`` (a value of the game file) or the word for a setting.
    what
        A ruling's name, the dotted name of a value, or the setting.
    option
        What it is changed to.
    meaning
        That in a few words.
    configuration
        The configuration with the change, in full.
    base
        What it is changed from; empty for a value.
    source
        Where that comes from: ``rulebook``, ``ruling`` or ``assumed``.
    """

    name: str
    kind: str
    what: str
    option: str
    meaning: str
    configuration: Own
    base: str = ""
    source: Source = "assumed"


class Configuration(Model):
    """Everything that a run is made from; each rule system has a class of its own.

    Parameters
    ----------
    name
        The run's name, a plain folder name.
    path
        The file it was read from.
    seed
        The master seed.
    game
        The rules, as a model of the system; `game.system` is the system's name.
    policies
        The weights of every known policy, defaults filled in.
    sources
        The digest of the source of each policy that is written in Python.
    policy_pairs
        Who plays whom, each with a policy for every seat, `games` and `settings`; the first is the headline.
    auction
        The stage with bids, if there is one.
    comparisons
        The stage that plays the same games under other rules, if there is one.
    precision
        How narrow the headline's intervals are to be, if the games of `policy_pairs` are only a start.
    balance
        When a pairing counts as balanced. No game depends on it.
    """

    name: RunName
    path: Path
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)]
    game: Any
    policies: dict[str, dict[str, float]]
    policy_pairs: tuple[Any, ...]
    auction: Any = None
    comparisons: Any = None
    precision: Precision | None = None
    sources: dict[str, str] = Field(default_factory=dict)
    balance: Balance = Field(default_factory=Balance)

    @property
    def system(self) -> str:
        """The rule system's name, which is that of its rooms."""
        return str(self.game.system)

    @property
    def words(self) -> Words:
        """What the rule system calls its things."""
        raise NotImplementedError

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        raise NotImplementedError

    @property
    def settings(self) -> Mapping[str, Any]:
        """What games can be played in, by name, in the file's order."""
        raise NotImplementedError

    @property
    def played_again(self) -> Any:
        """How rows of settings in which games take turns are played again; None if none are."""
        return None

    def pool(self) -> tuple[str, ...]:
        """Return the contestants that may play, in the file's order."""
        raise NotImplementedError

    def set_sizes(self) -> Mapping[str, int]:
        """Return how many rows there are in each setting in which games take turns."""
        return {}

    def mirrors(self, places: Sequence[str]) -> Sequence[Sequence[int]]:  # noqa: ARG002 (for systems that have some)
        """Return, for each symmetry of what pieces are laid on, the place to which each place goes."""
        return ()

    def check_setting(self, name: str) -> None:
        """Refuse what is neither a setting's name nor one row of a setting in which games take turns.

        Raises
        ------
        ConfigurationError
            With the names allowed and the nearest of them.
        """
        chosen(self.words.setting, [name], self.settings)

    def rulings(self) -> dict[str, str]:
        """Return the option in force of every ruling."""
        return {name: sourced.value for name, sourced in self.game.rulings.items()}

    def assumptions(self) -> dict[str, Any]:
        """Return everything whose source is ``assumed``: dotted name → value, JSON-able."""
        raise NotImplementedError

    def contents(self) -> dict[str, Any]:
        """Return the configuration in full, JSON-able, in the form of the two files with the game inside."""
        raise NotImplementedError

    def digest(self) -> str:
        """Return the SHA-256 (hex) of everything that can change a tally of the run."""
        raise NotImplementedError

    def rules_digest(self) -> str:
        """Return the SHA-256 (hex) of the rules alone."""
        raise NotImplementedError

    def rules(self) -> dict[str, Any]:
        """Return the rules alone as plain data, without sources."""
        raise NotImplementedError

    def select(
        self,
        *,
        contestants: Iterable[str] | None = None,
        settings: Iterable[str] | None = None,
        policies: Iterable[str] | None = None,
    ) -> Self:
        """Return the configuration narrowed to some contestants, settings or policies; None keeps all.

        Raises
        ------
        ConfigurationError
            A name is unknown (with the nearest), or nothing is left to play.
        """
        raise NotImplementedError

    def scaled(self, factor: float) -> Self:
        """Return the configuration with every number of games multiplied by a factor; each is at least 1."""
        raise NotImplementedError

    def variants(self, setting: str | None = None) -> Sequence[Variant[Self]]:
        """Return what else the configuration might have said, one thing at a time.

        Parameters
        ----------
        setting
            The setting that is played, where other settings can stand in its place; the first by default.

        Raises
        ------
        ConfigurationError
            There is no such setting.
        """
        raise NotImplementedError

    def source_of(self, policy: str) -> dict[str, str]:
        """Return the digest of a policy in Python, as `contents` and `digest` hold it; nothing of compiled ones."""
        return {"source": self.sources[policy]} if policy in self.sources else {}


def chosen(kind: str, names: Iterable[str] | None, known: Mapping[str, Any]) -> list[str]:
    """Return the chosen names in the order of the known ones, each once; all if none are given.

    Raises
    ------
    ConfigurationError
        A name is unknown, with the nearest; or there is none.
    """
    if names is None:
        return list(known)
    wanted = list(names)
    for name in wanted:
        if name not in known:
            msg = f"unknown {kind} {name!r}{nearest(name, known)}; known: {', '.join(known)}"
            raise ConfigurationError(msg)
    if not wanted:
        msg = f"expected at least one {kind}; got none"
        raise ConfigurationError(msg)
    return [name for name in known if name in wanted]


def chosen_variants(found: Sequence[Variant[Own]], names: Collection[str] | None) -> list[Variant[Own]]:
    """Return the variants that are named, in their own order; all without names.

    A name is that of a variant, or of what it changes: ``tie_break`` stands for both its variants.

    Raises
    ------
    ConfigurationError
        Nothing has such a name; the message offers the nearest.
    """
    if names is None:
        return list(found)
    known = [*dict.fromkeys(v.what for v in found), *(v.name for v in found)]
    for name in names:
        if name not in known:
            listed = ", ".join(dict.fromkeys(v.what for v in found))
            msg = f"unknown variant {name!r}{nearest(name, known)}; known: {listed}"
            raise ConfigurationError(msg)
    if not names:
        msg = "expected at least one variant; got none"
        raise ConfigurationError(msg)
    return [variant for variant in found if {variant.what, variant.name} & set(names)]


def difference_words(old: Any, new: Any) -> str:
    """Say in what a value differs from another; what both have in common is left out."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
        return "; ".join(f"{key}: {difference_words(old.get(key, 0), new.get(key, 0))}" for key in keys)
    if isinstance(old, list | tuple) and isinstance(new, list | tuple):
        less, more = Counter(map(str, old)), Counter(map(str, new))
        if less != more:
            gone, came = (", ".join((a - b).elements()) for a, b in ((less, more), (more, less)))
            return f"{came or 'nothing'} instead of {gone or 'nothing'}"
        old, new = ", ".join(map(str, old)), ", ".join(map(str, new))
    return f"{_word(new)} instead of {_word(old)}"


def _word(value: Any) -> str:
    """Return a value as a designer would write it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
