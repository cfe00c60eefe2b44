"""When a pairing counts as balanced: the section ``balance`` of a run file, in wins of the first seat in 100 games."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field, WithJsonSchema, model_serializer

from balance.config.base import Model
from balance.config.document import Document, Problem, shown
from balance.errors import nearest

LEAST, MOST = 1, 99
EVEN: Final = 50.0
BAND: Final = (45.0, 55.0)


def _wins(value: Any) -> float:
    """Return wins in 100 games; a share such as 0.5 is refused, since it would be taken for half a win."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or not LEAST <= value <= MOST:
        msg = f"expected wins in 100 games, from {LEAST} to {MOST}, such as 50; got {shown(value)}"
        raise ValueError(msg)
    return float(value)


Wins = Annotated[
    float,
    BeforeValidator(_wins),
    WithJsonSchema({"type": "number", "minimum": LEAST, "maximum": MOST}),
]


class Balance(Model):
    """What the designer aims at; `balance tweak` judges by it. No game depends on it."""

    target: Wins = Field(
        default=EVEN,
        description="Wins of the first seat (Pacts: Seelie) in 100 games that every pairing should have.",
    )
    band: Annotated[tuple[Wins, ...], Field(min_length=2, max_length=2)] = Field(
        default=BAND,
        description="From where to where a pairing is good enough, in wins in 100 games; the target lies inside.",
    )
    pairs: dict[str, dict[str, Wins]] = Field(
        default_factory=dict,
        description="The first seat's contestant (Pacts: Seelie's faction) → the second seat's → a target of its own. "
        "The band moves along with it.",
    )

    @model_serializer
    def _plain(self) -> dict[str, Any]:
        pairs = {"pairs": {k: dict(of) for k, of in self.pairs.items()}} if self.pairs else {}
        return {"target": self.target, "band": list(self.band), **pairs}

    def target_of(self, first: str, second: str) -> float:
        """Return the target of a pairing in wins in 100 games."""
        return self.pairs.get(first, {}).get(second, self.target)

    def band_of(self, first: str, second: str) -> tuple[float, float]:
        """Return the band of a pairing in wins in 100 games: the same distances around its own target."""
        moved = self.target_of(first, second) - self.target
        return max(0.0, self.band[0] + moved), min(100.0, self.band[1] + moved)

    def of(self, contestants: Collection[str]) -> Balance:
        """Return the part that some contestants' pairings need."""
        kept = {
            name: {other: wins for other, wins in row.items() if other in contestants}
            for name, row in self.pairs.items()
            if name in contestants
        }
        return self.model_copy(update={"pairs": {name: row for name, row in kept.items() if row}})


def check_balance(
    balance: Balance, contestants: Collection[str], document: Document, *, noun: str
) -> Iterator[Problem]:
    """Yield what is wrong with the section: a band beside its target, pairings that do not exist."""
    low, high = balance.band
    if not low < balance.target < high:
        message = f"expected the target {balance.target:g} between two ends, such as [45, 55]; got [{low:g}, {high:g}]"
        yield document.problem(("balance", "band"), message)
    for name, row in balance.pairs.items():
        for place, named in (((), name), *(((other,), other) for other in row)):
            if named not in contestants:
                known = ", ".join(contestants)
                message = (
                    f"unknown {noun} {shown(named)}{nearest(named, contestants)}; expected one of {known}"
                )
                yield document.problem(("balance", "pairs", name, *place), message)
        if name in row:
            message = f"expected another {noun}; a {noun} does not meet itself"
            yield document.problem(("balance", "pairs", name, name), message)
