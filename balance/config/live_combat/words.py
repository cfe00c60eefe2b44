"""What the live combat of The Pact calls its things."""

from __future__ import annotations

from typing import Final

from balance.words import Words

SEATS: Final = ("red", "blue")
WORDS: Final = Words(
    title="Live combat of The Pact",
    contestant="loadout",
    setting="contest",
    game="fight",
    point="bout",
    seats={"red": "Red", "blue": "Blue"},
    sides=False,
    tie_break=False,
    bids=False,
)
