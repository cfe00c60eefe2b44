"""What a page embeds of an installed package: the library that makes tables sortable, and the licences of all in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from balance.errors import BalanceError

PACKAGE = "itables"  # brings DataTables and jQuery in one file, and needs no other package for it
_BUNDLE = "itables/html/dt_bundle.js"
_NOTICES = "/*! Bundled license information:"
_EXPORTS = "export{"


@dataclass(frozen=True)
class Library:
    """A JavaScript library, ready to stand inside a page.

    Parameters
    ----------
    code
        Of a module, in which no text ends or hides the element that it stands in.
    table
        The name that DataTables' class has in it.
    name, version, author
        Of the installed package.
    licence
        Its text.
    notices
        Copyright notices of all that the package put into the code, one each.
    """

    code: str
    table: str
    name: str
    version: str
    author: str
    licence: str
    notices: tuple[str, ...]


@cache
def library() -> Library:
    """Return the library as installed; nothing of the package is imported.

    Raises
    ------
    BalanceError
        Where the installed version is not built as expected.
    """
    package = distribution(PACKAGE)
    code = Path(str(package.locate_file(_BUNDLE))).read_text(encoding="utf-8")
    code, mark, notices = code.partition(_NOTICES)
    *_, exported = code.rpartition(_EXPORTS)
    pairs = (part.partition(" as ") for part in exported.partition("}")[0].split(","))
    names = {outside: inside for inside, _, outside in pairs}
    licences = [file for file in package.files or () if file.match("*.dist-info/licenses/*")]
    if "default" not in names or not mark or not licences:
        msg = f"{PACKAGE} {package.version} cannot be put into a page: install a version that pyproject.toml allows"
        raise BalanceError(msg)
    return Library(
        code=_inside(code),
        table=names["default"],
        name=PACKAGE,
        version=package.version,
        author=package.metadata["Author-email"].partition(" <")[0],
        licence="\n\n".join(file.read_text().strip() for file in licences),
        notices=_notices(notices),
    )


def _inside(code: str) -> str:
    """Write within strings of the code what would end or hide a script element in HTML."""
    for mark in ("<!--", "<script", "</script"):
        code = code.replace(mark, rf"\x3C{mark[1:]}")
    return code


def _notices(text: str) -> tuple[str, ...]:
    """Return the comments `(*! … *)` of a text, each once, without what frames their lines."""
    found = (part.partition("*)")[0] for part in text.split("(*!")[1:])
    plain = (
        "\n".join(line.strip().lstrip("*").strip() for line in one.splitlines()).strip() for one in found
    )
    return tuple(dict.fromkeys(plain))
