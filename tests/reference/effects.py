"""What the cards of Pacts do: the Card Effects page, the FAQ and what factions change about cards.

An effect is a generator: it yields a `Question`, is sent the chosen action, and returns when it is finished.
Which questions there are, their order and their names follow ``docs/protocol.md``.
"""

from collections import Counter
from functools import partial

from tests.reference.actives import ACTIVES, steps
from tests.reference.placing import place_cubes
from tests.reference.table import EITHER_CARD, POINTS_CARD, STOP, Action, Flow, Question, Table

SELKIES_CARD = "PLACE 4 WILD"


def may_become(table: Table, side: str, card: str, *, copied: bool = False) -> list[str]:
    """List what a card may be started as, besides as itself.

    Selkies: POINTS "will not give 3 points, but instead act as a PLACE 4 WILD", "if you want to".
    """
    others = ["POINTS"] if card == EITHER_CARD else []
    in_force = table.has_passive(side, "selkies") and not (
        copied and table.ruled("copy_passive", "points_only")
    )
    if in_force and card in ("POINTS", EITHER_CARD):
        others.append(SELKIES_CARD)
    return others


def resolve_card(table: Table, side: str, slot: int, become: str | None = None) -> Flow:
    """Carry out the card in a slot, as itself or as what it may become: it has left the hand, or is copied."""
    table.effect_begins(side)
    if become == SELKIES_CARD:
        table.turn_up(side)
    card = become or table.card_in(side, slot)
    words = card.split()
    if words[0] == "PLACE":
        yield from place_card(table, side, int(words[1]), words[2])
    elif words[0] == "MOVE":
        yield from move_card(table, side, int(words[1]))
    elif card == "POINTS":
        table.score[side] += POINTS_CARD
        table.tell("points", side=side, points=POINTS_CARD)
    elif card in ("ABILITY", EITHER_CARD):
        if "active" in table.off[side]:
            return
        if table.is_faction(side, "selkies"):
            yield from selkies_active(table, side, slot)
        else:
            yield from ACTIVES[table.factions[side]](table, side)
    else:
        msg = f"no card is called {card!r}"
        raise ValueError(msg)


def place_card(table: Table, side: str, printed: int, symbol: str) -> Flow:
    """PLACE: "Add up to that many cubes to a single region of the matching symbol"; WILD: any region."""
    wild = symbol == "WILD"
    regions = table.board.regions if wild else table.board.symbols[symbol]
    count = printed
    # Sluagh: "changes any PLACE 2 card you play into PLACE 4".
    if (
        table.has_passive(side, "sluagh")
        and printed == 2
        and not (wild and table.ruled("sluagh_wild", "symbol_only"))
    ):
        count = 4
        table.turn_up(side)
    # Fomorians: "copies your WILD cards ... allowing you to play them twice", a skipped first time included:
    # "They can target different regions", so each time has its own question.
    uses = 2 if table.has_passive(side, "fomorians") and wild else 1
    options: set[Action] = {
        ("place", region, number) for region in regions for number in range(1, count + 1)
    } | {STOP}
    for use in range(uses):
        if use > 0:
            table.turn_up(side)
        answer = yield Question("place", side, lambda: options)
        if answer != STOP:
            yield from place_cubes(table, side, answer[1], answer[2], wild=wild, card=True)


def move_card(table: Table, side: str, printed: int) -> Flow:
    """MOVE: "Move up to that many cubes of your own color between any adjacent regions"."""
    count = printed
    # Dragons: "changes all MOVE cards to MOVE 5 when you play them, including your MOVE 1 Court card".
    if table.has_passive(side, "dragons"):
        count = 5
        if count > printed:
            table.turn_up(side)
    arrived: Counter[tuple[str, str]] = Counter()
    for _ in range(count):
        answer = yield Question("move", side, lambda: steps(table, (side,), arrived) | {STOP})
        if answer == STOP:
            return
        _, colour, start, end = answer
        table.step(colour, start, end)
        arrived[colour, end] += 1


def selkies_active(table: Table, side: str, in_use: int) -> Flow:
    """Selkies: "allows copying other cards you have in play, including your chosen Court card"."""
    answer = yield Question("copy", side, partial(copies, table, side, in_use))
    if answer != STOP:
        table.turn_up(side)
        yield from resolve_card(table, side, answer[1], answer[2] if answer[0] == "copy_as" else None)


def copies(table: Table, side: str, in_use: int) -> set[Action]:
    """List what Selkies may copy; `in_use` is the slot of the ABILITY itself, which is no other card."""
    slots = table.hand[side]
    if table.ruled("selkie_copy", "any_this_round"):
        slots = table.round_hand[side] - {in_use}
    actions: set[Action] = {STOP}
    for slot in slots:
        card = table.card_in(side, slot)
        # "Ability cards cannot target or copy other ability cards."
        if card not in ("ABILITY", EITHER_CARD):
            actions.add(("copy", slot))
        actions |= {("copy_as", slot, other) for other in may_become(table, side, card, copied=True)}
    return actions
