"""What Pacts calls its things."""

from __future__ import annotations

from balance.words import Words

WORDS = Words(
    title="Pacts",
    contestant="faction",
    setting="layout",
    seats={"seelie": "Seelie", "unseelie": "Unseelie"},
    dealt=True,
    luck="decks",
    notes={"court": "“Court” stands for all court cards of that side: without them it lays none."},
)
