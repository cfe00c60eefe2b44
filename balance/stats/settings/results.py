"""What a run says of its settings, as frozen results. Method: `docs/statistics.md`, "Layouts compared"."""

from __future__ import annotations

from dataclasses import dataclass

from balance.stats.results import Interval


@dataclass(frozen=True)
class SettingShare:
    """One setting among all.

    Parameters
    ----------
    name
        The setting.
    share
        The first seat's win share, mean over the pairs that every setting has. The intervals of all settings hold
        together at 95%, hence also that of one picked for being the highest or the lowest.
    expected
        The share to expect of further games, pulled to the mean of all settings as far as luck explains their
        differences: what is picked for being extreme exaggerates less by it.
    may_be_highest, may_be_lowest
        Whether it is among those of which one is the best for the first seat, or for the second, at 95% each.
    """

    name: str
    share: Interval
    expected: float
    may_be_highest: bool
    may_be_lowest: bool


@dataclass(frozen=True)
class FeatureEffect:
    """What one feature of a setting goes with.

    Parameters
    ----------
    feature
        In words; they are the rule system's.
    slope
        Change of the first seat's win share for one more of the feature; `games` are those of the settings that
        have the feature. It says what goes together, not what causes what.
    p_value
        Of "no slope", adjusted over all features (Holm).
    lowest, highest
        The feature's values among the settings.
    """

    feature: str
    slope: Interval
    p_value: float
    lowest: float
    highest: float

    @property
    def certain(self) -> bool:
        """Whether it matters at 95%, though it is one of several that were looked at."""
        return self.p_value <= 0.05


@dataclass(frozen=True)
class SettingMove:
    """How much stronger a contestant is in one setting than in another.

    Parameters
    ----------
    name
        The contestant.
    best, worst
        The two settings that part it most surely; the first is the better one for it.
    change
        Its strength in the one less that in the other (win share); the intervals of all contestants and all pairs of
        settings hold together.
    """

    name: str
    best: str
    worst: str
    change: Interval

    @property
    def sure(self) -> bool:
        """Whether the two are told apart."""
        return self.change.low > 0


@dataclass(frozen=True)
class StrengthsBySetting:
    """Each contestant's strength in every setting.

    Parameters
    ----------
    settings
        Those that were played, in order.
    strengths
        Contestant → setting → strength; contestants that met nobody both ways round in a setting are left out.
    moves
        One a contestant; the one that the setting surely matters most to comes first.
    """

    settings: tuple[str, ...]
    strengths: dict[str, dict[str, Interval]]
    moves: tuple[SettingMove, ...]


@dataclass(frozen=True)
class SettingStudy:
    """All settings of the headline policies' games at bid 0.

    Parameters
    ----------
    pairs
        On how many pairs the settings are compared: those that every setting has.
    missing
        Pairs left out since some setting lacks them.
    settings
        Highest share of the first seat first.
    p_value
        Of "all settings are alike".
    spread
        Standard deviation of the settings' true shares (win share), luck taken out.
    featured
        Settings whose features are known.
    features
        The surest first; empty with too few settings.
    """

    pairs: int
    missing: int
    settings: tuple[SettingShare, ...]
    p_value: float
    spread: Interval
    featured: int = 0
    features: tuple[FeatureEffect, ...] = ()

    @property
    def differ(self) -> bool:
        """Whether the settings surely differ, at 95%."""
        return self.p_value <= 0.05
