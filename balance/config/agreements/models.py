"""Agreements as frozen models: the game file, conducts and deals."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from balance.config.base import DisplayName, Model
from balance.config.plain import GameFile
from balance.config.rulings import Source
from balance.config.sourced import Sourced

MOST_TERRITORIES: Final = 16
MOST_ROUNDS: Final = 40
LARGEST_HAND: Final = 20
HIGHEST_CARD: Final = 5
MOST_BETRAYALS: Final = 4

Few = Annotated[int, Field(ge=0, le=20)]
Some = Annotated[int, Field(ge=1, le=20)]
Share = Annotated[int, Field(ge=0, le=100)]
Party = Literal["proposer", "recipient"]
Type = Literal["ceasefire", "transfer", "support", "partnership"]


class ByParty(Model):
    """A number for each of the two parties."""

    proposer: Annotated[Few, Field(description="Of the proposer.")]
    recipient: Annotated[Few, Field(description="Of the recipient.")]


class Betrayals(Model):
    """Betrayal cards of each party: as many as commitment penalties that can run side by side."""

    proposer: Annotated[int, Field(ge=0, le=MOST_BETRAYALS, description="Of the proposer.")]
    recipient: Annotated[int, Field(ge=0, le=MOST_BETRAYALS, description="Of the recipient.")]


class Map(Model):
    """How many territories each owns at the start; every territory borders every other."""

    proposer: Annotated[Some, Field(description="Of the proposer: P1, P2, …")]
    recipient: Annotated[Some, Field(description="Of the recipient: R1, R2, …")]
    third: Annotated[Few, Field(description="Of the third party, which does nothing: T1, T2, …")]


class Slots(Model):
    """Value cards that each party commits."""

    proposer: Annotated[Few, Field(description="By the proposer, when it proposes.")]
    recipient: Annotated[Few, Field(description="By the recipient, when it accepts.")]


class Attack(Model):
    """How an attack ends. It comes from the strongest own garrison, of which one troop stays behind."""

    power: Annotated[
        int,
        Field(
            ge=1,
            le=4,
            description="n: an attack with a troops against d is won with a chance of aⁿ in aⁿ + dⁿ.",
        ),
    ]
    winner_loses: Annotated[
        Share, Field(description="Troops that the winner loses, in per cent of the defenders.")
    ]
    loser_kills: Annotated[
        Share,
        Field(
            description="Troops that a lost attack destroys, in per cent of the attackers, who are all lost."
        ),
    ]


class Partnership(Model):
    """What a manufacturing partnership changes, for both parties."""

    bonus: Annotated[Few, Field(description="Troops deployed more in each own turn.")]
    slower: Annotated[Few, Field(description="Value cards drawn less in each own turn.")]


class Support(Model):
    """What covert support sends."""

    percent: Annotated[
        int, Field(ge=1, le=200, description="Troops, in per cent of the recipient's own income.")
    ]
    paid: Annotated[
        bool, Field(description="Whether they leave the sender's garrisons; if not, they are new.")
    ]


class Penalty(Model):
    """The commitment penalty: how long a breaker deploys half."""

    least: Annotated[Some, Field(description="Turns at least.")]
    times: Annotated[Some, Field(description="Turns for each turn that was left.")]


class Worth(Model):
    """What a party's score counts."""

    territory: Annotated[Few, Field(description="Points of a territory.")]
    troop: Annotated[Few, Field(description="Points of a troop.")]
    card: Annotated[Few, Field(description="Points of a value card for each 1 of its value.")]


Shares = dict[str, Share]


class AgreementsGame(GameFile):
    """The rules of agreements as one game file gives them."""

    system: Annotated[Literal["agreements"], Field(description="The rule system that plays the game.")]
    rounds: Annotated[
        Sourced[Annotated[int, Field(ge=1, le=MOST_ROUNDS)]],
        Field(description="Rounds of a game: the proposer's turn, then the recipient's."),
    ]
    territories: Annotated[Sourced[Map], Field(description="The map.")]
    garrison: Annotated[Sourced[Some], Field(description="Troops in each territory at the start.")]
    income: Annotated[
        Sourced[ByParty],
        Field(description="Troops that each party deploys in each own turn, before territories count."),
    ]
    per_territory: Annotated[Sourced[Few], Field(description="Troops of income for each territory owned.")]
    hand: Annotated[
        Sourced[Annotated[int, Field(ge=0, le=LARGEST_HAND)]],
        Field(description="Value cards of each party at the start."),
    ]
    draws: Annotated[Sourced[Few], Field(description="Value cards that are drawn in each own turn.")]
    cards: Annotated[
        Sourced[Shares],
        Field(
            description="Value of a card, 1 to 5 → how many of 100 have it. A card played is so many troops."
        ),
    ]
    acts: Annotated[
        Sourced[Annotated[int, Field(ge=0, le=5)]],
        Field(description="Attacks, bombs and sieges together in one turn."),
    ]
    attack: Annotated[Sourced[Attack], Field(description="How an attack ends.")]
    bomb: Annotated[Sourced[Some], Field(description="Troops that a bomb destroys; one stays.")]
    siege: Annotated[
        Sourced[Share], Field(description="Troops that a siege leaves, in per cent rounded up; one stays.")
    ]
    slots: Annotated[
        Sourced[dict[str, Slots]],
        Field(description="Tier of an agreement → slots. Higher tiers ask for more."),
    ]
    partnership: Annotated[Sourced[Partnership], Field(description="The manufacturing partnership.")]
    support: Annotated[Sourced[Support], Field(description="Covert support.")]
    penalty: Annotated[Sourced[Penalty], Field(description="The commitment penalty of a betrayal.")]
    agreement_cards: Annotated[Sourced[Few], Field(description="Agreement cards of the proposer.")]
    betrayal_cards: Annotated[Sourced[Betrayals], Field(description="Betrayal cards of each party.")]
    worth: Annotated[Sourced[Worth], Field(description="What counts at the end.")]


class Conduct(Model):
    """What a party does about agreements."""

    proposes: bool = Field(default=True, description="Whether it offers the agreement, as the proposer.")
    accepts: bool = Field(
        default=True, description="Whether it accepts one, as the recipient, where it can fill the slots."
    )
    betrays_at: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = Field(
        default=None,
        description="Own turn under an agreement, 1 or later, in which it plays its Betrayal card. Left out: never.",
    )
    attacks_at: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = Field(
        default=None,
        description="Own turn under a partnership in which it turns on its partner, once. Left out: never.",
    )
    by: Literal["attack", "bomb", "siege"] = Field(
        default="attack", description="How it turns on its partner."
    )
    source: Source | None = Field(
        default=None, description="`assumed` puts it on the report's list of assumptions."
    )


class Deal(Model):
    """One agreement, and what the parties are like."""

    agreement: Annotated[Type, Field(description="Its type.")]
    tier: Annotated[int, Field(ge=1, le=9)] = Field(default=1, description="Its tier: how many slots it has.")
    duration: Annotated[
        int, Field(ge=1, le=MOST_ROUNDS, description="Turns of the counter, of the proposer.")
    ]
    territory: DisplayName | None = Field(default=None, description="What a transfer hands over, such as P1.")
    giver: Party = Field(
        default="proposer", description="Who hands it over, under the ruling `transfer_giver: named`."
    )
    income: ByParty | None = Field(default=None, description="Other incomes than the game file's.")
    source: Source | None = Field(
        default=None, description="`assumed` puts it on the report's list of assumptions."
    )
