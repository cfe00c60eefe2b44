"""Tweak files: YAML that names only what changes; laid over a base, the result is checked like any configuration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from balance.config.base import check_display_name
from balance.config.document import Document, Problem, Where, dotted, raise_first, read_document, shown
from balance.config.pacts.game import Game
from balance.config.pacts.laid import in_full
from balance.config.pacts.load import RUN_KEYS, Weights, checked, read_documents
from balance.config.pacts.merging import Wrong, deck_laid_over, is_file_form, laid_over
from balance.config.pacts.models import Configuration
from balance.config.pacts.rulings import RULINGS
from balance.config.tweak import BASE, Tweak, TweakHead, differences
from balance.config.wording import validated
from balance.errors import ConfigurationError, nearest

_HEAD: Final = ("name", "why")
RUN_PARTS: Final = ("factions", "layouts")
GAME_PARTS: Final = tuple(key for key in Game.model_fields if key not in {"system", "version"})
KNOWN: Final = (*_HEAD, *RUN_PARTS, *GAME_PARTS)
_TILE: Final = re.compile(r"\d+/\d+")
_INSTEAD: Final = {
    "seed": "use --seed",
    "policy_pairs": "use --policy",
    "policies": "weights are how a policy plays",
    "balance": "what counts as balanced is said in the base",
}


def read_tweak(base: str | Path, path: str | Path, *, policies: Weights) -> Tweak:
    """Read a tweak file and lay it over a base.

    Parameters
    ----------
    base
        The base's run file; it must be sound.
    path
        The tweak file.
    policies
        The policies that exist: name → weight → default.

    Raises
    ------
    ConfigurationError
        Something is wrong; the message names the tweak file, line and field: it names what the base does not have,
        changes nothing, or changes what is not a rule.
    """
    run, game = read_documents(base)
    old = checked(run, game, base, policies)
    assert game is not None
    run = replace(run, data={**run.data, "layouts": in_full(run.data["layouts"])})
    document = _Written(**vars(read_document(path)))
    head, problems = validated(
        TweakHead, replace(document, data={k: document.data.get(k) for k in _HEAD if k in document.data})
    )
    problems += _unknown(document, run)
    if (
        not problems
        and not any(key in document.data for key in (*RUN_PARTS, *GAME_PARTS))
        and not document.data.get("game")
    ):
        problems.append(
            document.problem((), f"changes nothing: expected any of {', '.join((*RUN_PARTS, *GAME_PARTS))}")
        )
    raise_first(document, problems)
    assert head is not None
    try:
        laid = _laid_over(run, game, document)
    except Wrong as wrong:
        raise ConfigurationError(document.text(document.problem(wrong.path, wrong.message))) from None
    new = checked(*laid, base, policies)
    changes = tuple(differences(old, new))
    if not changes:
        raise ConfigurationError(document.text(_no_change(document, old, new)))
    return Tweak(_name(head, document, path), head.why, Path(path), changes, new)


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


class _Written(Document):
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


def _unknown(document: Document, run: Document) -> Iterator[Problem]:
    """Yield top-level keys that a tweak does not have."""
    inner = document.data.get("game")
    if "game" in document.data and not isinstance(inner, Mapping):
        yield document.problem(
            ("game",), f"expected a mapping of what changes in the game file; got {shown(inner)}"
        )
    entries: list[tuple[Where, str, tuple[str, ...]]] = [
        ((key,), key, (*KNOWN, "game")) for key in document.data
    ]
    entries += [(("game", key), key, GAME_PARTS) for key in (inner if isinstance(inner, Mapping) else ())]
    for path, key, known in entries:
        if key in {"system", "version"} or (key in RUN_KEYS and key not in known):
            instead = f"; {_INSTEAD[key]}" if key in _INSTEAD else ""
            yield document.problem(path, f"not a rule, and a tweak changes rules alone{instead}")
        elif key not in known:
            yield document.problem(
                path, f"unknown key {shown(key)}{nearest(key, known)}; known keys: {', '.join(known)}"
            )
        elif len(path) == 2 and key in document.data:
            yield document.problem(path, f"{key} is given here and at the top")
    for kind in RUN_PARTS:
        yield from _not_in_base(document, run, kind)


def _not_in_base(document: Document, run: Document, kind: str) -> Iterator[Problem]:
    """Yield factions or layouts that the base does not have, and such as are to be taken away."""
    one, known = kind.removesuffix("s"), run.data[kind]
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
            message = f"a tweak changes a {one}, it does not take it away; --{kind.removesuffix('s')}s leaves some out"
            message = message if kind == "factions" else f"a tweak changes a {one}, it does not take it away"
            yield document.problem((kind, name), message)


def _laid_over(run: Document, game: Document, tweak: _Written) -> tuple[_Written, _Written]:
    """Return the run file's and the game file's data as the tweak has them, with the tweak's lines."""
    inner = tweak.data.get("game", {})
    changes: dict[str, tuple[Where, Any]] = {
        key: ((key,), tweak.data[key]) for key in GAME_PARTS if key in tweak.data
    }
    changes |= {key: (("game", key), value) for key, value in inner.items()}
    rules = _without_variants(game.data)
    lines = dict(tweak.lines)
    for key, (path, change) in changes.items():
        rules[key] = _game_laid_over(rules.get(key), change, path)
        lines |= {
            at[1:]: line for at, line in tweak.lines.items() if path[0] == "game" and at[: len(path)] == path
        }
    layouts = _tiles_follow(run.data["layouts"], [changes[key] for key in ("tiles",) if key in changes])
    data = {**run.data, "layouts": layouts}
    for kind in RUN_PARTS:
        if kind in tweak.data:
            data[kind] = laid_over(data[kind], tweak.data[kind], (kind,))
    return replace(tweak, data=data), replace(tweak, data=rules, lines=lines)


def _game_laid_over(base: Any, change: Any, path: Where) -> Any:
    """Return a part of the game file with the tweak's changes; values written plainly keep the base's source."""
    if change is None:
        raise Wrong(path, "expected what it is changed to; got nothing")
    keys = path[1:] if path[0] == "game" else path
    if keys[0] == "rulings" and len(keys) == 2 and base is None:  # the base may leave it at its default
        base = {"value": RULINGS[keys[1]].default if keys[1] in RULINGS else "", "source": "ruling"}
    if is_file_form(base):
        whole = change if is_file_form(change) else {"value": change}
        at = (*path, "value") if is_file_form(change) else path
        merge = deck_laid_over if keys[0] == "decks" else laid_over
        return {
            "value": merge(base["value"], whole["value"], at),
            "source": whole.get("source", base["source"]),
        }
    if isinstance(change, Mapping) and (isinstance(base, Mapping) or keys == ("rulings",)):
        old = base or {}
        return {**old, **{k: _game_laid_over(old.get(k), v, (*path, k)) for k, v in change.items()}}
    return change


def _tiles_follow(layouts: Any, changes: list[tuple[Where, Any]]) -> Any:
    """Return the layouts with exchanged tiles where the old ones lay: another print lies where the old one did."""
    printed: dict[str, Any] = {}
    for _, change in changes:
        for group in change.values() if isinstance(change, Mapping) else ():
            entries = group["value"] if is_file_form(group) else group
            printed |= entries if isinstance(entries, Mapping) else {}
    printed = {
        k: v for k, v in printed.items() if _TILE.fullmatch(str(v))
    }  # others are refused where they stand
    return _with_print(layouts, printed)


def _with_print(layouts: Any, printed: Mapping[str, Any]) -> Any:
    """Return layouts, or a part of them, with some tiles exchanged."""
    if isinstance(layouts, Mapping):
        return {name: _with_print(part, printed) for name, part in layouts.items()}
    if isinstance(layouts, tuple):
        return tuple(_with_print(part, printed) for part in layouts)
    return printed.get(layouts, layouts) if isinstance(layouts, str) else layouts


def _without_variants(value: Any) -> Any:
    """Return data of the game file without variants: a tweak replaces what they vary."""
    if not isinstance(value, Mapping):
        return value
    kept = {k: v for k, v in value.items() if not (k == "variants" and "value" in value)}
    return {k: v if k == "value" else _without_variants(v) for k, v in kept.items()}


def _no_change(document: Document, old: Configuration, new: Configuration) -> Problem:
    """Return the problem of a tweak that changes no rule, at the first thing that it says."""
    given = [path for path in document.lines if path and path[0] not in _HEAD]
    leaf = next((path for path in given if not any(p[: len(path)] == path and p != path for p in given)), ())
    reason = (
        f": it is so in {old.path} already" if _without_variants(old.contents()) == new.contents() else ""
    )
    return document.problem(leaf, f"changes nothing that is played{reason}")
