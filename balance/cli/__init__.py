"""The command line: every command parses, calls one function and prints.

Nothing heavy is imported before a command needs it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

import rich_click as click
from click.exceptions import Exit

from balance import __version__
from balance.cli.compare import compare
from balance.cli.completion import completed, completion
from balance.cli.figures import figures
from balance.cli.fit import fit
from balance.cli.help import Group, look
from balance.cli.plan import plan
from balance.cli.play import play
from balance.cli.replay import replay
from balance.cli.sensitivity import sensitivity
from balance.cli.sweep import report, sweep
from balance.cli.tweak import tweak
from balance.cli.validate import validate
from balance.cli.verify import verify
from balance.errors import BalanceError, Terminated, one_line

INTERRUPTED = 130
TERMINATED = 143
BROKEN_PIPE = 141


@click.group(cls=Group, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="balance", message="%(prog)s %(version)s")
@click.option(
    "--no-color",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda _, __, wanted: os.environ.update({"NO_COLOR": "1"} if wanted else {}),
    help="Print without colours, as the variable NO_COLOR does.",
)
@click.pass_context
def cli(context: click.RichContext, /) -> None:
    """Tell whether a matchup is fair, what the tie-break is worth and what to bid."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _command in (
    sweep,
    report,
    figures,
    plan,
    tweak,
    compare,
    sensitivity,
    replay,
    play,
    fit,
    validate,
    verify,
    completion,
):
    cli.add_command(_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, 1 if a record does not hold, 2 after one message on stderr."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may not know every character of a name
    try:
        return _answer(given)
    except Exit as request:  # after --help and --version
        return request.exit_code
    except click.ClickException as error:
        words = error.format_message().rstrip(".")
        return _fail(words[:1].lower() + words[1:], error.exit_code)
    except BalanceError as error:
        return _fail(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort) as error:
        return _interrupted(given, terminated=isinstance(error, Terminated))
    except OSError as error:
        return _lost_output(error)


def _answer(given: list[str]) -> int:
    """Run a command, or tell a shell what could come next."""
    code = completed(cli)
    if code is None:
        with cli.make_context("balance", given, obj=given, rich_help_config=look()) as context:
            cli.invoke(context)
        code = 0
    if sys.stdout is not None:  # closed by whoever started the program
        sys.stdout.flush()
    return code


def _lost_output(error: OSError) -> int:
    """Return the exit code after what was printed could not be written: quietly, if nobody reads it any more."""
    with suppress(OSError, ValueError):  # so that Python's own flush at the end does not fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return BROKEN_PIPE
    words = error.strerror or str(error)
    what = "cannot write what is printed" if error.filename is None else str(error.filename)
    return _fail(f"{what}: {words[:1].lower()}{words[1:]}", 2)


def _interrupted(given: Sequence[str], *, terminated: bool) -> int:
    """Return the exit code after Ctrl-C or SIGTERM, which says what becomes of what was done."""
    kept = "; finished games are kept, the same command goes on from there" if given[:1] == ["sweep"] else ""
    what, code = ("terminated", TERMINATED) if terminated else ("interrupted", INTERRUPTED)
    return _fail(f"{what}{kept}", code)


def _fail(message: str, code: int) -> int:
    with suppress(OSError):
        click.echo(f"error: {one_line(message)}", err=True)
    return code
