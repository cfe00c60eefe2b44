"""What is wrong with layouts and sets of them under a game's rules, and with the games that are wanted on them.

Each check yields `Problem` s; none raises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from balance.config.base import ROW_MARK
from balance.config.checking import unknown
from balance.config.document import Document, Problem, Where, shown
from balance.config.pacts.game import REGIONS, Game
from balance.config.pacts.laid import AnyLayout, LayoutList, LayoutSet, size_of
from balance.config.pacts.played import Comparisons, PolicyPair
from balance.config.played import MOST_CELL_GAMES


def check_layouts(layouts: Mapping[str, AnyLayout], game: Game, document: Document) -> Iterator[Problem]:
    """Yield what is wrong with the layouts under these rules."""
    if not layouts:
        yield document.problem(("layouts",), "expected at least one layout")
    for name, layout in layouts.items():
        path = ("layouts", name)
        if ROW_MARK in name:
            message = (
                f"expected a name without {ROW_MARK}, which stands before the number of a layout in a set"
            )
            yield document.problem(path, f"{message}; got {name!r}")
        if isinstance(layout, LayoutSet):
            yield from _set(layout, path, game, document)
        elif isinstance(layout, LayoutList):
            yield from _list(layout, path, game, document)
        elif not layout.random_regions:
            yield from _by_region(layout.tiles, path, game, document)
        elif layout.tiles:
            message = "expected either random_regions: true or a tile per region, not both"
            yield document.problem(path, message)


def _by_region(tiles: Mapping[str, str], path: Where, game: Game, document: Document) -> Iterator[Problem]:
    """Yield what is wrong with a layout that is written region → tile."""
    for region in tiles:
        if region not in game.regions:
            yield document.problem((*path, region), unknown("region", region, game.regions))
    yield from _tiles([((*path, region), region, tile) for region, tile in tiles.items()], game, document)
    strange = any(region not in game.regions for region in tiles)
    for region in game.regions:
        if region not in tiles and not strange:
            yield document.problem(path, f"region {region!r} has no tile")


def _tiles(laid: Sequence[tuple[Where, str, str]], game: Game, document: Document) -> Iterator[Problem]:
    """Yield the tiles that there are not, or that lie twice: where each is written, its region, the tile."""
    used: dict[str, str] = {}
    for where, region, tile in laid:
        if tile not in game.tiles.labels:
            yield document.problem(where, unknown("tile", tile, game.tiles.labels))
        elif tile in used:
            yield document.problem(where, f"tile {tile!r} already lies on {used[tile]}")
        used.setdefault(tile, region)


def _set(layout: LayoutSet, path: Where, game: Game, document: Document) -> Iterator[Problem]:
    """Yield what is wrong with the sample of a set."""
    tiles = len(layout.box(game))
    most = size_of(layout.model_copy(update={"sample": None}), game)
    wanted = layout.sample
    if wanted is None or most is None:
        return
    where = (*path, "sample")
    if wanted > most:
        yield document.problem(where, f"expected at most {most}, all layouts of {layout.set}; got {wanted}")
    elif wanted % tiles:
        low = wanted - wanted % tiles
        near = f"{low} or {low + tiles}" if low else f"{tiles}"
        message = (
            f"expected a multiple of {tiles}, the number of tiles, so that each lies on each region equally often; "
            f"got {wanted} (near: {near})"
        )
        yield document.problem(where, message)


def _list(layout: LayoutList, path: Where, game: Game, document: Document) -> Iterator[Problem]:
    """Yield what is wrong with a list of layouts by hand."""
    first: dict[tuple[str, ...], int] = {}
    for n, one in enumerate(layout.root):
        where = (*path, n)
        if isinstance(one, dict):
            wrong = list(_by_region(one, where, game, document))
        elif len(one) != REGIONS:
            message = f"expected {REGIONS} tiles, for {', '.join(game.regions)}; got {len(one)}"
            wrong = [document.problem(where, message)]
        else:
            laid = [((*where, m), game.regions[m], tile) for m, tile in enumerate(one)]
            wrong = list(_tiles(laid, game, document))
        yield from wrong
        if wrong:
            continue
        (row,) = LayoutList((one,)).rows(game.regions)
        if row in first:
            yield document.problem(where, f"the same layout as {path[-1]}[{first[row]}]")
        first.setdefault(row, n)


def check_set_games(
    pairs: Sequence[PolicyPair],
    comparisons: Comparisons | None,
    layouts: Mapping[str, AnyLayout],
    game: Game,
    document: Document,
) -> Iterator[Problem]:
    """Yield policy pairs with too many games on a set, and comparisons that would play a share of one."""
    for n, pair in enumerate(pairs):
        for name in pair.layouts or ():
            size = size_of(layouts[name], game) if name in layouts else None
            if size is not None and pair.games * size > MOST_CELL_GAMES:
                message = (
                    f"expected at most {MOST_CELL_GAMES // size} games on each of the {size} layouts of {name!r}; "
                    f"got {shown(pair.games)}"
                )
                yield document.problem(("policy_pairs", n, "games"), message)
    for kind, entries in comparisons or ():
        for n, entry in enumerate(entries):
            if entry.set_share is not None:
                message = "expected in policy_pairs only; the games of a comparison are counted in all"
                yield document.problem(("comparisons", kind, n, "set_share"), message)
