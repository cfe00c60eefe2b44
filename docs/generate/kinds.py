"""What a value of a file may be, in words, from its JSON schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Schema = Mapping[str, Any]


class Kinds:
    """The words for what each part of a model's JSON schema admits.

    Parameters
    ----------
    schema
        The schema of a whole file.
    sections
        Model → heading of the section that lists its keys; a value of such a model becomes a link to it.
    """

    def __init__(self, schema: Schema, sections: Mapping[str, str]) -> None:
        self.definitions: Mapping[str, Schema] = schema["$defs"]
        self.sections = sections

    def words(self, schema: Schema) -> str:
        """Return what is allowed, in words."""
        if "$ref" in schema:
            return self._named(str(schema["$ref"]).rpartition("/")[2])
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return " or ".join(self.words(each) for each in schema[key] if each.get("type") != "null")
        if "const" in schema:
            return f"`{schema['const']}`"
        if "enum" in schema:
            return ", ".join(f"`{value}`" for value in schema["enum"])
        return self._OF_TYPE[schema["type"]](self, schema)

    def _named(self, name: str) -> str:
        """Return the words for a model: a value with its source is told as the value."""
        if name.startswith("Sourced"):
            return self.words(self.definitions[name]["properties"]["value"])
        heading = self.sections[name]
        return f"[{heading}](#{anchor(heading)})"

    def _number(self, schema: Schema) -> str:
        noun = "whole number" if schema["type"] == "integer" else "number"
        low, high = schema.get("minimum"), schema.get("maximum")
        if "exclusiveMinimum" in schema:
            return f"{noun} above {_figure(schema['exclusiveMinimum'])}, at most {_figure(schema['maximum'])}"
        if low is not None and low == high:
            return f"`{low}`"
        if low is None:
            return noun
        if high is None:
            return f"{noun}, at least {low}"
        return f"{noun} from {_figure(low)} to {_figure(high)}"

    def _list(self, schema: Schema) -> str:
        low, high = schema.get("minItems"), schema.get("maxItems")
        many = f"{low} × " if low == high and low else ""
        most = f", at most {high}" if high and low != high else ""
        return f"list of {many}{self.words(schema['items'])}{most}"

    def _mapping(self, schema: Schema) -> str:
        return f"mapping to {self.words(schema['additionalProperties'])}"

    def _text(self, schema: Schema) -> str:
        return str(schema.get("format", "text"))

    _OF_TYPE: Mapping[str, Callable[[Kinds, Schema], str]] = {
        "integer": _number,
        "number": _number,
        "boolean": lambda *_: "`true`, `false`",
        "array": _list,
        "object": _mapping,
        "string": _text,
    }


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub and Sphinx make it.

    Examples
    --------
    >>> anchor("Policy pairs")
    'policy-pairs'
    """
    return "".join(c for c in heading.lower() if c.isalnum() or c in " -_").replace(" ", "-")


def _figure(value: float) -> str:
    """Return a limit as people write it.

    Examples
    --------
    >>> _figure(1000000), _figure(2**63 - 1), _figure(0.05), _figure(-1e9)
    ('1,000,000', '2^63 − 1', '0.05', '−1,000,000,000')
    """
    if value == 2**63 - 1:
        return "2^63 − 1"
    return (f"{value:,.0f}" if value == int(value) else f"{value:g}").replace("-", "−")
