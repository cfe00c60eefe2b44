"""One game as text, move by move, in the rulebook's words; what happens by itself has lines of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from balance.engine.pacts import describe
from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.replay import Replay, Step

Position = dict[str, Any]
Cubes = Counter[tuple[str, str]]  # by side and region


def game_text(replay: Replay, heading: str) -> str:
    """Return the whole game as text, ending in a newline.

    Parameters
    ----------
    replay
        A game not yet begun.
    heading
        What stands above it: which cell, which game.
    """
    game = replay.game
    before = game if game.phase == "auction" else _set_up(game)
    lines = [heading, "", *_board(before.position(), game)]
    if game.phase == "auction":
        lines += ["", f"Auction: {_title(game.to_move)} places {_cubes(int(game.state['bid_left']))}"]
    else:
        lines += _round(game.position(), _added(before.position(), game.position()))
    for step in replay.steps():
        lines += step_lines(step)
    outcome = game.outcome()
    seelie, unseelie = outcome.scores
    lines += ["", f"Final score: Seelie {seelie}, Unseelie {unseelie}."]
    if outcome.winner is None:
        lines.append("Equal scores: half a win each.")
    else:
        why = " by the tie-break" if outcome.tie_break else ""
        lines.append(f"{_title(SIDES[outcome.winner])} wins{why}.")
    return "\n".join(lines) + "\n"


def _calm(game: Game) -> Game:
    """Return a copy of the game in which nothing happens by itself at the start of a round."""
    twin = game.copy()
    twin.rules = game.rules.copy()
    twin.rules["round_start"] = 0
    return twin


def _set_up(game: Game) -> Game:
    """Return the board as set-up leaves it, before round 1 starts."""
    tiles = [int(tile) for tile in game.state["tiles"]]
    return Game(_calm(game).rules, game.names, tiles=tiles)


def _title(side: str | None) -> str:
    return (side or "").capitalize()


def _cubes(number: int) -> str:
    return f"{number} cube" if number == 1 else f"{number} cubes"


def _each(cubes: Cubes, side: str) -> str:
    """Return how many cubes of a side in which regions: ``1 in center, 2 in top-left``."""
    return ", ".join(f"{number} in {region}" for (owner, region), number in cubes.items() if owner == side)


def _added(before: Position, after: Position) -> Cubes:
    """Return the cubes that lie on the board now and did not before (fewer: negative), in board order."""
    return Counter(
        {
            (side, region): number - before["cubes"][side][region]
            for side in SIDES
            for region, number in after["cubes"][side].items()
            if number != before["cubes"][side][region]
        }
    )


def _board(position: Position, game: Game) -> Iterator[str]:
    """Yield the board as a table: region, symbol, tile in force, cubes."""
    width = max(len(region) for region in game.names.regions)
    yield f"  {'region':<{width}}  symbol  tile  Seelie  Unseelie"
    for number, region in enumerate(game.names.regions):
        symbol = game.names.symbols[int(game.rules[0]["symbol"][number])]
        seelie, unseelie = (position["cubes"][side][region] for side in SIDES)
        yield f"  {region:<{width}}  {symbol:<6}  {_tile(position, region):>4}  {seelie:>6}  {unseelie:>8}"
    score, supply = position["score"], position["supply"]
    yield (
        f"  score: Seelie {score['seelie']}, Unseelie {score['unseelie']}; "
        f"supply: Seelie {supply['seelie']}, Unseelie {supply['unseelie']}"
    )


def _tile(position: Position, region: str) -> str:
    """Return the value of a region's tile in the season, a dash where it was removed."""
    tile = position["tiles"][region]
    return "-" if tile is None else str(tile[describe.SEASONS.index(position["season"])])


def _round(position: Position, added: Cubes) -> Iterator[str]:
    """Yield the heading of a round and what its start adds."""
    yield ""
    yield f"Round {position['round']}"
    yield from _round_start(added)


def _round_start(added: Cubes) -> Iterator[str]:
    for side in SIDES:
        if where := _each(added, side):
            yield f"  The round starts: {_title(side)} adds cubes, {where}"


def _card(position: Position, side: str, slot: int) -> str:
    if slot == k.COURT_SLOT:
        return f"{position['court_card'][side]} (court)"
    return str(position["revealed"][slot])


def _cards(position: Position, slots: Any) -> str:
    return ", ".join(position["revealed"][slot] for slot in slots) or "no cards"


def step_lines(step: Step) -> Iterator[str]:
    """Yield a step: what was done, what followed by itself, the next turn, and at the end of a round all about it."""
    before, after = step.before.position(), step.after.position()
    calm = _calm(step.before)  # after the step, but with the next round's start still to come
    if step.phase == "reveal":
        calm.reveal(step.action[1])
    else:
        calm.apply(step.action)
    still = calm.position()
    at_round_start = int(step.before.state["after"]) in {k.SEELIE_SPAWNED, k.UNSEELIE_SPAWNED}
    margin = "    " if step.phase not in {"court", "reveal", "split", "select", "auction"} else "  "
    if at_round_start and step.phase in {"allot", "take_back", "passive"}:
        yield f"  The round starts: {_title(step.side)} {_move(step, before)}"
        margin = "  "
    else:
        yield from _said(step, before)
    set_up = step.phase == "auction" != after["phase"] and bool(step.before.rules[0]["auction_first"])
    if set_up:
        yield from ("", "Set-up", *_board(still, calm))
    else:
        yield from (f"{margin}{line}" for line in _by_itself(step, before, still))
    if step.phase == "passive":
        yield from _discards(before, after, step.side or "")
    over, ended = after["phase"] == "over", after["round"] != before["round"]
    yield from _turns(step, before, after, ended=over or ended)
    if over or ended:
        yield from _end_of_round(before, still, calm)
    if ended or (step.phase == "auction" and after["phase"] != "auction"):
        yield from _round(after, _added(still, after))
    else:
        yield from _round_start(_added(still, after))


def _said(step: Step, before: Position) -> Iterator[str]:
    """Yield what was done."""
    side, action = step.side or "", step.action
    if step.phase == "court":
        card = action[1]
        yield f"  {_title(side)} " + ("lays no court card" if card is None else f"lays {card} face down")
    elif step.phase == "reveal":
        yield f"  Revealed: {', '.join(action[1])}"
    elif step.phase == "split":
        rest = [slot for slot in range(k.REVEALED) if slot not in action[1]]
        token, other = _cards(before, action[1]), _cards(before, rest)
        yield f"  {_title(side)} splits: {token} with the second-player token | {other}"
    elif step.phase == "select":
        if action[1] == side:
            yield f"  {_title(side)} takes the pile with the second-player token and goes second"
        else:
            yield f"  {_title(side)} leaves the pile with the second-player token and goes first"
    elif step.phase == "auction":
        yield f"  {_title(side)} {_move(step, before)}"
    else:
        yield f"    {_move(step, before)}"


def _move(step: Step, before: Position) -> str:
    """Return one action of a turn in words."""
    side, action = step.side or "", step.action
    other = SIDES[1 - SIDES.index(side)]
    word = action[0]
    if word == "stop":
        return _stop(step, before)
    texts = {
        "auction": lambda: f"places a cube in {action[1]}",
        "card": lambda: f"plays {_card(before, side, action[1])}{_points(step, step.action[1])}",
        "card_as": lambda: f"plays {_card(before, side, action[1])} as {action[2]}{_points(step, action[1])}",
        "copy": lambda: f"copies {_card(before, side, action[1])}{_points(step, step.action[1])}",
        "copy_as": lambda: (
            f"copies {_card(before, side, action[1])} as {action[2]}{_points(step, action[1])}"
        ),
        "place": lambda: _place(step, before),
        "move": lambda: f"moves {_whose(step, action[1])} cube from {action[2]} to {action[3]}",
        "remove": lambda: f"removes {_whose(step, action[1])} cube from {action[2]}",
        "swap": lambda: f"swaps the tiles of {action[1]} and {action[2]}",
        "take_back": lambda: f"takes a cube back from {action[1]}",
        "passive": lambda: (
            "uses the passive ability" if step.phase == "passive" else _removal(step, before, other)
        ),
        "region": lambda: {
            "remove_all": f"removes every cube from {action[1]}: "
            + ", ".join(f"{before['cubes'][s][action[1]]} of {_title(s)}" for s in SIDES),
            "remove_tile": f"returns the tile of {action[1]} to the box",
        }.get(step.phase, f"adds a cube in {action[1]}"),
    }
    return texts[word]()


def _whose(step: Step, side: str) -> str:
    return "an own" if side == step.side else "an opposing"


def _place(step: Step, before: Position) -> str:
    """Say how many cubes are placed: as many as the supply has; those lacking are asked for next."""
    number, region = step.action[2], step.action[1]
    supply = before["supply"][step.side]
    if supply == 0:
        text = f"places in {region}, but the supply is empty"
    elif supply < number:
        text = f"places {_cubes(supply)} in {region}, all that the supply has"
    else:
        text = f"places {_cubes(number)} in {region}"
    return text + (" for going first" if step.phase == "menu" else "")


def _removal(step: Step, before: Position, other: str) -> str:
    """Say how many opposing cubes go from where a WILD card has placed."""
    state, rules, side = step.before.state, step.before.rules[0], int(step.before.state["side"])
    region = step.before.names.regions[int(state["target"])]
    number = min(int(rules["after_wild"][side]), before["cubes"][other][region])
    return f"removes {number} opposing {'cube' if number == 1 else 'cubes'} from {region}"


def _stop(step: Step, before: Position) -> str:
    if step.phase == "menu":
        left = ", ".join(_card(before, step.side or "", slot) for slot in before["hand"][step.side])
        return "ends the turn" + (f", discards unused: {left}" if left else "")
    declined = {
        "take_back": "takes no cube back",
        "after_wild": "removes nothing",
        "passive": "does not use the passive ability",
    }
    if step.phase in declined:
        return declined[step.phase]
    state = step.before.state
    if int(state["word"]) != k.NO_ACTIVE:
        stops = "stops: nothing else can be done" if step.forced else "stops"
        return stops if state["begun"] else "does not use the ability"
    return {"place": "places nothing", "move": "moves no more" if state["begun"] else "moves nothing"}[
        step.phase
    ]


def _kind(step: Step, slot: int) -> int:
    return int(k.kind_in_slot(step.before.state, step.before.rules[0], int(step.before.state["side"]), slot))


def _points(step: Step, slot: int) -> str:
    """Say what a POINTS card gives, nothing for any other card."""
    rules, kind = step.before.rules[0], _kind(step, slot)
    if len(step.action) > 2:  # started or copied as another card
        kind = step.before.names.kind(step.action[2])
    if rules["effect"][kind] != k.POINTS_EFFECT:
        return ""
    return f": {int(rules['number'][int(step.before.state['side']), kind])} points"


def _asked(step: Step, before: Position) -> Cubes:
    """Return the cubes that the action itself puts on the board (positive) or takes from it (negative)."""
    side, action = step.side or "", step.action
    other = SIDES[1 - SIDES.index(side)] if side else ""
    cubes: Cubes = Counter()
    word = action[0]
    if word == "place":
        cubes[side, action[1]] += min(action[2], before["supply"][side])
    elif word == "auction" or (word == "region" and step.phase == "allot"):
        cubes[side, action[1]] += 1
    elif word == "take_back":
        cubes[side, action[1]] -= 1
    elif word == "move":
        cubes[action[1], action[2]] -= 1
        cubes[action[1], action[3]] += 1
    elif word == "remove":
        cubes[action[1], action[2]] -= 1
    elif word == "region" and step.phase == "remove_all":
        for owner in SIDES:
            cubes[owner, action[1]] -= before["cubes"][owner][action[1]]
    elif word == "passive" and step.phase == "after_wild":
        region = step.before.names.regions[int(step.before.state["target"])]
        most = int(step.before.rules[0]["after_wild"][SIDES.index(side)])
        cubes[other, region] -= min(most, before["cubes"][other][region])
    return cubes


def _by_itself(step: Step, before: Position, still: Position) -> Iterator[str]:
    """Yield the cubes that the step added without being asked, before a next round starts."""
    more = _added(before, still)
    more.subtract(_asked(step, before))
    for side in SIDES:
        own: Cubes = Counter({key: number for key, number in more.items() if number and key[0] == side})
        if not own:
            continue
        where = _each(own, side)
        if step.action[0] == "place" and step.phase == "place":
            yield f"the first placing there adds {_cubes(own.total())}: {where}"
        elif step.action[0] == "remove":
            yield f"puts own cubes in the places of those removed: {where}"
        else:
            yield f"adds {where}"


def _turns(step: Step, before: Position, after: Position, *, ended: bool) -> Iterator[str]:
    """Yield the headings of the turns that begin, with what revealing a court card does."""
    first = step.phase == "select"
    if not first and (step.phase in {"court", "reveal", "split", "auction"} or before["token"] is None):
        return
    token = after["token"] or before["token"]
    if step.phase == "select":
        token = step.action[1]
    opens = SIDES[1 - SIDES.index(token)]
    was_second = not first and int(step.before.state["turn"]) == 1
    if was_second or (not first and not ended and after["side"] != token):
        return
    begun = ([opens] if first else []) + ([token] if ended or after["side"] == token else [])
    for side in begun:
        hand = after["hand"][side] if not ended else ()
        own = ", ".join(_card(after, side, slot) for slot in hand) or "no cards"
        yield f"  {_title(side)}'s turn: {own}"
        yield from _discards(before, after, side)


def _discards(before: Position, after: Position, side: str) -> Iterator[str]:
    """Yield the cards that the other side discards because of the court card that `side` has turned up."""
    other = SIDES[1 - SIDES.index(side)]
    gone = Counter(before["court_hand"][other]) - Counter(after["court_hand"][other])
    for card in gone.elements():
        yield f"    {_title(other)} discards {card} from the court hand"


def _end_of_round(before: Position, still: Position, game: Game) -> Iterator[str]:
    """Yield the scoring of a third or sixth round, the flip, and the board that a round leaves."""
    number = before["round"]
    if number in {k.ROUNDS // 2, k.ROUNDS}:
        yield ""
        yield f"Scoring after round {number}, {before['season']} side of the tiles"
        yield from _scoring({**still, "season": before["season"]}, game.names.regions)
    if still["season"] != before["season"]:
        flips = [
            f"{region} {tile[0]} to {tile[1]}" for region, tile in still["tiles"].items() if tile is not None
        ]
        yield f"  The tiles flip to their light side: {', '.join(flips) or 'none is left'}"
    yield ""
    yield f"After round {number}"
    yield from _board(still, game)


def _scoring(position: Position, regions: tuple[str, ...]) -> Iterator[str]:
    """Yield the scoring region by region: the tile's value goes to the side with more cubes there."""
    width = max(len(region) for region in regions)
    gained = dict.fromkeys(SIDES, 0)
    yield f"  {'region':<{width}}  tile  Seelie  Unseelie  scores"
    for region in regions:
        seelie, unseelie = (position["cubes"][side][region] for side in SIDES)
        value = _tile(position, region)
        if value == "-":
            scores = "nobody, no tile"
        elif seelie == unseelie:
            scores = "nobody, as many cubes each" if seelie else "nobody, no cubes"
        else:
            side = SIDES[0] if seelie > unseelie else SIDES[1]
            gained[side] += int(value)
            scores = f"{_title(side)} {value}"
        yield f"  {region:<{width}}  {value:>4}  {seelie:>6}  {unseelie:>8}  {scores}"
    sums = []
    for side in SIDES:
        total = position["score"][side]
        sums.append(f"{_title(side)} {total - gained[side]} + {gained[side]} = {total}")
    yield f"  {'; '.join(sums)}"
