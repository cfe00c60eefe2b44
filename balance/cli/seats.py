"""Options that name a seat or a setting: those of the rule system that the command's file is of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_click as click

from balance.cli.completing import contestants, policies, settings
from balance.cli.help import PLAYED, Command, instead
from balance.cli.parameters import Whole
from balance.errors import BalanceError

if TYPE_CHECKING:
    from balance.config.load import Form

_FOUND: Final = "balance.form"


class SeatCommand(Command):
    """A command whose first options name seats: those of the rule system of the file that it is given."""

    _given: list[click.Parameter]
    _usual: list[click.Parameter] | None

    @property
    def params(self) -> list[click.Parameter]:
        """The parameters, with the options of the usual rule system; only asking for them reads its words."""
        if self._usual is None:
            from balance.config.pacts.words import FORM  # of the game that ships first

            self._usual = self._with(FORM)
        return self._usual

    @params.setter
    def params(self, given: list[click.Parameter]) -> None:
        self._given = given
        self._usual = None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Look at the file, then read the options."""
        form = ctx.meta[_FOUND] = self._form(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            if form is not None and error.option_name.lstrip("-") in _seats_of_all():
                seats = [f"--{option_of(seat)}" for seat in form.seats]
                raise instead(error.option_name, seats, ctx) from None
            raise

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, with the options of the file's rule system."""
        form, usual = ctx.meta.get(_FOUND), super().get_params(ctx)
        return usual if form is None else [*self._with(form), *usual[len(self.params) :]]

    def _with(self, form: Form) -> list[click.Parameter]:
        """Return the arguments, the options for seats, then the other options."""
        arguments = [one for one in self._given if isinstance(one, click.Argument)]
        return [*arguments, *seat_options(form), *(one for one in self._given if one not in arguments)]

    def _form(self, args: Sequence[str]) -> Form | None:
        """Return what the rule system of the first file or run among the arguments calls its things."""
        options = [one for one in self._given if isinstance(one, click.Option) and not one.is_flag]
        with_value = {name for one in options for name in one.opts}
        left = iter(args)
        for word in left:
            if word in with_value:
                next(left, None)
            elif word and not word.startswith("-") and Path(word).exists():
                return form_at(Path(word))
        return None


def form_at(path: Path) -> Form | None:
    """Return what the rule system of a configuration or of a run calls its things; None where that cannot be told."""
    from balance.config.load import form_of, system_of, systems

    with suppress(BalanceError, OSError, ValueError, AttributeError):  # the command itself says what is wrong
        if not path.is_dir():
            return form_of(system_of(path))
        from balance.sweep.manifest import MANIFEST

        system = json.loads((path / MANIFEST).read_text(encoding="utf-8")).get("system")
        return form_of(system) if system in systems() else None
    return None


def seat_options(form: Form) -> Iterator[click.Option]:
    """Yield the options of a rule system: who sits where, the setting, who plays, and what is bid."""
    words = form.words
    option = partial(click.RichOption, panel=PLAYED)
    for seat in form.seats:
        yield option(
            [f"--{option_of(seat)}", seat],
            metavar=words.contestant.upper(),
            help=f"{printed(seat, words.seats)}'s {words.contestant}.",
            shell_complete=contestants,
        )
    names = dict.fromkeys((f"--{option_of(words.setting)}", "--setting", "--layout"))
    yield option(
        [*names, "setting"],
        metavar="NAME",
        help=f"{words.setting.capitalize()}.  [default: the file's first]",
        shell_complete=settings,
    )
    for seat in form.seats:
        yield option(
            [f"--{option_of(seat)}-policy", f"{seat}_policy"],
            metavar="NAME",
            help=f"Who plays {printed(seat, words.seats)}, a name or module:function.  [default: the file's first]",
            shell_complete=policies,
        )
    if words.bids:
        yield option(
            ["--bid-to", "bid_to"],
            metavar="SEAT",
            help=f"Side that is given cubes: {' or '.join(form.seats)}.",
            shell_complete=partial(_seats, form.seats),
        )
        yield option(["--bid", "bid"], type=Whole(0, 1000), help="How many cubes.  [default: 0]")


def _seats_of_all() -> set[str]:
    """Return the options that are seats in any rule system, without dashes."""
    from balance.config.load import form_of, systems

    return {option_of(seat) for form in map(form_of, systems()) for seat in form.seats}


def option_of(noun: str) -> str:
    """Return a noun as an option's name has it."""
    return noun.replace(" ", "-").replace("_", "-")


def printed(seat: str, names: Mapping[str, str]) -> str:
    """Return a seat's name as it is printed."""
    return names.get(seat, seat.capitalize())


def _seats(
    seats: Sequence[str],
    context: click.Context,  # noqa: ARG001 (click calls it so)
    parameter: click.Parameter,  # noqa: ARG001 (click calls it so)
    incomplete: str,
) -> list[str]:
    """Return the seats whose names begin so."""
    return [seat for seat in seats if seat.startswith(incomplete)]
