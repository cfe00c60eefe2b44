"""Checks that the configurations of all rule systems share: names, policies, who plays whom.

Each check yields `Problem` s; none raises.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from balance.config.document import Document, Problem, Where, dotted, shown
from balance.errors import nearest


def unknown(kind: str, name: str, known: Collection[str]) -> str:
    """Return the message for a name that is not among the known ones."""
    return f"unknown {kind} {shown(name)}{nearest(name, known)}; expected one of {', '.join(known)}"


def repeated(names: Collection[str]) -> list[int]:
    """Return the positions of names that stood there before."""
    listed = list(names)
    return [n for n, name in enumerate(listed) if name in listed[:n]]


def look_alike(names: Collection[str]) -> list[tuple[int, str]]:
    """Return the positions of names that look like one that stood there before, and that one.

    Reports write ``dragons`` and ``Dragons`` alike, and a letter with an accent looks the same as one
    character or as two.
    """
    first: dict[str, str] = {}
    found = []
    for n, name in enumerate(names):
        other = first.setdefault(" ".join(unicodedata.normalize("NFKC", name).casefold().split()), name)
        if other != name:
            found.append((n, other))
    return found


def check_names(kind: str, names: Collection[str], document: Document) -> Iterator[Problem]:
    """Yield names of ``factions`` or ``layouts`` that cannot be told apart in a report."""
    listed = list(names)
    for n, other in look_alike(listed):
        message = f"expected a name that can be told from {other!r} in a report; got {listed[n]!r}"
        yield document.problem((kind, listed[n]), message)


def check_policies(
    weights: Mapping[str, Mapping[str, float]], known: Mapping[str, Mapping[str, float]], document: Document
) -> Iterator[Problem]:
    """Yield what is wrong with the policies' weights."""
    for name, given in weights.items():
        if name not in known:
            yield document.problem(("policies", name), unknown("policy", name, known))
            continue
        for weight in given:
            if weight not in known[name]:
                near = nearest(weight, known[name])
                allowed = f"expected one of {', '.join(known[name])}" if known[name] else "it has none"
                message = f"unknown weight {weight!r} of policy {name!r}{near}; {allowed}"
                yield document.problem(("policies", name, "weights", weight), message)


def check_play(
    play: Any,
    path: Where,
    document: Document,
    *,
    seats: Sequence[str],
    key: str,
    settings: Collection[str],
    policies: Collection[str],
) -> Iterator[Problem]:
    """Yield what is wrong with one entry of who plays whom: names that do not exist, repeated settings.

    Parameters
    ----------
    play
        The entry; it names a policy for each seat.
    path
        Where it stands.
    document
        The document.
    seats
        The seats.
    key
        The key under which an entry, and the file, name settings: ``layouts``.
    settings, policies
        The names that exist.
    """
    named, noun = play.settings or (), key.removesuffix("s")
    for seat in seats:
        if getattr(play, seat) not in policies:
            yield document.problem((*path, seat), unknown("policy", getattr(play, seat), policies))
    for n, setting in enumerate(named):
        if setting not in settings:
            yield document.problem((*path, key, n), unknown(noun, setting, settings))
    for n in repeated(named):
        yield document.problem((*path, key, n), f"{noun} {named[n]!r} is named twice")


def check_repeated(
    pairs: Sequence[Any], path: Where, document: Document, *, seats: Sequence[str], noun: str
) -> Iterator[Problem]:
    """Yield the entries of a list by which the same cell would be played twice."""
    for n, pair in enumerate(pairs):
        for m, other in enumerate(pairs[:n]):
            if any(getattr(pair, seat) != getattr(other, seat) for seat in seats):
                continue
            if shared := set(pair.settings or ()) & set(other.settings or ()):
                message = f"the same policies as {dotted(path)}[{m}] on {noun} {min(shared)!r}"
                yield document.problem((*path, n), message)
                break
