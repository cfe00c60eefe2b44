"""Sea Witch Pacts as frozen models: the game file, conducts and tables."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from balance.config.base import DisplayName, Model
from balance.config.plain import GameFile
from balance.config.rulings import Source
from balance.config.sea_witch.vocabulary import (
    Effect,
    FirstCondition,
    Kinds,
    Number,
    SecondCondition,
    When,
)
from balance.config.sourced import Sourced

MOST_PLAYERS: Final = 5
MOST_CARDS, MOST_NAMES = 96, 48
MOST_PACTS, MOST_PACT_NAMES = 40, 24
MOST_SETTINGS, MOST_CHOICES, MOST_ENDS = 12, 3, 2
MOST_EFFECTS: Final = 320
ITEMS: Final = 3
CONCOCTION: Final = "The Stinking Concoction"
SEVENTH_HEAVEN: Final = "Seventh Heaven"

Copies = Annotated[int, Field(ge=1, le=MOST_PACTS)]
Deck = Annotated[dict[DisplayName, Copies], Field(min_length=1)]


class Lasting(Model):
    """Points that a card gives while it lies in front, at the end of each own turn."""

    score: Annotated[Number, Field(description="Points at the end of each own turn.")]
    when: Annotated[When, Field(description="The time of day at which it gives them.")] = "any"


class Card(Model):
    """A playing card."""

    kinds: Annotated[tuple[str, ...], Field(description="What it is: Villain, Male, …; may be empty.")]
    front: Annotated[
        bool,
        Field(description="Whether it is played in front of its player (the icon); else it is discarded."),
    ] = False
    effects: Annotated[
        tuple[Effect, ...], Field(description="What it does when it is played, in this order.")
    ] = ()
    lasting: Annotated[Lasting | None, Field(description="What it gives while it lies in front.")] = None
    stops_draws: Annotated[
        bool,
        Field(
            description="While it lies in front of a player, until that player's next turn, nobody else draws from the "
            "playing deck. Pacts are drawn all the same."
        ),
    ] = False


class Choice(Model):
    """An effect of an A setting card: what it costs and what it does."""

    pay: Annotated[dict[str, Number], Field(min_length=1, description="Item → how many.")]
    effects: Annotated[tuple[Effect, ...], Field(min_length=1, description="What it does.")]


class Scoring(Model):
    """One scoring of a B setting card, at the end of the game."""

    score: Annotated[Number, Field(description="Points.")]
    item: Annotated[str | None, Field(description="What is counted: this item …")] = None
    of: Annotated[Kinds | None, Field(description="… or cards of one of these kinds in front.")] = None
    each: Annotated[
        int | None, Field(ge=1, le=20, description="Points for each so many; if left out, for each one.")
    ] = None
    most: Annotated[
        bool, Field(description="Points once, to whoever has most of it; to all who share the most.")
    ] = False


class Pact(Model):
    """A Sea Witch Pact."""

    first: Annotated[
        FirstCondition | None,
        Field(description="What must be done, in full, to play it. Every pact has one."),
    ] = None
    bonus: Annotated[
        tuple[Effect, ...], Field(min_length=1, description="What its player then gains, as far as it goes.")
    ]
    second: Annotated[
        SecondCondition | None, Field(description="What every player may then do, and what that brings.")
    ] = None
    when: Annotated[When, Field(description="The time of day at which it can be played.")] = "any"


class Worth(Model):
    """What an item and a card are worth in points: used to count what pacts bring, and by conducts to rate them."""

    items: Annotated[dict[str, Annotated[int, Field(ge=0, le=5)]], Field(description="Item → points.")]
    card: Annotated[int, Field(ge=0, le=5, description="Points of a card drawn or discarded.")]


class Start(Model):
    """What each player starts with."""

    hand: Annotated[int, Field(ge=1, le=10, description="Cards.")]
    items: Annotated[dict[str, Annotated[int, Field(ge=0, le=20)]], Field(description="Item → how many.")]
    time: Annotated[Literal["day", "night"], Field(description="The time of day in the first turn.")]


class Decks(Model):
    """Copies of each playing card."""

    base: Annotated[Sourced[Deck], Field(description="Card → copies in the basic game.")]
    expansion: Annotated[Sourced[Deck], Field(description="Card → copies that the expansion adds.")]


class Sizes(Model):
    """How many cards the expansion's box holds."""

    expansion: Annotated[int, Field(ge=1, le=MOST_CARDS, description="Playing cards of the expansion.")]
    pacts: Annotated[
        int, Field(ge=1, le=MOST_PACTS, description="Pacts: the first of `pact_decks` has so many.")
    ]
    left_out: Annotated[
        int, Field(ge=0, le=40, description="Cards of the basic game that a shorter game leaves out.")
    ]


class Conduct(Model):
    """A way of handling pacts."""

    source: Source = "assumed"
    plays_from: Annotated[
        int, Field(ge=1, le=999, description="The first of the own turns in which a pact is played.")
    ] = 1
    least_gain: Annotated[
        int,
        Field(
            ge=-20,
            le=20,
            description="Points that a pact must promise to be played (see `worth` in the game file).",
        ),
    ] = -20
    discards: Annotated[
        Literal["never", "unplayable", "always"],
        Field(
            description="What it does where a pact may be discarded: nothing, or the pact that promises least; "
            "`unplayable` discards only what could not be played now."
        ),
    ] = "unplayable"
    draw_rating: Annotated[
        float,
        Field(
            ge=-20,
            le=20,
            allow_inf_nan=False,
            description="Points by which a card is better for each pact that it makes its player draw; below 0 worse.",
        ),
    ] = 0.0
    rush: Annotated[
        int,
        Field(
            ge=0,
            le=MOST_CARDS,
            description="With at most so many cards left in the playing deck, every pact that can be played is played, "
            "whatever `plays_from` and `least_gain` say.",
        ),
    ] = 0
    takes: Annotated[bool, Field(description="Whether it draws a pact where it need not.")] = False


class Table(Model):
    """A table: how many play, with which pacts, for how long, at which penalty."""

    source: Source = "assumed"
    players: Annotated[int, Field(ge=2, le=MOST_PLAYERS, description="Players.")]
    pacts: Annotated[
        str | None, Field(description="One of the game file's `pact_decks`; the first if it is left out.")
    ] = None
    penalty: Annotated[
        int | None,
        Field(ge=0, le=20, description="Points lost for each pact held at the end; else the game file's."),
    ] = None
    short: Annotated[bool, Field(description="Whether cards of the basic game are left out.")] = False


class SeaWitchGame(GameFile):
    """The rules of Dark Tales with the Sea Witch Pacts that are numbers and names."""

    system: Annotated[Literal["sea_witch"], Field(description="The rule system that plays the game.")]
    kinds: Annotated[
        Sourced[Annotated[tuple[DisplayName, ...], Field(min_length=1, max_length=20)]],
        Field(description="What a card can be."),
    ]
    items: Annotated[
        Sourced[
            Annotated[
                dict[DisplayName, Annotated[int, Field(ge=0, le=200)]], Field(min_length=1, max_length=ITEMS)
            ]
        ],
        Field(description="Item → how many there are, the players' included."),
    ]
    start: Annotated[Sourced[Start], Field(description="What each player starts with.")]
    penalty: Annotated[
        Sourced[Annotated[int, Field(ge=0, le=20)]],
        Field(description="Points lost for each pact held when the game ends."),
    ]
    sizes: Annotated[Sourced[Sizes], Field(description="Cards in the box; the decks must add up to them.")]
    worth: Annotated[
        Sourced[Worth], Field(description="What items and cards count for where pacts are rated.")
    ]
    cards: Annotated[
        dict[DisplayName, Sourced[Card]],
        Field(min_length=1, max_length=MOST_NAMES, description="Playing cards by name."),
    ]
    decks: Annotated[Decks, Field(description="How many of each playing card there are.")]
    settings_a: Annotated[
        dict[
            DisplayName, Sourced[Annotated[tuple[Choice, ...], Field(min_length=1, max_length=MOST_CHOICES)]]
        ],
        Field(
            min_length=1,
            max_length=MOST_SETTINGS,
            description="A setting cards by name: effects of which one can be used in phase 2.",
        ),
    ]
    settings_b: Annotated[
        dict[DisplayName, Sourced[Annotated[tuple[Scoring, ...], Field(min_length=1, max_length=MOST_ENDS)]]],
        Field(
            min_length=1,
            max_length=MOST_SETTINGS,
            description="B setting cards by name: what they score at the end.",
        ),
    ]
    pacts: Annotated[
        dict[DisplayName, Sourced[Pact]],
        Field(min_length=1, max_length=MOST_PACT_NAMES, description="Pacts by name."),
    ]
    pact_decks: Annotated[
        dict[DisplayName, Sourced[Deck]],
        Field(min_length=1, description="Decks of pacts by name: pact → copies. The first is the box's."),
    ]
