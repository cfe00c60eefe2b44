"""What a sensitivity run finds: frozen results. Values and changes are win shares (0–1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from balance.stats.results import Interval
from balance.stats.sensitivity.headlines import Headline


class Conclusion(StrEnum):
    """What becomes of a headline's conclusion under one variant."""

    HOLDS = "holds"  # the interval lies on the base's side of the mark
    CHANGES = "changes"  # it lies on the other side, surely so among all variants and headlines
    FADES = "fades"  # it holds the mark, and the change towards it is sure
    OPEN = "not enough games to tell"
    ABSENT = "not in the pool"
    NONE = ""  # the base itself concludes nothing


class Verdict(StrEnum):
    """What becomes of a headline over all variants."""

    STANDS = "stands"  # holds under every variant
    DEPENDS = "depends"  # changes under at least one
    FADES = "fades"  # changes under none, and fades under at least one
    OPEN = "not enough games to tell"  # neither, and is open under at least one
    UNDECIDED = "nothing to test"  # the base itself is not told apart from even
    NONE = ""  # a size, not a conclusion


@dataclass(frozen=True)
class Effect:
    """One headline under one variant.

    Parameters
    ----------
    variant, headline
        Which.
    base, new
        The headline's value under both.
    change
        New less base. `games` is 0 where the change is known to be none, since nothing differs.
    paired, discordant
        Games played in pairs that bear on it, and in how many of them somebody else won.
    conclusion
        What becomes of the base's conclusion.
    moved
        Whether the change is told apart from none, among all changes (Holm).
    p_change
        The adjusted p-value of that.
    """

    variant: str
    headline: Headline
    base: Interval
    new: Interval
    change: Interval
    paired: int = 0
    discordant: int = 0
    conclusion: Conclusion = Conclusion.NONE
    moved: bool = False
    p_change: float = 1.0


@dataclass(frozen=True)
class HeadlineResult:
    """A headline over all variants: its verdict, under which it changes, fades or is open, and all movers by size."""

    headline: Headline
    base: Interval
    verdict: Verdict
    depends: tuple[str, ...]
    fades: tuple[str, ...]
    unsettled: tuple[str, ...]
    movers: tuple[Effect, ...]


@dataclass(frozen=True)
class VariantResult:
    """What was played of a variant, and its least fair pair.

    Parameters
    ----------
    name
        The variant.
    pairs, changed
        Pairs within its pool; pairs whose rules differ, the only ones played.
    games, games_per_pair
        Games played under it in all; of each pair that was played.
    discordant
        In how many of the games of all pairs somebody else won than under the base.
    margins_changed
        Whether any final margin differed.
    worst, worst_share
        The pair farthest from even under it, and the first seat's share in games played after it was picked.
    another_surely
        Whether that pair is surely less fair than the base's least fair pair, both under the variant.
    """

    name: str
    pairs: int
    changed: int
    games: int
    games_per_pair: int
    discordant: int
    margins_changed: bool
    worst: tuple[str, str]
    worst_share: Interval
    another_surely: bool


@dataclass(frozen=True)
class TieBreak:
    """The tie-break's advantage from both rules on the same decks (win share, to the seat that ties go to).

    `total` is half the difference of the first seat's shares, `mechanical` a quarter of the sum of the tie rates,
    `behavioural` what is left: players who know the rule play for it. `margins_changed`: whether any final margin
    differed between the two rules.
    """

    variant: str
    total: Interval
    mechanical: Interval
    behavioural: Interval
    margins_changed: bool


@dataclass(frozen=True)
class Sensitivity:
    """Everything that a sensitivity run found."""

    contestants: tuple[str, ...]
    headlines: tuple[HeadlineResult, ...]
    variants: tuple[VariantResult, ...]
    effects: tuple[Effect, ...]
    worst: tuple[str, str]  # the base's least fair pair
    tie_breaks: tuple[TieBreak, ...] = ()
