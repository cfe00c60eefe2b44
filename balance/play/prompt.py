"""From what a person types to one of the options that were shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from balance.errors import one_line

NOTHING, EVERYTHING = {"none", "no", "nothing", "-"}, {"all", "every"}
LATER = ("undo", "hint", "save", "board", "log")  # commands that make no sense before the game has begun
LONGEST_ECHO = 40  # characters of a wrong answer that are repeated


class UnclearError(ValueError):
    """An answer that fits none of the options, or several; its text is one line for the person."""


@dataclass(frozen=True)
class Option:
    """One thing that can be chosen: its words, and the number of the action."""

    text: str
    action: int = 0


def pick(options: Sequence[Option], answer: str) -> Option:
    """Return the option that an answer means: its number, the start of its words, or starts of some of them in order.

    Parameters
    ----------
    options
        In the order shown, numbered from 1.
    answer
        What was typed. ``pl 2 cen`` means "place 2 cubes in center".

    Raises
    ------
    UnclearError
        None is meant, or more than one.
    """
    if re.fullmatch(r"[0-9]+", answer):
        number = int(answer[:9])
        if not 1 <= number <= len(options):
            msg = f"expected a number from 1 to {len(options)}; got {answer[:LONGEST_ECHO]}"
            raise UnclearError(msg)
        return options[number - 1]
    typed = " ".join(answer.lower().split())
    exact = [option for option in options if option.text.lower() == typed]
    starts = exact or [option for option in options if typed and option.text.lower().startswith(typed)]
    found = starts or [
        option for option in options if typed and _fits(option.text.lower().split(), typed.split())
    ]
    if len(found) == 1:
        return found[0]
    if not typed:
        msg = f"type a number from 1 to {len(options)}, or help"
        raise UnclearError(msg)
    if not found:
        msg = f"nothing here is called {echo(answer)}; type a number from 1 to {len(options)}, or help"
        raise UnclearError(msg)
    numbers = [str(options.index(option) + 1) for option in found]
    shown = ", ".join(numbers[:6]) + (" …" if len(numbers) > 6 else "")
    msg = f"{echo(answer)} fits {len(found)} of them ({shown}); type more of it, or a number"
    raise UnclearError(msg)


def _fits(words: list[str], typed: list[str]) -> bool:
    """Tell whether every typed word begins a word of the option, in the same order."""
    left = iter(words)
    return all(any(word.startswith(start) for word in left) for start in typed)


def staying(answer: str) -> str:
    """Return an answer given before the game has begun, where nothing is asked on leaving.

    Raises
    ------
    EOFError
        It says that the person leaves.
    UnclearError
        It asks for help, or is a command that there is only at the table.
    """
    if answer.lower() in {"quit", "exit", "q"}:
        raise EOFError
    if answer.lower() in {"help", "?"}:
        msg = f"Answer the question, or type quit to leave. {', '.join(LATER)} come with the game."
        raise UnclearError(msg)
    if answer.lower() in LATER:
        msg = f"{answer.lower()} comes with the game; answer the question first, or type quit to leave"
        raise UnclearError(msg)
    return answer


def pile(answer: str, cards: int) -> tuple[int, ...]:
    """Return the slots of the cards that an answer lists: ``1 3`` is (0, 2), ``none`` is (), ``all`` is every slot.

    Parameters
    ----------
    answer
        Numbers with spaces or commas between them, counted from 1.
    cards
        How many cards there are.

    Raises
    ------
    UnclearError
        It is something else, or names a card twice.
    """
    wanted = f"expected numbers from 1 to {cards} such as 1 3, or all, or none"
    if answer.lower() in NOTHING:
        return ()
    if answer.lower() in EVERYTHING:
        return tuple(range(cards))
    words = re.split(r"[ ,]+", answer.strip(" ,"))
    if not all(re.fullmatch(r"[0-9]+", word) and 1 <= int(word[:9]) <= cards for word in words):
        msg = f"{wanted}; got {echo(answer)}"
        raise UnclearError(msg)
    slots = sorted(int(word) - 1 for word in words)
    if len(set(slots)) < len(slots):
        msg = f"{wanted}, each once; got {echo(answer)}"
        raise UnclearError(msg)
    return tuple(slots)


def echo(answer: str) -> str:
    """Return a wrong answer as a message repeats it: short, on one line, in quotation marks."""
    text = one_line(answer)
    return repr(text if len(text) <= LONGEST_ECHO else text[:LONGEST_ECHO] + "…")
