"""The metagame as JSON values."""

from __future__ import annotations

from collections.abc import Sequence

from balance.stats.json_values import Json, interval, number
from balance.stats.metagame.results import Levelling, Metagame, Pick, SetUp


def metagame_json(found: Metagame, seats: Sequence[str]) -> Json:
    """Return a metagame as JSON values.

    Parameters
    ----------
    found
        What `balance.stats.metagame.best_play.metagame` returned.
    seats
        Their names.
    """

    def pick(one: Pick) -> Json:
        partners = {"partners": {p.name: number(p.rate) for p in one.partners}} if one.partners else {}
        return {
            "name": one.name,
            "rate": interval(one.rate),
            "lowest": number(one.lowest),
            "highest": number(one.highest),
            "chosen": number(one.chosen),
            "never": one.never,
            "loss": interval(one.loss),
            "dominated_by": one.dominated_by,
            **partners,
        }

    def set_up(one: SetUp) -> Json:
        return {
            "kind": one.kind.value,
            "value": interval(one.value),
            "advantage": interval(one.advantage),
            "distance": interval(one.distance),
            "spread": interval(one.spread),
            "deal_distance": None if one.deal_distance is None else interval(one.deal_distance),
            "unique": one.unique,
            "picks": {
                seat: [pick(p) for p in picks]
                for seat, picks in zip(seats, (one.first, one.second), strict=True)
            },
        }

    def levelling(one: Levelling) -> Json:
        return {
            "kind": one.kind.value,
            "against": one.against.value,
            "advantage": interval(one.advantage),
            "distance": interval(one.distance),
            "spread": interval(one.spread),
        }

    return {
        "set_ups": [set_up(one) for one in found.set_ups],
        "levelling": [levelling(one) for one in found.levelling],
        "draws": found.draws,
        "note": found.note,
    }
