"""A record written by hand: a short game that the rules would not admit, but whose every number can be followed."""

from __future__ import annotations

from typing import Any

from balance.config.pacts import Configuration
from tests.support import shipped

Event = dict[str, Any]
REGIONS = ("top-left", "top-right", "center", "bottom-left", "bottom-middle", "bottom-right")


def contents(configuration: Configuration | None = None) -> dict[str, Any]:
    """Return the contents of a configuration, the shipped one by default."""
    return (configuration or shipped()).contents()


def header(
    seelie: str = "dragons", unseelie: str = "kelpies", layout: str = "standard", **fields: Any
) -> Event:
    """Return the header of the game."""
    return {
        "event": "game", "version": 1, "system": "pacts", "rules_version": 1, "configuration": "c" * 64,
        "seelie": {"faction": seelie, "policy": "planner"}, "unseelie": {"faction": unseelie}, "layout": layout,
        "seed": 7, "index": 3, "auction": None, **fields,
    }  # fmt: skip


def by_region(**cubes: int) -> dict[str, int]:
    """Return the cubes of every region, none where none are given; ``bottom_left=2`` stands for bottom-left."""
    given = {name.replace("_", "-"): number for name, number in cubes.items()}
    return {region: given.get(region, 0) for region in REGIONS}


def each(seelie: Any, unseelie: Any) -> dict[str, Any]:
    """Return what the record holds for each side."""
    return {"seelie": seelie, "unseelie": unseelie}


def sample() -> list[Event]:
    """Return the events."""
    tiles = dict(zip(REGIONS, ("2/7", "4/3", "5/5", "1/5", "3/6", "3/4"), strict=True))
    start = by_region(center=3, bottom_middle=3)
    s, u = "seelie", "unseelie"
    return [
        {"event": "set_up", "cubes": each(start, start), "supply": each(28, 28), "tiles": tiles},
        {"event": "round", "round": 1, "season": "dark", "splitter": u},
        {"event": "court", "side": s, "card": "POINTS"},
        {"event": "court", "side": u, "card": None},
        {"event": "deal", "common": ["PLACE 1 oak", "MOVE 1", "PLACE 2 WILD", "MOVE 2"], "special": "ABILITY"},
        {"event": "split", "side": u, "token_pile": [0, 4], "other_pile": [1, 2, 3]},
        {"event": "select", "side": s, "token_to": u},
        {"event": "turn", "side": s, "order": 1, "slots": [1, 2, 3, 5]},
        {"event": "court_reveal", "side": s, "card": "POINTS"},
        {"event": "court_discard", "side": u, "card": "POINTS"},
        {"event": "card", "side": s, "slot": 5, "card": "POINTS", "as": None},
        {"event": "points", "side": s, "points": 3},
        {"event": "card", "side": s, "slot": 2, "card": "PLACE 2 WILD", "as": None},
        {"event": "place", "side": s, "region": "top-left", "cubes": 2},
        {"event": "add", "side": s, "region": "top-left", "cubes": 2, "by": "place"},
        {"event": "passive", "side": s, "passive": "after_wild"},
        {"event": "removed", "side": s, "region": "center", "cubes": each(0, 2)},
        {"event": "card", "side": s, "slot": 1, "card": "MOVE 1", "as": None},
        {"event": "move", "side": s, "cube": s, "from": "center", "to": "top-right"},
        {"event": "end_turn", "side": s, "unused": [3]},
        {"event": "turn", "side": u, "order": 2, "slots": [0, 4]},
        {"event": "card", "side": u, "slot": 4, "card": "ABILITY", "as": None},
        {"event": "remove", "side": u, "cube": s, "region": "bottom-middle"},
        {"event": "skip", "side": u, "of": "remove"},
        {"event": "card", "side": u, "slot": 0, "card": "PLACE 1 oak", "as": None},
        {"event": "take_back", "side": u, "region": "bottom-middle"},
        {"event": "add", "side": u, "region": "bottom-left", "cubes": 1, "by": "place"},
        {"event": "swap", "side": u, "regions": ["top-left", "center"]},
        {"event": "remove_tile", "side": u, "region": "bottom-right"},
        {"event": "scoring", "round": 3, "score": each(5 + 3, 3 + 1), "regions": [
            {"region": "top-left", "value": 5, "seelie": 2, "unseelie": 0, "to": s},
            {"region": "top-right", "value": 4, "seelie": 1, "unseelie": 0, "to": s},
            {"region": "center", "value": 2, "seelie": 2, "unseelie": 1, "to": s},
            {"region": "bottom-left", "value": 1, "seelie": 0, "unseelie": 1, "to": u},
            {"region": "bottom-middle", "value": 3, "seelie": 2, "unseelie": 2, "to": None},
            {"region": "bottom-right", "value": 0, "seelie": 0, "unseelie": 0, "to": None},
        ]},
        {"event": "flip", "tiles": {**tiles, "top-left": "5/5", "center": "2/7", "bottom-right": None}},
        {"event": "round", "round": 4, "season": "light", "splitter": s},
        {"event": "remove_all", "side": s, "region": "bottom-middle"},
        {"event": "removed", "side": s, "region": "bottom-middle", "cubes": each(2, 2)},
        {"event": "end", "score": each(8, 4), "winner": s, "tie_break": False},
    ]  # fmt: skip


def words(events: list[Event]) -> list[tuple[str, str]]:
    """Return a word for every event that is no mere consequence; a court card is not told to everyone."""
    silent = {"add", "points", "removed", "position"}
    said = [("" if e["event"] in silent else e["event"], f"{e.get('card')}") for e in events]
    return [(f"{word} {card}".strip() if word == "court" else word, word) for word, card in said]


def record(**fields: Any) -> list[Event]:
    """Return the whole record; `fields` are those of its header."""
    return [header(**fields), *sample()]
