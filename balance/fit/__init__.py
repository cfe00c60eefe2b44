"""Strengths from played games: `balance fit`."""

from balance.fit.road import Fitted, Options, Strength, fit_results

__all__ = ["Fitted", "Options", "Strength", "fit_results"]
