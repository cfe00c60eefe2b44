"""Finds the questions of a rule system by its name, and asks them of a run."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from typing import Any, cast

import polars as pl

from balance.stats.questions.played import Played
from balance.stats.questions.results import Answer

Asking = Callable[[Played], tuple[Answer, ...]]


def questions_of(system: str) -> Asking | None:
    """Return the function `answers` of ``balance/stats/<system>/questions.py``; None where there is no such file."""
    package = f"balance.stats.{system}"
    if importlib.util.find_spec(package) is None or importlib.util.find_spec(f"{package}.questions") is None:
        return None
    return cast("Asking", importlib.import_module(f"{package}.questions").answers)


def answers_of(
    manifest: Mapping[str, Any],
    tallies: pl.DataFrame,
    facts: pl.DataFrame,
    *,
    find: Callable[[str], Asking | None] | None = None,
) -> tuple[Answer, ...]:
    """Return what a finished run says to the questions of its rule system's designer.

    Parameters
    ----------
    manifest, tallies, facts
        The run, as `balance.reading.read_run` returns it.
    find
        Finds a system's questions by its name; `questions_of` by default.
    """
    asked = (find or questions_of)(str(manifest["system"]))
    return () if asked is None else tuple(asked(Played(manifest, tallies, facts)))
