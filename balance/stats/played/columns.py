"""Which column of a file of played games is what, from plain names or as told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from balance.errors import ResultsError, nearest

Sides = tuple[str, str]

SIDES: tuple[Sides, ...] = (
    ("first", "second"),
    ("home", "away"),
    ("home", "visitor"),
    ("host", "guest"),
    ("white", "black"),
    ("attacker", "defender"),
    ("left", "right"),
    ("north", "south"),
    ("1", "2"),
    ("a", "b"),
)
"""Words that tell the two sides apart, as they stand in the names of columns."""

_CONTESTANT = (
    *(
        "faction",
        "team",
        "deck",
        "contestant",
        "character",
        "civilisation",
        "civilization",
        "civ",
        "army",
        "race",
    ),
    *("hero", "leader", "species", "clan", "nation", "club", "bot", "engine", "agent", "name", "side"),
)
_PLAYER = ("player", "playername", "person", "pilot", "user", "username")
_SCORE = ("score", "points", "pts", "goals", "vp", "victorypoints", "runs")
_WINS = ("wins", "won", "win", "victories")
_WINNER = ("winner", "wonby", "victor", "winningside", "winningfaction", "winningteam", "winnername")
_RESULT = ("result", "outcome", "ftr")
_GAMES = ("games", "played", "gamesplayed", "matches", "total", "n")
_TIES = ("ties", "draws", "tied", "drawn", "tie", "draw")
_LOSSES = ("losses", "lost", "loss")
_SETTING = ("layout", "setting", "map", "board", "scenario", "arena")
_DATE = ("date", "day", "datetime", "playedon", "timestamp")
_KEYS = ("version", "rules", "ruleset", "edition", "rulings", "ruling", "patch", "codedigest")


class Kind(StrEnum):
    """What a row is."""

    WINNER = "winner"  # a game, with who won
    SCORES = "scores"  # a game, with two scores: the higher wins
    COUNTS = "counts"  # several games, counted


@dataclass(frozen=True)
class Chosen:
    """Columns as told by name; None: found from plain names.

    Parameters
    ----------
    first, second
        The two contestants, by side.
    winner
        Who won a game.
    scores
        Two scores of a game, the first side's first.
    wins, losses, games, ties
        Games won and lost by the first side, played, and tied.
    setting
        Layout; empty: none, even if there is one.
    players
        Who played the first side and who the second; empty: none, even if there are some.
    """

    first: str | None = None
    second: str | None = None
    winner: str | None = None
    scores: Sides | None = None
    wins: str | None = None
    losses: str | None = None
    games: str | None = None
    ties: str | None = None
    setting: str | None = None
    players: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Columns:
    """Which column is what. `sides` are what the two sides are called; `keys` must be the same in all rows."""

    first: str
    second: str
    sides: Sides
    kind: Kind
    winner: str | None = None
    scores: Sides | None = None
    wins: str | None = None
    losses: str | None = None
    games: str | None = None
    ties: str | None = None
    setting: str | None = None
    players: Sides | None = None
    date: str | None = None
    keys: tuple[str, ...] = ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The columns of numbers: two scores, or counts."""
        counts = (self.wins, self.losses, self.games, self.ties)
        return self.scores or tuple(c for c in counts if c is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of names."""
        single = (self.first, self.second, self.winner, self.setting)
        return tuple(c for c in (*single, *(self.players or ())) if c is not None)

    def as_json(self) -> dict[str, object]:
        """Return what was read from which column."""
        single = {
            "first": self.first,
            "second": self.second,
            "winner": self.winner,
            "scores": list(self.scores) if self.scores else None,
            "wins": self.wins,
            "losses": self.losses,
            "games": self.games,
            "ties": self.ties,
            "layout": self.setting,
            "players": list(self.players) if self.players else None,
            "date": self.date,
        }
        return {name: column for name, column in single.items() if column}


def plain(name: str) -> str:
    """Return a column's name with nothing but its letters and digits, in lower case.

    Examples
    --------
    >>> plain("Home Team"), plain("seelie_player"), plain("Faction #1")
    ('hometeam', 'seelieplayer', 'faction1')
    """
    return re.sub(r"[\W_]+", "", name).casefold()


def find_columns(
    file: str, header: Sequence[str], chosen: Chosen | None = None, sides: Sequence[Sides] = SIDES
) -> Columns:
    """Return which column of a header is what.

    Parameters
    ----------
    file
        What the file is called, for messages.
    header
        The names of its columns.
    chosen
        Columns as told.
    sides
        Words that may tell the sides apart.

    Raises
    ------
    ResultsError
        A column is missing, there is more than one for the same thing, or a name that was told is not there.
    """
    return _Finder(file, header, chosen or Chosen(), sides).columns()


class _Finder:
    """Looks for columns in one header."""

    def __init__(self, file: str, header: Sequence[str], chosen: Chosen, sides: Sequence[Sides]) -> None:
        self.file, self.header, self.chosen, self.systems = file, tuple(header), chosen, tuple(sides)
        self.by_plain: dict[str, list[str]] = {}
        for name in header:
            self.by_plain.setdefault(plain(name), []).append(name)
        for name in _told(chosen):
            self._check(name)

    def columns(self) -> Columns:
        first, second, sides = self._contestants()
        taken = {first, second}
        players = self._players(sides, taken)
        result = self._result(sides)
        found = Columns(
            first=first,
            second=second,
            sides=sides,
            players=players,
            setting=self._setting(),
            date=self._one(_DATE),
            keys=tuple(name for word in _KEYS for name in self.by_plain.get(word, ()) if name not in taken),
            **result,
        )
        used = [*found.names, *found.numbers]
        twice = next((name for name in used if used.count(name) > 1), None)
        if twice is not None:
            self._fail(f"the column {twice!r} is to be two things at once; each column is one")
        return found

    def _check(self, name: str) -> None:
        if name not in self.header:
            self._fail(f"expected a column {name!r}{nearest(name, self.header)}; {self._there()}")

    def _contestants(self) -> tuple[str, str, Sides]:
        first, second = self.chosen.first, self.chosen.second
        if first is not None and second is not None:
            if first == second:
                self._fail(f"--first and --second both name the column {first!r}")
            return first, second, self._sides_of(first, second)
        for nouns in (_CONTESTANT, ("",), _PLAYER):
            found = dict.fromkeys(
                (a, b, system)
                for a, b, system in self._pairs(nouns)
                if first in {None, a} and second in {None, b}
            )
            if len(found) > 1:
                shown = " or ".join(f"{a!r}, {b!r}" for a, b, _ in found)
                self._fail(
                    f"expected one column for each side; got {shown}; name two with --first and --second"
                )
            if found:
                return next(iter(found))
        msg = (
            f"{self.file}: expected two columns for the contestants, such as first, second or home, away or "
            f"faction_1, faction_2; {self._there()}; name two with --first and --second"
        )
        raise ResultsError(msg)

    def _pairs(self, nouns: Sequence[str]) -> Iterator[tuple[str, str, Sides]]:
        """Yield the columns of a noun for both sides: 'home_team' and 'away_team', or 'team 1' and 'team 2'."""
        for system in self.systems:
            for noun in nouns:
                for form in ("{side}{noun}", "{noun}{side}") if noun else ("{side}",):
                    one, two = (self.by_plain.get(form.format(side=side, noun=noun), []) for side in system)
                    yield from ((a, b, system) for a in one for b in two)

    def _sides_of(self, first: str, second: str) -> Sides:
        """Return the side words in two columns' names, or else the names themselves."""
        for one, two in self.systems:
            a, b = plain(first), plain(second)
            if one in a and two in b and a.replace(one, "", 1) == b.replace(two, "", 1):
                return one, two
        return first, second

    def _players(self, sides: Sides, taken: set[str]) -> Sides | None:
        told = self.chosen.players
        if told is not None:
            if not told:
                return None
            if len(told) != 2 or told[0] == told[1]:
                self._fail(f"--players: expected two different columns A,B; got {','.join(told)!r}")
            return told[0], told[1]
        found = [(a, b) for a, b, system in self._pairs(_PLAYER) if system == sides and not {a, b} & taken]
        if not found:
            found = [(a, b) for a, b, _ in self._pairs(_PLAYER) if not {a, b} & taken]
        return found[0] if found else None

    def _setting(self) -> str | None:
        if self.chosen.setting is not None:
            return self.chosen.setting or None
        return self._one(_SETTING)

    def _result(self, sides: Sides) -> Mapping[str, Any]:
        """Return how a row tells its result: as told, or by whatever is there."""
        told, counts = self.chosen, self._counts(sides)
        if told.winner is not None:
            return {"kind": Kind.WINNER, "winner": told.winner}
        if told.scores is not None:
            return {"kind": Kind.SCORES, "scores": told.scores}
        if any(name is not None for name in (told.wins, told.losses, told.games, told.ties)):
            return self._checked(counts)
        winner = self._one((*_WINNER, *_RESULT))
        scores = next(((a, b) for a, b, system in self._pairs(_SCORE) if system == sides), None)
        if scores is None and self.by_plain.get("fthg") and self.by_plain.get("ftag"):
            scores = (self.by_plain["fthg"][0], self.by_plain["ftag"][0])
        counted = counts.get("wins") is not None and any(counts.get(name) for name in ("losses", "games"))
        if winner is not None and counted:
            self._fail(
                f"a row is one game or counts of games, not both; got {winner!r} and {counts['wins']!r}; "
                "name one with --winner or --wins"
            )
        if winner is not None:
            return {"kind": Kind.WINNER, "winner": winner}
        if counts.get("wins") is not None or scores is None:
            return self._checked(counts)
        return {"kind": Kind.SCORES, "scores": scores}

    def _counts(self, sides: Sides) -> dict[str, str | None]:
        pairs = [(a, b) for a, b, system in self._pairs(_WINS) if system == sides]
        told = self.chosen
        first_wins = [a for a, _ in pairs] or self._named(_WINS, sides[0]) or self._all(_WINS)
        second_wins = [b for _, b in pairs] or self._named(_WINS, sides[1]) or self._all(_LOSSES)
        return {
            "wins": told.wins or (first_wins[0] if first_wins else None),
            "losses": told.losses or (second_wins[0] if second_wins else None),
            "games": told.games or self._one(_GAMES),
            "ties": told.ties or self._one(_TIES),
        }

    def _checked(self, counts: Mapping[str, str | None]) -> Mapping[str, Any]:
        """Return columns of counts if they are enough: wins, and losses or games."""
        if counts["wins"] is None:
            self._fail(
                "expected a column that tells who won: winner, or two scores, or wins with losses or games; "
                f"{self._there()}; name it with --winner, --scores or --wins"
            )
        if counts["losses"] is None and counts["games"] is None:
            self._fail(
                f"{counts['wins']}: expected a column of losses or of games beside it; {self._there()}; "
                "name it with --losses or --games"
            )
        return {"kind": Kind.COUNTS, **counts}

    def _named(self, nouns: Sequence[str], side: str) -> list[str]:
        forms = [form for noun in nouns for form in (side + noun, noun + side)]
        return [name for form in forms for name in self.by_plain.get(form, ())]

    def _all(self, words: Sequence[str]) -> list[str]:
        return [name for word in words for name in self.by_plain.get(word, ())]

    def _one(self, words: Sequence[str]) -> str | None:
        """Return the column that has the first of some words as its name."""
        found = next((self.by_plain[word] for word in words if word in self.by_plain), [])
        if len(found) > 1:
            self._fail(
                f"the columns {found[0]!r} and {found[1]!r} have one name; rename or remove one of them"
            )
        return found[0] if found else None

    def _there(self) -> str:
        names = list(self.header)
        more = f" and {len(names) - 20} more" if len(names) > 20 else ""
        return f"got the columns {', '.join(map(repr, names[:20]))}{more}"

    def _fail(self, message: str) -> NoReturn:
        msg = f"{self.file}: {message}"
        raise ResultsError(msg)


def _told(chosen: Chosen) -> list[str]:
    single = (
        chosen.first,
        chosen.second,
        chosen.winner,
        chosen.wins,
        chosen.losses,
        chosen.games,
        chosen.ties,
    )
    several = (*(chosen.scores or ()), *(chosen.players or ()), chosen.setting)
    return [name for name in (*single, *several) if name]
