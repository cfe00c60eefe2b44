"""What Pacts calls its things."""

from __future__ import annotations

from typing import Final

from balance.words import Words

SEATS: Final = ("seelie", "unseelie")
WORDS: Final = Words(
    title="Pacts",
    contestant="faction",
    setting="layout",
    seats={"seelie": "Seelie", "unseelie": "Unseelie"},
    dealt=True,
    luck="decks",
    where="on",
    notes={"court": "“Court” stands for all court cards of that side: without them it lays none."},
)
