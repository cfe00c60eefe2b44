"""What a position asks of the person: the question, and the legal actions as options in words."""

from __future__ import annotations

from balance.engine.pacts.describe import Action
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.session import Session
from balance.play.abilities import active_words
from balance.play.prompt import Option

_ASKED = {
    "auction": "Place the cubes of the auction, one at a time. Where does the next go?",
    "court": "Choose a court card to lay face down, or none.",
    "split": "Make two piles. Which cards lie with the second-player token, such as 1 3, all or none?",
    "select": "Give out the piles.",
    "menu": "Your turn. What is next?",
    "after_wild": "Your passive ability: remove opposing cubes there?",
    "passive": "Your passive ability may act now. Use it?",
    "allot": "The supply is short. Where does the next cube go?",
    "take_back": "The supply is empty. Take a cube back from the board?",
    "swap": "Which two tiles change places?",
    "remove_tile": "Which tile goes to the box?",
    "remove_all": "Which region is emptied?",
    "copy": "Which card is copied?",
}


def options(session: Session) -> list[Option]:
    """Return the legal actions as options, what ends something last.

    Cards that are equal count once; of a PLACE the whole number comes first.
    """
    pairs = list(zip(session.legal_numbers(), session.legal(), strict=True))
    if session.phase == "place":
        pairs.sort(key=lambda pair: -pair[1][2] if pair[1][0] == "place" else 0)
    pairs.sort(key=lambda pair: pair[1] == ("stop",))
    found: dict[str, Option] = {}
    for number, action in pairs:
        text = words(session, action)
        found.setdefault(text, Option(text, number))
    return list(found.values())


def words(session: Session, action: Action) -> str:
    """Return an action in words, with what a card is to this side."""
    if action[0] == "split":
        return _split(session, action[1])
    text = session.words(action)
    if action[0] == "card":
        meaning = _meaning(session, action[1])
        return f"{text[:-1]}, {meaning[2:]}" if meaning and text.endswith(")") else text + meaning
    if action[0] == "place" and session.phase == "menu":
        return f"{text} for going first"
    if action[0] == "move":
        own = action[1] == session.to_move
        both = any(other[0] == "move" and other[1] != action[1] for other in session.legal())
        whose = ("own " if own else "opposing ") if both else ""
        return f"move {whose}{action[2]} to {action[3]}"
    if action == ("stop",) and session.phase == "menu":
        unused = [card_name(session, slot) for slot in hand_of(session)]
        return text + (f", leaving {', '.join(unused)} unused" if unused else "")
    return text


def _split(session: Session, slots: tuple[int, ...]) -> str:
    """Return a split as it is typed, then both piles: ``1 3: PLACE 1 oak, MOVE 1 | POINTS, MOVE 2, ABILITY``."""
    cards = session.game.names.cards
    revealed = [str(cards[int(kind)]) for kind in session.game.state["revealed"]]
    typed = (
        "none" if not slots else "all" if len(slots) == k.REVEALED else " ".join(str(s + 1) for s in slots)
    )
    rest = [slot for slot in range(k.REVEALED) if slot not in slots]
    token, other = (", ".join(revealed[slot] for slot in pile) or "no cards" for pile in (slots, rest))
    return f"{typed}: {token} | {other}"


def question(session: Session) -> str:
    """Return what is asked, with what is left of the effect under way."""
    state, phase = session.game.state, session.phase
    card = _effect(session)
    left = int(state["count"])
    if phase == "place":
        return f"{card}: how many cubes, in which region?"
    if phase == "move":
        return f"{card}: {left} {'move' if left == 1 else 'moves'} left. Which cube moves?"
    if phase == "remove":
        return f"{card}: {left} {'cube' if left == 1 else 'cubes'} still to remove. Which?"
    if state["one_of"]:
        return "Your passive ability adds a cube in one region. Which?"
    asked = _ASKED[phase]
    return f"{card}. {asked}" if phase in {"swap", "remove_tile", "remove_all", "copy"} else asked


def hand_of(session: Session) -> list[int]:
    """Return the slots of the cards that the side to move still holds."""
    bits = int(session.game.state["hand"][int(session.game.state["side"])])
    return [slot for slot in range(k.SLOTS) if bits >> slot & 1]


def card_name(session: Session, slot: int) -> str:
    """Return the name of a card of the side to move."""
    return str(session.game.names.cards[_kind(session, slot)])


def _kind(session: Session, slot: int) -> int:
    state = session.game.state
    return int(k.kind_in_slot(state, session.game.rules[0], int(state["side"]), slot))


def _meaning(session: Session, slot: int) -> str:
    """Return in brackets what a card is other than printed, or does: ``(as MOVE 5)``."""
    rules, side, kind = session.game.rules[0], int(session.game.state["side"]), _kind(session, slot)
    effect, number = int(rules["effect"][kind]), int(rules["number"][side, kind])
    card = session.game.names.cards[kind]
    if effect == k.POINTS_EFFECT:
        return f" ({number} points)"
    if effect == k.ABILITY_EFFECT:
        return f" ({_active(session)})"
    told = []
    if number != card.count:
        told.append(f"as {card.effect} {number}")
    if int(rules["plays"][side, kind]) == 2:
        told.append("twice")
    return f" ({', '.join(told)})" if told else ""


def _active(session: Session) -> str:
    origin = session.origin
    name = session.factions[int(session.game.state["side"])]
    return (
        "the faction's ability"
        if origin is None
        else active_words(origin.configuration.factions[name].active, origin.configuration.game)
    )


def _effect(session: Session) -> str:
    """Return the card that is being resolved, or what the ability does."""
    state, rules = session.game.state, session.game.rules[0]
    if int(state["word"]) != k.NO_ACTIVE:
        return f"Ability ({_active(session)})"
    kind = int(state["kind"])
    if kind < 0:
        return "Passive ability"
    card, number = session.game.names.cards[kind], int(rules["number"][int(state["side"]), kind])
    return " ".join(part for part in (card.effect, str(number or ""), card.symbol) if part)
