"""Figures: results in, a matplotlib figure out; nothing is shown and no display is needed."""

from __future__ import annotations

from balance.reports.figures.curves import share_curve
from balance.reports.figures.heat import heat_map
from balance.reports.figures.plates import Plate
from balance.reports.figures.run import FIGURES, bid_curve, handicap
from balance.reports.figures.style import FIRST, SECOND

__all__ = ["FIGURES", "FIRST", "SECOND", "Plate", "bid_curve", "handicap", "heat_map", "share_curve"]
