"""Conducts and deals of a run by what they do, and what each conduct brings against partners that honour."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, Final

from balance.stats.questions import Cells, Played, Quantity

POINTS: Final = "points"
SEATS: Final = ("proposer", "recipient")


class Study:
    """A run, by what its conducts do in its deals.

    Parameters
    ----------
    played
        A finished run of agreements.
    """

    def __init__(self, played: Played) -> None:
        self.played = played

    def conduct(self, name: str) -> Mapping[str, Any]:
        """Return a conduct's data."""
        data: Mapping[str, Any] = self.played.configuration["conducts"][name]
        return data

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

    def score(self, own: Collection[str], seat: int, deal: str, whose: int | None = None) -> Quantity:
        """Return what a side scores in a deal where conducts in a seat meet partners that keep it.

        Parameters
        ----------
        own, seat
            The conducts, and where they sit.
        deal
            The deal's name.
        whose
            The side whose score it is; that of the conducts by default.
        """
        kept = self.keeping(deal)

        def wanted(first: str, second: str, _: str) -> bool:
            pair = (first, second)
            return pair[seat] in own and pair[1 - seat] in kept

        cells = self.played.cells(setting=deal, where=wanted)
        return cells.mean(f"score, {SEATS[seat if whose is None else whose]}")

    def both_keep(self, deal: str) -> Cells:
        """Return the cells of a deal that both sides keep."""
        kept = self.keeping(deal)
        return self.played.cells(
            setting=deal, where=lambda first, second, _: first in kept and second in kept
        )

    def gain(self, name: str, seat: int, deal: str) -> Quantity:
        """Return how much more a conduct's side scores than it would by keeping the deal."""
        return self.score([name], seat, deal) - self.score(self.keeping(deal), seat, deal)

    def keeping(self, deal: str) -> frozenset[str]:
        """Return the conducts that make a deal and keep it until it runs out: no breach of theirs has its turn."""
        breaking = self.breaks(deal)
        names = self.played.contestants
        return frozenset(name for name in names if name not in breaking and not self.refuses(name))

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
