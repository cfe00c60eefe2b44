"""What a faction can do, in a line each: from the words of the configuration to sentences."""

from __future__ import annotations

from balance.config import vocabulary as words
from balance.config.models import Configuration


def passive_words(passive: words.Passive) -> str:
    """Return what is always in force."""
    match passive:
        case words.DiscardSameCourt():
            text = "the court card you turn up is discarded from the opponent's unplayed court hand, too"
        case words.PlaceGoingFirst():
            text = "going first in a round, place a cube in any region, once"
        case words.PlaceAfterFirst():
            text = f"your first placing in a region adds {_cubes(passive.count)} there"
        case words.PlaceAtRoundStart():
            text = "when a round starts, a cube comes into each region without own cubes"
        case words.RemoveAfterWild():
            text = f"after placing with a WILD card you may remove {passive.count} opposing cubes there"
        case words.MoveBecomes():
            text = f"every MOVE card is MOVE {passive.count}"
        case words.PlaceBecomes():
            text = f"every PLACE {passive.printed} card is PLACE {passive.count}"
        case words.WildRepeats():
            text = f"every WILD card is played {'twice' if passive.count == 2 else f'{passive.count} times'}"
        case _:  # words.PointsMayBecome
            text = f"a POINTS card may be played as {passive.card}"
    return text


def active_words(active: words.Active) -> str:
    """Return what an ABILITY card does, as an order."""
    match active:
        case words.Place():
            text = f"place {_cubes(active.count)} in one region"
        case words.Move():
            text = f"move {_cubes(active.count)} " + (
                "of either side" if active.whose == "either" else "of your own"
            )
        case words.Remove(count="all"):
            text = "remove every cube of both sides from one region"
        case words.Remove():
            which = "opposing cubes" if active.whose == "opposing" else "cubes"
            where = "regions of one symbol" if active.scope == "symbol" else "different regions"
            text = f"remove {active.count} {which} from {where}"
        case words.Replace():
            which = "opposing cubes" if active.whose == "opposing" else "cubes"
            text = f"replace any {active.count} {which} by your own"
        case words.SwapTiles():
            text = "swap the tiles of two regions"
        case words.RemoveTile():
            text = "return a region's tile to the box"
        case _:  # words.CopyCard
            text = "copy another of your cards in play"
    return text


def faction_words(configuration: Configuration, name: str) -> str:
    """Return passive and active of a faction in one line."""
    faction = configuration.factions[name]
    passive = passive_words(faction.passive)
    return f"{passive[:1].upper()}{passive[1:]}. ABILITY: {active_words(faction.active)}."


def _cubes(number: int) -> str:
    return f"{number} cube" if number == 1 else f"{number} cubes"
