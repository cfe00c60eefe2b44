"""The pairings model: side, strengths, interactions, settings and players, from counts of games."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from scipy.sparse import csr_array
from scipy.stats import chi2

from balance.errors import FitError, nearest
from balance.stats.intervals import LEVEL
from balance.stats.pairings.checks import ALPHA, ENOUGH, mirror_checks, tests, triples
from balance.stats.pairings.connection import connect, separating
from balance.stats.pairings.design import MANY, Games, read, summed
from balance.stats.pairings.model import Model, Solved, dispersion, solve, solve_ties
from balance.stats.pairings.readout import Readout
from balance.stats.pairings.results import (
    Connection,
    Fit,
    FitTest,
    Method,
    MirrorCheck,
    PairingsFit,
    Term,
    Ties,
    Triple,
)

TIES_TOO = "do side, strengths and one rate of ties explain every kind of game?"


def fit_pairings(
    counts: pl.DataFrame,
    *,
    pooled: bool = True,
    side: bool = True,
    ties: Ties = Ties.HALF,
    reference: str | None = None,
    contestants: Sequence[str] | None = None,
    settings: Sequence[str] | None = None,
    prior: PairingsFit | None = None,
    level: float = LEVEL,
) -> PairingsFit:
    """Fit the pairings model to counts.

    Parameters
    ----------
    counts
        One row per kind of game, any order, rows of the same kind may repeat: `first`, `second` (contestants),
        `games`, `wins` (the first seat's); optional: `ties` (in neither side's wins; 0 by default), `setting`,
        `first_player` and `second_player` (both or neither: then skill terms enter), `offset` (log odds known
        beforehand, such as the players' skill; only where ties are half a win, and fit is not tested then).
        Mirrors (a contestant against itself) are left out of the fit and compared with it.
    pooled
        Partial pooling; else maximum likelihood with fixed effects of side, contestants and settings (players
        are pooled all the same: a person who never lost has no finite skill otherwise).
    side
        Whether there is a side term. Without, seats mean nothing; if pooled, pairs are listed one way round.
    ties
        What a tie counts as.
    reference
        The contestant at strength 0; strengths have mean 0 by default.
    contestants, settings
        All names, in the order in which to list them, with those that never played; as found by default.
    prior
        The pooled fit of another run (a simulated one) that these games are combined with.
    level
        Of the intervals.

    Raises
    ------
    FitError
        No games; a reference that is not among the contestants; ties as a result of their own together with
        pooling or players; by maximum likelihood: groups of contestants that never met, or contestants that only
        won or only lost, named.
    """
    everything = read(counts, contestants, settings)
    _check(everything, pooled=pooled, ties=ties, reference=reference)
    mirror = everything.first == everything.second
    games = everything.take(~mirror)
    if len(games.games) == 0:
        msg = "every game is a contestant against itself: nothing to compare"
        raise FitError(msg)
    met = connect(counts, games.contestants)
    if pooled and not side:
        games = games.one_way()
    model = Model(games, pooled=pooled, side=side, ties=ties, prior=prior)
    if not pooled:
        _refuse(met)
        _refuse_separated(model)
    solved = solve(model) if ties is Ties.HALF else solve_ties(model)
    read_off = Readout(solved, level, reference)
    strengths = read_off.strengths()
    return PairingsFit(
        method=Method.POOLED if pooled else Method.LIKELIHOOD,
        ties=ties,
        reference=reference,
        contestants=games.contestants,
        settings=games.settings if games.settings != ("",) else (),
        games=int(games.games.sum()),
        side=read_off.side(),
        strengths=tuple(sorted(strengths, key=lambda e: (-e.value.estimate, e.names))),
        as_first=read_off.seats(1),
        as_second=read_off.seats(-1),
        interactions=read_off.interactions(),
        setting_effects=read_off.settings(),
        contestant_settings=read_off.contestant_settings(),
        players=read_off.players(),
        tie=read_off.tie(),
        spreads=read_off.spreads(),
        pairs=read_off.predictions(cells=False),
        cells=read_off.predictions(cells=True) if len(games.settings) > 1 else (),
        tests=_tests(solved),
        triples=_triples(read_off),
        mirrors=_mirrors(everything.take(mirror), read_off),
        connection=met,
        log_likelihood=solved.log_likelihood,
        deviance=solved.deviance,
        freedom=solved.freedom,
        notes=_notes(solved, met),
        prior_games=0 if prior is None else prior.games,
    )


def _check(games: Games, *, pooled: bool, ties: Ties, reference: str | None) -> None:
    if reference is not None and reference not in games.contestants:
        near = nearest(reference, games.contestants)
        msg = f"reference {reference!r} is not among the contestants: {', '.join(games.contestants)}{near}"
        raise FitError(msg)
    if ties is not Ties.HALF and (pooled or games.players):
        msg = f"ties as {ties.value!r} need maximum likelihood without players; elsewhere a tie is half a win"
        raise FitError(msg)


POOL = "partial pooling gives an answer all the same"


def _refuse(met: Connection) -> None:
    """Refuse maximum likelihood where strengths have no finite estimates, with names."""
    if not met.connected:
        groups = " | ".join(", ".join(group) for group in met.groups)
        msg = f"these groups of contestants never met and cannot be compared: {groups}; {POOL}"
        raise FitError(msg)
    if met.separated:
        ranks = " > ".join(", ".join(one) for one in met.ranks)
        msg = f"strengths have no finite estimate, since nobody to the left ever lost to the right: {ranks}; {POOL}"
        raise FitError(msg)


LARGEST_PROGRAMME = 5_000_000
"""Entries of the table beyond which sides and settings are not asked for separation; strengths always are."""


def _refuse_separated(model: Model) -> None:
    """Refuse what a side or setting that decides every game would make infinite."""
    games, columns = model.games, model.columns.without_players()
    n, wins, tied = games.by_cell()
    first, second, setting = np.nonzero(n)
    kept = [i for i in model.kept if i < columns.size]
    if len(first) * len(kept) > LARGEST_PROGRAMME:
        return
    won = (wins + tied)[first, second, setting]
    lost = (n - wins)[first, second, setting]
    direction = separating(columns.rows(first, second, setting)[:, kept].toarray(), won, lost)
    if direction.any():
        names = {Term.SIDE: ("the side",), Term.STRENGTH: games.contestants, Term.SETTING: games.settings}
        labels = [name for term in columns.terms for name in names.get(term, ())]
        who = ", ".join(labels[kept[i]] for i in np.flatnonzero(direction))
        msg = f"no finite estimate: together these foretell every game of some kind: {who}; {POOL}"
        raise FitError(msg)


def _tests(solved: Solved) -> tuple[FitTest, ...]:
    """Return the tests of fit."""
    games = solved.model.games
    if solved.model.ties is not Ties.HALF:
        enough = games.games.min() >= 3 * ENOUGH
        p_value = float(chi2.sf(solved.deviance, solved.freedom)) if enough else float("nan")
        answer = Fit.UNTESTED if not enough else Fit.FALLS_SHORT if p_value <= ALPHA else Fit.SUFFICES
        note = "" if enough else "some kinds of games were played too seldom"
        return (FitTest(TIES_TOO, solved.deviance, int(solved.freedom), p_value, "chi-square", answer, note),)
    if games.players or games.offset.any() or len(games.contestants) > MANY:
        return ()
    n, wins, tied = games.by_cell()
    shrink = dispersion(games)
    return tests(n / shrink, (wins + tied / 2) / shrink, side=solved.model.side)


def _triples(read_off: Readout) -> tuple[Triple, ...]:
    """Return the cycles among pairs; by maximum likelihood there are none."""
    model = read_off.solved.model
    if not model.detailed:
        return ()
    pairs, values, errors, games = read_off.edges()
    return triples(model.games.contestants, pairs, values, errors, games, read_off.level)


def _mirrors(mirrors: Games, read_off: Readout) -> tuple[MirrorCheck, ...]:
    """Return mirrors beside what is expected."""
    model = read_off.solved.model
    if len(mirrors.games) == 0 or not model.side or model.ties is not Ties.HALF:
        return ()
    who, count = np.unique(mirrors.first), len(mirrors.contestants)
    played = summed(mirrors.first, mirrors.games, count)
    n = played[who]
    score = summed(mirrors.first, mirrors.score, count)[who]
    share = csr_array(
        (
            mirrors.games / played[mirrors.first],
            (np.searchsorted(who, mirrors.first), np.arange(len(mirrors.games))),
        ),
        shape=(len(who), len(mirrors.games)),
    )
    log_odds, errors = read_off.mirrors(mirrors, share)
    names = [model.games.contestants[i] for i in who]
    return mirror_checks(names, n, score, log_odds, errors, read_off.level)


def _notes(solved: Solved, met: Connection) -> tuple[str, ...]:
    """Return what should be known before relying on the fit."""
    games, notes = solved.model.games, []
    if not met.connected:
        groups = " | ".join(", ".join(group) for group in met.groups)
        notes.append(f"these groups never met; comparisons between them rest on pooling alone: {groups}")
    if games.players:
        played = (
            [
                set(games.first[games.first_player == i]) | set(games.second[games.second_player == i])
                for i in range(len(games.players))
            ]
            if len(games.players) <= 2000
            else []
        )
        loyal = sum(len(one) == 1 for one in played)
        if loyal:
            notes.append(
                f"{loyal} of {len(games.players)} players only ever played one contestant: "
                "their skill and its strength are told apart by pooling alone"
            )
    if solved.model.prior is not None:
        known = {name for p in solved.model.prior.pairs for name in (p.first, p.second)}
        new = [name for name in games.contestants if name not in known]
        if new:
            notes.append(f"not in the prior run, taken as even there: {', '.join(new)}")
    return tuple(notes)
