"""The effects of Pacts: the Card Effects page, the FAQ and the nine factions, each in the rulebook's words.

An effect is a generator: it yields a `Question`, is sent the chosen action, and returns when it is finished.
Which questions there are, their order and their names follow ``docs/protocol.md``.
"""

from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping
from functools import partial

from tests.reference.table import (
    POINTS_CARD,
    SIDES,
    STOP,
    Action,
    CountingFlow,
    Flow,
    Question,
    Table,
    opponent,
)

# --- Adding cubes (FAQ, "What if I run out of cubes?") ------------------------------------------------


def take_back_question(table: Table, side: str) -> Question:
    """FAQ: "you can remove cubes from any region before placing them again"; nobody has to."""
    return Question(
        "take_back", side, lambda: {("take_back", region) for region in table.regions_with(side)} | {STOP}
    )


def allot_question(side: str, regions: Collection[str]) -> Question:
    """Ask which of several waiting regions the next cube goes to: too few cubes are left for all."""
    return Question("allot", side, lambda: {("region", region) for region in regions})


def add_cubes(table: Table, side: str, wanted: Mapping[str, int]) -> CountingFlow:
    """Add own cubes, `wanted` in each region, and return how many were added in the end."""
    pending = Counter(wanted)
    added = 0
    while pending.total() > 0:
        waiting = [region for region in table.board.regions if pending[region] > 0]
        supply = table.supply[side]
        if supply == 0:
            answer = yield take_back_question(table, side)
            if answer == STOP:
                return added
            table.take(side, answer[1], 1)
            continue
        if supply >= pending.total():
            portion = {region: pending[region] for region in waiting}
        elif len(waiting) == 1:
            portion = {waiting[0]: supply}
        else:
            answer = yield allot_question(side, waiting)
            portion = {answer[1]: 1}
        for region, count in portion.items():
            table.put(side, region, count)
            pending[region] -= count
            added += count
    return added


def spawn(table: Table, side: str) -> Flow:
    """Fir Bolg: "spawns a cube in any region you do not have cubes in at the start of each round"."""
    empty = table.regions_without(side)
    if not empty:
        return
    if table.rulings["fir_bolg_spawn"] == "every_empty_region":
        yield from add_cubes(table, side, dict.fromkeys(empty, 1))
        return
    if table.supply[side] == 0:
        answer = yield take_back_question(table, side)
        if answer == STOP:
            return
        table.take(side, answer[1], 1)
    region = empty[0]
    if len(empty) > 1:
        answer = yield allot_question(side, empty)
        region = answer[1]
    table.put(side, region, 1)


# --- Cards (Card Effects) -----------------------------------------------------------------------------


def resolve_card(table: Table, side: str, card: str) -> Flow:
    """Carry out one card that has just left the hand, or that Selkies copy."""
    words = card.split()
    if words[0] == "PLACE":
        yield from place_card(table, side, int(words[1]), words[2])
    elif words[0] == "MOVE":
        # Dragons: "changes all MOVE cards to MOVE 5 when you play them, including your MOVE 1 Court card".
        count = 5 if table.is_faction(side, "dragons") else int(words[1])
        yield from move_card(table, side, count)
    elif card == "POINTS":
        table.score[side] += POINTS_CARD
    elif card == "ABILITY":
        yield from ACTIVES[table.factions[side]](table, side)
    else:
        msg = f"no card is called {card!r}"
        raise ValueError(msg)


def place_card(table: Table, side: str, printed: int, symbol: str) -> Flow:
    """PLACE: "Add up to that many cubes to a single region of the matching symbol"; WILD: any region."""
    wild = symbol == "WILD"
    regions = table.board.regions if wild else table.board.symbols[symbol]
    # Sluagh: "changes any PLACE 2 card you play into PLACE 4".
    count = 4 if table.is_faction(side, "sluagh") and printed == 2 else printed
    # Fomorians: "copies your WILD cards ... allowing you to play them twice", a skipped first time included:
    # "They can target different regions", so each time has its own question.
    uses = 2 if table.is_faction(side, "fomorians") and wild else 1
    options = {("place", region, number) for region in regions for number in range(1, count + 1)} | {STOP}
    for _ in range(uses):
        answer = yield Question("place", side, lambda: options)
        if answer != STOP:
            yield from place_cubes(table, side, answer[1], answer[2], wild=wild)


def place_cubes(table: Table, side: str, region: str, count: int, *, wild: bool) -> Flow:
    """Place cubes with a card or a PLACE-like active, then what follows a placing of at least one cube."""
    if table.rulings["cu_sidhe_first"] == "game":
        first = region not in table.placed_before[side]
    else:
        first = table.cubes[side][region] == 0
    placed = yield from add_cubes(table, side, {region: count})
    if placed == 0:
        return
    table.placed_before[side].add(region)
    # Cu Sidhe: "spawns cubes upon first placing cubes in a region ... If you place any quantity of cubes
    # into a region, you still only add two cubes."
    if table.is_faction(side, "cu sidhe") and first:
        yield from add_cubes(table, side, {region: 2})
    # Kelpies: "Once you target a region and place cubes there, you can remove 2 opposing cubes in the same
    # region", as many as are there.
    foe = opponent(side)
    if table.is_faction(side, "kelpies") and wild and table.cubes[foe][region] > 0:
        answer = yield Question("after_wild", side, lambda: {("passive",), STOP})
        if answer != STOP:
            table.take(foe, region, min(2, table.cubes[foe][region]))


def steps(table: Table, colours: Collection[str], arrived: Mapping[tuple[str, str], int]) -> set[Action]:
    """List the single steps that cubes of these colours can make.

    `arrived` counts the cubes of each colour and region that came there by the effect now being resolved: by
    the literal reading ("Move up to that many cubes") these do not move again.
    """
    found: set[Action] = set()
    for colour in colours:
        for start in table.board.regions:
            movable = table.cubes[colour][start]
            if table.rulings["move_unit"] == "cubes":
                movable -= arrived[colour, start]
            if movable > 0:
                found |= {("move", colour, start, end) for end in table.board.borders[start]}
    return found


def move_card(table: Table, side: str, count: int) -> Flow:
    """MOVE: "Move up to that many cubes of your own color between any adjacent regions"."""
    arrived: Counter[tuple[str, str]] = Counter()
    for _ in range(count):
        answer = yield Question("move", side, lambda: steps(table, (side,), arrived) | {STOP})
        if answer == STOP:
            return
        _, colour, start, end = answer
        table.step(colour, start, end)
        arrived[colour, end] += 1


SELKIES_CARD = "PLACE 4 WILD"


def may_become_place(table: Table, side: str, card: str) -> bool:
    """Selkies: POINTS "will not give 3 points, but instead act as a PLACE 4 WILD", "if you want to"."""
    return table.is_faction(side, "selkies") and card == "POINTS"


# --- Active abilities (Faction Notes) -----------------------------------------------------------------
# FAQ: "You cannot use just part of a special ability if it is possible to use all of it (like placing
# cubes), but you can choose not to use it at all": STOP is the first choice of each, and later only the last.


def removals(table: Table, side: str, regions: Collection[str]) -> set[Action]:
    """List the cubes that an ability of `side` may remove from these regions."""
    colours = SIDES if table.rulings["removal_colour"] == "either" else (opponent(side),)
    return {
        ("remove", colour, region)
        for colour in colours
        for region in regions
        if table.cubes[colour][region] > 0
    }


def remove_cubes(
    table: Table, side: str, count: int, allowed: Callable[[list[str]], Collection[str]]
) -> Generator[Question, Action, list[str]]:
    """Remove `count` cubes one by one, "just as many as are available"; return the region of each.

    `allowed` lists the regions open to the next removal, given those of the removals so far.
    """

    def first_options() -> set[Action]:
        return removals(table, side, allowed([])) | {STOP}

    def next_options() -> set[Action]:
        return removals(table, side, allowed(touched))

    touched: list[str] = []
    while len(touched) < count:
        if touched and not next_options():
            break
        answer = yield Question("remove", side, next_options if touched else first_options)
        if answer == STOP:
            break
        _, colour, region = answer
        table.take(colour, region, 1)
        touched.append(region)
    return touched


def banshees_active(table: Table, side: str) -> Flow:
    """Banshees: "removes three cubes in total, but they must be in regions that share a color/symbol"."""

    def allowed(touched: list[str]) -> Collection[str]:
        return table.board.symbols[table.symbol_of(touched[0])] if touched else table.board.regions

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
    yield from add_cubes(table, side, Counter(touched))


def dragons_active(table: Table, side: str) -> Flow:
    """Dragons: "removes all cubes in a region, black and white"."""

    def options() -> set[Action]:
        occupied = {region for colour in SIDES for region in table.regions_with(colour)}
        return {("region", region) for region in occupied} | {STOP}

    answer = yield Question("remove_all", side, options)
    if answer != STOP:
        for colour in SIDES:
            table.take(colour, answer[1], table.cubes[colour][answer[1]])


def fir_bolg_active(table: Table, side: str) -> Flow:
    """Fir Bolg: "essentially a MOVE 3, but you can target your opponent's pieces with it", used whole."""
    arrived: Counter[tuple[str, str]] = Counter()

    def options(*, begun: bool) -> set[Action]:
        possible = steps(table, SIDES, arrived)
        return possible if begun and possible else possible | {STOP}

    for number in range(3):
        answer = yield Question("move", side, partial(options, begun=number > 0))
        if answer == STOP:
            return
        _, colour, start, end = answer
        table.step(colour, start, end)
        arrived[colour, end] += 1


def kelpies_active(table: Table, side: str) -> Flow:
    """Kelpies: "essentially a PLACE 3 WILD, where all the placed cubes must go in the same region".

    It is no WILD card, so their own passive does not follow it.
    """
    answer = yield Question(
        "place", side, lambda: {("place", region, 3) for region in table.board.regions} | {STOP}
    )
    if answer != STOP:
        yield from place_cubes(table, side, answer[1], 3, wild=False)


def cu_sidhe_active(table: Table, side: str) -> Flow:
    """Cu Sidhe: "allows swapping two region tiles currently on the mat only"."""

    def options() -> set[Action]:
        tiled = table.regions_with_tile()
        return {("swap", a, b) for i, a in enumerate(tiled) for b in tiled[i + 1 :]} | {STOP}

    answer = yield Question("swap", side, options)
    if answer != STOP:
        _, a, b = answer
        table.tiles[a], table.tiles[b] = table.tiles[b], table.tiles[a]


def fomorians_active(table: Table, side: str) -> Flow:
    """Fomorians: "removes a region point tile from the mat and returns it to the box"."""
    answer = yield Question(
        "remove_tile", side, lambda: {("region", region) for region in table.regions_with_tile()} | {STOP}
    )
    if answer != STOP:
        table.tiles[answer[1]] = None


def selkies_active(table: Table, side: str) -> Flow:
    """Selkies: "allows copying other cards you have in play, including your chosen Court card"."""

    def options() -> set[Action]:
        # "Ability cards cannot target or copy other ability cards."
        cards = {slot: table.card_in(side, slot) for slot in table.hand[side]}
        plain = {("copy", slot) for slot, card in cards.items() if card != "ABILITY"}
        changed = {
            ("copy_as", slot, SELKIES_CARD)
            for slot, card in cards.items()
            if may_become_place(table, side, card)
        }
        return plain | changed | {STOP}

    answer = yield Question("copy", side, options)
    if answer != STOP:
        card = answer[2] if answer[0] == "copy_as" else table.card_in(side, answer[1])
        yield from resolve_card(table, side, card)


ACTIVES: dict[str, Callable[[Table, str], Flow]] = {
    "banshees": banshees_active,
    "changelings": changelings_active,
    "cu sidhe": cu_sidhe_active,
    "dragons": dragons_active,
    "fir bolg": fir_bolg_active,
    "fomorians": fomorians_active,
    "kelpies": kelpies_active,
    "sluagh": sluagh_active,
    "selkies": selkies_active,
}
