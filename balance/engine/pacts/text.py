"""One game as text, move by move, in the rulebook's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.replay import Replay, Step

Position = dict[str, Any]


def game_text(replay: Replay, heading: str) -> str:
    """Return the whole game as text, ending in a newline.

    Parameters
    ----------
    replay
        A game not yet begun.
    heading
        What stands above it: which cell, which game.
    """
    lines = [heading, "", *_board(replay.game.position(), replay.game)]
    for step in replay.steps():
        lines += _step(step)
    outcome = replay.game.outcome()
    seelie, unseelie = outcome.scores
    lines += ["", f"Final score: Seelie {seelie}, Unseelie {unseelie}."]
    if outcome.winner is None:
        lines.append("Equal scores: half a win each.")
    else:
        why = " by the tie-break" if outcome.tie_break else ""
        lines.append(f"{_title(('seelie', 'unseelie')[outcome.winner])} wins{why}.")
    return "\n".join(lines) + "\n"


def _title(side: str | None) -> str:
    return (side or "").capitalize()


def _cubes(number: int) -> str:
    return f"{number} cube" if number == 1 else f"{number} cubes"


def _board(position: Position, game: Game) -> Iterator[str]:
    """Yield the board as a table: region, symbol, tile in force, cubes."""
    season = 0 if position["season"] == "dark" else 1
    width = max(len(region) for region in game.names.regions)
    yield f"  {'region':<{width}}  symbol  tile  Seelie  Unseelie"
    for number, region in enumerate(game.names.regions):
        tile = position["tiles"][region]
        symbol = game.names.symbols[int(game.rules[0]["symbol"][number])]
        value = "-" if tile is None else str(tile[season])
        seelie, unseelie = (position["cubes"][side][region] for side in ("seelie", "unseelie"))
        yield f"  {region:<{width}}  {symbol:<6}  {value:>4}  {seelie:>6}  {unseelie:>8}"
    score, supply = position["score"], position["supply"]
    yield (
        f"  score: Seelie {score['seelie']}, Unseelie {score['unseelie']}; "
        f"supply: Seelie {supply['seelie']}, Unseelie {supply['unseelie']}"
    )


def _card(position: Position, side: str, slot: int) -> str:
    if slot == k.COURT_SLOT:
        return f"{position['court_card'][side]} (court)"
    return str(position["revealed"][slot])


def _cards(position: Position, slots: Any) -> str:
    return ", ".join(position["revealed"][slot] for slot in slots) or "no cards"


def _step(step: Step) -> Iterator[str]:
    before, after = step.before.position(), step.after.position()
    yield from _automatic_before(step, before)
    side, word = step.side or "", step.action[0]
    if step.phase == "court":
        card = step.action[1]
        yield f"  {_title(side)} " + ("chooses no court card" if card is None else f"lays {card} face down")
    elif word == "reveal":
        yield f"  Revealed: {', '.join(step.action[1])}"
    elif word == "split":
        rest = [slot for slot in range(k.REVEALED) if slot not in step.action[1]]
        yield f"  {_title(side)} splits: {_cards(before, step.action[1])} + token | {_cards(before, rest)}"
    elif word == "select":
        taker = "itself" if step.action[1] == side else _title(step.action[1])
        yield f"  {_title(side)} gives {taker} the pile with the token"
        yield from _turn(after)
    else:
        yield f"    {_move(step, before)}"
    yield from _changes(step, before, after)


def _automatic_before(step: Step, before: Position) -> Iterator[str]:
    """Yield the heading of a round before its first step."""
    if step.phase == "auction" and step.before.state["supply"].sum() == 2 * (
        int(step.before.rules[0]["cubes"]) - int(step.before.rules[0]["setup"].sum())
    ):
        yield ""
        yield f"Auction: {_title(step.side)} places {_cubes(int(step.before.state['bid_left']))}"
    if step.phase == "court" and step.side == "seelie":
        yield ""
        yield f"Round {before['round']}"


def _move(step: Step, before: Position) -> str:
    """Return one action of a turn in words."""
    side, action = step.side or "", step.action
    other = {"seelie": "Unseelie", "unseelie": "Seelie"}[side]
    word = action[0]
    if word == "stop":
        return {
            "menu": "ends the turn"
            + ("" if not before["hand"][side] else "; the cards left are discarded unused"),
            "take_back": "takes no more cubes back",
            "after_wild": "removes nothing",
        }.get(step.phase, "stops")
    texts = {
        "auction": lambda: f"{_title(side)} places a cube in {action[1]}",
        "card": lambda: f"plays {_card(before, side, action[1])}",
        "card_as": lambda: f"plays {_card(before, side, action[1])} as {_becomes(step)}",
        "copy": lambda: f"copies {_card(before, side, action[1])}",
        "copy_as": lambda: f"copies {_card(before, side, action[1])} as {_becomes(step)}",
        "place": lambda: (
            (
                "places 1 cube for going first in "
                if step.phase == "menu"
                else f"places {_cubes(action[2])} in "
            )
            + str(action[1])
        ),
        "move": lambda: (
            f"moves {'a' if action[1] == side else 'an opposing'} cube from {action[2]} to {action[3]}"
        ),
        "remove": lambda: f"removes {'an own' if action[1] == side else 'an opposing'} cube from {action[2]}",
        "swap": lambda: f"swaps the tiles of {action[1]} and {action[2]}",
        "take_back": lambda: f"takes a cube back from {action[1]}",
        "passive": lambda: f"removes cubes of {other} there",
        "region": lambda: {
            "remove_all": f"removes every cube from {action[1]}",
            "remove_tile": f"returns the tile of {action[1]} to the box",
        }.get(step.phase, f"puts a cube in {action[1]}"),
    }
    return texts[word]()


def _becomes(step: Step) -> str:
    rules, names, side = step.before.rules[0], step.before.names, int(step.before.state["side"])
    slot = int(step.action[1])
    kind = (
        rules["court"][step.before.state["court_card"][side]]
        if slot == k.COURT_SLOT
        else step.before.state["revealed"][slot]
    )
    return str(names.cards[int(rules["becomes"][side, kind])])


def _turn(position: Position) -> Iterator[str]:
    """Yield the heading of a turn: who plays what."""
    side = position["side"]
    if position["phase"] != "menu":
        return
    own = ", ".join(_card(position, side, slot) for slot in position["hand"][side]) or "no cards"
    yield f"  {_title(side)}'s turn: {own}"


def _changes(step: Step, before: Position, after: Position) -> Iterator[str]:
    """Yield what happened by itself after a step: bonuses, discards, the next turn, scoring, the end of a round."""
    for side in ("seelie", "unseelie"):
        lost = len(before["court_hand"][side]) - len(after["court_hand"][side])
        if lost and step.phase != "court":
            gone = next(c for c in before["court_hand"][side] if c not in after["court_hand"][side])
            yield f"  {_title(side)} discards {gone} from the court hand"
    ended = after["round"] != before["round"] or after["phase"] == "over"
    if not ended and step.phase not in {"court", "select"} and after["side"] != before["side"]:
        yield from _turn(after)
    if ended:
        if before["round"] in {3, 6}:
            yield ""
            yield f"Scoring after round {before['round']} ({before['season']} side)"
            gained = {s: after["score"][s] - before["score"][s] for s in ("seelie", "unseelie")}
            yield f"  change of score in this step: Seelie +{gained['seelie']}, Unseelie +{gained['unseelie']}"
        if after["season"] != before["season"]:
            yield "  every tile flips to its light side"
        yield from _board(after, step.after)
