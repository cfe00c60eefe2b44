"""The table as a person sees it: six regions in their places, both sides, the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.session import Session
from balance.play.prompt import Option

Observation = Mapping[str, Any]

CELL = 26  # columns of a region or a side; three stand side by side
BORDER = 6  # what a panel's frame takes of them beside its title
ROUNDS = 6
PLACES = {  # row and column of each region of the mat
    "top-left": (0, 0),
    "top-right": (0, 2),
    "center": (1, 1),
    "bottom-left": (2, 0),
    "bottom-middle": (2, 1),
    "bottom-right": (2, 2),
}
STYLES = {"seelie": "bold cyan", "unseelie": "bold magenta"}  # a side's name and the regions it leads in


def title(side: str) -> str:
    """Return a side's name as a title."""
    return side.capitalize()


def board(seen: Observation, seats: Mapping[str, str], symbols: Mapping[str, str]) -> RenderableType:
    """Return the mat: the regions in their places, and the sides beside the middle one.

    Parameters
    ----------
    seen
        What one side may see (`Session.observation`).
    seats
        Side → who plays it.
    symbols
        Region → symbol.
    """
    cells: dict[tuple[int, int], RenderableType] = {}
    regions = list(seen["tiles"])
    at_home = set(regions) == set(PLACES)
    if at_home:
        cells = {(1, 0): _side(seen, "seelie", seats), (1, 2): _side(seen, "unseelie", seats)}
    for number, region in enumerate(regions):
        place = PLACES[region] if at_home else divmod(number, 3)
        cells[place] = _region(seen, region, symbols[region])
    if not at_home:
        cells |= {(2, 0): _side(seen, "seelie", seats), (2, 2): _side(seen, "unseelie", seats)}
    grid = Grid.grid()
    for _ in range(3):
        grid.add_column(width=CELL)
    for row in range(3):
        grid.add_row(*(cells.get((row, column), "") for column in range(3)))
    return grid


def _region(seen: Observation, region: str, symbol: str) -> Panel:
    seelie, unseelie = (int(seen["cubes"][side][region]) for side in SIDES)
    sign = ">" if seelie > unseelie else "<" if seelie < unseelie else "="
    leader = "seelie" if seelie > unseelie else "unseelie" if seelie < unseelie else ""
    lead = Text(f"Seelie {seelie} {sign} {unseelie} Unseelie", justify="center")
    style = STYLES.get(leader, "")
    lead.stylize(style)
    return _panel(f"{region}, {symbol}", Text(tile_words(seen, region), justify="center"), lead, style)


def tile_words(seen: Observation, region: str) -> str:
    """Return what a region's tile is worth now, and what after the flip as far as that is known."""
    tile = seen["tiles"][region]
    if tile is None:
        return "no tile"
    if seen["season"] == "light":
        return f"tile {tile['now']} (was {tile['dark']})"
    return f"tile {tile['now']}, then {_either(tile['light'])}"


def _side(seen: Observation, side: str, seats: Mapping[str, str]) -> Panel:
    score = Text(f"score {seen['score'][side]}, supply {seen['supply'][side]}", justify="center")
    hidden = seen["court_card"][side] == "hidden"  # it then stands among the cards not seen yet
    hand = len(seen["court_hand"][side]) - hidden
    court = Text(f"court hand {hand}{', 1 laid' if hidden else ''}", justify="center")
    return _panel(f"{title(side)} ({seats[side]})", score, court, STYLES[side])


def _panel(name: str, first: Text, second: Text, style: str) -> Panel:
    heading = Text(name, style=style)
    heading.truncate(CELL - BORDER, overflow="ellipsis")  # a panel would grow, or cut it without a sign
    return Panel(Group(first, second), title=heading, width=CELL, padding=0)


def symbols_of(session: Session) -> dict[str, str]:
    """Return the symbol of each region."""
    names, numbers = session.game.names, session.game.rules[0]["symbol"]
    return {region: names.symbols[int(numbers[r])] for r, region in enumerate(names.regions)}


def heading(seen: Observation) -> str:
    """Return round, season and the next scoring, in a line."""
    number = int(seen["round"])
    scoring = "scored at its end" if number % 3 == 0 else f"scoring after round {3 if number < 3 else ROUNDS}"
    return f"Round {number} of {ROUNDS}: {seen['season']} side of the tiles, {scoring}"


def sides(seen: Observation, seats: Mapping[str, str]) -> str:
    """Return who plays which faction, in a line."""
    factions = {side: seen["factions"][side] or "a faction not yet shown" for side in SIDES}
    return " · ".join(f"{title(side)}: {factions[side]} ({seats[side]})" for side in SIDES)


def cards(seen: Observation) -> Iterator[str]:
    """Yield the cards that lie open, who has which, and the own court cards."""
    me, piles = seen["side"], seen["piles"]
    you, they = title(me), title(_other(me))
    revealed = [f"{number} {card}" for number, card in enumerate(seen["revealed"], start=1)]
    if seen["phase"] == "select" and piles:
        yield f"With the token: {_named(seen, piles['token'])}"
        yield f"Other pile: {_named(seen, piles['other'])}"
    elif seen["token"] is not None:
        yield f"{you} still holds: {_hand(seen, me)}"
        yield f"{they} still holds: {_hand(seen, _other(me))}"
    elif revealed and seen["phase"] != "split":  # there they stand with the question
        yield f"Revealed: {', '.join(revealed)}"
    laid = seen["court_card"][me]
    if laid is not None and seen["token"] is None:
        yield f"Your court card, face down: {laid}"
    yield f"Your court hand: {', '.join(seen['court_hand'][me]) or 'empty'}"


def _named(seen: Observation, slots: Sequence[int]) -> str:
    return ", ".join(seen["revealed"][slot] for slot in slots) or "no cards"


def _hand(seen: Observation, side: str) -> str:
    """Return the cards that a side has left, its own court card as far as it is known."""
    names = [
        seen["revealed"][slot]
        if slot < len(seen["revealed"])
        else (
            "a face-down court card"
            if seen["court_card"][side] == "hidden"
            else f"{seen['court_card'][side]} (court)"
        )
        for slot in seen["hand"][side]
    ]
    return ", ".join(names) or "no cards"


def known(seen: Observation) -> Iterator[str]:
    """Yield what else is public: court cards not seen yet, what is left in the decks, tiles in the box."""
    for side in SIDES:
        yield f"{title(side)}'s court cards not yet seen: {', '.join(seen['court_hand'][side]) or 'none'}"
    for name, deck in seen["decks"].items():
        left = ", ".join(f"{number} × {card}" for card, number in deck.items())
        yield f"Left in the {name} deck: {left or 'nothing'}"
    if seen["box"] and any(seen["tiles"].values()):
        yield f"Tiles in the box: {'; '.join(map(_boxed, seen['box']))}"


def _boxed(tile: Mapping[str, Any]) -> str:
    """Return a tile in the box: its dark side, and what is known of its light side."""
    return f"{tile['dark']}, light {_either(tile['light'])}"


def _either(values: Sequence[int]) -> str:
    *others, last = map(str, values)
    return f"{', '.join(others)} or {last}" if others else last


def options(choices: Sequence[Option], width: int) -> RenderableType:
    """Return the options, numbered, in as many columns as fit."""
    lines = [Text(f"{number:>2}  {option.text}") for number, option in enumerate(choices, start=1)]
    longest = max(line.cell_len for line in lines)
    if len(lines) <= 4 or longest > width // 2 - 2:
        return Group(*lines)
    return Columns(lines, width=longest, padding=(0, 2), column_first=True)


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]
