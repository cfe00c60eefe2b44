"""What a move says as events: the decision, and what follows from it, read off the positions before and after it.

No rule is worked out here: how many cubes came, went or scored is the difference between two positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from balance.engine.pacts.describe import PHASES, SEASONS, SIDES, slots_of
from balance.engine.pacts.game import Game
from balance.engine.pacts.kernels import rules as kernel
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.rounds import splitter
from balance.engine.pacts.record.decisions import Event, decisions_of
from balance.engine.pacts.record.path import HELD_COLUMNS, Path
from balance.engine.pacts.tables import Names

SCORED: Final = (k.ROUNDS // 2, k.ROUNDS)
Cubes = Sequence[Sequence[int]]  # by side and region


class Teller:
    """Tells the games of one pair on one layout as events.

    The events that it returns are shared between games: they are not to be changed.

    Parameters
    ----------
    rules, names
        The pair's rules record (array of length 1) and the names behind it.

    Attributes
    ----------
    calm
        The rules without what happens by itself when a round starts.
    """

    def __init__(self, rules: NDArray[Any], names: Names) -> None:
        self.rules, self.names = rules, names
        self.calm = rules.copy()
        self.calm["round_start"] = 0
        self.decisions = decisions_of(rules[0], names)
        self._cards = [str(card) for card in names.cards]
        self._court = [str(card) for card in names.court]
        self._court_kinds = [int(kind) for kind in rules[0]["court"]]
        self._discards = [bool(yes) for yes in rules[0]["discard_same_court"]]
        self._values = rules[0]["tile_value"].tolist()
        self._labels: dict[tuple[int, ...], dict[str, str | None]] = {}
        self._rounds = [_splitter(number) for number in range(k.ROUNDS + 1)]

    def opening(self, start: Game) -> list[Event]:
        """Return what stands before the first decision: the board, unless the auction comes first, and round 1."""
        state = start.state
        if start.phase == "auction":
            return [] if self.rules[0]["auction_first"] else [self._set_up(state)]
        tiles = [int(tile) for tile in state["tiles"]]
        board = Game(self.calm, self.names, tiles=tiles).state
        return [
            self._set_up(board),
            *self._round(1, int(state["season"]), board["cubes"].tolist(), state["cubes"].tolist()),
        ]

    def move(self, path: Path, step: int) -> list[Event]:
        """Return the events of one legal move of a path, the decision first."""
        at, number = path.at, path.numbers[step]
        phase, side = at["phase"][step], at["side"][step]
        if phase == k.REVEAL:
            cards = [self._cards[kind] for kind in path.at["revealed"][step + 1]]
            return [{"event": "deal", "common": cards[:-1], "special": cards[-1]}]
        if phase in {k.COURT, k.SPLIT}:
            return [self.decisions.event(phase, side, number)]
        if phase == k.SELECT:
            return [self.decisions.event(phase, side, number), *self._first_turn(path, step)]
        if phase == k.AUCTION:
            return list(self._auction(path, step))
        if at["token"][step] < 0:
            return list(self._round_start(path, step))
        told = list(self._in_turn(path, step))
        ended = at["round"][step + 1] != at["round"][step] or at["phase"][step + 1] == k.OVER
        if at["turn"][step] == 0 and (ended or at["turn"][step + 1] == 1):
            hand = 0 if ended else at["hand"][step + 1][at["token"][step]]
            told += self._turn(path, step, at["token"][step], 2, hand)
        if ended:
            told += self._round_end(path, step)
        return told

    # the board

    def _tiles(self, tiles: Sequence[int]) -> dict[str, str | None]:
        """Return the label of the tile on each region, None where there is none."""
        key = tuple(tiles)
        if key not in self._labels:
            labels = [None if tile < 0 else self.names.tiles[tile] for tile in tiles]
            self._labels[key] = dict(zip(self.names.regions, labels, strict=True))
        return self._labels[key]

    def _by_region(self, cubes: Cubes) -> dict[str, dict[str, int]]:
        regions, (seelie, unseelie) = self.names.regions, cubes
        return {
            SIDES[0]: dict(zip(regions, seelie, strict=True)),
            SIDES[1]: dict(zip(regions, unseelie, strict=True)),
        }

    def _set_up(self, board: Any) -> Event:
        return {
            "event": "set_up",
            "cubes": self._by_region(board["cubes"].tolist()),
            "supply": _sides(board["supply"].tolist()),
            "tiles": self._tiles(board["tiles"].tolist()),
        }

    def _position(
        self, path: Path, step: int, score: Sequence[int]
    ) -> Any:  # an event, in other tellers a line
        held = path.held
        return {
            "event": "position",
            "cubes": self._by_region(held["cubes"][step]),
            "supply": _sides(held["supply"][step]),
            "score": _sides(score),
            "tiles": self._tiles(held["tiles"][step]),
        }

    # the course of the rounds

    def _auction(self, path: Path, step: int) -> Iterator[Event]:
        at = path.at
        yield self.decisions.event(k.AUCTION, at["side"][step], path.numbers[step])
        if at["phase"][step + 1] == k.AUCTION:
            return
        held = {name: np.array(path.held[name][step]) for name in HELD_COLUMNS}
        if self.rules[0]["auction_first"]:
            yield self._set_up(held)
        season, cubes = at["season"][step + 1], at["cubes"][step + 1]
        yield from self._round(at["round"][step + 1], season, path.held["cubes"][step], cubes)

    def _round(self, number: int, season: int, before: Cubes, after: Cubes) -> Iterator[Event]:
        """Yield the start of a round and the cubes that it adds to the board before it."""
        yield {
            "event": "round",
            "round": number,
            "season": SEASONS[season],
            "splitter": self._rounds[number],
        }
        for side in range(2):
            yield from self._adds(before, after, side, "round_start")

    def _round_start(self, path: Path, step: int) -> Iterator[Event]:
        """Yield a decision at the start of a round, and the cubes that follow it."""
        at = path.at
        decision = self.decisions.event(at["phase"][step], at["side"][step], path.numbers[step])
        yield decision
        before = self._taken(at["cubes"][step], decision)
        for side in range(2):
            yield from self._adds(before, at["cubes"][step + 1], side, "round_start")

    def _first_turn(self, path: Path, step: int) -> Iterator[Event]:
        """Yield the first turn of a round; the second, where the first side has nothing to play."""
        at, token = path.at, path.at["token"][step + 1]
        waits = at["turn"][step + 1] == 0
        first, second = 1 - token, token
        yield from self._turn(path, step, first, 1, at["hand"][step + 1][first] if waits else 0)
        if not waits:
            yield from self._turn(path, step, second, 2, at["hand"][step + 1][second])

    def _turn(self, path: Path, step: int, side: int, order: int, hand: int) -> Iterator[Event]:
        yield {"event": "turn", "side": SIDES[side], "order": order, "slots": list(slots_of(hand))}
        card = path.at["court_card"][step][side]
        if card >= 0:
            yield {"event": "court_reveal", "side": SIDES[side], "card": self._court[card]}
            if self._discards[side] and PHASES[path.at["phase"][step + 1]] != "passive":
                yield self._court_discard(path, step, side)

    def _court_discard(self, path: Path, step: int, side: int) -> Event:
        """Return what the opponent of `side` discards: the court card that left the hand, None where none did."""
        other, hands = 1 - side, path.at["court_hand"]
        bits = hands[step][other] & ~hands[step + 1][other]
        card = self._court[bits.bit_length() - 1] if bits else None
        return {"event": "court_discard", "side": SIDES[other], "card": card}

    def _round_end(self, path: Path, step: int) -> Iterator[Event]:
        at, number = path.at, path.at["round"][step]
        score, cubes = at["score"][step + 1], path.held["cubes"][step]
        if number in SCORED:
            yield self._scoring(path, step)
        if at["season"][step + 1] != at["season"][step]:
            yield {"event": "flip", "tiles": self._tiles(path.held["tiles"][step])}
        yield self._position(path, step, score)
        if at["phase"][step + 1] != k.OVER:
            season, after = at["season"][step + 1], at["cubes"][step + 1]
            yield from self._round(at["round"][step + 1], season, cubes, after)
            return
        winner = int(kernel.outcome(path.states[step + 1], self.rules[0]))
        yield {
            "event": "end",
            "score": _sides(score),
            "winner": SIDES[winner] if winner >= 0 else None,
            "tie_break": winner >= 0 and score[0] == score[1],
        }

    def _scoring(self, path: Path, step: int) -> Event:
        season, regions = path.at["season"][step], []
        tiles, (seelie, unseelie) = path.held["tiles"][step], path.held["cubes"][step]
        for region, tile, own, opposing in zip(self.names.regions, tiles, seelie, unseelie, strict=True):
            value = 0 if tile < 0 else self._values[tile][season]
            more = None if own == opposing else SIDES[0] if own > opposing else SIDES[1]
            regions.append({"region": region, "value": value, SIDES[0]: own, SIDES[1]: opposing, "to": more})
        score = _sides(path.at["score"][step + 1])
        return {"event": "scoring", "round": path.at["round"][step], "regions": regions, "score": score}

    # turns

    def _in_turn(self, path: Path, step: int) -> Iterator[Event]:
        """Yield a decision of a turn and what it does, up to the end of the card."""
        at, held, number = path.at, path.held, path.numbers[step]
        phase, side = at["phase"][step], at["side"][step]
        decision = self._decision(path, step, number)
        yield decision
        if decision["event"] == "end_turn":
            return
        points = held["score"][step][side] - at["score"][step][side]
        if points:
            yield {"event": "points", "side": SIDES[side], "points": points}
        cause = self._cause(path, step, decision)
        if decision["event"] == "passive" and decision["passive"] == "court_reveal":
            yield self._court_discard(path, step, side)
        elif decision["event"] == "remove_all" or decision.get("passive") == "after_wild":
            yield self._removed(path, step, side)
        elif phase == k.PLACE and number != k.STOP_ACTION:
            yield from self._placed(path, step, decision)
        elif phase != k.MOVE:  # a cube taken back may return to the same region
            before = self._taken(at["cubes"][step], decision)
            yield from self._adds(before, held["cubes"][step], side, cause)
        if held["phase"][step] == k.MENU and cause not in {"going_first", "court_reveal"}:
            yield self._position(path, step, held["score"][step])

    def kind(self, path: Path, step: int, number: int) -> int:
        """Return the card that an action starts or copies, NONE where it does neither."""
        at, phase = path.at, path.at["phase"][step]
        if phase == k.MENU and k.CARD_ACTION <= number < k.PLACE_ACTION:
            slot = (number - k.CARD_ACTION) % k.SLOTS
        elif phase == k.COPY and number != k.STOP_ACTION:
            slot = (number - k.COPY_ACTION) % k.SLOTS
        else:
            return k.NONE
        if slot == k.COURT_SLOT:
            return self._court_kinds[int(at["court_card"][step][at["side"][step]])]
        return int(at["revealed"][step][slot])

    def legal(self, path: Path, step: int) -> list[Event]:
        """Return the decisions that the position before a move admits; none where it waits for the deal."""
        actions = np.zeros(k.MAX_LEGAL, np.int16)
        count = int(kernel.legal(path.states[step], self.rules[0], actions))
        return [self._decision(path, step, int(number)) for number in actions[:count]]

    def _decision(self, path: Path, step: int, number: int) -> Event:
        phase, side = path.at["phase"][step], path.at["side"][step]
        if phase == k.MENU and number == k.STOP_ACTION:
            unused = list(slots_of(path.at["hand"][step][side]))
            return {"event": "end_turn", "side": SIDES[side], "unused": unused}
        kind = self.kind(path, step, number) if phase in {k.MENU, k.COPY} else k.NONE
        return self.decisions.event(phase, side, number, kind)

    def _cause(self, path: Path, step: int, decision: Event) -> str:
        """Return why a decision of a turn adds cubes, if it does: the `by` of its `add`."""
        phase, at = path.at["phase"][step], path.at
        if decision["event"] == "passive":
            return str(decision["passive"])
        if PHASES[phase] == "passive":
            return str(self.decisions.passive(phase, at["side"][step]))
        if phase == k.MENU:
            return "card" if decision["event"] == "card" else "going_first"
        after = at["after"][step]
        if phase in {k.ALLOT, k.TAKE_BACK} and after in {k.PLACED, k.BONUS_ADDED}:
            return "place" if after == k.PLACED else "first_placement"
        if phase in {k.ALLOT, k.TAKE_BACK} and at["word"][step] != k.ACTIVE_REPLACE:
            return "going_first"
        return "replace"

    def _placed(self, path: Path, step: int, decision: Event) -> Iterator[Event]:
        """Yield the cubes placed, as many as the supply had, and those that the first placing adds."""
        at, side = path.at, path.at["side"][step]
        region = self.names.regions.index(decision["region"])
        more = path.held["cubes"][step][side][region] - at["cubes"][step][side][region]
        placed = min(decision["cubes"], at["supply"][step][side])
        for cubes, cause in ((placed, "place"), (more - placed, "first_placement")):
            if cubes:
                yield _add(side, decision["region"], cubes, cause)

    def _removed(self, path: Path, step: int, side: int) -> Event:
        """Return the cubes of both sides that went from one region."""
        before, after = path.at["cubes"][step], path.held["cubes"][step]
        gone = [[was - now for was, now in zip(*own, strict=True)] for own in zip(before, after, strict=True)]
        region = next(r for r in range(k.REGIONS) if gone[0][r] or gone[1][r])
        cubes = _sides([gone[0][region], gone[1][region]])
        return {"event": "removed", "side": SIDES[side], "region": self.names.regions[region], "cubes": cubes}

    def _taken(self, cubes: Cubes, decision: Event) -> Cubes:
        """Return the board without the cube that the decision itself took away."""
        if decision["event"] not in {"take_back", "remove"}:
            return cubes
        owner = SIDES.index(decision.get("cube", decision["side"]))
        rest = [list(own) for own in cubes]
        rest[owner][self.names.regions.index(decision["region"])] -= 1
        return rest

    def _adds(self, before: Cubes, after: Cubes, side: int, cause: str) -> Iterator[Event]:
        """Yield the cubes of a side that came onto the board, region by region."""
        if before[side] == after[side]:
            return
        for region, was, now in zip(self.names.regions, before[side], after[side], strict=True):
            if now > was:
                yield _add(side, region, now - was, cause)


@lru_cache(maxsize=256)
def _teller(rules: bytes, names: Names) -> Teller:
    return Teller(np.frombuffer(rules, k.RULES).copy(), names)


def teller_of(rules: NDArray[Any], names: Names) -> Teller:
    """Return the teller of a pair's games, made once."""
    return _teller(rules.tobytes(), names)


def _add(side: int, region: str, cubes: int, cause: str) -> Event:
    return {"event": "add", "side": SIDES[side], "region": region, "cubes": cubes, "by": cause}


def _sides(values: Sequence[Any]) -> dict[str, Any]:
    return {SIDES[0]: values[0], SIDES[1]: values[1]}


def _splitter(number: int) -> str:
    state = np.zeros(1, k.STATE)
    state["round"] = number
    return SIDES[splitter(state[0])]


__all__ = ["Teller", "teller_of"]
