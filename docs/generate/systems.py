"""docs/configuration-SYSTEM.md: every key of the files of a rule system that says in a schema what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balance import policies
from balance.config.load import form_of, systems
from balance.config.plain import Schema
from balance.config.plain_files import run_file_of
from docs.generate.kinds import Kinds
from docs.generate.markdown import table

_HEAD = """\
<!-- Written by `make docs` from balance/config/{system}; do not edit. -->

# Configuration of {title}

Two kinds of YAML file say what is played. A *configuration* such as `configs/{system}.yaml` names {contestants},
{settings} and who plays whom. It names a *game file* such as `configs/games/{system}.yaml`, which holds the rules that
are numbers and names. A *tweak* holds only what changes ([tweak.md](tweak.md#a-tweak-file)).
`balance validate configs/{system}.yaml` names file, line and field of a mistake.
"""


def schemas() -> dict[str, Schema]:
    """Return the schema of each rule system that has one."""
    found = {name: form_of(name) for name in systems()}
    return {name: form for name, form in found.items() if isinstance(form, Schema)}


def file_of(system: str) -> str:
    """Return the name of a system's page."""
    return f"configuration-{system.replace('_', '-')}.md"


def page(form: Schema) -> str:
    """Return the page's text."""
    return "\n".join(_lines(form)).rstrip() + "\n"


def _lines(form: Schema) -> Iterator[str]:
    words = form.words
    yield _HEAD.format(
        system=form.system,
        title=words.title,
        contestants=f"{words.contestant}s",
        settings=f"{words.setting}s",
    )
    yield from _file("The configuration file", run_file_of(form).model_json_schema())
    yield from _policies(form)
    yield "## The game file"
    yield ""
    yield "Every value is written `{value: …, source: rulebook | ruling | assumed}`. With `variants: {name: value}`"
    yield "beside it, `balance sensitivity` and the section `comparisons: rulings` play these in its place. A key's"
    yield "kind below is that of its `value`."
    yield ""
    yield from _file("", form.game.model_json_schema())
    yield from _rulings(form)


def _file(heading: str, schema: dict[str, Any]) -> Iterator[str]:
    """Yield a file's own keys, then a section for each model in it that has keys."""
    definitions = schema.setdefault("$defs", {})
    sections = {name: _heading(name) for name, own in definitions.items() if "properties" in own}
    kinds = Kinds(schema, sections)
    if heading:
        yield f"## {heading}"
        yield ""
    yield from _keys(kinds, schema)
    for name, title in sections.items():
        if not name.startswith("Sourced"):
            own = definitions[name]
            yield f"### {title}"
            yield ""
            yield str(own.get("description", "")).partition("\n\n")[0].replace("\n", " ").replace("``", "`")
            yield ""
            yield from _keys(kinds, own)


def _heading(model: str) -> str:
    """Return a model's name as a heading: ``PolicyEntry`` → Policy entry.

    Examples
    --------
    >>> _heading("PolicyEntry"), _heading("Loadout")
    ('Policy entry', 'Loadout')
    """
    spaced = "".join(f" {c.lower()}" if c.isupper() else c for c in model).strip()
    return spaced[:1].upper() + spaced[1:]


def _keys(kinds: Kinds, schema: dict[str, Any]) -> Iterator[str]:
    required = schema.get("required", ())
    rows = [
        [
            f"`{key}`",
            " or ".join(dict.fromkeys(kinds.words(value).split(" or "))),
            "to be given" if key in required else _default(value.get("default")),
            str(value.get("description", "")),
        ]
        for key, value in schema["properties"].items()
    ]
    yield from table(["key", "allowed", "default", "meaning"], rows)


def _default(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "none"
    if isinstance(value, dict):
        return "as below"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _policies(form: Schema) -> Iterator[str]:
    """Yield who can play, with the weights that a configuration may change."""
    yield "### Who can play"
    yield ""
    names = policies.names(form.system)
    about, weights = policies.summaries(form.system, names), policies.weights(form.system)
    rows = [
        [f"`{name}`", about[name], ", ".join(f"`{k}` {v:g}" for k, v in weights[name].items()) or "none"]
        for name in names
    ]
    yield from table(["policy", "how it plays", "weights and their defaults"], rows)


def _rulings(form: Schema) -> Iterator[str]:
    """Yield every ruling with its options."""
    yield "### Rulings"
    yield ""
    yield "Where the rules can be read in more than one way. The first option of each is the default."
    yield ""
    rows = []
    for ruling in form.rulings.values():
        for place, option in enumerate(ruling.options):
            about = [f"`{ruling.name}`", ruling.question] if place == 0 else ["", ""]
            rows.append([*about, f"`{option.name}`", option.meaning])
    yield from table(["ruling", "what it settles", "option", "meaning"], rows)
