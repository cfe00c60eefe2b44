"""The rulings of Pacts: where the rulebook can be read more than one way, each reading is a named option.

The first option of a ruling is its default; every option can be played (docs/protocol.md says how).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from balance.errors import ConfigurationError, nearest

Source = Literal["rulebook", "ruling", "assumed"]


@dataclass(frozen=True)
class Option:
    """One reading of a rule: its name, and what it means in one line."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Ruling:
    """One rule that can be read in several ways.

    Parameters
    ----------
    name
        The name used in game files and reports.
    question
        What the ruling settles, in a few words.
    options
        The readings, the default first.
    source
        Where the default comes from when the game file does not give the ruling.
    """

    name: str
    question: str
    options: tuple[Option, ...]
    source: Source = "ruling"

    @property
    def default(self) -> str:
        """The name of the option taken when the game file is silent."""
        return self.options[0].name

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the options, the default first."""
        return tuple(option.name for option in self.options)

    def meaning(self, option: str) -> str:
        """Return what an option means, in one line.

        Raises
        ------
        KeyError
            The ruling has no such option.
        """
        return {o.name: o.meaning for o in self.options}[option]


def _ruling(name: str, question: str, *options: tuple[str, str], source: Source = "ruling") -> Ruling:
    return Ruling(name, question, tuple(Option(*option) for option in options), source)


_ALL = (
    _ruling(
        "tie_break",
        "who wins at equal scores",
        ("seelie", "Seelie wins"),
        ("unseelie", "Unseelie wins (for analysis)"),
        ("shared", "half a win each (for analysis)"),
        source="rulebook",
    ),
    _ruling(
        "setup_cubes",
        "own cubes at set-up on the center and the bottom-middle region",
        ("three_each", "3 in each of the two regions"),
        ("two_center_one_bottom", "2 in the center, 1 in the bottom-middle"),
        ("one_center_two_bottom", "1 in the center, 2 in the bottom-middle"),
    ),
    _ruling(
        "move_unit",
        "what a MOVE card counts",
        ("cubes", "n cubes, one step each; a cube that arrived by this card does not leave again"),
        ("steps", "n steps, of which one cube may take several"),
    ),
    _ruling(
        "fir_bolg_spawn",
        "where the round-start passive adds a cube",
        ("every_empty_region", "one cube in every region without own cubes"),
        ("one_empty_region", "one cube in one such region of choice"),
    ),
    _ruling(
        "cu_sidhe_first",
        "which placing is the first in a region",
        ("game", "the first time in the game"),
        ("empty", "whenever the region holds no own cube; set-up, auction and moved cubes then block it"),
    ),
    _ruling(
        "removal_colour",
        "whose cubes removing actives may take (banshees, sluagh, changelings)",
        ("either", "cubes of either colour; full use may then force an own cube"),
        ("opposing", "opposing cubes only"),
    ),
    _ruling(
        "tile_label",
        "which number of a tile such as 2/7 is the dark side",
        ("first_dark", "the first number is the dark side"),
        ("second_dark", "the second number is the dark side"),
    ),
    _ruling(
        "light_values",
        "whether the light sides of a named layout are known before the flip",
        ("known", "both sides of every tile are known to both players"),
        ("unknown", "light sides are unknown until the flip"),
    ),
    _ruling(
        "faction_pool",
        "which factions may be dealt",
        ("nine", "all factions"),
        ("eight_boxed", "the boxed factions only; the promotion (Fomorians) stays out"),
    ),
    _ruling(
        "auction_side",
        "what the winner of the auction chooses",
        ("court_and_faction", "court and faction together"),
        ("court_only", "the court only; each player keeps their own faction"),
    ),
    _ruling(
        "removal_target",
        "whether a removal must go where it takes most",
        ("free", "the target is free, even where another would give more; then as much as it holds"),
        ("full_number", "a target that gives the full number must be taken while one exists"),
    ),
    _ruling(
        "active_full",
        "whether actives are used as fully as possible",
        ("whole", "used whole or not at all; a copied card keeps its own 'up to'"),
        ("up_to", "any number up to the one printed"),
    ),
    _ruling(
        "automatic_passives",
        "whether banshees, cu sidhe and fir bolg may decline their passive",
        ("mandatory", "they cannot decline"),
        ("may_decline", "they may decline"),
    ),
    _ruling(
        "other_card",
        "whether ABILITY and POINTS are one card",
        ("two_kinds", "two kinds of card"),
        ("one_with_choice", "one card, with the choice at play"),
    ),
    _ruling(
        "removed_cubes",
        "where removed cubes go",
        ("supply", "back to the owner's supply"),
        ("out_of_game", "out of the game"),
    ),
    _ruling(
        "take_back_when",
        "when own cubes may be taken back from the board",
        ("supply_empty", "whenever the supply is empty, in mid-card too, only for the cubes lacking"),
        ("empty_at_card_start", "only if the supply was empty when the card began"),
    ),
    _ruling(
        "take_back_forced",
        "whether full use of an ability forces cubes to be taken back",
        ("never", "an ability short of cubes uses what the supply has"),
        ("until_whole", "an ability takes back until it is whole"),
    ),
    _ruling(
        "take_back_counts",
        "what placing a cube that was taken back counts as",
        ("placing", "a placing: cu sidhe and kelpies trigger"),
        ("move", "a move: nothing triggers"),
    ),
    _ruling(
        "take_back_scope",
        "which effects may take cubes back",
        ("every_addition", "every effect that adds own cubes"),
        ("place_cards", "PLACE cards only; spawns and replacements then add fewer"),
    ),
    _ruling(
        "selkie_copy",
        "which own cards an active may copy",
        ("not_discarded", "only own cards not yet discarded"),
        ("any_this_round", "any own card of this round"),
    ),
    _ruling(
        "copy_passive",
        "whether a copied POINTS card may become PLACE 4 WILD",
        ("applies", "it may"),
        ("points_only", "it gives 3 points only"),
    ),
    _ruling(
        "sluagh_wild",
        "whether PLACE 2 WILD becomes PLACE 4 WILD for sluagh",
        ("wild_too", "it does"),
        ("symbol_only", "symbol cards only"),
    ),
    _ruling(
        "kelpies_active_wild",
        "whether the kelpies' active counts as a WILD card for their passive",
        ("not_wild", "it does not: no removal"),
        ("wild", "it does"),
    ),
    _ruling(
        "removed_tile_swaps",
        "whether a place emptied by fomorians can be swapped",
        ("never", "it cannot be swapped"),
        ("as_zero", "it swaps like a tile of 0"),
    ),
    _ruling(
        "auction_timing",
        "when the auction is held",
        ("after_setup", "after set-up cubes and tiles, so that a bid per layout exists"),
        ("before_setup", "before set-up cubes and tiles"),
    ),
    _ruling(
        "auction_bids",
        "how bids are raised",
        ("any_higher", "opener at random, any higher whole number up to the supply left; one pass ends it"),
        ("raise_by_one", "raises of exactly 1"),
    ),
    _ruling(
        "faction_reveal",
        "when factions are turned up",
        ("together", "both together once both have chosen"),
        ("at_first_use", "hidden until first used"),
    ),
)

RULINGS: Final[dict[str, Ruling]] = {ruling.name: ruling for ruling in _ALL}
"""Every ruling by name, in the order of the rules page."""


def get_ruling(name: str) -> Ruling:
    """Return a ruling by name.

    Raises
    ------
    ConfigurationError
        There is no such ruling; the message offers the nearest name.
    """
    if name not in RULINGS:
        msg = f"unknown ruling {name!r}{nearest(name, RULINGS)}; known rulings: {', '.join(RULINGS)}"
        raise ConfigurationError(msg)
    return RULINGS[name]


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
    names = get_ruling(name).names
    if option not in names:
        msg = f"expected one of {', '.join(names)}; got {option!r}{nearest(option, names)}"
        raise ConfigurationError(msg)
