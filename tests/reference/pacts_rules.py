"""The second implementation of Pacts: slow, obvious, written from the rulebook and the protocol page alone.

The game is told as a story: one generator per chapter of "Phases of Play" that stops at every decision. The
engine's compiled rules are compared with it move by move. `table` holds what lies on the table, `placing`,
`effects` and `actives` the cards and factions, `rulings` every option that a game can be played under.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from functools import partial
from itertools import combinations
from typing import Any

from tests.reference.effects import may_become, resolve_card
from tests.reference.placing import add_cubes, spawn, uses_passive
from tests.reference.rulings import SETUP_CUBES
from tests.reference.table import (
    COURT_SLOT,
    CUBES_FOR_PLAY,
    SIDES,
    STOP,
    Action,
    BoardData,
    Flow,
    Question,
    Table,
    Tile,
    opponent,
)

__all__ = ["SIDES", "STOP", "Action", "BoardData", "ReferenceGame", "from_position"]

OVER = Question("over", None, set)
SLOTS = range(5)
OVERRIDES = (
    "cubes",
    "score",
    "tiles",
    "season",
    "round",
    "court_hand",
    "court_card",
    "revealed",
    "hand",
    "decks",
    "placed_before",
)


class ReferenceGame(Table):
    """One game of Pacts, from the auction's cubes to the last scoring.

    `phase`, `to_move` and `legal` tell what the game waits for, `apply` and `reveal` carry it on. `tiles` are
    (dark, light) pairs. `rulings` may leave out what keeps its default. `bid_to` is the side that was given
    `bid` cubes by the auction, or ``""``.
    """

    def __init__(
        self,
        *,
        seelie: str,
        unseelie: str,
        tiles: Mapping[str, Tile | None],
        setup: BoardData,
        rulings: Mapping[str, str] | None = None,
        bid_to: str = "",
        bid: int = 0,
        off: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        super().__init__(setup, {"seelie": seelie, "unseelie": unseelie}, tiles, rulings or {}, off)
        if bid_to not in (*SIDES, "") or bid < 0 or (bid > 0 and bid_to == ""):
            msg = f"expected the side that gets the bid and its cubes; got {bid_to!r}, {bid}"
            raise ValueError(msg)
        left = CUBES_FOR_PLAY - sum(SETUP_CUBES[self.rulings["setup_cubes"]])
        if bid > left:
            msg = f"bid: {bid_to} has only {left} cubes left; got {bid}"
            raise ValueError(msg)
        self.bid_to = bid_to
        self.bid = bid
        self._beginning: dict[str, Any] = {
            "seelie": seelie,
            "unseelie": unseelie,
            "tiles": dict(tiles),
            "setup": setup,
            "rulings": dict(rulings or {}),
            "bid_to": bid_to,
            "bid": bid,
            "off": dict(off or {}),
        }
        self._log: list[tuple[str, Any]] = []
        self._flow = self._game()
        self._question = next(self._flow)

    # --- what a caller sees ---------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The protocol's name of the phase."""
        return self._question.phase

    @property
    def to_move(self) -> str | None:
        """The side that decides; None at the reveal and when the game is over."""
        return self._question.side

    @property
    def asked_passive(self) -> str:
        """Which passive phases `passive` and `after_wild` ask about; empty in every other phase."""
        return self._question.about

    def legal(self) -> set[Action]:
        """Return every action that may be taken now; empty at the reveal and when the game is over."""
        return set(self._question.options())

    def apply(self, action: Action) -> None:
        """Carry out an action; raise ValueError when it is not legal."""
        if action not in self.legal():
            msg = f"{action!r} is not legal in phase {self.phase!r} of {self.position()}"
            raise ValueError(msg)
        self._log.append(("apply", action))
        self._go_on(action)

    def reveal(self, cards: Sequence[str]) -> None:
        """Deal four common cards and one special card; raise ValueError if the decks do not hold them."""
        if self.phase != "reveal":
            msg = f"no cards are revealed in phase {self.phase!r}"
            raise ValueError(msg)
        if len(cards) != len(SLOTS):
            msg = f"expected four common cards and one special card; got {list(cards)}"
            raise ValueError(msg)
        for deck, dealt in (("common", cards[:4]), ("special", cards[4:])):
            if not Counter(dealt) <= self.decks[deck]:
                msg = f"the {deck} deck does not hold {list(dealt)} any more"
                raise ValueError(msg)
        self._log.append(("reveal", tuple(cards)))
        self._go_on(tuple(cards))

    def position(self) -> dict[str, Any]:
        """Return everything that lies on the table, as a copy."""
        return {
            **self.on_the_mat(),
            "score": dict(self.score),
            "season": self.season,
            "round": self.round,
            "court_hand": {side: sorted(self.court_hand[side]) for side in SIDES},
            "court_card": dict(self.court_card),
            "revealed": list(self.revealed),
            "token": self.token,
            "hand": {side: sorted(self.hand[side]) for side in SIDES},
            "decks": {name: +cards for name, cards in self.decks.items()},
            "shown": {side: self.shown(side) for side in SIDES},
        }

    def outcome(self) -> dict[str, Any]:
        """Return both scores, the winner, and whether only the tie-break found one.

        Scoring: "The player with the higher score wins. The Seelie player wins if there is a tie."
        """
        if self.phase != "over":
            msg = f"the game is not over but in phase {self.phase!r}"
            raise ValueError(msg)
        return self.result()

    def result(self) -> dict[str, Any]:
        """Return what `outcome` would, if the game ended now."""
        seelie, unseelie = self.score["seelie"], self.score["unseelie"]
        winner: str | None
        if seelie == unseelie:
            tie_break = self.rulings["tie_break"]
            winner = None if tie_break == "shared" else tie_break
        else:
            winner = "seelie" if seelie > unseelie else "unseelie"
        return {"seelie": seelie, "unseelie": unseelie, "winner": winner, "tie_break": seelie == unseelie}

    def copy(self) -> "ReferenceGame":
        """Return an independent copy, made by playing the game again from its beginning.

        Attributes set directly, not by `override` or `from_position`, are not carried over.
        """
        twin = ReferenceGame(**self._beginning)
        for what, argument in self._log:
            if what == "apply":
                twin.apply(argument)
            elif what == "reveal":
                twin.reveal(argument)
            else:
                twin.override(argument)
        return twin

    def __deepcopy__(self, _: dict[int, Any]) -> "ReferenceGame":
        return self.copy()

    def override(self, values: Mapping[str, Any]) -> None:
        """Lay things on the table by hand, for tests; see `from_position`."""
        for name in values:
            if name not in OVERRIDES:
                msg = f"expected one of {', '.join(OVERRIDES)}; got {name!r}"
                raise ValueError(msg)
        self._log.append(("override", deepcopy(dict(values))))
        for name, value in values.items():
            if name == "cubes":
                for side, cubes in value.items():
                    self.cubes[side] = {region: cubes.get(region, 0) for region in self.board.regions}
                    self.supply[side] = CUBES_FOR_PLAY - sum(self.cubes[side].values())
                    if set(cubes) - set(self.board.regions) or self.supply[side] < 0:
                        msg = f"{side} cannot have these cubes: {cubes}"
                        raise ValueError(msg)
            elif name in ("season", "round"):
                setattr(self, name, value)
            elif name == "revealed":
                self.revealed = list(value)
            else:
                kinds: dict[str, Any] = {
                    "court_hand": list,
                    "hand": set,
                    "placed_before": set,
                    "decks": Counter,
                }
                kind = kinds.get(name, lambda thing: thing)
                getattr(self, name).update({key: kind(thing) for key, thing in value.items()})

    def _go_on(self, answer: Action) -> None:
        try:
            self._question = self._flow.send(answer)
        except StopIteration:
            self._question = OVER

    # --- the game as the rulebook tells it ------------------------------------------------------------

    def _game(self) -> Flow:
        """Phases of Play: "six rounds, with scoring occuring after the third and sixth rounds"."""
        if self.ruled("auction_timing", "before_setup"):
            yield from self._auction()
            self.set_up()
        else:
            self.set_up()
            yield from self._auction()
        while True:
            yield from self._round()
            if self.round in (3, 6):
                self.score_regions()
            if self.round == 3:
                self.season = "light"  # "Then flip all the Point tiles to their light side"
                self.tell("flip", tiles=dict(self.tiles))
            self.clear_round()
            self.tell_position()
            if self.round == 6:
                break
            self.round += 1
        result = self.result()
        tie_break = result["tie_break"] and result["winner"] is not None
        self.tell("end", score=dict(self.score), winner=result["winner"], tie_break=tie_break)

    def _auction(self) -> Flow:
        """Variant 2: "the other player places the number of cubes bid of their shade in any region(s)".

        FAQ: "Game abilities are not in effect for the auction phase".
        """
        for _ in range(self.bid):
            answer = yield Question(
                "auction", self.bid_to, lambda: {("auction", region) for region in self.board.regions}
            )
            self.put(self.bid_to, answer[1], 1)

    def _splitter(self) -> str:
        """Phase 3: "Unseelie splitting first, Seelie second, and so on"."""
        return "unseelie" if self.round % 2 == 1 else "seelie"

    def _round(self) -> Flow:
        self.tell("round", round=self.round, season=self.season, splitter=self._splitter())
        for side in SIDES:
            if self.has_passive(side, "fir bolg"):
                yield from spawn(self, side)
        for side in SIDES:
            yield from self._choose_court_card(side)
        yield from self._reveal_pacts()
        yield from self._split_and_select()
        for side in SIDES:
            if self.court_card[side] is not None:
                self.hand[side].add(COURT_SLOT)
            self.round_hand[side] = set(self.hand[side])
        second = self.token
        if second is None:
            msg = "nobody holds the 2nd Player token"
            raise ValueError(msg)
        yield from self._turn(opponent(second), goes_first=True)
        yield from self._turn(second, goes_first=False)

    def _choose_court_card(self, side: str) -> Flow:
        """Phase 1: "chooses a Court card from their hand and keeps it face-down. This is optional."."""
        answer = yield Question(
            "court", side, lambda: {("court", card) for card in (*self.court_hand[side], None)}
        )
        card = answer[1]
        if card is not None:
            self.court_hand[side].remove(card)
            self.court_card[side] = card

    def _reveal_pacts(self) -> Flow:
        """Phase 2: "Draw four random common Pact cards ... and one random special Pact card"."""
        cards = yield Question("reveal", None, set)
        self.decks["common"] -= Counter(cards[:4])
        self.decks["special"] -= Counter(cards[4:])
        self.revealed = list(cards)

    def _split_and_select(self) -> Flow:
        """Phases 3 and 4: one player makes two piles, the other "gets to select a pile for each player"."""
        splitter = self._splitter()
        answer = yield Question(
            "split",
            splitter,
            lambda: {("split", slots) for size in range(6) for slots in combinations(SLOTS, size)},
        )
        token_pile = set(answer[1])
        answer = yield Question(
            "select", opponent(splitter), lambda: {("select", "seelie"), ("select", "unseelie")}
        )
        self.token = answer[1]
        self.hand = {side: token_pile if side == self.token else set(SLOTS) - token_pile for side in SIDES}

    def _turn(self, side: str, *, goes_first: bool) -> Flow:
        """Phase 5: reveal the Court card, "then complete the effect on each of their cards" in any order."""
        self.tell("turn", side=side, order=1 if goes_first else 2, slots=sorted(self.hand[side]))
        card = self.court_card[side]
        if card is not None:
            self.tell("court_reveal", side=side, card=card)
            yield from self._court_reveal(side, card)
        # Changelings: "lets you place a cube if you go first in a round", before or after any card.
        if goes_first and self.has_passive(side, "changelings"):
            self.first_cube = side
        while self.hand[side] or self.first_cube == side:
            answer = yield Question("menu", side, partial(self._menu, side))
            if answer == STOP:
                break
            if answer[0] == "place":
                self.first_cube = None
                self.effect_begins(side)
                yield from add_cubes(self, side, {answer[1]: 1}, by="going_first")
            else:
                slot = answer[1]
                self.hand[side].remove(slot)
                yield from resolve_card(self, side, slot, answer[2] if answer[0] == "card_as" else None)
                self.tell_position()
        # "They can skip cards altogether (but still discard them)".
        self.hand[side] = set()
        self.first_cube = None

    def _court_reveal(self, side: str, card: str) -> Flow:
        """Banshees: the opponent "checks their hand of unplayed Court cards for the same card and discards it".

        "This does not affect the Court card they played for the current round."
        """
        if not self.has_passive(side, "banshees"):
            return
        used = yield from uses_passive(self, side, "court_reveal")
        if not used:
            return
        self.turn_up(side)
        foe = opponent(side)
        held = card in self.court_hand[foe]
        if held:
            self.court_hand[foe].remove(card)
        self.tell("court_discard", side=foe, card=card if held else None)

    def _menu(self, side: str) -> set[Action]:
        actions: set[Action] = {STOP}
        for slot in self.hand[side]:
            actions.add(("card", slot))
            others = may_become(self, side, self.card_in(side, slot))
            actions |= {("card_as", slot, other) for other in others}
        if self.first_cube == side:
            actions |= {("place", region, 1) for region in self.board.regions}
        return actions


def from_position(game: ReferenceGame, **overrides: Any) -> ReferenceGame:
    """Return a copy of the game with things on the table laid by hand, waiting for the same decision.

    `overrides` are named as in `ReferenceGame.position`. ``cubes`` gives the cubes of one side or both (a
    region left out holds none) and the supply follows; other dictionaries replace the entries they name.
    ``placed_before`` gives, by side, the regions where Cu Sidhe have placed already.
    """
    twin = game.copy()
    twin.override(overrides)
    return twin
