"""Values of a game file with their sources, and whatever walks over them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from balance.config.base import DisplayName, Model
from balance.config.rulings import Source

T = TypeVar("T")
GameModel = TypeVar("GameModel", bound=Model)


class Sourced(Model, Generic[T]):
    """A value, where it comes from (the rulebook, a ruling, or an assumption), and what else it might be."""

    value: Annotated[T, Field(description="What is played.")]
    source: Annotated[
        Source,
        Field(
            description="Where the value comes from: the rules state it, the rules were read so, or nothing gives it."
        ),
    ]
    variants: dict[DisplayName, T] = Field(
        default_factory=dict,
        description="Name → value: what `balance sensitivity` and the section `comparisons: rulings` play in its "
        "place, one at a time.",
    )

    @model_serializer(mode="wrap")
    def _without_none(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave variants out where there are none."""
        data: dict[str, Any] = handler(self)
        return data if self.variants else {key: data[key] for key in data if key != "variants"}


def sourced_values(model: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Sourced[Any]]]:
    """Yield every value of a game with the keys that lead to it, in the file's order; rulings are left out.

    Parameters
    ----------
    model
        A model, or a mapping of name → value or model.
    path
        The keys that lead to it.
    """
    parts = (
        model if isinstance(model, dict) else {key: getattr(model, key) for key in type(model).model_fields}
    )
    for key, value in parts.items():
        if isinstance(value, Sourced):
            yield (*path, key), value
        elif isinstance(value, Model) or (isinstance(value, dict) and (*path, key) != ("rulings",)):
            yield from sourced_values(value, (*path, key))


def with_value(game: GameModel, path: tuple[str, ...], value: Any) -> GameModel:
    """Return the game with another value at the end of a path of `sourced_values`; nothing is checked."""

    def changed(part: Any, keys: tuple[str, ...]) -> Any:
        if not keys:
            return part.model_copy(update={"value": value})
        if isinstance(part, dict):
            return {**part, keys[0]: changed(part[keys[0]], keys[1:])}
        return part.model_copy(update={keys[0]: changed(getattr(part, keys[0]), keys[1:])})

    new: GameModel = changed(game, path)
    return new
