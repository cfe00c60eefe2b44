"""What a faction can do, in a line each: from the words of the configuration and its rulings to sentences."""

from __future__ import annotations

from balance.config.pacts import vocabulary as words
from balance.config.pacts.game import Game
from balance.config.pacts.models import Configuration


def passive_words(passive: words.Passive, game: Game) -> str:
    """Return what is always in force, as the rulings of the game read it."""
    match passive:
        case words.DiscardSameCourt():
            text = "the court card you turn up is discarded from the opponent's unplayed court hand, too"
        case words.PlaceGoingFirst():
            text = "going first in a round, place a cube in any region, once"
        case words.PlaceAfterFirst():
            whenever = game.ruling("cu_sidhe_first") == "empty"
            which = "placing in a region without own cubes" if whenever else "your first placing in a region"
            text = f"{which} adds {_cubes(passive.count)} there"
        case words.PlaceAtRoundStart():
            one = game.ruling("fir_bolg_spawn") == "one_empty_region"
            where = "one region of your choice" if one else "each region"
            text = f"when a round starts, a cube comes into {where} without own cubes"
        case words.RemoveAfterWild():
            ability = " or your ability" if game.ruling("kelpies_active_wild") == "wild" else ""
            text = (
                f"after placing with a WILD card{ability} you may remove {passive.count} opposing cubes there"
            )
        case words.MoveBecomes():
            text = f"every MOVE card is MOVE {passive.count}"
        case words.PlaceBecomes():
            but = ", but no WILD one," if game.ruling("sluagh_wild") == "symbol_only" else ""
            text = f"every PLACE {passive.printed} card{but} is PLACE {passive.count}"
        case words.WildRepeats():
            times = "twice" if passive.count == 2 else f"{passive.count} times"
            text = f"every WILD card may be played {times}"
        case _:  # words.PointsMayBecome
            text = f"a POINTS card may be played as {passive.card}"
    asked = isinstance(passive, words.DiscardSameCourt | words.PlaceAfterFirst | words.PlaceAtRoundStart)
    may_decline = asked and game.ruling("automatic_passives") == "may_decline"
    return f"{text} (you may decline)" if may_decline else text


def active_words(active: words.Active, game: Game) -> str:
    """Return what an ABILITY card does, as an order, as the rulings of the game read it."""
    up_to = "up to " if game.ruling("active_full") == "up_to" else ""
    opposing_only = game.ruling("removal_colour") == "opposing"
    match active:
        case words.Place():
            text = f"place {up_to}{_cubes(active.count)} in one region"
        case words.Move():
            steps = game.ruling("move_unit") == "steps"
            what = f"take {up_to}{active.count} steps with" if steps else f"move {up_to}{active.count}"
            text = f"{what} cubes " + ("of either side" if active.whose == "either" else "of your own")
        case words.Remove(count="all"):
            text = "remove every cube of both sides from one region"
        case words.Remove():
            which = "opposing cubes" if opposing_only or active.whose == "opposing" else "cubes"
            where = "regions of one symbol" if active.scope == "symbol" else "different regions"
            text = f"remove {up_to}{active.count} {which} from {where}"
        case words.Replace():
            which = "opposing cubes" if opposing_only or active.whose == "opposing" else "cubes"
            number = f"up to {active.count}" if up_to else f"any {active.count}"
            text = f"replace {number} {which} by your own"
        case words.SwapTiles():
            text = "swap the tiles of two regions"
        case words.RemoveTile():
            text = "return a region's tile to the box"
        case _:  # words.CopyCard
            which = "of this round" if game.ruling("selkie_copy") == "any_this_round" else "in play"
            text = f"copy another of your cards {which}"
    return text


def faction_words(configuration: Configuration, name: str) -> str:
    """Return passive and active of a faction in one line."""
    faction, game = configuration.factions[name], configuration.game
    passive = passive_words(faction.passive, game) if faction.has("passive") else "no passive"
    active = active_words(faction.active, game) if faction.has("active") else "nothing"
    court = "" if faction.has("court") else " No court cards."
    return f"{passive[:1].upper()}{passive[1:]}. ABILITY: {active}.{court}"


def _cubes(number: int) -> str:
    return f"{number} cube" if number == 1 else f"{number} cubes"
