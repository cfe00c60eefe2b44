"""From the options of ``balance play`` to a game: sides, factions and the auction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from balance.config.pacts.models import Configuration
from balance.engine.pacts.auction import PLAYERS, Auction, opener, other
from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.kernels.state import MIXED
from balance.engine.pacts.layouts import laid, layout_of
from balance.engine.system import PolicyHandle, RuleSystem
from balance.errors import BalanceError
from balance.play import bidding, draft, screen
from balance.play.abilities import faction_words
from balance.play.loop import Play, confirmed
from balance.play.prompt import Option, UnclearError, pick, staying
from balance.play.resuming import Saved
from balance.play.saving import PERSON, Match
from balance.play.table import Table
from balance.play.wishes import PLANNER, Wishes

INTERRUPTED = 130  # exit code after Ctrl-C
NOT_AGAIN = (
    "This game can be saved, but --load cannot go on with it: random regions were laid before the bids."
)


class Start:
    """Set-up at the table.

    Parameters
    ----------
    table
        Where the person is asked.
    configuration, wishes
        What is played; what the person has asked for.
    system, policies
        What the computer learns from before it bids or keeps a faction.
    """

    def __init__(
        self,
        table: Table,
        configuration: Configuration,
        wishes: Wishes,
        system: RuleSystem,
        policies: Mapping[str, PolicyHandle],
    ) -> None:
        self.table, self.configuration, self.wishes = table, configuration, wishes
        self.system, self.policies = system, policies
        named = wishes.layout or next(iter(configuration.layouts))
        self.layout = layout_of(configuration, named, wishes.seed)  # of a set, one that the seed chooses
        self.told: list[str] = []  # what the first screen repeats

    def match(self) -> Match:
        """Return what will be played.

        Raises
        ------
        EOFError
            The person leaves.
        """
        wishes = self.wishes
        self.table.show(
            Text(f"Pacts on layout {self.layout}, against {wishes.against}, seed {wishes.seed}", "bold")
        )
        side = wishes.side or self._one_of("Which side do you play?", SIDES, [s.capitalize() for s in SIDES])
        factions = self._factions(side)
        match = Match(self.configuration, factions, self._seated(side), self.layout, wishes.seed)
        self._tell(match)
        if wishes.auction:
            match = self._auctioned(match, side)
            self._tell(match)
        return match

    def _seated(self, side: str) -> dict[str, str]:
        return {name: PERSON if name == side else self.wishes.against for name in SIDES}

    def _factions(self, side: str) -> dict[str, str]:
        """Let both sides keep one of the factions dealt to them."""
        named = {"seelie": self.wishes.seelie, "unseelie": self.wishes.unseelie}
        dealt = draft.offers(self.configuration, self.wishes.seed, named)
        own, theirs = dealt[side], dealt[other(side)]
        mine = own[0]
        if len(own) > 1:
            lines = [f"{name.capitalize()}: {faction_words(self.configuration, name)}" for name in own]
            mine = self._one_of(f"You are {side.capitalize()}. Which faction do you keep?", own, lines)
        kept = draft.better(self.system, self.policies, self.layout, other(side), theirs)
        return {side: mine, other(side): kept}

    def _tell(self, match: Match) -> None:
        """Note who plays what, as far as factions lie open, for the auction and the first screen."""
        hidden = self.configuration.game.ruling("faction_reveal") == "at_first_use"
        for side in sorted(SIDES, key=lambda side: match.policies[side] != PERSON):  # the own one first
            mine, faction = match.policies[side] == PERSON, match.factions[side]
            if mine or not hidden:
                who = "You play" if mine else f"{match.policies[side].capitalize()} plays"
                self.told.append(f"{who} {faction}. {faction_words(self.configuration, faction)}")

    def _auctioned(self, match: Match, side: str) -> Match:
        """Hold the auction; it may exchange the sides."""
        game = self.configuration.game
        first = opener(match.seed)
        person = PLAYERS[0] if first == side else PLAYERS[1]
        auction = Auction(
            {PLAYERS[0]: first, PLAYERS[1]: other(first)},
            match.factions,
            largest=self.system.largest_bid(),
            bids=game.ruling("auction_bids"),
            side=game.ruling("auction_side"),
        )
        before_setup = game.ruling("auction_timing") == "before_setup"
        self.table.show(*self.told)
        if not before_setup:
            self._show_board(match)
        bidding.hold(
            self.table, auction, person, bidding.Bidder(self.system, self.policies, match.layout, auction)
        )
        result = auction.result()
        self.told = [bidding.outcome_words(result)]
        seated = self._seated(result.sides[person])
        mixed = laid(self.configuration, match.layout).mode == MIXED
        tiles_lie = mixed and not before_setup
        key = match.cell.key(match.seed) if tiles_lie and result.cubes else None
        if key is not None:
            self.told.append(NOT_AGAIN)
        return Match(
            self.configuration, result.factions, seated, match.layout, match.seed, result.record(), key
        )

    def _show_board(self, match: Match) -> None:
        """Show the board as set-up leaves it: with a cube still to place, round 1 has not begun."""
        cube = {"cubes": 1, "to": SIDES[0]}
        session = replace(match, auction=cube, key=match.cell.key(match.seed)).session()
        me = next(side for side in SIDES if match.policies[side] == PERSON)
        seats = {side: "you" if side == me else match.policies[side] for side in SIDES}
        self.table.show(screen.board(session.observation(me), seats, screen.symbols_of(session)))

    def _one_of(self, question: str, values: Sequence[str], lines: Sequence[str]) -> str:
        """Ask for one of several values, each in a line of its own."""
        options = [Option(line) for line in lines]
        self.table.show("", question, *(f"{n:>2}  {line}" for n, line in enumerate(lines, start=1)))
        while True:
            try:
                return values[options.index(pick(options, staying(self.table.ask(">"))))]
            except UnclearError as error:
                self.table.show(str(error))


def visit(
    table: Table,
    configuration: Configuration,
    wishes: Wishes,
    system: RuleSystem,
    policies: Mapping[str, PolicyHandle],
    *,
    saved: Saved | None = None,
) -> int:
    """Set a game up, or take a saved one up again, and play it until the person leaves.

    Returns
    -------
    int
        The exit code: 0, or 130 after Ctrl-C.

    Raises
    ------
    BalanceError
        The file to keep the game in exists and is not to be overwritten, or cannot be written; or a saved game is not
        one that follows from its decisions.
    """
    play: Play | None = None
    try:
        may_keep(table, wishes.save, own=None if saved is None else saved.path)
        start = Start(table, configuration, wishes, system, policies)
        match = start.match() if saved is None else saved.match
        play = Play(
            table,
            match,
            match.session(),
            policy=policies[wishes.against],
            planner=policies[PLANNER],
            save=wishes.save,
            opening=start.told,
        )
        if saved is not None:
            saved.go_on(play)
        play.run()
    except (EOFError, KeyboardInterrupt) as gone:
        kept = None if play is None else play.keep()
        table.show("Left; nothing is saved." if kept is None else f"Left; the game so far is in {kept}.")
        return INTERRUPTED if isinstance(gone, KeyboardInterrupt) else 0
    return 0


def may_keep(table: Table, path: Path | None, *, own: Path | None = None) -> None:
    """Make sure that a file can be written, and may be if it exists and is not the `own` one.

    Raises
    ------
    BalanceError
        There is no such folder, or the person says no.
    """
    if path is None:
        return
    if not path.parent.is_dir():
        msg = f"cannot write {path}: there is no folder {path.parent}"
        raise BalanceError(msg)
    if path.exists() and path != own and not confirmed(table, path):
        msg = f"{path} is left as it is; name another file with --save"
        raise BalanceError(msg)
