"""The words that cards, setting cards and pacts are made of."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from balance.config.base import Model

Word = Literal[
    "score",
    "lose",
    "take",
    "steal",
    "draw",
    "discard",
    "draw_pact",
    "discard_pact",
    "turn",
    "fetch",
    "remove",
    "put_in_front",
]
When = Literal["any", "day", "night"]
Kinds = Annotated[tuple[str, ...], Field(min_length=1)]
Number = Annotated[int, Field(ge=1, le=20)]

NEEDS_ITEM: Final = {"take", "steal"}
NEEDS_KINDS: Final = {"fetch", "remove", "put_in_front"}
TAKES_KINDS: Final = NEEDS_KINDS | {"discard"}
UNCOUNTED: Final = NEEDS_KINDS | {"turn"}
OPTIONAL: Final = {"draw_pact", "discard_pact"}
WHO: Final = {
    "score": ("self", "all", "others"),
    "lose": ("self", "all", "others"),
    "take": ("self", "all", "others"),
    "steal": ("others",),
    "draw": ("self", "all", "others"),
    "draw_pact": ("self", "all", "others"),
}


class Effect(Model):
    """One effect: a word, and what it needs to be carried out."""

    do: Annotated[
        Word,
        Field(
            description="`score` or `lose` points; `take` items from the supply or `steal` them from others; `draw` "
            "cards of the playing deck; `discard` cards of the hand; `draw_pact` and `discard_pact` (the two "
            "symbols); `turn` to day or night; `fetch` a card of a kind from the discard pile, else from in front of "
            "another player; `remove` a card of a kind from in front of another player; `put_in_front` a "
            "card of the hand, without effects or points."
        ),
    ]
    count: Annotated[Number | None, Field(description="How many; 1 if it is left out.")] = None
    item: Annotated[str | None, Field(description="Which item `take` and `steal` are about.")] = None
    of: Annotated[
        Kinds | None,
        Field(description="Kinds of card: any of them will do."),
    ] = None
    to: Annotated[Literal["day", "night"] | None, Field(description="What `turn` turns to.")] = None
    who: Annotated[
        Literal["self", "all", "others"],
        Field(description="Whom it happens to: the card's player, all players, or all others; clockwise."),
    ] = "self"
    when: Annotated[When, Field(description="The time of day at which it happens.")] = "any"
    needs: Annotated[
        Kinds | None,
        Field(description="It happens only with a card of one of these kinds in front of its player."),
    ] = None
    may: Annotated[
        bool | None,
        Field(
            description="Whether it can be declined: no for `draw_pact`, yes for `discard_pact`, unless given here."
        ),
    ] = None

    @model_validator(mode="after")
    def _belongs_together(self) -> Self:
        for key, needed, allowed in (
            ("item", self.do in NEEDS_ITEM, self.do in NEEDS_ITEM),
            ("of", self.do in NEEDS_KINDS, self.do in TAKES_KINDS),
            ("to", self.do == "turn", self.do == "turn"),
            ("count", False, self.do not in UNCOUNTED),
            ("may", False, self.do in OPTIONAL),
        ):
            given = getattr(self, key) is not None
            if needed and not given:
                msg = f"{self.do} needs the key {key}"
                raise ValueError(msg)
            if given and not allowed:
                msg = f"{self.do} has no key {key}"
                raise ValueError(msg)
        whom = WHO.get(self.do, ("self",))
        if self.who not in whom and not (self.do == "steal" and self.who == "self"):
            msg = f"{self.do} happens to {' or '.join(whom)}; got who: {self.who}"
            raise ValueError(msg)
        return self

    @property
    def number(self) -> int:
        """How many: 1 if the file is silent."""
        return 1 if self.count is None else self.count

    @property
    def optional(self) -> bool:
        """Whether it can be declined."""
        return self.do == "discard_pact" if self.may is None else self.may


class Condition(Model):
    """What must be done in full, in the order of the keys."""

    have: Annotated[Kinds | None, Field(description="A card of one of these kinds lies in front.")] = None
    reveal: Annotated[
        Kinds | None,
        Field(description="Reveal a card of one of these kinds from hand; it goes back to the hand."),
    ] = None
    pay: Annotated[
        dict[str, Number] | None, Field(min_length=1, description="Item → how many go back to the supply.")
    ] = None
    lose: Annotated[Number | None, Field(description="Points that must be there and are lost.")] = None
    discard: Annotated[Number | None, Field(description="Cards of the hand that are discarded.")] = None
    discard_of: Annotated[
        Kinds | None, Field(description="Kinds that these cards must have; any card if it is left out.")
    ] = None


def _checked(condition: Condition, keys: tuple[str, ...]) -> None:
    """Raise if nothing is to be done, or kinds are given for no cards."""
    if all(getattr(condition, key) is None for key in keys):
        msg = f"expected something to be done: {', '.join(keys)}"
        raise ValueError(msg)
    if condition.discard_of is not None and condition.discard is None:
        msg = "discard_of needs the key discard"
        raise ValueError(msg)


class FirstCondition(Condition):
    """A pact's first condition: without it, in full, the pact cannot be played."""

    play: Annotated[
        Kinds | None,
        Field(
            description="Play a card of one of these kinds from hand, effects included; it is not phase 3's card."
        ),
    ] = None

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        _checked(self, ("have", "reveal", "pay", "lose", "discard", "play"))
        return self


class SecondCondition(Condition):
    """A pact's second condition with its bonus: open to all players, clockwise from the one who played the pact."""

    bonus: Annotated[tuple[Effect, ...], Field(min_length=1, description="What fulfilling it brings.")]

    @model_validator(mode="after")
    def _does_something(self) -> Self:
        _checked(self, ("have", "reveal", "pay", "lose", "discard"))
        return self
