"""A game between a person and a policy: whose turn it is, what may be typed, and going back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from balance.engine.pacts.describe import SIDES
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.players import Player
from balance.engine.pacts.session import Session
from balance.engine.system import PolicyHandle
from balance.errors import BalanceError
from balance.play import choices, screen
from balance.play.abilities import faction_words
from balance.play.hint import Adviser
from balance.play.prompt import Option, UnclearError, echo, pick, pile
from balance.play.saving import PERSON, Match, put
from balance.play.story import story
from balance.play.table import WIDTH, Table

RECENT, BEST = 12, 12  # lines of what happened, and values of a hint, that are shown at once
HELP = """\
Type the number of an option, or the start of its words: "pl 2 cen" is "place 2 cubes in center".
A split is typed as the cards for the pile with the token: "1 3", "all" or "none".
  undo         back to before your last decision; what was done since is undone, too
  hint         what the planner would do, and what it thinks of every option
  save [FILE]  write the game to a file that balance verify reads
  board        the table once more, with borders, court cards and decks as far as they are known
  log          everything that has happened
  quit         leave; you are asked whether to save"""
MEANING = (
    "margin: the final margin in points, yours less the other's, that the planner expects after this. "
    "> is what it would do itself: it plans by a quicker search, and now and then takes another than the highest."
)
LAST_ROUND = (
    "wins: with how many of the court cards that may lie face down you win; that comes before points."
)


class Left(Exception):  # noqa: N818 (nothing went wrong)
    """The person has left the table."""


@dataclass
class _Memo:
    """The game as it was before a decision of the person."""

    session: Session
    told: int  # lines of the story that were told before


class Play:
    """One game at the table.

    Parameters
    ----------
    table
        Where it is shown and asked.
    match
        What is played.
    session
        The game, at its start or continued.
    policy, planner
        The other side, and who gives hints.
    save
        The file to keep the game in; None asks.
    opening
        What the person is told before round 1.
    """

    def __init__(
        self,
        table: Table,
        match: Match,
        session: Session,
        *,
        policy: PolicyHandle,
        planner: PolicyHandle,
        save: Path | None = None,
        opening: Sequence[str] = (),
    ) -> None:
        self.table, self.match, self.session, self.save_to = table, match, session, save
        self.person = next(side for side in SIDES if match.policies[side] == PERSON)
        self._opening = list(opening)
        self._policy, self._planner = policy, planner
        self._memos: list[_Memo] = []
        self._settled = session.copy()  # the game as of the last prompt: what is saved when the person leaves
        self._saved: tuple[int, Path | None] = (0, None)  # how many moves were saved, and where
        self._seats = {side: "you" if side == self.person else match.policies[side] for side in SIDES}
        self._symbols = screen.symbols_of(session)
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "hint": self._hint,
            "save": self._save,
            "board": self._board,
            "log": self._log,
            "help": lambda _: self.table.show(HELP),
            "quit": self._quit,
        }
        self._told = 0
        self._restart()

    def run(self) -> None:
        """Play until the game is over and the person has left.

        Raises
        ------
        EOFError, KeyboardInterrupt
            The person has gone without a word; `keep` saves the game as it was then.
        """
        try:
            while True:
                if self.session.phase == "over":
                    self._over()
                elif self.session.to_move != self.person:
                    self.session.apply(self._opponent.choose(self.session))
                elif len(legal := self.session.legal_numbers()) == 1:
                    self.session.apply(legal[0])
                else:
                    self._decide()
        except Left:
            return

    def resume(self, decisions: Sequence[int]) -> None:
        """Play decisions that were made before.

        Raises
        ------
        IllegalActionError
            One of them is not legal.
        """
        for number in decisions:
            self.session.game.number_of(number)
            if self.session.to_move == self.person and len(self.session.legal_numbers()) > 1:
                self._remember()
            self.session.apply(number)
        self._settled = self.session.copy()

    def keep(self) -> Path | None:
        """Save the game as of the last prompt to the file that was named for it; return the file, None without one.

        Raises
        ------
        BalanceError
            It cannot be written.
        """
        if self.save_to is not None:
            put(self.save_to, self.match.lines(self._settled))
        return self.save_to

    def _restart(self) -> None:
        """Ask everybody anew: plans may no longer fit."""
        self._opponent, self._adviser = Player(self._policy), Adviser(self._planner)

    def _decide(self) -> None:
        """Ask for one decision and carry it out; a command may change the game instead."""
        options = choices.options(self.session)
        self._draw(options)
        moves = len(self.session.moves)
        action = None
        while action is None:
            answer = self._ask(f"{self.person.capitalize()}>")
            if self._is_command(answer, options):
                if self.session.phase == "over" or len(self.session.moves) != moves:
                    return
                continue
            try:
                action = self._action(answer, options)
            except UnclearError as error:
                self.table.show(str(error))
        self._remember()
        self._adviser.follow(self.session, action)
        self.session.apply(action)

    def _remember(self) -> None:
        """Keep the game as it is before a decision of the person, for undo."""
        self._memos.append(_Memo(self.session.copy(), self._told))
        self._told = len(self.lines())

    def _action(self, answer: str, options: list[Option]) -> int:
        if self.session.phase != "split":
            return pick(options, answer).action
        slots = pile(answer, k.REVEALED)
        return self.session.game.number_of(("split", slots))

    def _ask(self, question: str) -> str:
        self._settled = self.session.copy()
        return self.table.ask(question)

    def _is_command(self, answer: str, options: list[Option]) -> bool:
        """Carry out a command, if the answer is one: its word, or the start of one that no option has."""
        word, _, rest = answer.partition(" ")
        word = "help" if word == "?" else word.lower()
        found = [name for name in self._commands if word and name.startswith(word)]
        if word not in self._commands and (len(found) != 1 or any(o.text.startswith(word) for o in options)):
            return False
        if rest.strip() and found[0] != "save":
            return False
        self._commands[found[0] if word not in self._commands else word](rest.strip())
        return True

    def _draw(self, options: list[Option]) -> None:
        """Draw the table, what has happened, the question and the options."""
        self.table.fresh()
        self._show_table()
        self.table.show(*self._recent(), "", choices.question(self.session))
        if self.session.phase == "split":
            numbered = (f"{number} {card}" for number, card in enumerate(self._seen()["revealed"], start=1))
            self.table.show("  " + "   ".join(numbered))
        else:
            self.table.show(screen.options(options, WIDTH))
        self.table.show(Text("undo, hint, save, board, log, help, quit", style="dim"))

    def _seen(self) -> dict[str, Any]:
        return self.session.observation(self.person)

    def _show_table(self) -> None:
        seen = self._seen()
        self.table.show(screen.heading(seen), screen.sides(seen, self._seats))
        self.table.show(screen.board(seen, self._seats, self._symbols))
        self.table.show(*screen.cards(seen))

    def lines(self) -> list[str]:
        """Return everything that has happened, as the person may know it."""
        return [*self._opening, *story(self.session, self.match.configuration, self.person)]

    def _recent(self) -> list[str]:
        opening = self._opening[self._told :]
        lines = self.lines()[max(self._told, len(self._opening)) :]
        cut = len(lines) - RECENT
        return [*opening, *([f"… {cut} more lines: log", *lines[-RECENT:]] if cut > 1 else lines)]

    def _board(self, _: str) -> None:
        self._show_table()
        seen = self._seen()
        game = self.match.configuration.game
        self.table.show(
            *(f"{region} borders on {', '.join(game.neighbours(region))}" for region in game.regions)
        )
        self.table.show(*screen.known(seen))
        for faction in filter(None, seen["factions"].values()):  # one may not have been shown yet
            self.table.show(f"{faction.capitalize()}: {faction_words(self.match.configuration, faction)}")

    def _log(self, _: str) -> None:
        self.table.show(*self.lines())

    def _undo(self, _: str) -> None:
        if not self._memos:
            self.table.show("Nothing to undo: you have not decided anything yet.")
            return
        memo = self._memos.pop()
        self.session, self._told = memo.session, memo.told
        self._restart()

    def _hint(self, _: str) -> None:
        """Show what the planner would do, beside its values."""
        if self.session.phase == "over":
            self.table.show("The game is over.")
            return
        best = self._adviser.choice(self.session)
        values = sorted(self._adviser.values(self.session), key=lambda value: value.rank, reverse=True)
        texts = {option.action: option.text for option in choices.options(self.session)}
        texts.setdefault(best, choices.words(self.session, self.session.game.name_of(best)))
        rows = [value for value in values if value.action in texts]
        last = any(value.wins is not None for value in rows)
        grid = Grid(box=None, padding=(0, 1))
        heading = "type this: with the token | the other pile" if self.session.phase == "split" else "option"
        for name in ("", heading, *(["wins"] if last else []), "margin"):
            grid.add_column(name, justify="right" if name in {"wins", "margin"} else "left")
        shown = [value for i, value in enumerate(rows) if i < BEST or value.action == best]
        for value in shown:
            wins = [f"{100 * (value.wins or 0):.0f} %"] if last else []
            mark, style = (">", "bold") if value.action == best else ("", "")
            grid.add_row(
                mark, Text(texts[value.action]), *wins, f"{round(value.margin, 1) + 0.0:+.1f}", style=style
            )
        self.table.show(grid)
        if len(rows) > len(shown):
            self.table.show(f"  and {len(rows) - len(shown)} more that are worth no more")
        self.table.show(MEANING, *([LAST_ROUND] if last else []))

    def _save(self, name: str) -> None:
        """Save to the file named, the one named before, or the one that is offered."""
        path = Path(name) if name else self.save_to
        if path is None:
            offered = self._saved[1] or Path(self.match.file_name())
            path = Path(self._ask(f"File [{offered}]:") or offered)
        own = path in {self._saved[1], self.save_to}
        if path.exists() and not own and not confirmed(self.table, path):
            self.table.show("Not saved.")
            return
        try:
            put(path, self.match.lines(self._settled))
        except BalanceError as error:
            self.table.show(str(error))
            return
        self._saved = (len(self.session.moves), path)
        self.table.show(f"Saved to {path}.")

    def _quit(self, _: str) -> None:
        if self.save_to is not None:
            self.table.show(f"Saved to {self.keep()}.")
        elif self._saved[0] != len(self.session.moves) and self._memos:
            answer = self._ask("Save the game first (yes, no or a file's name)?")
            if answer.lower() in {"y", "yes"}:
                self._save("")
            elif answer and answer.lower() not in {"n", "no"}:
                self._save(answer)
        raise Left

    def _over(self) -> None:
        """Show how the game ended; it can still be undone, saved and looked at."""
        self.table.fresh()
        self._show_table()
        self.table.show(*self._recent(), "", self._result())
        self._told = len(self.lines())
        moves = len(self.session.moves)
        self._settled = self.session.copy()
        if self.save_to is not None:
            self.table.show(f"Saved to {self.keep()}.")
        while len(self.session.moves) == moves:
            answer = self._ask("The game is over. Enter leaves; undo, save, board and log still work.")
            if not answer:
                raise Left
            if not self._is_command(answer, []):
                self.table.show(f"got {echo(answer)}; expected Enter, or one of {', '.join(self._commands)}")

    def _result(self) -> str:
        outcome = self.session.outcome()
        mine = outcome.scores[SIDES.index(self.person)]
        theirs = outcome.scores[1 - SIDES.index(self.person)]
        if outcome.winner is None:
            return f"{mine} to {theirs}: half a win each."
        won = SIDES[outcome.winner] == self.person
        why = ", by the tie-break" if outcome.tie_break else ""
        return f"You {'win' if won else 'lose'} {mine} to {theirs}{why}."


def confirmed(table: Table, path: Path) -> bool:
    """Ask whether a file that exists may be overwritten."""
    return table.ask(f"{path} exists. Overwrite it (yes or no)?").lower() in {"y", "yes"}
