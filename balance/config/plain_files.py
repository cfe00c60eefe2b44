"""From the files of a rule system with a `Schema` to its configuration; every problem is one message with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, WithJsonSchema, create_model

from balance.config import checking
from balance.config.base import DisplayName, Model, RunName
from balance.config.document import Document, Problem, Where, bounded_data, dotted, raise_first, read_document
from balance.config.plain import FEWEST, Entry, PlainComparisons, PlainConfiguration, Schema
from balance.config.precision import Precision
from balance.config.rulings import check_option, named_ruling
from balance.config.run import LARGEST_SEED, Weight
from balance.config.sourced import Sourced, sourced_values, with_value
from balance.config.target import Balance, check_balance
from balance.config.wording import validated
from balance.errors import ConfigurationError

Weights = Mapping[str, Mapping[str, float]]
MOST_CONTESTANTS = 300
"""Each plays each: 89,700 pairs, all of which a sweep plans."""


class PolicyEntry(Model):
    """How a policy is to play."""

    weights: dict[str, Weight] = Field(
        default_factory=dict,
        description="Weight → number. What is left out takes the policy's own default.",
    )


class RunFile(Model):
    """A run file without what its schema names; its game is a path here."""

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
    policies: dict[str, PolicyEntry | None] = Field(
        default_factory=dict, description="How policies play, by name; only what is not as usual."
    )
    precision: Precision | None = Field(
        default=None,
        description="How narrow the headline's intervals are to be: its games go on until they are.",
    )
    balance: Balance = Field(
        default_factory=Balance, description="When a pairing counts as balanced. No game depends on it."
    )


@cache
def run_file_of(form: Schema) -> type[RunFile]:
    """Return the model of a rule system's run file."""
    words, make = form.words, _made
    entry = make(
        "Entry",
        Entry,
        {
            **{
                seat: (str, Field(description=f"The policy that plays {words.seats.get(seat, seat)}."))
                for seat in form.seats
            },
            form.settings: (
                Annotated[tuple[str, ...], Field(min_length=1)] | None,
                Field(default=None, description=f"Names of {words.setting}s. Left out: all."),
            ),
        },
    )
    entry.SETTINGS = form.settings
    entries = tuple.__class_getitem__((entry, ...))
    switched = f"Played as the rules are and with each ability of a {words.contestant} switched off in turn."
    changed = "Played as the rules are and with each ruling and assumed value changed in turn."
    comparisons = make(
        "Comparisons",
        PlainComparisons,
        {
            "abilities": (entries, Field(default=(), description=switched)),
            "rulings": (entries, Field(default=(), description=changed)),
        },
    )
    named = {
        form.contestants: (form.contestant, words.contestant),
        form.settings: (form.setting, words.setting),
    }
    order = "Who plays whom, how often and where. The first entry is the headline."
    found: type[RunFile] = make(
        "RunFile",
        RunFile,
        {
            **{
                key: (
                    dict.__class_getitem__((DisplayName, model)),
                    Field(description=f"The {noun}s, by name."),
                )
                for key, (model, noun) in named.items()
            },
            "policy_pairs": (entries, Field(description=order)),
            "comparisons": (
                comparisons | None,
                Field(default=None, description="The same games under other rules."),
            ),
        },
    )
    return found


def _made(name: str, base: type[Model], fields: Mapping[str, Any]) -> Any:
    """Return a model with fields that only a schema knows."""
    make: Any = create_model
    return make(name, __base__=base, **fields)


def load(form: Schema, path: str | Path, *, policies: Weights) -> PlainConfiguration:
    """Read a run file and the game file that it names; see `balance.config.load.load_configuration`."""
    return checked(form, *documents(form, path), path, policies)


def documents(form: Schema, path: str | Path) -> tuple[Document, Document]:
    """Return a run file and the game file that it names as plain data.

    Raises
    ------
    ConfigurationError
        A file cannot be read. Of a run file that is wrong anyway, what is wrong there is told first.
    """
    document = read_document(path)
    try:
        return document, read_document(Path(path).parent / document.data["game"])
    except ConfigurationError:
        raise_first(document, validated(run_file_of(form), document)[1])
        raise


def checked(
    form: Schema, document: Document, game_document: Document, path: str | Path, policies: Weights
) -> PlainConfiguration:
    """Return the configuration that a run file and its game file say, if all is right.

    Raises
    ------
    ConfigurationError
        Something is wrong; the message names the first problem and counts the others.
    """
    run, problems = validated(run_file_of(form), document)
    game, game_problems = validated(form.game, game_document)
    if game is not None:
        game_problems += [game_document.problem(*found) for found in _rulings(form, game)]
    raise_first(document, problems)
    raise_first(game_document, game_problems)
    assert run is not None
    assert game is not None
    return _assembled(form, run, game, document, game_document, Path(path), policies)


def from_contents(
    form: Schema, contents: Mapping[str, Any], *, policies: Weights, path: str | Path
) -> PlainConfiguration:
    """Return the configuration whose contents these are; see `balance.config.load.configuration_from`."""
    entries = contents.get("policies")
    given = entries if isinstance(entries, Mapping) else {}
    sources = {
        str(name): entry["source"]
        for name, entry in given.items()
        if isinstance(entry, Mapping) and isinstance(entry.get("source"), str)
    }
    plain = {
        name: {k: v for k, v in entry.items() if k != "source"} if isinstance(entry, Mapping) else entry
        for name, entry in given.items()
    }
    data = bounded_data({**contents, **({"policies": plain} if plain else {})}, str(path))
    document, inner = Document(str(path), data), Document(str(path), data.get("game"))
    run, problems = validated(run_file_of(form), document)
    game, game_problems = validated(form.game, inner)
    if game is not None:
        game_problems += [inner.problem(*found) for found in _rulings(form, game)]
    problems += [Problem(0, f"game.{p.where}".rstrip("."), p.message) for p in game_problems]
    raise_first(document, problems)
    assert run is not None
    assert game is not None
    known = {**policies, **{name: {} for name in sources}}
    found = _assembled(form, run, game, document, inner, Path(path), known)
    return found.model_copy(update={"sources": sources})


def _rulings(form: Schema, game: Any) -> Iterator[tuple[Where, str]]:
    """Yield rulings and options that there are not, and variants of a ruling."""
    for name, sourced in game.rulings.items():
        try:
            of = named_ruling(name, form.rulings)
        except ConfigurationError as error:
            yield ("rulings", name), str(error)
            continue
        try:
            check_option(of, sourced.value)
        except ConfigurationError as error:
            yield ("rulings", name, "value"), str(error)
        if sourced.variants:
            message = "a ruling takes no variants: its other options are played in its place anyway"
            yield ("rulings", name, "variants"), message


def _with_rulings(form: Schema, game: Any) -> Any:
    """Return a game with all rulings filled in, in the order of the rules page."""
    rulings = {
        name: game.rulings.get(name) or Sourced[str](value=ruling.default, source=ruling.source)
        for name, ruling in form.rulings.items()
    }
    return game.model_copy(update={"rulings": rulings})


def _assembled(
    form: Schema,
    run: Any,
    game: Any,
    document: Document,
    game_document: Document,
    path: Path,
    known: Weights,
) -> PlainConfiguration:
    """Return the configuration of a run file and its game, both already sound by themselves."""
    contestants, places = getattr(run, form.contestants), getattr(run, form.settings)
    given = {name: (entry or PolicyEntry()).weights for name, entry in run.policies.items()}
    full = _with_rulings(form, game)
    problems = [
        *checking.check_names(form.contestants, contestants, document),
        *checking.check_names(form.settings, places, document),
        *_numbers(form, contestants, places, document),
        *checking.check_policies(given, known, document),
        *check_balance(run.balance, contestants, document, noun=form.words.contestant),
    ]
    lists: list[tuple[Where, tuple[Any, ...]]] = [(("policy_pairs",), run.policy_pairs)]
    lists += [(("comparisons", kind), entries) for kind, entries in run.comparisons or ()]
    if not run.policy_pairs:
        problems.append(document.problem(("policy_pairs",), "expected at least one policy pair"))
    for where, entries in lists:
        for n, entry in enumerate(entries):
            problems += checking.check_play(
                entry,
                (*where, n),
                document,
                seats=form.seats,
                key=form.settings,
                settings=places,
                policies=known,
            )
        problems += checking.check_repeated(
            _everywhere(entries, places), where, document, seats=form.seats, noun=form.words.setting
        )
    inner: list[Problem] = []
    for place, message in form.check(full, contestants, places):
        if place[:1] == ("game",):
            inner.append(game_document.problem(place[1:], message))
        else:
            problems.append(document.problem(place, message))
    raise_first(document, problems)
    raise_first(game_document, inner)
    raise_first(game_document, _variants(form, full, contestants, places, game_document))
    comparisons = run.comparisons
    if comparisons is not None:
        comparisons = comparisons.changed(lambda entries: _everywhere(entries, places))
    return PlainConfiguration(
        form=form,
        name=run.name,
        path=path,
        seed=run.seed,
        game=full,
        contestants=contestants,
        places=places,
        policies={
            name: {k: float(v) for k, v in {**known[name], **given.get(name, {})}.items()} for name in known
        },
        policy_pairs=tuple(_everywhere(run.policy_pairs, places)),
        comparisons=comparisons,
        precision=run.precision,
        balance=run.balance,
    )


def _everywhere(entries: tuple[Any, ...], places: Mapping[str, Any]) -> list[Any]:
    """Return entries with their settings filled in."""
    return [entry if entry.settings else entry.in_settings(places) for entry in entries]


def _numbers(
    form: Schema, contestants: Mapping[str, Any], places: Mapping[str, Any], document: Document
) -> Iterator[Problem]:
    """Yield too few or too many contestants, and no settings."""
    if not FEWEST <= len(contestants) <= MOST_CONTESTANTS:
        message = f"expected {FEWEST} to {MOST_CONTESTANTS} {form.words.contestant}s; got {len(contestants)}"
        yield document.problem((form.contestants,), message)
    if not places:
        yield document.problem((form.settings,), f"expected at least one {form.words.setting}")


def _variants(
    form: Schema,
    game: Any,
    contestants: Mapping[str, Any],
    places: Mapping[str, Any],
    document: Document,
) -> Iterator[Problem]:
    """Yield what is wrong with the game file's variants: each is checked as if it were the value."""
    for path, sourced in sourced_values(game):
        for name, value in sourced.variants.items():
            at = (*path, "variants", name)
            if value == sourced.value:
                yield document.problem(at, "expected a change; got the value itself")
                continue
            for place, message in form.check(with_value(game, path, value), contestants, places):
                own = ("game", *path, "value")
                if place[: len(own)] == own:
                    yield document.problem((*at, *place[len(own) :]), message)
                else:
                    yield document.problem(at, f"with this value, {dotted(place)}: {message}")
                break
