"""The record that was written by hand, and short ways to write the beginnings of others."""

import json
from pathlib import Path
from typing import Any

from tests.reference.positions import BOARD, TILES
from tests.reference.record import Box, Line, check_record

STANDARD = {region: f"{dark}/{light}" for region, (dark, light) in TILES.items()}
ALL_TILES = [*STANDARD.values(), "1/6", "2/4", "2/6", "4/5", "4/6", "5/3"]


def box(**rulings: str) -> Box:
    return Box(ALL_TILES, {"standard": STANDARD, "random": {}}, rulings)


def hand_written() -> list[Line]:
    text = (Path(__file__).parent / "hand_written.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


RECORD = hand_written()


def header(seelie: str, unseelie: str, **fields: Any) -> Line:
    return RECORD[0] | {"seelie": {"faction": seelie}, "unseelie": {"faction": unseelie}, **fields}


def event(word: str, side: str, **fields: Any) -> Line:
    """Return a line; a trailing underscore keeps Python's own words apart (``as_``, ``from_``)."""
    return {"event": word, "side": side, **{name.rstrip("_"): value for name, value in fields.items()}}


def opening(*cards: str, seelie: str | None = None, unseelie: str | None = None) -> list[Line]:
    """Round 1 up to Seelie's turn: it goes first with all five cards."""
    return [
        event("court", "seelie", card=seelie),
        event("court", "unseelie", card=unseelie),
        {"event": "deal", "common": list(cards[:4]), "special": cards[4]},
        event("split", "unseelie", token_pile=[], other_pile=[0, 1, 2, 3, 4]),
        event("select", "seelie", token_to="unseelie"),
    ]


def complaint(*lines: Line, **rulings: str) -> int | None:
    """Return the number of the line that is complained of."""
    found = check_record(lines, BOARD, box(**rulings))
    return None if found is None else found.index


def assert_right_so_far(*lines: Line, **rulings: str) -> None:
    assert complaint(*lines, **rulings) == len(lines)
