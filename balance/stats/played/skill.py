"""Players' skill from very many games, and what it leaves over for the pairings model.

With a few thousand kinds of games (who met whom in which hands) the pairings model fits players itself. Beyond that
they are estimated first, in a model of side, settings, strengths and players alone; then each pair in each setting
becomes one row again, with the players' mean effect on it as an offset.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from scipy.special import expit

from balance.stats.entries import entry
from balance.stats.intervals import Array, quantile
from balance.stats.pairings.results import Effect, PairingsFit, Prediction, Spread, Term
from balance.stats.played.people import KEYS, Found, Table, fit
from balance.stats.results import Interval

MOST_KINDS = 20_000
"""Kinds of games up to which the pairings model fits players itself."""


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
    table = Table.of(counts)
    found = fit(table)
    return _rows(table, found), _skills(table, found)


def _rows(table: Table, found: Found) -> pl.DataFrame:
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


def _skills(table: Table, found: Found) -> Skills:
    start = table.starts[2]
    whole = np.linalg.inv(found.system)
    known = np.linalg.inv(found.system[:start, :start])
    names = table.names[2]
    games = sum(np.bincount(c, table.games, table.size)[start:] for c in table.columns[3:])
    errors = np.sqrt(np.diag(whole))[start : table.size]
    reach = quantile() * errors
    values = found.effects[start : table.size]
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
