"""What else a configuration might have said: one thing changed at a time.

The other options of every ruling, the variants that the game file gives beside its values, and the other layouts'
tiles in the place of one layout's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from balance.config.checking import unknown
from balance.config.document import Document, Problem, dotted
from balance.config.pacts import checks
from balance.config.pacts.game import Game, Sourced, ordered, sourced_values, with_value
from balance.config.pacts.laid import AnyLayout, Layout, size_of
from balance.config.pacts.layout_checks import check_layouts
from balance.config.pacts.models import Configuration
from balance.config.pacts.rulings import RULINGS
from balance.config.pacts.vocabulary import Ability, Faction
from balance.config.run import Variant, difference_words
from balance.errors import ConfigurationError, nearest

FEWEST: Final = 2  # factions that a pool must hold


def variants(configuration: Configuration, *, layout: str | None = None) -> list[Variant[Configuration]]:
    """Return every variant of a configuration: rulings, then values of the game file, then layouts.

    A variant that leaves fewer than two factions in the pool is left out.

    Parameters
    ----------
    configuration
        The base.
    layout
        The layout whose tiles the other layouts replace, cell names unchanged: the games keep their decks. The
        first by default.

    Raises
    ------
    ConfigurationError
        There is no such layout.
    """
    base = next(iter(configuration.layouts)) if layout is None else layout
    if base not in configuration.layouts:
        known = ", ".join(configuration.layouts)
        msg = f"unknown layout {base!r}{nearest(base, configuration.layouts)}; known: {known}"
        raise ConfigurationError(msg)
    found = [*_rulings(configuration), *_values(configuration), *_layouts(configuration, base)]
    return [variant for variant in found if len(variant.configuration.pool()) >= FEWEST]


def _with_game(configuration: Configuration, game: Game) -> Configuration:
    return configuration.model_copy(update={"game": ordered(game)})


def _rulings(configuration: Configuration) -> Iterator[Variant[Configuration]]:
    game = configuration.game
    for ruling in RULINGS.values():
        for option in (each.name for each in ruling.options):
            if option == game.ruling(ruling.name):
                continue
            yield Variant(
                name=f"{ruling.name}: {option}",
                kind="ruling",
                what=ruling.name,
                option=option,
                meaning=f"{ruling.question}: {ruling.meaning(option)}",
                base=game.ruling(ruling.name),
                source=game.rulings[ruling.name].source,
                configuration=with_ruling(configuration, ruling.name, option),
            )


def _values(configuration: Configuration) -> Iterator[Variant[Configuration]]:
    game = configuration.game
    for path, sourced in sourced_values(game):
        what = ".".join(path)
        for option, value in sourced.variants.items():
            yield Variant(
                name=f"{what}: {option}",
                kind="assumption",
                what=what,
                option=option,
                meaning=f"another {what}: {difference_words(sourced.value, value)}",
                base="",
                source=sourced.source,
                configuration=_with_game(configuration, with_value(game, path, value)),
            )


def _layouts(configuration: Configuration, base: str) -> Iterator[Variant[Configuration]]:
    for option, layout in configuration.layouts.items():
        if option == base:
            continue
        laid = {**configuration.layouts, base: layout}
        tiles = _laid_words(option, layout, configuration.game)
        yield Variant(
            name=f"layouts.{base}: {option}",
            kind="layout",
            what=f"layouts.{base}",
            option=option,
            meaning=f"the tiles of layout {base}: {tiles}",
            base=base,
            source=configuration.layouts[base].source or "assumed",
            configuration=configuration.model_copy(update={"layouts": laid}),
        )


def _laid_words(name: str, layout: AnyLayout, game: Game) -> str:
    """Say where tiles lie that are laid as in a layout."""
    size = size_of(layout, game)
    if size is not None:
        return f"games take turns on the {size:,} layouts of {name}"
    random = isinstance(layout, Layout) and layout.random_regions
    return "twelve tiles mixed, six dealt in each game" if random else f"laid as in {name}"


def without(configuration: Configuration, faction: str, ability: Ability) -> Configuration:
    """Return a configuration with one ability of one faction switched off.

    Raises
    ------
    ConfigurationError
        There is no such faction.
    """
    if faction not in configuration.factions:
        msg = unknown("faction", faction, configuration.factions)
        raise ConfigurationError(msg)
    factions = {**configuration.factions, faction: configuration.factions[faction].without(ability)}
    return configuration.model_copy(update={"factions": factions})


def with_ruling(configuration: Configuration, ruling: str, option: str) -> Configuration:
    """Return a configuration under another option of one ruling; nothing is checked."""
    game = configuration.game
    decided = {**game.rulings, ruling: Sourced[str](value=option, source="ruling")}
    return _with_game(configuration, game.model_copy(update={"rulings": decided}))


def check_variants(
    game: Game,
    document: Document,
    *,
    factions: Mapping[str, Faction],
    layouts: Mapping[str, AnyLayout],
    prefix: tuple[str, ...] = (),
) -> Iterator[Problem]:
    """Yield what is wrong with the game file's variants: each is checked as if it were the value.

    Parameters
    ----------
    game
        The game, sound without its variants.
    document
        Where it was read from, for lines.
    factions, layouts
        What has to fit the game.
    prefix
        The keys that lead to the game, where the document holds more.
    """
    for name, ruling in game.rulings.items():
        if ruling.variants:
            message = "a ruling takes no variants: its other options are played in its place anyway"
            yield document.problem((*prefix, "rulings", name, "variants"), message)
    for path, sourced in sourced_values(game):
        for name, value in sourced.variants.items():
            at = (*path, "variants", name)
            if value == sourced.value:
                yield document.problem((*prefix, *at), "expected a change; got the value itself")
                continue
            changed = with_value(game, path, value)
            own, elsewhere = _wrong(at, changed)
            for where, text in own or [*elsewhere, *_misfits(changed, factions, layouts)][:1]:
                yield document.problem((*prefix, *(where or at)), text)


_Place = tuple[str | int, ...]


_Found = list[tuple[_Place, str]]


def _wrong(at: _Place, game: Game) -> tuple[_Found, _Found]:
    """Return what is wrong within a variant's value, and what else of the game does not fit it (without a place)."""
    value = (*at[:-2], "value")
    own: _Found = []
    elsewhere: _Found = []
    for where, text in checks.game_problems(game):
        if where[: len(value)] == value:
            own.append(((*at, *where[len(value) :]), text))
        else:
            elsewhere.append(((), f"with this value, {dotted(where)}: {text}"))
    return own, elsewhere


def _misfits(game: Game, factions: Mapping[str, Faction], layouts: Mapping[str, AnyLayout]) -> _Found:
    """Return which factions and layouts do not fit a changed game (without a place)."""
    nowhere = Document("", {})
    problems = [
        *checks.check_factions(factions, game, nowhere),
        *check_layouts(layouts, game, nowhere),
    ]
    return [((), f"with this value, {problem.where}: {problem.message}") for problem in problems]
