"""docs/configuration.md: every key of the three kinds of file, from the models that read them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from typing import Any, Final, get_args

from pydantic import BaseModel

from balance import policies
from balance.config.pacts import vocabulary
from balance.config.pacts.game import Game
from balance.config.pacts.load import RunFile
from balance.config.pacts.rulings import RULINGS
from balance.config.pacts.tweaks import GAME_PARTS, RUN_PARTS
from balance.config.tweak import TweakHead
from docs.generate.examples import GAME, RUN, TWEAK
from docs.generate.kinds import Kinds, Schema
from docs.generate.markdown import table

_HEAD: Final = """\
<!-- Written by `make docs` from balance/config; do not edit. -->

# Configuration

Three kinds of YAML file say what is played. A *configuration* such as `configs/factions.yaml` names factions, layouts
and who plays whom. It names a *game file* such as `configs/games/pacts.yaml`, which holds the rules that are numbers
and names. A *tweak* such as `configs/tweaks/dragons-move-4.yaml` holds only what changes.

```sh
balance validate configs/factions.yaml     # names file, line and field of a mistake
```

An unknown key is refused, and so is a value of another kind: 3 is a number, "3" is text. A name has 1 to 40 characters
and none of `| < > & " ,` (a layout's name no `#` either). A *card* is written `PLACE 2 oak`, `PLACE 1 WILD`, `MOVE 3`,
`ABILITY` or `POINTS`; a *tile* by its two numbers, `2/7`, each from 0 to 20.
"""

_SECTIONS: Final = {
    "Faction": "Factions",
    "Layout": "Layouts",
    "LayoutSet": "Sets of layouts",
    "LayoutList": "Lists of layouts",
    "PolicyEntry": "Policies",
    "PolicyPair": "Policy pairs",
    "Auction": "Auction",
    "Comparisons": "Comparisons",
    "LayoutsAgain": "Layouts again",
    "Precision": "Precision",
    "Balance": "Balance",
    "Board": "Board",
    "Tiles": "Tiles",
    "DeckSizes": "Deck sizes",
    "Decks": "Decks",
    **{model.__name__: "Actives" for model in get_args(vocabulary.Active)},
    **{model.__name__: "Passives" for model in get_args(vocabulary.Passive)},
}
"""Model → heading of its section."""

_WORDS: Final = ("trigger", "modifier", "ability")


def page() -> str:
    """Return the page's text."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield _HEAD
    yield from _file("The configuration file", RunFile, RUN)
    yield from _abilities()
    yield from _policies()
    yield from _file("The game file", Game, GAME)
    yield from _rulings()
    yield from _tweaks()


def _file(heading: str, model: type[BaseModel], examples: dict[str, str]) -> Iterator[str]:
    """Yield a file's own keys, then a section for each model in it that has keys."""
    schema = model.model_json_schema()
    kinds = Kinds(schema, _SECTIONS)
    yield f"## {heading}"
    yield ""
    if model is RunFile:
        yield "`configs/factions.yaml` is a whole one, with comments."
        yield ""
    else:
        yield from [
            "Every value is written with its source, and may have variants:",
            "",
            *_example("cubes: {value: 34, source: rulebook, variants: {fewer: 30}}"),
        ]
        sourced = next(each for name, each in kinds.definitions.items() if name.startswith("Sourced_str"))
        yield from _keys(kinds, {**sourced, "properties": _worded(sourced)})
        yield "In the tables below a key's kind is that of its `value`."
        yield ""
    yield from _keys(kinds, schema)
    for name, of_name in _SECTIONS.items():
        if name in kinds.definitions and of_name not in {"Actives", "Passives"}:
            yield f"### {of_name}"
            yield ""
            yield _sentence(kinds.definitions[name])
            yield ""
            if "properties" in kinds.definitions[name]:
                yield from _keys(kinds, kinds.definitions[name])
            yield from _example(examples[of_name])


def _worded(sourced: Schema) -> dict[str, Any]:
    """Return the keys of a value with its source, whatever the value."""
    anything = {"type": "string", "format": "as the key says"}
    variants = {"type": "string", "format": "mapping to such values"}
    own = sourced["properties"]
    return {
        "value": {**anything, "description": own["value"]["description"]},
        "source": own["source"],
        "variants": {**variants, "description": own["variants"]["description"]},
    }


def _keys(kinds: Kinds, schema: Schema) -> Iterator[str]:
    """Yield the table of a model's keys."""
    required = schema.get("required", ())
    rows = [
        [
            f"`{key}`",
            _kind(kinds, value),
            "to be given" if key in required else _default(value.get("default")),
            value["description"],
        ]
        for key, value in schema["properties"].items()
    ]
    yield from table(["key", "allowed", "default", "meaning"], rows)


def _kind(kinds: Kinds, value: Schema) -> str:
    """Return what a key allows; the words of abilities have sections of their own."""
    words = kinds.words(value)
    return " or ".join(dict.fromkeys(words.split(" or ")))


def _default(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "none"
    if isinstance(value, dict):
        return "as below"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _sentence(schema: Schema) -> str:
    """Return the first paragraph of a model's docstring."""
    return str(schema["description"]).partition("\n\n")[0].replace("\n", " ").replace("``", "`")


def _example(text: str) -> Iterator[str]:
    yield from ["```yaml", text.rstrip(), "```", ""]


def _abilities() -> Iterator[str]:
    """Yield the words that factions are made of."""
    for heading, models, told in (
        ("Passives", get_args(vocabulary.Passive), "A passive is a trigger with an ability, or a modifier."),
        ("Actives", get_args(vocabulary.Active), "An active is what an ABILITY card does."),
    ):
        yield f"### {heading}"
        yield ""
        yield told
        yield ""
        yield from table(["words", "parameters", "meaning"], [_word(model) for model in models])


def _word(model: type[BaseModel]) -> Sequence[str]:
    """Return a word's cells: as it is written, its parameters, what it does."""
    schema = model.model_json_schema()
    kinds = Kinds({"$defs": schema.get("$defs", {})}, {})
    keys = schema["properties"]
    written = ", ".join(f"`{key}: {keys[key]['const']}`" for key in _WORDS if key in keys)
    parameters = [
        f"`{key}`: {kinds.words(value)}{' (may be left out)' if 'default' in value else ''}"
        for key, value in keys.items()
        if key not in _WORDS
    ]
    return [
        written,
        "; ".join(parameters) or "none",
        inspect.cleandoc(model.__doc__ or "").replace("\n", " "),
    ]


def _policies() -> Iterator[str]:
    """Yield who can play, with the weights that a configuration may change."""
    yield "### Who can play"
    yield ""
    names = policies.names("pacts")
    about, weights = policies.summaries("pacts", names), policies.weights("pacts")
    rows = [
        [f"`{name}`", about[name], ", ".join(f"`{k}` {v:g}" for k, v in weights[name].items()) or "none"]
        for name in names
    ]
    yield from table(["policy", "how it plays", "weights and their defaults"], rows)
    yield "`module:function` is a policy in Python ([api.md](api.md))."
    yield ""


def _rulings() -> Iterator[str]:
    """Yield every ruling with its options."""
    yield "### Rulings"
    yield ""
    yield "Where the rulebook can be read in more than one way. The first option of each is the default."
    yield ""
    yield from _example(GAME["Rulings"])
    rows = []
    for ruling in RULINGS.values():
        for place, option in enumerate(ruling.options):
            about = [f"`{ruling.name}`", ruling.question] if place == 0 else ["", ""]
            rows.append([*about, f"`{option.name}`", option.meaning])
    yield from table(["ruling", "what it settles", "option", "meaning"], rows)


def _tweaks() -> Iterator[str]:
    """Yield the keys of a tweak file."""
    schema = TweakHead.model_json_schema()
    yield "## The tweak file"
    yield ""
    yield "All but what it names stays as it is. How it is laid over the base: [tweak.md](tweak.md#a-tweak-file)."
    yield ""
    yield from _example(TWEAK)
    kinds = Kinds({"$defs": {}}, {})
    rows = [
        [f"`{key}`", kinds.words(value), _default(value.get("default")), value["description"]]
        for key, value in schema["properties"].items()
    ]
    for key in RUN_PARTS:
        rows.append(
            [f"`{key}`", "as in the configuration file", "unchanged", f"The {key} that change, by name."]
        )
    for key in GAME_PARTS:
        told = str(Game.model_json_schema()["properties"][key]["description"])
        rows.append([f"`{key}`", "as in the game file", "unchanged", told])
    rows.append(
        [
            "`game`",
            "mapping",
            "none",
            "The same keys of the game file, if you would rather keep them together.",
        ]
    )
    yield from table(["key", "allowed", "default", "meaning"], rows)
