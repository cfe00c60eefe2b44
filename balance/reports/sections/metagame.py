"""The metagame: what both sides choose who know these figures, and how far choosing levels the sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from balance.reports import wording as w
from balance.reports.data_table import Table
from balance.reports.sections.blocks import Block, Section
from balance.stats.metagame.results import Levelling, Metagame, Pick, SetUp, SetUpKind
from balance.stats.results import Interval
from balance.words import Words

NAMES = {
    SetUpKind.ONE_DEALT: "One dealt to each, no choice",
    SetUpKind.TWO_DEALT: "Two dealt to each, one kept in secret",
    SetUpKind.FREE_CHOICE: "Free choice, both at once",
    SetUpKind.FIRST_PICKS: "{first} picks openly, then {second}",
    SetUpKind.SECOND_PICKS: "{second} picks openly, then {first}",
}
WITH_MIX = (SetUpKind.TWO_DEALT, SetUpKind.FREE_CHOICE)
"""Set-ups whose mix is listed: where picks are open, a single answer says little."""
DEALT = (SetUpKind.ONE_DEALT, SetUpKind.TWO_DEALT)
"""Set-ups in which chance deals what there is to choose from."""
MISSING = "No metagame: it needs all pairings of at least four to choose from."
TERMS = (
    (
        "Equilibrium",
        "Choices from which neither side gains by straying, if both know the estimated shares.",
    ),
)
LABELLED = (
    (
        "Equilibrium",
        "Choices from which nobody gains by straying, if both players know the estimated shares.",
    ),
)


def section(found: Metagame | None, seats: Sequence[str], words: Words) -> Section:
    """Return the section of the metagame.

    Parameters
    ----------
    found
        The set-ups; None where there are none.
    seats
        Their names.
    words
        What the system calls its things.
    """
    base = Section("metagame", "What to pick", "What to pick", missing=MISSING)
    noun = words.contestant
    found = found and sensible(found, words)
    if found is None or not found.set_ups:
        return replace(base, missing=f"No metagame: {found.note}." if found and found.note else MISSING)
    mixes = [one for one in found.set_ups if one.kind in WITH_MIX and (one.first or one.second)]
    if not words.sides:
        blocks = tuple(_choice(one, noun, found.draws) for one in mixes)
        return replace(base, blocks=blocks, terms=LABELLED)
    blocks = (_values(found, seats, noun), *(_mix(one, seats, noun, found.draws) for one in mixes))
    return replace(base, blocks=blocks, terms=TERMS)


def sensible(found: Metagame, words: Words) -> Metagame:
    """Leave out the set-ups that a game does not have: where nothing is dealt, players choose freely.

    Every set-up gives the two sides different contestants. Where these are ways to play, nobody is kept from playing as
    the other does, and no set-up is left.
    """
    if words.chosen:
        noun = words.contestant
        note = f"both sides may follow the same {noun}, and games of one {noun} against itself are not played"
        return replace(found, set_ups=(), levelling=(), note=note)
    if words.dealt:
        return found
    return replace(
        found,
        set_ups=tuple(one for one in found.set_ups if one.kind not in DEALT),
        levelling=tuple(one for one in found.levelling if not {one.kind, one.against} & {*DEALT}),
    )


def set_up_name(kind: SetUpKind, seats: Sequence[str]) -> str:
    """Return what a set-up is called."""
    first, second = (w.name_of(seat) for seat in seats)
    return NAMES[kind].format_map({"first": first, "second": second})


def _plain(kind: SetUpKind, seats: Sequence[str]) -> str:
    name = set_up_name(kind, seats)
    return name if kind in (SetUpKind.FIRST_PICKS, SetUpKind.SECOND_PICKS) else name[0].lower() + name[1:]


def change_of(what: str, change: Interval) -> str:
    """Say whether a size shrinks or grows; nothing is said to do so whose interval holds 0."""
    if not w.known(change):
        return f"what becomes of {what} is unknown"
    if w.includes(change, 0.0):
        return f"{what} changes by {w.change_cell(change)}, which may be nothing"
    return f"{what} {'shrinks' if change.estimate < 0 else 'grows'} by {w.size_cell(change)}"


def levelling_sentence(one: Levelling, seats: Sequence[str]) -> str:
    """Say how far one set-up levels the sides, against another."""
    side = change_of("the side advantage", one.advantage)
    distance = change_of("the distance from even of what is played", one.distance)
    return (
        f"“{set_up_name(one.kind, seats)}” against “{_plain(one.against, seats)}”: {side}, and {distance}, "
        "in wins in 100."
    )


def value_sentence(found: Metagame, seats: Sequence[str]) -> str:
    """Say what the sides win under the rulebook's set-up, or the first that could be worked out."""
    one = found.set_up(SetUpKind.TWO_DEALT) or found.set_ups[0]
    return f"{set_up_name(one.kind, seats)}: {w.favoured_words(one.value, seats)}."


def _values(found: Metagame, seats: Sequence[str], noun: str) -> Block:
    first = w.name_of(seats[0])
    note = w.spoken(found.note, noun, "setting")
    remark = (f"{note[0].upper()}{note[1:]}.",) if note else ()
    return Block(
        paragraphs=(
            f"If both players know these figures and choose as well as they can. {value_sentence(found, seats)}",
            *remark,
        ),
        points=tuple(levelling_sentence(one, seats) for one in found.levelling),
        table=Table(
            name="set-ups-table",
            caption="Every way of coming to the pairing, under best play; pairings count as often as they are played.",
            columns={
                "name": "Set-up",
                "value": f"{first} wins in 100",
                "distance": "Distance from even of what is played",
                "spread": "Spread of what is played",
                "deal": "Distance once the deal is known",
            },
            rows=[
                {
                    "name": set_up_name(one.kind, seats),
                    "value": w.share_cell(one.value),
                    "distance": w.rate_cell(one.distance),
                    "spread": w.rate_cell(one.spread),
                    "deal": w.NOTHING if one.deal_distance is None else w.rate_cell(one.deal_distance),
                }
                for one in found.set_ups
            ],
            numeric=("distance", "spread", "deal"),
            bars={"value": [one.value for one in found.set_ups]},
        ),
    )


def pick_words(pick: Pick) -> str:
    """Say whether a contestant is worth picking, no more surely than its loss is known."""
    costs = w.known(pick.loss) and pick.loss.low > 0
    if pick.never and costs:
        worse = (
            f"; by the estimates always worse than {w.name_of(pick.dominated_by)}"
            if pick.dominated_by
            else ""
        )
        return f"never{worse}"
    return w.NOT_ENOUGH if pick.never else "yes"


def drawn_cell(interval: Interval) -> str:
    """Return a figure that rests on draws: with its range, or what every draw gave.

    Examples
    --------
    >>> drawn_cell(Interval(0.125, 0.125, 0.125, 9)), drawn_cell(Interval(0.5, 0.4, 0.6, 9))
    ('12.5 in every draw', '50 (40–60)')
    """
    if not w.known(interval) or interval.low != interval.high:
        return w.rate_cell(interval)
    value = 100 * interval.estimate
    return f"{w.number(value, 0 if value == round(value) else 1)} in every draw"


def _rate(pick: Pick) -> str:
    cell = drawn_cell(pick.rate)
    if pick.lowest == pick.highest:
        return cell
    return f"{cell}; {w.number(100 * pick.lowest)} to {w.number(100 * pick.highest)} are as good"


def _choice(one: SetUp, noun: str, draws: int) -> Block:
    """Return what to choose in either seat: where seats are labels, both players have the same good choices."""
    return Block(
        paragraphs=(
            f"If both players know these figures, choose at once and as well as they can: how often each {noun} is "
            f"chosen in equilibrium, by how it does in the first seat. Ranges come from {draws:,} draws of the shares "
            "within their uncertainty. Never: choosing it surely costs wins.",
        ),
        table=Table(
            name="free-choice-table",
            caption="Free choice, both at once; seats are labels, so both players choose alike.",
            columns={
                "name": w.name_of(noun),
                "rate": "Picked, in 100",
                "loss": "Cost of always picking it",
                "words": "Worth picking?",
            },
            rows=[
                {
                    "name": w.name_of(pick.name),
                    "rate": _rate(pick),
                    "loss": drawn_cell(pick.loss),
                    "words": pick_words(pick),
                }
                for pick in one.first
            ],
            numeric=("rate", "loss"),
        ),
    )


def _mix(one: SetUp, seats: Sequence[str], noun: str, draws: int) -> Block:
    names = [w.name_of(seat) for seat in seats]
    key = one.kind.name.lower().replace("_", "-")
    sides = (one.first, one.second)
    columns = {"name": w.name_of(noun)}
    for index, name in enumerate(names):
        columns |= {
            f"rate-{index}": f"{name} keeps it, in 100"
            if one.kind is SetUpKind.TWO_DEALT
            else f"{name} picks it, in 100",
            f"loss-{index}": f"Cost to {name} of always picking it",
            f"words-{index}": f"Worth picking for {name}?",
        }
    rows: dict[str, dict[str, str]] = {}
    for index, side in enumerate(sides):
        for pick in side:
            rows.setdefault(pick.name, {"name": w.name_of(pick.name)}).update(
                {
                    f"rate-{index}": _rate(pick),
                    f"loss-{index}": drawn_cell(pick.loss),
                    f"words-{index}": pick_words(pick),
                }
            )
    several = "" if one.unique else " Other mixes are as good; their range stands behind the rate."
    held = " (when it is among the two held, whatever the other)" if one.kind is SetUpKind.TWO_DEALT else ""
    return Block(
        heading=set_up_name(one.kind, seats),
        paragraphs=(
            f"How often each {noun} is chosen in equilibrium{held}.{several} Ranges come from {draws:,} draws "
            "of the shares within their uncertainty. Never: choosing it surely costs wins.",
        ),
        table=Table(
            name=f"{key}-table",
            caption=f"{w.favoured_words(one.value, seats)}.",
            columns=columns,
            rows=list(rows.values()),
            numeric=[column for column in columns if column.startswith(("rate", "loss"))],
        ),
    )
