"""The pairings model as JSON values."""

from __future__ import annotations

from balance.stats.json_values import Json, interval, number
from balance.stats.pairings.results import (
    Effect,
    FitTest,
    MirrorCheck,
    PairingsFit,
    Prediction,
    Spread,
    Triple,
)


def pairings_json(fit: PairingsFit) -> Json:
    """Return a fit as JSON values: log odds, shares 0–1; what was not estimated is null."""
    return {
        "method": fit.method.value,
        "ties": fit.ties.value,
        "reference": fit.reference,
        "contestants": list(fit.contestants),
        "settings": list(fit.settings),
        "games": fit.games,
        "prior_games": fit.prior_games,
        "side": None if fit.side is None else _effect(fit.side),
        "tie": None if fit.tie is None else _effect(fit.tie),
        "strengths": [_effect(e) for e in fit.strengths],
        "as_first": [_effect(e) for e in fit.as_first],
        "as_second": [_effect(e) for e in fit.as_second],
        "interactions": [_effect(e) for e in fit.interactions],
        "setting_effects": [_effect(e) for e in fit.setting_effects],
        "contestant_settings": [_effect(e) for e in fit.contestant_settings],
        "players": [_effect(e) for e in fit.players],
        "spreads": [_spread(s) for s in fit.spreads],
        "pairs": [_prediction(p) for p in fit.pairs],
        "cells": [_prediction(p) for p in fit.cells],
        "tests": [_test(t) for t in fit.tests],
        "triples": [_triple(t) for t in fit.triples],
        "mirrors": [_mirror(m) for m in fit.mirrors],
        "groups": [list(group) for group in fit.connection.groups],
        "ranks": [list(rank) for rank in fit.connection.ranks],
        "log_likelihood": number(fit.log_likelihood),
        "deviance": number(fit.deviance),
        "freedom": number(fit.freedom),
        "notes": list(fit.notes),
    }


def _effect(effect: Effect) -> Json:
    return {
        "term": effect.term.value,
        "names": list(effect.names),
        "value": interval(effect.value),
        "error": number(effect.error),
    }


def _spread(spread: Spread) -> Json:
    return {
        "term": spread.term.value,
        "deviation": interval(spread.deviation),
        "levels": spread.levels,
    }


def _prediction(one: Prediction) -> Json:
    return {
        "first": one.first,
        "second": one.second,
        "setting": one.setting or None,
        "share": interval(one.share),
        "log_odds": number(one.log_odds),
        "error": number(one.error),
        "observed": number(one.observed),
    }


def _test(test: FitTest) -> Json:
    return {
        "question": test.question,
        "statistic": number(test.statistic),
        "freedom": test.freedom,
        "p_value": number(test.p_value),
        "method": test.method,
        "answer": test.answer.value,
        "note": test.note,
    }


def _triple(triple: Triple) -> Json:
    return {
        "contestants": list(triple.contestants),
        "edges": [interval(edge) for edge in triple.edges],
        "p_value": number(triple.p_value),
        "q_value": number(triple.q_value),
        "certain": triple.certain,
    }


def _mirror(mirror: MirrorCheck) -> Json:
    return {
        "contestant": mirror.contestant,
        "observed": interval(mirror.observed),
        "expected": interval(mirror.expected),
        "p_value": number(mirror.p_value),
        "q_value": number(mirror.q_value),
        "agrees": mirror.agrees,
    }
