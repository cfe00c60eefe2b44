"""A record as text in the words of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Event = dict[str, Any]
_NAMES = {
    "ceasefire": "Ceasefire",
    "transfer": "Territory Transfer",
    "support": "Covert Support",
    "partnership": "Manufacturing Partnership",
}


def told(header: Event, events: Sequence[Event]) -> str:
    """Return a game as text: who plays, then turn by turn what happened; what not all see says who does."""
    return "\n".join([*_head(header), *(line for event in events for line in _line(event))]) + "\n"


def _head(header: Event) -> Iterator[str]:
    for seat, player in header["seats"].items():
        policy = f" ({player['policy']})" if player.get("policy") else ""
        yield f"{seat.capitalize()}: {player['contestant']}{policy}"
    yield f"Deal: {header['setting']}, game {header['index']} of seed {header['seed']}"


def _line(event: Event) -> Iterator[str]:
    seen = event.get("seen", "all")
    hidden = "" if seen == "all" else f"  [seen by {' and '.join(seen)}]"
    words = _WORDS[event["event"]](event)
    indent = "" if event["event"] == "turn" else "  "
    blank = "\n" if event["event"] == "turn" else ""
    yield f"{blank}{indent}{words}{hidden}"


def _turns(number: int) -> str:
    return f"{number} turn{'' if number == 1 else 's'}"


def _ended(event: Event) -> str:
    name = _NAMES[event["type"]]
    if event["how"] == "betrayed":
        return f"{event['by']} betrays the {name}: it ends; half deploy for {_turns(event['half deploy'])}"
    if event["how"] == "void":
        return (
            f"{event['by']} turned on its partner: the {name} is void; the victim is free at once, "
            f"{event['by']} draws slower for {_turns(event['slow for'])} more"
        )
    return f"the {name} {'runs out' if event['how'] == 'expired' else 'dissolves: a party is eliminated'}"


def _agreement(event: Event) -> str:
    place = f" of {event['territory']}, garrison intact" if "territory" in event else ""
    return f"{_NAMES[event['type']]}{place} is in force for {_turns(event['turns'])}"


def _end(event: Event) -> str:
    scores = f"{event['scores'][0]} to {event['scores'][1]}"
    return f"Final scores {scores}: {'level' if event['winner'] is None else event['winner'] + ' wins'}"


_WORDS: Mapping[str, Any] = {
    "card": lambda e: f"{e['by']} draws a card of value {e['value']}",
    "battle": lambda e: f"the attack on {e['place']} {'succeeds' if e['won'] else 'fails'}",
    "act": lambda e: f"{e['by']}: {e['act']}",
    "turn": lambda e: f"Round {e['round']}, {e['by']}'s turn",
    "agreement": _agreement,
    "support": lambda e: f"{e['troops']} troops arrive in secret",
    "ended": _ended,
    "told": lambda e: f"{e['party']} is told: {e['of']}, its partner, attacked it; the deal is broken",
    "eliminated": lambda e: f"{e['party']} is eliminated",
    "end": _end,
}
