"""Configurations of agreements: conducts in deals."""

from __future__ import annotations

from typing import Final

from balance.config.agreements.checks import check
from balance.config.agreements.models import AgreementsGame, Conduct, Deal
from balance.config.agreements.rulings import RULINGS
from balance.config.agreements.words import SEATS, WORDS
from balance.config.plain import Schema

SCHEMA: Final = Schema(
    system="agreements",
    words=WORDS,
    seats=SEATS,
    contestants="conducts",
    settings="deals",
    game=AgreementsGame,
    contestant=Conduct,
    setting=Deal,
    rulings=RULINGS,
    check=check,
)

__all__ = ["SCHEMA"]
