"""Where the text of Sea Witch Pacts can be read more than one way."""

from __future__ import annotations

from typing import Final

from balance.config.rulings import Ruling, ruling

RULINGS: Final[dict[str, Ruling]] = {
    one.name: one
    for one in (
        ruling(
            "concoction_night",
            "whether The Stinking Concoction can be played at Night only, as in the example",
            ("any_time", "it can be played by Day and at Night"),
            ("night_only", "it can be played at Night only"),
        ),
        ruling(
            "pact_stack_out",
            "what happens where both the pact stack and its discards are empty and a pact is to be drawn",
            ("no_draw", "nothing is drawn"),
            ("refused", "a table whose cards could draw more pacts than its deck has is refused"),
        ),
        ruling(
            "phase3_empty",
            "what happens to phase 3 where the last card of the hand is spent on a pact",
            ("skipped", "phase 3 is skipped"),
            ("keep_last", "a pact may not take the last card of the hand"),
        ),
        ruling(
            "short_game",
            "which ten cards of the basic game a shorter game leaves out",
            ("ten_cards", "any ten, at random; two of one name may be among them"),
            ("ten_names", "ten of different names, at random"),
        ),
    )
}
"""Every ruling by name, in the order of the rules page."""
