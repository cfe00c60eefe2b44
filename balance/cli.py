"""The command line: every command parses, calls one function and prints.

Nothing heavy is imported before a command needs it.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click
from click.exceptions import Exit

from balance import __version__
from balance.errors import BalanceError, one_line

if TYPE_CHECKING:
    from balance.road import Finished

INTERRUPTED = 130
BROKEN_PIPE = 141

_MOST_GAMES = 10_000_000
_LARGEST_SEED = 2**63 - 1


class _File(click.ParamType[Path]):
    """A path; an empty one is refused, for it would mean the current folder."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not str(value):
            self.fail("expected a path; got ''", param, ctx)
        return Path(value)


class _Whole(click.IntRange):
    """A whole number from `min` to `max`, refused in the words of all other messages."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            self.fail(f"expected a whole number from {self.min} to {self.max}; got {value!r}", param, ctx)


_FILE = _File()


class _Names(click.ParamType[tuple[str, ...]]):
    """Names separated by commas."""

    name = "a,b,…"

    def convert(
        self,
        value: Any,
        param: click.Parameter | None,  # noqa: ARG002 (click calls it so)
        ctx: click.Context | None,  # noqa: ARG002 (click calls it so)
    ) -> tuple[str, ...]:
        if not isinstance(value, str):
            return tuple(value)
        return tuple(name.strip() for name in value.split(",") if name.strip())


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="balance", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.RichContext, /) -> None:
    """Tell whether a matchup is fair, what the tie-break is worth and what to bid."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command()
@click.argument("configuration", type=_FILE)
@click.option("--out", type=_FILE, help="Folder of the results.  [default: outputs/NAME]")
@click.option("--games", type=_Whole(1, _MOST_GAMES), help="Games per cell, of all policies and bids.")
@click.option("--jobs", type=_Whole(1, 1024), help="Threads.  [default: one per core]")
@click.option("--seed", type=_Whole(0, _LARGEST_SEED), help="Master seed.  [default: the file's]")
@click.option("--policy", metavar="NAME|A:B", help="Only games played by this policy, or by A against B.")
@click.option("--factions", type=_Names(), help="Only these factions.")
@click.option("--layouts", type=_Names(), help="Only these layouts.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
@click.option(
    "--force", is_flag=True, help="Replace the run that the folder holds, and play every game anew."
)
@click.pass_context
def sweep(
    context: click.RichContext,
    /,
    configuration: Path,
    out: Path | None,
    jobs: int | None,
    *,
    quiet: bool,
    force: bool,
    **chosen: Any,
) -> None:
    """Play every pairing of CONFIGURATION and write a report.

    An interrupted sweep goes on where it stopped when the same command is given again.
    """
    from balance.loading import configuration_at, engine_of
    from balance.sweep.options import overridden, playing

    what = overridden(configuration_at(configuration), **chosen)

    from balance.road import run_sweep
    from balance.terminal import Teller

    with Teller(quiet=quiet) as teller:
        finished = run_sweep(
            what,
            lambda: engine_of(what, playing(what), say=teller.say),
            out or Path("outputs") / what.name,
            jobs=jobs or _cores(),
            force=force,
            command=shlex.join(["balance", *context.obj]),
            say=teller.say,
            tell=teller.tell,
        )
    if not quiet:
        _print_headline(finished)


@cli.command()
@click.argument("configuration", metavar="FILE", type=_FILE)
def validate(configuration: Path) -> None:
    """Check a configuration FILE and the game file that it names."""
    from balance.loading import configuration_at

    what = configuration_at(configuration)
    factions, layouts = len(what.pool()), len(what.layouts)
    _print(f"{configuration} is valid: {factions} factions, {layouts} layouts, {len(what.rulings())} rulings")


@cli.command()
@click.argument("run", type=_FILE)
def report(run: Path) -> None:
    """Make the summary and the page of a finished RUN folder anew, without playing a game."""
    from balance.road import rebuild_report

    _print_headline(rebuild_report(run))


@cli.command()
@click.argument("configuration", type=_FILE)
@click.option("--seelie", metavar="FACTION", required=True, help="Seelie's faction.")
@click.option("--unseelie", metavar="FACTION", required=True, help="Unseelie's faction.")
@click.option("--game", type=_Whole(0, _MOST_GAMES), default=0, show_default=True, help="Number of the game.")
@click.option("--layout", metavar="NAME", help="Layout.  [default: the file's first]")
@click.option("--seelie-policy", metavar="NAME", help="Who plays Seelie.  [default: the file's first]")
@click.option("--unseelie-policy", metavar="NAME", help="Who plays Unseelie.  [default: the file's first]")
@click.option("--bid-to", metavar="SEAT", help="Side that is given cubes: seelie or unseelie.")
@click.option("--bid", type=_Whole(0, 1000), default=0, show_default=True, help="How many cubes.")
@click.option("--seed", type=_Whole(0, _LARGEST_SEED), help="Master seed.  [default: the file's]")
def replay(
    configuration: Path,
    seelie: str,
    unseelie: str,
    game: int,
    layout: str | None,
    seelie_policy: str | None,
    unseelie_policy: str | None,
    bid_to: str | None,
    bid: int,
    seed: int | None,
) -> None:
    """Print one game of a sweep of CONFIGURATION move by move."""
    from balance.loading import configuration_at, engine_of
    from balance.sweep.options import named_cell, overridden

    what = overridden(configuration_at(configuration), seed=seed)
    policies = (seelie_policy, unseelie_policy)
    cell = named_cell(what, (seelie, unseelie), layout=layout, policies=policies, bid_to=bid_to, bid=bid)
    system, handles = engine_of(what, cell.policies, say=_say)
    if bid > system.largest_bid():
        msg = f"expected a bid of at most {system.largest_bid()} cubes; got {bid}"
        raise BalanceError(msg)
    click.echo(system.text(cell, handles, game).rstrip("\n"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, or 2 after one message on stderr."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may not know every character of a name
    try:
        with cli.make_context("balance", given, obj=given) as context:
            cli.invoke(context)
        if sys.stdout is not None:  # closed by whoever started the program
            sys.stdout.flush()
    except Exit as request:  # after --help and --version
        return request.exit_code
    except click.ClickException as error:
        words = error.format_message().rstrip(".")
        return _fail(words[:1].lower() + words[1:], error.exit_code)
    except BalanceError as error:
        return _fail(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted; finished games are kept, the same command goes on from there", INTERRUPTED)
    except OSError as error:
        return _lost_output(error)
    return 0


def _lost_output(error: OSError) -> int:
    """Return the exit code after what was printed could not be written: quietly, if nobody reads it any more."""
    with suppress(OSError, ValueError):  # so that Python's own flush at the end does not fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return BROKEN_PIPE
    words = error.strerror or str(error)
    return _fail(f"cannot write {error.filename or 'what is printed'}: {words[:1].lower()}{words[1:]}", 2)


def _fail(message: str, code: int) -> int:
    with suppress(OSError):
        click.echo(f"error: {one_line(message)}", err=True)
    return code


def _say(line: str) -> None:
    click.echo(one_line(line), err=True)


def _cores() -> int:
    from joblib import cpu_count

    return int(cpu_count())


def _print_headline(finished: Finished) -> None:
    for line in (f"report: {finished.report}", *finished.headline):
        _print(line)


def _print(line: str) -> None:
    click.echo(one_line(line))


if __name__ == "__main__":
    sys.exit(main())
