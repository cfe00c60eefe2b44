"""What Pacts calls its things."""

from __future__ import annotations

from typing import Final, NamedTuple

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


class _Form(NamedTuple):
    words: Words
    seats: tuple[str, ...]
    contestants: str
    settings: str


FORM: Final = _Form(WORDS, SEATS, "factions", "layouts")
"""Words, seats and keys of a run file, as `balance.config.load.form_of` gives them."""
