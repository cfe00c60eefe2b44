"""What has happened at the table, in lines that the person may read: the other side's court card stays face down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balance.engine.pacts.replay import Step
from balance.engine.pacts.session import Session
from balance.engine.pacts.text import step_lines


class Story:
    """The lines of one game, as one side may know them.

    Parameters
    ----------
    person
        The side that reads.
    opening
        What was told before round 1.
    """

    def __init__(self, person: str, opening: Sequence[str] = ()) -> None:
        self.person = person
        self.lines: list[str] = [*opening, "Round 1"]
        self._held: list[str] = []  # told once both have chosen their court cards

    def copy(self) -> Story:
        """Return an independent copy."""
        twin = Story(self.person)
        twin.lines, twin._held = list(self.lines), list(self._held)
        return twin

    def play(self, session: Session, number: int) -> None:
        """Carry an action out in `session`, and the deal that may follow, and tell both."""
        legal = dict(zip(session.legal_numbers(), session.legal(), strict=True))
        before, side, phase = session.game.copy(), session.to_move, session.phase
        session.apply(number, deal=False)
        self._tell(Step(side, phase, legal[number], len(legal) == 1, before, session.game))
        if session.phase == "reveal":
            before = session.game.copy()
            cards = session.deal()
            self._tell(
                Step(None, "reveal", ("reveal", cards), forced=True, before=before, after=session.game)
            )

    def _tell(self, step: Step) -> None:
        told = list(_without_boards(step_lines(step)))
        if step.phase == "court":
            if step.side != self.person:
                laid = "lays no court card" if step.action[1] is None else "lays a court card face down"
                self._held.append(f"  {str(step.side).capitalize()} {laid}")
                return
        else:
            self.lines += self._held
            self._held = []
        self.lines += told


def _without_boards(lines: Iterator[str]) -> Iterator[str]:
    """Leave the board after each round out, and empty lines: the screen shows the board."""
    on_board = False
    for line in lines:
        on_board = line.startswith(("After round", "Set-up")) or (on_board and line.startswith(" "))
        if line and not on_board:
            yield line


__all__ = ["Story"]
