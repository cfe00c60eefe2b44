"""The road of `balance fit`: files and runs → counts → the pairings model → strengths, and where a run disagrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl
from scipy.special import expit

from balance.errors import FitError
from balance.fit.sources import PLAYERS, Given, as_in_run, check_prior, read_finished, read_given, together
from balance.stats.entries import entry
from balance.stats.pairings.fitting import fit_pairings
from balance.stats.pairings.results import Effect, PairingsFit, Ties
from balance.stats.played.columns import Chosen
from balance.stats.played.combined import Combined, combine
from balance.stats.played.disagreement import Disagreement, differing, disagreements
from balance.stats.played.skill import MOST_KINDS, condensed, with_skills
from balance.stats.results import Interval

UNEQUAL = "single pairs are compared with the run as they were played, the players' skill left in"


@dataclass(frozen=True)
class Options:
    """What is fitted, and how.

    Parameters
    ----------
    chosen
        Columns as told.
    pooled
        Partial pooling; else maximum likelihood.
    side
        Whether the first side may have an advantage.
    ties
        What a tie counts as.
    reference
        The contestant at strength 0; None: the mean is 0.
    mirrors
        Whether a contestant against itself is allowed.
    """

    chosen: Chosen = field(default_factory=Chosen)
    pooled: bool = True
    side: bool = True
    ties: Ties = Ties.HALF
    reference: str | None = None
    mirrors: bool = False


@dataclass(frozen=True)
class Strength:
    """One contestant, or one player.

    Parameters
    ----------
    name
        Whose.
    log_odds
        Against the reference, or against the mean where there is none.
    error
        Standard error of it.
    share
        Win share against a contestant of mean strength, both sides alike (a player: against a player of mean
        skill who has the same contestant). With a prior, that of both together.
    simulated
        Log odds of the run, which `log_odds` are then the difference from; None without a prior.
    differs
        Whether people and run disagree about it, at a false discovery rate of 5%.
    """

    name: str
    log_odds: Interval
    error: float
    share: Interval
    simulated: float | None = None
    differs: bool = False


@dataclass(frozen=True)
class Fitted:
    """What `balance fit` found.

    Parameters
    ----------
    given
        What was read.
    prior
        The run that was taken as prior, or None.
    model
        The pairings model of the results alone.
    combined
        Results and run together; None without a prior.
    strengths, players
        Strongest first; with a prior strengths are differences from it.
    side
        First side's win share between equals, from the results alone; None without a side term.
    pairs
        Where people and run disagree; empty without a prior.
    notes
        What should be known, in sentences.
    """

    given: tuple[Given, ...]
    prior: Given | None
    model: PairingsFit
    combined: Combined | None
    strengths: tuple[Strength, ...]
    players: tuple[Strength, ...]
    side: Interval | None
    pairs: tuple[Disagreement, ...]
    notes: tuple[str, ...]


def fit_results(
    paths: Sequence[Path], options: Options | None = None, *, prior: Path | None = None
) -> Fitted:
    """Fit the pairings model to played games.

    Parameters
    ----------
    paths
        Files of results, or folders of finished runs.
    options
        How.
    prior
        The folder of a finished run to combine them with.

    Raises
    ------
    ResultsError, RunFolderError, FitError
        A file or run cannot be used, two do not go together, or the games do not tell what is asked.
    """
    how = options or Options()
    given = tuple(read_given(path, how.chosen, mirrors=how.mirrors) for path in paths)
    counts = together(given)
    run = None
    if prior is not None:
        run, counts = _run(prior, given, counts, how)
    players = any(one.players for one in given)
    model, centred = _fitted(counts, how, players=players)
    strengths, combined = _strengths(model.strengths, centred.strengths), None
    pairs: tuple[Disagreement, ...] = ()
    if run is not None:
        combined = combine(
            _rows(counts, players=players), fit_pairings(run.counts.drop(PLAYERS)), side=how.side
        )
        strengths = _beside(combined)
        pairs = disagreements(counts, _same_settings(run.counts, counts), combined.pairs)
    return Fitted(
        given=given,
        prior=run,
        model=model,
        combined=combined,
        strengths=strengths,
        players=_strengths(model.players, centred.players),
        side=None if model.side is None else _share(model.side),
        pairs=pairs,
        notes=tuple(
            dict.fromkeys(
                [
                    *([UNEQUAL] if pairs and players else []),
                    *(note for one in given for note in one.notes),
                    *model.notes,
                ]
            )
        ),
    )


def _run(
    prior: Path, given: Sequence[Given], counts: pl.DataFrame, how: Options
) -> tuple[Given, pl.DataFrame]:
    """Return a run to combine results with, and the results under its names."""
    run = read_finished(prior)
    if how.reference is not None or not how.pooled:
        option = "--no-pooling" if how.reference is None else "--reference"
        msg = f"{option} has no place beside --prior: the run is what contestants are compared with and pulled to"
        raise FitError(msg)
    counts = as_in_run(run, counts)
    check_prior(run, given, counts)
    return run, counts


def _fitted(counts: pl.DataFrame, how: Options, *, players: bool) -> tuple[PairingsFit, PairingsFit]:
    """Return the fit relative to the reference, and relative to the mean."""
    many = players and counts.height > MOST_KINDS
    if many:
        counts, skills = condensed(_apart(counts))
    elif not players:
        counts = counts.group_by("first", "second", "setting").agg(pl.col("games", "wins", "ties").sum())

    def fit(reference: str | None) -> PairingsFit:
        found = fit_pairings(counts, pooled=how.pooled, side=how.side, ties=how.ties, reference=reference)
        return with_skills(found, skills, counts) if many else found

    centred = fit(None)
    return (centred if how.reference is None else fit(how.reference)), centred


def _rows(counts: pl.DataFrame, *, players: bool) -> pl.DataFrame:
    """Return the rows to combine with a run: one per pair and setting, and players where they are known."""
    if players:
        return _apart(counts)
    return _apart(counts).group_by("first", "second", "setting").agg(pl.col("games", "wins", "ties").sum())


def _apart(counts: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that are no mirrors."""
    return counts.filter(pl.col("first").cast(pl.String) != pl.col("second").cast(pl.String))


def _same_settings(run: pl.DataFrame, played: pl.DataFrame) -> pl.DataFrame:
    """Return the run's games in the settings that people played; all where they did not write it down."""
    names = played["setting"].cast(pl.String).unique().to_list()
    return run if names == [""] else run.filter(pl.col("setting").is_in(names))


def _strengths(effects: Sequence[Effect], centred: Sequence[Effect]) -> tuple[Strength, ...]:
    shares = {effect.names: _share(effect) for effect in centred}
    named = (e for e in effects if e.names[0])  # a player who was not written down has none
    return tuple(Strength(e.names[0], e.value, e.error, shares[e.names]) for e in named)


def _beside(combined: Combined) -> tuple[Strength, ...]:
    """Return strengths as differences from a run's, those of both together as shares, the strongest together first."""
    differ = differing({name: shift.tail for name, shift in combined.contestants.items()})
    found = []
    for name, shift in combined.contestants.items():
        at, value = combined.simulated[name], shift.value
        estimate, low, high = (float(expit(at + x)) for x in (value.estimate, value.low, value.high))
        share = entry(estimate, low, high, value.games)
        found.append(Strength(name, value, shift.error, share, at, name in differ))
    return tuple(sorted(found, key=lambda s: (-s.share.estimate, s.name)))


def _share(effect: Effect) -> Interval:
    """Return log odds as a win share."""
    value = effect.value
    estimate, low, high = (float(expit(x)) for x in (value.estimate, value.low, value.high))
    return entry(estimate, low, high, value.games)
