"""Questions of a rule system's designer, answered from what a finished run has counted.

A system's own are in ``balance/stats/<system>/questions.py``: a function ``answers(played) -> tuple[Answer, ...]``,
made from what this package offers. Nothing is played anew for them.
"""

from balance.stats.printed import count, listing, name_of
from balance.stats.questions.choices import Deviations, Gain, best, deviations, largest
from balance.stats.questions.finding import answers_of
from balance.stats.questions.played import Cells, Played
from balance.stats.questions.quantities import (
    UNKNOWN,
    Quantity,
    break_even,
    exact,
    family_level,
    mean_of,
    pooled,
    transformed,
    value,
)
from balance.stats.questions.results import IN_100, Answer, Row, Value, surely_above, surely_below
from balance.stats.questions.words import cell, ranked, told, untold

__all__ = [
    "IN_100",
    "UNKNOWN",
    "Answer",
    "Cells",
    "Deviations",
    "Gain",
    "Played",
    "Quantity",
    "Row",
    "Value",
    "answers_of",
    "best",
    "break_even",
    "cell",
    "count",
    "deviations",
    "exact",
    "family_level",
    "largest",
    "listing",
    "mean_of",
    "name_of",
    "pooled",
    "ranked",
    "surely_above",
    "surely_below",
    "told",
    "transformed",
    "untold",
    "value",
]
