"""The exceptions of the package, and the nearest-name helper that their messages use.

::

    BalanceError                 anything a user can cause; exit code 2, one message, no traceback
    ├── ConfigurationError       a configuration file: file, line, field, what was wrong, what is allowed
    ├── RunFolderError           an output folder: not writable, another configuration's, damaged
    ├── RecordError              a file of game records: not readable, not JSON, not a record
    ├── LimitError               a limit given to --check: not of its form, or of no figure
    ├── ResultsError             a file of played games: not readable, a row that is no result, not comparable
    ├── FitError                 counts of games that no model can be fitted to: groups that never met, none lost
    ├── SelfCheckError           a policy that does not play the same game twice
    ├── IllegalActionError       an action that the position does not admit
    ├── BackendError             processes or a cluster that were to play: not there, of other code, lost
    └── PolicyError              a policy in Python: cannot be imported, raised an error, chose what is not legal

    KeyboardInterrupt
    └── Terminated               SIGTERM during a sweep; exit code 143
"""

from __future__ import annotations

import difflib
import traceback
from collections.abc import Iterable

LONGEST_RAISED = 300


class BalanceError(Exception):
    """Base of every error that a user can cause; its text is one message without a traceback."""

    exit_code = 2


class Terminated(KeyboardInterrupt):
    """SIGTERM: whoever runs the machine wants the program to end. It is kept apart from Ctrl-C for its exit code."""


class ConfigurationError(BalanceError):
    """A configuration file says something that is not allowed."""


class RunFolderError(BalanceError):
    """An output folder cannot be used: not writable, full, damaged or another configuration's."""


class RecordError(BalanceError):
    """A file of game records cannot be read, or a line in it is none of a record."""


class LimitError(BalanceError):
    """A limit is not written as limits are, or names no figure."""


class FitError(BalanceError):
    """Counts of games that the pairings model cannot be fitted to, with the contestants named."""


class SelfCheckError(BalanceError):
    """The same game under the same rules came out differently when it was played again."""


class ResultsError(BalanceError):
    """A file of played games cannot be read, has a row that is no result, or does not go together with another."""


class IllegalActionError(BalanceError, ValueError):
    """An action that the rules do not allow in the position."""


class BackendError(BalanceError):
    """Processes or a cluster that were to play games are not there, have other code, or were lost."""


class PolicyError(BalanceError):
    """A policy written in Python cannot be imported, raised an error or chose something that is not legal."""


def one_line(text: str) -> str:
    r"""Return text without line breaks and terminal codes, as a file's name may hold them.

    Examples
    --------
    >>> one_line("a\nb")
    'a\ufffdb'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def raised(error: BaseException) -> str:
    """Say in short what code of somebody else raised, and in which line of it."""
    try:
        text = one_line(str(error))
    except Exception:  # the error's own text is that code, too
        text = ""
    text = text if len(text) <= LONGEST_RAISED else f"{text[:LONGEST_RAISED]}…"
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"raised {type(error).__name__}{': ' if text else ''}{text}{place}"


def nearest(name: str, allowed: Iterable[str]) -> str:
    """Return ``" (did you mean 'x'?)"`` for the allowed name closest to `name`, or an empty string.

    Parameters
    ----------
    name
        What was written.
    allowed
        The names that would have been accepted.

    Examples
    --------
    >>> nearest("dragon", ["dragons", "kelpies"])
    " (did you mean 'dragons'?)"
    >>> nearest("zzz", ["dragons", "kelpies"])
    ''
    """
    close = difflib.get_close_matches(str(name).lower(), {a.lower(): a for a in allowed}, n=1, cutoff=0.6)
    if not close:
        return ""
    original = next(a for a in allowed if a.lower() == close[0])
    return f" (did you mean {original!r}?)"
