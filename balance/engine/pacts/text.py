"""A record as text, line by line, in the rulebook's words (see docs/record.md for the events that it tells)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balance.config.pacts.game import parse_tile
from balance.config.pacts.models import Configuration
from balance.engine.pacts.describe import SEASONS, SIDES

Event = Mapping[str, Any]
Rest = deque[Event]  # the events that come next
COURT_SLOT = 5


@dataclass(frozen=True)
class Board:
    """What a board shows beside cubes: each region's symbol, and the dark and light value of each tile."""

    symbols: Mapping[str, str]
    values: Mapping[str, tuple[int, int]]

    @classmethod
    def of(cls, configuration: Configuration) -> Board:
        """Return the board of a configuration."""
        game = configuration.game
        return cls(
            {region: game.symbol_of(region) for region in game.regions},
            {label: game.tile_values(label) for label in game.tiles.labels},
        )

    @classmethod
    def of_contents(cls, contents: Mapping[str, Any]) -> Board:
        """Return the board of the contents of a configuration, as manifests and records hold them."""
        game = contents["game"]
        values = {}
        for label in (*game["tiles"]["standard"]["value"], *game["tiles"]["other"]["value"]):
            first, second = parse_tile(label)
            dark_first = game["rulings"]["tile_label"]["value"] == "first_dark"
            values[label] = (first, second) if dark_first else (second, first)
        symbols = game["board"]["symbols"]["value"]
        return cls({region: symbol for symbol, regions in symbols.items() for region in regions}, values)


def record_text(record: Sequence[Event], board: Board) -> str:
    """Return a whole record, its header first, as text that ends in a newline."""
    header, *events = record
    narrator = Narrator(board)
    lines = [*_heading(header), ""]
    if header["auction"] is not None:
        if events[0]["event"] == "set_up":
            lines += [*narrator.lines(events[:1]), ""]
            events = events[1:]
        lines.append(
            f"Auction: {_title(header['auction']['to'])} places {_cubes(header['auction']['cubes'])}"
        )
    lines += narrator.lines(events)
    return "\n".join(lines) + "\n"


def _heading(header: Event) -> Iterator[str]:
    players = []
    for side in SIDES:
        policy = header[side].get("policy")
        players.append(f"{_title(side)}: {header[side]['faction']}" + (f" ({policy})" if policy else ""))
    yield " against ".join(players)
    details = [f"layout {header['layout']}"]
    if header.get("seed") is not None:
        details += [f"game {header['index']}", f"seed {header['seed']}"]
    if header["auction"] is not None:
        details.append(f"{_cubes(header['auction']['cubes'])} to {_title(header['auction']['to'])}")
    yield ", ".join(details)


class Narrator:
    """Tells events one after another; what it has heard before is what it needs for the next.

    Parameters
    ----------
    board
        Symbols and tile values.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.tiles: dict[str, str | None] = {}
        self.score = dict.fromkeys(SIDES, 0)
        self.season = SEASONS[0]
        self.round = 0
        self.starting = False  # a round is starting: no court card laid yet
        self.revealed: list[str] = []
        self.court: dict[str, str | None] = dict.fromkeys(SIDES)
        self.ability = False  # an active is being used, no card
        self.begun = False  # after the first step of a card or active
        self.before = ""  # the decision before
        self.side = SIDES[0]  # whose it was

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """Yield the lines of some events in a row: a whole game, or what one move brought."""
        for _, lines in self.told(events):
            yield from lines

    def told(self, events: Iterable[Event]) -> Iterator[tuple[int, list[str]]]:
        """Yield for one or more events at a time how many they are, and their lines."""
        rest = deque(events)
        while rest:
            before = len(rest)
            event = rest.popleft()
            word = event["event"]
            lines: list[str] = []
            if word in _MOVES:
                self.side = event["side"]
                lines.append(self._margin() + _MOVES[word](self, event, rest))
            elif word in _COURSE:
                lines += _COURSE[word](self, event, rest)
            self._note(event)
            yield before - len(rest), lines

    def _margin(self) -> str:
        return f"  The round starts: {_title(self.side)} " if self.starting else "    "

    def _note(self, event: Event) -> None:
        """Keep what later events are told with."""
        word = event["event"]
        if word in {"set_up", "position"}:
            self.tiles = event["tiles"]
            self.score = event.get("score", self.score)
        elif word == "round":
            self.round, self.season, self.starting = event["round"], event["season"], True
            self.court = dict.fromkeys(SIDES)
        elif word == "court":
            self.starting = False
            self.court[event["side"]] = event["card"]
        elif word == "deal":
            self.revealed = [*event["common"], event["special"]]
        elif word in {"card", "copy"}:
            self.ability = event["card"].startswith("ABILITY") and event["as"] is None
            self.begun = False
        elif word in {"move", "remove"}:
            self.begun = True
        elif word == "flip":
            self.season = SEASONS[1]
        if word in _MOVES:
            self.before = word

    # the course of the game

    def _set_up(self, event: Event, _: Rest) -> Iterator[str]:
        self.tiles = event["tiles"]
        yield from self.table({**event, "score": self.score})

    def table(self, position: Event) -> Iterator[str]:
        """Yield the board as a table: region, symbol, tile in force, cubes."""
        width = max(map(len, self.board.symbols))
        yield f"  {'region':<{width}}  symbol  tile  Seelie  Unseelie"
        for region, symbol in self.board.symbols.items():
            seelie, unseelie = (position["cubes"][side][region] for side in SIDES)
            tile = self._value(position["tiles"][region])
            yield f"  {region:<{width}}  {symbol:<6}  {tile:>4}  {seelie:>6}  {unseelie:>8}"
        score, supply = position["score"], position["supply"]
        yield (
            f"  score: Seelie {score['seelie']}, Unseelie {score['unseelie']}; "
            f"supply: Seelie {supply['seelie']}, Unseelie {supply['unseelie']}"
        )

    def _value(self, label: str | None) -> str:
        """Return the value of a tile in the season, a dash where there is none."""
        return "-" if label is None else str(self.board.values[label][SEASONS.index(self.season)])

    def _auction_cube(self, event: Event, _: Rest) -> Iterator[str]:
        yield f"  {_title(event['side'])} places a cube in {event['region']}"

    def _round(self, event: Event, _: Rest) -> Iterator[str]:
        yield from ["", f"Round {event['round']}"]

    def _court(self, event: Event, _: Rest) -> Iterator[str]:
        card = event["card"]
        said = "lays no court card" if card is None else f"lays {card} face down"
        yield f"  {_title(event['side'])} {said}"

    def _deal(self, event: Event, _: Rest) -> Iterator[str]:
        yield f"  Revealed: {', '.join([*event['common'], event['special']])}"

    def _split(self, event: Event, _: Rest) -> Iterator[str]:
        token, other = (
            ", ".join(self.revealed[slot] for slot in event[pile]) or "no cards"
            for pile in ("token_pile", "other_pile")
        )
        yield f"  {_title(event['side'])} splits: {token} with the second-player token | {other}"

    def _select(self, event: Event, _: Rest) -> Iterator[str]:
        takes, turn = ("takes", "second") if event["token_to"] == event["side"] else ("leaves", "first")
        yield f"  {_title(event['side'])} {takes} the pile with the second-player token and goes {turn}"

    def _turn(self, event: Event, _: Rest) -> Iterator[str]:
        own = ", ".join(self.card(event["side"], slot) for slot in event["slots"]) or "no cards"
        yield f"  {_title(event['side'])}'s turn: {own}"

    def card(self, side: str, slot: int) -> str:
        """Return the name of the card in a slot."""
        return f"{self.court[side]} (court)" if slot == COURT_SLOT else self.revealed[slot]

    def _court_discard(self, event: Event, _: Rest) -> Iterator[str]:
        side = _title(event["side"])
        if event["card"] is None:
            yield f"    {side} has no such card in the court hand"
        else:
            yield f"    {side} discards {event['card']} from the court hand"

    def _scoring(self, event: Event, _: Rest) -> Iterator[str]:
        """Yield the scoring region by region: the tile's value goes to the side with more cubes there."""
        width = max(map(len, self.board.symbols))
        yield ""
        yield f"Scoring after round {event['round']}, {self.season} side of the tiles"
        yield f"  {'region':<{width}}  tile  Seelie  Unseelie  scores"
        for scored in event["regions"]:
            region, seelie, unseelie = scored["region"], scored["seelie"], scored["unseelie"]
            value = self._value(self.tiles[region])
            if value == "-":
                scores = "nobody, no tile"
            elif scored["to"] is None:
                scores = "nobody, as many cubes each" if seelie else "nobody, no cubes"
            else:
                scores = f"{_title(scored['to'])} {scored['value']}"
            yield f"  {region:<{width}}  {value:>4}  {seelie:>6}  {unseelie:>8}  {scores}"
        sums = []
        for side in SIDES:
            before, total = self.score[side], event["score"][side]
            sums.append(f"{_title(side)} {before} + {total - before} = {total}")
        yield f"  {'; '.join(sums)}"

    def _flip(self, event: Event, _: Rest) -> Iterator[str]:
        values = self.board.values
        flips = [
            f"{region} {values[label][0]} to {values[label][1]}"
            for region, label in event["tiles"].items()
            if label is not None
        ]
        yield f"  The tiles flip to their light side: {', '.join(flips) or 'none is left'}"

    def _position(self, event: Event, rest: Rest) -> Iterator[str]:
        """Yield the board that a round leaves; after a card nothing more than was told."""
        if rest and rest[0]["event"] in {"round", "end"}:
            yield from ["", f"After round {self.round}", *self.table(event)]

    def _end(self, event: Event, _: Rest) -> Iterator[str]:
        score = event["score"]
        yield ""
        yield f"Final score: Seelie {score['seelie']}, Unseelie {score['unseelie']}."
        if event["winner"] is None:
            yield "Equal scores: half a win each."
        else:
            why = " by the tie-break" if event["tie_break"] else ""
            yield f"{_title(event['winner'])} wins{why}."

    # decisions, with what follows from them

    def _card(self, event: Event, rest: Rest) -> str:
        verb = "plays" if event["event"] == "card" else "copies"
        became = f" as {event['as']}" if event["as"] is not None else ""
        points = _taken(rest, "points")
        gives = f": {points['points']} points" if points else ""
        return f"{verb} {self.card(event['side'], event['slot'])}{became}{gives}"

    def _place(self, event: Event, rest: Rest) -> str:
        """Say how many cubes were placed: as many as the supply had; those lacking are asked for next."""
        passive = event.get("passive") is True
        added = _taken(rest, "add", by="going_first" if passive else "place")
        number, why = added["cubes"] if added else 0, " for going first" if passive else ""
        if number == 0:
            return f"places in {event['region']}{why}, but the supply is empty"
        less = ", all that the supply has" if number < event["cubes"] else ""
        return f"places {_cubes(number)} in {event['region']}{less}{why}"

    def _allot(self, event: Event, rest: Rest) -> str:
        _taken(rest, "add", region=event["region"])
        return f"adds a cube in {event['region']}"

    def _take_back(self, event: Event, _: Rest) -> str:
        return f"takes a cube back from {event['region']}"

    def _move(self, event: Event, _: Rest) -> str:
        return f"moves {_whose(event)} cube from {event['from']} to {event['to']}"

    def _remove(self, event: Event, _: Rest) -> str:
        return f"removes {_whose(event)} cube from {event['region']}"

    def _remove_all(self, event: Event, rest: Rest) -> str:
        removed = _taken(rest, "removed")
        told = ", ".join(f"{removed['cubes'][side]} of {_title(side)}" for side in SIDES) if removed else ""
        return f"removes every cube from {event['region']}: {told}".rstrip(": ")

    def _swap(self, event: Event, _: Rest) -> str:
        return f"swaps the tiles of {' and '.join(event['regions'])}"

    def _remove_tile(self, event: Event, _: Rest) -> str:
        return f"returns the tile of {event['region']} to the box"

    def _passive(self, event: Event, rest: Rest) -> str:
        removed = _taken(rest, "removed")
        if removed is None:
            return "uses the passive"
        number = removed["cubes"][SIDES[1 - SIDES.index(event["side"])]]
        return f"removes {number} opposing {'cube' if number == 1 else 'cubes'} from {removed['region']}"

    def _end_turn(self, event: Event, _: Rest) -> str:
        left = ", ".join(self.card(event["side"], slot) for slot in event["unused"])
        return "ends the turn" + (f", discards unused: {left}" if left else "")

    def _skip(self, event: Event, _: Rest) -> str:
        plain = {
            "take_back": "takes no cube back",
            "after_wild": "removes nothing",
            "passive": "does not use the passive",
        }
        if event["of"] in plain:
            return plain[event["of"]]
        if self.ability:
            return "stops" if self.begun else "does not use the ability"
        return {"place": "places nothing", "move": "moves no more" if self.begun else "moves nothing"}[
            event["of"]
        ]

    # what comes by itself

    def _add(self, event: Event, rest: Rest) -> Iterator[str]:
        """Yield the cubes of one side and cause that come one after another, on one line."""
        side, cause = event["side"], event["by"]
        added = [event]
        while more := _taken(rest, "add", side=side, by=cause):
            added.append(more)
        where = ", ".join(f"{one['cubes']} in {one['region']}" for one in added)
        if cause == "round_start":
            yield f"  The round starts: {_title(side)} adds cubes, {where}"
        elif cause == "first_placement" and self.before == "place":
            yield f"    the passive adds {_cubes(event['cubes'])} in {event['region']}"
        elif cause == "replace" and self.before in {"remove", "skip"}:
            yield f"    puts own cubes in the places of those removed: {where}"
        else:
            yield f"    adds {where}"


def _taken(rest: Rest, word: str, **fields: str) -> Event | None:
    """Take the next event if it is the one meant."""
    if not rest or rest[0]["event"] != word or any(rest[0][name] != value for name, value in fields.items()):
        return None
    return rest.popleft()


def _whose(event: Event) -> str:
    return "an own" if event["cube"] == event["side"] else "an opposing"


def _title(side: str) -> str:
    return side.capitalize()


def _cubes(number: int) -> str:
    return f"{number} cube" if number == 1 else f"{number} cubes"


_COURSE: dict[str, Callable[[Narrator, Event, Rest], Iterator[str]]] = {
    "set_up": Narrator._set_up,
    "auction_cube": Narrator._auction_cube,
    "round": Narrator._round,
    "court": Narrator._court,
    "deal": Narrator._deal,
    "split": Narrator._split,
    "select": Narrator._select,
    "turn": Narrator._turn,
    "court_discard": Narrator._court_discard,
    "scoring": Narrator._scoring,
    "flip": Narrator._flip,
    "position": Narrator._position,
    "end": Narrator._end,
    "add": Narrator._add,
}
_MOVES: dict[str, Callable[[Narrator, Event, Rest], str]] = {
    "card": Narrator._card,
    "copy": Narrator._card,
    "place": Narrator._place,
    "allot": Narrator._allot,
    "take_back": Narrator._take_back,
    "move": Narrator._move,
    "remove": Narrator._remove,
    "remove_all": Narrator._remove_all,
    "swap": Narrator._swap,
    "remove_tile": Narrator._remove_tile,
    "passive": Narrator._passive,
    "end_turn": Narrator._end_turn,
    "skip": Narrator._skip,
}

__all__ = ["Board", "Narrator", "record_text"]
