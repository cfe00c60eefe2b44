"""A contest as text, in the words of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from balance.config.live_combat.words import SEATS, WORDS

Event = dict[str, Any]
ACTS = {
    "drink a potion": "drinks a potion",
    "defend": "defends",
    "stunned": "is stunned",
}
AGONY = {
    "drink a potion": "drinks a potion.",
    "walk": "walks towards the healer.",
    "wait": "waits and calls for help.",
}
RESTS = {
    "no rest": "does not rest",
    "rest": "rests",
    "armour on": "rests with the armour on",
    "armour off": "takes the armour off and rests",
}


def told(header: Event, events: Sequence[Event]) -> str:
    """Return a record as text."""
    seats = header["seats"]
    lines = [
        " against ".join(
            f"{WORDS.seats[seat]}: {seats[seat]['contestant']} ({seats[seat]['policy']})" for seat in SEATS
        )
        + f". Contest: {header['setting']}. Game {header['index']}, seed {header['seed']}."
    ]
    before: Event = {}
    bout = 0
    for event in events:
        if event["event"] == "exchange" and event["bout"] != bout:
            bout = event["bout"]
            lines += ["", f"Bout {bout}"]
        lines += _lines(event, before)
        before = event if SEATS[0] in event else before
    return "\n".join(lines) + "\n"


def points(own: Event) -> str:
    """Return HP and AP of a side."""
    armour = f", {own['ap']} AP" + ("" if own["armour_worn"] else " (armour off)")
    temporary = f", {own['temporary_ap']} temporary AP" if own["temporary_ap"] else ""
    return f"{own['hp']} HP{armour}{temporary}"


def _lines(event: Event, before: Event) -> Iterator[str]:
    """Yield the lines of one event."""
    kind = event["event"]
    if kind == "start":
        if event.get("scripted_death"):
            yield f"All are told: of 100 whom nobody rescues, {event['scripted_death']} die by a scripted event."
        for seat in SEATS:
            yield f"{WORDS.seats[seat]} has {points(event[seat])}."
    elif kind == "decision":
        yield from _decision(event)
    elif kind == "exchange":
        yield from _exchange(event, before)
    elif kind == "fates":
        for seat in SEATS:
            if (
                before[seat]["condition"] != event[seat]["condition"]
                or before[seat]["hp"] != event[seat]["hp"]
            ):
                yield f"  {WORDS.seats[seat]} {fate(before[seat], event[seat])}"
    elif kind == "break":
        yield from _break(event)
    else:
        won = "The contest is level" if event["winner"] is None else f"{WORDS.seats[event['winner']]} wins"
        more, fewer = sorted(event["scores"], reverse=True)
        yield ""
        yield f"{won}, {more} to {fewer} in bouts."


def _decision(event: Event) -> Iterator[str]:
    """Yield decisions that no later event tells of."""
    name, action = WORDS.seats[event["seat"]], event["action"]
    if event["of"] == "limb":
        yield f"  {name} loses the use of one {action}."
    elif event["of"] == "finish":
        done = (
            "strikes the fallen foe: further damage in agony"
            if action == "finish"
            else "spares the fallen foe"
        )
        yield f"  {name} {done}."
    elif event["of"] == "agony":
        yield f"  {name}, in agony, {AGONY[action]}"
    elif event["of"] == "recharge" and action != "save":
        yield f"  {name} pays to {action}."


def _exchange(event: Event, before: Event) -> Iterator[str]:
    """Yield what both sides do, how they are after it, and who falls."""
    acts = "; ".join(f"{WORDS.seats[seat]} {act(event['strikes'][seat])}" for seat in SEATS)
    left = "; ".join(f"{WORDS.seats[seat]} {points(event[seat])}" for seat in SEATS)
    yield f"  {clock(event['seconds'])} {event['exchange']}. {acts}. ({left})"
    for seat in SEATS:
        if before[seat]["shield"] and not event[seat]["shield"]:
            yield f"  {WORDS.seats[seat]}'s shield is broken."
        if event[seat]["condition"] == "in agony":
            yield f"  {WORDS.seats[seat]} has 0 HP and is in agony."
        if event[seat]["condition"] == "unconscious":
            yield f"  {WORDS.seats[seat]} has 0 HP and more damage than that: unconscious at once."


def act(strike: Event) -> str:
    """Return what one side does in an exchange."""
    if "result" not in strike:
        return ACTS[strike["action"]]
    wanted = f'calls "{strike["effect"]}" and ' if "effect" in strike else ""
    if strike["result"] == "misses":
        return f"{wanted}misses"
    if strike["result"] == "hits":
        call = f', calling "{strike["damage"]}"' if strike["called"] and "damage" in strike else ""
        return f"{wanted}hits{call}"
    return f"{wanted}is caught by the shield"


def fate(before: Event, after: Event) -> str:
    """Return what became of somebody who fell."""
    if after["condition"] == "dead":
        return "is rescued by nobody and dies."
    if after["forgot"] > before["forgot"]:
        back = f"back at a safe place with {after['hp']} HP and no memory of how it happened"
        return f"bleeds out: a major injury; {back}."
    if after["bled"] > before["bled"]:
        return (
            f"falls unconscious and is rescued in bleed-out with {after['hp']} HP and an injury that stays."
        )
    if after["condition"] == "stable":
        return "is stabilised: the limb comes back, HP stay at 0."
    limb = "comes back" if after["limb_lost"] == after["limb_injured"] else "does not come back"
    return f"is healed in time to {after['hp']} HP: the limb {limb}."


def _break(event: Event) -> Iterator[str]:
    """Yield what both sides do between two bouts."""
    yield ""
    acts = "; ".join(f"{WORDS.seats[seat]} {RESTS[event['rests'][seat]]}" for seat in SEATS)
    yield f"{clock(event['seconds'])} Break. {acts}."
    if event["broken"]:
        yield "  The break is broken: the next bout begins at once."
    for seat in SEATS:
        yield f"  {WORDS.seats[seat]} has {points(event[seat])}."


def clock(seconds: int) -> str:
    """Return a time as hours, minutes and seconds."""
    return f"[{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}]"
