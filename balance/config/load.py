"""From a file to the configuration of whatever rule system its game file names."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Protocol, cast

from balance.config.document import Document, read_document, shown
from balance.config.run import Configuration
from balance.config.tweak import Tweak
from balance.errors import ConfigurationError, nearest
from balance.words import Words

Weights = Mapping[str, Mapping[str, float]]
ROOM: Final = Path(__file__).resolve().parent


class Form(Protocol):
    """What a rule system calls its things, in words and in the keys of its run files."""

    @property
    def words(self) -> Words:
        """What it calls its things."""
        ...

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of its seats."""
        ...

    @property
    def contestants(self) -> str:
        """The key of a run file under which the contestants stand."""
        ...

    @property
    def settings(self) -> str:
        """The key of a run file under which the settings stand."""
        ...


def systems() -> tuple[str, ...]:
    """Return the names of the rule systems, those of their rooms, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in ROOM.glob("*/load.py")))


def system_of(path: str | Path) -> str:
    """Return the rule system of a run file: the one that its game file names.

    Raises
    ------
    ConfigurationError
        A file cannot be read, or its system is not known.
    """
    run = read_document(path)
    named = run.data.get("game") if isinstance(run.data, dict) else None
    if not isinstance(named, str) or not named.strip():
        what = "missing" if named is None else f"expected the path of a game file; got {shown(named)}"
        raise ConfigurationError(run.text(run.problem(("game",), what)))
    try:
        game = read_document(Path(path).parent / named)
    except ConfigurationError as error:
        if (Path(path).parent / named).is_file():
            raise
        raise ConfigurationError(run.text(run.problem(("game",), str(error)))) from None
    return _known(game.data.get("system") if isinstance(game.data, dict) else None, game, ("system",))


def load_configuration(path: str | Path, *, policies: Weights | Callable[[str], Weights]) -> Configuration:
    """Read a run file and the game file that it names.

    Parameters
    ----------
    path
        The run file, such as ``configs/factions.yaml``.
    policies
        The policies that exist: name → weight → default; or what returns them for a rule system.

    Returns
    -------
    Configuration
        Checked as a whole; of its rule system's own class.

    Raises
    ------
    ConfigurationError
        Something is wrong; the message names file, line and field of the first problem and counts the others.
    """
    system = system_of(path)
    _refuse_the_game_of_another(path, system)
    known = policies(system) if callable(policies) else policies
    found: Configuration = room_of(system).load_configuration(path, policies=known)
    return found


def _refuse_the_game_of_another(path: str | Path, system: str) -> None:
    """Refuse a run file whose keys are those of another rule system than its game file's."""
    run, form = read_document(path), form_of(system)
    if form.settings in run.data:
        return
    for other in systems():
        its = form_of(other)
        if {its.contestants, its.settings} <= run.data.keys():
            msg = (
                f"{run.data['game']} is a game file of {form.words.title}, which has {form.contestants} and "
                f"{form.settings}; expected one with system: {other}, since this file has {its.contestants} and "
                f"{its.settings}"
            )
            raise ConfigurationError(run.text(run.problem(("game",), msg)))


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
    game = contents.get("game")
    named = game.get("system") if isinstance(game, Mapping) else None
    system = _known(named, Document(str(path), contents), ("game", "system"))
    found: Configuration = room_of(system).configuration_from(contents, policies=policies, path=path)
    return found


def room_of(system: str) -> ModuleType:
    """Return the module that loads a rule system's configurations: `balance.config.<system>.load`."""
    return importlib.import_module(f"balance.config.{system}.load")


def form_of(system: str) -> Form:
    """Return what a rule system calls its things: the `SCHEMA` of its room, or the `FORM` of one without a schema."""
    room = room_of(system)
    return cast("Form", getattr(room, "SCHEMA", None) or room.FORM)


def read_tweak(base: str | Path, path: str | Path, *, policies: Weights) -> Tweak:
    """Read a tweak file and lay it over a base, as the base's rule system does it.

    Parameters
    ----------
    base
        The base's run file; it must be sound.
    path
        The tweak file.
    policies
        The policies that exist: name → weight → default.

    Raises
    ------
    ConfigurationError
        Something is wrong; the message names the tweak file, line and field.
    """
    system = system_of(base)
    if (ROOM / system / "tweaks.py").is_file():
        module = importlib.import_module(f"balance.config.{system}.tweaks")
        found: Tweak = module.read_tweak(base, path, policies=policies)
        return found
    from balance.config import plain_tweaks

    return plain_tweaks.read_tweak(room_of(system).SCHEMA, base, path, policies=policies)


def _known(name: Any, document: Document, where: tuple[str, ...]) -> str:
    """Return a rule system's name if there is such a room."""
    known = systems()
    if not isinstance(name, str) or name not in known:
        close = nearest(name, known) if isinstance(name, str) else ""
        told = "missing" if name is None else f"unknown rule system {shown(name)}{close}"
        message = f"{told}; expected one of: {', '.join(known)}"
        raise ConfigurationError(document.text(document.problem(where, message)))
    return name
