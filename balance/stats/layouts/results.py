"""What a run says of a set of layouts, as frozen results. Method: `docs/statistics.md`, "Sets of layouts".

A layout is a row of the set's order: which piece (Pacts: tile) lies on which place (Pacts: region).
"""

from __future__ import annotations

from dataclasses import dataclass

from balance.stats.results import Interval


@dataclass(frozen=True)
class PieceEffect:
    """What one piece on one place does.

    Parameters
    ----------
    piece, place
        Which piece lies where.
    effect
        How many more of 100 games are won on the layouts with the piece there than on all layouts of the set's box on
        average, what else lies where being the same on average. The intervals of a whole table hold together at
        95%. Where the layouts played cannot tell it from other pieces or places, the estimate and its ends are nan
        and the note says so.
    p_value
        Of "no effect", adjusted over the whole table: at most 0.05 exactly where the interval leaves 0 out.
    layouts
        Layouts with the piece there among those that were played.
    """

    piece: str
    place: str
    effect: Interval
    p_value: float
    layouts: int

    @property
    def certain(self) -> bool:
        """Whether it surely helps or harms, though it is one of many that were looked at."""
        return self.p_value <= 0.05


@dataclass(frozen=True)
class ContestantEffects:
    """What pieces on places do to one contestant, in both seats, over its opponents.

    Parameters
    ----------
    contestant
        Whose wins are counted.
    share
        Its share of its games on all layouts played, opponents and seats weighted equally.
    effects
        Pieces × places, piece by piece, in wins of the contestant in 100 games. Intervals and p-values hold together
        over the tables of *all* contestants.
    """

    contestant: str
    share: Interval
    effects: tuple[PieceEffect, ...]


@dataclass(frozen=True)
class FarLayout:
    """One of the layouts furthest from even.

    Parameters
    ----------
    row
        Its number in the set's order, from 0.
    name
        The layout in words: the pieces in the order of the places.
    pieces
        The piece on each place, in the order of `LayoutSetStudy.places`.
    raw
        The first seat's share of the games that were played on it, pairs weighted equally, with its interval; the
        interval is that of a layout named beforehand: one picked for being extreme exaggerates.
    shrunken
        The share to expect of further games: what its pieces and places let expect, moved towards `raw` as far as
        luck allows.
    deviation
        Standard deviation of the true share around `shrunken`.
    fresh
        The share of games played anew on it, all pairs weighted equally; None where none were played.
    """

    row: int
    name: str
    pieces: tuple[str, ...]
    raw: Interval
    shrunken: float
    deviation: float
    fresh: Interval | None = None


@dataclass(frozen=True)
class FreshGames:
    """The layouts furthest from even, played again.

    Parameters
    ----------
    policies
        Who played the fresh games, one policy per seat.
    games
        Games of each pair on each layout.
    layouts
        How many layouts were played again.
    raw, shrunken
        How far from even they were on average, as played and as expected, in share of the win, each counted in the
        direction in which `FarLayout.shrunken` lies.
    fresh
        The same of the fresh games: below 0 where that turned round. Its interval holds for exactly these layouts.
    """

    policies: tuple[str, str]
    games: int
    layouts: int
    raw: float
    shrunken: float
    fresh: Interval


@dataclass(frozen=True)
class MirrorCheck:
    """Whether layouts that are mirror images of each other have the same shares, as the rules say they must.

    Parameters
    ----------
    places
        Place → the place on which its piece lies in the mirror image, in the order of `LayoutSetStudy.places`; those
        that stay are left out.
    layouts
        Pairs of mirrored layouts of which both were played.
    p_value
        Of "mirrored layouts are alike"; adjusted where the map has several symmetries. nan with too few layouts.
    """

    places: tuple[tuple[str, str], ...]
    layouts: int
    p_value: float

    @property
    def broken(self) -> bool:
        """Whether they surely differ: a policy, or the engine, then treats places unequally that the rules do not."""
        return self.p_value <= 0.05


@dataclass(frozen=True)
class LayoutSetStudy:
    """All layouts of one set under one pair of policies, at bid 0.

    Parameters
    ----------
    name
        The set.
    policies
        Who played, one policy per seat.
    places, pieces
        Their names, in the order of maps and tables (Pacts: regions, tiles).
    size
        Layouts of the set.
    layouts
        How many of them are compared: those on which every pair has a game.
    complete
        Whether these are all layouts that the set's box allows. If so, an interval speaks of luck alone; else of
        layouts that were left out as well.
    pairs, games
        Ordered pairs of different contestants, and their games on these layouts.
    share
        The first seat's share over all these layouts and pairs, each weighted equally.
    effects
        Pieces × places, piece by piece, on the first seat's wins in 100 games over all pairs.
    contestants
        The same for each contestant's own wins.
    spread
        Standard deviation of the layouts' true shares (share of the win), luck taken out. nan where a single pair
        played a single game on each: that cannot tell luck from layouts.
    explained
        The part (0–1) of the variance behind `spread` that piece × place explains; nan where layouts do not surely
        differ. Its interval is on the wide side, since it is looked at only where layouts were seen to differ.
    furthest
        The layouts with the highest ``|shrunken - 1/2|``, the furthest first.
    again
        The same layouts on fresh games, where they were played.
    mirrors
        One check for each symmetry that the map has under the configuration; empty where it has none.
    note
        What `spread` and `explained` do not speak of, where pairs have hardly more than one game on a layout; else
        empty.
    """

    name: str
    policies: tuple[str, str]
    places: tuple[str, ...]
    pieces: tuple[str, ...]
    size: int
    layouts: int
    complete: bool
    pairs: int
    games: int
    share: Interval
    effects: tuple[PieceEffect, ...]
    contestants: tuple[ContestantEffects, ...]
    spread: Interval
    explained: Interval
    furthest: tuple[FarLayout, ...]
    again: FreshGames | None = None
    mirrors: tuple[MirrorCheck, ...] = ()
    note: str = ""
