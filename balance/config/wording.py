"""Pydantic's findings in the package's wording: where, what was expected, what came, the nearest name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from balance.config.document import Document, Problem, shown
from balance.errors import nearest

_Model = TypeVar("_Model", bound=BaseModel)

_TYPES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "string_type": "text",
    "string_unicode": "text",
    "bool_type": "true or false",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "tuple_type": "a list",
    "list_type": "a list",
    "none_required": "nothing",
}


_LIMITS = {
    "greater_than_equal": ("at least", "ge"),
    "less_than_equal": ("at most", "le"),
    "greater_than": ("more than", "gt"),
    "less_than": ("less than", "lt"),
}


def validated(model: type[_Model], document: Document) -> tuple[_Model | None, list[Problem]]:
    """Validate a document against a model.

    Parameters
    ----------
    model
        The model.
    document
        The document; its data is left as it is.

    Returns
    -------
    tuple
        The model, or None and what was wrong.
    """
    try:
        return model.model_validate(document.data), []
    except ValidationError as error:
        found = error.errors()
    told = _told(found)
    return None, [_problem(document, e) for e in told]


def _told(found: list[Any]) -> list[Any]:
    """Return the errors that do not only follow from others: one mistake is one problem.

    A misspelt key leaves the right one missing, and an entry that is refused leaves its list short.
    """
    misspelt = {e["loc"][:-1] for e in found if e["type"] == "unknown_key"}
    above = {e["loc"][:n] for e in found for n in range(len(e["loc"]))}
    follows = {"missing": lambda at: at[:-1] in misspelt, "too_short": lambda at: at in above}
    return [e for e in found if not follows.get(e["type"], lambda _: False)(e["loc"])]


def _problem(document: Document, error: Any) -> Problem:
    """Return one of pydantic's errors as a problem at its place in the document."""
    context: Mapping[str, Any] = error.get("ctx", {})
    kind = error["type"]
    path, value = _locate(document.data, error["loc"], missing=kind == "missing")
    if "key" in context:
        path = (*path, context["key"])
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        key = context["discriminator"].strip("'")
        if kind == "union_tag_not_found":
            return document.problem(
                path, _no_word(["trigger", "modifier"] if key == "trigger" else [key], value)
            )
        path, value = (*path, key), value[key] if isinstance(value, dict) else value
    if kind == "missing":
        return document.problem(path[:-1], f"missing key {shown(path[-1])}")
    return document.problem(path, _message(kind, error, context, value))


def _no_word(wanted: list[str], value: Any) -> str:
    """Return the message for a passive or active without the key that names its word."""
    if not isinstance(value, dict):
        return f"expected a mapping; got {shown(value)}"
    for key in value:
        near = nearest(key, wanted)
        if near:
            return f"unknown key {shown(key)}{near}"
    return f"missing key {' or '.join(map(repr, wanted))}"


def words_of(error: Any) -> str:
    """Return one of pydantic's errors in words, without its place."""
    return _message(error["type"], error, error.get("ctx", {}), error["input"])


def _message(kind: str, error: Any, context: Mapping[str, Any], value: Any) -> str:
    if kind in _TYPES:
        return f"expected {_TYPES[kind]}; got {shown(value)}"
    if kind in {"literal_error", "union_tag_invalid"}:
        allowed = re.findall(r"'([^']*)'", context.get("expected") or context["expected_tags"])
        one_of = "one of " if len(allowed) > 1 else ""
        near = nearest(value, allowed) if isinstance(value, str) else ""
        return f"expected {one_of}{', '.join(allowed)}; got {shown(value)}{near}"
    if kind in _LIMITS:
        words, limit = _LIMITS[kind]
        return f"expected {words} {context[limit]}; got {shown(value)}"
    if kind.endswith(("too_short", "too_long")):
        return _size(kind, context, value)
    if kind == "not_a_mapping":
        return f"{context['message']}; got {shown(value)}"
    message = str(context.get("message", error["msg"]))
    return message.removeprefix("Value error, ")


def _size(kind: str, context: Mapping[str, Any], value: Any) -> str:
    """Return the message for too few or too many entries, or characters of a text."""
    limit = (
        f"at least {context['min_length']}" if kind.endswith("short") else f"at most {context['max_length']}"
    )
    if kind.startswith("string"):
        return f"expected text of {limit} characters; got {len(value)}"
    size = len(value) if isinstance(value, (dict, list, tuple)) else shown(value)
    return f"expected {limit} {'entry' if limit.endswith(' 1') else 'entries'}; got {size}"


def _locate(
    data: Any, location: tuple[str | int, ...], *, missing: bool
) -> tuple[tuple[str | int, ...], Any]:
    """Return the path in the data that a pydantic location means, and the value there.

    Locations also name the members of unions and ``[key]``; these are left out.
    """
    path: list[str | int] = []
    for n, step in enumerate(location):
        if step == "[key]":
            return tuple(path), path[-1]
        known = step in data if isinstance(data, dict) else isinstance(data, tuple) and isinstance(step, int)
        if known:
            data = data[step]
            path.append(step)
        elif missing and n == len(location) - 1:
            path.append(step)
    return tuple(path), data
