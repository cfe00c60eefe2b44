"""From YAML files to a checked `Configuration`; every problem is one message with file, line and field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, WithJsonSchema, field_validator
from pydantic_core import PydanticCustomError

from balance.config import checking
from balance.config.base import DisplayName, Model, RunName
from balance.config.document import (
    Document,
    Problem,
    bounded_data,
    raise_first,
    read_document,
    shown,
)
from balance.config.pacts import checks
from balance.config.pacts.game import Game, ordered
from balance.config.pacts.laid import AnyLayout, LayoutList, is_usual
from balance.config.pacts.layout_checks import check_layouts, check_set_games
from balance.config.pacts.models import Configuration
from balance.config.pacts.played import NONE, Auction, Comparisons, LayoutsAgain, PolicyPair
from balance.config.pacts.variants import check_variants
from balance.config.pacts.vocabulary import Faction
from balance.config.pacts.words import FORM, SEATS
from balance.config.precision import Precision
from balance.config.run import LARGEST_SEED, Weight
from balance.config.target import Balance, check_balance
from balance.config.wording import validated
from balance.errors import ConfigurationError, nearest

Weights = Mapping[str, Mapping[str, float]]


class PolicyEntry(Model):
    """How a policy is to play."""

    weights: dict[str, Weight] = Field(
        default_factory=dict,
        description="Weight → number. What is left out takes the policy's own default.",
    )


def _or_none(schema: dict[str, Any]) -> None:
    """Let a schema admit the word that stands for nothing."""
    schema["anyOf"].insert(0, {"const": NONE})


class RunFile(Model):
    """A configuration file; its game is a path here, and the game itself in `Configuration.contents`."""

    name: Annotated[RunName, Field(description="The run's name: results go to `outputs/NAME`.")]
    game: Annotated[
        Any,
        Field(description="The path of the game file, relative to this file."),
        WithJsonSchema({"type": "string", "format": "path"}),
    ]
    seed: Annotated[
        int,
        Field(
            ge=0, le=LARGEST_SEED, description="The master seed. The same seed deals the same games again."
        ),
    ]
    factions: Annotated[
        dict[DisplayName, Faction],
        Field(
            description="The factions, by name; or the path of another configuration file, relative to this one, whose "
            "factions play."
        ),
    ]
    layouts: Annotated[
        dict[DisplayName, AnyLayout],
        Field(
            description="Where the tiles lie, by name: layouts, sets of layouts, lists of layouts. The name of a set "
            "alone (`layouts: all-standard`) stands for that set under its own name."
        ),
    ]
    policies: dict[str, PolicyEntry | None] = Field(
        default_factory=dict, description="How policies play, by name; only what is not as usual."
    )
    policy_pairs: Annotated[
        tuple[PolicyPair, ...],
        Field(description="Who plays whom, how often and where. The first entry is the headline."),
    ]
    auction: Auction | None = Field(
        default=None, description="The second stage: cubes given to one side, to find the fair bid."
    )
    comparisons: Comparisons | None = Field(
        default=None, description="The third stage: the same games under other rules."
    )
    again: LayoutsAgain | None = Field(
        default=None,
        description="How the layouts of a set that look furthest from even are played again, once the set is played: "
        "the highest of many figures exaggerate, fresh games tell. Left out: as the defaults say; `none`: not at all.",
        json_schema_extra=_or_none,
    )
    precision: Precision | None = Field(
        default=None,
        description="How narrow the headline's intervals are to be: its games go on until they are.",
    )
    balance: Balance = Field(
        default_factory=Balance, description="When a pairing counts as balanced. No game depends on it."
    )

    @field_validator("again", mode="before")
    @classmethod
    def _none(cls, again: Any) -> Any:
        """Take the word that stands for no layouts."""
        if not (again is None or again == NONE or isinstance(again, dict | LayoutsAgain)):
            kind, text = "value_error", "{message}"
            close = nearest(again, [NONE]) if isinstance(again, str) else ""
            message = f"expected a mapping or {NONE!r}{close}; got {shown(again)}"
            raise PydanticCustomError(kind, text, {"message": message})
        return {"layouts": 0} if again == NONE else again

    @field_validator("layouts", mode="before")
    @classmethod
    def _one_set(cls, layouts: Any) -> Any:
        """Take the name of a set for a mapping with that set alone."""
        return {layouts: layouts} if isinstance(layouts, str) else layouts


RUN_KEYS = tuple(RunFile.model_fields)


def load_configuration(path: str | Path, *, policies: Weights) -> Configuration:
    """Read a run file and the game file that it names.

    Parameters
    ----------
    path
        The run file, such as ``configs/factions.yaml``.
    policies
        The policies that exist: name → weight → default.

    Returns
    -------
    Configuration
        Checked as a whole.

    Raises
    ------
    ConfigurationError
        Something is wrong; the message names file, line and field of the first problem and counts the others.
    """
    document, game_document = read_documents(path)
    return checked(document, game_document, path, policies)


def read_documents(path: str | Path) -> tuple[Document, Document | None]:
    """Return a run file and the game file that it names (None if it names none) as plain data.

    Factions that the run file takes from another file stand in its data.

    Raises
    ------
    ConfigurationError
        A file cannot be read. Of a run file that is wrong anyway, what is wrong there is told first.
    """
    document = _with_factions(read_document(path), Path(path).parent)
    named = document.data.get("game")
    if not isinstance(named, str) or not named.strip():
        return document, None
    game = Path(path).parent / named
    try:
        return document, read_document(game)
    except ConfigurationError as error:
        raise_first(document, validated(RunFile, document)[1])
        if game.is_file():
            raise
        raise ConfigurationError(document.text(document.problem(("game",), str(error)))) from None


def _with_factions(document: Document, folder: Path) -> Document:
    """Return a run file's data with the factions of the file that it names in their place."""
    named = document.data.get("factions")
    if not isinstance(named, str) or not named.strip():
        return document
    try:
        factions = read_document(folder / named).data.get("factions")
    except ConfigurationError as error:
        raise ConfigurationError(document.text(document.problem(("factions",), str(error)))) from None
    if not isinstance(factions, dict):
        problem = document.problem(("factions",), f"{folder / named} gives no factions of its own")
        raise ConfigurationError(document.text(problem))
    return replace(document, data={**document.data, "factions": factions})


def checked(
    document: Document, game_document: Document | None, path: str | Path, policies: Weights
) -> Configuration:
    """Return the configuration that a run file and its game file say, if all is right.

    Parameters
    ----------
    document, game_document
        The two files' data.
    path
        The configuration's `path`.
    policies
        The policies that exist: name → weight → default.

    Raises
    ------
    ConfigurationError
        Something is wrong; the message names the first problem and counts the others.
    """
    run, problems = validated(RunFile, document)
    if game_document is None:
        if "game" in document.data:
            problems.append(document.problem(("game",), "expected the path of a game file"))
        raise_first(document, problems)
        raise AssertionError  # a missing key is a problem too
    game, game_problems = validated(Game, game_document)
    if game is not None:
        game_problems += checks.check_game(game, game_document)
    raise_first(document, problems)
    raise_first(game_document, game_problems)
    assert run is not None
    assert game is not None
    return _assembled(run, ordered(game), document, Path(path), policies, game_document=game_document)


def configuration_from(
    contents: Mapping[str, Any], *, policies: Weights, path: str | Path = "contents"
) -> Configuration:
    """Return the configuration whose `Configuration.contents` these are, possibly edited.

    Parameters
    ----------
    contents
        The run file's data with the game's data under ``game``.
    policies
        The policies that exist: name → weight → default.
    path
        What messages call the data, and the configuration's `path`.

    Raises
    ------
    ConfigurationError
        As `load_configuration`, without lines.
    """
    sources = _sources(contents.get("policies"))
    data = bounded_data(_without_sources(contents) if sources else dict(contents), str(path))
    document = Document(str(path), data)
    run, problems = validated(RunFile, document)
    game, game_problems = validated(Game, Document(str(path), data.get("game")))
    problems += [Problem(0, f"game.{p.where}".rstrip("."), p.message) for p in game_problems]
    if game is not None:
        problems += checks.check_game(game, document, prefix=("game",))
    raise_first(document, problems)
    assert run is not None
    assert game is not None
    known = {
        **policies,
        **{name: {} for name in sources},
    }  # those in Python need not be here to tell what was played
    assembled = _assembled(
        run, ordered(game), document, Path(path), known, game_document=document, prefix=("game",)
    )
    return assembled.model_copy(update={"sources": sources})


def _sources(policies: Any) -> dict[str, str]:
    """Return the digests that contents give for policies in Python."""
    entries = policies.items() if isinstance(policies, Mapping) else ()
    found = {name: entry.get("source") for name, entry in entries if isinstance(entry, Mapping)}
    return {str(name): source for name, source in found.items() if isinstance(source, str)}


def _without_sources(contents: Mapping[str, Any]) -> dict[str, Any]:
    entries = contents["policies"].items()
    kept = {
        name: {k: v for k, v in entry.items() if k != "source"} if isinstance(entry, Mapping) else entry
        for name, entry in entries
    }
    return {**contents, "policies": kept}


def _assembled(
    run: RunFile,
    game: Game,
    document: Document,
    path: Path,
    known: Weights,
    *,
    game_document: Document,
    prefix: tuple[str, ...] = (),
) -> Configuration:
    """Return the configuration of a run file and its game, both already sound by themselves."""
    named = tuple(name for name, layout in run.layouts.items() if is_usual(layout))
    everywhere = {"layouts": named or tuple(run.layouts)}
    pairs = tuple(pair if pair.layouts else pair.model_copy(update=everywhere) for pair in run.policy_pairs)
    auction = run.auction
    if auction is not None and not auction.layouts:
        auction = auction.model_copy(update=everywhere)
    comparisons = run.comparisons
    if comparisons is not None:
        comparisons = comparisons.changed(
            lambda entries: [p if p.layouts else p.model_copy(update=everywhere) for p in entries]
        )
    again = run.again or LayoutsAgain()
    given = {name: (entry or PolicyEntry()).weights for name, entry in run.policies.items()}

    playing: dict[str, Any] = {"seats": SEATS, "key": "layouts", "settings": run.layouts, "policies": known}
    problems = [
        *checking.check_names("factions", run.factions, document),
        *checking.check_names("layouts", run.layouts, document),
        *checks.check_factions(run.factions, game, document),
        *check_layouts(run.layouts, game, document),
        *checking.check_policies(given, known, document),
        *checks.check_pairs(pairs, document),
        *check_balance(run.balance, run.factions, document, noun="faction"),
    ]
    if run.again is not None and run.again.layouts and run.again.policy not in known:
        message = checking.unknown("policy", run.again.policy, known)
        problems.append(document.problem(("again", "policy"), message))
    for n, pair in enumerate(pairs):
        problems += checking.check_play(pair, ("policy_pairs", n), document, **playing)
    if auction is not None:
        problems += checking.check_play(auction, ("auction",), document, **playing)
        problems += checks.check_bids(auction, game, document)
    for kind, entries in comparisons or ():
        for n, entry in enumerate(entries):
            place = ("comparisons", kind, n)
            problems += checking.check_play(entry, place, document, **playing)
        problems += checking.check_repeated(
            entries, ("comparisons", kind), document, seats=SEATS, noun="layout"
        )
    problems += check_set_games(pairs, comparisons, run.layouts, game, document)
    raise_first(document, problems)
    raise_first(
        game_document,
        check_variants(game, game_document, factions=run.factions, layouts=run.layouts, prefix=prefix),
    )

    weights = {name: {**known[name], **given.get(name, {})} for name in known}
    return Configuration(
        name=run.name,
        path=path,
        seed=run.seed,
        game=game,
        factions=run.factions,
        layouts={name: _in_order(layout, game.regions) for name, layout in run.layouts.items()},
        policies={name: {k: float(v) for k, v in of.items()} for name, of in weights.items()},
        policy_pairs=pairs,
        auction=auction,
        comparisons=comparisons,
        again=again if again.policy in known else LayoutsAgain(layouts=0),
        precision=run.precision,
        balance=run.balance,
    )


def _in_order(layout: AnyLayout, regions: tuple[str, ...]) -> AnyLayout:
    """Return a layout; where it is a list, with each of its layouts as tiles in the board's order of regions."""
    return LayoutList(layout.rows(regions)) if isinstance(layout, LayoutList) else layout


__all__ = [
    "FORM",
    "RUN_KEYS",
    "RunFile",
    "Weights",
    "checked",
    "configuration_from",
    "load_configuration",
    "read_documents",
]
__all__ = [
    "FORM",
    "RUN_KEYS",
    "RunFile",
    "Weights",
    "checked",
    "configuration_from",
    "load_configuration",
    "read_documents",
]
