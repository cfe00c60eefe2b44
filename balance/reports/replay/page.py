"""A game's record → one HTML file to step through it, which opens offline and is the same bytes for the same record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup

from balance.config.pacts.rulings import RULINGS
from balance.engine.pacts.text import Board
from balance.reports.replay.board import draw
from balance.reports.replay.frames import Frame, Story, changes
from balance.reports.replay.sentences import sentences
from balance.reports.replay.table import SIDES, Event
from balance.reports.templating import environment
from balance.reports.wording import name_of

ROUNDS = 6
_NAMES = {"seelie": "Seelie", "unseelie": "Unseelie"}


@cache
def _environment() -> jinja2.Environment:
    found = environment("replay.css", "balance.reports.replay")
    found.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
    found.globals["script"] = Markup(found.get_template("replay.js").render())
    return found


def render_record(contents: Mapping[str, Any], record: Sequence[Event], *, back: str = "") -> str:
    """Return the page of a record, with the words of the text replay (see `render`)."""
    return render(contents, record, sentences(record[1:], Board.of_contents(contents)), back=back)


def render(
    contents: Mapping[str, Any],
    record: Sequence[Event],
    told: Iterable[tuple[str, str]],
    *,
    back: str = "",
) -> str:
    """Return the replay of one game as one self-contained HTML page.

    Parameters
    ----------
    contents
        The contents of the configuration.
    record
        The game's record: its header, then all events with their consequences.
    told
        For each event what to say, and what to say to someone who does not see face-down cards.
    back
        The address of the report's section on the pairing, from the page's own folder; empty: there is none.
    """
    header, *events = record
    frames = Story(contents, header).frames(events, told)
    game = contents["game"]
    symbols: dict[str, Sequence[str]] = game["board"]["symbols"]["value"]
    borders = game["board"]["borders"]["value"]
    board = draw(game["board"]["regions"]["value"], borders)
    numbers = range(len(board.regions))
    context = {
        "title": " against ".join(name_of(header[side]["faction"]) for side in SIDES) + ": a game of Pacts",
        "header": header,
        "back": back,
        "sides": [
            {
                "key": side,
                "name": _NAMES[side],
                "faction": name_of(header[side]["faction"]),
                "policy": header[side].get("policy"),
            }
            for side in SIDES
        ],
        "bid": _bid(header.get("auction")),
        "rulings": _rulings(game["rulings"]),
        "assumptions": _assumed(contents),
        "board": board,
        "borders": "; ".join(f"{name} borders {', '.join(near)}" for name, near in borders.items()),
        "symbols": {region: number for number, regions in enumerate(symbols.values()) for region in regions},
        "symbol_names": {region: name for name, regions in symbols.items() for region in regions},
        "moves": [_move(frame) for frame in frames],
        "parts": _parts(frames),
        "data": {
            "frames": changes(frames),
            "sides": list(SIDES),
            "names": [_NAMES[side] for side in SIDES],
            "symbols": list(symbols),
            "middles": [region.middle for region in board.regions],
            "crossings": [[board.crossing(a, b) for b in numbers] for a in numbers],
            "rounds": ROUNDS,
        },
    }
    return _environment().get_template("replay.html").render(context)


def _bid(auction: Mapping[str, Any] | None) -> str:
    if auction is None:
        return ""
    cubes = auction["cubes"]
    return f"{cubes} {'cube' if cubes == 1 else 'cubes'} to {_NAMES[auction['to']]} before play"


def _rulings(given: Mapping[str, Mapping[str, str]]) -> list[dict[str, str]]:
    """Return the rulings that are not the defaults, in words."""
    return [
        {
            "name": name,
            "question": RULINGS[name].question,
            "option": ruling["value"],
            "meaning": RULINGS[name].meaning(ruling["value"]),
        }
        for name, ruling in given.items()
        if name in RULINGS and ruling["value"] != RULINGS[name].default
    ]


def _assumed(data: Any, path: tuple[str, ...] = ()) -> list[str]:
    """Return the names of the values that the configuration marks as assumed."""
    if not isinstance(data, Mapping):
        return []
    if data.get("source") == "assumed":
        return [".".join(path).removeprefix("game.")]
    return [name for key, value in data.items() for name in _assumed(value, (*path, str(key)))]


def _move(frame: Frame) -> dict[str, Any]:
    acting = frame.look["acting"]
    by = None if acting is None or frame.level == 0 else SIDES[acting]
    return {
        "say": frame.say,
        "hidden_say": frame.hidden_say,
        "level": frame.level,
        "by": by,
        "subject": frame.subject,
    }


def _parts(frames: Sequence[Frame]) -> list[dict[str, Any]]:
    """Return the parts of the game to jump to: set-up, each round, the end; with the score when they are over."""
    starts = [
        n for n, frame in enumerate(frames) if n == 0 or frame.look["round"] != frames[n - 1].look["round"]
    ]
    if frames[-1].look["over"] and len(frames) > 1:
        starts.append(len(frames) - 1)
    found = []
    for start, until in zip(starts, [*starts[1:], len(frames)], strict=True):
        look = frames[start].look
        name = "End" if look["over"] else f"Round {look['round']}" if look["round"] else "Set-up"
        found.append(
            {
                "step": start,
                "until": until,
                "label": name,
                "short": "End" if look["over"] else f"R{look['round']}" if look["round"] else "Start",
                "score": frames[until - 1].look["score"],
            }
        )
    return found
