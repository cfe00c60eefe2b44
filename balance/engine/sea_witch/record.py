"""A game as events: written while it is played, worked out anew from its decisions and chance, and told as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from balance.engine.sea_witch.game import NONE, Game
from balance.engine.sea_witch.kernels import state as k
from balance.engine.sea_witch.tables import Names
from balance.engine.two_seats import Event
from balance.errors import IllegalActionError, RecordError


class Recorder:
    """Plays a game and notes what happens.

    Parameters
    ----------
    game
        The game as it begins.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        position = game.position()
        dealt = [*_dealt(game), *position["deck"]]
        self.events: list[Event] = [
            {
                "event": "start",
                "player": int(game.state["seats"][k.PLAYER]),
                "opponent": int(game.state["seats"][k.OPPONENT]),
                "setting_a": position["setting_a"],
                "setting_b": position["setting_b"],
                "deck": dealt,
                "pacts": position["stack"],
            }
        ]
        self.turn = 0
        self._note_turn()

    def decide(self, action: str) -> None:
        """Carry out a decision and note it with what it led to."""
        game = self.game
        event = {"event": "decision", "seat": game.to_move, "decision": game.phase, "action": action}
        game.apply(action)
        self._note(event)

    def shuffle(self, pacts: Sequence[str]) -> None:
        """Shuffle the discarded pacts and note their order."""
        event = {"event": "shuffle", "pacts": list(pacts)}
        self.game.reshuffle(pacts)
        self._note(event)

    def _note(self, event: Event) -> None:
        position = self.game.position()
        event["score"] = position["score"]
        event["held"] = [len(pacts) for pacts in position["pacts"]]
        event["time"] = position["time"]
        self.events.append(event)
        self._note_turn()

    def _note_turn(self) -> None:
        """Note a turn that has begun, with the hand after phase 1."""
        position = self.game.position()
        if position["turn"] != self.turn and not self.game.over:
            self.turn, seat = position["turn"], position["active"]
            self.events.append(
                {
                    "event": "turn",
                    "turn": self.turn,
                    "seat": seat,
                    "hand": position["hands"][seat],
                    "front": position["front"][seat],
                    "pacts": position["pacts"][seat],
                    "items": position["items"][seat],
                    "deck_left": len(position["deck"]),
                }
            )

    def ended(self) -> list[Event]:
        """Return all events of a game that is over, its end at last."""
        first, points = self.events[0], self.game.points()
        scores = [points[first["player"]], points[first["opponent"]]]
        margin = scores[0] - scores[1]
        winner = None if margin == 0 else "player" if margin > 0 else "opponent"
        end = {"event": "end", "points": points, "scores": scores, "margin": margin, "winner": winner}
        return [*self.events, end]


def _dealt(game: Game) -> list[str]:
    """Return the cards that have left the playing deck when play begins, in the order in which they were drawn."""
    array, left = game.state["deck"], int(game.state["deck_left"])
    size = int(game.rules["deck_size"]) - int(game.rules["taken_out"])
    return [game.names.cards[int(card)] for card in array[left:size][::-1]]


def _started(rules: NDArray[Any], names: Names, start: Event) -> Game:
    """Return the game that a record begins with.

    Raises
    ------
    RecordError
        The first event is no start, or deals what it cannot.
    """
    if start.get("event") != "start":
        msg = f"expected the event start first; got {start.get('event')!r}"
        raise RecordError(msg)
    seats = [start.get("player"), start.get("opponent")]
    lists = [start.get("deck"), start.get("pacts")]
    if not all(type(seat) is int for seat in seats) or not all(
        isinstance(cards, list) and all(isinstance(card, str) for card in cards) for cards in lists
    ):
        msg = "start: expected two seats as numbers, and deck and pacts as lists of names"
        raise RecordError(msg)
    try:
        return Game(rules, names, **{key: value for key, value in start.items() if key != "event"})
    except (IllegalActionError, TypeError) as error:
        msg = f"start: {error}"
        raise RecordError(msg) from error


def retold_events(rules: NDArray[Any], names: Names, events: Sequence[Event]) -> list[Event]:
    """Return the events of a record worked out anew from its decisions and chance.

    Raises
    ------
    RecordError
        A decision is illegal, chance gives what it cannot, or the game does not end where the record does; the message
        begins with the number of the event.
    """
    if not events:
        msg = "the record holds no events"
        raise RecordError(msg)
    recorder = Recorder(_started(rules, names, events[0]))
    for number, event in enumerate(events[1:], start=2):
        try:
            _carried_out(recorder, event)
        except (IllegalActionError, TypeError) as error:
            msg = f"event {number}: {error}"
            raise RecordError(msg) from error
    if not recorder.game.over:
        msg = f"the record ends where the game waits for {recorder.game.phase!r}"
        raise RecordError(msg)
    return recorder.ended()


def _carried_out(recorder: Recorder, event: Event) -> None:
    """Carry out a decision or a shuffle of a record; what follows from the rules is not looked at."""
    kind = event.get("event")
    if kind == "decision":
        recorder.decide(event.get("action", ""))
    elif kind == "shuffle":
        recorder.shuffle(event.get("pacts", ()))


def seats_of(header: Event) -> dict[str, str]:
    """Return who sits in the two compared seats, in words: seat → conduct and policy."""
    return {seat: f"{entry['contestant']}, {entry['policy']}" for seat, entry in header["seats"].items()}


def told_events(rules: NDArray[Any], events: Sequence[Event], *, players: dict[str, str]) -> str:
    """Return the events of a record as text.

    Parameters
    ----------
    rules
        The rules record of the cell, shape (1,).
    events
        The record without its header.
    players
        What to say of `player` and `opponent`.
    """
    start, number = events[0], int(rules[0]["players"])
    people = {start[seat]: f"seat {start[seat] + 1} ({seat}: {words})" for seat, words in players.items()}
    lines = [
        f"{number} players: {'; '.join(people[seat] for seat in sorted(people))}",
        f"Setting cards {start['setting_a']} and {start['setting_b']}; a pact held at the end costs "
        f"{int(rules[0]['penalty'])} VP.",
    ]
    before = {
        "score": [0] * number,
        "held": [0] * number,
        "time": ("Night", "Day")[int(rules[0]["start_time"])].lower(),
    }
    for event in events[1:]:
        if event["event"] == "turn":
            lines += ["", _turn(event)]
        elif event["event"] == "end":
            lines += ["", *_end(event, start)]
        else:
            lines.append(f"  {_what(event)}{_led_to(before, event)}")
            before = event
    return "\n".join(lines) + "\n"


def _listed(cards: Sequence[str]) -> str:
    """Return cards as a reader counts them."""
    counted = Counter(cards)
    return (
        ", ".join(name if number == 1 else f"{name} ×{number}" for name, number in counted.items()) or "none"
    )


def _turn(event: Event) -> str:
    items = ", ".join(f"{number} {item}" for item, number in event["items"].items())
    return (
        f"Turn {event['turn']}, seat {event['seat'] + 1} ({event['deck_left']} cards left in the deck): hand "
        f"{_listed(event['hand'])}; in front {_listed(event['front'])}; pacts {_listed(event['pacts'])}; {items}"
    )


def _what(event: Event) -> str:
    """Return what was decided or shuffled."""
    if event["event"] == "shuffle":
        return f"The pact discards are shuffled into a new stack of {len(event['pacts'])}"
    who, action = f"Seat {event['seat'] + 1}", event["action"]
    declined = action == NONE
    return (
        who
        + {
            "play a pact": " plays no pact" if declined else f" plays the pact {action}",
            "use the A setting card": " uses no setting card"
            if declined
            else f" uses {action} of the A setting card",
            "play a card": f" plays {action}",
            "play a card for the pact": f" plays {action} for the pact",
            "discard a card": f" discards {action}",
            "put a card in front": " puts no card in front" if declined else f" puts {action} in front",
            "discard a pact": " discards no pact" if declined else f" discards the pact {action}",
            "draw a pact": " draws no pact" if declined else " draws a pact",
            "fulfil the second condition": f" {'does not fulfil' if declined else 'fulfils'} the second condition",
        }[event["decision"]]
    )


def _led_to(before: Event, after: Event) -> str:
    """Return what changed for everybody to see: points, pacts held, the time of day."""
    changes = []
    for seat, (old, new) in enumerate(zip(before["score"], after["score"], strict=True)):
        if new != old:
            changes.append(f"seat {seat + 1} {new - old:+d} VP ({new})")
    for seat, (old, new) in enumerate(zip(before["held"], after["held"], strict=True)):
        if new > old:
            changes.append(
                f"seat {seat + 1} draws {new - old} pact{'s' if new - old > 1 else ''} ({new} held)"
            )
    if after["time"] != before["time"]:
        changes.append(f"it is {after['time'].capitalize()}")
    return f": {', '.join(changes)}" if changes else ""


def _end(event: Event, start: Event) -> list[str]:
    points = ", ".join(f"seat {seat + 1} {total} VP" for seat, total in enumerate(event["points"]))
    first, second = event["scores"]
    result = "level" if event["winner"] is None else f"{event['winner']} is ahead"
    seats = f"seat {start['player'] + 1} {first}, seat {start['opponent'] + 1} {second}"
    return [f"The game ends: {points}.", f"Compared: {seats}: {result}."]
