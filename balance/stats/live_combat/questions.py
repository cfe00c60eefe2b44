"""What the designer of a live combat asks: who wins, what armour bears, what one thing more is worth, who is hurt."""

from __future__ import annotations

from balance.stats.live_combat.fates import fates
from balance.stats.live_combat.loadouts import Loadouts
from balance.stats.live_combat.strengths import armours, damages, hits, winners
from balance.stats.live_combat.suits import between_categories
from balance.stats.live_combat.worths import more, rests
from balance.stats.questions import Answer, Played


def answers(played: Played) -> tuple[Answer, ...]:
    """Return the answers that a run can give; those to which it says nothing are left out.

    Parameters
    ----------
    played
        A finished run of live combat.
    """
    given = Loadouts(played)
    found = (
        winners(given),
        hits(given),
        armours(given),
        between_categories(given),
        more(given),
        damages(given),
        fates(given),
        rests(given),
    )
    return tuple(answer for answer in found if answer is not None)
