"""The active abilities of the factions (Faction Notes), but for the Selkies' copying of cards.

FAQ: "You cannot use just part of a special ability if it is possible to use all of it (like placing cubes), but
you can choose not to use it at all": STOP is the first choice of each, and later only the last.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping
from functools import partial

from tests.reference.placing import add_cubes, place_cubes
from tests.reference.table import SIDES, STOP, Action, Flow, Question, Table, opponent


def or_stop(table: Table, possible: set[Action], *, begun: bool) -> set[Action]:
    """Add STOP to what an active can do, where it may stop."""
    may_stop = not begun or not possible or table.ruled("active_full", "up_to")
    return possible | {STOP} if may_stop else possible


def steps(table: Table, colours: Collection[str], arrived: Mapping[tuple[str, str], int]) -> set[Action]:
    """List the single steps that cubes of these colours can make.

    `arrived` counts the cubes of each colour and region that came there by the effect now being resolved: by
    the literal reading ("Move up to that many cubes") these do not move again.
    """
    found: set[Action] = set()
    for colour in colours:
        for start in table.board.regions:
            movable = table.cubes[colour][start]
            if table.ruled("move_unit", "cubes"):
                movable -= arrived[colour, start]
            if movable > 0:
                found |= {("move", colour, start, end) for end in table.board.borders[start]}
    return found


def removable_colours(table: Table, side: str) -> Collection[str]:
    """Whose cubes an ability of `side` may remove."""
    return SIDES if table.ruled("removal_colour", "either") else (opponent(side),)


def remove_cubes(
    table: Table, side: str, count: int, allowed: Callable[[list[str]], Collection[str]]
) -> Generator[Question, Action, list[str]]:
    """Remove `count` cubes one by one, "just as many as are available"; return the region of each.

    `allowed` lists the regions open to the next removal, given those of the removals so far.
    """
    touched: list[str] = []

    def possible() -> set[Action]:
        return {
            ("remove", colour, region)
            for colour in removable_colours(table, side)
            for region in allowed(touched)
            if table.cubes[colour][region] > 0
        }

    while len(touched) < count and (possible() or not touched):
        answer = yield Question("remove", side, lambda: or_stop(table, possible(), begun=len(touched) > 0))
        if answer == STOP:
            break
        table.turn_up(side)
        _, colour, region = answer
        table.remove(colour, region, 1)
        touched.append(region)
    return touched


def banshees_active(table: Table, side: str) -> Flow:
    """Banshees: "removes three cubes in total, but they must be in regions that share a color/symbol"."""

    def holds_three(regions: Collection[str]) -> bool:
        colours = removable_colours(table, side)
        return sum(table.cubes[colour][region] for colour in colours for region in regions) >= 3

    def allowed(touched: list[str]) -> Collection[str]:
        if touched:
            return table.board.symbols[table.symbol_of(touched[0])]
        full = [
            region for regions in table.board.symbols.values() if holds_three(regions) for region in regions
        ]
        return full if full and table.ruled("removal_target", "full_number") else table.board.regions

    yield from remove_cubes(table, side, 3, allowed)


def sluagh_active(table: Table, side: str) -> Flow:
    """Sluagh: "removes a total of three cubes, but they must be from different regions"."""

    def allowed(touched: list[str]) -> Collection[str]:
        return [region for region in table.board.regions if region not in touched]

    yield from remove_cubes(table, side, 3, allowed)


def changelings_active(table: Table, side: str) -> Flow:
    """Changelings: "removes any two cubes and replaces them with your own", also from two regions."""

    def allowed(_: list[str]) -> Collection[str]:
        return table.board.regions

    touched = yield from remove_cubes(table, side, 2, allowed)
    yield from add_cubes(table, side, Counter(touched), by="replace")


def dragons_active(table: Table, side: str) -> Flow:
    """Dragons: "removes all cubes in a region, black and white"."""

    def options() -> set[Action]:
        occupied = {region for colour in SIDES for region in table.regions_with(colour)}
        return {("region", region) for region in occupied} | {STOP}

    answer = yield Question("remove_all", side, options)
    if answer == STOP:
        return
    table.turn_up(side)
    region = answer[1]
    counts = {colour: table.cubes[colour][region] for colour in SIDES}
    for colour, count in counts.items():
        table.remove(colour, region, count)
    table.tell("removed", side=side, region=region, cubes=counts)


def fir_bolg_active(table: Table, side: str) -> Flow:
    """Fir Bolg: "essentially a MOVE 3, but you can target your opponent's pieces with it", used whole."""
    arrived: Counter[tuple[str, str]] = Counter()

    def options(*, begun: bool) -> set[Action]:
        return or_stop(table, steps(table, SIDES, arrived), begun=begun)

    for number in range(3):
        answer = yield Question("move", side, partial(options, begun=number > 0))
        if answer == STOP:
            return
        table.turn_up(side)
        _, colour, start, end = answer
        table.step(colour, start, end)
        arrived[colour, end] += 1


def kelpies_active(table: Table, side: str) -> Flow:
    """Kelpies: "essentially a PLACE 3 WILD, where all the placed cubes must go in the same region".

    By the default reading it is no WILD card, so their own passive does not follow it.
    """
    numbers = (1, 2, 3) if table.ruled("active_full", "up_to") else (3,)
    options: set[Action] = {
        ("place", region, number) for region in table.board.regions for number in numbers
    } | {STOP}
    answer = yield Question("place", side, lambda: options)
    if answer != STOP:
        table.turn_up(side)
        wild = table.ruled("kelpies_active_wild", "wild")
        yield from place_cubes(table, side, answer[1], answer[2], wild=wild, card=False)


def cu_sidhe_active(table: Table, side: str) -> Flow:
    """Cu Sidhe: "allows swapping two region tiles currently on the mat only"."""

    def options() -> set[Action]:
        as_zero = table.ruled("removed_tile_swaps", "as_zero")
        places = list(table.board.regions) if as_zero else table.regions_with_tile()
        return {("swap", a, b) for i, a in enumerate(places) for b in places[i + 1 :]} | {STOP}

    answer = yield Question("swap", side, options)
    if answer != STOP:
        table.turn_up(side)
        _, a, b = answer
        table.tiles[a], table.tiles[b] = table.tiles[b], table.tiles[a]


def fomorians_active(table: Table, side: str) -> Flow:
    """Fomorians: "removes a region point tile from the mat and returns it to the box"."""
    answer = yield Question(
        "remove_tile", side, lambda: {("region", region) for region in table.regions_with_tile()} | {STOP}
    )
    if answer != STOP:
        table.turn_up(side)
        table.tiles[answer[1]] = None


ACTIVES: dict[str, Callable[[Table, str], Flow]] = {
    "banshees": banshees_active,
    "changelings": changelings_active,
    "cu sidhe": cu_sidhe_active,
    "dragons": dragons_active,
    "fir bolg": fir_bolg_active,
    "fomorians": fomorians_active,
    "kelpies": kelpies_active,
    "sluagh": sluagh_active,
}
