"""What a shell completes after an option: names of policies and sides, and those in the configuration named before."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import rich_click as click

from balance.errors import BalanceError


def policies(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 (click calls it so)
    """Return the compiled policies whose names begin so, also after a comma; of all rule systems before a file."""
    from balance.config.load import systems
    from balance.policies import names

    named, system = _file(context), None
    if named is not None:
        with suppress(BalanceError):
            system = _system(named)
    of = systems() if system is None else (system,)
    return _begun(incomplete, sorted({name for one in of for name in names(one)}))


def sides(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 (click calls it so)
    """Return the sides whose names begin so."""
    return _begun(incomplete, ("seelie", "unseelie"))


def contestants(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 (click calls it so)
    """Return the contestants of the configuration on the command line whose names begin so, also after a comma."""
    return _begun(incomplete, _of_configuration(context, "contestants"))


def settings(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001 (click calls it so)
    """Return the settings of the configuration on the command line whose names begin so, also after a comma."""
    return _begun(incomplete, _of_configuration(context, "settings"))


def _begun(incomplete: str, names: Iterable[str]) -> list[str]:
    """Return names that may stand after what is typed; not those with blanks, which bash would take for several."""
    before, comma, begun = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(begun) and " " not in name]


def _file(context: click.Context) -> Path | None:
    """Return the file of a configuration that is on the command line so far."""
    given = (context.params.get(name) for name in ("configuration", "base", "source"))
    rest = map(Path, context.args)  # where click keeps arguments as long as an option lacks its value
    return next((path for path in (*given, *rest) if isinstance(path, Path) and path.is_file()), None)


def _system(path: Path) -> str:
    from balance.config.load import system_of

    return system_of(path)


def _of_configuration(context: click.Context, kind: str) -> list[str]:
    """Return the names under a configuration's contestants or settings; none if it cannot be read."""
    named = _file(context)
    if named is None:
        return []
    from balance.config.document import read_document
    from balance.config.load import form_of, room_of

    with suppress(BalanceError):
        system = _system(named)
        read = getattr(room_of(system), "read_documents", None)  # where names may stand in a further file
        document = read(named)[0] if read else read_document(named)
        found = document.data.get(getattr(form_of(system), kind))
        if isinstance(found, str):  # one of a game's own sets of settings
            return [found]
        return list(found) if isinstance(found, dict) else []
    return []
