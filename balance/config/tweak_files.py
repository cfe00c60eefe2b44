"""What tweak files of every rule system have in common: their keys, names and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from balance.config.base import check_display_name
from balance.config.document import Document, Problem, Where, dotted, raise_first, read_document, shown
from balance.config.merging import Wrong, without_variants
from balance.config.run import Configuration
from balance.config.tweak import BASE, Tweak, TweakHead, differences
from balance.config.wording import validated
from balance.errors import ConfigurationError, nearest

_HEAD: Final = ("name", "why")
_INSTEAD: Final = {
    "seed": "use --seed",
    "policy_pairs": "use --policy",
    "policies": "weights are how a policy plays",
    "balance": "what counts as balanced is said in the base",
}


@dataclass(frozen=True)
class Parts:
    """What a tweak of a rule system may name.

    Parameters
    ----------
    contestants, settings
        Parts of the run file: their keys.
    nouns
        What one of each is called, by key.
    run
        All keys of the run file.
    game
        Keys of the game file that are rules.
    leaving_out
        The option that leaves contestants out.
    """

    contestants: str
    settings: str
    nouns: Mapping[str, str]
    run: tuple[str, ...]
    game: tuple[str, ...]
    leaving_out: str = "--contestants"

    @property
    def rules(self) -> tuple[str, ...]:
        """All keys that change something."""
        return (self.contestants, self.settings, *self.game)


class Written(Document):
    """Data whose lines and words are those of a tweak file, which writes values of the game file without ``value``."""

    def problem(self, path: Iterable[str | int], message: str) -> Problem:
        """Return a problem at the place where the tweak names it, or the part of it that the tweak names."""
        full = tuple(path)
        where: Where = ()
        for step in full:
            where += (step,) if step != "value" or (*where, step) in self.lines else ()
        line = next((self.lines[where[:n]] for n in range(len(where), 0, -1) if where[:n] in self.lines), 0)
        if not line and where:
            return Problem(0, "", f"with this tweak, {dotted(where)}: {message}")
        return Problem(line, dotted(where), message)


def tweak_of(
    path: str | Path, parts: Parts, run: Document, old: Configuration, lay: Callable[[Written], Configuration]
) -> Tweak:
    """Read a tweak file.

    Parameters
    ----------
    path
        The file.
    parts
        What it may name.
    run, old
        The base's run file and its configuration.
    lay
        Lays the tweak over the base and checks the result.

    Raises
    ------
    ConfigurationError
        Something is wrong; the message names the tweak file, line and field.
    """
    document = Written(**vars(read_document(path)))
    data = document.data
    head, problems = validated(
        TweakHead, replace(document, data={k: data.get(k) for k in _HEAD if k in data})
    )
    problems += _unknown(document, run, parts)
    if not problems and not any(key in data for key in parts.rules) and not data.get("game"):
        problems.append(document.problem((), f"changes nothing: expected any of {', '.join(parts.rules)}"))
    raise_first(document, problems)
    assert head is not None
    try:
        new = lay(document)
    except Wrong as wrong:
        raise ConfigurationError(document.text(document.problem(wrong.path, wrong.message))) from None
    changes = tuple(differences(old, new))
    if not changes:
        raise ConfigurationError(document.text(_no_change(document, old, new)))
    return Tweak(_name(head, document, path), head.why, Path(path), changes, new)


def game_changes(tweak: Document, parts: Parts) -> dict[str, tuple[Where, Any]]:
    """Return what a tweak changes in the game file: key → where the tweak says it, and what."""
    found: dict[str, tuple[Where, Any]] = {
        key: ((key,), tweak.data[key]) for key in parts.game if key in tweak.data
    }
    return found | {key: (("game", key), value) for key, value in tweak.data.get("game", {}).items()}


def game_document(
    tweak: Written, rules: Mapping[str, Any], changes: Mapping[str, tuple[Where, Any]]
) -> Written:
    """Return the game file's data as the tweak has them, with the tweak's lines."""
    lines = dict(tweak.lines)
    for path, _ in changes.values():
        lines |= {
            at[1:]: line for at, line in tweak.lines.items() if path[0] == "game" and at[: len(path)] == path
        }
    return replace(tweak, data=rules, lines=lines)


def _name(head: TweakHead, document: Document, path: str | Path) -> str:
    """Return what a tweak is called: as it says, or else as its file is."""
    name = head.name
    if name is None:
        try:
            name = check_display_name(Path(path).stem)
        except ValueError as error:
            msg = f"the file's name is no name of a tweak, and it gives no other: {error}"
            raise ConfigurationError(document.text(document.problem(("name",), msg))) from None
    if name == BASE:
        msg = f"{name!r} is what the base is called; give the tweak a name of its own"
        raise ConfigurationError(document.text(document.problem(("name",), msg)))
    return name


def _unknown(document: Document, run: Document, parts: Parts) -> Iterator[Problem]:
    """Yield top-level keys that a tweak does not have."""
    inner = document.data.get("game")
    if "game" in document.data and not isinstance(inner, Mapping):
        yield document.problem(
            ("game",), f"expected a mapping of what changes in the game file; got {shown(inner)}"
        )
    own = (*_HEAD, *parts.rules)
    entries: list[tuple[Where, str, tuple[str, ...]]] = [
        ((key,), key, (*own, "game")) for key in document.data
    ]
    entries += [(("game", key), key, parts.game) for key in (inner if isinstance(inner, Mapping) else ())]
    for path, key, known in entries:
        if key in {"system", "version"} or (key in parts.run and key not in known):
            instead = f"; {_INSTEAD[key]}" if key in _INSTEAD else ""
            yield document.problem(path, f"not a rule, and a tweak changes rules alone{instead}")
        elif key not in known:
            yield document.problem(
                path, f"unknown key {shown(key)}{nearest(key, known)}; known keys: {', '.join(known)}"
            )
        elif len(path) == 2 and key in document.data:
            yield document.problem(path, f"{key} is given here and at the top")
    for kind in (parts.contestants, parts.settings):
        yield from _not_in_base(document, run, kind, parts)


def _not_in_base(document: Document, run: Document, kind: str, parts: Parts) -> Iterator[Problem]:
    """Yield contestants or settings that the base does not have, and such as are to be taken away."""
    one, known = parts.nouns[kind], run.data[kind]
    named = document.data.get(kind, {})
    if not isinstance(named, Mapping):
        yield document.problem((kind,), f"expected a mapping of {kind}; got {shown(named)}")
        return
    for name, change in named.items():
        if name not in known:
            message = (
                f"unknown {one} {shown(name)}{nearest(name, known)}; a tweak changes what the base has (there is "
                f"nothing to compare a new {one} with): {', '.join(known)}"
            )
            yield document.problem((kind, name), message)
        elif change is None:
            message = f"a tweak changes a {one}, it does not take it away"
            message += f"; {parts.leaving_out} leaves some out" if kind == parts.contestants else ""
            yield document.problem((kind, name), message)


def _no_change(document: Document, old: Configuration, new: Configuration) -> Problem:
    """Return the problem of a tweak that changes no rule, at the first thing that it says."""
    given = [path for path in document.lines if path and path[0] not in _HEAD]
    leaf = next((path for path in given if not any(p[: len(path)] == path and p != path for p in given)), ())
    reason = f": it is so in {old.path} already" if without_variants(old.contents()) == new.contents() else ""
    return document.problem(leaf, f"changes nothing that is played{reason}")
