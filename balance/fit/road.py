"""The road of `balance fit`: files and runs → counts → the pairings model → strengths, and where a run disagrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl
from scipy.special import expit

from balance.fit.sources import PLAYERS, Given, check_prior, read_finished, read_given, together
from balance.stats.disagreement import Disagreement, disagreements
from balance.stats.entries import THIN, entry
from balance.stats.pairings import fit_pairings
from balance.stats.pairings_results import Effect, PairingsFit, Ties
from balance.stats.played import contestants_of
from balance.stats.played_columns import Chosen
from balance.stats.played_skill import MOST_KINDS, condensed
from balance.stats.results import Interval


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

    chosen: Chosen = Chosen()
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
        skill with the same contestant).
    """

    name: str
    log_odds: Interval
    error: float
    share: Interval


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
        The pairings model; with a prior its effects are differences from the run.
    strengths, players
        Strongest first.
    side
        First side's win share between equals, or None without a side term.
    pairs
        Where people and run disagree; empty without a prior.
    notes
        What should be known, in sentences.
    """

    given: tuple[Given, ...]
    prior: Given | None
    model: PairingsFit
    strengths: tuple[Strength, ...]
    players: tuple[Strength, ...]
    side: Interval | None
    pairs: tuple[Disagreement, ...]
    notes: tuple[str, ...]


def fit_results(paths: Sequence[Path], options: Options | None = None, *, prior: Path | None = None) -> Fitted:
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
    notes = [note for one in given for note in one.notes]
    run, known = None, None
    if prior is not None:
        run = read_finished(prior)
        check_prior(run, given, counts)
        known = fit_pairings(run.counts.drop(PLAYERS), contestants=contestants_of(run.counts))
    model = _fitted(counts, how, known, players=any(one.players for one in given))
    centred = model if how.reference is None else _fitted(counts, replace(how, reference=None), known, players=…)
    return Fitted(given, run, model, (), (), None, (), tuple(notes))
