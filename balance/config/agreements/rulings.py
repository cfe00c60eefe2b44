"""The rulings of agreements: where the text can be read in more than one way, each reading is a named option."""

from __future__ import annotations

from typing import Final

from balance.config.rulings import Ruling, ruling

_ALL = (
    ruling(
        "first_tick",
        "at which of the proposer's turn starts the counter first counts down",
        ("first", "the first after acceptance"),
        ("second", "the second after acceptance"),
    ),
    ruling(
        "declined_cards",
        "what happens to a declined agreement card",
        ("back", "back to the hand, like the cards in its slots"),
        ("card_lost", "it is lost; the cards in its slots come back"),
    ),
    ruling(
        "accepted_cards",
        "what happens to the cards in the slots of an accepted agreement",
        ("spent", "they are all spent"),
        ("back_at_expiry", "they come back where the agreement runs out; any other end costs them"),
    ),
    ruling(
        "ceasefire_scope",
        "what a ceasefire forbids",
        ("all", "attacks, bombs and sieges"),
        ("attacks", "attacks only"),
    ),
    ruling(
        "transfer_giver",
        "who hands the territory over",
        ("proposer", "the proposer"),
        ("named", "whoever the deal names"),
    ),
    ruling(
        "support_flow",
        "when covert support sends troops",
        ("once", "once, on acceptance"),
        ("each_turn", "at each of the recipient's turn starts while it is in force"),
    ),
    ruling(
        "half_deploy",
        "how half a deployment is rounded",
        ("down", "down"),
        ("up", "up"),
    ),
    ruling(
        "penalties_overlap",
        "what two commitment penalties of one party do",
        ("longest", "the longest runs, and halves once"),
        ("halved_again", "each halves"),
        ("one_after_other", "they run one after the other"),
    ),
    ruling(
        "void_tick",
        "when an aggressor's slowdown counts down",
        ("proposer", "on the proposer's turn starts, as before"),
        ("aggressor", "on the aggressor's turn starts"),
    ),
    ruling(
        "transfer_seen",
        "who sees a territory transfer",
        ("public", "everyone"),
        ("the_two", "the two parties"),
    ),
    ruling(
        "betrayal_seen",
        "who sees a betrayal",
        ("as_the_pact", "everyone where the agreement is public, else the two parties"),
        ("public", "everyone"),
    ),
    ruling(
        "offer_seen",
        "who sees an offer and its answer",
        ("the_two", "the two parties"),
        ("all", "everyone"),
    ),
)

RULINGS: Final[dict[str, Ruling]] = {one.name: one for one in _ALL}
"""Every ruling by name, in the order of the rules page."""
