"""Every ruling of Pacts with its options, as ``docs/protocol.md`` and ``docs/rules.md`` name them."""

from collections.abc import Mapping

SETUP_CUBES = {  # how many in the first and the second set-up region
    "three_each": (3, 3),
    "two_center_one_bottom": (2, 1),
    "one_center_two_bottom": (1, 2),
}
OPTIONS = {  # the rulings that play depends on; the first option is the default
    "tie_break": ("seelie", "unseelie", "shared"),
    "setup_cubes": tuple(SETUP_CUBES),
    "move_unit": ("cubes", "steps"),
    "fir_bolg_spawn": ("every_empty_region", "one_empty_region"),
    "cu_sidhe_first": ("game", "empty"),
    "removal_colour": ("either", "opposing"),
    "removal_target": ("free", "full_number"),
    "active_full": ("whole", "up_to"),
    "automatic_passives": ("mandatory", "may_decline"),
    "other_card": ("two_kinds", "one_with_choice"),
    "removed_cubes": ("supply", "out_of_game"),
    "take_back_when": ("supply_empty", "empty_at_card_start"),
    "take_back_forced": ("never", "until_whole"),
    "take_back_counts": ("placing", "move"),
    "take_back_scope": ("every_addition", "place_cards"),
    "selkie_copy": ("not_discarded", "any_this_round"),
    "copy_passive": ("applies", "points_only"),
    "sluagh_wild": ("wild_too", "symbol_only"),
    "kelpies_active_wild": ("not_wild", "wild"),
    "removed_tile_swaps": ("never", "as_zero"),
    "auction_timing": ("after_setup", "before_setup"),
    "faction_reveal": ("together", "at_first_use"),
}
SETTLED_BEFORE = {  # the rulings that are settled before the first cube is laid
    "tile_label": ("first_dark", "second_dark"),
    "light_values": ("known", "unknown"),
    "faction_pool": ("nine", "eight_boxed"),
    "auction_side": ("court_and_faction", "court_only"),
    "auction_bids": ("any_higher", "raise_by_one"),
}
ALL_OPTIONS = OPTIONS | SETTLED_BEFORE


def checked_rulings(given: Mapping[str, str]) -> dict[str, str]:
    """Return the option in force for each ruling; refuse names and options that do not exist."""
    for name, option in given.items():
        if name not in ALL_OPTIONS:
            msg = f"no ruling is called {name!r}"
            raise ValueError(msg)
        if option not in ALL_OPTIONS[name]:
            msg = f"{name}: expected one of {', '.join(ALL_OPTIONS[name])}; got {option!r}"
            raise ValueError(msg)
    return {name: given.get(name, options[0]) for name, options in ALL_OPTIONS.items()}
