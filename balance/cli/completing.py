"""What a shell completes after an option: names of policies and sides, and those in the configuration named before."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import rich_click as click

from balance.errors import BalanceError


def policies(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 (click calls it so)
    """Return the compiled policies whose names begin so, also after a comma."""
    from balance.policies import names_of_all

    return _begun(incomplete, names_of_all())


def sides(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 (click calls it so)
    """Return the sides whose names begin so."""
    return _begun(incomplete, ("seelie", "unseelie"))


def factions(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 (click calls it so)
    """Return the factions of the configuration on the command line whose names begin so, also after a comma."""
    return _begun(incomplete, _of_configuration(context, "factions"))


def layouts(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 (click calls it so)
    """Return the layouts of the configuration on the command line whose names begin so, also after a comma."""
    return _begun(incomplete, _of_configuration(context, "layouts"))


def _begun(incomplete: str, names: Iterable[str]) -> list[str]:
    """Return names that may stand after what is typed; not those with blanks, which bash would take for several."""
    before, comma, begun = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(begun) and " " not in name]


def _of_configuration(context: click.Context, section: str) -> list[str]:
    """Return the keys of a section of the configuration; none if it cannot be read."""
    given = (context.params.get(name) for name in ("configuration", "base", "source"))
    rest = map(Path, context.args)  # where click keeps arguments as long as an option lacks its value
    named = next((path for path in (*given, *rest) if isinstance(path, Path) and path.is_file()), None)
    if named is None:
        return []
    from balance.config.pacts.load import read_documents

    with suppress(BalanceError):
        found = read_documents(named)[0].data.get(section)
        if section == "layouts" and isinstance(found, str):
            return [found]
        return list(found) if isinstance(found, dict) else []
    return []
