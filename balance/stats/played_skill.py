"""Players' skill from very many games, and what it leaves over for the pairings model.

With a few thousand kinds of games (who met whom in which hands) the pairings model fits players itself. Beyond that
they are estimated first, in a model of side, settings, strengths and players alone; then each pair in each setting
becomes one row again, with the players' mean effect on it as an offset.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.special import expit

from balance.errors import FitError
from balance.stats.entries import entry
from balance.stats.intervals import Array, quantile
from balance.stats.pairings_results import Effect, PairingsFit, Prediction, Spread, Term
from balance.stats.results import Interval

Index = NDArray[np.int64]

MOST_KINDS = 20_000
"""Kinds of games up to which the pairings model fits players itself."""

MOST_PLAYERS = 3_000
START = 200_000  # kinds of games on which a first answer is found
STEPS = 60
CLOSE = 1e-5  # log odds
LOOSE = 0.25  # precision of effects that are not pooled: keeps a few one-sided games finite
KEYS = ("first", "second", "setting")
PLAYERS = ("first_player", "second_player")


@dataclass(frozen=True)
class Skills:
    """Players' skills, and what not knowing them exactly adds to the variance of other effects.

    Parameters
    ----------
    players
        Best first, log odds against the mean player.
    spread
        Of skills.
    extra
        Variance of a linear function of the columns side, settings and contestants that comes from the skills: a
        matrix over these.
    settings, contestants
        Names, in the order of the columns.
    """

    players: tuple[Effect, ...]
    spread: Spread
    extra: Array
    settings: tuple[str, ...]
    contestants: tuple[str, ...]


def condensed(counts: pl.DataFrame) -> tuple[pl.DataFrame, Skills]:
    """Return one row per pair and setting, with an offset, and the skills behind it.

    A row's offset makes its expected score that of all its games at the estimated skills; its games are reduced to
    what they tell when skills differ.

    Parameters
    ----------
    counts
        `first`, `second`, `setting`, `first_player`, `second_player`, `games`, `wins`, `ties`; no mirrors.

    Raises
    ------
    FitError
        Too many players.
    """
    table = _Table.of(counts)
    if len(table.names[2]) > MOST_PLAYERS:
        msg = f"expected at most {MOST_PLAYERS:,} players; got {len(table.names[2]):,}; --players none leaves them out"
        raise FitError(msg)
    found = _fit(table)
    return _rows(table, found), _skills(table, found)


@dataclass
class _Table:
    """Kinds of games as numbers: for each row the columns of its effects, all with a sign.

    Columns: side, settings, contestants, players.
    """

    names: tuple[list[str], list[str], list[str]]  # settings, contestants, players
    columns: list[NDArray[np.int32]]  # setting, first, second, first player, second player
    games: Array
    score: Array
    signs: tuple[int, ...] = (1, 1, -1, 1, -1)
    starts: tuple[int, int, int, int] = field(init=False)

    def __post_init__(self) -> None:
        settings, contestants, players = (len(n) for n in self.names)
        self.starts = (1, 1 + settings, 1 + settings + contestants, 1 + settings + contestants + players)

    @classmethod
    def of(cls, counts: pl.DataFrame) -> _Table:
        settings, contestants, players = (_names(counts, c) for c in (KEYS[2:], KEYS[:2], PLAYERS))
        start = (1, 1 + len(settings), 1 + len(settings) + len(contestants))
        wanted = [
            (KEYS[2], settings, start[0]),
            (KEYS[0], contestants, start[1]),
            (KEYS[1], contestants, start[1]),
        ]
        wanted += [(name, players, start[2]) for name in PLAYERS]
        return cls(
            (settings, contestants, players),
            [_codes(counts[name], names) + np.int32(begin) for name, names, begin in wanted],
            counts["games"].to_numpy().astype(np.float64),
            (counts["wins"] + counts["ties"] / 2).to_numpy().astype(np.float64),
        )

    def part(self, step: int) -> _Table:
        """Return every so many rows."""
        columns = [np.ascontiguousarray(c[::step]) for c in self.columns]
        return replace(self, columns=columns, games=self.games[::step], score=self.score[::step])

    @property
    def size(self) -> int:
        return self.starts[3]

    def log_odds(self, effects: Array) -> Array:
        found = np.full(len(self.games), effects[0])
        for column, sign in zip(self.columns, self.signs, strict=True):
            found += effects[column] if sign > 0 else -effects[column]
        return found

    def slope(self, residual: Array) -> Array:
        """Return Xᵀ residual."""
        found = np.zeros(self.size)
        found[0] = residual.sum()
        for column, sign in zip(self.columns, self.signs, strict=True):
            found += sign * np.bincount(column, residual, self.size)
        return found

    def gram(self, weights: Array) -> Array:
        """Return Xᵀ diag(weights) X."""
        size = self.size
        found = np.zeros((size, size))
        found[0] = self.slope(weights)
        for i, (one, sign) in enumerate(zip(self.columns, self.signs, strict=True)):
            found[np.diag_indices(size)] += np.bincount(one, weights, size)
            for two, other in zip(self.columns[:i], self.signs[:i], strict=True):
                both = np.bincount(one.astype(np.int64) * size + two, weights, size * size).reshape(
                    size, size
                )
                found += sign * other * (both + both.T)
        found[1:, 0] = found[0, 1:]
        return found


@dataclass(frozen=True)
class _Found:
    effects: Array
    system: Array  # precision of all effects
    variance: float  # of skills


def _names(counts: pl.DataFrame, columns: tuple[str, ...]) -> list[str]:
    return sorted({str(name) for column in columns for name in counts[column].unique().to_list()})


def _codes(column: pl.Series, names: list[str]) -> NDArray[np.int32]:
    """Return each value's place among names; fast for columns of few different values."""
    kind = (
        column.cast(pl.Enum(names))
        if column.dtype == pl.String
        else column.cast(pl.Categorical).cast(pl.Enum(names))
    )
    return kind.to_physical().to_numpy().astype(np.int32)


def _fit(table: _Table) -> _Found:
    """Fit side, settings, strengths and players; the variance of skills by EM (Laplace's method)."""
    step = max(1, len(table.games) // START)
    start = _Found(np.zeros(table.size), np.eye(table.size), 0.1)
    if step > 1:
        start = _climb(table.part(step), start)
    return _climb(table, start)


def _climb(table: _Table, start: _Found) -> _Found:
    effects, variance = start.effects, start.variance
    people = slice(table.starts[2], table.size)
    nobody = np.array([name == "" for name in table.names[2]])
    system = start.system
    for _ in range(STEPS):
        share = expit(table.log_odds(effects))
        precision = np.full(table.size, LOOSE)
        precision[people] = np.where(nobody, 1e9, 1 / variance)
        system = table.gram(table.games * share * (1 - share)) + np.diag(precision)
        factor = cho_factor(system)
        move = cho_solve(factor, table.slope(table.score - table.games * share) - precision * effects)
        effects = effects + np.clip(move, -2, 2)
        spread = np.diag(cho_solve(factor, np.eye(table.size)))[people][~nobody]
        before, variance = variance, float(np.mean(effects[people][~nobody] ** 2 + spread))
        if np.max(np.abs(move)) < CLOSE * 100 and abs(variance - before) < 0.001 * before:
            break
    return _Found(effects, system, variance)


def _rows(table: _Table, found: _Found) -> pl.DataFrame:
    """Return one row per pair and setting."""
    settings, contestants, _ = table.names
    setting, first, second, one, two = (c.astype(np.int64) for c in table.columns)
    shape = len(contestants), len(contestants), len(settings)
    cell = np.ravel_multi_index((first - table.starts[1], second - table.starts[1], setting - 1), shape)
    size = int(np.prod(shape))
    skill = found.effects[one] - found.effects[two]
    plain = table.log_odds(found.effects) - skill
    share = expit(plain + skill)
    games = np.bincount(cell, table.games, size)
    played = np.flatnonzero(games)
    expected = np.bincount(cell, table.games * share, size)[played] / games[played]
    told = np.bincount(cell, table.games * share * (1 - share), size)[played]
    base = (np.bincount(cell, table.games * plain, size)[played]) / games[played]
    weight = told / (games[played] * expected * (1 - expected))
    places = np.unravel_index(played, shape)
    names = (contestants, contestants, settings)
    score = np.bincount(cell, table.score, size)[played]
    return pl.DataFrame(
        {
            **{
                key: pl.Series(list(texts)).gather(place)
                for key, texts, place in zip(KEYS, names, places, strict=True)
            },
            "games": games[played] * weight,
            "wins": score * weight,
            "offset": np.log(expected) - np.log1p(-expected) - base,
            "all_games": games[played].astype(np.int64),
        }
    )


def _skills(table: _Table, found: _Found) -> Skills:
    start = table.starts[2]
    whole = np.linalg.inv(found.system)
    known = np.linalg.inv(found.system[:start, :start])
    names = table.names[2]
    games = sum(np.bincount(c, table.games, table.size)[start:] for c in table.columns[3:])
    errors = np.sqrt(np.diag(whole))[start:]
    reach = quantile() * errors
    values = found.effects[start:]
    players = [
        Effect(Term.PLAYER, (name,), Interval(float(v), float(v - r), float(v + r), int(n)), float(e))
        for name, v, r, e, n in zip(names, values, reach, errors, np.asarray(games), strict=True)
        if name
    ]
    deviation = float(np.sqrt(found.variance))
    wide = float(np.exp(quantile() / np.sqrt(2 * max(len(players), 1))))
    spread = Interval(deviation, deviation / wide, deviation * wide, int(table.games.sum()))
    return Skills(
        tuple(sorted(players, key=lambda e: (-e.value.estimate, e.names))),
        Spread(Term.PLAYER, spread, len(players)),
        whole[:start, :start] - known,
        tuple(table.names[0]),
        tuple(table.names[1]),
    )


def with_skills(fit: PairingsFit, skills: Skills, rows: pl.DataFrame) -> PairingsFit:
    """Return a fit of condensed rows with players, numbers of games, and variances that allow for their skills.

    Parameters
    ----------
    fit
        The fit of the rows.
    skills, rows
        What `condensed` returned.
    """
    functional = _Functionals(skills, fit.reference)
    games = _Played(rows)

    def effects(found: tuple[Effect, ...]) -> tuple[Effect, ...]:
        return tuple(_wider(e, functional.of(e.term, e.names), games.of(e)) for e in found)

    def predictions(found: tuple[Prediction, ...]) -> tuple[Prediction, ...]:
        return tuple(
            _predicted(
                p, functional.pair(p.first, p.second, p.setting), games.pair(p.first, p.second, p.setting)
            )
            for p in found
        )

    return replace(
        fit,
        games=games.total,
        side=None if fit.side is None else effects((fit.side,))[0],
        strengths=effects(fit.strengths),
        as_first=effects(fit.as_first),
        as_second=effects(fit.as_second),
        interactions=effects(fit.interactions),
        setting_effects=effects(fit.setting_effects),
        contestant_settings=effects(fit.contestant_settings),
        players=skills.players,
        spreads=(*fit.spreads, skills.spread),
        pairs=predictions(fit.pairs),
        cells=predictions(fit.cells),
        notes=(
            *fit.notes,
            "players' skills were estimated first, then taken into account with their uncertainty",
        ),
    )


class _Functionals:
    """Extra variances of effects, which are sums of columns side, settings, contestants."""

    def __init__(self, skills: Skills, reference: str | None) -> None:
        self.extra, self.reference = skills.extra, reference
        self.settings = {name: 1 + i for i, name in enumerate(skills.settings)}
        self.contestants = {name: 1 + len(self.settings) + i for i, name in enumerate(skills.contestants)}

    def of(self, term: Term, names: tuple[str, ...]) -> float:
        row = np.zeros(len(self.extra))
        if term is Term.SIDE:
            row[0] = 1
            row[list(self.settings.values())] = 1 / len(self.settings)
        elif term is Term.STRENGTH:
            if self.reference is None:
                row[list(self.contestants.values())] = -1 / len(self.contestants)
            else:
                row[self.contestants[self.reference]] -= 1
            row[self.contestants[names[0]]] += 1
        elif term is Term.SETTING:
            row[list(self.settings.values())] = -1 / len(self.settings)
            row[self.settings[names[0]]] += 1
        return float(row @ self.extra @ row)

    def pair(self, first: str, second: str, setting: str) -> float:
        row = np.zeros(len(self.extra))
        row[0], row[self.contestants[first]], row[self.contestants[second]] = 1, 1, -1
        places = [self.settings[setting]] if setting in self.settings else list(self.settings.values())
        row[places] = 1 / len(places)
        return float(row @ self.extra @ row)


class _Played:
    """Games actually played, where the rows hold what they tell."""

    def __init__(self, rows: pl.DataFrame) -> None:
        self.cells = {(a, b, k): n for a, b, k, n in rows.select(*KEYS, "all_games").iter_rows()}
        self.total = sum(self.cells.values())

    def of(self, effect: Effect) -> int:
        names = set(effect.names)
        if effect.term is Term.INTERACTION:
            return self.pair(effect.names[0], effect.names[1], "")
        return sum(n for cell, n in self.cells.items() if names <= set(cell)) if names else self.total

    def pair(self, first: str, second: str, setting: str) -> int:
        return sum(
            n for (a, b, k), n in self.cells.items() if (a, b) == (first, second) and setting in {"", k}
        )


def _wider(effect: Effect, extra: float, games: int) -> Effect:
    error = float(np.hypot(effect.error, np.sqrt(max(extra, 0.0))))
    reach = quantile() * error
    value = effect.value
    return replace(
        effect,
        error=error,
        value=replace(value, low=value.estimate - reach, high=value.estimate + reach, games=games),
    )


def _predicted(prediction: Prediction, extra: float, games: int) -> Prediction:
    error = float(np.hypot(prediction.error, np.sqrt(max(extra, 0.0))))
    low, high = (float(expit(prediction.log_odds + sign * quantile() * error)) for sign in (-1, 1))
    return replace(prediction, error=error, share=entry(prediction.share.estimate, low, high, games))
