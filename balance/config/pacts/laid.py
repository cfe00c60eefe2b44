"""Where tiles lie: one layout by hand or at random, a set of all layouts of one kind, or a list of layouts by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import ConfigDict, Discriminator, Field, RootModel, Tag, model_serializer, model_validator
from pydantic_core import PydanticCustomError

from balance.config.base import ROW_MARK, Model
from balance.config.document import shown
from balance.config.pacts.game import REGIONS, Game, TileLabel
from balance.config.rulings import Source
from balance.errors import nearest

SetWord = Literal["all-standard", "random-regions"]
SET_WORDS: Final[tuple[SetWord, ...]] = get_args(SetWord)
SET_KEYS: Final = ("set", "sample")
NOT_REGIONS: Final = ("random_regions", "tiles", "source", *SET_KEYS)


class Layout(Model):
    """Which tile lies on which region, or that all tiles are mixed and six dealt in each game."""

    random_regions: bool = Field(
        default=False,
        description="Whether all tiles are mixed and six dealt in each game. No region is then named.",
    )
    tiles: dict[str, TileLabel] = Field(
        default_factory=dict,
        description="Region → tile, each region of the board once. The file writes them beside the other keys.",
    )
    source: Source | None = Field(
        default=None,
        description="Where the layout comes from. `assumed` puts it on the report's list of assumptions; left out "
        "for a layout that is only tried.",
    )

    @model_validator(mode="before")
    @classmethod
    def _split(cls, data: Any) -> Any:
        """Take the form of the file, region → tile beside the two settings, apart."""
        if not isinstance(data, dict):
            return data
        words = ("random_regions", "source")
        settings = {key: data[key] for key in words if key in data}
        for key, value in data.items():
            if key not in words and not isinstance(value, str) and nearest(key, words):
                kind, text = "value_error", "{message}"
                message = f"unknown key {key!r}{nearest(key, words)}"
                raise PydanticCustomError(kind, text, {"message": message, "key": key})
        return {**settings, "tiles": {key: value for key, value in data.items() if key not in settings}}

    @model_serializer
    def _join(self) -> dict[str, Any]:
        source = {} if self.source is None else {"source": self.source}
        return {**source, **({"random_regions": True} if self.random_regions else self.tiles)}


class LayoutSet(Model):
    """All layouts of one kind, or a sample of them, on which games take turns; the set's word alone will do.

    Their order is drawn by the seed and the layout's name. As many as the set has tiles stand together in it, with each
    tile on each region exactly once, so that whatever part was played is balanced.
    """

    set: SetWord = Field(
        description="`all-standard`: the standard tiles in every order, 720 layouts, each known to the players. "
        "`random-regions`: any six tiles of the box in every order, 665,280 layouts, light sides hidden as with "
        "`random_regions: true`. Their order is drawn by the seed."
    )
    sample: Annotated[int, Field(ge=1)] | None = Field(
        default=None,
        description="How many layouts, drawn at random so that each tile lies on each region equally often: a multiple "
        "of the number of tiles (6 standard ones, 12 in the box). Left out: all.",
    )
    source: Source | None = Field(default=None, description="Where the set comes from, as for a layout.")

    @model_validator(mode="before")
    @classmethod
    def _by_word(cls, data: Any) -> Any:
        """Take the word alone."""
        if not isinstance(data, str):
            return data
        if data not in SET_WORDS:
            kind, text = "value_error", "{message}"
            message = (
                f"expected a set ({', '.join(SET_WORDS)}), a list of layouts, or a mapping of region to tile; "
                f"got {shown(data)}{nearest(data, SET_WORDS)}"
            )
            raise PydanticCustomError(kind, text, {"message": message})
        return {"set": data}

    @model_serializer
    def _given(self) -> dict[str, Any]:
        every = {"set": self.set, "sample": self.sample, "source": self.source}
        return {key: value for key, value in every.items() if value is not None}

    def box(self, game: Game) -> tuple[str, ...]:
        """Return the tiles that the set lays, in the game's order."""
        return game.tiles.standard.value if self.set == "all-standard" else game.tiles.labels


def _form(data: Any) -> str:
    return "<regions>" if isinstance(data, Mapping) else "<tiles>"


Listed = Annotated[
    Annotated[tuple[TileLabel, ...], Tag("<tiles>")] | Annotated[dict[str, TileLabel], Tag("<regions>")],
    Discriminator(_form),
]


class LayoutList(RootModel[Annotated[tuple[Listed, ...], Field(min_length=1)]]):
    """Layouts by hand, on which games take turns: each the tiles in the board's order of regions, or region → tile."""

    model_config = ConfigDict(frozen=True, strict=True)

    @property
    def source(self) -> None:
        """Where the list comes from: never told, as it is only tried."""
        return None

    def rows(self, regions: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return each layout's tiles in the order of some regions; they must have a tile each."""
        return tuple(
            tuple(one[region] for region in regions) if isinstance(one, dict) else one for one in self.root
        )


def _kind(data: Any) -> str:
    """Return which kind of layout an entry of the file is."""
    if isinstance(data, LayoutList | list | tuple):
        return "<list>"
    if isinstance(data, Mapping):
        is_set = any(key in SET_KEYS for key in data) or any(value in SET_WORDS for value in data.values())
        return "<set>" if is_set else "<layout>"
    return "<set>" if isinstance(data, LayoutSet | str) else "<layout>"


AnyLayout = Annotated[
    Annotated[Layout, Tag("<layout>")]
    | Annotated[LayoutSet, Tag("<set>")]
    | Annotated[LayoutList, Tag("<list>")],
    Discriminator(_kind),
]


def in_full(layouts: Any) -> Any:
    """Return the file's ``layouts`` with sets that are only named written as mappings."""
    if isinstance(layouts, str):
        return {layouts: {"set": layouts}}
    return {name: {"set": layout} if isinstance(layout, str) else layout for name, layout in layouts.items()}


def size_of(layout: Layout | LayoutSet | LayoutList, game: Game) -> int | None:
    """Return how many layouts games take turns on; None where all are played on the same, or each on a random one."""
    if isinstance(layout, LayoutList):
        return len(layout.root)
    if isinstance(layout, LayoutSet):
        return math.perm(len(layout.box(game)), REGIONS) if layout.sample is None else layout.sample
    return None


def is_usual(layout: Layout | LayoutSet | LayoutList) -> bool:
    """Tell whether a layout is one by hand: what policy pairs are played on that name no layouts."""
    return isinstance(layout, Layout) and not layout.random_regions


def split_row(name: str) -> tuple[str, int | None]:
    """Return a set's name and the number of one of its layouts; a layout's name and None.

    >>> split_row("all#17"), split_row("standard")
    (('all', 17), ('standard', None))
    """
    start, mark, number = name.partition(ROW_MARK)
    return (start, int(number)) if mark and number.isdecimal() and number.isascii() else (name, None)
