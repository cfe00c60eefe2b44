"""What the models of agreements cannot see alone: slots and hands, territories and their owners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from balance.config.agreements.models import HIGHEST_CARD, MOST_TERRITORIES, AgreementsGame, Conduct, Deal
from balance.config.document import Where
from balance.errors import nearest

_Found = Iterator[tuple[Where, str]]
HIGHEST_SCORE: Final = 5000
"""A score is counted under a key of its own up to this."""
LETTERS: Final = {"proposer": "P", "recipient": "R", "third": "T"}


def names_of(game: AgreementsGame) -> dict[str, str]:
    """Return every territory of the map with its owner at the start: P1 → proposer."""
    counts = game.territories.value
    return {
        f"{letter}{n}": owner
        for owner, letter in LETTERS.items()
        for n in range(1, int(getattr(counts, owner)) + 1)
    }


def giver_of(game: AgreementsGame, deal: Deal) -> str:
    """Return who hands a territory over, under the ruling `transfer_giver`."""
    return deal.giver if game.rulings["transfer_giver"].value == "named" else "proposer"


def highest_score(game: AgreementsGame, deals: Mapping[str, Deal]) -> int:
    """Return a bound that no party's score passes: every territory, and every troop and card that there ever is."""
    incomes = [deal.income or game.income.value for deal in deals.values()]
    income = sum(max(getattr(one, party) for one in incomes) for party in ("proposer", "recipient"))
    places, rounds, worth = len(names_of(game)), game.rounds.value, game.worth.value
    from_territories = game.per_territory.value * places
    a_round = income + from_territories + 2 * game.partnership.value.bonus
    a_round += (income + from_territories) * game.support.value.percent // 100
    cards = 2 * (game.hand.value + game.draws.value * rounds)
    troops = game.garrison.value * places + a_round * rounds
    each = max(worth.troop, worth.card)
    return int(worth.territory * places + worth.troop * troops + each * HIGHEST_CARD * cards)


def check(game: AgreementsGame, conducts: Mapping[str, Conduct], deals: Mapping[str, Deal]) -> _Found:
    """Yield what does not fit together."""
    yield from _cards(game)
    if len(names_of(game)) > MOST_TERRITORIES:
        message = f"expected at most {MOST_TERRITORIES} territories in all; got {len(names_of(game))}"
        yield ("game", "territories", "value"), message
    for tier, slots in game.slots.value.items():
        if not tier.isdecimal() or not 1 <= int(tier) <= 9:
            yield ("game", "slots", "value", tier), f"expected a tier from 1 to 9; got {tier!r}"
        for party in ("proposer", "recipient"):
            number = int(getattr(slots, party))
            most = game.hand.value
            if number > most:
                message = f"expected at most {most} slots, the cards of a hand at the start; got {number}"
                yield ("game", "slots", "value", tier, party), message
    yield from _tiers(game)
    if (most := highest_score(game, deals)) > HIGHEST_SCORE:
        message = f"expected worths, incomes and rounds by which no score passes {HIGHEST_SCORE}; it may reach {most}"
        yield ("game", "worth", "value"), message
    for name, conduct in conducts.items():
        if conduct.by != "attack" and conduct.attacks_at is None:
            yield ("conducts", name, "by"), "expected attacks_at beside it: it never turns on its partner"
    for name, deal in deals.items():
        yield from _deal(game, name, deal)


def _cards(game: AgreementsGame) -> _Found:
    path = ("game", "cards", "value")
    known = [str(value) for value in range(1, HIGHEST_CARD + 1)]
    shares = game.cards.value
    for value in shares:
        if value not in known:
            yield (*path, value), f"expected a value from 1 to {HIGHEST_CARD}; got {value!r}"
    if sum(shares.values()) != 100:
        yield path, f"expected shares that add up to 100; got {sum(shares.values())}"


def _tiers(game: AgreementsGame) -> _Found:
    """Yield each tier that does not ask for more than the one below it."""
    tiers = sorted((tier for tier in game.slots.value if tier.isdecimal()), key=int)
    in_all = {tier: game.slots.value[tier].proposer + game.slots.value[tier].recipient for tier in tiers}
    for lower, higher in pairwise(tiers):
        if in_all[higher] <= in_all[lower]:
            message = f"expected more slots than tier {lower} asks for, {in_all[lower]} in all; got {in_all[higher]}"
            yield ("game", "slots", "value", higher), message


def _deal(game: AgreementsGame, name: str, deal: Deal) -> _Found:
    if str(deal.tier) not in game.slots.value:
        known = ", ".join(game.slots.value)
        yield (
            ("deals", name, "tier"),
            f"expected a tier that the game file gives slots for ({known}); got {deal.tier}",
        )
    if deal.agreement != "transfer":
        if deal.territory is not None:
            yield ("deals", name, "territory"), f"a {deal.agreement} hands over no territory"
        return
    owners, giver = names_of(game), giver_of(game, deal)
    own = [place for place, owner in owners.items() if owner == giver]
    if deal.territory is None:
        yield ("deals", name), f"expected a territory to be handed over: one of {', '.join(own)}"
    elif deal.territory not in owners:
        near = nearest(deal.territory, owners)
        yield (
            ("deals", name, "territory"),
            f"unknown territory {deal.territory!r}{near}; expected one of {', '.join(own)}",
        )
    elif owners[deal.territory] != giver:
        message = f"expected a territory that the {giver} owns ({', '.join(own)}); got {deal.territory!r}"
        yield ("deals", name, "territory"), message
