"""The rulings of Pacts: where the rulebook can be read more than one way, each reading is a named option.

The first option of a ruling is its default; every option can be played (docs/protocol.md says how).
"""

from __future__ import annotations

from typing import Final

from balance.config import rulings
from balance.config.rulings import Ruling, ruling

_ALL = (
    ruling(
        "tie_break",
        "who wins at equal scores",
        ("seelie", "Seelie wins"),
        ("unseelie", "Unseelie wins (for analysis)"),
        ("shared", "half a win each (for analysis)"),
        source="rulebook",
    ),
    ruling(
        "setup_cubes",
        "own cubes at set-up on the center and the bottom-middle region",
        ("three_each", "3 in each of the two regions"),
        ("two_center_one_bottom", "2 in the center, 1 in the bottom-middle"),
        ("one_center_two_bottom", "1 in the center, 2 in the bottom-middle"),
    ),
    ruling(
        "move_unit",
        "what a MOVE card counts",
        ("cubes", "n cubes, one step each; a cube that arrived by this card does not leave again"),
        ("steps", "n steps, of which one cube may take several"),
    ),
    ruling(
        "fir_bolg_spawn",
        "where the round-start passive adds a cube",
        ("every_empty_region", "one cube in every region without own cubes"),
        ("one_empty_region", "one cube in one such region of choice"),
    ),
    ruling(
        "cu_sidhe_first",
        "which placing is the first in a region",
        ("game", "the first time in the game"),
        ("empty", "whenever the region holds no own cube; set-up, auction and moved cubes then block it"),
    ),
    ruling(
        "removal_colour",
        "whose cubes removing actives may take (banshees, sluagh, changelings)",
        ("either", "cubes of either colour; full use may then force an own cube"),
        ("opposing", "opposing cubes only"),
    ),
    ruling(
        "tile_label",
        "which number of a tile such as 2/7 is the dark side",
        ("first_dark", "the first number is the dark side"),
        ("second_dark", "the second number is the dark side"),
    ),
    ruling(
        "light_values",
        "whether the light sides of a named layout are known before the flip",
        ("known", "both sides of every tile are known to both players"),
        ("unknown", "light sides are unknown until the flip"),
    ),
    ruling(
        "faction_pool",
        "which factions may be dealt",
        ("nine", "all factions"),
        ("eight_boxed", "the boxed factions only; the promotion (Fomorians) stays out"),
    ),
    ruling(
        "auction_side",
        "what the winner of the auction chooses",
        ("court_and_faction", "court and faction together"),
        ("court_only", "the court only; each player keeps their own faction"),
    ),
    ruling(
        "removal_target",
        "whether a removal must go where it takes most",
        ("free", "the target is free, even where another would give more; then as much as it holds"),
        ("full_number", "a target that gives the full number must be taken while one exists"),
    ),
    ruling(
        "active_full",
        "whether actives are used as fully as possible",
        ("whole", "used whole or not at all; a copied card keeps its own 'up to'"),
        ("up_to", "any number up to the one printed"),
    ),
    ruling(
        "automatic_passives",
        "whether banshees, cu sidhe and fir bolg may decline their passive",
        ("mandatory", "they cannot decline"),
        ("may_decline", "they may decline"),
    ),
    ruling(
        "other_card",
        "whether ABILITY and POINTS are one card",
        ("two_kinds", "two kinds of card"),
        ("one_with_choice", "one card, with the choice at play"),
    ),
    ruling(
        "removed_cubes",
        "where removed cubes go",
        ("supply", "back to the owner's supply"),
        ("out_of_game", "out of the game"),
    ),
    ruling(
        "take_back_when",
        "when own cubes may be taken back from the board",
        ("supply_empty", "whenever the supply is empty, in mid-card too, only for the cubes lacking"),
        ("empty_at_card_start", "only if the supply was empty when the card began"),
    ),
    ruling(
        "take_back_forced",
        "whether full use of an ability forces cubes to be taken back",
        ("never", "an ability short of cubes uses what the supply has"),
        ("until_whole", "an ability takes back until it is whole"),
    ),
    ruling(
        "take_back_counts",
        "what placing a cube that was taken back counts as",
        ("placing", "a placing: cu sidhe and kelpies trigger"),
        ("move", "a move: nothing triggers"),
    ),
    ruling(
        "take_back_scope",
        "which effects may take cubes back",
        ("every_addition", "every effect that adds own cubes"),
        ("place_cards", "PLACE cards only; spawns and replacements then add fewer"),
    ),
    ruling(
        "selkie_copy",
        "which own cards an active may copy",
        ("not_discarded", "only own cards not yet discarded"),
        ("any_this_round", "any own card of this round"),
    ),
    ruling(
        "copy_passive",
        "whether a copied POINTS card may become PLACE 4 WILD",
        ("applies", "it may"),
        ("points_only", "it gives 3 points only"),
    ),
    ruling(
        "sluagh_wild",
        "whether PLACE 2 WILD becomes PLACE 4 WILD for sluagh",
        ("wild_too", "it does"),
        ("symbol_only", "symbol cards only"),
    ),
    ruling(
        "kelpies_active_wild",
        "whether the kelpies' active counts as a WILD card for their passive",
        ("not_wild", "it does not: no removal"),
        ("wild", "it does"),
    ),
    ruling(
        "removed_tile_swaps",
        "whether a place emptied by fomorians can be swapped",
        ("never", "it cannot be swapped"),
        ("as_zero", "it swaps like a tile of 0"),
    ),
    ruling(
        "auction_timing",
        "when the auction is held",
        ("after_setup", "after set-up cubes and tiles, so that a bid per layout exists"),
        ("before_setup", "before set-up cubes and tiles"),
    ),
    ruling(
        "auction_bids",
        "how bids are raised",
        ("any_higher", "opener at random, any higher whole number up to the supply left; one pass ends it"),
        ("raise_by_one", "raises of exactly 1"),
    ),
    ruling(
        "faction_reveal",
        "when factions are turned up",
        ("together", "both together once both have chosen"),
        ("at_first_use", "hidden until first used"),
    ),
)

RULINGS: Final[dict[str, Ruling]] = {one.name: one for one in _ALL}
"""Every ruling by name, in the order of the rules page."""


def get_ruling(name: str) -> Ruling:
    """Return a ruling by name.

    Raises
    ------
    ConfigurationError
        There is no such ruling; the message offers the nearest name.
    """
    return rulings.named_ruling(name, RULINGS)


def check_option(name: str, option: str) -> None:
    """Check that a ruling has an option.

    Parameters
    ----------
    name
        The ruling's name.
    option
        The option chosen.

    Raises
    ------
    ConfigurationError
        Unknown ruling or option; the message offers the nearest name.
    """
    rulings.check_option(get_ruling(name), option)
