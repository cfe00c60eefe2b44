"""Reading a run's manifest: every part of it is of the kind that a report needs, or the file is damaged."""

from __future__ import annotations

from dataclasses import MISSING, fields
from pathlib import Path
from typing import Annotated, Any, Self, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, model_validator

from balance.config.wording import words_of
from balance.errors import RunFolderError, one_line
from balance.sweep.files import read_json
from balance.words import Words

MANIFEST = "manifest.json"
MARK = "balance run"
OTHERS = {
    "balance tweak": "report.html",
    "balance sensitivity": "report.html",
    "balance compare": "compare.html",
}
"""Whatever else has a folder of its own, and the page in it that tells its results."""

Names = Annotated[list[str], Field(min_length=1)]
Count = Annotated[int, Field(ge=0)]
Digest = Annotated[str, Field(min_length=64, max_length=64)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True)


class _Columns(_Strict):
    seats: Names
    setting: str


def _model_of(words: type[Words]) -> Any:
    """Return a model of what a game calls its things; only the words without a default must be there."""
    make: Any = create_model
    hints, known = get_type_hints(words), fields(words)
    needed = {one.name for one in known if one.default is MISSING and one.default_factory is MISSING}
    told = {one.name: (hints[one.name], ... if one.name in needed else None) for one in known}
    return make("Words", __base__=_Strict, **told)


class _Files(_Strict):
    tallies: Digest = Field(alias="tallies.parquet")
    facts: Digest = Field(alias="facts.parquet")
    comparisons: Digest = Field(default="", alias="comparisons.parquet")  # older runs have none
    margins: Digest = Field(default="", alias="margins.parquet")  # only where games take turns
    layouts: Digest = Field(default="", alias="layouts.parquet")  # only where layouts were played again


class _Change(_Strict):
    name: str
    kind: str
    what: str
    base: str
    option: str
    meaning: str
    source: str
    absent: list[str]


class _Budget(_Strict):
    minutes: Annotated[float, Field(gt=0)] | None
    factor: Annotated[float, Field(gt=0)]


class _LayoutSet(_Strict):
    name: str
    policies: Names
    size: Count
    mirrors: list[list[Count]]


class _Features(_Strict):
    features: list[str] = Field(default_factory=list)
    settings: dict[str, list[float | int | None]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _of_one_length(self) -> Self:
        if any(len(row) != len(self.features) for row in self.settings.values()):
            msg = f"expected {len(self.features)} values for each setting, one for each feature"
            raise ValueError(msg)
        return self


class _Auction(_Strict):
    looks: list[Count] = Field(default_factory=list)
    largest: Count = 0


class _Precision(_Strict):
    points: Annotated[float | int, Field(gt=0)] | None = None


class _Manifest(_Strict):
    configuration: dict[str, Any]
    name: str
    seed: Count
    system: str
    columns: _Columns
    contestants: Names
    settings: Names
    headline: Names
    rulings: dict[str, str]
    assumptions: dict[str, Any]
    words: _model_of(Words) | None = None  # type: ignore[valid-type]  # made above; older runs have none
    policies: dict[str, str] = Field(default_factory=dict)
    changes: list[_Change] = Field(default_factory=list)  # what the comparison of rulings changed
    budget: _Budget | None = None  # where the numbers of games were scaled
    layout_sets: list[_LayoutSet] = Field(default_factory=list)  # only where games take turns
    setting_features: _Features = Field(default_factory=_Features)
    auction: _Auction = Field(default_factory=_Auction)
    precision: _Precision = Field(default_factory=_Precision)
    versions: dict[str, str]
    cells: Count
    games: Count
    files: _Files
    command: str
    jobs: Count
    started: str
    finished: str
    seconds: float


def is_mark(value: dict[str, Any]) -> bool:
    """Return whether a JSON object says whose run it belongs to, as only a sweep writes it."""
    digests = ("configuration_digest", "code_digest")
    return value.get("format") == MARK and all(isinstance(value.get(key), str) for key in digests)


def refuse_other(file: Path, manifest: dict[str, Any]) -> None:
    """Refuse a manifest that another command wrote.

    Raises
    ------
    RunFolderError
        If it says so.
    """
    mark = manifest.get("format")
    if isinstance(mark, str) and mark in OTHERS:
        read = f"its page is {OTHERS[mark]}"
        msg = f"{file.parent} holds a result of {mark} ({read}); expected the folder of a finished sweep"
        raise RunFolderError(msg)


def read_manifest(path: Path) -> dict[str, Any]:
    """Return the manifest of a finished run's folder.

    Raises
    ------
    RunFolderError
        If there is none, or no sweep wrote it, or a part is missing or of another kind than a report needs.
    """
    file = path / MANIFEST
    manifest = read_json(file)
    refuse_other(file, manifest)
    if not is_mark(manifest):
        wrote = str(manifest.get("format", ""))
        other = wrote.startswith("balance ") and wrote != MARK
        msg = (
            f"{path} holds what {wrote} wrote; expected the folder of a finished balance sweep"
            if other
            else f"{file} is damaged: not the manifest of a run"
        )
        raise RunFolderError(msg)
    try:
        checked = _Manifest.model_validate(manifest)
    except ValidationError as error:
        msg = f"{file} is damaged: {_wrong(error)}"
        raise RunFolderError(msg) from None
    if len(checked.headline) != len(checked.columns.seats):
        msg = (
            f"{file} is damaged: headline: expected one policy for each of {', '.join(checked.columns.seats)}"
        )
        raise RunFolderError(msg)
    return manifest


def _wrong(error: ValidationError) -> str:
    """Return the parts that are missing, or else the first that is of another kind."""
    found = [(".".join(map(str, e["loc"])), e["type"], words_of(e)) for e in error.errors()]
    missing = [where for where, kind, _ in found if kind == "missing"]
    if missing:
        return f"{', '.join(missing)} missing"
    where, _, message = found[0]
    return one_line(f"{where}: {message}")
