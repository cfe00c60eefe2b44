"""Conducts and deals of a run by what they do, and what each conduct brings against a partner that honours."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from balance.stats.questions import Played, Quantity

POINTS: Final = "points"
SEATS: Final = ("proposer", "recipient")


class Study:
    """A run, and the two conducts that honour every agreement.

    Parameters
    ----------
    played
        A finished run of agreements.
    """

    def __init__(self, played: Played) -> None:
        self.played = played
        honouring = [name for name in played.contestants if self.honours(name)]
        self.kept, self.partner = (honouring[0], honouring[1]) if len(honouring) > 1 else (None, None)
        """The conduct by which others are measured, and the one that all of them face; None where there are none."""

    def conduct(self, name: str) -> Mapping[str, Any]:
        """Return a conduct's data."""
        return self.played.configuration["conducts"][name]

    def honours(self, name: str) -> bool:
        """Tell whether a conduct proposes, accepts, and breaks nothing."""
        return not self.betrays_at(name) and not self.attacks_at(name) and not self.refuses(name)

    def refuses(self, name: str) -> bool:
        """Tell whether a conduct declines offers, or makes none."""
        data = self.conduct(name)
        return not (data.get("proposes", True) and data.get("accepts", True))

    def betrays_at(self, name: str) -> int:
        """Return a conduct's turn of betrayal; 0 for none."""
        return int(self.conduct(name).get("betrays_at") or 0)

    def attacks_at(self, name: str) -> int:
        """Return a conduct's turn of aggression against a partner; 0 for none."""
        return int(self.conduct(name).get("attacks_at") or 0)

    @cached_property
    def deals(self) -> Mapping[str, Mapping[str, Any]]:
        """Every deal that the headline plays, with its data."""
        given = self.played.configuration["deals"]
        return {name: given[name] for name in self.played.settings if self.played.cells(setting=name)}

    def of_type(self, *types: str) -> list[str]:
        """Return the deals of some types."""
        return [name for name, deal in self.deals.items() if deal["agreement"] in types]

    @property
    def refusing(self) -> str | None:
        """The first conduct that neither proposes nor accepts."""
        for name in self.played.contestants:
            if not self.conduct(name).get("proposes", True) and not self.conduct(name).get("accepts", True):
                return name
        return None

    def score(self, own: str, seat: int, deal: str) -> Quantity:
        """Return what a conduct's side scores in a deal with a partner that honours."""
        return self.of_both(own, seat, deal, whose=seat)

    def of_both(self, own: str, seat: int, deal: str, whose: int) -> Quantity:
        """Return what one side scores where a conduct in one seat meets a partner that honours."""
        pair = (own, self.partner) if seat == 0 else (self.partner, own)
        return self.played.cells(*pair, setting=deal).mean(f"score, {SEATS[whose]}")

    def gain(self, own: str, seat: int, deal: str) -> Quantity:
        """Return how much more a conduct's side scores than it would by honouring."""
        return self.score(own, seat, deal) - self.score(str(self.kept), seat, deal)

    def breaks(self, deal: str) -> list[str]:
        """Return the conducts that break a deal before it runs out, each in a turn that comes."""
        data = self.deals[deal]
        turns = int(data["duration"])
        partnership = data["agreement"] == "partnership"
        return [
            name
            for name in self.played.contestants
            if not self.refuses(name)
            and (0 < self.betrays_at(name) <= turns or (partnership and 0 < self.attacks_at(name) <= turns))
        ]
