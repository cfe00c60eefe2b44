"""What the files of live combat hold."""

from __future__ import annotations

from typing import Final

from balance.config.live_combat.checks import check
from balance.config.live_combat.game import Game
from balance.config.live_combat.models import Contest, Loadout
from balance.config.live_combat.rulings import RULINGS
from balance.config.live_combat.words import SEATS, WORDS
from balance.config.plain import Schema

SCHEMA: Final = Schema(
    system="live_combat",
    words=WORDS,
    seats=SEATS,
    contestants="loadouts",
    settings="contests",
    game=Game,
    contestant=Loadout,
    setting=Contest,
    rulings=RULINGS,
    check=check,
)
