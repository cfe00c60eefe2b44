"""From names to numbers: a configuration's game, conducts and deal as one rules record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from balance.config.agreements.checks import giver_of, names_of
from balance.config.plain import PlainConfiguration
from balance.engine.agreements.kernels import state as k

SEATS: Final = ("proposer", "recipient")
OWNERS: Final = {"proposer": k.PROPOSER, "recipient": k.RECIPIENT, "third": k.THIRD}
KINDS: Final = {
    "ceasefire": k.CEASEFIRE,
    "transfer": k.TRANSFER,
    "support": k.SUPPORT,
    "partnership": k.PARTNERSHIP,
}
DEEDS: Final = {"attack": k.ATTACK, "bomb": k.BOMB, "siege": k.SIEGE}
OVERLAPS: Final = {
    "longest": k.LONGEST_RUNS,
    "halved_again": k.HALVED_AGAIN,
    "one_after_other": k.ONE_AFTER_OTHER,
}


def build_rules(configuration: PlainConfiguration, conducts: tuple[str, ...], deal_name: str) -> NDArray[Any]:
    """Return the rules record of a game, shape (1,).

    Raises
    ------
    KeyError
        There is no such conduct or deal.
    """
    game, deal = configuration.game, configuration.settings[deal_name]
    rulings = configuration.rulings()
    table = np.zeros(1, k.RULES)
    rules = table[0]
    owners = names_of(game)
    rules["territories"] = len(owners)
    rules["owner"][: len(owners)] = [OWNERS[owner] for owner in owners.values()]
    rules["owner"][len(owners) :] = k.NONE
    rules["garrison"][: len(owners)] = game.garrison.value
    rules["rounds"] = game.rounds.value
    rules["kind"] = KINDS[deal.agreement]
    rules["duration"] = deal.duration
    slots = game.slots.value[str(deal.tier)]
    income = deal.income or game.income.value
    for side, party in enumerate(SEATS):
        rules["slots"][side] = getattr(slots, party)
        rules["income"][side] = getattr(income, party)
        rules["betrayals"][side] = getattr(game.betrayal_cards.value, party)
        conduct = configuration.contestants[conducts[side]]
        rules["proposes"][side] = conduct.proposes
        rules["accepts"][side] = conduct.accepts
        rules["betrays_at"][side] = conduct.betrays_at or 0
        rules["attacks_at"][side] = conduct.attacks_at or 0
        rules["attacks_by"][side] = DEEDS[conduct.by]
    rules["territory"] = k.NONE if deal.territory is None else list(owners).index(deal.territory)
    rules["giver"] = OWNERS[giver_of(game, deal)]
    rules["offers"] = game.agreement_cards.value
    rules["per_territory"] = game.per_territory.value
    rules["hand"], rules["draws"] = game.hand.value, game.draws.value
    rules["bonus"], rules["slower"] = game.partnership.value.bonus, game.partnership.value.slower
    rules["support"], rules["support_paid"] = game.support.value.percent, game.support.value.paid
    rules["acts"], rules["bomb"], rules["siege"] = game.acts.value, game.bomb.value, game.siege.value
    attack = game.attack.value
    rules["power"], rules["winner_loses"], rules["loser_kills"] = (
        attack.power,
        attack.winner_loses,
        attack.loser_kills,
    )
    for value, share in game.cards.value.items():
        rules["shares"][int(value)] = share
    rules["least_penalty"], rules["penalty_times"] = game.penalty.value.least, game.penalty.value.times
    worth = game.worth.value
    rules["worth_territory"], rules["worth_troop"], rules["worth_card"] = (
        worth.territory,
        worth.troop,
        worth.card,
    )
    set_rulings(rules, rulings)
    return table


def set_rulings(rules: Any, rulings: Mapping[str, str]) -> None:
    """Write what rulings decide into a rules record; one that is left out takes its default."""
    rules["first_tick_second"] = rulings.get("first_tick") == "second"
    rules["declined_card_lost"] = rulings.get("declined_cards") == "card_lost"
    rules["accepted_back"] = rulings.get("accepted_cards") == "back_at_expiry"
    rules["ceasefire_attacks_only"] = rulings.get("ceasefire_scope") == "attacks"
    rules["support_each_turn"] = rulings.get("support_flow") == "each_turn"
    rules["half_up"] = rulings.get("half_deploy") == "up"
    rules["penalties_overlap"] = OVERLAPS[rulings.get("penalties_overlap", "longest")]
    rules["void_tick_aggressor"] = rulings.get("void_tick") == "aggressor"
