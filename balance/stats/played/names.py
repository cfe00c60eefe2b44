"""Names that look like one, written in two ways."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from itertools import combinations

SHOWN = 5
MOST_COMPARED = 100  # names up to which every two are compared letter by letter
SHORTEST = 5  # letters of a name in which one wrong letter is worth a question
CLOSE = 0.85


def alike(names: Iterable[str], *, close: bool = True) -> list[tuple[str, str]]:
    """Return a few pairs of names that may be meant as one.

    Parameters
    ----------
    names
        Different names.
    close
        Also names that differ in a letter or so; else only those that differ in case, accents, spaces or dashes.

    Examples
    --------
    >>> alike(["Dragons", "dragons", "Kelpies", "Kelpie", "team 1", "team 2"])
    [('Dragons', 'dragons'), ('Kelpie', 'Kelpies')]
    """
    given = sorted(set(names))
    forms: dict[str, list[str]] = {}
    for name in given:
        forms.setdefault(_form(name), []).append(name)
    found = [pair for same in forms.values() for pair in combinations(same, 2)]
    if close and len(forms) <= MOST_COMPARED:
        found += [
            (same[0], others[0])
            for (one, same), (two, others) in combinations(forms.items(), 2)
            if _close(one, two)
        ]
    return found[:SHOWN]


def _form(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name)
    kept = "".join(c for c in letters if not unicodedata.combining(c))
    return re.sub(r"[\W_]+", "", kept).casefold() or name


def _close(one: str, two: str) -> bool:
    """Return whether two forms differ little, and not in their numbers."""
    if min(len(one), len(two)) < SHORTEST or re.findall(r"\d+", one) != re.findall(r"\d+", two):
        return False
    return difflib.SequenceMatcher(None, one, two).ratio() > CLOSE
