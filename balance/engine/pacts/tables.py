"""From a configuration to the rules record that kernels read: names become numbers, rulings and factions parameters.

Nothing below this module knows a faction or a ruling by name. Adding a word to the vocabulary means an entry here, a
function in `kernels/abilities.py` and its model in `balance.config.pacts.vocabulary`.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.config.pacts import vocabulary as words
from balance.config.pacts.cards import Card, sort_cards
from balance.config.pacts.game import Game
from balance.config.pacts.models import Configuration
from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.view import blank_faction
from balance.engine.pacts.layouts import KNOWN, laid
from balance.errors import ConfigurationError

EFFECTS = {
    "PLACE": k.PLACE_EFFECT,
    "MOVE": k.MOVE_EFFECT,
    "ABILITY": k.ABILITY_EFFECT,
    "POINTS": k.POINTS_EFFECT,
    "ABILITY or POINTS": k.ABILITY_EFFECT,
}
WHOSE = {"own": k.OWN, "opposing": k.OPPOSING, "either": k.OWN | k.OPPOSING, "both": k.OWN | k.OPPOSING}
SCOPES = {"symbol": k.ONE_SYMBOL, "different": k.DIFFERENT_REGIONS}
TIE_BREAKS = {"seelie": k.TIE_SEELIE, "unseelie": k.TIE_UNSEELIE, "shared": k.TIE_SHARED}


# a field of the rules that is 1 under one option of a ruling
SWITCHES = {
    "move_by_steps": ("move_unit", "steps"),
    "first_when_empty": ("cu_sidhe_first", "empty"),
    "round_start_one": ("fir_bolg_spawn", "one_empty_region"),
    "full_target": ("removal_target", "full_number"),
    "active_up_to": ("active_full", "up_to"),
    "passives_asked": ("automatic_passives", "may_decline"),
    "removed_leave": ("removed_cubes", "out_of_game"),
    "take_back_at_start": ("take_back_when", "empty_at_card_start"),
    "take_back_forced": ("take_back_forced", "until_whole"),
    "take_back_moves": ("take_back_counts", "move"),
    "take_back_by_cards": ("take_back_scope", "place_cards"),
    "copy_any": ("selkie_copy", "any_this_round"),
    "active_wild": ("kelpies_active_wild", "wild"),
    "swap_empty": ("removed_tile_swaps", "as_zero"),
    "auction_first": ("auction_timing", "before_setup"),
    "factions_hidden": ("faction_reveal", "at_first_use"),
}
PASSIVES = ("discard_same_court", "going_first", "first_placement", "round_start", "after_wild")
KINDS = ("effect", "card_symbol", "printed", "number", "plays", "plays_as", "copies_as")
STEPWISE = {k.ACTIVE_PLACE, k.ACTIVE_MOVE, k.ACTIVE_REMOVE, k.ACTIVE_REPLACE}
REMOVALS = {k.ACTIVE_REMOVE, k.ACTIVE_REMOVE_ALL, k.ACTIVE_REPLACE}
EITHER, POINTS = Card("ABILITY or POINTS"), Card("POINTS")


@dataclass(frozen=True)
class Names:
    """The names behind the numbers of one game's records.

    Parameters
    ----------
    regions, symbols, tiles
        In board order; tiles of the box, the standard ones first.
    cards
        One per kind.
    court
        The court set, as cards in play.
    """

    regions: tuple[str, ...]
    symbols: tuple[str, ...]
    tiles: tuple[str, ...]
    cards: tuple[Card, ...]
    court: tuple[Card, ...]

    def kind(self, card: Card | str) -> int:
        """Return the number of a card's kind."""
        return self._kinds[str(card)]

    @cached_property
    def _kinds(self) -> dict[str, int]:
        return {str(card): kind for kind, card in enumerate(self.cards)}


def names_of(configuration: Configuration) -> Names:
    """Return the names of a configuration: the same for every pair and layout of it."""
    game = configuration.game
    kinds = {in_play(card, game) for card in game.cards()}
    if EITHER in kinds:
        kinds.add(POINTS)
    for faction in configuration.factions.values():
        if isinstance(faction.passive, words.PointsMayBecome):
            kinds.add(faction.passive.card)
    cards = tuple(sort_cards(kinds, game.symbols))
    if len(cards) > k.MAX_KINDS:
        msg = f"expected at most {k.MAX_KINDS} different cards in decks, court set and factions; got {len(cards)}"
        raise ConfigurationError(msg)
    return Names(
        game.regions,
        game.symbols,
        game.tiles.labels,
        cards,
        tuple(in_play(card, game) for card in game.court.value),
    )


def in_play(card: Card, game: Game) -> Card:
    """Return the card that a card of the game file is in play: ABILITY and POINTS may be one."""
    either = game.ruling("other_card") == "one_with_choice" and card.effect in {"ABILITY", "POINTS"}
    return EITHER if either else card


def stable_key(text: str) -> int:
    """Return a 64-bit number for a physical piece, from its name alone (SHA-256, first 8 bytes)."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def build_rules(configuration: Configuration, seelie: str, unseelie: str, layout: str) -> NDArray[Any]:
    """Return the rules record of one pair on one layout, as an array of length 1.

    Parameters
    ----------
    seelie, unseelie, layout
        Names in the configuration; a faction may meet itself. Of a set of layouts the first one lies; one of its
        layouts is named with its number (``all#17``).

    Raises
    ------
    KeyError
        A faction is not in the configuration.
    ConfigurationError
        The layout is not.
    """
    names = names_of(configuration)
    rules = np.zeros(1, k.RULES)
    record = rules[0]
    _board(record, configuration.game, names)
    _layout(record, configuration, layout, names)
    _cards(record, configuration.game, names)
    for side, faction in enumerate((seelie, unseelie)):
        chosen = configuration.factions[faction]
        if chosen.has("passive"):
            _passive(record, side, chosen.passive, configuration.game, names)
        if chosen.has("active"):
            _active(record, side, chosen.active, configuration.game)
        record["court_none"][side] = not chosen.has("court")
    _rulings(record, configuration.game)
    _derived(record)
    return rules


def _derived(record: np.void) -> None:
    """Work out what follows from the other fields (`DERIVED`)."""
    record["borders"] = (record["neighbours"] >= 0).sum(axis=1)
    for card in range(int(record["court_size"])):
        earlier = np.flatnonzero(record["court"][:card] == record["court"][card])
        record["court_earlier"][card] = (1 << earlier).sum()
    for deck in range(2):
        kinds = record["deck"][deck, : int(record["deck_size"][deck])]
        record["copies"][deck] = np.bincount(kinds, minlength=k.MAX_KINDS)


def rules_digest(rules: NDArray[Any]) -> str:
    """Return the SHA-256 of a rules record: equal for two pairs exactly if kernels cannot tell them apart."""
    digest = hashlib.sha256()
    for name in (name for name in k.RULES.names or () if name not in k.DERIVED):
        digest.update(name.encode() + np.ascontiguousarray(rules[name]).tobytes())
    return digest.hexdigest()


def rules_in_play(rules: NDArray[Any], *, bid: int, order: NDArray[np.int8] | None = None) -> NDArray[Any]:
    """Return a rules record without what decides nothing for its pair at this bid (array of length 1).

    `order` holds the layouts where games take turns on them: more tiles than those of the record then lie on the mat.

    Taken out are switches that no ability of the pair looks at, cards that can neither be dealt, held nor played as,
    and tiles that stay in the box. Where two records come out equal, the same seed plays the same games, whatever else
    they say.
    """
    played = rules.copy()
    record = played[0]
    bearing = {**_bearing(record), "auction_first": bid != 0}
    for field, bears in bearing.items():
        if not bears:
            record[field] = 0
    _without_other_cards(record)
    if not record["random_regions"]:
        _without_boxed_tiles(record, record["tiles"] if order is None else order)
    return played


def _bearing(record: Any) -> dict[str, bool]:
    """Return whether the pair has an ability that looks at a switch, for every switch that not all pairs look at."""
    actives = set(record["active"].tolist())
    passive = {field: bool(record[field].any()) for field in PASSIVES}
    removes = passive["after_wild"] or not actives.isdisjoint(REMOVALS)
    adds = passive["going_first"] or passive["first_placement"] or passive["round_start"]
    adds = adds or not actives.isdisjoint({k.ACTIVE_PLACE, k.ACTIVE_REPLACE})
    return {
        "first_when_empty": passive["first_placement"],
        "round_start_one": passive["round_start"],
        "passives_asked": any(
            passive[field] for field in ("discard_same_court", "first_placement", "round_start")
        ),
        "active_wild": passive["after_wild"] and k.ACTIVE_PLACE in actives,
        "active_up_to": not actives.isdisjoint(STEPWISE),
        "full_target": bool((record["active_scope"] == k.ONE_SYMBOL).any()),
        "copy_any": k.ACTIVE_COPY in actives,
        "swap_empty": {k.ACTIVE_SWAP, k.ACTIVE_REMOVE_TILE} <= actives,
        "removed_leave": removes,
        "take_back_forced": adds,
        "take_back_by_cards": adds,
        "take_back_moves": passive["first_placement"] or passive["after_wild"],
    }


def _without_other_cards(record: Any) -> None:
    """Clear the kinds of card that no deck, court set or passive of the pair has; number the rest anew."""
    held = [record["deck"][number, :size] for number, size in enumerate(record["deck_size"])]
    held.append(record["court"][: record["court_size"]])
    become = record["alternative"] != k.NONE
    used = np.unique(np.concatenate([*held, record["alternative"][become]]))
    place = np.zeros(k.MAX_KINDS, np.int8)
    place[used] = np.arange(len(used))
    for cards in held:
        cards[:] = place[cards]
    record["alternative"][become] = place[record["alternative"][become]]
    for field in KINDS:
        kept = record[field][..., used].copy()
        record[field] = 0
        record[field][..., : len(used)] = kept


def _without_boxed_tiles(record: Any, lying: NDArray[np.int8]) -> None:
    """Clear the tiles that are never on the mat, and the numbers by which tiles are mixed."""
    boxed = ~np.isin(np.arange(k.MAX_TILES), lying)
    for field in ("tile_value", "tile_face", "light_expected"):
        record[field][boxed] = 0
    record["tile_key"] = record["box"] = 0


def half_known(rules: NDArray[Any]) -> NDArray[Any]:
    """Return the rules as Seelie and as Unseelie know them while the other's faction is hidden (array of length 2)."""
    known = np.concatenate([rules, rules])
    blank_faction(known[k.SEELIE], k.UNSEELIE)
    blank_faction(known[k.UNSEELIE], k.SEELIE)
    return known


def margin_limit(rules: NDArray[Any]) -> int:
    """Return a margin in points that no game can exceed: all tiles, and POINTS on every turn of every card."""
    record = rules[0]
    tiles = np.sort(record["tile_value"], axis=0)[-k.REGIONS :]
    points = record["number"][:, record["effect"] == k.POINTS_EFFECT]
    cards = 2 * (k.ROUNDS * (k.REVEALED + 1))  # each card played and copied once
    return int(tiles.sum()) + cards * int(points.max(initial=0))


def _board(record: Any, game: Game, names: Names) -> None:
    symbols = {symbol: number for number, symbol in enumerate(names.symbols)}
    record["cubes"] = game.cubes.value
    record["neighbours"] = k.NONE
    for number, region in enumerate(names.regions):
        record["symbol"][number] = symbols[game.symbol_of(region)]
        near = sorted(names.regions.index(other) for other in game.neighbours(region))
        record["neighbours"][number, : len(near)] = near
    for region, cubes in zip(game.setup_regions.value, game.setup_cubes(), strict=True):
        record["setup"][names.regions.index(region)] = cubes


def _layout(record: Any, configuration: Configuration, layout: str, names: Names) -> None:
    lying, game = laid(configuration, layout), configuration.game
    values = [game.tile_values(label) for label in names.tiles]
    record["box"] = len(values)
    record["tile_value"][: len(values)] = values
    record["tile_key"][: len(values)] = [stable_key(f"tile|{label}") for label in names.tiles]
    record["random_regions"] = lying.mode
    record["tiles"] = lying.tiles or 0
    hidden = lying.mode != KNOWN or game.ruling("light_values") == "unknown"
    record["light_hidden"] = hidden
    for tile in lying.box:
        alike = [other for other in lying.box if values[other][0] == values[tile][0]] if hidden else [tile]
        record["tile_face"][tile] = alike[0]
        record["light_expected"][tile] = sum(values[other][1] for other in alike) / len(alike)


def _cards(record: Any, game: Game, names: Names) -> None:
    symbols = {**{symbol: number for number, symbol in enumerate(names.symbols)}, "WILD": k.WILD}
    record["effect"] = k.NONE
    record["alternative"] = k.NONE
    record["plays"] = 1
    for kind, card in enumerate(names.cards):
        record["effect"][kind] = EFFECTS[card.effect]
        record["card_symbol"][kind] = symbols.get(card.symbol, k.NONE)
        record["printed"][kind] = game.points_card.value if card.effect == "POINTS" else card.count
        if card == EITHER:
            record["alternative"][:, k.AS_POINTS] = names.kind(POINTS)
            record["plays_as"][:, kind] = record["copies_as"][:, kind] = 1 << k.AS_POINTS
    record["number"] = record["printed"]
    for number, (name, deck) in enumerate((("common", game.decks.common), ("special", game.decks.special))):
        copies = [(card, copy) for card, count in deck.value.items() for copy in range(count)]
        record["deck_size"][number] = len(copies)
        for place, (card, copy) in enumerate(copies):
            record["deck"][number, place] = names.kind(in_play(card, game))
            record["deck_key"][number, place] = stable_key(f"{name}|{card}|{copy}")
    record["court_size"] = len(names.court)
    record["court"][: len(names.court)] = [names.kind(card) for card in names.court]


def _passive(record: Any, side: int, passive: words.Passive, game: Game, names: Names) -> None:
    if isinstance(passive, words.DiscardSameCourt):
        record["discard_same_court"][side] = 1
    elif isinstance(passive, words.PlaceGoingFirst):
        record["going_first"][side] = passive.count
    elif isinstance(passive, words.PlaceAfterFirst):
        record["first_placement"][side] = passive.count
    elif isinstance(passive, words.PlaceAtRoundStart):
        record["round_start"][side] = passive.count
    elif isinstance(passive, words.RemoveAfterWild):
        record["after_wild"][side] = passive.count
    else:
        _modifier(record, side, passive, game, names)


def _modifier(record: Any, side: int, modifier: words.Modifier, game: Game, names: Names) -> None:
    symbols_only = game.ruling("sluagh_wild") == "symbol_only"
    becomes = 1 << k.AS_BECOMES
    for kind, card in enumerate(names.cards):
        if isinstance(modifier, words.MoveBecomes) and card.effect == "MOVE":
            record["number"][side, kind] = modifier.count
        elif isinstance(modifier, words.PlaceBecomes) and card.effect == "PLACE":
            if card.count == modifier.printed and not (card.wild and symbols_only):
                record["number"][side, kind] = modifier.count
        elif isinstance(modifier, words.WildRepeats) and card.wild:
            record["plays"][side, kind] = modifier.count
        elif isinstance(modifier, words.PointsMayBecome) and card in {POINTS, EITHER}:
            record["alternative"][side, k.AS_BECOMES] = names.kind(modifier.card)
            record["plays_as"][side, kind] |= becomes
            if game.ruling("copy_passive") == "applies":
                record["copies_as"][side, kind] |= becomes


def _active(record: Any, side: int, active: words.Active, game: Game) -> None:
    word, count, whose, scope = k.NO_ACTIVE, 1, k.OWN, k.ANYWHERE
    opposing_only = game.ruling("removal_colour") == "opposing"
    if isinstance(active, words.Place):
        word, count = k.ACTIVE_PLACE, active.count
    elif isinstance(active, words.Move):
        word, count, whose = k.ACTIVE_MOVE, active.count, WHOSE[active.whose]
    elif isinstance(active, words.Remove) and active.count == "all":
        word, whose = k.ACTIVE_REMOVE_ALL, WHOSE[active.whose]
    elif isinstance(active, words.Remove):
        word, count, scope = k.ACTIVE_REMOVE, int(active.count), SCOPES[active.scope]
        whose = k.OPPOSING if opposing_only else WHOSE[active.whose]
    elif isinstance(active, words.Replace):
        word, count = k.ACTIVE_REPLACE, active.count
        whose = k.OPPOSING if opposing_only else WHOSE[active.whose]
    elif isinstance(active, words.SwapTiles):
        word = k.ACTIVE_SWAP
    elif isinstance(active, words.RemoveTile):
        word = k.ACTIVE_REMOVE_TILE
    else:
        word = k.ACTIVE_COPY
    record["active"][side] = word
    record["active_count"][side] = count
    record["active_whose"][side] = whose
    record["active_scope"][side] = scope


def _rulings(record: Any, game: Game) -> None:
    record["tie_break"] = TIE_BREAKS[game.ruling("tie_break")]
    for field, (ruling, option) in SWITCHES.items():
        record[field] = game.ruling(ruling) == option
