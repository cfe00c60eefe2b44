"""What agreements call their things."""

from __future__ import annotations

from typing import Final

from balance.words import Words

SEATS: Final = ("proposer", "recipient")
WORDS: Final = Words(
    title="Agreements",
    contestant="conduct",
    setting="deal",
    game="game",
    point="point",
    seats={"proposer": "Proposer", "recipient": "Recipient"},
    sides=True,
    tie_break=False,
    bids=False,
    chosen=True,
    seats_meaning="The proposer offers the agreement and has the first turn of each round.",
)
