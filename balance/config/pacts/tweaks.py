"""Tweak files: YAML that names only what changes; laid over a base, the result is checked like any configuration."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from balance.config.document import Document, Where
from balance.config.merging import game_laid_over, is_file_form, laid_over, without_variants
from balance.config.pacts.game import Game
from balance.config.pacts.laid import in_full
from balance.config.pacts.load import RUN_KEYS, Weights, checked, read_documents
from balance.config.pacts.merging import replaces, value_laid_over
from balance.config.pacts.models import Configuration
from balance.config.pacts.rulings import RULINGS
from balance.config.tweak import Tweak
from balance.config.tweak_files import Parts, Written, game_changes, game_document, tweak_of

RUN_PARTS: Final = ("factions", "layouts")
GAME_PARTS: Final = tuple(key for key in Game.model_fields if key not in {"system", "version"})
PARTS: Final = Parts(
    *RUN_PARTS, {"factions": "faction", "layouts": "layout"}, RUN_KEYS, GAME_PARTS, "--factions"
)
_TILE: Final = re.compile(r"\d+/\d+")


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

    def lay(document: Written) -> Configuration:
        return checked(*_laid_over(run, game, document), base, policies)

    return tweak_of(path, PARTS, run, old, lay)


def _laid_over(run: Document, game: Document, tweak: Written) -> tuple[Written, Written]:
    """Return the run file's and the game file's data as the tweak has them, with the tweak's lines."""
    changes = game_changes(tweak, PARTS)
    rules = without_variants(game.data)
    for key, (path, change) in changes.items():
        rules[key] = game_laid_over(rules.get(key), change, path, rulings=RULINGS, merge=value_laid_over)
    layouts = _tiles_follow(run.data["layouts"], [changes[key] for key in ("tiles",) if key in changes])
    data = {**run.data, "layouts": layouts}
    for kind in RUN_PARTS:
        if kind in tweak.data:
            data[kind] = laid_over(data[kind], tweak.data[kind], (kind,), replaces=replaces)
    return replace(tweak, data=data), game_document(tweak, rules, changes)


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
