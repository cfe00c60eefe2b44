"""Tweak files of a rule system with a `Schema`: laid over a base, the result is checked like any configuration."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from balance.config.document import Document
from balance.config.merging import game_laid_over, laid_over, without_variants
from balance.config.plain import PlainConfiguration, Schema
from balance.config.plain_files import Weights, checked, documents, run_file_of
from balance.config.tweak import Tweak
from balance.config.tweak_files import Parts, Written, game_changes, game_document, tweak_of


def parts_of(form: Schema) -> Parts:
    """Return what a tweak of a rule system may name."""
    return Parts(
        contestants=form.contestants,
        settings=form.settings,
        nouns={form.contestants: form.words.contestant, form.settings: form.words.setting},
        run=tuple(run_file_of(form).model_fields),
        game=tuple(key for key in form.game.model_fields if key not in {"system", "version"}),
    )


def read_tweak(form: Schema, base: str | Path, path: str | Path, *, policies: Weights) -> Tweak:
    """Read a tweak file and lay it over a base; see `balance.config.load.read_tweak`."""
    run, game = documents(form, base)
    old = checked(form, run, game, base, policies)
    parts = parts_of(form)

    def lay(document: Written) -> PlainConfiguration:
        return checked(form, *_laid_over(form, parts, run, game, document), base, policies)

    return tweak_of(path, parts, run, old, lay)


def _laid_over(
    form: Schema, parts: Parts, run: Document, game: Document, tweak: Written
) -> tuple[Written, Written]:
    """Return the run file's and the game file's data as the tweak has them, with the tweak's lines."""
    changes = game_changes(tweak, parts)
    rules = without_variants(game.data)
    for key, (path, change) in changes.items():
        rules[key] = game_laid_over(rules.get(key), change, path, rulings=form.rulings)
    data = dict(run.data)
    for kind in (parts.contestants, parts.settings):
        if kind in tweak.data:
            data[kind] = laid_over(data[kind], tweak.data[kind], (kind,))
    return replace(tweak, data=data), game_document(tweak, rules, changes)
