"""Configurations of Sea Witch Pacts: conducts at tables."""

from __future__ import annotations

from typing import Final

from balance.config.plain import Schema
from balance.config.sea_witch.checks import check
from balance.config.sea_witch.models import Conduct, SeaWitchGame, Table
from balance.config.sea_witch.rulings import RULINGS
from balance.words import Words

SCHEMA: Final = Schema(
    system="sea_witch",
    words=Words(
        title="Sea Witch Pacts",
        contestant="conduct",
        setting="table",
        game="game",
        point="victory point",
        seats={"player": "Player", "opponent": "Opponent"},
        sides=True,
        tie_break=False,
        bids=False,
        where="at",
        chosen=True,
        seats_meaning="The player is the only one at the table who follows the first conduct; everybody else follows "
        "the opponent's, and the opponent is one of them, drawn at random.",
    ),
    seats=("player", "opponent"),
    contestants="conducts",
    settings="tables",
    game=SeaWitchGame,
    contestant=Conduct,
    setting=Table,
    rulings=RULINGS,
    check=check,
)

__all__ = ["SCHEMA"]
