"""What the models cannot see alone: names that must exist elsewhere, symmetry, sizes, what fits together.

Each check yields `Problem` s; none raises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from balance.config.checking import check_repeated, repeated, unknown
from balance.config.document import Document, Problem, shown
from balance.config.pacts.cards import Card
from balance.config.pacts.game import CARDS_DEALT, MOST_TILES, REGIONS, Game
from balance.config.pacts.laid import NOT_REGIONS
from balance.config.pacts.played import Auction, PolicyPair
from balance.config.pacts.rulings import check_option, get_ruling
from balance.config.pacts.vocabulary import Faction, PointsMayBecome
from balance.config.pacts.words import SEATS
from balance.errors import ConfigurationError

MOST_KINDS = 24
FEWEST_FACTIONS = 2
MOST_FACTIONS = 300
"""Each plays each: 89,700 pairs, all of which a sweep plans."""


def check_game(game: Game, document: Document, *, prefix: tuple[str, ...] = ()) -> Iterator[Problem]:
    """Yield what is wrong within the game file.

    Parameters
    ----------
    game
        The game as validated.
    document
        Where it was read from, for lines.
    prefix
        The keys that lead to the game, where the document holds more.
    """
    for path, message in game_problems(game):
        yield document.problem((*prefix, *path), message)


_Found = Iterator[tuple[tuple[str | int, ...], str]]


def game_problems(game: Game) -> _Found:
    """Yield the keys and the message of all that is wrong within a game."""
    yield from _regions(game)
    yield from _borders(game)
    yield from _symbols(game)
    yield from _tiles(game)
    yield from _decks(game)
    yield from _rulings(game)


def _regions(game: Game) -> _Found:
    path = ("board", "regions", "value")
    for n in repeated(game.regions):
        yield (*path, n), f"region {game.regions[n]!r} is named twice"
    for n, name in enumerate(game.regions):
        if name in NOT_REGIONS:
            yield (*path, n), f"{name!r} cannot be a region's name: layouts use the word"
    setup = game.setup_regions.value
    for n, name in enumerate(setup):
        if name not in game.regions:
            yield ("setup_regions", "value", n), unknown("region", name, game.regions)
    for n in repeated(setup):
        yield ("setup_regions", "value", n), f"expected two different regions; got {setup[n]!r} twice"


def _borders(game: Game) -> _Found:
    path = ("board", "borders", "value")
    borders = game.board.borders.value
    strange = any(region not in game.regions for region in borders)
    for region in game.regions:
        if region not in borders and not strange:
            yield path, f"missing region {region!r}"
    for region, others in borders.items():
        if region not in game.regions:
            yield (*path, region), unknown("region", region, game.regions)
            continue
        for n in repeated(others):
            yield (*path, region, n), f"border with {others[n]!r} is named twice"
        for n, other in enumerate(others):
            where = (*path, region, n)
            if other == region:
                yield where, "expected another region; a region cannot border itself"
            elif other not in game.regions:
                yield where, unknown("region", other, game.regions)
            elif region not in borders.get(other, ()) and not strange:
                yield where, f"{region} borders {other}, but {other} does not border {region}"


def _symbols(game: Game) -> _Found:
    path = ("board", "symbols", "value")
    owner: dict[str, str] = {}
    for symbol, members in game.board.symbols.value.items():
        if symbol.upper() == "WILD" or len(symbol.split()) > 1:
            yield (*path, symbol), f"expected a symbol of one word, not WILD; got {symbol!r}"
        if not members:
            yield (*path, symbol), "expected at least one region"
        for n, region in enumerate(members):
            if region not in game.regions:
                yield (*path, symbol, n), unknown("region", region, game.regions)
            elif region in owner:
                yield (*path, symbol, n), f"region {region!r} already has the symbol {owner[region]!r}"
            owner.setdefault(region, symbol)
    strange = any(region not in game.regions for region in owner)
    for region in game.regions:
        if region not in owner and not strange:
            yield path, f"region {region!r} has no symbol"


def _tiles(game: Game) -> _Found:
    standard = len(game.tiles.standard.value)
    labels = game.tiles.labels
    if standard != REGIONS:
        yield ("tiles", "standard", "value"), f"expected {REGIONS} tiles, one per region; got {standard}"
    if len(labels) > MOST_TILES:
        yield ("tiles", "other", "value"), f"expected at most {MOST_TILES} tiles in all; got {len(labels)}"
    for n in repeated(labels):
        group, at = ("standard", n) if n < standard else ("other", n - standard)
        yield ("tiles", group, "value", at), f"tile {labels[n]!r} is listed twice"


def _decks(game: Game) -> _Found:
    sizes = game.deck_sizes.value
    decks = {"common": game.decks.common.value, "special": game.decks.special.value}
    wanted = {"common": sizes.common, "special": sizes.special}
    for name, deck in decks.items():
        path = ("decks", name, "value")
        size = sum(deck.values())
        if size < CARDS_DEALT[name]:
            yield path, f"expected at least {CARDS_DEALT[name]} cards for six rounds; got {size}"
        elif size != wanted[name]:
            yield path, f"expected {wanted[name]} cards, as deck_sizes.{name} says; got {size}"
        for card in deck:
            yield from _symbol(card, (*path, card.name), game)
    if len(game.court.value) != sizes.court:
        message = f"expected {sizes.court} cards, as deck_sizes.court says; got {len(game.court.value)}"
        yield ("court", "value"), message
    for n, card in enumerate(game.court.value):
        yield from _symbol(card, ("court", "value", n), game)


def _symbol(card: Card, path: tuple[str | int, ...], game: Game) -> _Found:
    known = [*game.symbols, "WILD"]
    if card.effect == "PLACE" and card.symbol not in known:
        yield path, unknown("symbol", card.symbol, known)


def _rulings(game: Game) -> _Found:
    for name, sourced in game.rulings.items():
        try:
            get_ruling(name)
        except ConfigurationError as error:
            yield ("rulings", name), str(error)
            continue
        try:
            check_option(name, sourced.value)
        except ConfigurationError as error:
            yield ("rulings", name, "value"), str(error)


def check_factions(factions: Mapping[str, Faction], game: Game, document: Document) -> Iterator[Problem]:
    """Yield what is wrong with the factions under these rules."""
    if len(factions) < FEWEST_FACTIONS:
        yield document.problem(("factions",), f"expected at least two factions; got {len(factions)}")
    if len(factions) > MOST_FACTIONS:
        yield document.problem(
            ("factions",), f"expected at most {MOST_FACTIONS} factions; got {len(factions):,}"
        )
    boxed = [name for name, faction in factions.items() if faction.boxed]
    if game.ruling("faction_pool") == "eight_boxed" and len(boxed) < FEWEST_FACTIONS <= len(factions):
        message = f"expected at least two boxed factions under faction_pool: eight_boxed; got {len(boxed)}"
        yield document.problem(("factions",), message)
    kinds = set(game.cards())
    for name, faction in factions.items():
        passive = faction.passive
        if isinstance(passive, PointsMayBecome):
            path = ("factions", name, "passive", "card")
            for where, message in _symbol(passive.card, path, game):
                yield document.problem(where, message)
            kinds.add(passive.card)
            if len(kinds) > MOST_KINDS:
                break
    if len(kinds) > MOST_KINDS:
        message = (
            f"expected at most {MOST_KINDS} kinds of card in decks, court set and factions; got {len(kinds)}"
        )
        yield document.problem(("game",), message)


def check_bids(auction: Auction, game: Game, document: Document) -> Iterator[Problem]:
    """Yield what is wrong with the auction's bids."""
    supply = game.supply()
    if auction.largest is not None and auction.bids is not None:
        message = "expected with adaptive bids only; these bids are given"
        yield document.problem(("auction", "largest"), message)
    elif auction.largest is not None and auction.largest > supply:
        message = f"expected at most {supply}, the supply left after set-up; got {shown(auction.largest)}"
        yield document.problem(("auction", "largest"), message)
    for n, bid in enumerate(auction.bids or ()):
        if bid > supply:
            message = f"expected a bid of at most {supply}, the supply left after set-up; got {shown(bid)}"
            yield document.problem(("auction", "bids", n), message)
        if bid in (auction.bids or ())[:n]:
            yield document.problem(("auction", "bids", n), f"bid {bid} is given twice")


def check_pairs(pairs: tuple[PolicyPair, ...], document: Document) -> Iterator[Problem]:
    """Yield what is wrong with the policy pairs as a whole: none, or the same cell played twice."""
    if not pairs:
        yield document.problem(("policy_pairs",), "expected at least one policy pair")
    yield from check_repeated(pairs, ("policy_pairs",), document, seats=SEATS, noun="layout")
