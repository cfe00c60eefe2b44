"""How own cubes come onto the board, and what follows a placing (FAQ, "What if I run out of cubes?").

An effect is a generator: it yields a `Question`, is sent the chosen action, and returns when it is finished.
Which questions there are, their order and their names follow ``docs/protocol.md``.
"""

from collections import Counter
from collections.abc import Collection, Generator, Mapping

from tests.reference.table import STOP, Action, CountingFlow, Flow, Question, Table, opponent

AskingFlow = Generator[Question, Action, bool]


def uses_passive(table: Table, side: str, passive: str) -> AskingFlow:
    """Return whether a side uses a passive that acts by itself; it is asked only if it may decline."""
    if table.ruled("automatic_passives", "mandatory"):
        return True
    answer = yield Question("passive", side, lambda: {("passive",), STOP}, about=passive)
    return answer != STOP


def may_take_back(table: Table, side: str, *, card: bool) -> bool:
    """Whether cubes may be taken back now that the supply is empty; `card`: a PLACE card adds the cubes."""
    if table.ruled("take_back_scope", "place_cards") and not card:
        return False
    return table.ruled("take_back_when", "supply_empty") or table.empty_at_start[side]


def take_back_question(table: Table, side: str, *, card: bool) -> Question:
    """FAQ: "you can remove cubes from any region before placing them again"; nobody has to.

    Under `take_back_forced: until_whole` an ability has to, as long as a cube is left to take.
    """
    forced = table.ruled("take_back_forced", "until_whole") and not card

    def options() -> set[Action]:
        possible: set[Action] = {("take_back", region) for region in table.regions_with(side)}
        return possible if forced and possible else possible | {STOP}

    return Question("take_back", side, options)


def allot_question(side: str, regions: Collection[str]) -> Question:
    """Ask which of several waiting regions the next cube goes to: too few cubes are left for all."""
    return Question("allot", side, lambda: {("region", region) for region in regions})


def add_cubes(
    table: Table, side: str, wanted: Mapping[str, int], *, by: str, card: bool = False
) -> CountingFlow:
    """Add own cubes, `wanted` in each region, and return how many were added in the end.

    `by` is what adds them, in the words of ``docs/record.md``; `card` says whether that is a PLACE card.
    """
    pending = Counter(wanted)
    added = 0
    while pending.total() > 0:
        waiting = [region for region in table.board.regions if pending[region] > 0]
        supply = table.supply[side]
        if supply == 0:
            if not may_take_back(table, side, card=card):
                return added
            answer = yield take_back_question(table, side, card=card)
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
            table.add(side, region, count, by)
            pending[region] -= count
            added += count
    return added


def spawn(table: Table, side: str) -> Flow:
    """Fir Bolg: "spawns a cube in any region you do not have cubes in at the start of each round"."""
    table.effect_begins(side)
    empty = table.regions_without(side)
    if not empty:
        return
    used = yield from uses_passive(table, side, "round_start")
    if not used:
        return
    if table.ruled("fir_bolg_spawn", "every_empty_region"):
        yield from add_cubes(table, side, dict.fromkeys(empty, 1), by="round_start")
        return
    if table.supply[side] == 0:
        if not may_take_back(table, side, card=False):
            return
        answer = yield take_back_question(table, side, card=False)
        if answer == STOP:
            return
        table.take(side, answer[1], 1)
    region = empty[0]
    if len(empty) > 1:
        answer = yield allot_question(side, empty)
        region = answer[1]
    table.add(side, region, 1, "round_start")


def place_cubes(table: Table, side: str, region: str, count: int, *, wild: bool, card: bool) -> Flow:
    """Place cubes with a card or a PLACE-like active, then what follows a placing of at least one cube."""
    if table.ruled("cu_sidhe_first", "game"):
        first = region not in table.placed_before[side]
    else:
        first = table.cubes[side][region] == 0
    from_supply = min(count, table.supply[side])  # the supply goes first, then cubes are taken back
    placed = yield from add_cubes(table, side, {region: count}, by="place", card=card)
    if table.ruled("take_back_counts", "move"):
        placed = min(placed, from_supply)
    if placed == 0:
        return
    table.placed_before[side].add(region)
    if table.has_passive(side, "cu sidhe") and first:
        yield from first_placement(table, side, region)
    if table.has_passive(side, "kelpies") and wild:
        yield from after_wild(table, side, region)


def first_placement(table: Table, side: str, region: str) -> Flow:
    """Cu Sidhe: "spawns cubes upon first placing cubes in a region".

    "If you place any quantity of cubes into a region, you still only add two cubes."
    """
    used = yield from uses_passive(table, side, "first_placement")
    if used:
        yield from add_cubes(table, side, {region: 2}, by="first_placement")


def after_wild(table: Table, side: str, region: str) -> Flow:
    """Kelpies: "Once you target a region and place cubes there, you can remove 2 opposing cubes" there."""
    foe = opponent(side)
    if table.cubes[foe][region] == 0:
        return
    answer = yield Question("after_wild", side, lambda: {("passive",), STOP}, about="after_wild")
    if answer == STOP:
        return
    table.turn_up(side)
    count = min(2, table.cubes[foe][region])  # "just as many as are available"
    table.remove(foe, region, count)
    table.tell("removed", side=side, region=region, cubes={side: 0, foe: count})
