"""Templates of every page: one skeleton, one set of filters, style sheet and scripts within the page."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files

import jinja2
from markupsafe import Markup

from balance.reports import wording as w
from balance.reports.embedded import library

ROOM = "balance.reports"


@cache
def environment(style: str = "page.css", room: str = ROOM) -> jinja2.Environment:
    """Return the templates, which escape all that they are given.

    Parameters
    ----------
    style
        The template of the style sheet; pages find it as `css`.
    room
        The package whose templates are looked for first; those of `balance.reports` are found from everywhere.
    """
    found = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [jinja2.PackageLoader(package) for package in dict.fromkeys((room, ROOM))]
        ),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["name"] = w.name_of
    found.filters["source"] = source
    found.globals["w"] = w

    def own(*names: str) -> Markup:
        return Markup("\n".join(found.get_template(name).render() for name in names))  # our own files

    found.globals["css"] = own(style, *(_room("css") if style == "page.css" else ()))
    found.globals["first_script"] = own("first.js")
    found.globals["scripts"] = own(*_room("js"))
    found.globals["library"] = library
    found.globals["sorter"] = cache(lambda: _sorter(found))
    return found


def _sorter(found: jinja2.Environment) -> Markup:
    """Return the module that makes tables sortable: the library, then what the page does with it."""
    used = library()
    own = found.get_template("tables.js").render()
    return Markup(f"{used.code}\n{{\n  const DataTable = {used.table};\n{own}}}")


def source(script: str) -> Markup:
    """Return what a content security policy names a script by that stands in the page: its digest.

    Examples
    --------
    >>> source("")
    Markup("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='")
    """
    digest = hashlib.sha256(script.encode()).digest()
    return Markup(f"'sha256-{base64.b64encode(digest).decode()}'")


def _room(kind: str) -> list[str]:
    """Return the templates of one folder, by name: each part of a page brings its own."""
    folder = files(ROOM) / "templates" / kind
    return sorted(f"{kind}/{file.name}" for file in folder.iterdir() if file.name.endswith(kind))
